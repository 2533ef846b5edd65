from __future__ import annotations

from typing import Any

import pytest

from logitrail.errors import OptionError, SynthesisError, TemplateError
from logitrail.scan import quantities
from logitrail.synthesis import Missing, Template, slot_at, synthesize
from logitrail.types import Source, Span
from tests.synthesis.fillings import quantity, words

EARNINGS = "公司{period}营业收入为{revenue}，同比{yoy.direction}{yoy}。"


def failure(template: str, **slots: Any) -> SynthesisError:
    with pytest.raises(SynthesisError) as caught:
        synthesize(template, slots)
    return caught.value


# in the words of the source


def test_a_sentence_from_slots() -> None:
    made = synthesize(
        EARNINGS,
        {
            "period": words("报告期内"),
            "revenue": quantity("3.2亿元"),
            "yoy": quantity("5.3%", direction="up"),
        },
    )
    assert str(made) == made.text == "公司报告期内营业收入为3.2亿元，同比增长5.3%。"
    assert [(span.text, span.origin, span.slot) for span in made.spans] == [
        ("公司", "template", None),
        ("报告期内", "slot", "period"),
        ("营业收入为", "template", None),
        ("3.2亿元", "slot", "revenue"),
        ("，同比", "template", None),
        ("增长", "slot", "yoy"),
        ("5.3%", "slot", "yoy"),
        ("。", "template", None),
    ]
    assert all(made.text[span.start : span.end] == span.text for span in made.spans)


def test_a_span_knows_its_source() -> None:
    place = Span(10, 15, "3.2亿元", "report")
    made = synthesize("收入{r}", {"r": quantity("3.2亿元", span=place)})
    assert made.spans[1].to_dict()["source"] == place.to_dict()


def test_the_spelling_of_the_source_is_kept() -> None:
    assert synthesize("收入{r}。", {"r": quantity("３．２亿元")}).text == "收入３．２亿元。"


def test_a_template_is_read_once() -> None:
    template = Template("收入{r}。")
    assert [synthesize(template, {"r": quantity(text)}).text for text in ("1元", "2元")] == ["收入1元。", "收入2元。"]


def test_a_broken_line_is_joined() -> None:
    made = synthesize("“{duty}”", {"duty": words("the tenant shall not\n  sublet")})
    assert made.text == "“the tenant shall not sublet”"
    assert synthesize("“{duty}”", {"duty": words("承租人不得\r\n转租")}).text == "“承租人不得转租”"


def test_an_unknown_slot() -> None:
    with pytest.raises(TemplateError, match="there is no slot 'revenu'"):
        synthesize("收入{revenu}", {"revenue": quantity("1元")})


@pytest.mark.parametrize("filling", ["3.2亿元", 3.2, {"value": "3.2亿元"}, ["3.2亿元"], b"a"])
def test_what_was_not_verified_is_no_slot(filling: Any) -> None:
    with pytest.raises(OptionError, match="expected a slot that was verified") as caught:
        synthesize("收入{r}", {"r": filling})
    assert caught.value.hint == "verified_slots(lt.verify(answer, sources), sources)"


# conditionals


@pytest.mark.parametrize(
    ("slots", "text"),
    [
        ({"a": words("甲"), "b": words("乙")}, "甲和乙"),
        ({"a": words("甲"), "b": None}, "只有甲"),
        ({"a": None, "b": Missing()}, "都没有"),
        ({"a": [], "b": words("乙")}, "都没有"),
    ],
)
def test_arms(slots: Any, text: str) -> None:
    assert synthesize("{if a and b}{a}和{b}{elif a}只有{a}{else}都没有{end}", slots).text == text


def test_or_and_not() -> None:
    template = "{if a or b}有{end}{if not a}，无甲{end}"
    assert synthesize(template, {"a": None, "b": words("乙")}).text == "有，无甲"


def test_a_missing_slot_is_an_error_that_shows_the_way() -> None:
    error = failure("收入{r}，{s}", r=quantity("1元"), s=None)
    assert (error.slot, error.path) == ("s", "template:1:8")
    assert error.hint is not None
    assert error.hint.startswith("{if s}…{s}…{end}")


def test_a_slot_that_was_not_reached_is_not_said_to_be_absent() -> None:
    error = failure("{if r}收入{r}{else}未披露收入{end}", r=Missing(known=False))
    assert error.slot == "r"
    assert "is not known" in error.message


def test_nothing_is_no_sentence() -> None:
    assert "nothing would be written" in failure("{if a}{a}{end}", a=None).message


@pytest.mark.parametrize("status", ["CONTRADICTED", "NOT_FOUND", "NOT_CHECKABLE"])
@pytest.mark.parametrize("template", ["{r}", "{if r}有{r}{else}未披露{end}", "{r.list}"])
def test_only_what_is_supported_is_written(template: str, status: Any) -> None:
    error = failure(template, r=quantity("1元", status=status))
    assert error.slot == "r"
    assert status in error.message


# lists


