from __future__ import annotations

import json
import math
import socket
from decimal import Decimal
from typing import Any

import pytest

from logitrail.contract import Contract, JsonShape
from logitrail.errors import OptionError, SchemaError

OBJECT = {"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "string"}}, "required": ["a"]}
DRAFT_7 = "http://json-schema.org/draft-07/schema#"


def schema_of(contract: Contract) -> Any:
    assert isinstance(contract.shape, JsonShape)
    return contract.shape.schema


def test_a_dictionary_and_its_text_are_one() -> None:
    assert Contract.from_schema(OBJECT) == Contract.from_schema(json.dumps(OBJECT, indent=2))
    assert schema_of(Contract.from_schema(OBJECT)) == OBJECT


def test_the_schema_is_copied() -> None:
    given: dict[str, Any] = {"type": "object", "properties": {"a": {"enum": ("x", Decimal("1.5"))}}}
    contract = Contract.from_schema(given)
    given["properties"]["a"]["enum"] = []
    assert schema_of(contract)["properties"]["a"] == {"enum": ["x", 1.5]}


@pytest.mark.parametrize(
    ("schema", "path", "message", "hint"),
    [
        ("", "schema:1:1", "expecting value", None),
        ('{"type": "object",\n "properties" {}}', "schema:2:15", "expecting ':' delimiter", None),
        ('{"minimum": NaN}', "schema:1:13", "NaN is not JSON", None),
        ('{"type": "a", "type": "b"}', "$.type", "occurs twice", None),
        ("schema.json", "schema:1:1", "expected JSON, got 'schema.json'", "Contract.from_file('schema.json')"),
        ("[]", "$", "expected a JSON Schema", None),
        (None, "$", "expected a dictionary, JSON text or a Pydantic model class, got None", None),
        (5, "$", "got 5", None),
        (int, "$", "got <class 'int'>", None),
        (b"{}", "$", "got b'{}'", None),
        ({"type": "strin"}, "$.type", "expected a type: array, boolean,", '"type": "string"'),
        ({"properties": {"a": {"type": "Integer"}}}, "$.properties.a.type", "got 'Integer'", '"type": "integer"'),
        ({"properties": []}, "$.properties", "a value of type object, got []", None),
        ({"required": "a"}, "$.required", 'a value of type array, got "a"', None),
        ({"minLength": -1}, "$.minLength", "expected at least 0, got -1", None),
        ({"pattern": "("}, "$.pattern", "expected a regular expression, got '('", None),
        ({"items": [{"type": "integer"}]}, "$.items", "a value of type boolean or object", None),
        ({"$schema": "http://example.com/mine"}, "$.$schema", "expected a draft of JSON Schema", None),
        ({"properties": {1: {}}}, "$.properties", "expected a string as key, got 1", '"1"'),
        ({"const": {1, 2}}, "$.const", "expected JSON data, got set", None),
        ({"const": "\ud800"}, "$.const", "not valid Unicode", None),
        ({"minimum": math.nan}, "$.minimum", "expected a finite number, got nan", None),
        ('{"const": 1e400}', "$.const", "expected a finite number, got 1E+400", None),
        ('{"const": 0.12345678901234567890}', "$.const", "more digits than a number of 64 bits", None),
        ({"x-guidance": {"lenient": True}}, "$.x-guidance", "switch parts of the contract off", None),
        ({"properties": {"a": {"$ref": "#/$defs/Usr"}}, "$defs": {"User": {}}},
         "$.properties.a.$ref", "'#/$defs/Usr' does not exist in this schema; it defines \"User\"",
         '"$ref": "#/$defs/User"'),
        ({"$ref": "#nowhere"}, "$", "nowhere", None),
    ],
)  # fmt: skip
def test_what_is_no_schema_is_refused_with_its_place(schema: Any, path: str, message: str, hint: str | None) -> None:
    with pytest.raises(SchemaError) as caught:
        Contract.from_schema(schema)
    assert caught.value.path == path
    assert message in caught.value.message
    if hint is not None:
        assert caught.value.hint == hint


@pytest.mark.parametrize(
    ("schema", "good", "bad"),
    [
        ({"properties": {"a": {"not": {}}}}, ["{}", '{"b":1}', "1"], ['{"a":1}']),
        ({"items": {"uniqueItems": True}}, ["[[1,2]]", "[1,1]"], ["[[1,1]]", "[[1,1.0]]"]),
        ({"type": "string", "pattern": "^(?=a)"}, ['"ab"'], ['"ba"']),
        ({"type": "string", "pattern": r"^(.)\1$"}, ['"aa"'], ['"ab"']),
        ({"$defs": {"a": {"propertyNames": {"pattern": "a"}}}, "$ref": "#/$defs/a"}, ['{"ba":1}'], ['{"b":1}']),
        ({"type": "integer", "minimum": 2**60 + 1}, [str(2**60 + 1)], [str(2**60)]),
        ({"$schema": DRAFT_7, "type": "string", "contentEncoding": "base64"}, ['"YQ=="'], ['"%"']),
        ({"contains": {"type": "null"}, "type": "array"}, ["[1,null]"], ["[]", "[1]"]),
        ({"oneOf": [{"multipleOf": 2}, {"multipleOf": 3}], "type": "integer"}, ["4", "9"], ["6", "5"]),
    ],
)
def test_what_no_grammar_holds_is_watched(schema: Any, good: list[str], bad: list[str]) -> None:
    contract = Contract.from_schema(schema)
    assert [text for text in good if not contract.accepts(text)] == []
    assert [text for text in bad if contract.accepts(text)] == []


def test_a_registry_is_all_that_is_known() -> None:
    registry = {"https://example.com/a.json": {"$defs": {"n": {"type": "integer"}}, "items": {"$ref": "b.json"}},
                "https://example.com/b.json": {"type": "string", "pattern": "^b"}}  # fmt: skip
    contract = Contract.from_schema({"type": "array", "$ref": "https://example.com/a.json"}, registry=registry)
    assert contract.accepts('["b"]')
    assert not contract.accepts('["a"]')
    assert Contract.from_dict(contract.to_dict()) == contract
    assert Contract.from_dict(contract.to_dict()).accepts('["b"]')
    with pytest.raises(SchemaError, match="nothing is fetched"):
        Contract.from_schema({"$ref": "https://example.com/c.json"}, registry=registry)
    with pytest.raises(SchemaError, match="absolute address"):
        Contract.from_schema({}, registry={"b.json": {}})


@pytest.mark.parametrize("reference", ["http://example.com/other.json", "other.json", "file:///etc/passwd"])
def test_nothing_is_ever_fetched(reference: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_args: Any, **_kwargs: Any) -> Any:
        raise AssertionError("the network was used")

    monkeypatch.setattr(socket, "socket", refuse)
    with pytest.raises(SchemaError, match="nothing is fetched") as caught:
        Contract.from_schema({"properties": {"a": {"$ref": reference}}})
    assert caught.value.path == "$.properties.a.$ref"


def test_depth_is_limited_and_recursion_is_not() -> None:
    deep: dict[str, Any] = {"type": "integer"}
    for _ in range(20_000):
        deep = {"items": deep}
    cycle: dict[str, Any] = {}
    cycle["items"] = cycle
    for schema in (deep, cycle):
        with pytest.raises(SchemaError, match="at most 100 levels"):
            Contract.from_schema(schema)
    almost: dict[str, Any] = {"type": "integer"}
    for _ in range(45):
        almost = {"type": "object", "properties": {"a": almost}, "required": ["a"], "additionalProperties": False}
    assert Contract.from_schema(almost).accepts('{"a":' * 45 + "1" + "}" * 45)
    tree = {
        "$ref": "#/$defs/node",
        "$defs": {"node": {"type": "array", "items": {"$ref": "#/$defs/node"}, "maxItems": 2}},
    }
    assert Contract.from_schema(tree).accepts("[[],[[]]]")


@pytest.mark.parametrize("schema", [True, {}, "true", "{}"])
def test_anything_may_be_said_under_an_empty_schema(schema: Any) -> None:
    contract = Contract.from_schema(schema)
    assert contract.check().ok
    assert contract.accepts('{"a": [1, "中文", null]}')
    assert not contract.accepts("{")


def test_nothing_may_be_said_under_false() -> None:
    contract = Contract.from_schema(False)
    assert not contract.check().ok
    assert not contract.accepts("{}")


def test_closing_forbids_further_properties() -> None:
    schema = {
        "type": "object",
        "properties": {
            "a": {"$ref": "#/$defs/inner"},
            "map": {"type": "object", "additionalProperties": {"type": "null"}},
        },
        "$defs": {"inner": {"type": "object", "properties": {"b": {"type": "null"}}}},
        "default": {"properties": {}},
    }
    assert Contract.from_schema(schema).accepts('{"a":{"c":1},"d":2}')
    assert Contract.from_schema(schema, closed=False) == Contract.from_schema(schema)
    closed = Contract.from_schema(schema, closed=True)
    assert closed.accepts('{"a":{"b":null},"map":{"x":null}}')
    assert not closed.accepts('{"a":{"c":1}}')
    assert not closed.accepts('{"d":2}')
    assert schema_of(closed)["default"] == {"properties": {}}
    assert closed.check().notes == ()


def test_parts_of_a_join_stay_open_with_a_note() -> None:
    schema = {
        "type": "object",
        "allOf": [
            {"properties": {"a": {"type": "integer"}}, "required": ["a"]},
            {"properties": {"b": {"type": "integer"}}, "required": ["b"]},
        ],
    }
    contract = Contract.from_schema(schema, closed=True)
    assert contract.accepts('{"a":1,"b":2}')
    assert [note.split(":")[0] for note in contract.check().notes] == ["$.allOf[0]", "$.allOf[1]"]


def test_layouts() -> None:
    compact, spaced, mixed = '{"a":1,"b":"x"}', '{"a": 1, "b": "x"}', '{"a":1, "b": "x"}'
    accepted = {
        layout: [Contract.from_schema(OBJECT, layout=layout).accepts(text) for text in (compact, spaced, mixed)]
        for layout in ("auto", "compact", "spaced")
    }
    assert accepted == {
        "auto": [True, True, False],
        "compact": [True, False, False],
        "spaced": [False, True, False],
    }


def test_any_order() -> None:
    either, listed = Contract.from_schema(OBJECT, order="any"), Contract.from_schema(OBJECT)
    assert either.accepts('{"b":"x","a":1}')
    assert not listed.accepts('{"b":"x","a":1}')
    assert either.accepts('{"a":1,"b":"x"}')
    for text in ('{"b":"x"}', '{"a":1,"b":"x","a":2}', '{"b":"x","a":1,"b":"y"}'):
        assert not either.accepts(text)
    between = Contract.from_schema({"type": "object", "properties": {"a": {"type": "null"}}}, order="any")
    assert between.accepts('{"x":1,"a":null,"y":2}')
    assert not between.accepts('{"x":1,"a":1}')


@pytest.mark.parametrize("options", [{"order": "Any"}, {"layout": "pretty"}, {"closed": "yes"}, {"closed": 1}])
def test_unknown_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match="expected one of"):
        Contract.from_schema(OBJECT, **options)


