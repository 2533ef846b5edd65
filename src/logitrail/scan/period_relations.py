"""How two periods lie to each other, component by component: what one does not write, it does not contradict.

So "31 March" and "31 March 2024" may be the same day, FY2024 and 2024 the same year, and "the quarter ended 30
September 2024" the third quarter of 2024. What is certain is told apart from what is possible: ``same`` and
``overlaps`` are False only where the two contradict each other, ``contains`` is True only where it is sure.
"""

from __future__ import annotations

from logitrail.types import Period

_COMPONENTS = ("half", "quarter", "month", "day", "hour", "minute")

#: Relative expressions that exclude each other; those of different groups may mean the same.
_GROUPS = tuple(
    frozenset(group.split())
    for group in (
        "previous_year this_year next_year two_years_ago",
        "same_period_last_year this_year this_quarter this_month this_period this_half next_year",
        "previous_quarter this_quarter next_quarter",
        "previous_month this_month next_month",
        "previous_week this_week next_week",
        "previous_period this_period",
        "previous_half this_half",
        "previous_year_end year_end year_start",
        "period_start period_end",
        "month_start month_end early mid late",
        "quarter_start quarter_end",
        "year_start year_end",
        "year_ended half_ended quarter_ended nine_months_ended",
        "today yesterday tomorrow day_before_yesterday day_after_tomorrow",
        "spring summer autumn winter",
        "early mid late",
    )
)


def same(one: Period, other: Period) -> bool:
    """Whether the two may be one and the same period: nothing that both write differs.

    A fiscal year may begin in the calendar year before: FY2024 and 2023 do not contradict each other.
    """
    if (one.end is None) is not (other.end is None):
        return False
    if one.end is not None and other.end is not None:
        return _agree(one, other) and _agree(one.end, other.end)
    return _agree(one, other)


def overlaps(one: Period, other: Period) -> bool:
    """Whether the two may have a moment in common."""
    ends = _days(one), _days(other)
    if ends[0] is None or ends[1] is None:
        if one.end is None and other.end is None:
            return _agree(one, other)
        return True
    (low, high), (first, last) = ends[0], ends[1]
    return low <= last and first <= high


def contains(outer: Period, inner: Period) -> bool:
    """Whether all of ``inner`` lies in ``outer`` for certain: a day in its quarter, a year in a range of years."""
    if outer.end is None and inner.end is None and _agree(outer, inner):
        written = inner.parts()
        if all(written.get(name) == value for name, value in outer.parts().items()):
            return True
    ends = _days(outer), _days(inner)
    if ends[0] is None or ends[1] is None:
        return False
    return ends[0][0] <= ends[1][0] and ends[1][1] <= ends[0][1]


def _agree(one: Period, other: Period) -> bool:
    if one.year is not None and other.year is not None:
        begun_before = one.fiscal is not other.fiscal  # a fiscal year and the calendar year in which it began
        if abs(one.year - other.year) > begun_before:
            return False
    for name in _COMPONENTS:
        here, there = getattr(one, name), getattr(other, name)
        if here is not None and there is not None and here != there:
            return False
    if not (one.fiscal or other.fiscal) and not _calendar_agrees(one, other):
        return False
    if one.relative is None or other.relative is None or one.relative == other.relative:
        return True
    return not any(one.relative in group and other.relative in group for group in _GROUPS)


def _calendar_agrees(one: Period, other: Period) -> bool:
    """Whether a half and a quarter fit, as far as both are written: the third quarter is not in the first half.

    Months are left out: the quarter of a business year need not be that of the calendar.
    """
    half = one.half or other.half
    quarter = one.quarter or other.quarter
    return half is None or quarter is None or (quarter - 1) // 2 + 1 == half


#: How many months a date closes, by the relative expression.
_CLOSED = {"year_ended": 12, "nine_months_ended": 9, "half_ended": 6, "quarter_ended": 3}


def _closed(year: int, period: Period) -> tuple[tuple[int, int, int], tuple[int, int, int]] | None:
    """The stretch that ends with a month or its last day: six months ended 30 June 2024 is the first half of 2024."""
    months = _CLOSED.get(period.relative or "")
    if months is None or period.month is None or (period.day is not None and period.day < 28):
        return None
    first = 12 * year + period.month - months
    return (first // 12, first % 12 + 1, 1), (year, period.month, 31)


def _days(period: Period) -> tuple[tuple[int, int, int], tuple[int, int, int]] | None:
    """The first and the last day, or None where they are not certain: no year, a fiscal year, a relative expression."""
    if period.year is None:
        return None
    if period.relative in _CLOSED:
        return _closed(period.year, period)
    if period.fiscal or (period.relative is not None and period.relative != "same_period"):
        return None
    if period.end is not None:
        last = _days(period.end)
        first = _days(Period(*(getattr(period, name) for name in ("year", "half", "quarter", "month", "day"))))
        return None if first is None or last is None else (first[0], last[1])
    low, high = 1, 12
    if period.half is not None:
        low, high = 6 * period.half - 5, 6 * period.half
    if period.quarter is not None:
        low, high = 3 * period.quarter - 2, 3 * period.quarter
    if period.month is not None:
        low = high = period.month
    first_day, last_day = (1, 31) if period.day is None else (period.day, period.day)
    return (period.year, low, first_day), (period.year, high, last_day)
