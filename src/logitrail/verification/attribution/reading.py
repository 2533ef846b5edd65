"""Reads a text for what its quantities are said of."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from logitrail.scan import quantities
from logitrail.scan.clauses import sentences
from logitrail.types import Period, Quantity
from logitrail.verification.attribution.metrics import folded as fold
from logitrail.verification.attribution.model import Attribution
from logitrail.verification.attribution.prose import Sentence
from logitrail.verification.attribution.tabular import is_row, read_table
from logitrail.verification.attribution.timing import base_of, resolved

#: Kinds that name things, so that they are part of what a value is said of.
NAMING = ("id", "ordinal", "period")
#: Counts of these are names, too: 一级医院, 三类股东.
_RANKS = frozenset("级类型等档方期号组")


def is_value(text: str, quantity: Quantity) -> bool:
    """Whether a quantity of a text is said of something, and does not name it."""
    if quantity.kind in NAMING:
        return False
    ranks = quantity.kind == "count" and quantity.text[-1:] in _RANKS
    return not ranks and text[max(0, quantity.span.start - 1) : quantity.span.start] != "第"


#: In brackets, or behind a word that compares, stands another period than the one that a text is about.
_ASIDE = re.compile(
    r"(?:[(（\[【][^)）\]】]*|(?:较|比|compared (?:with|to)|versus|against|than|from)(?:[^，。；,;.]|\.(?=\d))*)$"
)


def base_period(text: str, found: Sequence[Quantity]) -> Period | None:
    """The period that a text is about, from all that the scanner finds in it."""
    return base_of(
        [
            q.value
            for q in found
            if q.kind == "period"
            and isinstance(q.value, Period)
            and not _ASIDE.search(text, max(0, q.span.start - 60), q.span.start)
        ]
    )


@dataclass(frozen=True, slots=True)
class Reading:
    """A text, read.

    Attributes:
        quantities: All that the scanner finds in it.
        said: What those that are values are said of, by where they start.
        base: The period that it is about.
    """

    quantities: list[Quantity]
    said: dict[int, Attribution]
    base: Period | None


@lru_cache(maxsize=32)
def reading(text: str) -> Reading:
    """A text, read; the last few are kept."""
    found = quantities(text)
    return Reading(found, attributions(text, found), base_period(text, found))


def attributions(text: str, found: Sequence[Quantity]) -> dict[int, Attribution]:
    """What the quantities of a text are said of, by where they start.

    Args:
        text: The text.
        found: All that the scanner finds in it, periods included.
    """
    folded = fold(text)
    values = [q for q in found if is_value(text, q)]
    times = [q for q in found if q.kind == "period" and isinstance(q.value, Period)]
    by_start = {q.span.start: q for q in values}
    base = base_period(text, found)
    out: dict[int, Attribution] = {}
    rows: list[tuple[int, int]] = []
    previous: Sentence | None = None
    line_before = ""
    for start, end in _parts(text):
        if is_row(text[start:end]):
            rows.append((start, end))
            continue
        if rows:
            out.update(read_table(text, folded, rows, by_start, line_before))
            rows, previous = [], None
        sentence = Sentence(
            folded, start, end, _between(values, start, end), _between(times, start, end), previous, base
        )
        out.update(sentence.read())
        previous, line_before = sentence, folded[start:end]
    if rows:
        out.update(read_table(text, folded, rows, by_start, line_before))
    return {
        at: replace(said, periods=tuple(resolved(period, base) for period in said.periods)) for at, said in out.items()
    }


def _between(found: Sequence[Quantity], start: int, end: int) -> Sequence[Quantity]:
    """Those of some quantities, in order, that begin in a stretch."""
    first = bisect_left(found, start, key=lambda quantity: quantity.span.start)
    return found[first : bisect_left(found, end, lo=first, key=lambda quantity: quantity.span.start)]


def _parts(text: str) -> Iterator[tuple[int, int]]:
    """Rows of tables, line by line, and sentences of the rest."""
    start = end = 0
    prose = False  # whether the lines from start to end hold no row
    for span in sentences(text):
        if span.end < start:
            continue  # a part of rows that have been given
        if not (prose and start <= span.start and span.end <= end):
            # The edge bars of a row are part of it, and a sentence may go on over several rows.
            start = text.rfind("\n", 0, span.start) + 1
            end = text.find("\n", span.end)
            end = len(text) if end < 0 else end
            lines = text[start:end].split("\n")
            prose = not any(map(is_row, lines))
            if not prose:
                for line in lines:
                    if line.strip():
                        yield start, start + len(line)
                    start += len(line) + 1
                continue
        yield span.start, span.end
