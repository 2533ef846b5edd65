"""Multiples of a number, as far as a grammar can hold them."""

from __future__ import annotations

import json
import math
from decimal import Decimal
from fractions import Fraction
from typing import Any

from logitrail.engine.lowering.numerals import Bounds, number_regex, numbers
from logitrail.engine.lowering.shapes import Numerals
from logitrail.engine.lowering.text import hopeless

#: So many multiples are listed one by one.
_MOST_LISTED = 400
#: An automaton for the multiples of a number has about as many states.
_MOST_STATES = 20_000
#: The engine holds bounds as floating point numbers.
_MOST_BOUND = 2**53


def common(factors: tuple[Decimal, ...], *, whole: bool) -> Fraction:
    """The least positive number that is a multiple of all factors (and an integer, if so asked)."""
    out = Fraction(1) if whole else Fraction(factors[0])
    for factor in factors:
        right = Fraction(factor)
        scale = out.denominator * right.denominator
        out = Fraction(math.lcm(int(out * scale), int(right * scale)), scale)
    return out


def no_multiple(numerals: Numerals) -> bool:
    """Whether no multiple lies within the bounds, as far as that is seen by counting."""
    return _listed(numerals.bounds, _step(numerals)) == []


def _step(numerals: Numerals) -> Fraction:
    bounds = numerals.bounds
    if bounds.places is not None and not bounds.whole:
        return common((*numerals.factors, Decimal(1).scaleb(-bounds.places)), whole=False)
    return common(numerals.factors, whole=bounds.whole)


def multiples(numerals: Numerals) -> tuple[list[str], str | None, bool]:
    """Terminals of the multiples, a rule of further ones, and whether these hold nothing else."""
    bounds = numerals.bounds
    step = _step(numerals)
    listed = _listed(bounds, step)
    if listed is not None:
        return ([f"/{'|'.join(number_regex(number) for number in listed)}/"] if listed else []), None, True
    generous, _ = numbers(bounds)
    rule = _rule(bounds, step)
    if rule is None:
        return generous, None, False
    # The engine spells integers without a fraction and numbers without an exponent; the others are watched.
    spelled = [r"/-?(?:0|[1-9][0-9]*)\.0+/", *generous[1:]] if bounds.whole else generous[1:]
    return spelled, rule, False


def _listed(bounds: Bounds, step: Fraction) -> list[Decimal] | None:
    if bounds.low is None or bounds.high is None:
        return None
    first, last = math.ceil(Fraction(bounds.low) / step), math.floor(Fraction(bounds.high) / step)
    if last - first >= _MOST_LISTED:
        return None
    found: list[Decimal] = []
    for i in range(first, last + 1):
        value = step * i
        number = Decimal(value.numerator) / Decimal(value.denominator)
        if Fraction(number) != value:
            return None
        if bounds.admits(number):
            found.append(number)
    return found


def _rule(bounds: Bounds, step: Fraction) -> str | None:
    limits = [limit for limit in (bounds.low, bounds.high) if limit is not None]
    if any(abs(limit) > _MOST_BOUND for limit in limits) or max(step.as_integer_ratio()) > _MOST_STATES:
        return None
    schema: dict[str, Any] = {"type": "integer" if bounds.whole else "number"}
    schema["multipleOf"] = int(step) if step.denominator == 1 else float(step)
    for limit, word in (
        (bounds.low, "exclusiveMinimum" if bounds.low_open else "minimum"),
        (bounds.high, "exclusiveMaximum" if bounds.high_open else "maximum"),
    ):
        if limit is not None:
            schema[word] = int(limit) if limit == limit.to_integral_value() else float(limit)
    schema["x-guidance"] = {"whitespace_flexible": False}
    rule = f"%json {json.dumps(schema)}"
    return None if hopeless(f"start: {rule}\n") else rule
