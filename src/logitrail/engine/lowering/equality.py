"""Equality of JSON values: 1 and 1.0 are one number, true is none."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from decimal import Decimal
from fractions import Fraction
from typing import Any

from logitrail.engine.lowering.numerals import decimal

#: Exponents beyond this are kept as they are: written out they would fill the memory.
_MOST_DIGITS = 5_000


def identity(value: Any) -> Hashable:
    """Something hashable that is equal exactly for equal JSON values."""
    if isinstance(value, str):
        return value
    if value is None or isinstance(value, bool):
        return ("literal", value)
    if isinstance(value, dict):
        return ("object", frozenset((key, identity(child)) for key, child in value.items()))
    if isinstance(value, list | tuple):
        return ("array", tuple(identity(child) for child in value))
    if isinstance(value, int):
        return Fraction(value)
    number = decimal(value)
    if abs(number.adjusted()) > _MOST_DIGITS:
        sign, digits, exponent = number.as_tuple()
        text = "".join(map(str, digits))
        short = text.rstrip("0")
        return ("huge", sign, short, int(exponent) + len(text) - len(short)) if short else Fraction(0)
    return Fraction(number)


def kind_of(value: Any) -> str:
    """The kind of a value: a number that is whole is an integer."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, str):
        return "string"
    if isinstance(value, dict):
        return "object"
    if isinstance(value, list):
        return "array"
    if isinstance(value, int):
        return "integer"
    number = value if isinstance(value, Decimal) else decimal(value)
    return "integer" if number == number.to_integral_value() else "fraction"


def distinct(values: Iterable[Any]) -> list[Any]:
    """Values without repetition, the first of each."""
    kept: dict[Hashable, Any] = {}
    for value in values:
        kept.setdefault(identity(value), value)
    return list(kept.values())
