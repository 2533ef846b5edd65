"""Computed figures: the operands stand in the evidence, and the arithmetic gives what the claim says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from logitrail.scan import quantities
from logitrail.types import Finding, Quantity, Span
from logitrail.verification.claims import written
from logitrail.verification.compare import measure, relation, same_digits
from logitrail.verification.evidence import Close
from logitrail.verification.formula import Amount, FormulaError, evaluate, names
from logitrail.verification.mention import Mention
from logitrail.verification.policy import Policy
from logitrail.verification.subject import Subject

_OPERAND = re.compile(r"(?![\s\-−–])[^+×÷*/()（）=]+?(?=\s*(?:[+×÷*/()（）=]|\s[-−–]\s|[-−–]\d|$))")
_PURE = ("number", "ratio")
_SMALL = 100
_EXACT = Policy(roundings=())


@dataclass(frozen=True, slots=True)
class _Operand:
    """An operand: with its unit as the evidence gives it, and as the number that was written.

    ``scaled``: whether the evidence takes a scale from a heading that the operand does not repeat.
    """

    amount: Amount
    bare: Fraction
    scaled: bool = False


def formulas(subject: Subject) -> Iterator[Finding]:
    """One finding for the formula of a slot, and one for each computation in brackets."""
    claim = subject.statement.claim
    if claim.formula is not None:
        yield from _of_slot(subject, claim.formula, claim.operands)
    for result, start, end in subject.results:
        yield from _in_brackets(subject, result, start, end)


def _of_slot(subject: Subject, formula: str, operands: tuple[Any, ...]) -> Iterator[Finding]:
    result = next((mention for mention in subject.passage.mentions if mention.is_value), None)
    if result is None:
        yield subject.finding("formulas", "FORMULA_WRONG", detail=formula)
        return
    wanted = names(formula)
    if len(wanted) != len(operands):
        yield subject.finding(
            "formulas", "FORMULA_WRONG", subject.claimed(result), detail=f"{formula}: {len(wanted)} ≠ {len(operands)}"
        )
        return
    values: dict[str, _Operand] = {}
    shown: list[Span] = []
    for name, operand in zip(wanted, operands, strict=True):
        text = written(operand)
        read = _operand(subject, text)
        if read is None:
            yield subject.finding("formulas", "OPERAND_NOT_FOUND", Span(0, len(text), text))
            return
        values[name], place = read
        shown.append(place)
    yield _compared(subject, result, formula, values, shown)


def _in_brackets(subject: Subject, result: Mention, start: int, end: int) -> Iterator[Finding]:
    text = subject.passage.document.plain[start + 1 : end - 1]
    values: dict[str, _Operand] = {}
    shown: list[Span] = []
    formula = text
    for place, match in enumerate(reversed(list(_OPERAND.finditer(text)))):
        literal = match[0].strip()
        if not re.search(r"\d", literal):
            yield subject.finding("formulas", "DERIVED", subject.claimed(result))  # words, not a computation
            return
        read = _operand(subject, literal)
        if read is not None:
            values[f"v{place}"], evidence = read
            shown.append(evidence)
        elif (amount := _literal(literal)) is not None and not amount.units and abs(amount.value) < _SMALL:
            # A number of the rule itself, such as 2 × 3 + 2: the arithmetic can be checked, its premises cannot.
            values[f"v{place}"] = _Operand(amount, amount.value)
        elif amount is not None:
            at = start + 1 + match.start()
            yield subject.finding("formulas", "OPERAND_NOT_FOUND", Span(at, at + len(match[0]), match[0]))
            return
        else:
            yield subject.finding("formulas", "DERIVED", subject.claimed(result))
            return
        formula = formula[: match.start()] + f"v{place}" + formula[match.end() :]
    yield _compared(subject, result, formula, values, shown, text)


def _compared(
    subject: Subject,
    result: Mention,
    formula: str,
    values: dict[str, _Operand],
    shown: list[Span],
    said: str | None = None,
) -> Finding:
    said = said or formula
    span, claim = subject.claimed(result), measure(result.quantity)
    assert claim is not None
    try:
        whole = evaluate(formula, {name: operand.amount for name, operand in values.items()}, _literal)
    except FormulaError as error:
        whole, reason = None, str(error)
    else:
        reason = ""
    bare = None
    if whole is not None and any(operand.scaled for operand in values.values()):
        bare = evaluate(formula, {name: Amount(operand.bare) for name, operand in values.items()}, _literal)
    if claim.value is not None:
        step = abs(Fraction(result.quantity.precision)) * claim.factor if result.quantity.precision else Fraction(0)
        allowed = [] if whole is None or not _fits(whole, claim.dimension) else [whole.value]
        if whole is not None and claim.dimension in ("ratio", "points"):
            allowed += [whole.value / 100, whole.value * 100]  # with "* 100" in it, or points of percent
        if bare is not None:
            allowed += [bare.value * claim.factor, bare.value]
        if any(abs(abs(value) - abs(claim.value)) <= step / 2 for value in allowed):
            if subject.passage.denied(result):
                return subject.finding("formulas", "NEGATION_FLIPPED", span, *shown)
            return subject.finding("formulas", "FORMULA_HOLDS", span, *shown, detail=f"{said} = {result.quantity.text}")
    got = whole or bare
    detail = f"{said} = {float(got.value):g} ≠ {result.quantity.text}" if got is not None else f"{said}: {reason}"
    return subject.finding("formulas", "FORMULA_WRONG", span, *shown, detail=detail)


def _fits(amount: Amount, dimension: str) -> bool:
    if not amount.units:
        return dimension in _PURE or dimension == "points"
    return dimension == "number" or amount.units == ((dimension, 1),) or len(amount.units) > 1


def _literal(text: str) -> Amount | None:
    found = [quantity for quantity in quantities(text) if measure(quantity) is not None]
    if len(found) != 1:
        return None
    return _amount(found[0])


def _amount(quantity: Quantity) -> Amount | None:
    value = measure(quantity)
    if value is None or value.value is None:
        return None
    return Amount(value.value, () if value.dimension in _PURE else ((value.dimension, 1),))


def _operand(subject: Subject, text: str) -> tuple[_Operand, Span] | None:
    """An operand with its place in the evidence, or in the sources at large."""
    found = [quantity for quantity in quantities(text) if measure(quantity) is not None]
    if len(found) != 1:
        return None
    claimed = found[0]
    for how in (_equal, same_digits):
        for mention, close in _everywhere(subject):
            if how is same_digits and mention.quantity.reason is None:
                continue  # no heading that gives a scale
            if mention.is_value and how(claimed, mention.quantity):
                amount = _amount(mention.quantity)
                bare = measure(claimed)
                if amount is not None and bare is not None and bare.value is not None:
                    scaled = how is same_digits
                    return _Operand(amount, bare.value / bare.factor, scaled), subject.shown(mention, close)
    return None


def _equal(claim: Quantity, evidence: Quantity) -> bool:
    one = measure(evidence)
    return one is not None and one.value is not None and relation(claim, evidence, _EXACT) in ("EQUAL", "CONVERTED")


def _everywhere(subject: Subject) -> Iterator[tuple[Mention, Close]]:
    yield from subject.evidence.mentions()
    yield from subject.evidence.at_large()
