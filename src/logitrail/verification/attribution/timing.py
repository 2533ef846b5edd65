"""Periods put in place: which one a text is about, what a relative one points at, and whether two can be one."""

from __future__ import annotations

import re
from dataclasses import replace

from logitrail.scan.periods import periods
from logitrail.types import Period

_YEAR = re.compile(
    r"\s*(?:(?:FY|F|fiscal)\s?'?(?P<short>\d\d)|(?P<fiscal>(?:FY|fiscal)\s?)?(?P<year>(?:19|20)\d\d)(?:年度?)?[a-z*]?)\s*"
    r"(?:\([^)]*\)|[^\w|]{0,6}[a-z$€£¥]{1,8}[^\w|]{0,2}(?:000s?)?|[$€£¥’']{1,3}(?:000s?)?)?\s*",
    re.IGNORECASE,
)

#: Relative periods that lie a number of years before or behind the one that a text is about.
_YEARS = {
    "previous_year": -1, "same_period_last_year": -1, "previous_year_end": -1, "two_years_ago": -2, "next_year": 1,
    "this_year": 0, "this_period": 0, "year_end": 0, "period_end": 0, "same_year": 0, "this_half": 0, "this_quarter": 0,
    "this_month": 0,
}  # fmt: skip
#: Relative periods before the one that a text is about, whichever that is.
EARLIER = frozenset(
    "previous_year same_period_last_year previous_year_end two_years_ago previous_half previous_quarter previous_month"
    " previous_period period_start year_start".split()
)
#: Relative periods that are the one that a text is about.
CURRENT = frozenset("this_year this_period this_half this_quarter this_month year_end period_end".split())


def year_of(text: str) -> Period | None:
    """The year that is all that a text says, even where it is but four digits: 2024, FY24."""
    year = _YEAR.fullmatch(text)
    if year is None:
        return None
    if year["short"]:
        return Period(year=2000 + int(year["short"]), fiscal=True)
    return Period(year=int(year["year"]), fiscal=year["fiscal"] is not None)


def read_period(written: str) -> Period | None:
    """The one period that is asked for; ``None`` where there is none, or more than one."""
    year = year_of(written)
    if year is not None:
        return year
    found = [q.value for q in periods(written) if isinstance(q.value, Period)]
    return found[0] if len(found) == 1 else None


def resolved(period: Period, base: Period | None) -> Period:
    """A relative period as an absolute one, where the text says which year it is about; else the period itself."""
    if period.relative is None or base is None or base.year is None or period.year is not None:
        return period
    shift = _YEARS.get(period.relative)
    if shift is None:
        return period
    like = base if period.relative in ("same_period_last_year", "this_period") and period.quarter is None else period
    return replace(like, year=base.year + shift, relative=None, fiscal=base.fiscal or period.fiscal, end=None)


def conflict(asked: Period, said: Period, base: Period | None) -> bool:
    """Whether two periods cannot be the same one.

    Args:
        asked: What is asked for.
        said: What a text says.
        base: The period that the text is about; ``None`` where it does not say.
    """
    asked, said = resolved(asked, base), resolved(said, base)
    if asked.year is None and said.year is None and asked.relative is not None and said.relative is not None:
        return (asked.relative in EARLIER) != (said.relative in EARLIER)
    if (asked.year is None and asked.relative is not None) or (said.year is None and said.relative is not None):
        return False  # which year the one points at is not known
    first, last = _years(said)
    if asked.year is not None and first is not None and last is not None and not first <= asked.year <= last:
        return True
    if said.end is not None or asked.end is not None:
        return False
    if _differ(_half(asked), _half(said)) or _differ(asked.quarter, said.quarter):
        return True
    return _differ(asked.month, said.month) or (asked.month == said.month and _differ(asked.day, said.day))


def _years(period: Period) -> tuple[int | None, int | None]:
    last = period.end.year if period.end is not None and period.end.year is not None else period.year
    return period.year, last


def _differ(one: int | None, other: int | None) -> bool:
    return one is not None and other is not None and one != other


def _half(period: Period) -> int | None:
    if period.half is not None or period.quarter is None:
        return period.half
    return 1 if period.quarter <= 2 else 2


def base_of(periods: list[Period]) -> Period | None:
    """The period that a text is about: the first with a year that it names."""
    return next((period for period in periods if period.year is not None), None)


def merged(head: Period | None, more: Period | None) -> Period | None:
    """One period of two headings of a column: a year above "three months ended September 30"."""
    if head is None or more is None:
        return head or more
    named = {
        name: value for name, value in more.parts().items() if name != "end" and getattr(head, name) in (None, False)
    }
    return replace(head, **named)
