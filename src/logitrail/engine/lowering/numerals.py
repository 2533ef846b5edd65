"""Regular expressions of the numbers between two bounds.

Numbers are spelled as ``json.dumps`` spells them: digits and a fraction, or a mantissa below ten with an exponent where
a float is below 1e-4 or from 1e16 on. Integers are digits alone: 1.0 and 1e+16 are integers, too, but many readers
refuse them. Without bounds any JSON number is allowed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from logitrail.engine.lowering.quoting import words_regex

_PLAIN = r"(?:0|[1-9][0-9]*)(?:\.[0-9]+)?"
_ANY = rf"-?{_PLAIN}(?:[eE][+-]?[0-9]{{1,3}})?"
_WHOLE = r"-?(?:0|[1-9][0-9]*)"
_SMALL = r"[1-9](?:\.[0-9]+)?e-(?:0[5-9]|[1-9][0-9]|[12][0-9][0-9]|3[0-2][0-9])"
_BIG = r"[1-9](?:\.[0-9]+)?e\+(?:1[6-9]|[2-9][0-9]|[12][0-9][0-9]|30[0-8])"

_LEAST_PLAIN = Decimal("1e-4")
#: Just below the least float that is written with an exponent, so that a bound at that float is no special case.
_FIRST_BIG = Decimal("9999999999999999")


def decimal(value: int | float | Decimal) -> Decimal:
    """The number that a JSON literal of the value says."""
    return Decimal(repr(value)) if isinstance(value, float) else Decimal(value)


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a number must obey.

    Attributes:
        low: Lower bound, or ``None``.
        low_open: Whether the bound itself is excluded.
        high: Upper bound, or ``None``.
        high_open: Whether the bound itself is excluded.
        whole: Whether it must be an integer.
        places: Most decimal places, or ``None``.
    """

    low: Decimal | None = None
    low_open: bool = False
    high: Decimal | None = None
    high_open: bool = False
    whole: bool = False
    places: int | None = None

    @property
    def empty(self) -> bool:
        """Whether no number obeys; integers between are looked for, too."""
        if self.low is None or self.high is None:
            return False
        if self.low > self.high or (self.low == self.high and (self.low_open or self.high_open)):
            return True
        if not self.whole:
            return False
        first = self.low.to_integral_value(rounding="ROUND_CEILING")
        if first == self.low and self.low_open:
            first += 1
        return first > self.high or (first == self.high and self.high_open)

    def admits(self, number: Decimal) -> bool:
        """Whether a number obeys the bounds."""
        if self.low is not None and (number < self.low or (self.low_open and number == self.low)):
            return False
        if self.high is not None and (number > self.high or (self.high_open and number == self.high)):
            return False
        return not self.whole or number == number.to_integral_value()


def numbers(bounds: Bounds) -> tuple[list[str], bool]:
    """Regular expressions that together spell the numbers within bounds, and whether they spell nothing else.

    Returns:
        Alternatives; each is a list of conjuncts joined by ``&``, written as grammar text.
    """
    plain = [_WHOLE] if bounds.whole else [] if bounds.low is None and bounds.high is None else [rf"-?{_PLAIN}"]
    if bounds.places is not None and not bounds.whole:
        plain.append(rf"-?(?:0|[1-9][0-9]*)(?:\.[0-9]{{1,{bounds.places}}}0*)?")
    if bounds.low is not None:
        plain.append(_at_least(bounds.low, bounds.low_open))
    if bounds.high is not None:
        plain.append(_at_most(bounds.high, bounds.high_open))
    if not plain:
        return [f"/{_ANY}/"], True
    if bounds.places is not None and not bounds.whole and bounds.low is None and bounds.high is None:
        plain = plain[-1:]
    options = [" & ".join(f"/{part}/" for part in plain)]
    if bounds.whole:
        return options, True
    exact = True
    for spelled, least, most in (
        (_SMALL, Decimal(0), _LEAST_PLAIN),
        (f"-{_SMALL}", -_LEAST_PLAIN, Decimal(0)),
        (_BIG, _FIRST_BIG, None),
        (f"-{_BIG}", None, -_FIRST_BIG),
    ):
        if _SMALL in spelled and bounds.places is not None:
            exact = False
        inside, outside = _overlap(bounds, least, most)
        if inside:
            options.append(f"/{spelled}/")
            exact = exact and not outside
            if bounds.places is not None:
                exact = False
    return options, exact


def _overlap(bounds: Bounds, least: Decimal | None, most: Decimal | None) -> tuple[bool, bool]:
    """Whether an open interval has numbers within the bounds, and numbers outside of them."""
    low, high = bounds.low, bounds.high
    disjoint = (low is not None and most is not None and low >= most) or (
        high is not None and least is not None and high <= least
    )
    if disjoint:
        return False, True
    inside_low = low is None or (least is not None and low <= least)
    inside_high = high is None or (most is not None and high >= most)
    return True, not (inside_low and inside_high)


