"""Joins neighbouring numbers that are one quantity: ranges, amounts in several units, ratios, numbers said twice."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction

from logitrail.scan import asides, identifiers, measures
from logitrail.scan.atoms import Atom
from logitrail.scan.number_words import SCALES
from logitrail.scan.numeral import Numeral, exact, moved, plus, power_of_ten, shifted, times
from logitrail.scan.units import units
from logitrail.types import Interval, Number

#: Two numbers farther apart are never one.
MOST_GAP = 16
_FIRST_OF_GAP = frozenset(" -–—~至到和与及(:零又")
_RANGE = re.compile(r"(?:[(（]含[)）])?\s*(?:-{1,2}|–|—{1,2}|~|至|到|to|through)\s*(?:-|–)?\s*")
_AND = re.compile(r"\s*(?:and|和|与|及)\s*(?:the )?")
_BETWEEN = re.compile(r"(?:\bbetween |介于|在|位于|处于)$")
_AMONG = re.compile(r"\s?(?:之间|间(?!隔))")
_FROM = re.compile(r"(?:\bfrom |\branging from |\brange from |从|由|自)$")
_CHANGE = re.compile(
    r"\b(?:ris(?:e|es|en|ing)|rose|increas\w+|gr[eo]w\w*|fell|fall\w*|drop\w*|declin\w+|decreas\w+|shr[aiu]nk\w*|climb\w*|went|go(?:es|ing)?|up|"
    r"down|reduc\w+|cut\w*|rais\w+|lower\w*|chang\w+|mov\w+|improv\w+|widen\w*|narrow\w*|expand\w*|jump\w*|surg\w+|slump\w*|"
    r"extend\w*|adjust\w*|slid\w*|slip\w*|advanc\w+|gain\w*|eas\w+|edg\w+|added|lost)\b|"
    r"涨|跌|降|升|增|减|提高|下调|上调|调整|扩大|延长|缩短|变|提升|缩小|回落|压缩"
)
_JOINS = re.compile(r",?\s?(?:零|又|and )?\s?")
_POWERS = {"百": 2, "佰": 2, "千": 3, "仟": 3, "万": 4, "亿": 8}
_LAST_WORD = re.compile(r"(?:hundred|thousand|million|billion|trillion|lakh|crore)$")
_DIGIT_UNITS = frozenset({"块", "毛", "角", "米", "斤", "尺", "元"})
_CENTS = re.compile(r"[\s.,;!?)]*(?:$|\n|[.,;!?)])")


def may_join(text: str, end: int) -> bool:
    """Whether what stands behind a number that ends at ``end`` may join it to the next."""
    return text[end] in _FIRST_OF_GAP or text.startswith(", ", end)


def join(text: str, lowered: str, one: Atom, other: Atom) -> Atom | None:
    """The two as one quantity; ``None`` if they are two.

    Args:
        text: In plain characters.
        lowered: The same in lower case.
        one: The earlier number.
        other: The next one; nothing but a few characters between them.
    """
    gap = text[one.end : other.start]
    if one.kind in ("id", "ordinal"):
        identifiers.carry_label(text, one, other, gap)
    if one.kind in ("id", "period") or other.kind in ("id", "period"):
        return None
    if gap in ("(", " ("):
        return _said_twice(text, lowered, one, other) if asides.says_again(text, one, other) else None
    if gap.strip() in (":", "："):
        return _ratio(text, one, other)
    low = gap.lower()
    if low == " or " and _numeric(one.value) == (_numeric(other.value) or 0) - 1 and other.start == other.numeral.start:
        return _interval(text, one, other, None, other.end)  # two or three days
    if _RANGE.fullmatch(low):
        return _range(text, lowered, one, other, low.strip())
    if _AND.fullmatch(low):
        joined = _between(text, lowered, one, other)
        if joined is not None:
            return joined
    return _sum(text, one, other, low) if _JOINS.fullmatch(low) else None


# ranges


def _numeric(value: object) -> Number | None:
    return value if isinstance(value, Decimal | Fraction) else None


def _between(text: str, lowered: str, one: Atom, other: Atom) -> Atom | None:
    head = _BETWEEN.search(lowered, max(0, one.start - 9), one.start)
    tail = _AMONG.match(text, other.end)
    if other.unit == "间" and one.kind == "number" and one.unit is None:
        # 10与20间: here 间 is no room
        other.kind, other.unit, tail = "number", None, _AMONG.match(text, other.numeral.end)
    if tail is None and (head is None or (not head[0].isascii() and head[0] != "介于")):
        return None
    return _interval(text, one, other, head, tail.end() if tail else other.end)


def _range(text: str, lowered: str, one: Atom, other: Atom, connector: str) -> Atom | None:
    first, second = _numeric(one.value), _numeric(other.value)
    if (
        first is None
        or second is None
        or one.closed
        or (other.bound is not None and other.start != other.numeral.start)
    ):
        return None
    if connector == "to" and one.kind == other.kind == "number" and other.bare is None and second == 1 and first >= 1:
        return _as_ratio(one, other, first)
    written = text[other.numeral.start : other.numeral.end]
    if len(written) > 1 and written[0] == "0" and written[1:2].isdigit():
        return None
    if connector == "-" and (
        _in_sum(text[max(0, one.start - 2) : one.start]) or _in_sum(text[other.end : other.end + 2])
    ):
        return None  # 3.2 - 188.9 within a sum
    head = _FROM.search(lowered, max(0, one.start - 14), one.start)
    if connector in ("to", "至", "到", "through"):
        back = lowered[max(0, one.start - 48) : one.start]
        change = _CHANGE.search(re.split(r"[.;。；\n]", back)[-1])
        if change is not None and (head is not None or connector == "to"):
            if head is not None:
                _inherit(text, one, other, 100)
            return None
        if head is not None and not head[0].isascii() and _CHANGE.search(text, other.end, other.end + 8):
            return None
    return _interval(text, one, other, head, other.end)


def _in_sum(beside: str) -> bool:
    """Whether what stands beside a number shows a calculation."""
    return beside.strip(" ") in ("+", "×", "*", "÷", "=", "−", "/")


def _inherit(text: str, one: Atom, other: Atom, room: int = 1) -> bool:
    """Gives the first number the unit and the scale that only the second has: 30–40万, $5–10m, 一百二十到一百五十万元.

    Args:
        text: In plain characters.
        one: The first number.
        other: The second.
        room: How many times larger than the second the first may be.

    Returns:
        Whether the two measure the same thing then.
    """
    first = _numeric(one.value)
    assert first is not None
    bare = one.kind == "number" and one.unit is None and one.end == one.numeral.end
    if bare or (one.kind == "money" and one.signed and not one.scale):
        power = 0 if one.scale else _common_scale(text, first, other, room) + (other.shift if bare else 0)
        if power:
            one.value = shifted(first, power)
            one.step = moved(one.step, power)
        if bare:
            one.kind, one.unit, one.signed = other.kind, other.unit, other.signed
    led = one.kind == "money" and one.signed  # $5–10
    if other.kind == "number" and other.unit is None and (led or one.numeral.preset == "percent"):  # 百分之三十到四十
        other.kind, other.unit = one.kind, one.unit
    return one.kind == other.kind and one.unit == other.unit


def _common_scale(text: str, first: Number, other: Atom, room: int) -> int:
    """The power of ten of the second number's scale signs that the first means, too: both are then of one size."""
    second = _numeric(other.value)
    if second is None:
        return 0
    scales = [other.scale] if other.scale else []
    if other.numeral.script == "zh":
        written = text[other.numeral.start : other.numeral.end]
        tail = written[len(written.rstrip("百佰千仟万亿")) :]
        scales = [sum(_POWERS[sign] for sign in tail[start:]) for start in range(len(tail))]
    elif other.numeral.script == "en":
        word = _LAST_WORD.search(text[other.numeral.start : other.numeral.end].lower())
        scales = [SCALES.get(word[0], 2)] if word else []
    for power in scales:
        inner = Fraction(second) / Fraction(10) ** (power + other.shift)
        if abs(Fraction(first)) <= room * abs(inner) and not (power < 4 and first == 1):
            return power
    return 0


