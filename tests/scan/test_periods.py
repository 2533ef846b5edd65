from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logitrail.scan.calendar_terms import relative_spellings
from logitrail.scan.period_relations import contains, overlaps, same
from logitrail.scan.periods import periods
from logitrail.types import Period


def values(text: str) -> list[dict[str, Any] | None]:
    return [None if quantity.value is None else quantity.value.parts() for quantity in periods(text)]  # type: ignore[union-attr]


def one(text: str) -> dict[str, Any]:
    found = periods(text)
    assert len(found) == 1, found
    value = found[0].value
    assert isinstance(value, Period)
    return value.parts()


DAY = {"year": 2024, "month": 3, "day": 31}


@pytest.mark.parametrize(
    "text",
    [
        "2024年3月31日",
        "二〇二四年三月三十一日",
        "2024-03-31",
        "2024/3/31",
        "2024.03.31",
        "31 March 2024",
        "31st of March 2024",
        "March 31, 2024",
        "Mar. 31, 2024",
        "31-Mar-2024",
        "31/03/2024",
        "2024 年 3 月 31 日",
        "２０２４年３月３１日",
        "民國113年3月31日",
        "令和6年3月31日",
        "24年3月31日",
    ],
)
def test_a_day(text: str) -> None:
    assert one(text) == DAY
    assert periods(f"x {text}, y")[0].text == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2024年第三季度", {"year": 2024, "quarter": 3}),
        ("2024年三季度", {"year": 2024, "quarter": 3}),
        ("Q3 2024", {"year": 2024, "quarter": 3}),
        ("2024Q3", {"year": 2024, "quarter": 3}),
        ("3Q24", {"year": 2024, "quarter": 3}),
        ("the third quarter of 2024", {"year": 2024, "quarter": 3}),
        ("三季报", {"quarter": 3}),
        ("FY24 Q3", {"year": 2024, "quarter": 3, "fiscal": True}),
        ("2024年上半年", {"year": 2024, "half": 1}),
        ("H1 2024", {"year": 2024, "half": 1}),
        ("the first half of 2024", {"year": 2024, "half": 1}),
        ("下半年", {"half": 2}),
        ("FY2024", {"year": 2024, "fiscal": True}),
        ("2024财年", {"year": 2024, "fiscal": True}),
        ("fiscal year 2024", {"year": 2024, "fiscal": True}),
        ("2023/24", {"year": 2024, "fiscal": True}),
        ("2024年度", {"year": 2024}),
        ("2024年3月底", {"year": 2024, "month": 3, "relative": "month_end"}),
        ("2024年底", {"year": 2024, "relative": "year_end"}),
        ("the end of 2024", {"year": 2024, "relative": "year_end"}),
        ("early 2024", {"year": 2024, "relative": "early"}),
        ("90年代", {"year": 1990, "relative": "decade"}),
        ("the 1990s", {"year": 1990, "relative": "decade"}),
        ("平成三十年", {"year": 2018}),
        ("公元前221年", {"year": -221}),
        ("21日", {"day": 21}),
        ("Sept. 17", {"month": 9, "day": 17}),
        ("1H FY2025", {"year": 2025, "half": 1, "fiscal": True}),
        ("third fiscal quarter", {"quarter": 3, "fiscal": True}),
        ("CY2024", {"year": 2024}),
        ("Mar-24", {"year": 2024, "month": 3}),
        ("the June quarter", {"month": 6, "relative": "quarter_ended"}),
    ],
)
def test_other_stretches(text: str, expected: dict[str, Any]) -> None:
    assert one(text) == expected


