from __future__ import annotations

import pytest

from logitrail.scan import numerals
from tests.scan.written import value

CHINESE = {
    "三千五百万": ("35000000", "1000000"),
    "两亿零三万": ("200030000", "10000"),
    "四百五": ("450", "10"),
    "一万三": ("13000", "1000"),
    "两千四百五": ("2450", "10"),
    "一千零五": ("1005", "1"),
    "一百零一万一千": ("1011000", "1000"),
    "五兆六十二亿四万五千二": ("5006200045200", "100"),
    "四万亿": ("4000000000000", "1000000000000"),
    "四万万": ("400000000", "100000000"),
    "三百五十一万亿": ("351000000000000", "1000000000000"),
    "百三": ("130", "10"),
    "十": ("10", "1"),
    "廿一": ("21", "1"),
    "卅三": ("33", "1"),
    "一万零卌": ("10040", "1"),
    "二〇二四": ("2024", "1"),
    "壹佰贰拾叁万": ("1230000", "10000"),
    "參萬肆仟伍佰陸拾柒": ("34567", "1"),
    "倆千两百贰拾二": ("2222", "1"),
    "十五点七": ("15.7", "0.1"),
    "零点五": ("0.5", "0.1"),
    "一点五万": ("15000", "1000"),
    "三百五十 又 3分  之1": ("1051/3", None),
    "三分之一": ("1/3", None),
    "一百分之二": ("0.02", None),
    "一百 五 十 二": ("152", "1"),
    "十打": ("120", None),
    "半打": ("6", None),
    "一半": ("0.5", None),
    "两个亿": ("200000000", "100000000"),
}
MIXED = {
    "25万6千": ("256000", "1000"),
    "1千零1": ("1001", "1"),
    "12万3千": ("123000", "1000"),
    "5亿1万4千6百": ("500014600", "100"),
    "1,100万": ("11000000", "10000"),
    "1.2亿3000万": ("150000000", "10000"),
    "2千零30万": ("20300000", "10000"),
    "350万亿": ("350000000000000", "1000000000000"),
    "7万 5千 4百": ("75400", "100"),
    "3又一千分之23": ("3.023", None),
    "2又3/4": ("2.75", None),
}
DIGITS = {
    "1,234,567": ("1234567", "1"),
    "12,34,567.89": ("1234567.89", "0.01"),
    "1 234 567": ("1234567", "1"),
    "1\u202f234\u202f567.89": ("1234567.89", "0.01"),
    "1.234,5": ("1234.5", "0.1"),
    "1'234'567.5": ("1234567.5", "0.1"),
    "1.111,11": ("1111.11", "0.01"),
    "5,00": ("5.00", "0.01"),
    ".5": ("0.5", "0.1"),
    "1.10": ("1.10", "0.01"),
    "1.3e6": ("1300000", "100000"),
    "1.3x10^6": ("1300000", "100000"),
    "2.7890e-1": ("0.27890", "0.00001"),
    "2^5": ("32", None),
    "2.5^-1": ("0.4", None),
    "3/4": ("0.75", None),
    "1/3": ("1/3", None),
    "10 1/2": ("10.5", None),
    "¾": ("0.75", None),
    "2½": ("2.5", None),
    "４，５６５": ("4565", "1"),
    "٣٤": ("34", "1"),
}
ENGLISH = {
    "one hundred and three and two thirds": ("311/3", None),
    "sixty-four thousand five hundred": ("64500", "100"),
    "twenty-one trillion and three hundred": ("21000000000300", "100"),
    "seven hundred twenty-one thousand and twelve": ("721012", "1"),
    "three crore twelve lakh": ("31200000", "100000"),
    "one and a half": ("1.5", None),
    "one and a half million": ("1500000", None),
    "two million and one half": ("2500000", None),
    "half a billion": ("500000000", None),
    "half a dozen": ("6", None),
    "a dozen": ("12", None),
    "three and seven-eighths": ("3.875", None),
    "nine-tenths": ("0.9", None),
    "one hundred and three quarters": ("100.75", None),
    "one hundred and thirty fifths": ("26", None),
    "nine point nought four": ("9.04", "0.01"),
    "two point two million": ("2200000", "100000"),
    "3 hundred and 21": ("321", "1"),
    "two out of five hundred": ("0.004", None),
    "fifty - two": ("52", "1"),
    "13 lakh": ("1300000", "100000"),
    "1.9bn": ("1900000000", "100000000"),
    "126k": ("126000", "1000"),
    "30w": ("300000", "10000"),
    "one in five": ("0.2", None),
    "5 lakh crore": ("5000000000000", "1000000000000"),
}
SIGNED = {
    "-5": "-5",
    "−5": "-5",
    "负三十二": "-32",
    "负 1,200": "-1200",
    "minus five point five": "-5.5",
    "negative one": "-1",
}


@pytest.mark.parametrize(("text", "wanted"), [*CHINESE.items(), *MIXED.items(), *DIGITS.items(), *ENGLISH.items()])
def test_a_numeral_has_its_value_and_the_place_of_its_last_digit(text: str, wanted: tuple[str, str | None]) -> None:
    [numeral] = numerals(text)
    assert (text[numeral.start : numeral.end], numeral.value) == (text, value(wanted[0]))
    assert numeral.step == value(wanted[1])


@pytest.mark.parametrize(("text", "wanted"), SIGNED.items())
def test_a_sign_belongs_to_the_number(text: str, wanted: str) -> None:
    [numeral] = numerals(text)
    assert (numeral.start, numeral.value) == (0, value(wanted))


@pytest.mark.parametrize(
    ("text", "wanted"),
    {
        "二三十": "[20, 30]",
        "三五百": "[300, 500]",
        "十七八": "[17, 18]",
        "七八": "[7, 8]",
        "数十亿": "[1000000000, 10000000000)",
        "几千": "[1000, 10000)",
    }.items(),
)
def test_digits_side_by_side_and_unnamed_digits_are_spans(text: str, wanted: str) -> None:
    [numeral] = numerals(text)
    assert (numeral.end, numeral.value, numeral.loose) == (len(text), value(wanted), True)


@pytest.mark.parametrize(
    ("text", "reason"),
    {
        "3,5": "3,5 may be 3.5 or the two numbers 3 and 5",
        "123 456": "123 456 may be one number or the two numbers 123 and 456",
        "七三": "七三 may be 73 or the two numbers 7 and 3",
        "1.234.567": "1.234.567 may be digits in groups of three or an identifier",
        "三七二十一": "三七二十一 is not one number by the rules",
    }.items(),
)
def test_what_can_be_read_in_two_ways_has_no_value(text: str, reason: str) -> None:
    [numeral] = numerals(text)
    assert (numeral.value, numeral.reason) == (None, reason)


def test_lists_of_numbers_stay_lists() -> None:
    assert [numeral.value for numeral in numerals("1, 234, 567")] == [1, 234, 567]
    assert [numeral.value for numeral in numerals("22,24,26,31")] == [22, 24, 26, 31]
    assert [numeral.value for numeral in numerals("423 0000")] == [423, 0]
    assert [numeral.value for numeral in numerals("3x4 cm")] == [3, 4]


@pytest.mark.parametrize("text", ["万", "万万", "a", "an", "点", "百分点", "千克", "...", "第", "一看", "两两"])
def test_signs_alone_are_no_number(text: str) -> None:
    assert numerals(text) == []