def _interval(text: str, one: Atom, other: Atom, head: re.Match[str] | None, end: int) -> Atom | None:
    first, second = _numeric(one.value), _numeric(other.value)
    if first is None or second is None or one.kind == "ordinal" or other.kind == "ordinal":
        return None
    saved = (one.value, one.step, one.kind, one.unit)
    if not _inherit(text, one, other):
        one.value, one.step, one.kind, one.unit = saved
        return None
    low, high = _numeric(one.value), _numeric(other.value)
    assert low is not None
    assert high is not None
    if low >= high:
        one.value, one.step, one.kind, one.unit = saved
        return None
    steps = [step for step in (one.step, other.step) if step is not None]
    start = head.start() if head is not None and head[0] not in ("在", "位于", "处于", "自") else one.start
    numeral = Numeral(one.numeral.start, other.numeral.end, None, None, other.numeral.script)
    tailed = end > other.end
    joined = Atom(start, max(end, other.end), numeral, Interval(low, high), min(steps) if steps else None)
    joined.kind, joined.unit, joined.closed = other.kind, other.unit, True
    joined.inner = (start, joined.end if tailed else other.inner[1])
    joined.approx = one.approx or other.approx
    joined.bound = other.bound
    joined.reason = one.reason or other.reason
    return joined


# ratios, sums, repetitions


def _ratio(text: str, one: Atom, other: Atom) -> Atom | None:
    """2:1, unless it could be a time of day."""
    first, second = _numeric(one.value), _numeric(other.value)
    if first is None or second is None or second <= 0 or one.kind != "number" or other.kind != "number":
        return None
    if one.closed or one.end != one.numeral.end or other.start != other.numeral.start:
        return None
    right = text[other.numeral.start : other.numeral.end]
    if right[0] == "0" or (
        len(right) == 2 and right.isdigit() and first <= 24 and second < 60 and second > 9 and right != "10"
    ):
        return None
    return _as_ratio(one, other, exact(Fraction(first) / Fraction(second)))


