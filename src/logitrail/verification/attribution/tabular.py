"""Quantities in tables: the name of the row, the heads of the column, and the period in either."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from logitrail.scan.periods import periods
from logitrail.types import Period, Quantity
from logitrail.verification.attribution.model import Attribution
from logitrail.verification.attribution.timing import merged, year_of

_SEPARATOR = re.compile(r"[|\t]")
_SPACED_YEAR = re.compile(r"[12] \d \d \d")
_FIGURE = re.compile(r"[^\w\s|]{0,3}\s*[$€£¥₹(（-]*\s*\d[\d,. ]*\s*[)）]?\s*[%‰]?\s*[)）]?")


@dataclass(frozen=True, slots=True)
class _Cell:
    start: int
    end: int
    text: str


def is_row(line: str) -> bool:
    """Whether a line is the row of a table."""
    return _SEPARATOR.search(line.strip()) is not None


def read_table(
    text: str, folded: str, lines: Sequence[tuple[int, int]], found: Mapping[int, Quantity], caption: str
) -> Iterator[tuple[int, Attribution]]:
    """What the quantities of a table are said of.

    Args:
        text: The whole text.
        folded: The same, folded.
        lines: The rows: start and end of each line.
        found: Quantities by where they start.
        caption: The line above, folded.
    """
    heads: list[list[_Cell]] = []
    section = ""
    spanning: Period | None = None
    under_heads = False  # whether rows with figures have come since the last heads
    for start, end in lines:
        cells = list(_cells(text, start, end))
        filled = [cell for cell in cells[1:] if cell.text]
        dated = bool(filled) and all(_period(cell.text) is not None for cell in filled)
        figures = [cell for cell in filled if _FIGURE.fullmatch(cell.text) and year_of(cell.text) is None]
        if dated or not figures:
            if not filled:
                section = folded[cells[0].start : cells[0].end]
                spanning = _period(cells[0].text) or spanning
                continue
            values = not dated and [
                q
                for at, q in found.items()
                if start <= at < end and q.kind not in ("period", "number", "id", "ordinal")
            ]
            if not values:
                # Another table begins where periods stand in the heads again.
                renewed = under_heads and any(_period(cell.text) is not None for cell in filled)
                heads = [cells] if renewed else [*heads, cells]
                under_heads = False
                continue
        under_heads = True
        own = _period(cells[0].text)
        for index, cell in enumerate(cells):
            for at in range(cell.start, cell.end):
                quantity = found.get(at)
                if quantity is None or quantity.kind == "period":
                    continue
                yield at, _attribution(folded, cells, index, heads, (section, caption), own or spanning)


def _attribution(
    folded: str,
    cells: list[_Cell],
    index: int,
    heads: list[list[_Cell]],
    scope: tuple[str, ...],
    named: Period | None,
) -> Attribution:
    period: Period | None = None
    columns: list[str] = []
    for head in reversed(heads):
        over = _over(head, cells, index)
        if over is None:
            continue
        said = _period(over.text)
        if said is not None:
            period = merged(period, said)
        else:
            columns.append(folded[over.start : over.end])
        if head[0].text and index:
            period = merged(period, _period(head[0].text))
    row = folded[cells[0].start : cells[0].end] if index else ""
    if index and not row:
        row = "total"  # a row without a name sums up those above it
    own = period is not None or (named is not None and named.year is not None)
    period = merged(period, named)
    return Attribution(
        row,
        tuple(part for part in scope if part.strip()),
        column=" ".join(columns),
        cell=True,
        periods=(period,) if period is not None else (),
        own_period=own,
    )


def _over(head: list[_Cell], cells: list[_Cell], index: int) -> _Cell | None:
    """The head of a column; the first column may have none."""
    if not index:
        return None
    at = index - (len(cells) - len(head))
    if not 0 <= at < len(head) or abs(len(cells) - len(head)) > 1 or (at == 0 and len(head) == len(cells)):
        return None
    while at > 1 and not head[at].text:
        at -= 1  # a heading stands over the columns to its right that have none
    return head[at] if head[at].text else None


def _cells(text: str, start: int, end: int) -> Iterator[_Cell]:
    cuts = [start - 1, *(match.start() for match in _SEPARATOR.finditer(text, start, end)), end]
    for left, right in pairwise(cuts):
        a, b = left + 1, right
        while a < b and text[a].isspace():
            a += 1
        while b > a and text[b - 1].isspace():
            b -= 1
        written = text[a:b]
        yield _Cell(a, b, written.replace(" ", "") if _SPACED_YEAR.fullmatch(written) else written)


def _period(cell: str) -> Period | None:
    return year_of(cell) or next((q.value for q in periods(cell) if isinstance(q.value, Period)), None)
