"""Arithmetic over exact numbers with units: ``a - b``, ``(a + b) / 2``, ``192.8万元 + 168.45万元``.

A small recursive-descent reader; nothing is handed to the interpreter. Units are carried through: sums need one unit,
products and quotients combine them, percent are hundredths.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

#: Exponents of the units of a value, sorted; empty for a pure number.
Units = tuple[tuple[str, int], ...]

_TOKEN = re.compile(
    r"\s*(?:(?P<op>[-+*/()×÷−–＋－＊／（）]|(?:(?<=[\d)])|(?<=[\d)]\s))[xX](?=\s*\d))|(?P<name>[A-Za-z_]\w*)"
    r"|(?P<number>[^\s+*/()×÷−–＋－＊／（）-]+))"
)
_SAME = str.maketrans("×÷−–＋－＊／（）xX", "*/--+-*/()**")
_MOST_TOKENS = 200
_MOST_DIGITS = 60


class FormulaError(ValueError):
    """A formula that cannot be read or evaluated; the message says why."""


@dataclass(frozen=True, slots=True)
class Amount:
    """An exact number with its units."""

    value: Fraction
    units: Units = ()


def names(formula: str) -> list[str]:
    """The names in a formula, in the order in which they first appear."""
    return list(dict.fromkeys(match["name"] for match in _TOKEN.finditer(formula) if match["name"]))


def evaluate(formula: str, values: Mapping[str, Amount], literal: Callable[[str], Amount | None]) -> Amount:
    """The value of a formula.

    Args:
        formula: Numbers, names, ``+ - * / ( )`` in ASCII or as ``× ÷ −`` and in full width.
        values: What the names stand for.
        literal: Reads a number with its unit, as written; ``None`` where it is none.

    Raises:
        FormulaError: Not arithmetic, a name without a value, unequal units in a sum, division by zero.
    """
    return _Reader(formula, values, literal).read()


class _Reader:
    def __init__(self, formula: str, values: Mapping[str, Amount], literal: Callable[[str], Amount | None]) -> None:
        self.values, self.literal = values, literal
        self.tokens: list[tuple[str, str]] = []
        at = 0
        while formula[at:].strip():
            match = _TOKEN.match(formula, at)
            if match is None or len(self.tokens) >= _MOST_TOKENS:
                raise FormulaError(f"cannot read {formula[at : at + 20].strip()!r}")
            kind = match.lastgroup or "op"
            text = match[kind]
            self.tokens.append((kind, text.translate(_SAME) if kind == "op" else text))
            at = match.end()
        self.at = 0

    def read(self) -> Amount:
        amount = self.sum(0)
        if self.at < len(self.tokens):
            raise FormulaError(f"unexpected {self.tokens[self.at][1]!r}")
        return amount

    def taken(self, *operators: str) -> str | None:
        if self.at < len(self.tokens) and self.tokens[self.at][0] == "op" and self.tokens[self.at][1] in operators:
            self.at += 1
            return self.tokens[self.at - 1][1]
        return None

    def sum(self, depth: int) -> Amount:
        left = self.product(depth)
        while operator := self.taken("+", "-"):
            right = self.product(depth)
            if left.units != right.units:
                raise FormulaError(f"{_said(left.units)} and {_said(right.units)} cannot be added or subtracted")
            left = Amount(left.value + right.value if operator == "+" else left.value - right.value, left.units)
        return left

    def product(self, depth: int) -> Amount:
        left = self.factor(depth)
        while operator := self.taken("*", "/"):
            right = self.factor(depth)
            sign = 1 if operator == "*" else -1
            if sign < 0 and not right.value:
                raise FormulaError("division by zero")
            value = left.value * right.value if sign > 0 else left.value / right.value
            if max(len(str(value.numerator)), len(str(value.denominator))) > 4 * _MOST_DIGITS:
                raise FormulaError("the numbers grow too large")
            left = Amount(value, _combined(left.units, right.units, sign))
        return left

    def factor(self, depth: int) -> Amount:
        if depth > 50:
            raise FormulaError("nested too deeply")
        if operator := self.taken("-", "+"):
            amount = self.factor(depth + 1)
            return Amount(-amount.value, amount.units) if operator == "-" else amount
        if self.taken("("):
            amount = self.sum(depth + 1)
            if not self.taken(")"):
                raise FormulaError("a bracket is not closed")
            return amount
        if self.at >= len(self.tokens):
            raise FormulaError("a value is missing at the end")
        kind, text = self.tokens[self.at]
        self.at += 1
        if kind == "name":
            if text not in self.values:
                raise FormulaError(f"{text} has no value")
            return self.values[text]
        amount_or_none = self.literal(text) if kind == "number" and len(text) <= _MOST_DIGITS else None
        if amount_or_none is None:
            raise FormulaError(f"cannot read {text[:20]!r}")
        return amount_or_none


def _combined(left: Units, right: Units, sign: int) -> Units:
    exponents = dict(left)
    for unit, exponent in right:
        exponents[unit] = exponents.get(unit, 0) + sign * exponent
    return tuple(sorted((unit, exponent) for unit, exponent in exponents.items() if exponent))


def _said(units: Units) -> str:
    return " ".join(unit if exponent == 1 else f"{unit}^{exponent}" for unit, exponent in units) or "a pure number"
