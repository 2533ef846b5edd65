from __future__ import annotations

from fractions import Fraction

import pytest

from logitrail.errors import SynthesisError, TemplateError
from logitrail.synthesis import Template, synthesize
from logitrail.synthesis.numerals import decimals_of, rounded, written
from tests.synthesis.fillings import quantity, words


def shown(template: str, text: str) -> str:
    return synthesize(template, {"r": quantity(text)}).text


@pytest.mark.parametrize(
    ("template", "text", "expected"),
    [
        # the same value
        ("{r:万元}", "3.2亿元", "32000万元"),
        ("{r:亿元}", "32000万元", "3.2亿元"),
        ("{r:元}", "1,100万元", "11000000元"),
        ("{r:million yuan}", "3.2亿元", "320 million yuan"),
        ("{r:亿美元}", "$320 million", "3.2亿美元"),
        ("{r:g}", "20 mg", "0.02 g"),
        ("{r:μg}", "20 mg", "20,000 μg"),
        ("{r:bp}", "1.7个百分点", "170 bp"),
        ("{r:‰}", "1.7%", "17‰"),
        ("It rose {r:bp}.", "2.4 percentage points", "It rose 240 bp."),
        # a scale alone takes the unit of the source, else the code of the currency
        ("{r:million,1}", "$3,212,345,678", "$3,212.3 million"),
        ("{r:billion,2}", "£3,212.3m", "£3.21 billion"),
        ("{r:million,1}", "3.2亿元", "CNY 320 million"),
        ("{r:万,1}", "123,456", "12.3万"),
        # rounded half up, to the declared precision
        ("{r:亿元,2}", "3,567万元", "0.36亿元"),
        ("{r:亿元,1}", "3.25亿元", "3.3亿元"),
        ("{r:亿元,1}", "3.249亿元", "3.2亿元"),
        ("{r:亿元,1}", "-3.25亿元", "-3.3亿元"),
        # never finer than the source
        ("{r:亿元,4}", "3.2亿元", "3.2亿元"),
        ("{r:亿元,2}", "320,000,000元", "3.20亿元"),
        # with its approximation and its bound, where the value stays the same
        ("{r:万元}", "约3.2亿元", "约32000万元"),
        ("{r:μg}", "不超过20 mg", "不超过20,000 μg"),
        ("剂量{r:μg}", "不超过20 mg", "剂量不超过20,000 μg"),
        ("{r:mg}", "not exceed 20 mg", "at most 20 mg"),
        ("{r:million}", "约3.2亿元", "about CNY 320 million"),
        ("{r:亿美元}", "nearly $320 million", "近3.2亿美元"),
        ("{r:亿元}", "不低于3.2亿元", "不低于3.2亿元"),
    ],
)
def test_in_another_unit(template: str, text: str, expected: str) -> None:
    assert shown(template, text) == expected


@pytest.mark.parametrize(
    ("template", "text", "reason"),
    [
        ("{r:亿元}", "$320 million", "cannot be written in '亿元'"),
        ("{r:%}", "1.7个百分点", "cannot be written in '%'"),
        ("{r:吨}", "3.2亿元", "cannot be written in '吨'"),
        ("{r:元}", "3.2亿", "cannot be written in '元'"),
        ("{r:个}", "三级", "cannot be written in '个'"),
        ("{r:亿元,1}", "3元", "rounded to nothing"),
        ("{r:万元,0}", "约3,567元", "a bound or an approximation: rounding would move it"),
        ("{r:万元,0}", "不超过3,567元", "a bound or an approximation: rounding would move it"),
        ("{r:万元}", "30-40亿元", "is no plain number"),
    ],
)
def test_what_would_be_another_value(template: str, text: str, reason: str) -> None:
    with pytest.raises(SynthesisError) as caught:
        shown(template, text)
    assert caught.value.slot == "r"
    assert reason in caught.value.message


def test_a_value_without_end_needs_a_number_of_decimals() -> None:
    with pytest.raises(SynthesisError, match="has no end in this unit"):
        shown("{r:h}", "100 min")
    assert shown("{r:h,2}", "100 min") == "1.67 h"


def test_words_have_no_unit() -> None:
    with pytest.raises(SynthesisError, match="is not a quantity"):
        synthesize("{r:亿元}", {"r": words("很多")})


@pytest.mark.parametrize(
    ("template", "place", "message"),
    [
        ("{r:亿圆圆}", "1:4", "is no scale or unit"),
        ("{r:亿元,two}", "1:7", "expected a number of decimals, 0 to 12, got 'two'"),
        ("{r:亿元,99}", "1:7", "expected a number of decimals"),
        ("{r.direction:下降,增长}", "1:14", "a word for the opposite direction"),
    ],
)
def test_declarations_are_checked_when_the_template_is_read(template: str, place: str, message: str) -> None:
    with pytest.raises(TemplateError) as caught:
        Template(template)
    assert caught.value.path == f"template:{place}"
    assert message in caught.value.message


# numerals


@pytest.mark.parametrize(
    ("value", "decimals", "expected"),
    [("2.5", 0, "3"), ("-2.5", 0, "-3"), ("2.49", 1, "2.5"), ("0.05", 1, "0.1"), ("-0.04", 1, "0")],
)
def test_rounding_is_half_away_from_zero(value: str, decimals: int, expected: str) -> None:
    assert rounded(Fraction(value), decimals) == Fraction(expected)


@pytest.mark.parametrize(("value", "expected"), [("1/3", None), ("1/8", 3), ("7", 0), ("0.010", 2), ("1/7", None)])
def test_decimals_of(value: str, expected: int | None) -> None:
    assert decimals_of(Fraction(value)) == expected


@pytest.mark.parametrize(
    ("value", "decimals", "grouped", "expected"),
    [
        ("1234567.5", 2, True, "1,234,567.50"),
        ("1234567.5", 1, False, "1234567.5"),
        ("-0.05", 2, True, "-0.05"),
        ("0", 0, True, "0"),
    ],
)
def test_written(value: str, decimals: int, grouped: bool, expected: str) -> None:
    assert written(Fraction(value), decimals, grouped=grouped) == expected