@pytest.mark.parametrize(
    ("schema", "place", "note"),
    [
        ({"maxLenght": 3}, "$", "is not a keyword of JSON Schema and has no effect; did you mean 'maxLength'?"),
        (
            {"items": {"minimun": 3}},
            "$.items",
            "is not a keyword of JSON Schema and has no effect; did you mean 'minimum'?",
        ),
        ({"nullable": True}, "$", 'is OpenAPI 3.0 and has no effect; write type: [..., "null"]'),
        (
            {"$schema": DRAFT_7, "prefixItems": []},
            "$",
            "is not a keyword of JSON Schema draft-07 and has no effect there",
        ),
        ({"contentEncoding": "base64"}, "$", "is an annotation: the string's content is not enforced"),
        ({"format": "colour"}, "$", "is no format of JSON Schema and is not enforced"),
        ({"format": "datetime"}, "$", "is no format of JSON Schema and is not enforced; did you mean 'date-time'?"),
    ],
)
def test_keywords_without_effect_are_noted(schema: dict[str, Any], place: str, note: str) -> None:
    (found,) = Contract.from_schema(schema).check().notes
    path, _, said = found.partition(": ")
    assert said.endswith(note)
    assert path.startswith(f"{place}.")


def test_annotations_are_not_noted() -> None:
    schema = {
        "title": "t", "description": "d", "$comment": "c", "default": 1, "examples": [1], "deprecated": True,
        "readOnly": True, "x-order": 1, "type": "integer", "$id": "http://example.com/a",
    }  # fmt: skip
    assert Contract.from_schema(schema).check().notes == ()


def test_older_drafts_are_read_as_such() -> None:
    draft_4 = {
        "$schema": "http://json-schema.org/draft-04/schema#",
        "type": "integer", "minimum": 1, "exclusiveMinimum": True, "maximum": 2,
    }  # fmt: skip
    contract = Contract.from_schema(draft_4)
    assert [contract.accepts(text) for text in ("1", "2", "3")] == [False, True, False]
    tuple_7 = {"$schema": DRAFT_7, "type": "array", "items": [{"type": "integer"}], "additionalItems": False}
    contract = Contract.from_schema(tuple_7)
    assert [contract.accepts(text) for text in ("[1]", '["a"]', "[1,2]")] == [True, False, False]
