from __future__ import annotations

from decimal import Decimal

import pytest

from logitrail.scan import quantities
from logitrail.types import Quantity
from tests.scan.written import only, shape


def numbers(text: str) -> list[tuple[str, str, object, str | None]]:
    """Text, kind, value and unit of all but periods."""
    return [(found.text, *shape(found)) for found in quantities(text) if found.kind != "period"]


def test_a_header_above_a_table_holds_for_its_rows() -> None:
    text = (
        "STATEMENTS OF OPERATIONS (in thousands of U.S. dollars, except per share amounts)\n"
        "Three months ended September 30, | 2024 | 2023\n"
        "Net revenue | 184,306 | 171,950\n"
        "Loss from discontinued operations | (2,713) | (1,096)\n"
        "Diluted earnings per share | 0.37 | 0.25\n"
        "The board met 3 times."
    )
    assert numbers(text) == [
        ("184,306", "money", 184306000, "USD"),
        ("171,950", "money", 171950000, "USD"),
        ("(2,713)", "money", -2713000, "USD"),
        ("(1,096)", "money", -1096000, "USD"),
        ("0.37", "money", Decimal("0.37"), "USD"),
        ("0.25", "money", Decimal("0.25"), "USD"),
        ("3 times", "count", 3, "times"),
    ]


def test_the_reason_says_where_scale_and_unit_come_from() -> None:
    found = [quantity for quantity in quantities("单位：万元\n营业收入 | 1,234.5") if quantity.kind == "money"]
    assert [(quantity.reason, quantity.precision) for quantity in found] == [
        ("scale and unit from the header: 万元", 1000)
    ]


@pytest.mark.parametrize(
    ("text", "wanted"),
    {
        "单位：万元\n项目 | 本期\n营业收入 | 1,234.5\n毛利率(%) | 31.2\n每股收益 | 0.37": [
            ("1,234.5", "money", 12345000, "CNY"),
            ("31.2", "percent", Decimal("31.2"), "%"),
            ("0.37", "money", Decimal("0.37"), "CNY"),
        ],
        "(thousands, seasonally adjusted)\nItem | Aug\nEmployed | 1,482.3": [("1,482.3", "number", 1482300, None)],
        "Revenue ($m) | 12.3 | (4.5)": [("12.3", "money", 12300000, "USD"), ("(4.5)", "money", -4500000, "USD")],
        "Item | Revenue (£'000) | Staff\nNorth | 1,200 | 30": [
            ("1,200", "money", 1200000, "GBP"),
            ("30", "number", 30, None),
        ],
        "Results (₹ in crore). Revenue: 214.6; Other income: 3.2. The plant added 45,000 square metres in 3 years.": [
            ("214.6", "money", 2146000000, "INR"),
            ("3.2", "money", 32000000, "INR"),
            ("45,000 square metres", "area", 45000, "m2"),
            ("3 years", "duration", 3, "a"),
        ],
        "营业收入（万元）：35；其中出口3人": [("35", "money", 350000, "CNY"), ("3人", "count", 3, "人")],
        "In millions\nNet sales | 5,000\nCost | 3,000": [
            ("5,000", "number", 5000000000, None),
            ("3,000", "number", 3000000000, None),
        ],
        "RMB'000\nSales | 5,000": [("5,000", "money", 5000000, "CNY")],
        "HK$ million | 2024\n(¥ million) | 5.5": [("5.5", "money", 5500000, "CNY")],
    }.items(),
)
def test_headers_of_columns_rows_and_running_text(text: str, wanted: list[tuple[str, str, object, str | None]]) -> None:
    assert numbers(text) == wanted


def test_a_header_ends_with_its_table() -> None:
    prose = "The company was founded long ago and it employs many people: 30 of them in the city of Esk."
    text = f"(in thousands)\nSales | 5\n{prose}\n"
    assert [found.value for found in quantities(text + "Staff | 7")] == [5000, 30, 7]


def test_years_and_what_has_a_unit_of_its_own_keep_their_value() -> None:
    text = "(in thousands)\nYear | 2024 | 2023\nMargin | 31% | 30%\nStaff costs | $5 | 2,024"
    values = [found.value for found in quantities(text) if isinstance(found.value, Decimal)]
    assert values == [31, 30, 5000, 2024000]


def test_brackets_are_negative_in_tables_and_alone() -> None:
    assert only("(13)").value == -13
    assert [found.value for found in quantities("Tax | (16) | $(3,015) | (6)% | (13.9%)")] == [
        -16, -3015, -6, Decimal("-13.9"),
    ]  # fmt: skip
    assert only("a net loss of (1,234) in all").value == -1234


def test_brackets_in_running_text_are_not() -> None:
    found = quantities("Five Hundred Dollars ($500), as in the note (13) above; net income (1) | $5")
    assert [quantity.value for quantity in found] == [500, 500, 13, 5]


def test_a_number_said_twice_is_one() -> None:
    assert shape(only("twelve (12) months")) == ("duration", 12, "mo")
    differing: Quantity = only("twelve (13) months")
    assert (differing.value, differing.reason) == (None, "twelve and 13 differ")