def _as_ratio(one: Atom, other: Atom, value: Number) -> Atom:
    numeral = Numeral(one.numeral.start, other.numeral.end, value, None)
    joined = Atom(one.start, other.end, numeral, value, one.step, "ratio", "倍")
    joined.approx, joined.bound, joined.closed = one.approx, one.bound, True
    if _numeric(other.value) != 1:
        joined.step = None
    return joined


def _said_twice(text: str, lowered: str, one: Atom, other: Atom) -> Atom:
    """twelve (12) months."""
    numeral = Numeral(one.numeral.start, other.end + 1, one.value, one.step, one.numeral.script)  # type: ignore[arg-type]
    joined = Atom(one.start, other.end + 1, numeral, one.value, other.step or one.step)
    joined.approx, joined.bound = one.approx, one.bound
    if one.value != other.value:
        joined.value, joined.reason = None, f"{text[one.start : one.end]} and {text[other.start : other.end]} differ"
    measures.read_unit(joined, text, lowered, None, joined.end)
    return joined


def _sum(text: str, one: Atom, other: Atom, gap: str) -> Atom | None:
    """五元三毛, 七年六个月, 5 ft 2 in, 三块五, 15 dollars 50."""
    first, second = _numeric(one.value), _numeric(other.value)
    if first is None or second is None or one.closed or other.start != other.numeral.start or first < 0:
        return None
    if one.kind == "money" and one.unit is not None:
        added = _minor(text, one, other, gap, second)
        if added is not None:
            return _summed(one, other, plus(first, added), one.unit, _step_of(other, added, second))
        return None
    if gap == "" and other.kind == "number" and text[one.end - 1] in _DIGIT_UNITS and _single_digit(other, text):
        tenth = times(second, power_of_ten(-1))
        return _summed(one, other, plus(first, tenth), one.unit, power_of_ten(-1))
    if other.value == Decimal("0.5") and text[other.start : other.end].lower() == "a half" and one.unit is not None:
        return _summed(one, other, plus(first, Decimal("0.5")), one.unit, None)
    table = units()
    if other.unit == "分" and other.kind == "count" and one.unit == "h":
        other.kind, other.unit = "duration", "min"
    if one.unit == "分" and one.kind == "count" and other.unit == "s":
        one.kind, one.unit = "duration", "min"
    large, small = table.get(one.unit or ""), table.get(other.unit or "")
    if large is None or small is None or large.dimension != small.dimension or not large.factor or not small.factor:
        return None
    if large.factor <= small.factor or large.kind in ("percent", "permille", "number"):
        return None
    converted = times(first, exact(large.factor / small.factor))
    if second >= large.factor / small.factor:
        return None
    return _summed(one, other, plus(converted, second), small.name, other.step)


def _minor(text: str, one: Atom, other: Atom, gap: str, second: Number) -> Number | None:
    """What the second number adds to an amount of money."""
    if other.kind == "money" and other.shift < one.shift and not other.signed:
        cents = other.unit == "USD" and one.unit not in ("CNY", "JPY", "GBP")  # those of any dollar, and of the euro
        return second if other.unit == one.unit or cents else None
    if other.kind == "count" and other.unit == "分" and one.unit in ("CNY", "HKD", "TWD") and one.shift > -2:
        return times(second, power_of_ten(-2))
    if other.kind != "number" or other.unit is not None or other.end != other.numeral.end or one.scale:
        return None
    written = text[other.numeral.start : other.numeral.end]
    if gap == "" and text[one.end - 1] in "块毛角元" and (_single_digit(other, text) or written[0] == "零"):
        return times(second, power_of_ten(one.shift - (2 if written[0] == "零" else 1)))
    worded = text[one.end - 1].isalpha() and text[one.end - 1].isascii()
    if (gap == " and " or (gap == " " and worded)) and _CENTS.match(text, other.end):
        whole = second == int(second) and 0 < second < 100 and one.step is not None and one.step >= 1
        if whole and one.shift == 0 and (one.signed or len(text[one.numeral.end : one.end].strip()) > 3):
            return times(second, power_of_ten(-2))
    return None


def _single_digit(atom: Atom, text: str) -> bool:
    return atom.end - atom.start == 1 and not text[atom.end : atom.end + 1].isdigit()


def _step_of(other: Atom, added: Number, second: Number) -> Decimal | None:
    if other.step is None or not second:
        return None
    factor = exact(Fraction(added) / Fraction(second))
    return other.step * factor if isinstance(factor, Decimal) else None


def _summed(one: Atom, other: Atom, value: Number, unit: str | None, step: Decimal | None) -> Atom:
    numeral = Numeral(one.numeral.start, other.numeral.end, value, step, other.numeral.script)
    joined = Atom(one.start, other.end, numeral, value, step, one.kind, unit)
    joined.approx = one.approx or other.approx
    joined.bound = one.bound or other.bound
    joined.inner = (one.inner[0], other.inner[1])
    joined.shift, joined.signed, joined.closed = min(one.shift, other.shift), one.signed, other.closed
    return joined
