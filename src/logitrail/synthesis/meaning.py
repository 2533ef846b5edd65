"""When two quantities are one, and what a text means by itself."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

from logitrail.scan import quantities
from logitrail.types import Interval, Number, Quantity


def same(one: Quantity, other: Quantity) -> bool:
    """Whether two quantities say the same: kind, value, unit, approximation and bound."""
    if one.value is None or other.value is None:
        # What can be read in two ways is the same only where it is written the same.
        return one.value is other.value and one.text == other.text
    return meaning(one) == meaning(other)


def meaning(quantity: Quantity) -> tuple[Any, ...]:
    """What a quantity says, in a form that can be compared."""
    return (quantity.kind, exact(quantity.value), quantity.unit, quantity.approx, quantity.bound)


def number_of(quantity: Quantity | None) -> Fraction | None:
    """The number that a quantity is; ``None`` for a range, a period, an identifier, or what can be read in two ways."""
    value = quantity.value if quantity is not None else None
    return Fraction(value) if isinstance(value, Decimal | Fraction) else None


def exact(value: Any) -> Any:
    """A value with its numbers as fractions: 1.0 and 1 are one."""
    if isinstance(value, Interval):
        return (_fraction(value.low), _fraction(value.high), value.low_open, value.high_open)
    return Fraction(value) if isinstance(value, Decimal | Fraction) else value


def whole(text: str) -> Quantity | None:
    """The one quantity that a text is; ``None`` where there is none, more than one, or something besides it."""
    found = quantities(text)
    if len(found) != 1 or found[0].text != text.strip():
        return None
    return found[0]


def _fraction(value: Number | None) -> Fraction | None:
    return None if value is None else Fraction(value)
