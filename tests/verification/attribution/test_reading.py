"""What quantities are said of: words beside them, headings above them, lists in parallel, tables."""

from __future__ import annotations

import pytest

from logitrail.types import Period
from logitrail.verification.attribution import Attribution, reading


def said(text: str, value: str, nth: int = 0) -> Attribution:
    """What the nth quantity that is written like ``value`` is said of."""
    read = reading(text)
    places = [q.span.start for q in read.quantities if value in q.text and q.span.start in read.said]
    return read.said[places[nth]]


@pytest.mark.parametrize(
    ("text", "value", "words"),
    [
        ("营业收入46.2亿元，净利润5.1亿元。", "46.2亿元", "营业收入"),
        ("营业收入46.2亿元，净利润5.1亿元。", "5.1亿元", "净利润"),
        ("应当支付不低于工资150%的加班费。", "150%", "的加班费"),
        ("会员账号最多可在5台设备登录，同时在线不超过2台。", "5台", "设备登录"),
        ("Excess: £250 for each claim, rising to £1,000 for subsidence.", "£1,000", "for subsidence"),
        ("a civil penalty of $1.25 million, disgorgement of $3.7 million", "$3.7 million", "disgorgement of"),
        ("an interim dividend of ₹2 per share of face value ₹10", "₹10", "of face value"),
        ("the duty on bicycles (heading 8712) rises from 6% to 10%", "6%", "the duty on bicycles"),
        ("$13.9 million is related to options and $46.4 million is related to RSUs.", "$46.4", "is related to RSUs"),
    ],
)
def test_the_words_beside_a_value_name_it(text: str, value: str, words: str) -> None:
    found = said(text, value)
    assert words.lower() in found.near
    assert not found.carried


@pytest.mark.parametrize(
    ("text", "value", "words"),
    [
        ("收益为46.2亿元，较上一财年的51.8亿元减少10.8%。", "51.8亿元", "收益"),
        ("收益为46.2亿元，较上一财年的51.8亿元减少10.8%。", "10.8%", "收益"),
        ("Revenue was $46.2 million, compared with $51.8 million a year earlier.", "$51.8", "revenue"),
        ("归母净利润1.04亿元，同比大增（上年同期0.49亿元）。", "0.49亿元", "归母净利润"),
        ("Emergency attendances: 118,640 (2022/23: 109,215).", "109,215", "emergency attendances"),
    ],
)
def test_a_value_without_a_name_goes_on_from_the_one_before(text: str, value: str, words: str) -> None:
    found = said(text, value)
    assert words in found.near
    assert found.carried


def test_a_sum_goes_on_from_nothing() -> None:
    assert said("医疗费18,000元、护理费2,400元，合计三万元整。", "三万元").near == "合计"


def test_what_another_sentence_says_tells_what_it_is_but_not_what_it_is_not() -> None:
    found = said("Revenue was strong. It rose to $5 million.", "$5 million")
    assert found.distant
    assert "revenue" in found.near


def test_headings_and_conditions_are_the_scope() -> None:
    assert any("起付标准" in part for part in said("住院起付标准：一级医院200元，二级医院500元。", "500元").scope)
    found = said("肌酐清除率低于30 mL/min者，初始剂量应减为2.5 mg。", "2.5 mg")
    assert "初始剂量" in found.near
    assert any("肌酐清除率" in part for part in found.scope)


@pytest.mark.parametrize(
    ("text", "value", "change", "before"),
    [
        ("毛利率由23.4%上升至25.1%，提高1.7个百分点。", "23.4%", False, True),
        ("毛利率由23.4%上升至25.1%，提高1.7个百分点。", "25.1%", False, False),
        ("毛利率由23.4%上升至25.1%，提高1.7个百分点。", "1.7", True, False),
        ("The base charge rises from $18.40 to $19.75.", "$18.40", False, True),
        ("The base charge rises from $18.40 to $19.75.", "$19.75", False, False),
        ("Operating loss increased $63 million.", "$63", True, False),
        ("a 5% increase in sales", "5%", True, False),
    ],
)
def test_changes_and_starting_points_are_told_apart(text: str, value: str, change: bool, before: bool) -> None:
    found = said(text, value)
    assert (found.change, found.before) == (change, before)


def test_long_texts_are_read_in_one_pass() -> None:
    text = "甲方支付5.1元，乙方支付7.2元。" * 3_000
    read = reading(text)
    assert len(read.said) == 6_000
    assert {found.near for found in read.said.values()} == {"甲方支付", "乙方支付"}


