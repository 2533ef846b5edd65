"""What the grammar does not hold: never broken by noise, judged where it stands, and always with an end in reach."""

from __future__ import annotations

import json
import random
from typing import Any

import jsonschema_rs
import pytest

from logitrail.contract import Contract
from logitrail.engine import Sequence, Verdict, Watched, byte_vocabulary, compile_contract, unenforceable
from logitrail.engine.mask import members
from logitrail.engine.textual import rejected_at
from logitrail.errors import ContractError, SchemaError

NODE = {
    "type": "object",
    "properties": {"v": {"type": "integer"}, "l": {"$ref": "#/$defs/n"}},
    "required": ["v"],
    "not": {"properties": {"v": {"multipleOf": 2}}, "required": ["l"]},
}
SCHEMAS: dict[str, dict[str, Any]] = {
    "all of four": {"type": "array", "uniqueItems": True, "minItems": 3, "items": {"enum": [1, 2, 3, 4]}},
    "short texts, none twice": {"type": "array", "uniqueItems": True, "minItems": 2, "items": {"maxLength": 2}},
    "a seven": {"type": "array", "contains": {"const": 7}, "items": {"type": "integer"}},
    "two with a key": {"type": "array", "contains": {"type": "object", "required": ["k"]}, "minContains": 2},
    "at most one": {"type": "array", "contains": {"type": "null"}, "maxContains": 1, "maxItems": 4},
    "one of two open objects": {
        "oneOf": [
            {"type": "object", "properties": {"x": {"type": "number"}}, "required": ["z"]},
            {"type": "object", "properties": {"y": {"multipleOf": 3}}, "required": ["y"]},
        ]
    },
    "keys by look-around": {"type": "object", "propertyNames": {"pattern": "^.(?!x)[a-z]$"}, "minProperties": 2},
    "the same letter twice": {"type": "string", "pattern": r"^([a-c])\1$"},
    "an address": {"type": "object", "properties": {"u": {"type": "string", "format": "uri"}}, "required": ["u"]},
    "condition": {
        "type": "object",
        "properties": {"k": {"type": "array", "items": {"enum": ["a", "b"]}}},
        "required": ["k"],
        "if": {"properties": {"k": {"contains": {"const": "a"}}}},
        "then": {"required": ["v"]},
        "else": {"properties": {"w": {"type": "null"}}, "required": ["w"]},
    },
    "nothing but what was evaluated": {
        "type": "object",
        "anyOf": [{"properties": {"b": {"type": "string"}}}, {"properties": {"c": {"type": "integer"}}}],
        "unevaluatedProperties": False,
        "minProperties": 1,
    },
    "seven, not fourteen": {"type": "integer", "multipleOf": 7, "not": {"multipleOf": 14}},
    "recursion": {"$defs": {"n": NODE}, "$ref": "#/$defs/n"},
    "within": {"type": "object", "properties": {"a": {"type": "array", "uniqueItems": True, "minItems": 1}},
               "required": ["a"], "additionalProperties": False},
}  # fmt: skip


def noise(contract: Contract, seed: int, budget: int | None) -> bytes:
    """A text drawn byte by byte."""
    rng, vocabulary = random.Random(seed), byte_vocabulary()
    sequence = Sequence(compile_contract(contract, vocabulary), budget)
    refused = 0
    while not sequence.finished:
        if sequence.closing:
            if not sequence.witness:
                break
            assert sequence.accept(sequence.witness[0]) is Verdict.ACCEPTED
            continue
        options = members(sequence.allowed()).tolist()
        assert options, vocabulary.decode(sequence.tokens)
        if 256 in options:
            if rng.random() < 0.5 or len(options) == 1:
                break
            options.remove(256)
        closing = [byte for byte in options if byte in b'"}],:']
        plain = [byte for byte in options if 32 <= byte < 127] or options
        token = rng.choice(closing if closing and rng.random() < 0.45 else plain)
        verdict = sequence.accept(token)
        refused = refused + 1 if verdict is Verdict.FORBIDDEN else 0
        if verdict is Verdict.FORBIDDEN and refused < 8:
            sequence.ban(token)
        elif verdict is not Verdict.ACCEPTED or len(sequence.tokens) > 60:
            sequence.close()
    return vocabulary.decode(sequence.tokens)


