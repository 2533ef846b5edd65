from __future__ import annotations

from decimal import Decimal

import pytest

from logitrail.scan import quantities
from logitrail.types import KINDS
from tests.scan.written import only, shape, value

#: Each text is one quantity from end to end: kind, value, unit, precision.
MONEY = {
    "46.2亿元": ("4620000000", "CNY", "10000000"),
    "港币46.2亿元": ("4620000000", "HKD", "10000000"),
    "1.36亿港元": ("136000000", "HKD", "1000000"),
    "3万美元": ("30000", "USD", "10000"),
    "1,100万元": ("11000000", "CNY", "10000"),
    "人民币386万元": ("3860000", "CNY", "10000"),
    "8亿元人民币": ("800000000", "CNY", "100000000"),
    "壹佰贰拾叁万元整": ("1230000", "CNY", "10000"),
    "五元三毛": ("5.3", "CNY", "0.1"),
    "50元6角三分": ("50.63", "CNY", "0.01"),
    "三块五": ("3.5", "CNY", "0.1"),
    "两毛五": ("0.25", "CNY", "0.01"),
    "新台币 177.1 亿元": ("17710000000", "TWD", "10000000"),
    "￥300": ("300", "CNY", "1"),
    "两个亿卢布": ("200000000", "RUB", "100000000"),
    "$1.25 million": ("1250000", "USD", "10000"),
    "US$3.5bn": ("3500000000", "USD", "100000000"),
    "£14.2m": ("14200000", "GBP", "100000"),
    "EUR 500,000,000": ("500000000", "EUR", "1"),
    "USD115.5": ("115.5", "USD", "0.1"),
    "₹28.9 crore": ("289000000", "INR", "1000000"),
    "75 USD million": ("75000000", "USD", "1000000"),
    "30 MUSD": ("30000000", "USD", "1000000"),
    "c $ 16.4 million": ("16400000", "CAD", "100000"),
    "Four Hundred Fifty Million Dollars": ("450000000", "USD", "1000000"),
    "thirteen dollars and forty-five cents": ("13.45", "USD", "0.01"),
    "50 cents": ("0.50", "USD", "0.01"),
    "one-yen": ("1", "JPY", "1"),
    "-$5": ("-5", "USD", "1"),
}
SHARES = {
    "10.8%": ("percent", "10.8", "%", "0.1"),
    "百分之五": ("percent", "5", "%", "1"),
    "百分之四点七": ("percent", "4.7", "%", "0.1"),
    "三成": ("percent", "30", "%", "10"),
    "四成三": ("percent", "43", "%", "1"),
    "三成半": ("percent", "35", "%", "1"),
    "七五折": ("percent", "75", "%", "1"),
    "八折": ("percent", "80", "%", "10"),
    "9.9折": ("percent", "99", "%", "1"),
    "千分之五": ("permille", "5", "‰", "1"),
    "12.5‰": ("permille", "12.5", "‰", "0.1"),
    "万分之五": ("percent", "0.05", "%", "0.01"),
    "1.7个百分点": ("pp", "1.7", "pp", "0.1"),
    "2.4 percentage points": ("pp", "2.4", "pp", "0.1"),
    "170个基点": ("bp", "170", "bp", "1"),
    "25bps": ("bp", "25", "bp", "1"),
    "3.875 per cent": ("percent", "3.875", "%", "0.001"),
    "ten percent": ("percent", "10", "%", "1"),
    "３．０％": ("percent", "3.0", "%", "0.1"),
}
MEASURES = {
    "5 mg": ("dose", "5", "mg", "1"),
    "5毫克": ("dose", "5", "mg", "1"),
    "5 μg": ("dose", "5", "ug", "1"),
    "400 IU": ("dose", "400", "IU", "1"),
    "10 mg/kg": ("dose", "10", "mg/kg", "1"),
    "30 mL/min": ("dose", "30", "mL/min", "1"),
    "34微克/立方米": ("dose", "34", "ug/m3", "1"),
    "0.02 g": ("mass", "0.02", "g", "0.01"),
    "三千克": ("mass", "3", "kg", "1"),
    "三斤半": ("mass", "3.5", "[jin_i]", None),
    "3斤5两": ("mass", "35", "[liang_i]", "1"),
    "8.74 million tonnes": ("mass", "8740000", "t", "10000"),
    "17 km": ("length", "17", "km", "1"),
    "5 ft 2 in": ("length", "62", "[in_i]", "1"),
    "一米八": ("length", "1.8", "m", "0.1"),
    "3-inch": ("length", "3", "[in_i]", "1"),
    "2,150 square feet": ("area", "2150", "[sft_i]", "1"),
    "387万亩": ("area", "3870000", "[mu_i]", "10000"),
    "75ml": ("volume", "75", "mL", "1"),
    "20摄氏度": ("temperature", "20", "Cel", "1"),
    "华氏98.6度": ("temperature", "98.6", "[degF]", "0.1"),
    "-5℃": ("temperature", "-5", "Cel", "1"),
    "七年六个月": ("duration", "90", "mo", "1"),
    "七年半": ("duration", "7.5", "a", None),
    "一个半小时": ("duration", "1.5", "h", None),
    "半年": ("duration", "0.5", "a", None),
    "half an hour": ("duration", "0.5", "h", None),
    "a year and a half": ("duration", "1.5", "a", None),
    "twelve (12) months": ("duration", "12", "mo", "1"),
    "15个工作日": ("duration", "15", "workday", "1"),
    "three Business Days": ("duration", "3", "workday", "1"),
    "60 consecutive days": ("duration", "60", "d", "1"),
    "two additional weeks": ("duration", "2", "wk", "1"),
    "29岁": ("duration", "29", "a", "1"),
    "五十兆字节": ("number", "50", "MBy", "1"),
    "642例": ("count", "642", "例", "1"),
    "三台": ("count", "3", "台", "1"),
    "61,700 people": ("count", "61700", "people", "1"),
    "三倍": ("ratio", "3", "倍", "1"),
    "2.5x": ("ratio", "2.5", "倍", "0.1"),
    "2:1": ("ratio", "2", "倍", "1"),
    "3.25 to 1.00": ("ratio", "3.25", "倍", "0.01"),
    "翻了一番": ("ratio", "2", "倍", None),
    "第三": ("ordinal", "3", None, None),
    "twenty-fifth": ("ordinal", "25", None, None),
    "21st": ("ordinal", "21", None, None),
    "112": ("number", "112", None, "1"),
}


