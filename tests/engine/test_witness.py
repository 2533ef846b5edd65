"""The shortest valid text, for shapes that make it hard to find."""

from __future__ import annotations

import json
import time

import pytest

import logitrail as lt
from logitrail.engine import byte_vocabulary, compile_contract, textual
from tests.contracts40 import BLOCKLISTS, SCHEMAS, closed, contract
from tests.hosts import random_model, small_vocabulary

LETTERS = list("abcdefghijklmnopqrstuvwxyz")
NODE = {
    "$defs": {"n": closed(v={"type": "boolean"}, l={"anyOf": [{"type": "null"}, {"$ref": "#/$defs/n"}]})},
    "$ref": "#/$defs/n",
}

HARD = {
    "minLength 300": ({"type": "string", "minLength": 300}, [], 302),
    "minLength 2000": ({"type": "string", "minLength": 2000}, [], 2002),
    "minLength 300 without letters": ({"type": "string", "minLength": 300}, LETTERS, 302),
    "exactly 120": ({"type": "string", "minLength": 120, "maxLength": 120}, [], 122),
    "nothing": ({"type": "string", "maxLength": 0}, [], 2),
    "a long pattern": ({"type": "string", "pattern": "^[a-z]{50}9[0-9]{3}$"}, [], 56),
    "a pattern of two ways": ({"type": "string", "pattern": "^(?:x{30}|y{12}z)$"}, [], 15),
    "a pattern whose short way is blocked": ({"type": "string", "pattern": "^(?:ab|cd{3}|e{9})$"}, ["ab", "cdd"], 11),
    "lists in lists": (
        {"type": "array", "minItems": 3, "items": {"type": "array", "minItems": 4, "items": {"type": "integer"}}},
        [],
        31,
    ),
    "twenty texts": ({"type": "array", "minItems": 20, "items": {"type": "string", "minLength": 5}}, [], 161),
    "a recursion": (NODE, [], 19),
    "an enumeration of five thousand": ({"enum": [f"value {i}" for i in range(5000)]}, [], 9),
    "five thousand, most of them blocked": (
        {"enum": [f"value {i}" for i in range(5000)]},
        [str(i) for i in range(4990)],
        12,
    ),
    "a multiple": ({"type": "integer", "multipleOf": 7, "minimum": 1}, [], 1),
    "a large multiple": ({"type": "integer", "multipleOf": 7, "minimum": 1000, "maximum": 1005}, [], 4),
    "between": ({"type": "number", "exclusiveMinimum": 3, "exclusiveMaximum": 4}, [], 3),
    "a hair's breadth": ({"type": "number", "exclusiveMinimum": 0.999, "exclusiveMaximum": 1}, [], 6),
    "a range without its ends": ({"type": "integer", "minimum": 7, "maximum": 12}, ["7", "8", "9"], 2),
    "all short integers blocked": ({"type": "integer", "minimum": 0}, [str(i) for i in range(10)], 2),
    "an enumeration whose short values are blocked": ({"enum": ["a", "bb", "ccc"]}, ["a", "b"], 5),
    "one of many objects": (
        {"anyOf": [closed(a={"type": "string", "minLength": 9}), closed(bb={"type": "integer"})]},
        [],
        8,
    ),
}


@pytest.mark.parametrize("name", HARD)
def test_the_shortest_text_of_hard_shapes(name: str) -> None:
    schema, words, length = HARD[name]
    made = lt.Contract.from_schema(schema, layout="compact")
    made = made.excluding(words) if words else made
    begun = time.process_time()
    text = textual.shortest(made)
    assert time.process_time() - begun < 5
    assert text is not None
    assert made.violations(text.decode()) == []
    assert len(text) == length


@pytest.mark.parametrize(("name", "blocked"), [(n, False) for n in SCHEMAS] + [(n, True) for n in BLOCKLISTS])
def test_the_shortest_text_is_valid(name: str, blocked: bool) -> None:
    made = contract(name, blocked=blocked)
    for vocabulary in (byte_vocabulary(), small_vocabulary()):
        text = vocabulary.decode(compile_contract(made, vocabulary).shortest).decode()
        assert made.violations(text) == []


def test_either_layout_may_be_the_shortest() -> None:
    # Blanks cost no token here: they are part of one.
    spaced = compile_contract(lt.Contract.from_schema(closed(a={"const": "b"}), layout="spaced"), small_vocabulary())
    assert b": " in small_vocabulary().decode(spaced.shortest)
    either = compile_contract(lt.Contract.from_schema(closed(a={"const": "b"})), small_vocabulary())
    compact = compile_contract(lt.Contract.from_schema(closed(a={"const": "b"}), layout="compact"), small_vocabulary())
    assert len(either.shortest) == min(len(spaced.shortest), len(compact.shortest))


def test_a_later_value_may_ask_for_another_earlier_one() -> None:
    schema = {"anyOf": [closed(t={"const": 1}, a={"enum": ["x"]}), closed(t={"const": 2}, b={"type": "integer"})]}
    assert textual.shortest(lt.Contract.from_schema(schema, layout="compact").excluding(["x"])) == b'{"t":2,"b":0}'


def test_many_values_under_a_blocklist() -> None:
    schema = {"type": "array", "minItems": 300, "items": {"type": "string", "minLength": 3}}
    text = textual.shortest(lt.Contract.from_schema(schema, layout="compact").excluding(["a", "bbb", "敏感"]))
    assert text is not None
    assert len(text) == 300 * 6 + 1


@pytest.mark.parametrize(
    "name", ["minLength 300", "exactly 120", "lists in lists", "five thousand, most of them blocked"]
)
def test_noise_within_hard_shapes(name: str) -> None:
    schema, words, _ = HARD[name]
    made = lt.Contract.from_schema(schema)
    made = made.excluding(words) if words else made
    for vocabulary, extra in ((byte_vocabulary(), 0), (small_vocabulary(), 3), (small_vocabulary(), 40)):
        budget = len(compile_contract(made, vocabulary).shortest) + extra
        result = random_model(extra, vocabulary).generate("p", made, max_tokens=budget, temperature=1.0, trace="off")
        assert made.violations(result.text) == []
        assert len(result.token_ids) <= budget


def test_nothing_to_say_is_a_conflict() -> None:
    for schema, words in (
        ({"enum": ["a", "b"]}, ["a", "b"]),
        ({"type": "string", "pattern": "^a+$"}, ["a"]),
        ({"type": "integer", "minimum": 4, "maximum": 5}, ["4", "5"]),
        ({"type": "object", "properties": {"key": {}}, "required": ["key"]}, ["key"]),
    ):
        made = lt.Contract.from_schema(schema).excluding(words)
        assert textual.shortest(made) is None
        with pytest.raises(lt.errors.ConflictError):
            random_model(0).generate("p", made)


def test_texts_in_progress_are_completed_from_where_they_are() -> None:
    made = lt.Contract.from_schema(
        closed(a={"type": "string", "minLength": 30, "maxLength": 30}, b={"type": "boolean"})
    )
    result = random_model(5, small_vocabulary()).generate("p", made, max_tokens=40, temperature=2.0)
    value = json.loads(result.text)
    assert len(value["a"]) == 30
    assert result.value == value
