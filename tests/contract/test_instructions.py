from __future__ import annotations

import json
from typing import Any, Literal

import pytest
from hypothesis import assume, given
from pydantic import BaseModel, Field

from logitrail.contract import Contract
from logitrail.contract.blocklist import find_blocked
from logitrail.errors import OptionError
from tests.contract.test_laws import MANY, contracts
from tests.contracts40 import BLOCKLISTS, SCHEMAS, contract


def example(text: str) -> str:
    """What the last line of instructions shows."""
    last = text.splitlines()[-1]
    for label in ("The form, to be filled in: ", "Example: ", "待填写的形式：", "示例："):
        if last.startswith(label):
            return last.removeprefix(label)
    raise AssertionError(last)


class Line(BaseModel):
    sku: str = Field(pattern=r"^[A-Z]{3}-\d{4}$", description="stock-keeping unit")
    count: int = Field(ge=1, le=99)


class Cat(BaseModel):
    kind: Literal["cat"]
    lives: int = 9


class Dog(BaseModel):
    kind: Literal["dog"]
    good: bool


class Order(BaseModel):
    id: str
    lines: list[Line] = Field(min_length=1, max_length=3)
    pet: Cat | Dog
    note: str | None = Field(None, max_length=20)
    scores: dict[str, float] = {}


def test_an_order_in_english() -> None:
    assert Contract.from_schema(Order).instructions("en") == (
        "Answer with one JSON object on one line and nothing else. Its fields, in this order:\n"
        '- "id": a string\n'
        '- "lines": a list of 1 to 3 items, each item an object:\n'
        '  - "sku": a string that matches ^[A-Z]{3}-\\d{4}$ (stock-keeping unit)\n'
        '  - "count": an integer from 1 to 99\n'
        '- "pet": one of these:\n'
        "  - an object:\n"
        '    - "kind": "cat"\n'
        '    - "lives" (may be left out): an integer\n'
        "  - an object:\n"
        '    - "kind": "dog"\n'
        '    - "good": true or false\n'
        '- "note" (may be left out): a string of at most 20 characters or null\n'
        '- "scores" (may be left out): an object:\n'
        "  - any name: a number\n"
        'The form, to be filled in: {"id": "", "lines": [{"sku": "AAA-0000", "count": 1}], '
        '"pet": {"kind": "cat", "lives": 0}, "note": "", "scores": {"key1": 0}}'
    )


def test_rules_in_chinese() -> None:
    rules = {
        "状态": {"type": "enum", "values": ["激活", "停用"], "case": "insensitive"},
        "级别": {"type": "range", "min": 1, "max": 10, "description": "越大越急"},
        "标签": {"type": "list", "items": {"type": "text", "max_length": 8}, "max_items": 3, "required": False},
        "日期": {"type": "date", "nullable": True},
    }
    assert Contract.from_rules(rules).instructions("zh") == (
        "只输出一个 JSON 对象，写在一行内，不要输出其他内容。字段依次为：\n"
        '- "状态"：以下之一："激活"、"停用"，不分大小写\n'
        '- "级别"：整数，1 到 10（越大越急）\n'
        '- "标签"（可省略）：列表，最多 3 项，每项为字符串，最多 8 个字符\n'
        '- "日期"：字符串，格式为 date 或 null\n'
        '待填写的形式：{"状态": "激活", "级别": 1, "标签": [""], "日期": "2024-05-17"}'
    )


@pytest.mark.parametrize(
    ("schema", "lines"),
    [
        ({"type": "integer", "minimum": -5}, ["- an integer of at least -5"]),
        ({"type": "array", "items": {"enum": ["p", "q"]}, "minItems": 2},
         ['- a list of at least 2 items, each item one of "p", "q"']),
        ({"type": "array", "prefixItems": [{"type": "integer"}, {"type": "boolean"}], "items": False, "minItems": 2},
         ["- a list of at least 2 items:", "  - item 1: an integer", "  - item 2: true or false"]),
        ({"anyOf": [{"type": "null"}, {"type": "object", "properties": {"a": {"type": "null"}}, "required": ["a"],
                                       "additionalProperties": False}]},
         ["- null or an object:", '  - "a": null']),
        ({"type": "object", "patternProperties": {"^x": {"type": "integer"}}, "additionalProperties": False},
         ["- an object:", "  - any name that matches ^x: an integer"]),
        ({"enum": list(range(60))}, [f"- one of {', '.join(map(str, range(40)))}, … (60 in all)"]),
        ({"type": "string", "pattern": "^[a-z]+$", "minLength": 2, "maxLength": 4},
         ["- a string of 2 to 4 characters, that matches ^[a-z]+$"]),
        ({"type": "string", "format": "hostname"}, ["- a string of format 'hostname'"]),
        ({}, ["- any value"]),
    ],
)  # fmt: skip
def test_single_values(schema: Any, lines: list[str]) -> None:
    made = Contract.from_schema(schema)
    text = made.instructions().splitlines()
    assert text[0] == "Answer with one JSON value on one line and nothing else."
    assert text[1:-1] == lines
    assert made.accepts(example(text[-1]))


