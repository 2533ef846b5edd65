"""Parts of a period beside each other: a date and a time, "the end of" and a year, the two ends of a range."""

from __future__ import annotations

import re
from dataclasses import replace

from logitrail.scan import periods_chinese, periods_english
from logitrail.scan.periods_numeric import Candidate
from logitrail.types import Period

_TO = re.compile(r"\s*(?:-|–|—|~|至|到|to|through|until|till)\s*(?:in\s+|the\s+)?")
_AND = re.compile(r"\s*(?:and|及|和|与)\s*")
_BETWEEN = re.compile(r"(?i)(?:\bbetween\s+(?:the\s+)?|介于|在)$")
_JOIN = re.compile(r"\s*(?:,|at|on|of|的|当地时间|北京时间|,\s*at|ended|ending|'s)?\s*")
_LISTED = re.compile(r"\s*,?\s*(?:and|,|&)\s*")

_DAYS = frozenset("today yesterday tomorrow same_day next_day day_before_yesterday day_after_tomorrow".split())
_MONTHS = frozenset(("this_month", "previous_month", "next_month"))
_YEARS = frozenset(("previous_year", "this_year", "next_year", "two_years_ago", "same_year"))
_COMPONENTS = ("year", "half", "quarter", "month", "day", "hour", "minute")


def joined(found: list[Candidate], text: str) -> list[Candidate]:
    """The candidates with those made one that belong together.

    Args:
        found: In order, without overlap.
        text: The folded text.
    """
    return _with_ends(_ranges(_with_points(_with_neighbours(found, text), text), text), text)


def _with_neighbours(found: list[Candidate], text: str) -> list[Candidate]:
    """A date and the time beside it, 去年 and 三月, "the first quarter of" and "last year"."""
    out: list[Candidate] = []
    for start, end, period in found:
        if out and isinstance(period, Period) and isinstance(out[-1][2], Period):
            first_start, first_end, first = out[-1]
            if start - first_end <= 12 and _JOIN.fullmatch(text, first_end, start):
                between = text[first_end:start].strip()
                assert isinstance(first, Period)
                if (whole := _merged(first, period, between)) is not None:
                    out[-1] = (first_start, end, whole)
                    continue
        out.append((start, end, period))
    return out


def _merged(first: Period, second: Period, between: str) -> Period | None:
    whose = first.relative in _YEARS and first.parts().keys() <= {"relative", "fiscal"}  # 去年, "last year" alone
    if (first.end is not None or second.end is not None) and not whose:
        return None
    if _is_time(second) and not _is_time(first) and (first.day is not None or first.relative in _DAYS):
        return replace(first, hour=second.hour, minute=second.minute)
    if _is_time(first) and second.day is not None and second.hour is None and between != ",":
        return replace(second, hour=first.hour, minute=first.minute)
    part = second.quarter or second.half
    if part and second.year is None and first.parts().keys() <= {"year", "fiscal"} and between in ("", "'s"):
        return replace(second, year=first.year, fiscal=first.fiscal or second.fiscal)  # the 2024 second quarter
    if between in ("ended", "ending"):
        closes = first.parts().keys() <= {"quarter", "half", "fiscal"} and second.month is not None
        name = "quarter_ended" if first.quarter else "half_ended"
        return replace(second, quarter=first.quarter, half=first.half, relative=name) if closes else None
    if first.relative in _MONTHS and second.parts().keys() == {"day"}:
        return replace(second, relative=first.relative)
    if whose and second.relative is None and second.year is None and not _is_time(second) and between != ",":
        return replace(second, relative=first.relative, fiscal=first.fiscal)
    if first.relative is None and first.year is None and between in ("of", ""):
        part_of_year = first.quarter or first.half or (first.month and not first.day)
        if part_of_year and second.relative in _YEARS and second.parts().keys() <= {"relative", "fiscal"}:
            return replace(first, relative=second.relative, fiscal=second.fiscal)
    return None


def _is_time(period: Period) -> bool:
    return period.hour is not None and period.day is None and period.month is None and period.year is None


def _with_points(found: list[Candidate], text: str) -> list[Candidate]:
    """Take in "end of", "early" and the like."""
    out: list[Candidate] = []
    for start, end, period in found:
        before = text[start - 1 : start] if start else ""
        whole = isinstance(period, Period) and period.relative is None and period.day is None
        if before in (" ", "-") and whole and isinstance(period, Period) and not _is_time(period):
            said = periods_english.point(text, start, period)
            if said is not None and (not out or said[0] >= out[-1][1]):
                start, period = said[0], replace(period, relative=said[1])
        out.append((start, end, period))
    return out


def _ranges(found: list[Candidate], text: str) -> list[Candidate]:
    """Two periods with "to" between them are the two ends of one."""
    out: list[Candidate] = []
    for start, end, period in found:
        if out and isinstance(period, Period) and period.end is None:
            first_start, first_end, first = out[-1]
            linked = start - first_end <= 12 and (
                _TO.fullmatch(text, first_end, start)
                or (_AND.fullmatch(text, first_end, start) and _BETWEEN.search(text[:first_start], first_start - 12))
            )
            if linked and isinstance(first, Period) and first.end is None and (whole := _range(first, period)):
                out[-1] = (first_start, end, whole)
                continue
        out.append((start, end, period))
    return out


def _range(first: Period, last: Period) -> Period | None:
    """Both as one: the end takes over what only the beginning says, and the beginning the year of the end."""
    either = {first.relative, last.relative}
    if first.relative != last.relative and either & (_YEARS | {"same_period_last_year"}):
        return None
    largest = next((name for name in _COMPONENTS if getattr(last, name) is not None), "minute")
    for name in _COMPONENTS[: _COMPONENTS.index(largest)]:
        last = replace(last, **{name: getattr(first, name)})
    if first.year is None and last.year is not None:
        first = replace(first, year=last.year)
    both = [name for name in _COMPONENTS if getattr(first, name) is not None and getattr(last, name) is not None]
    begin, close = ([getattr(period, name) for name in both] for period in (first, last))
    if not both or begin == close or (first.year is not None and begin > close):
        return None
    return replace(first, end=last)


def _with_ends(found: list[Candidate], text: str) -> list[Candidate]:
    """Take in what says that a date closes a stretch: 截至…止年度, "three months ended"."""
    out: list[Candidate] = []
    for start, end, period in found:
        if isinstance(period, Period) and period.end is None:
            if period.month is not None and period.relative in (None, "month_end"):
                start, end, period = _closing(start, end, period, text, out[-1][1] if out else 0)
            elif out and period.parts().keys() == {"year"} and isinstance(earlier := out[-1][2], Period):
                closed = (earlier.relative or "").endswith("_ended")
                if closed and _LISTED.fullmatch(text, out[-1][1], start):
                    period = replace(earlier, year=period.year)  # years ended March 31, 2024 and 2023
        out.append((start, end, period))
    return out


def _closing(start: int, end: int, period: Period, text: str, after: int) -> tuple[int, int, Period]:
    if (closed := periods_chinese.ended(text, end)) is not None:
        lead = 2 if text[max(0, start - 2) : start] in ("截至", "截止") else 0
        return start - lead, closed[0], replace(period, relative=closed[1], fiscal=period.fiscal or closed[2])
    if period.relative is not None:
        return start, end, period
    opened = periods_english.ended(text, start) if text[max(0, start - 1) : start].isspace() else None
    if opened is not None and opened[0] >= after:
        return opened[0], end, replace(period, relative=opened[1], fiscal=period.fiscal or opened[2])
    return start, end, period
