from __future__ import annotations

import pytest

from logitrail.scan import quantities
from tests.scan.written import only, shape, value

BEFORE = {
    "约8.55万元": ("about", None),
    "大约三成": ("about", None),
    "近700万元": ("below", None),
    "将近两年": ("below", None),
    "超1000人": (None, ">"),
    "逾5亿元": (None, ">"),
    "突破180亿元": (None, ">"),
    "高于5.5%": (None, ">"),
    "不足10%": (None, "<"),
    "不到50亿港元": (None, "<"),
    "低于30 mL/min": (None, "<"),
    "至少1,070元": (None, ">="),
    "不低于670元": (None, ">="),
    "不少于十二个月": (None, ">="),
    "最低为十万元": (None, ">="),
    "不超过8小时": (None, "<="),
    "不得超过20 mg": (None, "<="),
    "没有超过5.5%": (None, "<="),
    "最多两台": (None, "<="),
    "最长一年": (None, "<="),
    "about 8.7 million tonnes": ("about", None),
    "roughly a third": ("about", None),
    "nearly 119,000": ("below", None),
    "just under 70%": ("below", None),
    "a little over $412,000": ("above", None),
    "more than €1.9bn": (None, ">"),
    "over 21 days": (None, ">"),
    "above $32,000": (None, ">"),
    "exceeded EUR 1.9 billion": (None, ">"),
    "less than $150": (None, "<"),
    "below 99.9%": (None, "<"),
    "fewer than a thousand": (None, "<"),
    "at least 99.9%": (None, ">="),
    "no fewer than 70": (None, ">="),
    "not less than six months": (None, ">="),
    "up to £75,000": (None, "<="),
    "at most 8 people": (None, "<="),
    "no more than 120": (None, "<="),
    "not exceeding 5%": (None, "<="),
    "≥50": (None, ">="),
    "<0.001": (None, "<"),
    "≈3": ("about", None),
}
BEHIND = {
    "15k左右": ("about", None),
    "三百上下": ("about", None),
    "500余万元": ("above", None),
    "四百多": ("above", None),
    "十几万": ("above", None),
    "三年多": ("above", None),
    "1年以上": (None, ">="),
    "十万元以下": (None, "<="),
    "30日以内": (None, "<="),
    "两倍以上": (None, ">="),
    "50万元（含）以上": (None, ">="),
    "65 or over": (None, ">="),
    "200 or more": (None, ">="),
    "five hundred or less": (None, "<="),
    "65+": (None, ">="),
    "一半以上": (None, ">="),
    "20 or so": ("about", None),
}


@pytest.mark.parametrize(("text", "wanted"), [*BEFORE.items(), *BEHIND.items()])
def test_words_around_a_number_say_how_it_is_meant(text: str, wanted: tuple[str | None, str | None]) -> None:
    found = only(text)
    assert (found.text, found.approx, found.bound) == (text, *wanted)


def test_both_can_be_said_at_once() -> None:
    found = only("人民币约5亿元以上")
    assert (*shape(found), found.approx, found.bound) == ("money", 500000000, "CNY", "about", ">=")


@pytest.mark.parametrize("text", ["预约3个", "签约3家", "提高3个", "最近3年", "高超3"])
def test_words_that_only_end_alike_say_nothing(text: str) -> None:
    found = only(text)
    assert (found.approx, found.bound) == (None, None)


def test_words_between_two_numbers_belong_to_the_one_they_compare_with() -> None:
    assert [(found.text, found.bound) for found in quantities("5000 or less than 6000")] == [
        ("5000", None),
        ("less than 6000", "<"),
    ]
    assert [found.bound for found in quantities("above 1000 and below 1500")] == [">", "<"]


def test_the_plus_of_a_sum_is_no_bound() -> None:
    assert [(found.text, found.bound) for found in quantities("(29 + 19 + 13)")] == [
        ("29", None),
        ("19", None),
        ("13", None),
    ]


RANGES = {
    "30–40万": ("number", "[300000, 400000]", None),
    "6.0-6.5万元": ("money", "[60000, 65000]", "CNY"),
    "1万-5万元": ("money", "[10000, 50000]", "CNY"),
    "1万(含)-5万元": ("money", "[10000, 50000]", "CNY"),
    "10~15k元": ("money", "[10000, 15000]", "CNY"),
    "从8500到3万港元": ("money", "[8500, 30000]", "HKD"),
    "一百二十到一百五十万元": ("money", "[1200000, 1500000]", "CNY"),
    "七千到九千亿元": ("money", "[700000000000, 900000000000]", "CNY"),
    "-0.98%至-0.64%": ("percent", "[-0.98, -0.64]", "%"),
    "10与20之间": ("number", "[10, 20]", None),
    "介于3和5%": ("percent", "[3, 5]", "%"),
    "between 3 and 5 percent": ("percent", "[3, 5]", "%"),
    "from 200 to 300": ("number", "[200, 300]", None),
    "from €50,000 to €750,000": ("money", "[50000, 750000]", "EUR"),
    "£9m to £10m": ("money", "[9000000, 10000000]", "GBP"),
    "$5-10m": ("money", "[5000000, 10000000]", "USD"),
    "£9-10 million": ("money", "[9000000, 10000000]", "GBP"),
    "three to four hundred people": ("count", "[300, 400]", "people"),
    "二三十个": ("count", "[20, 30]", "个"),
    "two or three days": ("duration", "[2, 3]", "d"),
    "百分之三十到四十": ("percent", "[30, 40]", "%"),
    "一两年": ("duration", "[1, 2]", "a"),
    "数十亿元": ("money", "[1000000000, 10000000000)", "CNY"),
}


@pytest.mark.parametrize(("text", "wanted"), RANGES.items())
def test_scale_and_unit_hold_for_both_ends_of_a_range(text: str, wanted: tuple[str, str, str | None]) -> None:
    found = only(text)
    assert (found.text, *shape(found)) == (text, wanted[0], value(wanted[1]), wanted[2])


@pytest.mark.parametrize(
    ("text", "values"),
    {
        "rises from $18.40 to $19.75": ["18.40", "19.75"],
        "down from 45,360 to 42,907": ["45360", "42907"],
        "came down from 24,655 to 21,940 thousand dollars": ["24655000", "21940000"],
        "rose 5% to 8%": ["5", "8"],
        "由23.4%上升至25.1%": ["23.4", "25.1"],
        "从98天到86天": ["98", "86"],
        "(214.6 + 3.2 - 188.9)": ["214.6", "3.2", "188.9"],
        "3天到5%": ["3", "5"],
    }.items(),
)
def test_a_change_is_no_range(text: str, values: list[str]) -> None:
    assert [found.value for found in quantities(text)] == [value(written) for written in values]
