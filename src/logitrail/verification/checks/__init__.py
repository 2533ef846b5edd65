"""The checks, in the order in which they run: one small function each, a claim and its evidence in, findings out."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from logitrail.types import Finding
from logitrail.verification.checks.binding import binding
from logitrail.verification.checks.capitals import capitals
from logitrail.verification.checks.conditions import conditions
from logitrail.verification.checks.formulas import formulas
from logitrail.verification.checks.marks import identifiers, periods
from logitrail.verification.checks.numbers import numbers
from logitrail.verification.checks.opposites import opposites
from logitrail.verification.checks.polarity import polarity
from logitrail.verification.checks.quotes import quotes
from logitrail.verification.checks.values import values
from logitrail.verification.checks.wording import wording
from logitrail.verification.subject import Subject

#: A check: yields what it finds about one claim, in the order of the claim.
Check = Callable[[Subject], Iterator[Finding]]

#: What concerns the quote and the slot, however well the value is copied.
OF_QUOTES: tuple[Check, ...] = (quotes, binding)

#: What holds the claim against its evidence; a claim that is a sentence of the evidence passes them all.
OF_CONTENT: tuple[Check, ...] = (
    values,
    numbers,
    formulas,
    periods,
    identifiers,
    capitals,
    wording,
    polarity,
    opposites,
    conditions,
)
