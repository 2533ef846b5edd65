from __future__ import annotations

import pytest

from logitrail.contract import Contract
from logitrail.decoding.expectation import expect
from logitrail.engine import byte_vocabulary, compile_contract
from logitrail.engine.stepper import Stepper

RULES = Contract.from_rules(
    {
        "状态": {"type": "enum", "values": ["on", "off"]},
        "level": {"type": "range", "min": 1, "max": 10},
        "tags": {"type": "list", "items": {"type": "text", "max_length": 4}, "max_items": 2, "required": False},
        "who": {"type": "object", "fields": {"since": {"type": "date"}, "ok": {"type": "boolean"}}},
    }
)


def at(contract: Contract, text: str) -> tuple[str, str]:
    stepper = Stepper(compile_contract(contract, byte_vocabulary()))
    assert stepper.read(text.encode()) == len(text.encode())
    found = expect(contract, stepper)
    return found.path, found.rule


START = '{"状态": "on", "level": '


@pytest.mark.parametrize(
    ("text", "path", "rule"),
    [
        ("", "$", "an object"),
        ("{", "$", 'the key "状态"'),
        ('{"状', "$", 'the key "状态"'),
        ('{"状态"', "$.状态", 'a colon, then one of "on", "off"'),
        ('{"状态":', "$.状态", 'one of "on", "off"'),
        ('{"状态": "', "$.状态", 'one of "on", "off"'),
        ('{"状态": "o', "$.状态", 'one of "on", "off", begun as "o"'),
        ('{"状态": "on"', "$", 'a comma, then the key "level"'),
        ('{"状态": "on",', "$", 'the key "level"'),
        (START, "$.level", "an integer from 1 to 10"),
        (f"{START}1", "$.level", 'an integer from 1 to 10, begun as 1, or a comma, then one of the keys "tags", "who"'),
        (f"{START}1, ", "$", 'one of the keys "tags", "who"'),
        (f'{START}1, "t', "$", 'the key "tags"'),
        (f'{START}1, "tags": [', "$.tags[0]", "a string of at most 4 characters, or the end of the list"),
        (f'{START}1, "tags": ["a"', "$.tags", "a comma, then a string of at most 4 characters, or the end of the list"),
        (f'{START}1, "tags": ["a", "b"', "$.tags", "the end of the list"),
        (f'{START}1, "who": {{"since": "', "$.who.since", "a string of format 'date'"),
        (f'{START}1, "who": {{"since": "2024-01-01", "ok": t', "$.who.ok", "true or false, begun as t"),
        (
            f'{START}1, "who": {{"since": "2024-01-01", "ok": true',
            "$.who.ok",
            "true or false, begun as true, or the end of the object",
        ),
        (f'{START}1, "who": {{"since": "2024-01-01", "ok": true}}', "$", "the end of the object"),
        (f'{START}1, "who": {{"since": "2024-01-01", "ok": true}}}}', "$", "the end of the text"),
    ],
)
def test_rules(text: str, path: str, rule: str) -> None:
    assert at(RULES, text) == (path, rule)


def test_a_number_by_itself_may_end() -> None:
    assert at(Contract.from_schema({"type": "integer"}), "12") == (
        "$",
        "an integer, begun as 12, or the end of the text",
    )


def test_an_open_object() -> None:
    open_object = Contract.from_schema({"type": "object", "properties": {"a": {"type": "null"}}, "required": ["a"]})
    assert at(open_object, '{"a": null, "') == ("$", "a key")
    assert at(open_object, '{"a": null') == (
        "$.a",
        "null, begun as null, or a comma, then a key, or the end of the object",
    )


def test_an_object_that_may_be_empty() -> None:
    contract = Contract.from_schema(
        {"type": "object", "properties": {"a": {"type": "null"}}, "additionalProperties": False}
    )
    assert at(contract, "{") == ("$", 'the key "a", or the end of the object')


def test_texts_that_are_no_json() -> None:
    assert at(Contract.from_regex("[ab]+"), "a") == ("$", "a text that matches [ab]+")
    assert at(Contract.from_grammar('start: "ab"'), "a") == ("$", "a text of the grammar")
