"""Shares and multiples that Chinese says with a sign of its own: 三成, 七成六, 七五折, 翻一番."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from logitrail.scan.atoms import Atom
from logitrail.scan.numeral import exact, moved, plus, power_of_ten, times
from logitrail.scan.numerals_zh import DIGITS
from logitrail.types import Interval, Number

#: 成 and 折 begin many words; a number before one of these is no share.
_NOT_TENTH = frozenset("员为立功本绩交果都长熟就效分品型年人语套因见家份像片千百") - {"分"}
_NOT_DISCOUNT = frozenset("合算旧叠射腾磨损价断线页扣纸返")


def read(atom: Atom, text: str, floor: int) -> bool:
    """Takes 成, 折 or 番 behind the number into the atom.

    Returns:
        Whether there was one.
    """
    place = atom.end + 1 if text[atom.end : atom.end + 1] == " " else atom.end
    sign = text[place : place + 1]
    following = text[place + 1 : place + 2]
    if sign == "成" and not (following and following in _NOT_TENTH):
        return _tenths(atom, text, place)
    if sign == "折" and not (following and following in _NOT_DISCOUNT):
        return _discount(atom, text, place)
    if sign == "番" and isinstance(atom.value, Decimal) and 0 < atom.value <= 16:
        return _doublings(atom, text, place, floor)
    return False


def _tenths(atom: Atom, text: str, place: int) -> bool:
    value = _scaled(atom.value, Decimal(10))
    high = value.high if isinstance(value, Interval) else value
    if high is None or not 0 <= high <= 100:
        return False
    end, step = place + 1, moved(atom.step, 1)
    behind = end + 1 if text[end : end + 1] == " " else end
    char = text[behind : behind + 1]
    if not isinstance(value, Interval):
        if char == "半":
            value, step, end = plus(value, Decimal(5)), Decimal(1), behind + 1
        elif (char in DIGITS or "0" <= char <= "9") and char and not _goes_on(text, behind + 1):
            digit = DIGITS.get(char, 0) if char in DIGITS else int(char)
            value, step, end = plus(value, Decimal(digit)), Decimal(1), behind + 1
    atom.value, atom.step, atom.end = value, step, end
    atom.kind, atom.unit = "percent", "%"
    return True


#: What makes of the digit behind 成 the beginning of another number.
_MORE = frozenset("0123456789%十百千万亿个人年月日家名成折")


def _goes_on(text: str, pos: int) -> bool:
    """Whether what stands at ``pos`` makes of the digit before it the beginning of another number."""
    char = text[pos : pos + 1]
    return char in _MORE or (char in (".", ",") and text[pos + 1 : pos + 2].isdigit())


def _discount(atom: Atom, text: str, place: int) -> bool:
    written = [char for char in text[atom.numeral.start : atom.numeral.end] if char != " "]
    digits = [str(DIGITS[char]) if char in DIGITS else char for char in written]
    if len(digits) == 2 and all(len(digit) == 1 and digit.isdigit() for digit in digits):
        # 七五折, 72折: digit by digit, tenths and hundredths of the price
        value: Number | Interval = Decimal("".join(digits))
        step = Decimal(1)
        if atom.numeral.script == "zh" and isinstance(atom.numeral.value, Interval):
            low, high = Decimal(digits[0]), Decimal(digits[1])
            atom.value, atom.step, atom.kind, atom.unit, atom.end = None, None, "percent", "%", place + 1
            atom.approx, atom.reason = None, f"{low}{high} percent or {low}0 to {high}0 percent"
            return True
    else:
        if atom.value is None or isinstance(atom.value, str):
            return False
        value = _scaled(atom.value, Decimal(10))
        step = moved(atom.step, 1) or Decimal(1)
    high_end = value.high if isinstance(value, Interval) else value
    if high_end is None or not 0 < high_end < 100:
        return False
    atom.value, atom.step, atom.reason, atom.end = value, step, None, place + 1
    atom.kind, atom.unit = "percent", "%"
    return True


def _doublings(atom: Atom, text: str, place: int, floor: int) -> bool:
    start = atom.start
    for verb in ("翻了", "翻", "翻上"):
        if start - len(verb) >= floor and text.startswith(verb, start - len(verb)):
            assert isinstance(atom.value, Decimal)
            if atom.value != atom.value.to_integral_value():
                return False
            atom.value, atom.step = Decimal(2 ** int(atom.value)), None
            atom.kind, atom.unit, atom.start, atom.end = "ratio", "倍", start - len(verb), place + 1
            return True
    return False


def _scaled(value: Number | Interval | str | None, factor: Decimal) -> Number | Interval:
    if isinstance(value, Interval):
        assert value.low is not None
        assert value.high is not None
        return Interval(times(value.low, factor), times(value.high, factor), value.low_open, value.high_open)
    if value is None or isinstance(value, str):
        return Interval(None, None)
    return times(value, factor)


def half_of(atom: Atom, shift: int) -> None:
    """Adds the 半 of 三斤半, of a unit that is ten to the power of ``shift`` of the quantity's."""
    if isinstance(atom.value, Decimal | Fraction):
        atom.value = plus(atom.value, exact(Fraction(1, 2) * Fraction(power_of_ten(shift))))
        atom.step = None