@pytest.mark.parametrize(
    ("text", "relative"),
    [
        ("上年同期", "same_period_last_year"),
        ("去年同期", "same_period_last_year"),
        ("a year earlier", "same_period_last_year"),
        ("the same period last year", "same_period_last_year"),
        ("去年", "previous_year"),
        ("the previous year", "previous_year"),
        ("上季度", "previous_quarter"),
        ("last quarter", "previous_quarter"),
        ("年末", "year_end"),
        ("year-end", "year_end"),
        ("上年末", "previous_year_end"),
        ("报告期内", "this_period"),
        ("今年", "this_year"),
        ("上月末", "previous_month_end"),
    ],
)
def test_relative_periods_have_one_spelling(text: str, relative: str) -> None:
    assert one(text) == {"relative": relative}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("去年3月", {"month": 3, "relative": "previous_year"}),
        ("上一财年第三季度", {"quarter": 3, "fiscal": True, "relative": "previous_year"}),
        ("the third quarter of last year", {"quarter": 3, "relative": "previous_year"}),
        ("本月30日", {"day": 30, "relative": "this_month"}),
        ("2023年同期", {"year": 2023, "relative": "same_period"}),
        ("2024 second quarter", {"year": 2024, "quarter": 2}),
        ("the first quarter ended March 31, 2024", {**DAY, "quarter": 1, "relative": "quarter_ended"}),
        ("截至2024年3月31日止年度", {**DAY, "relative": "year_ended"}),
        ("截至2024年3月31日止六个月", {**DAY, "relative": "half_ended"}),
        ("the three months ended March 31, 2024", {**DAY, "relative": "quarter_ended"}),
        ("twelve months ended 31 March 2024", {**DAY, "relative": "year_ended"}),
        ("three months to March 2024", {"year": 2024, "month": 3, "relative": "quarter_ended"}),
    ],
)
def test_parts_beside_each_other_are_one_period(text: str, expected: dict[str, Any]) -> None:
    assert one(text) == expected
    assert periods(text)[0].text == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2022–2024年", {"year": 2022, "end": {"year": 2024}}),
        ("2019年至2022年间", {"year": 2019, "end": {"year": 2022}}),
        ("from 2020 to 2022", {"year": 2020, "end": {"year": 2022}}),
        ("between January 2019 and June 2021", {"year": 2019, "month": 1, "end": {"year": 2021, "month": 6}}),
        ("between November 1 and March 31", {"month": 11, "day": 1, "end": {"month": 3, "day": 31}}),
        ("3月5日至8日", {"month": 3, "day": 5, "end": {"month": 3, "day": 8}}),
        ("2024年1-3月", {"year": 2024, "month": 1, "end": {"year": 2024, "month": 3}}),
        ("1-5 May 2024", {"year": 2024, "month": 5, "day": 1, "end": {"year": 2024, "month": 5, "day": 5}}),
        ("January to March 2024", {"year": 2024, "month": 1, "end": {"year": 2024, "month": 3}}),
        ("2024年前三季度", {"year": 2024, "quarter": 1, "end": {"year": 2024, "quarter": 3}}),
        ("the first nine months of 2024", {"year": 2024, "month": 1, "end": {"year": 2024, "month": 9}}),
        ("Q1-Q3 2024", {"year": 2024, "quarter": 1, "end": {"year": 2024, "quarter": 3}}),
        ("2024年首三季", {"year": 2024, "quarter": 1, "end": {"year": 2024, "quarter": 3}}),
        ("8:30-17:30", {"hour": 8, "minute": 30, "end": {"hour": 17, "minute": 30}}),
        ("(1844–1846)", {"year": 1844, "end": {"year": 1846}}),
    ],
)
def test_ranges(text: str, expected: dict[str, Any]) -> None:
    assert one(text) == expected


@pytest.mark.parametrize(
    ("text", "hour", "minute"),
    [
        ("14:30", 14, 30),
        ("下午3点半", 15, 30),
        ("晚7点", 19, 0),
        ("6:30 p.m.", 18, 30),
        ("at 18:30", 18, 30),
        ("noon", 12, 0),
        ("上午9时15分", 9, 15),
        ("12 a.m.", 0, 0),
    ],
)
def test_times_of_day(text: str, hour: int, minute: int) -> None:
    (found,) = periods(text)
    assert isinstance(found.value, Period)
    assert (found.value.hour, found.value.minute) == (hour, minute)


def test_a_time_joins_the_date_beside_it() -> None:
    (chinese,) = periods("2024年1月23日19时许")
    assert chinese.value == Period(2024, month=1, day=23, hour=19, minute=0)
    assert chinese.approx == "about"
    (english,) = periods("May 14, 2024 at 6:30 p.m.")
    (other,) = periods("14 May 2024 at 18:30")
    assert english.value == other.value == Period(2024, month=5, day=14, hour=18, minute=30)
    assert periods("noon on 25 October 2024")[0].value == Period(2024, month=10, day=25, hour=12, minute=0)


@pytest.mark.parametrize(
    "text",
    [
        "三个月",
        "7日内",
        "13 weeks",
        "三十日",
        "提前3日",
        "每3个月",
        "有期徒刑20年",
        "10年",
        "2024 people",
        "Sold 2000 units",
        "a total of 2024 cases",
        "heading 8712",
        "Tariff notice 2024/31",
        "CYZC-2024-0336",
        "Case 3304117/2022",
        "〔2024〕27号",
        "You may renew",
        "march on",
        "同时",
        "一时",
        "四季如春",
        "比分2:1",
        "统一",
        "Q2: How much? No.",
        "一年内",
        "$2024",
        "1,500年历史",
        "2点建议",
        "十分",
        "约3日",
        "以上年度",
    ],
)
def test_not_a_period(text: str) -> None:
    assert values(text) == []


@pytest.mark.parametrize(
    ("text", "years"),
    [
        ("It grew in 2024.", [2024]),
        ("total sales were £48.3m (2023: £43.9m)", [2023]),
        ("the 2024 quarter", [2024]),
        ("Green Bonds due 2034", [2034]),
        ("in 2019, 2018 and 2017", [2019, 2018, 2017]),
        ("Three months ended | 2024 | 2023\nRevenue | 2,024 | 1999", [2024, 2023]),
        ("It sold 2024 in all", []),
        ("his 1927 poem", [1927]),
    ],
)
def test_four_digits_are_a_year_where_something_says_so(text: str, years: list[int]) -> None:
    assert [value["year"] for value in values(text) if value] == years


