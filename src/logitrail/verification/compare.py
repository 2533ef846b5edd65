"""Whether one quantity says the same as another: equal, converted, rounded, inside a bound; if not, how they differ."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from logitrail.scan.units import units
from logitrail.types import Interval, Quantity
from logitrail.verification.policy import Policy

#: How a claim agrees with the evidence, from the closest to the loosest.
Relation = Literal["EQUAL", "CONVERTED", "ROUNDED", "IN_BOUND"]

_RATIOS = {"percent": Fraction(1, 100), "permille": Fraction(1, 1000), "ratio": Fraction(1)}
_POINTS = {"pp": Fraction(1), "bp": Fraction(1, 100)}
_UNITLESS = frozenset(("number", "count"))
_NEAR = Fraction(1, 10)


@dataclass(frozen=True, slots=True)
class Measure:
    """A quantity in the base unit of its dimension.

    Attributes:
        dimension: What can be compared with what; ``"number"`` for what has no unit.
        low, high: The ends of an interval; both the value itself where it is one. ``None``: no end.
        factor: The unit as written, in base units.
    """

    dimension: str
    low: Fraction | None
    high: Fraction | None
    factor: Fraction

    @property
    def value(self) -> Fraction | None:
        """The one value; ``None`` for an interval."""
        return self.low if self.low == self.high else None


@lru_cache(maxsize=4096)
def measure(quantity: Quantity) -> Measure | None:
    """The quantity in base units; ``None`` where it has no numeric value."""
    value = quantity.value
    if value is None or not isinstance(value, Decimal | Fraction | Interval):
        return None
    dimension, factor = _dimension(quantity)
    if isinstance(value, Interval):
        low = None if value.low is None else Fraction(value.low) * factor
        high = None if value.high is None else Fraction(value.high) * factor
        return Measure(dimension, low, high, factor)
    exact = Fraction(value) * factor
    return Measure(dimension, exact, exact, factor)


def _dimension(quantity: Quantity) -> tuple[str, Fraction]:
    kind, unit = quantity.kind, quantity.unit
    if kind in _RATIOS:
        return "ratio", _RATIOS[kind]
    if kind in _POINTS:
        return "points", _POINTS[kind]
    if kind == "money":
        return f"money {unit}", Fraction(1)
    if kind in _UNITLESS:
        return "number", Fraction(1)
    known = units().get(unit or "")
    if known is None and unit is not None and "/" in unit:
        base, _, per = unit.partition("/")
        whole = units().get(base)
        if whole is not None and whole.factor:
            return f"{whole.dimension}/{per}", whole.factor
    if known is None:
        return f"{kind} {unit or ''}".rstrip(), Fraction(1)
    return (known.dimension, known.factor) if known.factor else (f"{known.dimension} {unit}", Fraction(1))


def relation(claim: Quantity, evidence: Quantity, policy: Policy) -> Relation | None:
    """How the claim agrees with the evidence; ``None`` where it does not.

    Signs are left aside: 下降1.12% and -1.12% agree, and a check of its own reads the words.
    A number without a unit agrees with the same number in any unit, since the unit may stand elsewhere.
    """
    one, other = measure(claim), measure(evidence)
    if one is None or other is None:
        return None
    if not _same_dimension(one, other) and not _unit_left_out(claim, evidence, one, other):
        return None
    if one.value is not None and other.value is not None:
        return _values(claim, evidence, abs(one.value), abs(other.value), one.factor, other.factor, policy)
    return _intervals(one, other, claim, evidence)


def _same_dimension(one: Measure, other: Measure) -> bool:
    """Whether two dimensions are one; "per day" or "per kilogram" may be left out on one side."""
    if one.dimension == other.dimension:
        return True
    first, second = one.dimension.partition("/"), other.dimension.partition("/")
    return first[0] == second[0] and not (first[2] and second[2])


def _unit_left_out(claim: Quantity, evidence: Quantity, one: Measure, other: Measure) -> bool:
    if "money None" in (one.dimension, other.dimension):
        return one.dimension.startswith("money") and other.dimension.startswith("money")
    return _bare(claim) or _bare(evidence)


def _bare(quantity: Quantity) -> bool:
    return quantity.kind in _UNITLESS and quantity.unit is None


def _values(
    claim: Quantity,
    evidence: Quantity,
    one: Fraction,
    other: Fraction,
    factor: Fraction,
    other_factor: Fraction,
    policy: Policy,
) -> Relation | None:
    # A bare 25 for 25 percent, a bare 16 for 16 years: what is bare takes the unit of the other.
    if _bare(claim) and not _bare(evidence):
        if one == other or (evidence.reason is not None and same_digits(claim, evidence)):
            return "EQUAL"  # as written in a table whose heading has the scale
        one, factor = one * other_factor, other_factor
    elif _bare(evidence) and not _bare(claim):
        if one == other:
            return "EQUAL"
        other, other_factor = other * factor, factor
    if one == other:
        return "EQUAL" if claim.unit == evidence.unit or factor == other_factor else "CONVERTED"
    if claim.bound or evidence.bound:
        return _bounded(claim, evidence, one, other)
    if policy.tolerance and abs(one - other) <= Fraction(policy.tolerance) * other:
        return "ROUNDED"
    return "ROUNDED" if _rounded(claim, evidence, one, other, factor, policy) else None


def _bounded(claim: Quantity, evidence: Quantity, one: Fraction, other: Fraction) -> Relation | None:
    """An exact number of one side against a bound of the other; two bounds agree only in their number."""
    if claim.bound and evidence.bound:
        return None
    bound, limit, value = (claim.bound, one, other) if claim.bound else (evidence.bound, other, one)
    inside = value > limit if bound in (">", ">=") else value < limit
    return "IN_BOUND" if inside else None


def _rounded(
    claim: Quantity, evidence: Quantity, one: Fraction, other: Fraction, factor: Fraction, policy: Policy
) -> bool:
    step = None if claim.precision is None else abs(Fraction(claim.precision)) * factor
    if step is None or not step:
        return bool(claim.approx) and abs(one - other) <= other * _NEAR / 2
    if claim.approx == "below":
        return 0 < one - other <= one * _NEAR
    if claim.approx == "above":
        return 0 < other - one < max(one * _NEAR, _coarse(one, step))
    if any(candidate == one for candidate in _roundings(other, step, policy)) and _finer(evidence, other, step):
        return True
    coarse = _coarse(one, step)
    if coarse == step or coarse > one:
        return False
    if not claim.approx and (coarse < 1000 * step or one / coarse < 10):
        return False
    return any(candidate == one for candidate in _roundings(other, coarse, policy))


def _finer(evidence: Quantity, other: Fraction, step: Fraction) -> bool:
    """Whether the evidence has digits below the claim's last one; else it was not rounded but changed."""
    return other % step != 0


