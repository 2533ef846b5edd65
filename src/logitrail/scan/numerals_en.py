"""English numerals: one hundred and three, twenty-fifth, two thirds, one and a half million, nine point nought four.

Words are cut at blanks and hyphens and read by a small grammar. Western digits may stand among them (3 hundred and 21).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from logitrail.scan.digits import literal_at
from logitrail.scan.number_words import DOZENS, KNOWN, ONES, ORDINAL_SCALES, ORDINALS, PARTS, SCALES, TENS
from logitrail.scan.numeral import MOST_DIGITS, Numeral, exact, power_of_ten

_WORD = re.compile(r"[a-z]+|[0-9]")
_GAP = re.compile(r" ?- ?| {1,2}")
_MOST_WORDS = 40


@dataclass(slots=True)
class _Word:
    text: str
    start: int
    end: int
    number: Fraction | None = None  # Western digits
    step: int = 0


@dataclass(slots=True)
class _Cardinal:
    """A whole number: where it ends, its value, the power of its last place, and its part after the last "and"."""

    end: int
    value: Fraction
    step: int
    head: Fraction | None = None  # before the last "and"
    tail: Fraction | None = None  # after it
    scale: Fraction = Fraction(1)  # of its last word, if that is a scale
    head_scale: Fraction = Fraction(1)
    tens_alone: Fraction = Fraction(0)  # its last word, if that is twenty … ninety and no "and" stands before it


def _words(lowered: str, pos: int) -> list[_Word]:
    words: list[_Word] = []
    while len(words) < _MOST_WORDS:
        match = _WORD.match(lowered, pos)
        if match is None:
            break
        if match[0].isdigit():
            end, literal, _ = literal_at(lowered, pos)
            if literal is None or len(literal) > MOST_DIGITS or lowered[end : end + 1].isalpha():
                break
            point = literal.find(".")
            words.append(_Word(literal, pos, end, Fraction(literal), point + 1 - len(literal) if point >= 0 else 0))
        else:
            word = match[0]
            if word not in KNOWN:
                break
            words.append(_Word(word, pos, match.end()))
        gap = _GAP.match(lowered, words[-1].end)
        if gap is None:
            break
        pos = gap.end()
    return words


def _cardinal(words: list[_Word], start: int) -> _Cardinal | None:
    """The longest whole number from ``start`` on."""
    total, current = Fraction(0), None
    last_scale: Fraction | None = None
    step, index = 0, start
    found: _Cardinal | None = None
    previous = ""
    after_and = False
    head: Fraction | None = None
    head_scale = Fraction(1)
    while index < len(words):
        word = words[index]
        text = word.text
        if text in ("a", "an") and index == start and _is_multiplier(words, index + 1):
            current, previous, index = Fraction(1), "a", index + 1
            continue
        if word.number is not None or text in ONES or text in TENS:
            value = word.number if word.number is not None else Fraction(ONES.get(text, TENS.get(text, 0)))
            if not _fits(value, word, current, last_scale, previous, after_and):
                break
            current = value if current is None else current + value
            step = word.step
            previous = "tens" if text in TENS else "one"
        elif text == "hundred":
            if current is None and (previous == "scale" or (previous == "" and _is_multiplier(words, index + 1))):
                current = Fraction(1)  # hundred thousand; a hundred alone needs its "a" or "one"
            if current is None or not 1 <= current < 100:
                break
            current, step, previous = current * 100, 2, "hundred"
        elif text in SCALES or (text[-1] == "s" and text[:-1] in SCALES and found is not None):
            scale = Fraction(10) ** SCALES[text.removesuffix("s")]
            if current is None and previous == "scale" and last_scale is not None and scale > last_scale:
                total, step = total * scale, step + SCALES[text.removesuffix("s")]
            elif current is not None and (last_scale is None or scale < last_scale):
                total += current * scale
                step += SCALES[text.removesuffix("s")]
            else:
                break
            current, last_scale, previous = None, scale, "scale"
        elif text == "and":
            if previous not in ("hundred", "scale") or not _continues(
                words, index + 1, total + (current or 0), previous, last_scale
            ):
                break
            head, head_scale = total + (current or 0), last_scale if previous == "scale" and last_scale else Fraction(1)
            after_and, previous, index = True, "and", index + 1
            continue
        else:
            break
        index += 1
        value = total + (current or 0)
        found = _Cardinal(index, value, step)
        if previous == "scale" and last_scale is not None:
            found.scale = last_scale
        if head is not None:
            found.head, found.tail, found.head_scale = head, value - head, head_scale
        if (
            previous == "tens"
            and words[index - 2 : index - 1]
            and index - 2 >= start
            and words[index - 2].text != "and"
        ):
            found.tens_alone = Fraction(TENS[text])
    return found


def _is_multiplier(words: list[_Word], index: int) -> bool:
    return index < len(words) and (words[index].text == "hundred" or words[index].text in SCALES)


def _fits(
    value: Fraction, word: _Word, current: Fraction | None, last_scale: Fraction | None, previous: str, after_and: bool
) -> bool:
    """Whether a number word may follow what has been read."""
    if previous in ("", "and"):
        return True
    if word.number is not None:
        return False
    if previous == "a" or current is None:
        return previous == "scale" and value > 0
    if previous == "hundred":
        return value > 0
    return previous == "tens" and 0 < value < 10


def _continues(words: list[_Word], index: int, sofar: Fraction, previous: str, last_scale: Fraction | None) -> bool:
    """Whether the words after an "and" are a smaller part of the same number."""
    rest = _cardinal(words, index)
    if rest is None or rest.value <= 0:
        return False
    if previous == "scale" and (words[index].number is not None or (sofar >= 10**6 and rest.value < 100)):
        return False  # 3 million and 200 employees, two million and three subsidiaries
    if previous == "hundred":
        # two hundred and fifty thousand: the scale multiplies both
        return _is_below_hundred(words, index)
    return last_scale is not None and rest.value < last_scale


def _is_below_hundred(words: list[_Word], index: int) -> bool:
    """Whether a number below 100 stands at ``index`` and counts no hundreds itself."""
    word = words[index]
    if word.number is None and word.text not in ONES and word.text not in TENS:
        return False
    if word.number is not None and word.number >= 100:
        return False
    index += 1
    if word.text in TENS and index < len(words) and 0 < ONES.get(words[index].text, 0) < 10:
        index += 1
    return index >= len(words) or words[index].text != "hundred"


def numeral_at(lowered: str, pos: int) -> Numeral | None:
    """The English numeral that begins at ``pos``, in lower-case text.

    Returns:
        ``None`` where there is none (``a`` before another word). ``preset`` is ``ordinal`` for first, twenty-fifth.
    """
    words = _words(lowered, pos)
    if not words:
        return None
    cardinal = _cardinal(words, 0)
    first = words[0].text
    if cardinal is None:
        if first in ("half", "quarter"):
            return _of_scale(words, 1, Fraction(1, 2 if first == "half" else 4))
        if first in ("a", "an") and len(words) > 1:
            return _with_article(words)
        if first == "dozen":
            return None
        return _ordinal(words, 0)
    for reading in (_decimal, _fraction, _ratio, _dozens):
        numeral = reading(words, cardinal)
        if numeral is not None:
            return numeral
    end = words[cardinal.end - 1].end
    numeral = Numeral(pos, end, exact(cardinal.value), power_of_ten(cardinal.step), "en")
    mixed = _mixed(words, cardinal)
    return mixed or numeral


def _result(words: list[_Word], count: int, value: Fraction, step: int | None) -> Numeral:
    return Numeral(
        words[0].start, words[count - 1].end, exact(value), None if step is None else power_of_ten(step), "en"
    )


def _scale_at(words: list[_Word], index: int) -> tuple[Fraction, int]:
    if index < len(words) and words[index].text.removesuffix("s") in SCALES:
        return Fraction(10) ** SCALES[words[index].text.removesuffix("s")], index + 1
    return Fraction(1), index


def _of_scale(words: list[_Word], count: int, value: Fraction) -> Numeral | None:
    """half a dozen, half a million, quarter million; half alone."""
    index = count + (count < len(words) and words[count].text in ("a", "an"))
    scale, end = _scale_at(words, index)
    if end > index:
        return _result(words, end, value * scale, None)
    if index < len(words) and words[index].text in DOZENS:
        return _result(words, index + 1, value * 12, None)
    return _result(words, count, value, None)


def _with_article(words: list[_Word]) -> Numeral | None:
    """a dozen, a half, a third, a quarter million, a trillionth."""
    text = words[1].text
    if text in DOZENS:
        return _result(words, 2, Fraction(12), None)
    if text in ("half", "quarter"):
        return _of_scale(words, 2, Fraction(1, PARTS[text]))
    ordinal = _ordinal_phrase(words, 1)
    if ordinal is not None and ordinal[1] > 2 and not ordinal[2]:
        return _result(words, ordinal[0], Fraction(1) / ordinal[1], None)
    return None


def _ordinal_phrase(words: list[_Word], index: int) -> tuple[int, Fraction, bool] | None:
    """An ordinal that begins at ``index``: its end, its value, whether it is in the plural."""
    cardinal = _cardinal(words, index)
    end = cardinal.end if cardinal is not None else index
    value = cardinal.value if cardinal is not None else Fraction(0)
    joined_by_and = cardinal is not None and end < len(words) and words[end].text == "and"
    if joined_by_and:
        end += 1
    if end >= len(words):
        return None
    text = words[end].text
    plural = text not in ORDINALS and text.removesuffix("s") in ORDINALS
    text = text.removesuffix("s") if plural else text
    if text not in ORDINALS or words[index].number is not None:
        return None
    if words[end - 1].text in SCALES and end > index and text not in ORDINAL_SCALES:
        return None  # 280 million first preferred
    if text in ORDINAL_SCALES:
        power = Fraction(10) ** ORDINAL_SCALES[text]
        return end + 1, (value or Fraction(1)) * power, plural
    amount = Fraction(ORDINALS[text])
    room = value % 100
    if cardinal is not None and not (room == 0 or (room % 10 == 0 and room >= 20 and amount < 10)):
        return None
    return end + 1, value + amount, plural


def _ordinal(words: list[_Word], index: int) -> Numeral | None:
    phrase = _ordinal_phrase(words, index)
    if phrase is None or phrase[2]:
        return None
    numeral = _result(words, phrase[0], phrase[1], 0)
    numeral.preset = "ordinal"
    return numeral


_DIGIT_WORDS = {word: str(value) for word, value in ONES.items() if value < 10} | {"oh": "0"}


def _decimal(words: list[_Word], cardinal: _Cardinal) -> Numeral | None:
    """five point five, nine point nought four, two hundred point seventy-one, two point five million."""
    index = cardinal.end
    if index >= len(words) or words[index].text != "point":
        return None
    index += 1
    digits = ""
    while index < len(words) and words[index].text in _DIGIT_WORDS:
        digits += _DIGIT_WORDS[words[index].text]
        index += 1
    if not digits:
        rest = _cardinal(words, index)
        if rest is None or rest.value >= 100 or rest.value.denominator != 1:
            return None
        digits, index = str(rest.value.numerator), rest.end
    value = cardinal.value + Fraction(f"0.{digits}")
    scale, end = _scale_at(words, index)
    power = SCALES[words[index].text.removesuffix("s")] if end > index else 0
    return _result(words, end, value * scale, power - len(digits))


def _fraction(words: list[_Word], cardinal: _Cardinal) -> Numeral | None:
    """two thirds, one and three quarters, thirty-two fifths; ordinals, which look alike, too."""
    index = cardinal.end
    if index >= len(words):
        return None
    text = words[index].text
    if text in PARTS:
        if text == "quarter" and cardinal.value != 1:
            return None
        return _over(words, index + 1, cardinal, Fraction(PARTS[text]))
    singular = text.removesuffix("s") if text not in ORDINALS else text
    if singular in ORDINALS:
        plural = singular != text
        amount = Fraction(ORDINALS[singular])
        if not plural and (cardinal.value != 1 or amount <= 2):
            if singular == "second" and cardinal.value % 100 < 20:
                return None  # five second(s): a unit
            return _ordinal(words, 0)
        if cardinal.value.denominator != 1 or amount <= 2:
            return None
        if cardinal.tens_alone and amount < 10 and cardinal.value > cardinal.tens_alone and cardinal.head is None:
            rest = _Cardinal(index, cardinal.value - cardinal.tens_alone, 0)
            return _over(words, index + 1, rest, amount + cardinal.tens_alone)
        return _over(words, index + 1, cardinal, amount)
    phrase = _ordinal_phrase(words, index) if text in ONES or text in TENS else None
    if phrase is not None and phrase[1] > 2 and (phrase[2] or cardinal.value == 1):
        return _over(words, phrase[0], cardinal, phrase[1])
    return None


def _over(words: list[_Word], count: int, cardinal: _Cardinal, denominator: Fraction) -> Numeral:
    """The fraction: "one hundred and three quarters" is 100 ¾, since ¾ is less than one; thirty fifths are more."""
    scale, end = _scale_at(words, count)
    if cardinal.head is not None and cardinal.tail is not None and cardinal.tail < denominator:
        part = cardinal.tail / denominator * (scale if end > count else cardinal.head_scale)
        return _result(words, end, cardinal.head + part, None)
    return _result(words, end, cardinal.value / denominator * scale, None)


def _mixed(words: list[_Word], cardinal: _Cardinal) -> Numeral | None:
    """one and a half, three million and a quarter, two and fifty-four hundredths, one and a half million."""
    index = cardinal.end
    if index + 1 >= len(words) or words[index].text != "and":
        return None
    index += 1
    if words[index].text in ("a", "an", "one"):
        following = words[index + 1].text if index + 1 < len(words) else ""
        if following in ("half", "quarter"):
            part, end = Fraction(1, PARTS[following]), index + 2
        else:
            phrase = _ordinal_phrase(words, index + 1) if index + 1 < len(words) else None
            if phrase is None or phrase[1] <= 2 or phrase[2]:
                return None
            part, end = 1 / phrase[1], phrase[0]
    elif words[index].text == "half":
        part, end = Fraction(1, 2), index + 1
    else:
        upper = _cardinal(words, index)
        if upper is None or upper.end >= len(words):
            return None
        text = words[upper.end].text
        lower = Fraction(PARTS.get(text, 0)) or Fraction(ORDINALS.get(text.removesuffix("s"), 0))
        if lower <= 1 or upper.value >= lower or text in ORDINALS:
            return None
        part, end = upper.value / lower, upper.end + 1
    scale, after = _scale_at(words, end)
    if after > end:
        value = cardinal.value + part * scale if cardinal.value >= scale else (cardinal.value + part) * scale
        return _result(words, after, value, None)
    return _result(words, end, cardinal.value + part * cardinal.scale, None)


_ODDS = frozenset(10**power for power in range(3, 7))


def _ratio(words: list[_Word], cardinal: _Cardinal) -> Numeral | None:
    """one over three, two out of five hundred, one in five."""
    index = cardinal.end
    if index < len(words) and words[index].text == "over":
        index += 1
    elif index + 1 < len(words) and words[index].text == "out" and words[index + 1].text == "of":
        index += 2
    elif cardinal.value == 1 and index < len(words) and words[index].text == "in":
        lower = _cardinal(words, index + 1) if index + 1 < len(words) else None
        if lower is None or not (1 < lower.value <= 100 or lower.value in _ODDS):
            return None
        return _result(words, lower.end, 1 / lower.value, None)
    else:
        return None
    lower = _cardinal(words, index) if index < len(words) else None
    if lower is None or lower.value <= cardinal.value:
        return None
    return _result(words, lower.end, cardinal.value / lower.value, None)


def _dozens(words: list[_Word], cardinal: _Cardinal) -> Numeral | None:
    """two dozen; three hundred and two dozens is 324."""
    if cardinal.end >= len(words) or words[cardinal.end].text not in DOZENS:
        return None
    value = cardinal.value * 12
    if cardinal.head is not None and cardinal.tail is not None:
        value = cardinal.head + cardinal.tail * 12
    return _result(words, cardinal.end + 1, value, None)