def test_years_that_share_what_they_close() -> None:
    assert values("years ended March 31, 2024 and 2023") == [
        {**DAY, "relative": "year_ended"},
        {**DAY, "year": 2023, "relative": "year_ended"},
    ]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("2024年13月45日", "there is no month 13"),
        ("2023年2月29日", "this month has no day 29"),
        ("April 31, 2024", "this month has no day 31"),
        ("2024年第五季度", "there is no quarter 5"),
        ("03/04/2024", "the day and the month cannot be told apart"),
        ("2011-12", "a month, or the year from 2011 to 2012"),
    ],
)
def test_what_cannot_be_read_has_no_value_and_a_reason(text: str, reason: str) -> None:
    (found,) = periods(text)
    assert found.value is None
    assert found.reason == reason


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("4月30日前", "<="),
        ("by January 31", "<="),
        ("until 31 October", "<="),
        ("before 15 December 2024", "<"),
        ("自5月6日起", ">="),
        ("since 2019", ">="),
        ("2000年后", ">"),
        ("after 1 January 2022", ">"),
        ("2024年3月", None),
        ("前年", None),
    ],
)
def test_bounds(text: str, bound: str | None) -> None:
    assert periods(text)[0].bound == bound


def test_every_relative_spelling_is_found() -> None:
    wrong = {}
    for spelling, meant in relative_spellings().items():
        found = periods(spelling)
        if [(quantity.value, quantity.text) for quantity in found] != [(meant, spelling)]:
            wrong[spelling] = [quantity.text for quantity in found]
    assert wrong == {}


# relations


def P(text: str) -> Period:  # noqa: N802  # short, since each test writes two
    (found,) = periods(text)
    assert isinstance(found.value, Period)
    return found.value


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("2024年3月31日", "March 31", True),
        ("2024年3月31日", "March 30", False),
        ("FY2024", "2024年", True),
        ("FY2024", "2023年", True),
        ("FY2024", "FY2023", False),
        ("FY2024", "2022年", False),
        ("2023/24", "2022/23", False),
        ("上年同期", "a year earlier", True),
        ("上年", "今年", False),
        ("上年", "2023年", True),
        ("截至2024年3月31日止年度", "three months ended March 31, 2024", False),
        ("Q3 2024", "quarter ended September 30, 2024", True),
        ("2024年第三季度", "2024年上半年", False),
        ("2022–2024年", "2022年", False),
        ("2022–2024年", "from 2022 to 2024", True),
    ],
)
def test_same(first: str, second: str, expected: bool) -> None:
    assert same(P(first), P(second)) is expected
    assert same(P(second), P(first)) is expected


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("2024年第三季度", "2024年8月", True),
        ("2024年第三季度", "2024年6月", False),
        ("2022–2024年", "2023年", True),
        ("2022–2024年", "2025年", False),
        ("上半年", "2024年8月", True),
        ("2024年上半年", "2024年8月", False),
    ],
)
def test_overlaps(first: str, second: str, expected: bool) -> None:
    assert overlaps(P(first), P(second)) is expected
    assert overlaps(P(second), P(first)) is expected


@pytest.mark.parametrize(
    ("outer", "inner", "expected"),
    [
        ("2024年", "2024年3月31日", True),
        ("2024年第一季度", "2024年3月31日", True),
        ("2024年3月31日", "2024年", False),
        ("2022–2024年", "2023年5月", True),
        ("FY2024", "2024年3月", False),
        ("2024年上半年", "截至2024年6月30日止六个月", True),
        ("截至2024年6月30日止六个月", "H1 2024", True),
        ("截至2024年9月30日止六个月", "2024年上半年", False),
        ("the year ended 31 March 2024", "2023年12月", True),
        ("Q1 2024", "three months ended March 31, 2024", True),
        ("2024年", "3月31日", False),
    ],
)
def test_contains(outer: str, inner: str, expected: bool) -> None:
    assert contains(P(outer), P(inner)) is expected


_PERIODS = st.builds(
    Period,
    year=st.none() | st.integers(2020, 2025),
    quarter=st.none() | st.integers(1, 4),
    fiscal=st.booleans(),
    relative=st.none() | st.sampled_from(["previous_year", "this_year", "year_end"]),
)


@given(_PERIODS, _PERIODS)
def test_laws_of_the_relations(first: Period, second: Period) -> None:
    assert same(first, first)
    assert overlaps(first, first)
    assert same(first, second) is same(second, first)
    assert overlaps(first, second) is overlaps(second, first)
    if contains(first, second):
        assert overlaps(first, second)


@given(st.text(alphabet="2024年月日第三季度上半年至-/.: MarchQFYHofto,截止ended去本", max_size=40))
def test_spans_are_exact_and_apart(text: str) -> None:
    found = periods(text)
    assert all(text[q.span.start : q.span.end] == q.text and q.text for q in found)
    assert all((q.value is None) is (q.reason is not None) for q in found)
    assert all(a.span.end <= b.span.start for a, b in pairwise(found))