def test_what_two_contracts_ask_for_stands_together() -> None:
    left = Contract.from_schema(
        {"type": "object", "properties": {"a": {"type": "number", "minimum": 1}, "b": {"enum": ["x", "y"]}},
         "required": ["a"]},
    )  # fmt: skip
    right = Contract.from_schema(
        {"type": "object", "properties": {"a": {"type": "integer", "maximum": 9}, "b": {"enum": ["y", "z"]}},
         "required": ["b"]},
    )  # fmt: skip
    text = (left & right).instructions()
    assert text.splitlines()[1:-1] == ['- "a": an integer from 1 to 9', '- "b": "y"']
    assert (left & right).accepts(example(text))


def test_recursion_ends() -> None:
    node = {
        "type": "object",
        "properties": {"v": {"type": "integer"}, "next": {"anyOf": [{"$ref": "#/$defs/n"}, {"type": "null"}]}},
        "required": ["v", "next"],
        "additionalProperties": False,
    }
    made = Contract.from_schema({"$ref": "#/$defs/n", "$defs": {"n": node}})
    assert made.instructions().splitlines()[2:] == [
        '- "next": the same as the one that it is part of or null',
        'The form, to be filled in: {"v": 0, "next": null}',
    ]


def test_the_layout_is_said_and_shown() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "null"}, "b": {"type": "null"}}, "required": ["a", "b"]}
    compact = Contract.from_schema(schema, layout="compact")
    assert "Write no blanks outside of strings." in compact.instructions()
    assert example(compact.instructions()).startswith('{"a":null,"b":null')
    assert "字符串之外不要有空格。" in compact.instructions("zh")
    assert "blanks" not in Contract.from_schema(schema, layout="spaced").instructions()


def test_regexes_and_grammars() -> None:
    regex = Contract.from_regex(r"[A-Z]{3}-\d{4}")
    assert regex.instructions().splitlines()[0] == (
        r"Answer with a text that matches the regular expression [A-Z]{3}-\d{4} from end to end, and nothing else."
    )
    assert regex.accepts(example(regex.instructions()))
    grammar = Contract.from_grammar('start: "yes" | "no"')
    assert 'start: "yes" | "no"' in grammar.instructions("zh")
    assert grammar.accepts(example(grammar.instructions("zh")))


def test_the_blocklist_is_never_printed() -> None:
    rules = {
        "kind": {"type": "enum", "values": ["calm", "Urgent!", "secret"]},
        "note": {"type": "text", "min_length": 3, "description": "nothing urgent"},
        "secret": {"type": "text", "required": False},
        "code": {"type": "regex", "pattern": "(urgent|fine)-[0-9]"},
        "_global": {"type": "exclude", "words": ["urgent", "secret", "text", "example", "some words"]},
    }
    for lang in ("en", "zh"):
        made = Contract.from_rules(rules)
        text = made.instructions(lang)
        assert find_blocked(text, made.block_rules) is None
        assert '"calm"' in text
        assert made.accepts(example(text))
    regex = Contract.from_regex("urgent|fine").excluding(["urgent"])
    assert regex.instructions() == (
        "Answer with a text of the same form as the example, and nothing else.\nExample: fine"
    )


def test_a_word_that_is_free_elsewhere_may_be_printed() -> None:
    rules = {"a": {"type": "enum", "values": ["x", "y"], "exclude": ["x"]}, "b": {"type": "enum", "values": ["x"]}}
    assert Contract.from_rules(rules).instructions().splitlines()[1:3] == ['- "a": "y"', '- "b": "x"']


def test_values_are_exchanged_until_the_whole_is_accepted() -> None:
    schema = {"type": "array", "items": {"type": "boolean"}, "minItems": 1}
    across = {
        "type": "object",
        "properties": {"a": {"enum": ["ki", "x"]}, "b": {"enum": ["ll", "y"]}, "c": schema},
        "required": ["a", "b", "c"],
        "additionalProperties": False,
    }
    made = Contract.from_schema(across).excluding(["kill"], across_fields=True)
    assert json.loads(example(made.instructions())) == {"a": "ki", "b": "y", "c": [False]}


def test_another_language() -> None:
    with pytest.raises(OptionError) as caught:
        Contract.from_regex("a").instructions("eng")  # type: ignore[arg-type]
    assert caught.value.message == "lang: expected one of 'en', 'zh', got 'eng'"
    assert caught.value.hint == "lang='en'"


@pytest.mark.parametrize(("name", "blocked"), [(n, False) for n in SCHEMAS] + [(n, True) for n in BLOCKLISTS])
def test_examples_of_forty_contracts_are_accepted(name: str, blocked: bool) -> None:
    made = contract(name, blocked=blocked)
    for lang in ("en", "zh"):
        text = made.instructions(lang)  # type: ignore[arg-type]
        assert made.violations(example(text)) == []


@MANY
@given(contracts())
def test_examples_obey(made: Contract) -> None:
    assume(made.check().ok)
    assert made.violations(example(made.instructions())) == []