def _at_least(bound: Decimal, strict: bool) -> str:
    if bound > 0:
        return _magnitude_from(bound, strict)
    if bound == 0:
        return _positive() if strict else rf"{_PLAIN}|-0(?:\.0+)?"
    return rf"{_PLAIN}|-(?:{_magnitude_to(bound.copy_negate(), strict)})"


def _at_most(bound: Decimal, strict: bool) -> str:
    if bound < 0:
        return rf"-(?:{_magnitude_from(bound.copy_negate(), strict)})"
    if bound == 0:
        return rf"-(?:{_positive()})" if strict else rf"-(?:{_PLAIN})|0(?:\.0+)?"
    return rf"-(?:{_PLAIN})|{_magnitude_to(bound, strict)}"


def _positive() -> str:
    return r"[1-9][0-9]*(?:\.[0-9]+)?|0\.0*[1-9][0-9]*"


def _digits(bound: Decimal) -> tuple[str, str]:
    whole, _, fraction = f"{bound:f}".partition(".")
    return whole.lstrip("0") or "0", fraction.rstrip("0")


def _magnitude_from(bound: Decimal, strict: bool) -> str:
    """Numbers without sign from a positive bound on."""
    whole, fraction = _digits(bound)
    options = [rf"(?:{_greater_whole(whole)})(?:\.[0-9]+)?"]
    if not fraction:
        options.append(whole + (r"\.0*[1-9][0-9]*" if strict else r"(?:\.[0-9]+)?"))
    else:
        tails = [rf"{fraction[:i]}[{int(digit) + 1}-9][0-9]*" for i, digit in enumerate(fraction) if digit != "9"]
        tails.append(fraction + ("0*[1-9][0-9]*" if strict else "[0-9]*"))
        options.append(rf"{whole}\.(?:{'|'.join(tails)})")
    return "|".join(options)


def _magnitude_to(bound: Decimal, strict: bool) -> str:
    """Numbers without sign up to a positive bound."""
    whole, fraction = _digits(bound)
    smaller = _smaller_whole(whole)
    options = [rf"(?:{smaller})(?:\.[0-9]+)?"] if smaller else []
    if not fraction:
        if not strict:
            options.append(rf"{whole}(?:\.0+)?")
    else:
        tails = [rf"{fraction[:i]}[0-{int(digit) - 1}][0-9]*" for i, digit in enumerate(fraction) if digit != "0"]
        tails += [rf"{fraction[:i]}" for i in range(1, len(fraction))]
        if not strict:
            tails.append(rf"{fraction}0*")
        options.append(rf"{whole}(?:\.(?:{'|'.join(tails)}))?")
    return "|".join(options)


def _greater_whole(whole: str) -> str:
    """Integers without leading zeros that are greater than one."""
    options = [
        rf"{whole[:i]}[{int(digit) + 1}-9]" + _rest(len(whole) - i - 1) for i, digit in enumerate(whole) if digit != "9"
    ]
    options.append(rf"[1-9][0-9]{{{len(whole)},}}")
    return "|".join(options)


def _smaller_whole(whole: str) -> str:
    if whole == "0":
        return ""
    options = []
    for i, digit in enumerate(whole):
        least = 1 if i == 0 and len(whole) > 1 else 0
        if int(digit) > least:
            options.append(rf"{whole[:i]}[{least}-{int(digit) - 1}]" + _rest(len(whole) - i - 1))
    if len(whole) > 1:
        options.append("0")
        if len(whole) > 2:
            options.append(rf"[1-9][0-9]{{0,{len(whole) - 2}}}")
        else:
            options.append("[1-9]")
    return "|".join(options)


def _rest(count: int) -> str:
    return "" if count == 0 else "[0-9]" if count == 1 else rf"[0-9]{{{count}}}"


def numbers_regex(values: Sequence[int | float | Decimal]) -> str:
    """The spellings of some numbers."""
    numbers = [decimal(value) for value in values]
    whole = sorted({str(int(n)) for n in numbers if 0 < n < 10**15 and n == n.to_integral_value()})
    if len(whole) < 20:
        return "|".join(map(number_regex, values))
    others = [value for value, n in zip(values, numbers, strict=True) if not (0 < n < 10**15 and n == int(n))]
    return "|".join([rf"(?:{words_regex(whole)})(?:\.0+)?", *map(number_regex, others)])


def number_regex(value: int | float | Decimal) -> str:
    """The spellings of one number: trailing zeros of the fraction are free."""
    number = decimal(value)
    sign = "-" if number < 0 else "-?" if number == 0 else ""
    # Beyond any float, only digits remain.
    whole, fraction = _digits(number.copy_abs()) if abs(number.adjusted()) < 400 else ("", "")
    options: list[str] = []
    if whole:
        options.append(whole + (rf"\.{fraction}0*" if fraction else r"(?:\.0+)?"))
    if -330 < number.adjusted() < 309 and number and Decimal(repr(abs(float(number)))) == number.copy_abs():
        mantissa, e, exponent = repr(abs(float(number))).partition("e")
        if e:
            options.append(mantissa.replace(".", r"\.") + "e" + exponent.replace("+", r"\+"))
    return sign + f"(?:{'|'.join(options)})"
