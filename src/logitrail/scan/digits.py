"""Numbers in Western digits: separators, exponents, powers, fractions."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction

from logitrail.scan.numeral import MOST_DIGITS, Numeral, exact, moved, plus, power_of_ten, preset, shifted, unknown

# No number has more groups than these; without the bound a long list would be read to its end for each of its entries.
_RUN = re.compile(r"[0-9]+(?:[.,][0-9]+){0,40}")
_THOUSANDS = re.compile(r"[0-9]{1,3}(?:,[0-9]{3}){1,12}+(?:\.[0-9]+)?+(?![.,]?[0-9])")
_INDIAN = re.compile(r"[0-9]{1,2}(?:,[0-9]{2}){1,12},[0-9]{3}(?:\.[0-9]+)?+(?![.,]?[0-9])")
_CONTINENTAL = re.compile(r"[0-9]{1,3}(?:\.[0-9]{3}){1,12}+,(?:[0-9]{1,2}|[0-9]{4,}+)(?![.,]?[0-9])")
_DOTTED = re.compile(r"[0-9]{1,3}(?:\.[0-9]{3}){2,12}+(?![.,]?[0-9])")
_COMMA_DECIMAL = re.compile(r"[0-9]+,0[0-9]?(?![.,]?[0-9])")
_EITHER = re.compile(r"[0-9]+,[0-9]{1,2}(?![.,]?[0-9])")
_SPACED = re.compile(r"[1-9][0-9]{0,2}(?: [0-9]{3}){1,12}+(?:\.[0-9]+)?+(?![ .,]?[0-9])")
_SWISS = re.compile(r"[0-9]{1,3}(?:'[0-9]{3}){1,12}+(?:\.[0-9]+)?+(?![.,']?[0-9])")
_EXPONENT = re.compile(
    r"[eE]([+-]?[0-9]{1,4})(?![0-9A-Za-z])|\s?[xX×*]\s?10\^?([+-]?[0-9]{1,4}|[⁺⁻]?[⁰¹²³⁴-⁹]{1,3})(?![0-9])"
)
_POWER = re.compile(r"\^([+-]*)([0-9]{1,3})(?![0-9]|\.[0-9])")
_OVER = re.compile(r"\s?/\s?([0-9]{1,6})(?![0-9/%])(?!\s?mm\s?Hg)")
#: What looks like a fraction and is a date or a saying.
_SAYINGS = frozenset({"24/7", "50/50", "9/11", "20/20"})
_YEAR = re.compile(r"(?:19|20)[0-9]{2}")
_MIXED = re.compile(r" {1,2}([0-9]{1,4})/([0-9]{1,4})(?![0-9/])")
_SUPERSCRIPT = str.maketrans("⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "+-0123456789")

VULGAR = {
    "½": Fraction(1, 2), "⅓": Fraction(1, 3), "⅔": Fraction(2, 3), "¼": Fraction(1, 4), "¾": Fraction(3, 4),
    "⅕": Fraction(1, 5), "⅖": Fraction(2, 5), "⅗": Fraction(3, 5), "⅘": Fraction(4, 5), "⅙": Fraction(1, 6),
    "⅚": Fraction(5, 6), "⅐": Fraction(1, 7), "⅛": Fraction(1, 8), "⅜": Fraction(3, 8), "⅝": Fraction(5, 8),
    "⅞": Fraction(7, 8), "⅑": Fraction(1, 9), "⅒": Fraction(1, 10),
}  # fmt: skip


def literal_at(text: str, pos: int) -> tuple[int, str | None, str | None]:
    """The digits at ``pos``, which holds a digit (or a point and then a digit).

    Returns:
        The end, the plain literal without separators (``None`` if it can be read in two ways), and why.
    """
    run = _RUN.match(text, pos)
    assert run is not None
    end = run.end()
    written = run[0]
    if "," not in written:
        dots = written.count(".")
        if dots < 2:
            if text.startswith(" ", end) and dots == 0 and end - pos <= 3 and (spaced := _SPACED.match(text, pos)):
                return _spaced(spaced)
            if text.startswith("'", end) and dots == 0 and end - pos <= 3 and (swiss := _SWISS.match(text, pos)):
                return swiss.end(), swiss[0].replace("'", ""), None
            return end, written, None
        if dotted := _DOTTED.match(text, pos):
            return dotted.end(), None, f"{written} may be digits in groups of three or an identifier"
        return pos + written.index("."), written[: written.index(".")], None
    if (match := _THOUSANDS.match(text, pos)) or (match := _INDIAN.match(text, pos)):
        return match.end(), match[0].replace(",", ""), None
    if match := _CONTINENTAL.match(text, pos):
        return match.end(), match[0].replace(".", "").replace(",", "."), None
    if match := _COMMA_DECIMAL.match(text, pos):
        return match.end(), match[0].replace(",", "."), None
    listed = pos > 1 and text[pos - 1] == "," and text[pos - 2].isdigit()
    if not listed and (match := _EITHER.match(text, pos)):
        whole, _, rest = match[0].partition(",")
        return match.end(), None, f"{match[0]} may be {whole}.{rest} or the two numbers {whole} and {rest}"
    first = written.partition(",")[0]
    if first.count(".") > 1:
        first = first.partition(".")[0]
    return pos + len(first), first, None


def _spaced(match: re.Match[str]) -> tuple[int, str | None, str | None]:
    groups = match[0].split(" ")
    if len(groups) == 2 and len(groups[0]) == 3 and groups[1] != "000":
        return match.end(), None, f"{match[0]} may be one number or the two numbers {groups[0]} and {groups[1]}"
    return match.end(), "".join(groups), None


def numeral_at(text: str, pos: int) -> Numeral:
    """The number in Western digits at ``pos``, which holds a digit, or a point before a digit."""
    if text[pos] == ".":
        run = _RUN.match(text, pos + 1)
        assert run is not None
        whole = run[0].partition(",")[0].partition(".")[0]
        return _extended(text, Numeral(pos, pos + 1 + len(whole), Decimal("0." + whole), power_of_ten(-len(whole))))
    end, literal, reason = literal_at(text, pos)
    if literal is None:
        return unknown(pos, end, reason or "")
    if len(literal) > MOST_DIGITS:
        return preset(unknown(pos, end, "too many digits for a quantity"), "id")
    point = literal.find(".")
    numeral = Numeral(pos, end, Decimal(literal), power_of_ten(point + 1 - len(literal) if point >= 0 else 0))
    return _extended(text, numeral) if text[end : end + 1] in _EXTENDING else numeral


#: What may come after the digits and belong to the number; the end of the text is no such thing.
_EXTENDING = frozenset("eExX×*^/ ½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒⁄")


def _extended(text: str, numeral: Numeral) -> Numeral:
    end = numeral.end
    value = numeral.value
    assert isinstance(value, Decimal)
    following = text[end : end + 1]
    if following in VULGAR:
        numeral.value, numeral.step, numeral.end = plus(value, VULGAR[following]), None, end + 1
    elif exponent := _EXPONENT.match(text, end):
        shift = int(exponent[1] or exponent[2].translate(_SUPERSCRIPT))
        if abs(shift) <= MOST_DIGITS and numeral.step is not None:
            numeral.value = shifted(value, shift)
            numeral.step = moved(numeral.step, shift)
            numeral.end = exponent.end()
    elif power := _POWER.match(text, end):
        _raise(numeral, power)
    elif mixed := _MIXED.match(text, end):
        if int(mixed[2]):
            numeral.value = plus(value, Fraction(int(mixed[1]), int(mixed[2])))
            numeral.step, numeral.end = None, mixed.end()
    elif (over := _OVER.match(text, end)) and int(over[1]) and value == value.to_integral_value():
        if _YEAR.fullmatch(text, numeral.start, end) or (_YEAR.fullmatch(over[1]) and value > 31):
            # A year and a number, or a number and a year: a reference (2024/31, 3304117/2022).
            numeral.value, numeral.step, numeral.end, numeral.preset = None, None, over.end(), "id"
            return numeral
        if text[numeral.start : over.end()] in _SAYINGS:
            numeral.value, numeral.step, numeral.end, numeral.preset = None, None, over.end(), "id"
        elif not _is_pressure(value, int(over[1])):
            numeral.value, numeral.step, numeral.end = exact(Fraction(value) / int(over[1])), None, over.end()
    return numeral


def _is_pressure(upper: Decimal, lower: int) -> bool:
    """Whether the two can only be a blood pressure (140/90): two numbers, no fraction."""
    return 60 <= upper <= 260 and 30 <= lower < upper and upper.as_tuple().exponent == 0


def _raise(numeral: Numeral, power: re.Match[str]) -> None:
    exponent = int(power[2])
    if exponent > 64:
        return
    if power[1].count("-") % 2:
        exponent = -exponent
    base = Fraction(numeral.value)  # type: ignore[arg-type]
    if base == 0 and exponent < 0:
        return
    numeral.value, numeral.step, numeral.end = exact(base**exponent), None, power.end()
