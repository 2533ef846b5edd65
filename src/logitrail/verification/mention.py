"""A quantity in its sentence, with what it is the figure of."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from logitrail.types import Period, Quantity

_CLASSES = frozenset("级类型档等号期届批轮审线科")
_YEAR = re.compile(r"(?:1[6-9]|20|21)\d\d")
#: Kinds that are figures; the others name things.
VALUE_KINDS = frozenset(
    "number money percent pp bp permille mass length area volume dose temperature duration count ratio".split()
)


@dataclass(frozen=True, slots=True)
class Mention:
    """A quantity in its sentence.

    Attributes:
        quantity: As scanned.
        start, end: Where it stands in the document.
        label: The features of its own segment: what it is the figure of.
        near: Those of them that stand right before it, else right after it.
        scope: The features of the segments before, the row's name and the column's heading included.
        beside: The other values of its segment, as features.
        periods: The periods that stand with it, the nearest first, or the one that heads its column.
        segment: The number of its segment.
        head: The first feature of its own segment.
        passage: Where its passage begins.
    """

    quantity: Quantity
    start: int
    end: int
    label: frozenset[str] = frozenset()
    near: frozenset[str] = frozenset()
    scope: frozenset[str] = frozenset()
    beside: frozenset[str] = frozenset()
    periods: tuple[Period, ...] = ()
    segment: int = 0
    head: frozenset[str] = frozenset()
    passage: int = 0

    @property
    def is_value(self) -> bool:
        """Whether it is a figure: not an identifier, a position in a list or a period."""
        return self.quantity.kind in VALUE_KINDS and not is_class(self.quantity)

    @property
    def is_unit_of_time(self) -> bool:
        """Whether it may be no length of time but a rate: 一天, "a year"."""
        quantity = self.quantity
        plain = quantity.bound is None and quantity.approx is None and not re.search(r"\d", quantity.text)
        return quantity.kind == "duration" and quantity.value == 1 and plain

    @property
    def is_year(self) -> bool:
        """Whether it is a bare number that reads as a year."""
        return self.quantity.kind == "number" and _YEAR.fullmatch(self.quantity.text) is not None


def is_class(quantity: Quantity) -> bool:
    """Whether a count names a class rather than counts: 一级医院, 三类, 二期."""
    return (
        quantity.kind == "count"
        and quantity.unit in _CLASSES
        and isinstance(quantity.value, Decimal)
        and quantity.value < 20
    )


def value_feature(quantity: Quantity) -> str:
    """A quantity as a feature of what stands beside it."""
    return f"={quantity.value}"
