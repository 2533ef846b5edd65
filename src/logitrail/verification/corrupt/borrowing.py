"""What is true of something else: a number or a period taken from another place of the source."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

from logitrail.scan.period_relations import overlaps
from logitrail.types import Period, Quantity
from logitrail.verification.corrupt.digits import says_else
from logitrail.verification.corrupt.edits import Case, Edit, reread, shuffled

_DIGITS = re.compile("[0-9０-９]")
_MODIFIER = re.compile(r"-[A-Za-z]|[+=*×]\s*$|[+=*×] ")


def borrowed_number(case: Case) -> Iterator[Edit]:
    """A number of the claim is replaced by another of the source, of the same kind and unit."""
    edits = []
    claimed = [quantity.value for quantity in case.found]
    for quantity in case.stated:
        exact = quantity.bound is None and quantity.approx is None
        if quantity.kind in ("id", "ordinal") or not exact or not isinstance(quantity.value, Decimal | Fraction):
            continue
        edits += [
            Edit(quantity.span.start, quantity.span.end, other.span.text)
            for other in case.quoted
            if (other.kind, other.unit) == (quantity.kind, quantity.unit)
            and isinstance(other.value, Decimal | Fraction)
            and other.bound is None
            and other.approx is None
            and other.value not in claimed
            and _apart(quantity, other)
            and _alike(quantity.span.text, other.span.text)
            and says_else(quantity, other)
        ]
    for edit in shuffled(case, dict.fromkeys(edits)):
        new = reread(case.claim, edit)
        if new is not None and new.span.start == edit.start and _same_as_quoted(case, new, edit):
            yield edit


def period_swap(case: Case) -> Iterator[Edit]:
    """A period of the claim is replaced by another of the source, or else by the one before or after it."""
    edits, invented = [], []
    claimed = [quantity.value for quantity in case.found if isinstance(quantity.value, Period)]
    for quantity in case.stated:
        period = quantity.value
        if not isinstance(period, Period):
            continue
        edits += [
            Edit(quantity.span.start, quantity.span.end, other.span.text)
            for other in case.quoted
            if isinstance(other.value, Period)
            and other.value.parts().keys() == period.parts().keys()
            and not overlaps(other.value, period)
            and other.value not in claimed
        ]
        invented += _shifted(quantity, period)
    for edit in [*shuffled(case, dict.fromkeys(edits)), *shuffled(case, invented)]:
        new = reread(case.claim, edit)
        old = next(q.value for q in case.found if q.span.start <= edit.start and edit.end <= q.span.end)
        assert isinstance(old, Period)
        if (
            new is not None
            and isinstance(new.value, Period)
            and new.value not in claimed
            and not overlaps(new.value, old)
        ):
            yield edit


def _apart(one: Quantity, other: Quantity) -> bool:
    """Whether neither number is the other, rounded."""
    coarse = max(Fraction(quantity.precision or 0) for quantity in (one, other))
    assert isinstance(one.value, Decimal | Fraction)
    assert isinstance(other.value, Decimal | Fraction)
    return abs(Fraction(one.value) - Fraction(other.value)) > coarse


def _alike(one: str, other: str) -> bool:
    """Whether one can stand where the other does: both in digits or both in words, and none a modifier (400-tonne)."""
    return bool(_DIGITS.search(one)) is bool(_DIGITS.search(other)) and not _MODIFIER.search(one + " " + other)


def _same_as_quoted(case: Case, new: Quantity, edit: Edit) -> bool:
    """Whether the borrowed words mean in the claim what they mean in the source (a table's header may set a scale)."""
    return any(
        other.span.text == edit.text and (other.kind, other.unit, other.value) == (new.kind, new.unit, new.value)
        for other in case.quoted
    )


def _shifted(quantity: Quantity, period: Period) -> list[Edit]:
    """The period with its year one earlier or later, or its quarter where it names no year."""
    edits = []
    for name in ("year", "quarter"):
        value = getattr(period, name)
        if value is None or period.end is not None:
            continue
        for step in (-1, 1):
            wanted = replace(period, **{name: value + step})
            written = str(value)
            at = quantity.span.text.find(written)
            if at >= 0 and (name == "year" or 1 <= value + step <= 4) and wanted != period:
                start = quantity.span.start + at
                edits.append(Edit(start, start + len(written), str(value + step)))
        break
    return edits
