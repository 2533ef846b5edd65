"""How well what a quantity is said of fits what is asked for."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from logitrail.types import Period
from logitrail.verification.attribution.metrics import Mention, folded, mentions, metric_of, related
from logitrail.verification.attribution.model import Attribution
from logitrail.verification.attribution.timing import conflict
from logitrail.verification.attribution.words import (
    asks_for,
    asks_for_change,
    asks_for_share,
    han,
    is_sum,
    naming,
    numbered,
    stems,
)
from logitrail.verification.features import stem

#: Words that are asked about, but tell little: their weight, and their stems.
_FILLING = 0.25
_FILLERS = frozenset(
    map(
        stem,
        "total amount expenses expense costs cost rate value number level maximum minimum share of".split(),
    )
)
#: What the name of a figure may end in without telling it from others.
_GENERIC = re.compile(
    r"增速|增长率|增幅|降幅|减幅|涨幅|跌幅|同比|环比|的|占比|发生率|比例|比重|金额|数额|总额|数量|人数|患者数|标准|情况|水平|上限|下限|期限|价格|费用"
    r"|天数|次数|数$|（[^）]*）|\([^)]*\)"
)
#: Before a change or behind it: that is told by where a value stands, and not by words.
_WHEN = re.compile(r"(?:调整|变更|修订|修改|上调|下调|[降涨调改]价?)[前后]的?|\b(?:new|old)\b")
#: What words in a heading count, beside those that stand next to the value.
_IN_SCOPE = 0.9
#: What words beside the value before count.
_OF_SIBLING = 0.5

#: A word that is asked about: an English stem, a name with a number, or the place of a Chinese character.
Unit = str | int


@dataclass(frozen=True, slots=True)
class Fit:
    """How a quantity fits.

    Attributes:
        metric: In [0, 1]: how much of what is asked about stands in what it is said of.
        matched: Which words of it.
        beside: In [0, 1]: how much stands right beside it, headings left out.
        inner: In [0, 1]: how much of what stands beside it is asked about.
        other: Whether it is said of something that is not asked about.
        apart: Whether the words that hold for more than the value say nothing of what is asked about.
        known_other: Whether the table of metrics knows that this is another metric.
        period: ``True`` where it is said for the period asked for, ``False`` where for another, ``None`` where that is
            not asked or not said.
    """

    metric: float
    matched: frozenset[tuple[str, Unit]]
    beside: float
    inner: float
    other: bool
    apart: bool
    known_other: bool
    period: bool | None

    @property
    def exact(self) -> bool:
        """Whether it is said of all that is asked about, and of nothing else."""
        return self.beside >= 1 and self.inner >= 1


def fit(about: Sequence[str], period: Period | None, said: Attribution, base: Period | None = None) -> Fit:
    """How a quantity fits.

    Args:
        about: What is asked about, in several words for the same.
        period: For when.
        said: What the quantity is said of.
        base: The period that the source is about.
    """
    terms = [_term(word, said) for word in about]
    best = max(terms, key=lambda term: (term.metric, term.beside, term.inner), default=_Term())
    known_other = not said.distant and _known_other(about, said)
    foreign = known_other or any(_foreign(word, said) or _unlike(folded(word), said) for word in about)
    other = bool(said.near) and not said.distant and best.metric < 1 and foreign
    apart = any(map(naming, said.scope)) and not any(_found(folded(word), " ".join(said.scope)) for word in about)
    when = _period(period, said, base)
    return Fit(best.metric, best.matched, best.beside, best.inner, other, apart, known_other, when)


def _period(period: Period | None, said: Attribution, base: Period | None) -> bool | None:
    if period is None or not said.periods:
        return None
    if conflict(period, said.periods[0], base):
        return False
    return True if said.own_period or len(said.periods) == 1 else None


@dataclass(frozen=True, slots=True)
class _Term:
    metric: float = 0.0
    matched: frozenset[tuple[str, Unit]] = frozenset()
    beside: float = 0.0
    inner: float = 0.0


@lru_cache(maxsize=8192)
def _term(word: str, said: Attribution) -> _Term:
    """How what a quantity is said of fits one wording of what is asked about."""
    asked = _WHEN.sub("", folded(word))
    units = _units(asked)
    near, wide = _found(asked, said.words), _found(asked, " ".join(said.scope))
    total = sum(units.values()) or 1.0
    beside = sum(units[unit] for unit in near) / total
    sibling = _found(asked, said.sibling) - wide - near
    metric = beside + _IN_SCOPE * sum(units[unit] for unit in wide - near) / total
    metric += _OF_SIBLING * sum(units[unit] for unit in sibling) / total
    inner = _inner(asked, said.near)
    matched = near | wide
    known = metric_of(asked)
    named = mentions(said.near, (asked,)) if known is not None else []
    if named:
        own = [m for m in named if m.metric in (known, "")]  # "": the very words
        if own and own[-1] is named[-1]:
            metric = beside = 1.0
            matched = frozenset(units)
            inner = max(inner, 1.0 if not naming(_without(said.near, own)) else 0.5)
        elif own:
            metric = max(metric, 0.6)
        elif known is not None and not any(related(m.metric, known) for m in named):
            metric, beside = min(metric, 0.4), min(beside, 0.4)
    if _unlike(folded(word), said):
        metric, beside = min(metric, 0.5), min(beside, 0.5)
    return _Term(metric, frozenset((word, unit) for unit in matched), beside, inner)


@lru_cache(maxsize=1024)
def _units(asked: str) -> Mapping[Unit, float]:
    """The words that are asked about, with their weights."""
    out: dict[Unit, float] = {w: len(w) * (_FILLING if w in _FILLERS else 1.0) for w in stems(asked)}
    out |= dict.fromkeys(numbered(asked), 6.0)
    text = han(asked)
    generic = _generic(asked)
    out |= {i: 2.0 * (_FILLING if i in generic else 1.0) for i in range(len(text))}
    return out


def _generic(asked: str) -> frozenset[int]:
    """Places of the Chinese characters that tell little; none where there are no others."""
    at, out = 0, set()
    marked = [False] * len(asked)
    for match in _GENERIC.finditer(asked):
        marked[match.start() : match.end()] = [True] * (match.end() - match.start())
    for i, char in enumerate(asked):
        if han(char):
            if marked[i]:
                out.add(at)
            at += 1
    return frozenset(out) if len(out) < at else frozenset()


def _found(asked: str, text: str) -> frozenset[Unit]:
    """The words that are asked about which a text says."""
    units = _units(asked)
    words = stems(text) | numbered(text)
    out: set[Unit] = {unit for unit in units if isinstance(unit, str) and unit in words}
    return frozenset(out | _covered(han(asked), han(text)))


def _covered(wanted: str, text: str) -> set[int]:
    """Places of the characters that stand in a text in stretches of two or more, the longest first."""
    covered: set[int] = set()
    at = 0
    while at < len(wanted):
        length = 0
        while at + length < len(wanted) and wanted[at : at + length + 1] in text:
            length += 1
        if length >= 2 or (length == 1 and len(wanted) == 1):
            covered.update(range(at, at + length))
            at += length
        else:
            at += 1
    return covered


def _is_asked(word: str, asked: str) -> bool:
    """Whether a word, or most of a Chinese stretch, is asked about."""
    if word.isascii():
        return word in stems(asked)
    missing = len(word) - len(_covered(word, han(asked)))
    return missing <= min(1, 0.2 * len(word))


def _inner(asked: str, near: str) -> float:
    """How much of what stands beside a value is asked about."""
    own = naming(near) or stems(near)
    return sum(_is_asked(word, asked) for word in own) / len(own) if own else 0.0


def _foreign(word: str, said: Attribution) -> bool:
    """Whether what a quantity is said of has words that are not asked about, or another number in a name."""
    asked = folded(word)
    if not said.cell and is_sum(said.near) and not is_sum(asked):
        return True
    marks = numbered(asked)
    unlike = {_shape(mark) for mark in marks} if marks else set()
    own = numbered(" ".join((said.words, *said.scope))) if marks else frozenset()
    if marks and not marks & own and any(_shape(mark) in unlike for mark in own):
        return True  # 第2包 for 第1包
    return not all(_is_asked(name, asked) for name in naming(said.near))


def _shape(mark: str) -> str:
    return re.sub(r"\d+|[一二三四五六七八九十]", "0", mark)


def _unlike(asked: str, said: Attribution) -> bool:
    """Whether what a value came to is asked about and by how much it changed is said, or what it was and what it is."""
    if said.cell:
        return False
    if (said.change and not asks_for_change(asked)) or (said.share and not asks_for_share(asked)):
        return True
    after = asks_for(asked)
    return after is not None and said.before == after


def _known_other(about: Sequence[str], said: Attribution) -> bool:
    asked = [metric for term in about if (metric := metric_of(term)) is not None]
    named = mentions(said.near, about)
    if not asked or not named:
        return False
    return not any(m.metric == "" or related(m.metric, metric) for m in named for metric in asked)


def _without(text: str, found: Sequence[Mention]) -> str:
    for mention in reversed(found):
        text = f"{text[: mention.start]} {text[mention.end :]}"
    return text
