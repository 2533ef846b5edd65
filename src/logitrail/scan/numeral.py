"""A number as it is written, before anything is known of its unit, and exact arithmetic on what was written."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from functools import lru_cache

from logitrail.types import Interval, Number

#: A number with more digits than this is not written to be computed with; it is a serial number of some kind.
MOST_DIGITS = 120


class Numeral:
    """One written number. A text has hundreds, so what is rarely set costs nothing until it is.

    Attributes:
        start, end: Where it stands, sign not included.
        value: Exact, without sign and without ``scale``; an ``Interval`` for 二三十, 几十万; ``None`` where it can be
            read in more than one way.
        step: The place value of the last written digit; ``None`` for a fraction.
        script: ``"digits"``, ``"zh"`` (an ideograph among them), ``"en"`` (a word among them).
        loose: It says itself that it is loose: 十多万, 五百余.
        reason: Why ``value`` is ``None``, or what was taken for granted.
        preset: The kind that the numeral itself carries: ``"percent"`` for 百分之五; ``None`` else.
        body: Where the bare number begins, if something else comes first (百分之); −1 else.
        scale: The power of ten of a scale behind Western digits (3万 → 4), not yet part of ``value``.
    """

    loose = False
    reason: str | None = None
    preset: str | None = None
    body = -1
    scale = 0

    def __init__(
        self, start: int, end: int, value: Number | Interval | None, step: Decimal | None, script: str = "digits"
    ) -> None:
        self.start = start
        self.end = end
        self.value = value
        self.step = step
        self.script = script


def unknown(start: int, end: int, reason: str, script: str = "digits") -> Numeral:
    """Something that looks like a number and can be read in more than one way."""
    numeral = Numeral(start, end, None, None, script)
    numeral.reason = reason
    return numeral


def loosely(numeral: Numeral, reason: str | None = None) -> Numeral:
    """Marks the numeral as loose in itself: 十多万, 二三十."""
    numeral.loose, numeral.reason = True, reason
    return numeral


def preset(numeral: Numeral, kind: str) -> Numeral:
    """Gives the numeral a kind of its own."""
    numeral.preset = kind
    return numeral


@lru_cache(maxsize=256)
def power_of_ten(exponent: int) -> Decimal:
    """10 to that power, exactly, written with one digit."""
    return Decimal(10**exponent) if exponent >= 0 else Decimal((0, (1,), exponent))


def decimal_of(literal: str, shift: int = 0) -> Decimal:
    """The value of a plain literal (``"12.50"``) times ten to the power of ``shift``; nothing is rounded.

    Returns:
        A value without a positive exponent, so that it prints as it is (11000000, not 1.1E+7).
    """
    if not shift:
        return Decimal(literal)
    point = literal.find(".")
    places = len(literal) - point - 1 if point >= 0 else 0
    if shift >= places:
        return Decimal(literal.replace(".", "") + "0" * (shift - places))
    return Decimal(f"{literal}E{shift}")


def exact(value: Fraction) -> Number:
    """The value as a ``Decimal`` if that can hold it, else as it is."""
    denominator = value.denominator
    if denominator == 1:
        return Decimal(value.numerator)
    twos = fives = 0
    while denominator % 2 == 0:
        denominator //= 2
        twos += 1
    while denominator % 5 == 0:
        denominator //= 5
        fives += 1
    if denominator != 1 or max(twos, fives) > MOST_DIGITS:
        return value
    places = max(twos, fives)
    return Decimal(f"{value.numerator * 2 ** (places - twos) * 5 ** (places - fives)}E-{places}")


def times(value: Number, factor: Number) -> Number:
    """The exact product."""
    return exact(Fraction(value) * Fraction(factor))


def plus(one: Number, other: Number) -> Number:
    """The exact sum."""
    return exact(Fraction(one) + Fraction(other))


def shifted(value: Number | Interval | None, shift: int) -> Number | Interval | None:
    """The value times ten to the power of ``shift``."""
    if value is None or shift == 0:
        return value
    if isinstance(value, Interval):
        low, high = shifted(value.low, shift), shifted(value.high, shift)
        assert not isinstance(low, Interval)
        assert not isinstance(high, Interval)
        return Interval(low, high, value.low_open, value.high_open)
    if isinstance(value, Decimal):
        sign, digits, exponent = value.as_tuple()
        assert isinstance(exponent, int)
        zeros = exponent + shift
        return Decimal((sign, digits + (0,) * zeros, 0)) if zeros > 0 else Decimal((sign, digits, zeros))
    return exact(value * Fraction(10) ** shift)


def moved(step: Decimal | None, shift: int) -> Decimal | None:
    """The place value times ten to the power of ``shift``; ``None`` stays ``None``."""
    place = shifted(step, shift)
    assert place is None or isinstance(place, Decimal)
    return place


def negated(value: Number | Interval | None) -> Number | Interval | None:
    """The value with the other sign."""
    if value is None:
        return None
    if isinstance(value, Interval):
        low = (
            None if value.high is None else value.high.copy_negate() if isinstance(value.high, Decimal) else -value.high
        )
        high = None if value.low is None else value.low.copy_negate() if isinstance(value.low, Decimal) else -value.low
        return Interval(low, high, value.high_open, value.low_open)
    # The unary minus of Decimal rounds to the precision of the context.
    return value.copy_negate() if isinstance(value, Decimal) else -value