@pytest.mark.parametrize(("text", "wanted"), MONEY.items())
def test_money(text: str, wanted: tuple[str, str, str]) -> None:
    found = only(text)
    assert (found.text, *shape(found)) == (text, "money", value(wanted[0]), wanted[1])
    assert found.precision == value(wanted[2])


@pytest.mark.parametrize(("text", "wanted"), [*SHARES.items(), *MEASURES.items()])
def test_shares_and_measures(text: str, wanted: tuple[str, str, str | None, str | None]) -> None:
    found = only(text)
    assert (found.text, *shape(found)) == (text, wanted[0], value(wanted[1]), wanted[2])
    assert found.precision == value(wanted[3])


def test_percent_points_basis_points_and_permille_are_four_kinds() -> None:
    assert [found.kind for found in quantities("1.7%、1.7个百分点、170个基点、17‰")] == [
        "percent",
        "pp",
        "bp",
        "permille",
    ]


def test_a_name_that_several_currencies_share_has_no_code() -> None:
    found = only("20 billion francs")
    assert (found.kind, found.unit, found.reason) == ("money", None, "which francs is meant is not said")


def test_dollars_cents_that_need_the_end_of_the_sentence() -> None:
    assert only("It costs 15 dollars 50.").value == Decimal("15.5")
    assert [found.value for found in quantities("15 dollars and 50 people")] == [15, 50]


def test_pounds_are_money_where_the_text_speaks_of_money() -> None:
    assert only("The rent is five hundred pounds.").unit == "GBP"
    assert only("It weighs two pounds.").unit == "[lb_av]"


def test_a_blood_pressure_is_no_fraction() -> None:
    assert [shape(found) for found in quantities("血压140/90 mmHg")] == [
        ("number", 140, None),
        ("number", 90, "mm[Hg]"),
    ]


def test_half_the_price() -> None:
    assert shape(only("打了对折")) == ("percent", 50, "%")
    found = only("七八折")
    assert (found.value, found.reason) == (None, "78 percent or 70 to 80 percent")


def test_words_of_size_are_numbers_only_with_something_beside_them() -> None:
    assert [found.approx or found.bound for found in quantities("上百家、近亿元、破万亿、千余人、几十个")] == [
        "above",
        "below",
        ">",
        "above",
        "about",
    ]
    assert quantities("成千上万的百姓，亿元级的千万工程") == []


def test_a_piece_is_no_money() -> None:
    assert shape(only("一块蛋糕")) == ("count", 1, "块")
    assert shape(only("花费三块")) == ("money", 3, "CNY")


def test_nothing_is_a_number_that_only_looks_like_one() -> None:
    text = "三五成群的百姓十分高兴，统一行动，一起去四川九江，一般万一千万别一些；大陆队伍参加半导体零售"
    assert quantities(text) == []
    text = "No one and none of them, one of us, which one, this one is best, a second look, the first half"
    assert [found.kind for found in quantities(text) if found.kind != "period"] == ["ordinal"] * (
        len([found for found in quantities(text) if found.kind == "ordinal"])
    )


def test_spelling_does_not_matter() -> None:
    plain, odd = quantities("收益46.2亿元，增长10.8%"), quantities("收益４６．２億元，增長１０．８％")
    assert [shape(found) for found in plain] == [shape(found) for found in odd]
    assert [found.text for found in odd] == ["４６．２億元", "１０．８％"]


def test_periods_are_among_them_in_order() -> None:
    found = quantities("2024年3月31日收益46.2亿元")
    assert [quantity.kind for quantity in found] == ["period", "money"]
    assert found[0].text == "2024年3月31日"


def test_a_length_of_time_is_no_date() -> None:
    assert shape(only("为期3年")) == ("duration", 3, "a")
    assert shape(only("10日元")) == ("money", 10, "JPY")


def test_kinds_are_those_of_the_types() -> None:
    assert {wanted[0] for wanted in [*SHARES.values(), *MEASURES.values()]} <= set(KINDS)