@pytest.mark.parametrize("order", ["schema", "any"])
@pytest.mark.parametrize("name", SCHEMAS)
def test_noise_obeys(name: str, order: Any) -> None:
    contract = Contract.from_schema(SCHEMAS[name], order=order)
    needed = len(compile_contract(contract, byte_vocabulary()).shortest)
    validator = jsonschema_rs.validator_for(SCHEMAS[name], validate_formats=True)
    for seed in range(4):
        text = noise(contract, seed, None if seed % 2 else needed + seed * 7)
        assert validator.is_valid(json.loads(text)), text
        assert contract.accepts(text.decode())


@pytest.mark.parametrize("name", SCHEMAS)
def test_there_is_a_text_to_begin_with(name: str) -> None:
    contract = Contract.from_schema(SCHEMAS[name])
    vocabulary = byte_vocabulary()
    assert contract.accepts(vocabulary.decode(compile_contract(contract, vocabulary).shortest).decode())


@pytest.mark.parametrize(
    ("schema", "text", "offset"),
    [
        ({"type": "array", "uniqueItems": True}, "[1,2,1]", 6),  # the item is judged when it ends
        ({"properties": {"a": {"uniqueItems": True}}}, '{"a":[1,1],"b":2}', 9),
        ({"properties": {"a": {"contains": {"const": 1}}}}, '{"a":[2],"b":1}', 7),
        ({"propertyNames": {"pattern": "^.(?!x)"}}, '{"ax":1}', 4),
        ({"items": {"type": "string", "format": "uri"}}, '["a:","\\u0001"]', 7),
        ({"type": "integer", "multipleOf": 7, "not": {"multipleOf": 14}}, "14", 2),
    ],
)
def test_a_value_is_judged_where_it_ends(schema: dict[str, Any], text: str, offset: int) -> None:
    assert rejected_at(Contract.from_schema(schema, layout="compact"), text) == offset


def test_what_a_mask_alone_cannot_hold_is_listed() -> None:
    schema: dict[str, Any] = {
        "type": "object",
        "properties": {
            "tags": {"type": "array", "uniqueItems": True},
            "name": {"type": "string", "pattern": "^[a-z]+$", "maxLength": 9},
            "site": {"type": "string", "format": "uri"},
        },
    }
    assert unenforceable(Contract.from_schema(schema)) == (
        Watched("$.properties.site", "format"),
        Watched("$.properties.tags", "uniqueItems"),
    )
    del schema["properties"]["tags"], schema["properties"]["site"]
    assert unenforceable(Contract.from_schema(schema)) == ()
    assert unenforceable(Contract.from_regex("a+")) == ()


def test_values_that_are_equal_are_one() -> None:
    contract = Contract.from_schema({"type": "array", "uniqueItems": True})
    for text in ("[1,1.0]", '[{"a":1,"b":2},{"b":2,"a":1}]', "[0,-0]", "[[1],[1.0]]"):
        assert not contract.accepts(text)
    for text in ("[1,true]", "[0,false]", '["1",1]', "[null,0]", "[[],{}]"):
        assert contract.accepts(text)


def test_a_host_that_takes_masks_alone_is_refused_what_no_mask_holds() -> None:
    vocabulary = byte_vocabulary()
    plain = Contract.from_schema({"type": "array", "items": {"type": "integer"}})
    assert compile_contract(plain, vocabulary, host="mask") is compile_contract(plain, vocabulary)
    unique = Contract.from_schema({"properties": {"a": {"type": "array", "uniqueItems": True}}})
    with pytest.raises(SchemaError, match="cannot be held to 'uniqueItems'") as caught:
        compile_contract(unique, vocabulary, host="mask")
    assert caught.value.path == "$.properties.a"
    with pytest.raises(ContractError, match="the blocklist leaves nothing to say"):
        compile_contract(plain.excluding(["x"]), vocabulary, host="mask")