def test_of_a_long_list_of_figures_nothing_is_known() -> None:
    read = reading("营业收入5元。数据：" + "，".join(f"{i}.5元" for i in range(100, 4_100)))
    assert [found.near for found in read.said.values()] == ["营业收入"]


# lists in parallel


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("恩洛平组和安慰剂组的发生率分别为3.1%和2.8%。", {"3.1%": "恩洛平组", "2.8%": "安慰剂组"}),
        (
            "一级医院200元，二级医院500元，三级医院900元；报销比例分别为90%、80%、65%。",
            {"90%": "一级医院", "80%": "二级医院", "65%": "三级医院"},
        ),
        ("Sales, costs and taxes were $5, $6 and $7, respectively.", {"$5": "sales", "$6": "costs", "$7": "taxes"}),
        (
            "Rates were 3.1% and 2.8% in the A group and the B group, respectively.",
            {"3.1%": "a group", "2.8%": "b group"},
        ),
    ],
)
def test_parallel_lists_go_by_place(text: str, words: dict[str, str]) -> None:
    assert all(word in said(text, value).near for value, word in words.items())


@pytest.mark.parametrize(
    "text",
    [
        "2022年、2023年和2024年营业收入分别为1.5亿元、2.5亿元和3.5亿元。",
        "Income taxes of $1.5, $2.5, and $3.5 were paid in fiscal years 2022, 2023, and 2024, respectively.",
        "Depreciation was $1.5, $2.5 and $3.5 for fiscal years2022, 2023 and 2024, respectively.",
    ],
)
def test_parallel_periods_go_by_place(text: str) -> None:
    years = {value: said(text, value).periods[0].year for value in ("1.5", "2.5", "3.5")}
    assert years == {"1.5": 2022, "2.5": 2023, "3.5": 2024}


# periods


@pytest.mark.parametrize(
    ("text", "value", "year"),
    [
        ("截至2024年3月31日止年度，收益46.2亿元，较上一财年的51.8亿元减少。", "46.2亿元", 2024),
        ("截至2024年3月31日止年度，收益46.2亿元，较上一财年的51.8亿元减少。", "51.8亿元", 2023),
        ("In 2019 revenue was $5 million, compared with $4 million in 2018; cost was $2 million.", "$4 million", 2018),
        ("In 2019 revenue was $5 million, compared with $4 million in 2018; cost was $2 million.", "$2 million", 2019),
        ("Total sales were £48.3m in 2024 (2023: £43.9m).", "£43.9m", 2023),
        ("Total sales were £48.3m in 2024 (2023: £43.9m).", "£48.3m", 2024),
    ],
)
def test_a_value_has_the_period_beside_it_or_that_of_its_sentence(text: str, value: str, year: int) -> None:
    assert said(text, value).periods[0].year == year


# tables

TABLE = """STATEMENTS OF OPERATIONS (in thousands)
Three months ended September 30, | 2024 | 2023
Net revenue | 184,306 | 171,950
Costs: | |
Research and development | 36,528 | 33,071
 | 220,834 | 205,021
"""


def test_a_cell_has_its_row_its_column_and_its_section() -> None:
    found = said(TABLE, "33,071")
    assert found.cell
    assert found.near == "research and development"
    assert found.scope[0] == "costs:"
    assert found.periods[0].year == 2023
    assert (found.periods[0].month, found.periods[0].day) == (9, 30)
    assert found.own_period


def test_a_row_without_a_name_is_a_total() -> None:
    assert said(TABLE, "220,834").near == "total"


@pytest.mark.parametrize(
    ("head", "year"),
    [
        (" | FY19 | FY18", 2019),
        (" | 2019 £m | 2018 £m", 2019),
        (" | 2019 $’000 | 2018 $’000", 2019),
        (" | Year ended 30 June 2019 | Year ended 30 June 2018", 2019),
        (" | December 31 | \n | 2019 | 2 0 1 8", 2019),
    ],
)
def test_heads_of_many_forms_give_the_year(head: str, year: int) -> None:
    text = f"{head}\nRevenue | 5,100 | 4,900\n"
    assert said(text, "5,100").periods[0].year == year
    assert said(text, "4,900").periods[0].year == year - 1


def test_heads_that_are_no_periods_are_the_column() -> None:
    found = said("Item | Americas | Europe\nRevenue | 5,100 | 4,900\n", "4,900")
    assert (found.near, found.column, found.periods) == ("revenue", "europe", ())


def test_a_source_is_about_the_first_period_outside_of_brackets() -> None:
    assert reading("Sales were £48.3m (2022: £43.9m) in 2024.").base == Period(year=2024)
    assert reading("较2022年的3亿元增长；2024年实现4亿元。").base == Period(year=2024)
