from __future__ import annotations

import pytest

from logitrail.types import Period
from logitrail.verification.attribution.timing import conflict, merged, read_period, resolved, year_of

BASE = Period(year=2024, quarter=1)


@pytest.mark.parametrize(
    ("text", "period"),
    [
        ("2024", Period(year=2024)),
        ("FY24", Period(year=2024, fiscal=True)),
        ("2019 £m", Period(year=2019)),
        ("2019 (restated)", Period(year=2019)),
        ("1,999", None),
        ("20245", None),
        ("Revenue", None),
    ],
)
def test_years_alone(text: str, period: Period | None) -> None:
    assert year_of(text) == period


def test_one_period_is_asked_for() -> None:
    assert read_period("2024年第一季度") == BASE
    assert read_period("2023年和2024年") is None
    assert read_period("soon") is None


def test_relative_periods_are_put_in_place() -> None:
    assert resolved(Period(relative="same_period_last_year"), BASE) == Period(year=2023, quarter=1)
    assert resolved(Period(relative="previous_year"), BASE) == Period(year=2023)
    assert resolved(Period(relative="previous_year"), None) == Period(relative="previous_year")
    assert resolved(Period(relative="previous_month"), BASE) == Period(relative="previous_month")


@pytest.mark.parametrize(
    ("asked", "said", "differ"),
    [
        (Period(year=2024), Period(year=2024, month=3, day=31), False),
        (Period(year=2024), Period(year=2023), True),
        (Period(year=2024, quarter=1), Period(year=2024, quarter=2), True),
        (Period(year=2024, half=1), Period(year=2024, quarter=1), False),
        (Period(year=2024, half=2), Period(year=2024, quarter=1), True),
        (Period(year=2023), Period(year=2022, end=Period(year=2024)), False),
        (Period(year=2025), Period(year=2022, end=Period(year=2024)), True),
        (Period(year=2024), Period(relative="previous_year"), True),
        (Period(year=2023), Period(relative="previous_year"), False),
        (Period(relative="same_period_last_year"), Period(year=2023, quarter=1), False),
        (Period(relative="previous_month"), Period(year=2023), False),
    ],
)
def test_conflicts(asked: Period, said: Period, differ: bool) -> None:
    assert conflict(asked, said, BASE) is differ


def test_relative_periods_differ_by_their_side_where_no_year_is_known() -> None:
    assert conflict(Period(relative="this_year"), Period(relative="previous_year"), None)
    assert not conflict(Period(relative="previous_year"), Period(relative="same_period_last_year"), None)


def test_heads_are_put_together() -> None:
    assert merged(Period(year=2024), Period(month=9, day=30)) == Period(year=2024, month=9, day=30)
    assert merged(None, Period(year=2024)) == Period(year=2024)
    assert merged(Period(year=2024), Period(year=2023)) == Period(year=2024)
