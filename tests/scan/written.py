"""A short way to write down what a text should be read as."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from logitrail.scan import quantities
from logitrail.types import Interval, Number, Quantity


def number(written: str) -> Number:
    """``"1.5"`` exactly, or ``"1/3"``."""
    return Fraction(written) if "/" in written else Decimal(written)


def value(written: str | None) -> Number | Interval | str | None:
    """``"5"``, ``"1/3"``, ``"[3, 5]"``, ``"[10, 100)"``; ``"#C2024"`` is an identifier."""
    if written is None:
        return None
    if written[0] == "#":
        return written[1:]
    if written[0] in "([":
        low, high = written[1:-1].split(", ")
        return Interval(number(low), number(high), written[0] == "(", written[-1] == ")")
    return number(written)


def only(text: str) -> Quantity:
    """The one quantity of the text."""
    found = quantities(text)
    assert len(found) == 1, [(quantity.kind, quantity.text) for quantity in found]
    return found[0]


def shape(quantity: Quantity) -> tuple[str, object, str | None]:
    """Kind, value and unit."""
    return quantity.kind, quantity.value, quantity.unit
