"""Numbers written out: rounded half up, never finer than what is known."""

from __future__ import annotations

from fractions import Fraction


def rounded(value: Fraction, decimals: int) -> Fraction:
    """Rounded half away from zero to a number of decimals."""
    scale = 10**decimals
    shifted = abs(value) * scale
    whole, rest = divmod(shifted.numerator, shifted.denominator)
    whole += 2 * rest >= shifted.denominator
    return Fraction(whole if value >= 0 else -whole, scale)


def decimals_of(value: Fraction) -> int | None:
    """How many decimals write the value exactly; ``None`` where none do."""
    denominator, twos, fives = value.denominator, 0, 0
    while denominator % 2 == 0:
        denominator, twos = denominator // 2, twos + 1
    while denominator % 5 == 0:
        denominator, fives = denominator // 5, fives + 1
    return max(twos, fives) if denominator == 1 else None


def written(value: Fraction, decimals: int, *, grouped: bool) -> str:
    """A value in digits.

    Args:
        value: A value that this many decimals write exactly.
        decimals: How many are written.
        grouped: Whether thousands are set apart by commas.
    """
    digits = abs(value) * 10**decimals
    assert digits.denominator == 1
    text = str(digits.numerator).rjust(decimals + 1, "0")
    whole, part = (text[:-decimals], text[-decimals:]) if decimals else (text, "")
    sign = "-" if value < 0 else ""
    return sign + (f"{int(whole):,}" if grouped else whole) + (f".{part}" if part else "")
