from __future__ import annotations

import pytest

from logitrail.errors import TemplateError
from logitrail.synthesis import Template
from logitrail.synthesis.nodes import Argument, Condition, Conditional, Field, Literally, words_of


def test_words_and_fields_in_order() -> None:
    nodes = Template("公司{period}营业收入为{ revenue : 亿元, 2 }。").nodes
    assert nodes == (
        Literally("公司", 0),
        Field("period", "", (), 2, 3),
        Literally("营业收入为", 10),
        Field("revenue", "", (Argument("亿元", 27), Argument("2", 31)), 15, 17),
        Literally("。", 34),
    )


def test_doubled_braces_are_braces() -> None:
    assert words_of(Template("{{a}} }}{{").nodes) == "{a} }{"


def test_parts_and_quoted_arguments() -> None:
    (field,) = Template(r'{names.list:"、"," 和 \"\\"}').nodes
    assert isinstance(field, Field)
    assert (field.slot, field.part) == ("names", "list")
    assert [(one.text, one.quoted) for one in field.arguments] == [("、", True), (' 和 "\\', True)]


def test_conditionals() -> None:
    (node,) = Template("{if a and not b}1{elif b or c}2{x}{else}3{end}").nodes
    assert isinstance(node, Conditional)
    first, second, third = node.branches
    assert first.conditions == (Condition("a", 4), Condition("b", 14, negated=True))
    assert (first.any_of, second.any_of) == (False, True)
    assert second.body == (Literally("2", 30), Field("x", "", (), 31, 32))
    assert (third.conditions, third.body) == ((), (Literally("3", 40),))


def test_conditionals_in_conditionals() -> None:
    (node,) = Template("{if a}{if b}1{end}2{end}").nodes
    assert isinstance(node, Conditional)
    inner, behind = node.branches[0].body
    assert isinstance(inner, Conditional)
    assert behind == Literally("2", 18)


def test_its_slots_in_the_order_of_their_first_mention() -> None:
    assert Template("{b}{if a or c}{b}{d.direction}{end}").slots == ("b", "a", "c", "d")


def test_chinese_names() -> None:
    assert Template("{营业收入}{if 同比_增速}{net-profit}{end}").slots == ("营业收入", "同比_增速", "net-profit")


@pytest.mark.parametrize(
    ("text", "place", "message", "hint"),
    [
        ("公司{revenue", "1:3", "this brace is not closed: expected }", "{revenue}"),
        ("a\nb{c{d}", "2:2", "this brace is not closed: expected }", "{c}"),
        ("a{b:亿元{c}", "1:2", "this brace is not closed", "{b:亿元}"),
        ("a}b", "1:2", "a closing brace that nothing opened", "}} is a brace to be shown"),
        ("{}", "1:2", "expected the name of a slot, got '}'", "{revenue}, or {{ for a brace"),
        ("{1st}", "1:2", "expected the name of a slot, got '1'", "{revenue}"),
        ("{if}x{end}", "1:4", "expected the name of a slot, got '}'", "{if revenue}"),
        ("{if and}x{end}", "1:5", "expected the name of a slot, got the keyword 'and'", "{if revenue}"),
        ("{a b}", "1:4", "expected } to close the field, got 'b'", "{a}"),
        ("{a.dir}", "1:4", "expected direction, number, plural or list after the dot, got 'dir'", "{a.direction}"),
        ("{a.numbr}", "1:4", "got 'numbr'", "{a.number}"),
        ("{a:}", "1:4", "expected an argument, got '}'", '"…"'),
        ('{a.list:"、}', "1:9", "this quote is not closed", '"、"'),
        ("{a:亿元,2,3}", "1:1", "a slot takes 0 to 2 arguments, got 3", "{revenue:亿元,2}"),
        ("{n.plural:store}", "1:1", ".plural takes 2 arguments, got 1", "{stores.plural:store,stores}"),
        ("{n.number:2}", "1:1", ".number takes 0 arguments, got 1", "{stores.number}"),
        ("{if a}b", "1:1", "this {if …} does not end: expected {end}", "{end}"),
        ("b{end}", "1:2", "{end} without an {if …} before it", "{if slot}…{else}…{end}"),
        ("{else}", "1:1", "{else} without an {if …} before it", "{if slot}…{else}…{end}"),
        ("{if a}{else}{else}{end}", "1:13", "expected {end} after {else}, got {else}", "{end}"),
        ("{if a and b or c}{end}", "1:13", "expected either only 'and' or only 'or'", "{if a}{if b or c}"),
    ],
)
def test_what_cannot_be_read(text: str, place: str, message: str, hint: str) -> None:
    with pytest.raises(TemplateError) as caught:
        Template(text)
    error = caught.value
    assert error.path == f"template:{place}"
    assert message in error.message.splitlines()[0]
    assert (error.hint or "").startswith(hint)


def test_the_caret_stands_under_the_place() -> None:
    with pytest.raises(TemplateError) as caught:
        Template("first line\n公司ab{revenue:亿元", name="report.txt")
    assert caught.value.path == "report.txt:2:5"
    # A Chinese character is two columns wide, so the blank below it is, too.
    assert caught.value.message.splitlines()[1:] == ["    公司ab{revenue:亿元", "    　　  ^"]


def test_an_unknown_slot_is_shown_with_the_nearest_known_one() -> None:
    template = Template("a{if yoy}{revenu}{end}")
    template.require(["yoy", "revenu"])
    with pytest.raises(TemplateError) as caught:
        template.require(["yoy", "revenue"])
    assert caught.value.path == "template:1:11"
    assert "there is no slot 'revenu'; the slots are: yoy, revenue" in caught.value.message
    assert caught.value.hint == "{revenue}"


def test_unknown_slots_in_tests_are_found_too() -> None:
    with pytest.raises(TemplateError) as caught:
        Template("a{if nothing}b{end}").require([])
    assert caught.value.path == "template:1:6"
    assert "the slots are: none" in caught.value.message


def test_a_template_is_a_value() -> None:
    assert Template("a{b}") == Template("a{b}")
    assert Template("a{b}") != Template("a{c}")
