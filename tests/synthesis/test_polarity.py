from __future__ import annotations

from typing import Any

import pytest

from logitrail.errors import SynthesisError
from logitrail.scan import quantities
from logitrail.synthesis import Slot, slot_at, synthesize
from logitrail.synthesis.bounds import bound_in
from logitrail.synthesis.directions import direction_in
from logitrail.types import Source
from tests.synthesis.fillings import quantity, words


def failure(template: str, **slots: Any) -> SynthesisError:
    with pytest.raises(SynthesisError) as caught:
        synthesize(template, slots)
    return caught.value


def cut(text: str, part: str) -> Slot:
    """A stretch of a source as a slot."""
    source = Source(text, "source")
    at = text.index(part)
    return slot_at(source, source.span(at, at + len(part)))


# directions


@pytest.mark.parametrize(
    ("text", "part", "direction"),
    [
        ("营业收入同比增长5.3%", "5.3%", "up"),
        ("同比下降了5.3%", "5.3%", "down"),
        ("较上年减少3个百分点", "3个百分点", "down"),
        ("增幅为5%", "5%", "up"),
        ("毛利率上升至25.1%", "25.1%", None),
        ("毛利率由23.4%上升至25.1%", "23.4%", None),
        ("收入增长，毛利率为25%", "25%", None),
        ("同比未增长5%", "5%", None),
        ("同比增长-5.3%", "-5.3%", "down"),
        ("同比下降-5.3%", "-5.3%", None),
        ("变动+5%", "+5%", "up"),
        ("净利润-1,234万元", "-1,234万元", None),
        ("Sales increased by 5%", "5%", "up"),
        ("a 5% decline in sales", "5%", "down"),
        ("Sales rose to 5%", "5%", None),
        ("Sales did not rise 5%", "5%", None),
        ("up 12% on last year", "12%", "up"),
        ("5% higher than last year", "5%", "up"),
        ("If uptime falls below 99.9%", "below 99.9%", None),
        ("Sales rose more than 5%", "more than 5%", "up"),
    ],
)
def test_the_direction_at_a_place(text: str, part: str, direction: str | None) -> None:
    (found,) = [one for one in quantities(text) if one.text == part]
    assert direction_in(text, found) == direction


@pytest.mark.parametrize(
    ("template", "direction", "text"),
    [
        ("同比{y.direction}{y}", "up", "同比增长5.3%"),
        ("同比{y.direction}{y}", "down", "同比下降5.3%"),
        ("Sales {y.direction} {y}", "up", "Sales rose 5.3%"),
        ("Sales {y.direction} {y}", "down", "Sales fell 5.3%"),
        ("同比{y.direction:上升,下滑}{y}", "down", "同比下滑5.3%"),
        ("同比增长{y}", "up", "同比增长5.3%"),
    ],
)
def test_words_of_direction(template: str, direction: Any, text: str) -> None:
    assert synthesize(template, {"y": quantity("5.3%", direction=direction)}).text == text


def test_no_change() -> None:
    assert synthesize("同比{y.direction}", {"y": quantity("0%", direction="flat")}).text == "同比持平"
    assert (
        "no word for the direction 'flat'" in failure("{y.direction:升,降}", y=quantity("0%", direction="flat")).message
    )


@pytest.mark.parametrize("text", ["-5.3%", "－5.3%", "−5.3%"])
def test_a_word_takes_the_place_of_the_sign(text: str) -> None:
    assert synthesize("同比{y.direction}{y}", {"y": quantity(text, direction="down")}).text == "同比下降5.3%"
    assert synthesize("变动{y}", {"y": quantity(text, direction="down")}).text == f"变动{text}"


def test_a_quantity_that_stayed_the_same_may_be_told_without_saying_so() -> None:
    assert synthesize("The price is {p}.", {"p": quantity("$268", direction="flat")}).text == "The price is $268."


def test_a_direction_that_nothing_tells() -> None:
    error = failure("{y.direction}{y}", y=quantity("5.3%"))
    assert error.slot == "y"
    assert "does not say which way" in error.message


@pytest.mark.parametrize(
    ("template", "direction"),
    [
        ("同比增长{y}", "down"),
        ("Sales rose {y}", "down"),
        ("同比下降{y}", "up"),
        ("同比{y}", "down"),
        ("Change: {y}", "down"),
    ],
)
def test_a_direction_that_is_turned_or_lost(template: str, direction: Any) -> None:
    assert failure(template, y=quantity("5.3%", direction=direction)).slot == "y"


# bounds