def _coarse(value: Fraction, step: Fraction) -> Fraction:
    """The place value of the last digit that is not zero: 283,000 → 1,000."""
    units = value / step
    while units and units.denominator == 1 and units % 10 == 0:
        units, step = units / 10, step * 10
    return step


def _roundings(value: Fraction, step: Fraction, policy: Policy) -> Iterator[Fraction]:
    units = value / step
    whole = units.numerator // units.denominator
    if "half_up" in policy.roundings:
        yield Fraction((2 * units + 1) // 2) * step
    if "half_even" in policy.roundings:
        yield round(units) * step
    if "truncate" in policy.roundings:
        yield whole * step


def _intervals(one: Measure, other: Measure, claim: Quantity, evidence: Quantity) -> Relation | None:
    if one.value is not None or other.value is not None:
        value, interval = (one.value, other) if one.value is not None else (other.value, one)
        assert value is not None
        inside = (interval.low is None or value >= interval.low) and (interval.high is None or value <= interval.high)
        return "IN_BOUND" if inside else None
    if (one.low, one.high) == (other.low, other.high):
        return "EQUAL" if claim.unit == evidence.unit else "CONVERTED"
    return None


def comparable(claim: Quantity, evidence: Quantity) -> bool:
    """Whether the two could stand for one figure: the same dimension."""
    one, other = measure(claim), measure(evidence)
    return one is not None and other is not None and _same_dimension(one, other)


def difference(claim: Quantity, evidence: Quantity) -> str:
    """The code for two quantities of one slot that disagree."""
    one, other = measure(claim), measure(evidence)
    assert one is not None
    assert other is not None
    if one.dimension != other.dimension:
        if claim.kind == evidence.kind == "money":
            return "CURRENCY_MISMATCH"
        if {claim.kind, evidence.kind} <= {*_RATIOS, *_POINTS}:
            return "RATIO_KIND_MISMATCH"
        return "UNIT_MISMATCH"
    if one.value is None or other.value is None:
        return "RANGE_MISMATCH"
    ratio = abs(one.value / other.value) if other.value and one.value else None
    if ratio is not None and _power_of_ten(ratio):
        return "UNIT_MISMATCH" if claim.unit != evidence.unit and claim.kind != "money" else "MAGNITUDE_MISMATCH"
    return "NUMBER_MISMATCH"


def _power_of_ten(ratio: Fraction) -> bool:
    digits = {ratio.numerator, ratio.denominator}
    return 1 in digits and ratio != 1 and set(str(max(digits))) == {"1", "0"}


def significant_digits(quantity: Quantity) -> int:
    """The digits of a number that count: no leading and no trailing zeros."""
    value = quantity.value
    if isinstance(value, Interval):
        return max((_digits(end) for end in (value.low, value.high) if end is not None), default=0)
    return _digits(value) if isinstance(value, Decimal | Fraction) else 0


def _digits(value: Decimal | Fraction) -> int:
    if isinstance(value, Fraction):
        return len(str(abs(value.numerator)).strip("0"))
    return len("".join(map(str, value.as_tuple().digits)).strip("0"))


def same_digits(claim: Quantity, evidence: Quantity) -> bool:
    """Whether the same digits were written, before scale, unit and decimal point."""
    one, other = _written(claim), _written(evidence)
    return one is not None and one == other


def _written(quantity: Quantity) -> int | None:
    value = quantity.value
    if not isinstance(value, Decimal) or not value:
        return None
    return int("".join(map(str, value.as_tuple().digits)).strip("0") or "0")
