"""When ideographs are a number: not in idioms, not the 千 of 千克, not a lone 陆; 数百 and 上千 are sizes."""

from __future__ import annotations

import re
from decimal import Decimal

from logitrail.scan import numerals_zh
from logitrail.scan.idioms import idiom_end
from logitrail.scan.numeral import Numeral, loosely, moved, power_of_ten, times, unknown
from logitrail.scan.units import name_at
from logitrail.types import Interval

PLACES = frozenset("十百千万亿兆")
#: What may follow a numeral and continue it.
CONTINUING = frozenset("0123456789多余几来又分点打两 " + numerals_zh.FIRST)
#: Numerals of one sign that need nothing but a look at their neighbours.
SINGLE = {char: Decimal(value) for char, value in numerals_zh.DIGITS.items() if char in "一二三四五六七八九两"} | {
    "十": Decimal(10)
}
#: These are a number alone only where no other ideograph touches them: 参, 陆, 伍, 零 are words too.
_SHY = frozenset("零〇○壹贰叁肆伍陆柒捌玖拾佰仟弌弍弎俩百千万亿兆参")
#: After these a lone 一 is a number although no unit follows: 答案是一还是二.
_ALONE = frozenset("却而这和与或到至是、比还")
_INDEFINITE_NOT = frozenset("人户总件个次天基系指分函参倍多少半复无")
#: A round word with one of these before it means that or more: 上百, 近千, 过亿.
_ROUND = frozenset("上近过逾超破达约成")
_NOT_DOZEN = frozenset("击造开印破工算扮架包折电字听断扫消点枪球车牌针假赌劫量通")
_ONE = Decimal(1)
_TWO_DIGITS = re.compile(r"[一二三四五六七八九] [一二三四五六七八九](?= ?折)")


def is_ideograph(char: str) -> bool:
    """Whether it is a Chinese character of the common block."""
    return "\u4e00" <= char <= "\u9fff"


def numeral_at(text: str, lowered: str, pos: int, floor: int) -> Numeral | None:
    """The numeral that begins with the ideograph at ``pos``; ``None`` where the signs are no number."""
    char = text[pos]
    following = text[pos + 1 : pos + 2]
    value = SINGLE.get(char)
    if (
        value is not None
        and following
        and following not in CONTINUING
        and following != "个"
        and not (char == "十" and pos > floor)
    ):
        return Numeral(pos, pos + 1, value, _ONE, "zh")
    if following == " " and (spaced := _TWO_DIGITS.match(text, pos)):
        return unknown(pos, spaced.end(), f"{spaced[0]} is read digit by digit", "zh")
    if char in PLACES and pos > floor:
        previous = text[pos - 1]
        round_word = char != "十" and (previous in _ROUND or (following and following in "余多"))
        if previous in "数几" or round_word:
            numeral = _size(text, pos)
            if numeral is not None:
                return numeral
    numeral = numerals_zh.numeral_at(text, pos)
    if numeral is None:
        return None
    numeral = less_unit(text, lowered, numeral)
    if numeral.end - pos == 1:
        if char in "百千兆" and name_at(text, lowered, pos) is not None:
            return None  # 千克, 兆瓦: the unit alone
        if char == "一" and following == "两" and name_at(text, lowered, pos + 2):
            return loosely(Numeral(pos, pos + 2, Interval(_ONE, Decimal(2)), _ONE, "zh"))
    numeral = hundred_millions(text, numeral)
    return dozens(text, numeral)


def dozens(text: str, numeral: Numeral) -> Numeral:
    """十打: a dozen for each."""
    if text.startswith("打", numeral.end) and isinstance(numeral.value, Decimal):
        following = text[numeral.end + 1 : numeral.end + 2]
        if not following or following not in _NOT_DOZEN:
            numeral.value, numeral.step, numeral.end = times(numeral.value, Decimal(12)), None, numeral.end + 1
    return numeral


