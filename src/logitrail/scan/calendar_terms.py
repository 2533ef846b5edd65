"""Names and numerals of the calendar: months, eras, small Chinese numerals, two-digit years."""

from __future__ import annotations

from calendar import monthrange
from functools import cache

from logitrail.scan.words import any_of, lines
from logitrail.types import Period

#: The year before the first year of an era.
ERAS = {
    "民国": 1911,
    "明治": 1867,
    "大正": 1911,
    "昭和": 1925,
    "平成": 1988,
    "令和": 2018,
    "公元": 0,
    "西元": 0,
    "公元前": 0,
}

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_ORDINALS = {
    "first": 1,
    "1st": 1,
    "second": 2,
    "2nd": 2,
    "third": 3,
    "3rd": 3,
    "fourth": 4,
    "4th": 4,
    "final": 4,
    "last": 4,
}
_DIGITS = {
    char: value
    for value, chars in enumerate(("〇零○", "一", "二", "三", "四", "五", "六", "七", "八", "九"))
    for char in chars
}
_DIGITS |= {"两": 2}
_COUNTS = {
    word: value
    for value, word in enumerate("two three four five six seven eight nine ten eleven twelve".split(), start=2)
}


def month_number(name: str) -> int:
    """1–12 for the English name of a month, or its abbreviation."""
    return _MONTHS.index(name[:3].lower()) + 1


def ordinal(word: str) -> int:
    """1–4 for ``first``, ``2nd``, ``third``, ``final`` …"""
    return _ORDINALS[word.lower()]


def small_number(text: str) -> int:
    """The value of one to three digits or Chinese numerals: 3, 12, 三, 十二, 二十三, 廿五, 〇八, 一一三."""
    if text.isascii():
        return int(text)
    if all(char in _DIGITS for char in text):  # read digit by digit
        return int("".join(str(_DIGITS[char]) for char in text))
    tens = {"廿": "二十", "卅": "三十"}.get(text[0], text[0]) + text[1:]
    hundreds, _, rest = tens.rpartition("百")
    above, found, ones = rest.rpartition("十")
    value = 100 * _DIGITS.get(hundreds, 0)
    value += 10 * (_DIGITS.get(above.strip("零"), 1) if found else 0)
    return value + sum(_DIGITS.get(char, 0) for char in ones)


def count(word: str) -> int:
    """The value of a count in digits or English words up to twelve."""
    return _COUNTS.get(word.lower()) or int(word)


def full_year(text: str) -> int:
    """A year of two or four digits: 24 is 2024, 97 is 1997."""
    year = small_number(text)
    if len(text) != 2:
        return year
    return year + (2000 if year < 50 else 1900)


def invalid(period: Period) -> str | None:
    """Why there is no such period, or None where there is one."""
    if period.month is not None and not 1 <= period.month <= 12:
        return f"there is no month {period.month}"
    if period.day is not None:
        days = monthrange(period.year if period.year and 1 <= period.year <= 9999 else 2000, period.month or 1)[1]
        if not 1 <= period.day <= days:
            return f"this month has no day {period.day}" if period.month else f"no month has a day {period.day}"
    if period.quarter is not None and not 1 <= period.quarter <= 4:
        return f"there is no quarter {period.quarter}"
    hour, minute = period.hour or 0, period.minute or 0
    if hour > 24 or minute > 59 or (hour == 24 and minute):
        return f"there is no time {hour}:{minute:02}"
    return None


@cache
def relative_spellings() -> dict[str, Period]:
    """Every spelling of a relative period, in simplified characters and lower case, and what it means."""
    table = {}
    for line in lines("relative_periods.txt"):
        value, _, spellings = line.partition(":")
        period = Period(relative=value.strip("! "), fiscal=value.startswith("!"))
        table.update(dict.fromkeys((spelling.strip() for spelling in spellings.split("|")), period))
    return table


@cache
def relative_pattern(*, chinese: bool) -> str:
    """A regular expression for the relative periods of one language, the longest at each place."""
    pattern = any_of(word for word in relative_spellings() if word.isascii() is not chinese)
    return pattern + "(?!(?<=日)[本元圆军语])" if chinese else pattern  # 欧洲同日本央行
