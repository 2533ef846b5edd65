from __future__ import annotations

from typing import Any

import pytest

from logitrail.contract import Contract
from logitrail.contract.rule_at import property_names, rule_at

Place = tuple[str | int, ...]


@pytest.mark.parametrize(
    ("schema", "rule"),
    [
        (True, "any value"),
        ({}, "any value"),
        (False, "no value"),
        ({"type": "integer"}, "an integer"),
        ({"type": "integer", "minimum": 1, "maximum": 10}, "an integer from 1 to 10"),
        ({"type": "integer", "minimum": 0}, "an integer of at least 0"),
        ({"type": "number", "maximum": 1.5}, "a number of at most 1.5"),
        ({"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1}, "a number more than 0, less than 1"),
        ({"type": "integer", "multipleOf": 5}, "an integer that is a multiple of 5"),
        ({"type": "string", "maxLength": 80}, "a string of at most 80 characters"),
        ({"type": "string", "minLength": 2, "maxLength": 2}, "a string of 2 characters"),
        ({"type": "string", "minLength": 2, "maxLength": 3}, "a string of 2 to 3 characters"),
        ({"type": "string", "pattern": "^[a-z]+$"}, "a string that matches ^[a-z]+$"),
        ({"type": "string", "format": "date"}, "a string of format 'date'"),
        ({"type": "boolean"}, "true or false"),
        ({"type": ["string", "null"]}, "a string or null"),
        ({"type": "array", "items": {}, "minItems": 1}, "a list of at least 1 items"),
        ({"type": "object"}, "an object"),
        ({"enum": ["a", 1, None]}, 'one of "a", 1, null'),
        ({"enum": ["a"]}, '"a"'),
        ({"const": "v1"}, '"v1"'),
        ({"minimum": 3}, "a value of at least 3"),
        ({"anyOf": [{"type": "integer"}, {"type": "null"}]}, "an integer or null"),
        ({"allOf": [{"type": "integer"}, {"minimum": 3}]}, "an integer and a value of at least 3"),
        ({"$defs": {"a": {"type": "integer"}}, "$ref": "#/$defs/a"}, "an integer"),
        (
            {
                "$schema": "http://json-schema.org/draft-04/schema#",
                "type": "integer",
                "minimum": 1,
                "exclusiveMinimum": True,
            },
            "an integer of at least 1, more than that bound",
        ),
    ],
)
def test_the_rule_of_the_whole(schema: Any, rule: str) -> None:
    # Not every one of these schemas can be compiled; the words do not need it.
    from logitrail.contract.model import JsonShape

    assert rule_at(Contract(JsonShape(schema)), ()) == rule


NESTED = {
    "$defs": {
        "person": {"type": "object", "properties": {"age": {"type": "integer"}, "next": {"$ref": "#/$defs/person"}}}
    },
    "type": "object",
    "properties": {
        "who": {"$ref": "#/$defs/person"},
        "pair": {
            "type": "array",
            "prefixItems": [{"type": "string"}, {"type": "boolean"}],
            "items": {"type": "number"},
        },
        "either": {
            "anyOf": [
                {"type": "object", "properties": {"a": {"type": "integer"}}, "additionalProperties": False},
                {"type": "object", "properties": {"b": {"type": "string"}}, "additionalProperties": False},
            ]
        },
    },
    "additionalProperties": {"type": "null"},
}


@pytest.mark.parametrize(
    ("path", "rule"),
    [
        (("who", "age"), "an integer"),
        (("who", "next", "next", "age"), "an integer"),
        (("pair", 0), "a string"),
        (("pair", 1), "true or false"),
        (("pair", 7), "a number"),
        (("either", "a"), "an integer"),
        (("either", "b"), "a string"),
        (("either", "c"), "no value"),
        (("other",), "null"),
        (("who", "unknown"), "any value"),
    ],
)
def test_the_rule_of_a_part(path: Place, rule: str) -> None:
    assert rule_at(Contract.from_schema(NESTED), path) == rule


def test_property_names() -> None:
    contract = Contract.from_schema(NESTED)
    assert property_names(contract, ()) == ["who", "pair", "either"]
    assert property_names(contract, ("who", "next")) == ["age", "next"]
    assert property_names(contract, ("either",)) == ["a", "b"]
    assert property_names(contract, ("pair", 0)) == []
    assert property_names(Contract.from_regex("a"), ()) == []


def test_an_enumeration_in_any_letter_case() -> None:
    contract = Contract.from_rules({"s": {"type": "enum", "values": ["On", "Off"], "case": "insensitive"}})
    assert rule_at(contract, ("s",)) == 'one of "On", "Off", in any letter case'


def test_other_shapes() -> None:
    assert rule_at(Contract.from_regex("[ab]+"), ()) == "a text that matches [ab]+"
    assert rule_at(Contract.from_grammar('start: "a"'), ()) == "a text of the grammar"