def hundred_millions(text: str, numeral: Numeral) -> Numeral:
    """两个亿, 3个亿: a 亿 that is counted."""
    if text.startswith("个亿", numeral.end) and isinstance(numeral.value, Decimal) and not numeral.scale:
        numeral.value, numeral.script = times(numeral.value, power_of_ten(8)), "zh"
        numeral.step = moved(numeral.step, 8)
        numeral.end += 2
    return numeral


def is_short(text: str, numeral: Numeral) -> bool:
    """Whether the numeral is one sign, or places without a digit (百万): then it may be a part of a word."""
    start, end = numeral.start, numeral.end
    return end - start == 1 or (text[start] in "百千" and not text[start:end].strip("百千万亿"))


def stands_alone(text: str, numeral: Numeral) -> bool:
    """Whether a short numeral, without a unit, is a number and not a part of a word."""
    char = text[numeral.start]
    before, after = text[numeral.start - 1 : numeral.start], text[numeral.end : numeral.end + 1]
    if char in "百千万亿兆佰仟":
        return False  # 百万 and 千 alone name a size, not a number
    if char in _SHY:
        return not is_ideograph(before) and not is_ideograph(after)
    return char != "一" or not is_ideograph(after) or after in _ALONE


def _size(text: str, pos: int) -> Numeral | None:
    """数百, 几千万, 上百, 近亿, 千余: a round word that stands for a size."""
    before = text[pos - 1]
    power, end = numerals_zh.scale_after(text, pos)
    following = text[end : end + 1]
    if not power or (following and following in CONTINUING and following not in "余多 "):
        return None
    size = power_of_ten(power)
    if before in "数几":
        earlier = text[pos - 2 : pos - 1]
        if before == "数" and earlier and earlier in _INDEFINITE_NOT:
            return None
        start = pos - 2 if earlier == "好" else pos - 1
        value = Interval(size, power_of_ten(power + 1), False, True)
        return loosely(Numeral(start, end, value, size, "zh"), f"{before} stands for a digit that is not named")
    numeral = Numeral(pos, end, size, size, "zh")
    if before in "上成过破":
        numeral.start, numeral.loose = pos - 1, before in "上成"
    return numeral


def less_unit(text: str, lowered: str, numeral: Numeral) -> Numeral:
    """三千克 is 3 千克, 五十兆字节 50 兆字节: the last sign belongs to the unit where there is such a unit."""
    last = numeral.end - 1
    if last <= numeral.start or text[last] not in "千兆百两":
        return numeral
    name = name_at(text, lowered, last)
    if text.startswith("百分点", last) or (name is not None and (len(name.text) > 1 or name.text == "两")):
        window = text[numeral.start : last]
        shorter = numerals_zh.numeral_at(window, 0)
        if shorter is not None and shorter.end == len(window.rstrip()) and shorter.value is not None:
            shorter.start += numeral.start
            shorter.end += numeral.start
            return shorter
    return numeral


def half_at(text: str, lowered: str, pos: int, floor: int) -> Numeral | None:
    """半年, 半小时, 半成; 一半 and 半数 are the number ½. ``None`` in 半导体."""
    if idiom_end(text, pos) > 0:
        return None
    half = Decimal("0.5")
    if text.startswith("打", pos + 1) and text[pos + 2 : pos + 3] not in _NOT_DOZEN:
        return Numeral(pos, pos + 2, Decimal(6), None, "zh")
    if text.startswith("半数", pos):
        return Numeral(pos, pos + 2, half, None, "zh")
    if pos > floor and text[pos - 1] == "一":
        return Numeral(pos - 1, pos + 1, half, None, "zh")
    if text.startswith("个", pos + 1):
        name = name_at(text, lowered, pos + 2) or name_at(text, lowered, pos + 1)
    else:
        name = name_at(text, lowered, pos + 1)
    if (name is None or name.unit.kind in ("count", "money", "number")) and not text.startswith("成", pos + 1):
        return None
    return Numeral(pos, pos + 1, half, None, "zh")