@pytest.mark.parametrize(
    ("template", "names", "text"),
    [
        ("{n.list}", ["甲"], "甲"),
        ("股东为{n.list}", ["甲", "乙", "丙"], "股东为甲、乙和丙"),
        ("Owners: {n.list}", ["A", "B"], "Owners: A and B"),
        ("Owners: {n.list}", ["A", "B", "C"], "Owners: A, B and C"),
        ('{n.list:"；"," 及 "}', ["甲", "乙", "丙"], "甲；乙 及 丙"),
    ],
)
def test_lists(template: str, names: list[str], text: str) -> None:
    assert synthesize(template, {"n": [words(name) for name in names]}).text == text


def test_a_list_is_not_one_value() -> None:
    error = failure("{n}", n=[words("甲"), words("乙")])
    assert (error.slot, error.hint) == ("n", "{n.list}")


def test_the_separators_of_a_list_are_the_templates() -> None:
    made = synthesize("{n.list}", {"n": [words("甲"), words("乙")]})
    assert [(span.text, span.slot) for span in made.spans] == [("甲", "n"), ("和", None), ("乙", "n")]


def test_a_list_of_quantities_does_not_run_together() -> None:
    doses = [quantity("5 mg"), quantity("10 mg")]
    assert synthesize("规格为{d.list}", {"d": doses}).text == "规格为5 mg和10 mg"
    assert failure('规格{d.list:""}', d=[quantity("5"), quantity("10 mg"), quantity("20 mg")]).slot == "d"


# the sentence is read again


@pytest.mark.parametrize(
    ("template", "slot", "part"),
    [
        ("收入约{r}", "3.2亿元", "约"),
        ("收入超过{r}", "3.2亿元", "超过"),
        ("收入{r}万元", "3.2", "万元"),
        ("收入{r}以上", "3.2亿元", "以上"),
        ("代号1{r}", "20元", "1"),
        ("占{r}个百分点", "20", "个百分点"),
    ],
)
def test_words_that_change_a_quantity(template: str, slot: str, part: str) -> None:
    error = failure(template, r=quantity(slot))
    assert error.slot == "r"
    assert repr(part) in error.message


def test_two_slots_that_run_together() -> None:
    error = failure("{a}{b}", a=quantity("3"), b=quantity("20%"))
    assert error.slot == "a"
    assert "'320%'" in error.message


def test_the_scale_of_a_table_is_not_lost() -> None:
    table = Source("Income statement (in thousands of US dollars)\n\nNet revenue | 184,306 | 171,950\n", "table")
    at = table.text.index("184,306")
    cell = slot_at(table, table.span(at, at + 7))
    assert cell.quantity is not None
    assert cell.quantity.value == 184306000
    assert failure("Revenue was {r}.", r=cell).slot == "r"
    assert synthesize("Revenue was {r:million,1}.", {"r": cell}).text == "Revenue was USD 184.3 million."


def test_a_quantity_in_a_text_is_that_of_its_source() -> None:
    assert synthesize("{t}。", {"t": words("处三万元罚款")}).text == "处三万元罚款。"
    thousands = quantities("3千元")
    error = failure("{t}。", t=words("处3元罚款", contained=tuple(thousands)))
    assert error.slot == "t"
    assert "the source says" in error.message


def test_the_template_may_have_quantities_of_its_own() -> None:
    assert synthesize("共2项，其中收入{r}。", {"r": quantity("3.2亿元")}).text == "共2项，其中收入3.2亿元。"


# numbers, nouns and measure words that agree


@pytest.mark.parametrize(
    ("slot", "text"), [("1间", "1 store"), ("3间", "3 stores"), ("1.0间", "1.0 stores"), ("0间", "0 stores")]
)
def test_plurals(slot: str, text: str) -> None:
    assert synthesize("{s.number} {s.plural:store,stores}", {"s": quantity(slot)}).text == text


def test_a_plural_of_what_has_no_number() -> None:
    assert failure("{s.plural:store,stores}", s=words("甲")).slot == "s"


@pytest.mark.parametrize("template", ["{s:家}门店", "{s.number}家门店"])
def test_measure_words(template: str) -> None:
    assert synthesize(template, {"s": quantity("3间")}).text == "3家门店"


def test_a_number_alone_keeps_its_approximation() -> None:
    assert synthesize("{s.number}家", {"s": quantity("约300间")}).text == "约300家"


def test_the_template_must_give_the_unit_of_a_number_alone() -> None:
    assert synthesize("{d.number} mg", {"d": quantity("20 mg")}).text == "20 mg"
    error = failure("{d.number} g", d=quantity("20 mg"))
    assert error.slot == "d"
    assert "'20 mg'" in error.message


def test_json() -> None:
    made = synthesize("收入{r}", {"r": quantity("1元")}).to_dict()
    assert made == {
        "text": "收入1元",
        "spans": [
            {"start": 0, "end": 2, "text": "收入", "origin": "template", "slot": None, "source": None},
            {"start": 2, "end": 4, "text": "1元", "origin": "slot", "slot": "r", "source": None},
        ],
    }
