"""Rows of a table in a text: which cell stands where, and what heads its column."""

from __future__ import annotations

import itertools
import re

from logitrail.scan.periods import periods
from logitrail.types import Period
from logitrail.verification.document import Document
from logitrail.verification.features import features
from logitrail.verification.passage import Row

_SEPARATOR = re.compile(r"[|\t]")
_YEAR = re.compile(r"\s*(?:FY\s?)?((?:19|20)\d\d)\s*(?:年度?)?\s*\(?[a-z*]?\)?\s*")
_MOST_ROWS = 200


def row_at(document: Document, sentence: int) -> Row | None:
    """The row that a sentence is; ``None`` where it is none."""
    start, end = document.bounds[sentence]
    cells = _cells(document.text, start, end)
    if len(cells) < 2:
        return None
    headings: list[set[str]] = [set() for _ in cells]
    spans: list[Period | None] = [None] * len(cells)
    row_period: Period | None = None
    below = sentence
    for above in range(sentence - 1, max(sentence - _MOST_ROWS, -1), -1):
        if not _adjacent(document, above, below):
            break
        below = above
        head = _cells(document.text, *document.bounds[above])
        if len(head) < 2:
            break
        written = [document.text[a:b] for a, b in head]
        if any(map(_is_figure, written[1:])):
            continue
        row_period = row_period or _period(written[0])
        shift = len(cells) - len(head)
        current = 0
        for index in range(1, len(cells)):
            # A heading stands over its own cell and over those to the right that have none.
            at = index - shift if 0 <= shift <= 1 else index
            if 0 < at < len(written) and written[at].strip():
                current = at
            if current:
                headings[index] |= features(written[current])
                spans[index] = spans[index] or _period(written[current])
    if _period(document.text[slice(*cells[0])]) is not None:
        spans, row_period = [None] * len(cells), None  # the row's own name says for when
    periods = [None, *(span or row_period for span in spans[1:])]
    return Row(cells, [frozenset(part) for part in headings], periods)


def _cells(text: str, start: int, end: int) -> list[tuple[int, int]]:
    cuts = [start, *(match.end() for match in _SEPARATOR.finditer(text, start, end)), end]
    return list(itertools.pairwise(cuts))


def _is_figure(cell: str) -> bool:
    """Whether a cell holds a figure: digits that are no year and no date."""
    return re.search(r"\d", cell) is not None and _YEAR.fullmatch(cell) is None and not periods(cell)


def _adjacent(document: Document, above: int, below: int) -> bool:
    between = document.text[document.bounds[above][1] : document.bounds[below][0]]
    return between.count("\n") == 1


def _period(cell: str) -> Period | None:
    if year := _YEAR.fullmatch(cell):
        return Period(year=int(year[1]))
    return next((found.value for found in periods(cell) if isinstance(found.value, Period)), None)
