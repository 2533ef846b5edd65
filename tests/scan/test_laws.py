"""What holds for every text."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from itertools import pairwise

from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from logitrail.scan import numerals, quantities, reading
from logitrail.scan.characters import lower, plain
from logitrail.types import Interval
from tests.scan.written import only

#: Pieces that numbers are made of, so that texts of them are about numbers.
SIGNS = (
    "0123456789零一二三五十百千万亿两半多余几点分之成折第号年月日元块角个台人斤米度%‰$€£¥.,"
    "、，。;；:：()（）[]〔〕"
    "|-–~+/^ \n\tkKmMbx壹陆参²½Ⅲ٣𝟏İ"
)
WORDS = (
    "百分之|个百分点|港币|人民币|约|至少|不超过|以上|左右|和|与|到|至|之间|介于|负|"
    "one |two |hundred |thousand |million |and |"
    "a |half |third |thirds |quarter |dozen |point |over |between |from |to |about |at least | or more|percent|"
    "dollars| mg|/kg|USD|in thousands|单位：万元|Section |2024|1,234|http://a.b/1|壹佰|亿"
)
PIECES = st.sampled_from([*SIGNS, *WORDS.split("|")])
TEXTS = st.one_of(st.lists(PIECES, max_size=24).map("".join), st.text(max_size=60))


@given(TEXTS)
@settings(max_examples=400, deadline=None)
def test_spans_are_true_ordered_and_apart(text: str) -> None:
    found = quantities(text)
    for quantity in found:
        assert 0 <= quantity.span.start < quantity.span.end <= len(text)
        assert text[quantity.span.start : quantity.span.end] == quantity.text
        assert quantity.text.strip() != ""
    assert all(one.span.end <= other.span.start for one, other in pairwise(found))
    for numeral in numerals(text):
        assert 0 <= numeral.start < numeral.end <= len(text)


@given(TEXTS)
@settings(max_examples=200, deadline=None)
def test_values_are_exact_or_have_a_reason(text: str) -> None:
    for quantity in quantities(text):
        value = quantity.value
        if value is None:
            assert quantity.reason
        elif isinstance(value, Interval):
            assert value.low is not None
            assert value.high is not None
            assert value.low < value.high
        elif quantity.kind == "id":
            assert isinstance(value, str)
        elif quantity.kind != "period":
            assert isinstance(value, Decimal | Fraction)
        assert quantity.precision is None or quantity.precision > 0


@given(TEXTS)
@settings(max_examples=200, deadline=None)
def test_reading_twice_gives_the_same(text: str) -> None:
    assert quantities(text) == quantities(text)


@given(TEXTS)
@settings(max_examples=400, deadline=None)
def test_the_shortcut_changes_nothing(text: str) -> None:
    class Without:
        @staticmethod
        def digits_at(*_: object) -> None:
            return None

        ideograph_at = digits_at

    quick = quantities(text)
    shortcut = reading.shortcut
    reading.shortcut = Without  # type: ignore[assignment,misc]
    try:
        assert quantities(text) == quick
    finally:
        reading.shortcut = shortcut


@given(st.text(max_size=80))
@example("İ𝟏ß㎡½﷽")
def test_plain_characters_keep_every_position(text: str) -> None:
    assert len(plain(text)) == len(text)
    assert len(lower(plain(text))) == len(text)
    assert plain(plain(text)) == plain(text)


ZH = "零一二三四五六七八九"


def chinese(number: int) -> str:
    """The Chinese numeral of a number below 10¹⁶, by the rules: 零 for a gap, no 一 before a leading 十."""
    if number == 0:
        return ZH[0]
    groups, scales, out = [], ["", "万", "亿", "兆"], ""
    while number:
        groups.append(number % 10000)
        number //= 10000
    for index in reversed(range(len(groups))):
        group = groups[index]
        if group == 0:
            continue
        part, gap = "", bool(out) and (group < 1000 or groups[index + 1] == 0)
        for power, place in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
            digit = group // power % 10
            if digit:
                part += ("零" if gap and part else "") + ZH[digit] + place
                gap = False
            elif part:
                gap = True
        out += ("零" if out and (group < 1000 or groups[index + 1] == 0) else "") + part + scales[index]
    return out.removeprefix("一") if out.startswith("一十") else out


@given(st.integers(0, 10**16 - 1))
@settings(max_examples=400, deadline=None)
def test_chinese_numerals_are_read_back(number: int) -> None:
    [numeral] = numerals(chinese(number) + "个" if number < 10 else chinese(number))
    assert numeral.value == number


CAPITALS = str.maketrans("一二三四五六七八九十百千", "壹贰叁肆伍陆柒捌玖拾佰仟")


@given(st.integers(10, 10**12))
@settings(deadline=None)
def test_financial_capitals_are_read_back(number: int) -> None:
    text = chinese(number).translate(CAPITALS) + "元整"
    found = only(text)
    assert (found.text, found.value, found.unit) == (text, number, "CNY")


EN_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
EN_TENS = "_ _ twenty thirty forty fifty sixty seventy eighty ninety".split()


def english(number: int, join: str) -> str:
    """The English numeral; ``join`` stands behind the hundred (`` and ``, or a blank)."""
    if number < 20:
        return EN_ONES[number]
    if number < 100:
        return EN_TENS[number // 10] + (f"-{EN_ONES[number % 10]}" if number % 10 else "")
    if number < 1000:
        return f"{EN_ONES[number // 100]} hundred" + (join + english(number % 100, join) if number % 100 else "")
    for power, name in ((10**12, "trillion"), (10**9, "billion"), (10**6, "million"), (1000, "thousand")):
        if number >= power:
            rest = f" {english(number % power, join)}" if number % power else ""
            return f"{english(number // power, join)} {name}{rest}"
    raise AssertionError


@given(st.integers(2, 10**15 - 1), st.sampled_from([" ", " and "]))
@settings(max_examples=300, deadline=None)
def test_english_numerals_are_read_back(number: int, join: str) -> None:
    text = english(number, join)
    [numeral] = numerals(text)
    assert (numeral.end, numeral.value) == (len(text), number)


@given(st.decimals(min_value=-(10**12), max_value=10**12, places=3, allow_nan=False, allow_infinity=False))
def test_digits_are_read_back(number: Decimal) -> None:
    text = f"{number:,.3f}"
    found = only(text)
    assert (found.text, found.value) == (text, number)
    assert found.precision == Decimal("0.001")


@given(st.integers(1, 59), st.integers(2, 999))
def test_fractions_are_exact(upper: int, lower_part: int) -> None:
    assume(upper not in (9, 20, 24, 50))  # 24/7 and its kind are sayings
    assert Fraction(only(f"{upper}/{lower_part}kg").value) == Fraction(upper, lower_part)  # type: ignore[arg-type]
    [numeral] = numerals(f"{chinese(lower_part)}分之{chinese(upper)}")
    assert Fraction(numeral.value) == Fraction(upper, lower_part)  # type: ignore[arg-type]
