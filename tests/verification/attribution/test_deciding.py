"""Whether a value belongs to what is asked for."""

from __future__ import annotations

import pytest

from logitrail.verification.attribution import Decision, decide, decide_each, is_value, read_period, reading

PROSE = (
    "截至2024年3月31日止年度，收益为46.2亿元，较上一财年的51.8亿元减少10.8%；"
    "毛利率由23.4%上升至25.1%；股东应占亏损为1.36亿元。"
)
TABLE = " | 2019 | 2018\nNet sales | 510 | 490\nNet sales, Americas | 210 | 190\nTaxes | 12 | 11\nTotal | 999 | 888\n"


def decision(text: str, value: str, about: str | list[str], period: str | None = None) -> Decision:
    read = reading(text)
    values = [q for q in read.quantities if is_value(text, q)]
    chosen = next(q for q in values if value in q.text)
    rivals = [
        read.said[q.span.start]
        for q in values
        if q.value != chosen.value and "number" in (q.kind, chosen.kind, "number" if q.kind == chosen.kind else "")
    ]
    asked = [about] if isinstance(about, str) else about
    when = None if period is None else read_period(period)
    return decide(asked, when, read.said.get(chosen.span.start), rivals, read.base)


@pytest.mark.parametrize(
    ("text", "value", "about"),
    [
        (PROSE, "46.2亿元", "收益"),
        (PROSE, "46.2亿元", "营业收入"),
        (PROSE, "46.2亿元", "revenue"),
        (PROSE, "51.8亿元", "收益"),
        (PROSE, "1.36亿元", "net loss"),
        (PROSE, "25.1%", "毛利率"),
        (PROSE, "25.1%", "gross margin"),
        (TABLE, "510", "net sales"),
        (TABLE, "510", "revenue"),
        (TABLE, "210", "Americas net sales"),
        (TABLE, "12", "income tax expense"),
    ],
)
def test_right_values_belong(text: str, value: str, about: str) -> None:
    assert decision(text, value, about).metric != "other"


@pytest.mark.parametrize(
    ("text", "value", "about"),
    [
        (PROSE, "1.36亿元", "收益"),
        (PROSE, "46.2亿元", "股东应占亏损"),
        (PROSE, "10.8%", "毛利率"),
        (PROSE, "25.1%", "收益减幅"),
        (TABLE, "12", "net sales"),
        (TABLE, "210", "net sales"),
        (TABLE, "510", "net sales in the Americas"),
        ("第1包中标金额192.8万元；第2包中标金额168.45万元。", "168.45万元", "第1包中标金额"),
        ("一级医院起付线200元，二级医院起付线500元。", "500元", "一级医院起付线"),
        ("医疗费18,000元、护理费2,400元，合计三万元整。", "三万元", "护理费"),
        ("The base charge rises from $18.40 to $19.75.", "$18.40", "new base charge"),
        ("优良天数比例为81.9%，同比上升2.7%。", "2.7%", "优良天数比例"),
    ],
)
def test_values_of_something_else_do_not(text: str, value: str, about: str) -> None:
    assert decision(text, value, about).metric == "other"


@pytest.mark.parametrize(
    ("value", "period", "belongs"),
    [
        ("46.2亿元", "2024年", "belongs"),
        ("51.8亿元", "2024年", "other"),
        ("51.8亿元", "2023年", "belongs"),
        ("51.8亿元", "上一财年", "belongs"),
        ("46.2亿元", "上一财年", "other"),
    ],
)
def test_periods_are_held_against_the_text(value: str, period: str, belongs: str) -> None:
    assert decision(PROSE, value, "收益", period).period == belongs


def test_what_is_compared_with_is_for_another_period() -> None:
    text = "In 2024 revenue was $46 million vs $51 million a year earlier, while costs were $30 million vs $33 million."
    asked = {value: decision(text, value, "costs", "2024").period for value in ("$30", "$33")}
    assert asked == {"$30": "belongs", "$33": "other"}
    assert decision(text, "$51", "revenue", "2024").period == "other"
    assert decision(text, "$33", "costs", "2023").period != "other"


def test_columns_of_another_year_are_another_period() -> None:
    assert decision(TABLE, "490", "net sales", "2018").period == "belongs"
    assert decision(TABLE, "490", "net sales", "2019").period == "other"


def test_what_the_text_does_not_say_is_unknown() -> None:
    assert decision(PROSE, "46.2亿元", "品牌数目").metric == "unknown"
    assert decide(["x"], None, None, []) == Decision("unknown", "unknown")
    assert decision("共46.2亿元。", "46.2亿元", "营业收入").metric == "unknown"


def test_a_wording_among_several_is_enough() -> None:
    assert decision(PROSE, "46.2亿元", ["topline", "收益"]).metric == "belongs"


def test_all_at_once_is_one_by_one() -> None:
    read = reading(TABLE)
    values = [q for q in read.quantities if is_value(TABLE, q)]
    places = [(read.said.get(q.span.start), q.value, read.base) for q in values]
    for about, period in ((["net sales"], read_period("2019")), (["taxes"], None), ([], read_period("2018"))):
        each = decide_each(about, period, places)
        for (said, value, base), found in zip(places, each, strict=True):
            rivals = [other for other, rival, _ in places if rival != value and other is not None]
            assert found == decide(about, period, said, rivals, base)
    assert decide_each([], None, places) == [Decision("unknown", "unknown")] * len(places)
