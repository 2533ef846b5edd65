"""Chinese numerals: 三千五百万, 两亿零三万, 四百五, 25万6千, 壹佰贰拾叁万, 三分之一, 百分之五, 二三十.

A numeral is cut into symbols, then read by a small grammar: the longest beginning that it accepts is the numeral.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise

from logitrail.scan.digits import literal_at
from logitrail.scan.numeral import (
    MOST_DIGITS,
    Numeral,
    decimal_of,
    exact,
    loosely,
    moved,
    negated,
    plus,
    power_of_ten,
    times,
    unknown,
)
from logitrail.types import Interval, Number

DIGITS = {
    char: value
    for value, chars in enumerate(
        ("零〇○", "一壹弌", "二贰弍两俩", "三叁参弎", "四肆", "五伍", "六陆", "七柒", "八捌", "九玖")
    )
    for char in chars
}
TENS = {"十": 1, "拾": 1, "百": 2, "佰": 2, "千": 3, "仟": 3}
SCORES = {"廿": 2, "卄": 2, "卅": 3, "卌": 4}
SCALES = {"万": 4, "亿": 8, "兆": 12}
#: What a numeral may begin with.
FIRST = "".join([*DIGITS, *TENS, *SCORES, *SCALES])
#: Several scale signs after Western digits: 3千万, 350万亿.
_SCALE_RUN = re.compile(r"\s{0,2}([十百千]?[万亿兆]?[亿]?)")
_POWER = {"十": 1, "百": 2, "千": 3, "万": 4, "亿": 8, "兆": 12}
_LOOSE = "多余几来"
_POINT = "点"
_BLANKS = re.compile(r" {0,2}")
_PLACED = re.compile(r"[0-9]+ ?[十百千万亿]")
_MOST_SYMBOLS = 48


@dataclass(slots=True)
class _Symbol:
    kind: str  # d digit · D Western digits · t ten hundred thousand · s scale · z zero · x loose
    value: int
    start: int
    end: int
    literal: str = ""


def scale_after(text: str, pos: int) -> tuple[int, int]:
    """The power of ten that the scale signs at ``pos`` stand for, and their end; ``(0, pos)`` without any."""
    run = _SCALE_RUN.match(text, pos)
    if run is None or not run[1]:
        return 0, pos
    return sum(_POWER[char] for char in run[1]), run.end()


def _symbols(text: str, pos: int) -> list[_Symbol]:
    """The symbols from ``pos`` on, blanks between them left out; Western digits only next to ideographs."""
    symbols: list[_Symbol] = []
    while len(symbols) < _MOST_SYMBOLS:
        char = text[pos : pos + 1]
        if char in DIGITS and char:
            value = DIGITS[char]
            symbols.append(_Symbol("d" if value else "z", value, pos, pos + 1))
        elif char in TENS and char:
            if symbols and symbols[-1].kind == "t" and symbols[-1].value <= TENS[char]:
                break
            symbols.append(_Symbol("t", TENS[char], pos, pos + 1))
        elif char in SCORES and char:
            symbols.append(_Symbol("d", SCORES[char], pos, pos))
            symbols.append(_Symbol("t", 1, pos, pos + 1))
        elif char in SCALES and char:
            symbols.append(_Symbol("s", SCALES[char], pos, pos + 1))
        elif char and char in _LOOSE and symbols and symbols[-1].kind in "tsDz":
            symbols.append(_Symbol("x", 0, pos, pos + 1))
        elif "0" <= char <= "9" and (not symbols or symbols[-1].kind in "tsz"):
            end, literal, _ = literal_at(text, pos)
            if literal is None or len(literal) > MOST_DIGITS:
                break
            symbols.append(_Symbol("D", 0, pos, end, literal))
        else:
            break
        pos = symbols[-1].end
        blank = _BLANKS.match(text, pos)
        assert blank is not None
        if blank.end() > pos:
            following = text[blank.end() : blank.end() + 1]
            if following not in _CONTINUES or (symbols[-1].kind == "z" and following not in DIGITS):
                break
            if following.isdigit() and not _PLACED.match(text, blank.end()):
                break  # 5万 3人 are two numbers, 7万 5千 is one
            pos = blank.end()
    return symbols


_CONTINUES = frozenset([*FIRST, *_LOOSE, *"0123456789"])


def _read(symbols: list[_Symbol]) -> tuple[int, Number, Decimal, bool]:
    """The longest beginning that is a number.

    Returns:
        How many symbols it takes (0: none), its value, the place of its last digit, whether it is loose.
    """
    total: int | Fraction = 0  # what scale signs have closed
    section: int | Fraction = 0  # since the last scale sign
    pending: int | Fraction | None = None  # a digit that waits for its place
    place = 99  # the power of the last 十百千 of this section; the next must be smaller
    last_scale = 99  # the power of the last scale sign
    zero = False  # a 零 since the last place
    loose = False
    step = 0  # the power of the place of the last digit
    taken = 0
    best: tuple[int, int | Fraction, int, bool] = (0, 0, 0, False)
    previous = ""
    for symbol in symbols:
        kind = symbol.kind
        if kind == "d":
            if pending is not None or loose:
                break
            pending, step = symbol.value, 0
        elif kind == "D":
            if pending is not None or loose:
                break
            value = Fraction(symbol.literal) if "." in symbol.literal else int(symbol.literal)
            room = last_scale if place == 99 else place
            if previous and value >= 10 ** (room if previous != "z" else min(room, 8)):
                break
            if previous and place == 99 and last_scale == 99:
                break
            point = symbol.literal.find(".")
            pending, step = value, point + 1 - len(symbol.literal) if point >= 0 else 0
        elif kind == "z":
            if pending is not None or loose:
                break
            zero = True
            if not previous:
                pending, step = None, 0
        elif kind == "t":
            if symbol.value >= place or (pending is None and previous not in ("", "s", "z", "x")):
                break
            if pending is None and previous in ("s", "x") and not (previous == "s" and symbol.value == 1):
                break
            section += (1 if pending is None else pending) * 10**symbol.value
            # 三十 is as exact as 30, whose zero is written; 三百 may be rounded
            step = (symbol.value if symbol.value > 1 else 0) + (step if pending is not None else 0)
            pending, place, zero = None, symbol.value, False
        elif kind == "s":
            if pending is None and section == 0 and (total == 0 or previous not in ("s", "x")):
                break
            amount = section + (pending or 0)
            scale = 10**symbol.value
            if symbol.value < last_scale and amount:
                total += amount * scale
                step = symbol.value + (step if pending is not None else place if 1 < place != 99 else 0)
            elif symbol.value < last_scale:
                break
            else:
                total = (total + amount) * scale
                step += symbol.value
            section, pending, place, zero = 0, None, 99, False
            last_scale = symbol.value
        else:  # loose: only counts if a scale sign follows, or as the digit of 十几
            if pending is not None and previous != "D":
                break
            loose = True
            if pending is not None:
                section, pending = section + pending, None
            taken += 1
            previous = "x"
            continue
        taken += 1
        if kind == "s" or (kind == "z" and taken == 1) or (kind in "dDt" and not loose):
            value = total + section
            if pending is not None:
                # 四百五 is 450, 一万三 is 13,000; after 零 the digit stands for itself
                short = kind in ("d", "D") and not zero and previous in ("t", "s") and pending < 10 and step == 0
                power = (place if place != 99 else last_scale) - 1 if short else 0
                value += pending * 10**power
                best = (taken, value, power + step, loose)
            else:
                best = (taken, value, step, loose)
        previous = kind
    count, read, last, loosely = best
    return count, Decimal(read) if isinstance(read, int) else exact(read), power_of_ten(last), loosely


def _digit_string(symbols: list[_Symbol]) -> list[_Symbol]:
    """The symbols as long as they are single digits: 二〇二四."""
    run: list[_Symbol] = []
    for symbol in symbols:
        if symbol.kind not in "dz" or (run and run[-1].end != symbol.start):
            break
        run.append(symbol)
    return run


def _integer(text: str, pos: int) -> Numeral | None:
    """The numeral at ``pos`` without its decimals, sign and fraction."""
    symbols = _symbols(text, pos)
    if not symbols:
        return None
    run = _digit_string(symbols)
    if len(run) >= 2 and symbols[0].kind in "dz":
        following = symbols[len(run)].kind if len(run) < len(symbols) else ""
        if following not in ("t", "s", "x") or len(run) > 2:
            if following == "t":
                end = symbols[-1].end
                return unknown(pos, end, f"{text[pos:end]} is not one number by the rules", "zh")
            return _spelled(text, run)
    pair = _pair(symbols)
    if pair is not None:
        low, high = _read(symbols[: pair + 1] + symbols[pair + 2 :]), _read(symbols[:pair] + symbols[pair + 1 :])
        if low[0] == high[0] > pair:
            last = symbols[low[0]]
            return loosely(Numeral(pos, last.end, Interval(low[1], high[1]), low[2], "zh"))
    count, value, step, loose = _read(symbols)
    if count == 0:
        return None
    numeral = Numeral(pos, symbols[count - 1].end, value, step, "zh")
    return loosely(numeral) if loose else numeral


def _pair(symbols: list[_Symbol]) -> int | None:
    """Where two digits stand side by side for a span: 二三十, 七八个, 三五百."""
    for index, (one, other) in enumerate(pairwise(symbols)):
        if one.kind == other.kind == "d" and one.end == other.start:
            if other.value == one.value + 1 or (one.value, other.value) == (3, 5):
                return index
            return None
    return None


def _spelled(text: str, run: list[_Symbol]) -> Numeral:
    """Digits one by one: 二〇二四 is 2024; 三五 alone is three to five, and 七三 could be 73 or 7 and 3."""
    start, end = run[0].start, run[-1].end
    if len(run) == 2 and run[0].kind == run[1].kind == "d":
        low, high = run[0].value, run[1].value
        if high == low + 1 or (low, high) == (3, 5):
            return loosely(Numeral(start, end, Interval(Decimal(low), Decimal(high)), Decimal(1), "zh"))
        reason = f"{text[start:end]} may be {low}{high} or the two numbers {low} and {high}"
        return unknown(start, end, reason, "zh")
    return Numeral(start, end, Decimal("".join(str(symbol.value) for symbol in run)), Decimal(1), "zh")


_DECIMALS = re.compile(r" ?点 ?((?:[零〇○一二三四五六七八九壹贰叁肆伍陆柒捌玖] ?)+|[0-9]+)")


def _with_decimals(text: str, numeral: Numeral) -> Numeral:
    """十五点七, 一点五万, 三点一四万亿."""
    match = _DECIMALS.match(text, numeral.end)
    if match is None or not isinstance(numeral.value, Decimal) or numeral.loose:
        return numeral
    digits = "".join(str(DIGITS.get(char, char)) for char in match[1] if char != " ")
    if len(digits) > MOST_DIGITS:
        return numeral
    end = match.end() - (len(match[0]) - len(match[0].rstrip()))
    value, step = plus(numeral.value, Decimal(f"0.{digits}")), -len(digits)
    power, after = scale_after(text, end)
    if power:
        value, step, end = times(value, power_of_ten(power)), step + power, after
    numeral.value, numeral.step, numeral.end = value, power_of_ten(step), end
    return numeral


_OVER = re.compile(r"\s{0,2}分\s{0,2}之\s{0,2}")
_AND = re.compile(r" ?又 ?")
_AND_DIGITS = re.compile(r" ?又 ?([0-9]{1,4})/([0-9]{1,4})(?![0-9/])")
_BARE = re.compile(r"([百千万仟佰][百千万]{0,2})\s{0,2}分\s{0,2}之\s{0,2}")
_SHARES = {"百": ("percent", 0), "佰": ("percent", 0), "千": ("permille", 0), "仟": ("permille", 0)}


def numeral_at(text: str, pos: int) -> Numeral | None:
    """The Chinese or mixed numeral at ``pos``, decimals and fraction included, sign not.

    Returns:
        ``None`` where the signs are no number (a lone 万).
    """
    if bare := _BARE.match(text, pos):
        share = _share(text, bare)
        if share is not None:
            return share
    numeral = _integer(text, pos) if text[pos] not in SCALES else None
    if numeral is None:
        return None
    numeral = _with_decimals(text, numeral)
    following = text[numeral.end : numeral.end + 1]
    if following in ("又", " ") and isinstance(numeral.value, Decimal) and (joint := _AND.match(text, numeral.end)):
        if (written := _AND_DIGITS.match(text, numeral.end)) and int(written[2]):
            value = plus(numeral.value, Fraction(int(written[1]), int(written[2])))
            return Numeral(pos, written.end(), value, None, "zh")
        part = _integer(text, joint.end())
        part = _fraction(text, part) if part is not None else None
        if part is not None and part.step is None and isinstance(part.value, Decimal | Fraction):
            return Numeral(pos, part.end, plus(numeral.value, part.value), None, "zh")
    return _fraction(text, numeral) if following in ("分", " ") else numeral


def _second(text: str, pos: int) -> Numeral | None:
    """The number after 分之, which may be of either script and have a sign."""
    negative = text.startswith("负", pos) or text.startswith("-", pos)
    start = pos + negative
    if text[start : start + 1] in DIGITS or text[start : start + 1] in TENS or text[start : start + 1] in SCORES:
        numeral = _integer(text, start)
        numeral = _with_decimals(text, numeral) if numeral is not None else None
    elif "0" <= text[start : start + 1] <= "9":
        end, literal, reason = literal_at(text, start)
        if literal is not None and len(literal) > MOST_DIGITS:
            return None
        point = literal.find(".") if literal else -1
        step = power_of_ten(point + 1 - len(literal) if literal and point >= 0 else 0)
        numeral = Numeral(start, end, decimal_of(literal) if literal else None, step)
        numeral.reason = reason
    else:
        return None
    if numeral is not None and negative:
        numeral.value = negated(numeral.value)
    return numeral


def _fraction(text: str, numeral: Numeral) -> Numeral:
    """三分之一, 16分之2225."""
    over = _OVER.match(text, numeral.end)
    if over is None or not isinstance(numeral.value, Decimal) or not numeral.value:
        return numeral
    upper = _second(text, over.end())
    if upper is None or not isinstance(upper.value, Decimal):
        return numeral
    value = exact(Fraction(upper.value) / Fraction(numeral.value))
    return Numeral(numeral.start, upper.end, value, None, "zh")


def _share(text: str, bare: re.Match[str]) -> Numeral | None:
    """百分之五, 千分之五, 百万分之五: with nothing before the 百 they are shares, not fractions."""
    upper = _second(text, bare.end())
    if upper is None:
        return None
    power = sum(_POWER.get(char, 0) or TENS[char] for char in bare[1])
    preset, shift = {2: ("percent", 0), 3: ("permille", 0)}.get(power, ("percent", 2 - power))
    upper.preset, upper.body, upper.start = preset, upper.start, bare.start()
    if isinstance(upper.value, Decimal) and upper.step is not None and shift:
        upper.value, upper.step = times(upper.value, power_of_ten(shift)), moved(upper.step, shift)
    return upper
