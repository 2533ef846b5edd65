from __future__ import annotations

from typing import Any

import pytest

from logitrail.contract import Contract
from logitrail.contract.model import JsonShape, Spelling


def record(schema: Any, **more: Any) -> dict[str, Any]:
    return {
        "type": "object", "properties": {"a": schema}, "required": ["a"], "additionalProperties": False, **more,
    }  # fmt: skip


def schema_of(contract: Contract) -> Any:
    assert isinstance(contract.shape, JsonShape)
    return contract.shape.schema


@pytest.mark.parametrize(
    ("before", "after", "note"),
    [
        ({"enum": ["On", "off", "up"]}, {"enum": ["off"]}, '"On" by "on"; "up" by "up"'),
        ({"enum": ["on", 7, None]}, {"enum": [7, None]}, '"on" by "on"'),
        ({"enum": [{"k": "on"}, {"k": "x"}]}, {"enum": [{"k": "x"}]}, '{"k": "on"} by "on"'),
        ({"anyOf": [{"const": "on"}, {"const": "off"}]}, {"anyOf": [{"const": "off"}]}, '"on" by "on"'),
        ({"oneOf": [{"enum": ["on", "up"]}, {"type": "integer"}]}, {"oneOf": [{"type": "integer"}]}, '"up" by "up"'),
        ({"anyOf": [{"enum": ["on", "x"]}, {"type": "null"}]}, {"anyOf": [{"enum": ["x"]}, {"type": "null"}]}, '"on"'),
        ({"$ref": "#/$defs/e"}, {"$ref": "#/$defs/e"}, '"on" by "on"'),
    ],
)
def test_killed_values_are_dropped(before: Any, after: Any, note: str) -> None:
    document = record(before, **({"$defs": {"e": {"enum": ["on", "z"]}}} if "$ref" in before else {}))
    contract = Contract.from_schema(document)
    dropped = contract.excluding(["on", "up"], on_conflict="drop")
    assert schema_of(dropped)["properties"]["a"] == after
    (said,) = dropped.check().notes
    assert said.startswith("$.a: dropped because of blocked words: ")
    assert note in said
    assert dropped.check().ok
    # Nothing else may be said than without dropping, and the contract given stays as it was.
    assert schema_of(contract) == document
    assert dropped.block_rules == contract.excluding(["on", "up"]).block_rules
    if "$ref" in before:
        assert schema_of(dropped)["$defs"]["e"] == {"enum": ["z"]}


@pytest.mark.parametrize(
    "schema",
    [
        {"enum": ["on", "up"]},
        {"const": "on"},
        {"enum": ["on", None]},
        {"anyOf": [{"const": "on"}, {"const": "up"}]},
        {"anyOf": [{"const": "on"}, {"type": "null"}]},
    ],
)
def test_where_none_remains_it_is_a_conflict_as_before(schema: Any) -> None:
    contract = Contract.from_schema(record(schema))
    dropped = contract.excluding(["on", "up"], on_conflict="drop")
    assert schema_of(dropped) == schema_of(contract)
    assert dropped.check() == contract.excluding(["on", "up"]).check()
    assert not dropped.check().ok


def test_values_in_any_letter_case() -> None:
    rules = {"s": {"type": "enum", "values": ["Active", "Inactive", "Pending"], "case": "insensitive"}}
    contract = Contract.from_rules(rules).excluding(["act"], fields=["/s"], on_conflict="drop")
    assert contract.spellings == (Spelling(("s",), ("Pending",)),)
    assert contract.check().notes == ('$.s: dropped because of blocked words: "Active" by "act"; "Inactive" by "act"',)
    assert contract.accepts('{"s": "PENDING"}')
    assert contract.violations('{"s": "open"}')[0].reason == 'expected one of "Pending", in any letter case, got "open"'


def test_what_another_rule_kills_is_left_to_it() -> None:
    contract = Contract.from_schema(record({"enum": ["on", "up", "x"]})).excluding(["on"])
    dropped = contract.excluding(["up"], on_conflict="drop")
    assert schema_of(dropped)["properties"]["a"] == {"enum": ["on", "x"]}
    # With what the other rule kills nothing would remain: then nothing is dropped.
    all_dead = contract.excluding(["up", "x"], on_conflict="drop")
    assert schema_of(all_dead)["properties"]["a"] == {"enum": ["on", "up", "x"]}
    assert not all_dead.check().ok


SHARED = {
    "type": "object",
    "properties": {"a": {"$ref": "#/$defs/e"}, "b": {"$ref": "#/$defs/e"}},
    "required": ["a", "b"],
    "additionalProperties": False,
    "$defs": {"e": {"enum": ["on", "off"]}},
}


def test_a_schema_that_is_used_elsewhere_keeps_its_values() -> None:
    contract = Contract.from_schema(SHARED)
    dropped = contract.excluding(["on"], fields=["/a"], on_conflict="drop")
    assert schema_of(dropped) == SHARED
    assert dropped.check().notes == ('$.a: blocked values that can never be written: "on" by "on"',)
    assert dropped.accepts('{"a": "off", "b": "on"}')
    both = contract.excluding(["on"], fields=["/a", "/b"], on_conflict="drop")
    assert schema_of(both)["$defs"]["e"] == {"enum": ["off"]}


def test_a_schema_that_leads_back_to_itself_keeps_its_values() -> None:
    node = record({"enum": ["on", "off"]}, required=["a"])
    node["properties"]["next"] = {"$ref": "#"}
    contract = Contract.from_schema(node)
    assert schema_of(contract.excluding(["on"], fields=["/a"], on_conflict="drop")) == node
    everywhere = contract.excluding(["on"], on_conflict="drop")
    assert schema_of(everywhere)["properties"]["a"] == {"enum": ["off"]}


def test_alternatives_that_are_counted_by_references_stay() -> None:
    schema = record({"anyOf": [{"const": "on"}, {"const": "off"}]})
    schema["properties"]["b"] = {"$ref": "#/properties/a/anyOf/1"}
    contract = Contract.from_schema(schema).excluding(["on"], on_conflict="drop")
    assert schema_of(contract) == schema
    assert contract.accepts('{"a": "off", "b": "off"}')


def test_texts_of_regexes_have_no_values_to_drop() -> None:
    contract = Contract.from_regex("a|b")
    assert contract.excluding(["a"], on_conflict="drop") == contract.excluding(["a"])


def test_what_was_dropped_stays_known() -> None:
    contract = Contract.from_schema(record({"enum": ["on", "off"]})).excluding(["on"], on_conflict="drop")
    assert Contract.from_dict(contract.to_dict()).check().notes == contract.check().notes


def test_schemas_of_the_registry_stay() -> None:
    registry = {"https://example.com/size.json": {"enum": ["small", "large"]}}
    schema = {
        "type": "object",
        "properties": {"size": {"$ref": "https://example.com/size.json"}, "kind": {"enum": ["good", "bad"]}},
        "required": ["size", "kind"],
        "additionalProperties": False,
    }
    contract = Contract.from_schema(schema, registry=registry).excluding(["bad"], on_conflict="drop")
    assert contract.accepts('{"size":"small","kind":"good"}')
    assert not contract.accepts('{"size":"medium","kind":"good"}')