@pytest.mark.parametrize(
    ("text", "part", "bound"),
    [
        ("试用期工资不得低于转正工资的80%", "80%", ">="),
        ("工作时间不超过8小时", "不超过8小时", "<="),
        ("不得低于上年，即80%", "80%", None),
        ("工资为80%", "80%", None),
        ("最高支付限额为25万元", "25万元", None),
        ("80%以上的人选择20元", "20元", None),
        ("超出部分12,750元", "12,750元", None),
        ("最多可在5台设备登录", "5台", "<="),
        ("Patients seen within four hours: 71.3%", "71.3%", None),
        ("not lower than the wage of the year, 80%", "80%", None),
    ],
)
def test_the_bound_at_a_place(text: str, part: str, bound: str | None) -> None:
    (found,) = [one for one in quantities(text) if one.text == part]
    assert bound_in(text, found) == bound


def test_a_bound_in_the_words_of_the_source_is_not_lost() -> None:
    wage = cut("试用期工资不得低于转正工资的80%。", "80%")
    assert wage.bound == ">="
    assert synthesize("工资不得低于{w}", {"w": wage}).text == "工资不得低于80%"
    assert synthesize("工资至少为原工资的{w}", {"w": wage}).text == "工资至少为原工资的80%"
    error = failure("工资为{w}", w=wage)
    assert (error.slot, error.hint) == ("w", "不低于{w}, or: at least {w}")
    assert failure("工资不超过{w}", w=wage).slot == "w"


def test_a_bound_may_be_said_in_other_words() -> None:
    devices = cut("会员账号最多可在5台设备登录。", "5台")
    assert synthesize("登录设备上限为{d}。", {"d": devices}).text == "登录设备上限为5台。"
    assert failure("可在{d}设备登录。", d=devices).slot == "d"
    payment = quantity("not less than $5,000,000")
    made = synthesize("The minimum prepayment was {p}.", {"p": payment})
    assert made.text == "The minimum prepayment was not less than $5,000,000."


def test_a_bound_that_the_source_does_not_have() -> None:
    assert failure("工资不低于转正工资的{w}", w=cut("工资为转正工资的80%", "80%")).slot == "w"


# seams


def test_a_negation_across_a_seam() -> None:
    assert synthesize("患者{d}", {"d": words("不得驾驶车辆")}).text == "患者不得驾驶车辆"
    error = failure("患者不{d}", d=words("得驾驶车辆"))
    assert (error.slot, error.message) == ("d", "'不得' would be read across the border of the slot")


def test_a_slot_means_what_it_means_by_itself() -> None:
    assert synthesize("The tenant {d}.", {"d": words("shall not sublet")}).text == "The tenant shall not sublet."
    assert failure("No tenant {d}.", d=words("shall sublet")).slot == "d"


def test_a_frame_around_a_slot() -> None:
    assert synthesize("除{d}外，均可使用", {"d": words("孕妇")}).text == "除孕妇外，均可使用"


# cut out of a source


def test_a_cut_through_a_quantity() -> None:
    source = Source("营业收入3.2亿元", "source")
    with pytest.raises(SynthesisError, match=r"cuts through '3.2亿元'"):
        slot_at(source, source.span(4, 7), name="revenue")


def test_a_quantity_that_goes_on_in_the_next_line() -> None:
    text = "Revenue was $184.3\nmillion, up 7.2%\nfrom a year earlier."
    (first, *_) = quantities(text)
    if first.text == "$184.3":
        with pytest.raises(SynthesisError, match="goes on behind the end of its line"):
            cut(text, "$184.3")
    else:
        assert synthesize("Revenue: {r}.", {"r": cut(text, first.text)}).text == "Revenue: $184.3 million."
    assert cut(text, "7.2%").direction == "up"
    assert cut("12元\n13元", "12元").quantity is not None


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("处一万元以上十万元以下罚款。", ("一万元以上", "十万元以下")),
        ("a fine of at least $500 and at most $1,500", ("at least $500", "at most $1,500")),
    ],
)
def test_one_end_of_a_range_is_not_the_fine(text: str, ends: tuple[str, str]) -> None:
    if [one.text for one in quantities(text)] != list(ends):
        (whole,) = quantities(text)  # read as one range
        assert synthesize("罚款：{f}", {"f": cut(text, whole.text)}).text == f"罚款：{whole.text}"
        return
    for end in ends:
        with pytest.raises(SynthesisError, match="is one end of a range"):
            cut(text, end)


def test_two_bounds_of_different_things() -> None:
    text = "至少3人，不超过8小时"
    assert [cut(text, one.text).text for one in quantities(text)] == ["至少3人", "不超过8小时"]


def test_a_place_that_is_not_there() -> None:
    source = Source("营业收入3.2亿元", "source")
    with pytest.raises(SynthesisError, match="does not stand at 0"):
        slot_at(source, source.span(4, 9).__class__(0, 5, "3.2亿元", "source"))


def test_a_text_knows_what_its_source_says_in_it() -> None:
    slot = cut("违反规定的，处三万元以下罚款。", "处三万元以下罚款")
    assert slot.contained is not None
    assert [(one.text, one.bound) for one in slot.contained] == [("三万元以下", "<=")]
    assert synthesize("违者{p}。", {"p": slot}).text == "违者处三万元以下罚款。"
