"""Lists that are read in parallel: A、B和C分别为1、2和3; A, B and C were 1, 2 and 3, respectively."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from logitrail.types import Period, Quantity
from logitrail.verification.attribution.words import stems

JOINT = re.compile(
    r"\s*(?:[、，,;；/]|和|及|与|以及|,?\s*and\b|,?\s*&)\s*(?:和|及|与|and\s)?\s*(?:约为?|人民币|港币|about\s|[$€£])*\s*"
)
_AFTER_ZH = re.compile(
    r"分别(?:约|各)?(?:为|是|达到?|至|增长|下降|上升|减少|增加|提高|降低|同比增长|同比下降|实现|占|有)?\s*(?:人民币|港币|约|了)*\s*$"
)
_ITEM_ZH = re.compile(r"[、/]|和|及|与|以及")
_ITEM_EN = re.compile(r",\s*and\s+|,\s*|\s+and\s+|\s+&\s+")
_VERB_EN = re.compile(
    r"\s+(?:was|were|is|are|totaled|totalled|amounted to|came to|stood at|of|rose to|fell to|reached|at)"
    r"\s*(?:about|approximately)?\s*$"
)
_YEAR = re.compile(r"(?<![\d.,])(?:19|20)\d\d(?![\d]|[.,]\d)")
_INTRODUCED = re.compile(
    r".*\b(?:for|in|during|of|at|under|to)\s+(?:the\s+)?(?:fiscal\s+)?(?:years?|quarters?)?\s*(?:ended\s+)?"
)


@dataclass(frozen=True, slots=True)
class Entry:
    """What a parallel list says of one of its quantities.

    Attributes:
        name: The words that stand for it; ``None`` where the list is one of periods.
        period: Its period; ``None`` where the list is one of names.
        rest: What is said of all of them.
    """

    name: str | None
    period: Period | None
    rest: str


def entries(
    folded: str, start: int, end: int, values: Sequence[Quantity], times: Sequence[Quantity]
) -> Iterator[tuple[int, Entry]]:
    """The quantities of a sentence that stand in a parallel list, by where they start.

    Args:
        folded: The whole text, folded.
        start: Where the sentence begins.
        end: Where it ends.
        values: Its quantities, without periods.
        times: Its periods.
    """
    for run in _runs(folded, values):
        if len(run) < 2:
            continue
        head, tail = run[0].span.start, run[-1].span.end
        if _AFTER_ZH.search(folded, max(start, head - 20), head) is not None:
            found = list(_chinese(folded, start, head, run, times))
            yield from found or _as_before(folded, start, head, run, values)
        elif (at := folded.find("respectively", tail, min(end, tail + 200))) >= 0:
            yield from _english(folded, start, head, tail, at, run, times)


def _runs(folded: str, items: Sequence[Quantity]) -> list[list[Quantity]]:
    """Stretches of quantities with nothing but joints between them."""
    runs: list[list[Quantity]] = []
    for item in items:
        if runs and JOINT.fullmatch(folded, runs[-1][-1].span.end, item.span.start):
            runs[-1].append(item)
        else:
            runs.append([item])
    return runs


def _chinese(
    folded: str, start: int, head: int, run: list[Quantity], times: Sequence[Quantity]
) -> Iterator[tuple[int, Entry]]:
    begin = max([start, *(folded.rfind(mark, start, head) + 1 for mark in "。；;，,：:")])
    before = folded.rfind("分别", begin, head)
    phrase = folded[begin:before]
    period_runs = [r for r in _runs(folded, [t for t in times if start <= t.span.start < before]) if len(r) == len(run)]
    if period_runs:
        stretch = period_runs[-1]
        rest = folded[max(begin, stretch[-1].span.end) : before]
        for value, time in zip(run, stretch, strict=True):
            yield value.span.start, Entry(None, time.value if isinstance(time.value, Period) else None, rest or phrase)
        return
    items = _ITEM_ZH.split(phrase)
    if len(items) != len(run):
        items = _ITEM_ZH.split(folded[max(start, folded.rfind("。", start, begin) + 1) : before].rsplit("：", 1)[-1])
    if len(items) == len(run):
        tail = items[-1].partition("的")[2]
        for value, item in zip(run, items, strict=True):
            yield value.span.start, Entry(item, None, tail)


def _as_before(
    folded: str, start: int, head: int, run: list[Quantity], values: Sequence[Quantity]
) -> Iterator[tuple[int, Entry]]:
    """一级医院200元，二级医院500元；报销比例分别为90%、80%: the names are those of the values before."""
    begin = max([start, *(folded.rfind(mark, start, head) + 1 for mark in "。；;，,：:")])
    rest = folded[begin : folded.rfind("分别", begin, head)]
    earlier = [q for q in values if q.span.end <= begin]
    group = [q for q in earlier if earlier and (q.kind, q.unit) == (earlier[-1].kind, earlier[-1].unit)][-len(run) :]
    names = []
    for quantity in group:
        ends = [q.span.end for q in earlier if q.span.end <= quantity.span.start]
        left = max(
            [start, *ends[-1:], *(folded.rfind(mark, start, quantity.span.start) + 1 for mark in "。；;，,：:、")]
        )
        names.append(folded[left : quantity.span.start])
    if len(names) == len(run) and len(set(names)) == len(names):
        for value, name in zip(run, names, strict=True):
            yield value.span.start, Entry(name, None, rest)


def _english(
    folded: str, start: int, head: int, tail: int, at: int, run: list[Quantity], times: Sequence[Quantity]
) -> Iterator[tuple[int, Entry]]:
    around = [t for t in times if start <= t.span.start < at]
    period_runs = [r for r in _runs(folded, around) if len(r) == len(run)]
    # "… were 5 and 7, respectively, associated with the amortization of …"
    after = re.split(r"[.;]\s|\n", folded[at + len("respectively") : at + 200], maxsplit=1)[0]
    before = _VERB_EN.sub("", folded[start:head]) + " " + after.strip(" ,.")
    if period_runs:
        for value, time in zip(run, period_runs[-1], strict=True):
            yield value.span.start, Entry(None, time.value if isinstance(time.value, Period) else None, before)
        return
    years = _YEAR.findall(folded, tail, at) or _YEAR.findall(folded, start, head)
    if len(years) == len(run):
        for value, year in zip(run, years, strict=True):
            yield value.span.start, Entry(None, Period(year=int(year)), before)
        return
    behind = _INTRODUCED.sub("", folded[tail:at].strip(" ,"), count=1)
    for phrase, rest in ((behind, before), (before, "")):
        items = [item for item in _ITEM_EN.split(phrase) if item.strip()]
        if len(items) == len(run) and all(stems(item) for item in items):
            for value, item in zip(run, items, strict=True):
                yield value.span.start, Entry(item, None, rest)
            return
