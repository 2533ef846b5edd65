"""What an operation changes, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from random import Random
from typing import NamedTuple

from logitrail.scan import quantities
from logitrail.scan.period_relations import same
from logitrail.types import Period, Quantity, Span


class Edit(NamedTuple):
    """A stretch of the claim, and what stands there afterwards."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Corruption:
    """A claim made false.

    Attributes:
        text: The claim as it reads now.
        op: The operation.
        before: What was changed, in the claim as it was.
        after: What stands there now, in ``text``.
    """

    text: str
    op: str
    before: Span
    after: Span


class Case:
    """A claim with its source, read once.

    Attributes:
        claim, source: The texts.
        found: The quantities of the claim.
        random: Draws that depend on the seed, the operation and the claim alone.
    """

    def __init__(self, claim: str, source: str, random: Random) -> None:
        self.claim = claim
        self.source = source
        self.random = random
        self.found = quantities(claim)

    @cached_property
    def quoted(self) -> list[Quantity]:
        """The quantities of the source."""
        return quantities(self.source)

    @cached_property
    def stated(self) -> list[Quantity]:
        """The quantities of the claim that the source states.

        Others are derived, converted or only compared with one of the source; changed, they may still be true: what
        holds below 500 tonnes holds for 400 and for 300.
        """
        return [said for said in self.found if any(_states(known, said) for known in self.quoted)]


#: Lists what could be changed; the first that changes the meaning is taken.
Operation = Callable[[Case], Iterable[Edit]]


def _states(known: Quantity, said: Quantity) -> bool:
    """Whether the quantity of the source is that of the claim, as far as it is written."""
    if known.kind != said.kind or known.unit != said.unit:
        return False
    there, here = known.value, said.value
    if isinstance(there, Period) and isinstance(here, Period):
        return same(there, here)
    if isinstance(there, Decimal | Fraction) and isinstance(here, Decimal | Fraction):
        coarse = max(Fraction(quantity.precision or 0) for quantity in (known, said))
        return abs(Fraction(there) - Fraction(here)) < coarse or there == here
    return there is not None and there == here


def applied(claim: str, edit: Edit) -> str:
    """The claim with the edit made."""
    return claim[: edit.start] + edit.text + claim[edit.end :]


def reread(claim: str, edit: Edit) -> Quantity | None:
    """The quantity that the edited claim has where the edit was made, or None where it has none there."""
    end = edit.start + max(1, len(edit.text))
    for quantity in quantities(applied(claim, edit)):
        if quantity.span.start < end and edit.start < quantity.span.end:
            return quantity
    return None


def shuffled(case: Case, items: Iterable[Edit]) -> list[Edit]:
    """The edits in the order in which they are tried."""
    edits = list(items)
    case.random.shuffle(edits)
    return edits


def cased(model: str, word: str) -> str:
    """The word with a capital where the one that it replaces has one."""
    return word[:1].upper() + word[1:] if len(model) > 1 and model[0].isupper() else word
