from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

from logitrail.contract import BlockRule, Contract, JsonShape, Spelling
from logitrail.errors import RuleError

ARTICLE: dict[str, Any] = {
    "status": {"type": "enum", "values": ["active", "inactive", "pending"], "case": "insensitive"},
    "level": {"type": "range", "min": 1, "max": 10},
    "priority": {"type": "text", "max_length": 80, "exclude": ["urgent"]},
    "_global": {"type": "exclude", "words": ["敏感词1", "敏感词2"]},
}


def schema_of(rule: dict[str, Any]) -> Any:
    shape = Contract.from_rules({"a": rule}).shape
    assert isinstance(shape, JsonShape)
    assert isinstance(shape.schema, dict)
    return shape.schema["properties"]["a"]


def test_the_rules_of_the_article() -> None:
    contract = Contract.from_rules(ARTICLE)
    assert contract.block_rules == (BlockRule(("敏感词1", "敏感词2")), BlockRule(("urgent",), ("/priority",)))
    assert contract.spellings == (Spelling(("status",), ("active", "inactive", "pending")),)
    assert contract.check().ok
    assert contract.accepts('{"status": "ACTIVE", "level": 10, "priority": "low"}')
    assert contract.accepts('{"status":"Pending","level":1,"priority":""}')
    refused = {
        '{"status":"done","level":1,"priority":"low"}',
        '{"status":"active","level":11,"priority":"low"}',
        '{"status":"active","level":1,"priority":"URGENT"}',
        '{"status":"active","level":1,"priority":"含敏感词1"}',
        '{"status":"active","level":1}',
        '{"status":"active","level":1,"priority":"low","more":1}',
    }
    assert {text for text in refused if contract.accepts(text)} == set()
    # The field's own words hold in the field alone.
    assert Contract.from_rules({**ARTICLE, "note": {"type": "text"}}).accepts(
        '{"status":"active","level":1,"priority":"low","note":"urgent"}'
    )


@pytest.mark.parametrize(
    ("rule", "schema"),
    [
        ({"type": "enum", "values": ["a", 1, None, True]}, {"enum": ["a", 1, None, True]}),
        ({"type": "literal", "value": "v1"}, {"const": "v1"}),
        ({"type": "const", "value": 3}, {"const": 3}),
        ({"type": "range", "min": 1}, {"type": "integer", "minimum": 1}),
        ({"type": "integer", "exclusive_min": 0, "multiple_of": 5},
         {"type": "integer", "exclusiveMinimum": 0, "multipleOf": 5}),
        ({"type": "number", "min": 0.5, "exclusive_max": 2}, {"type": "number", "minimum": 0.5, "exclusiveMaximum": 2}),
        ({"type": "text", "min_length": 1, "max_length": 3}, {"type": "string", "minLength": 1, "maxLength": 3}),
        ({"type": "text", "pattern": "[0-9]"}, {"type": "string", "pattern": "[0-9]"}),
        ({"type": "regex", "pattern": "a|b"}, {"type": "string", "pattern": "^(?:a|b)$"}),
        ({"type": "boolean"}, {"type": "boolean"}),
        ({"type": "boolean", "nullable": True}, {"anyOf": [{"type": "boolean"}, {"type": "null"}]}),
        ({"type": "boolean", "title": "T", "description": "d"}, {"title": "T", "description": "d", "type": "boolean"}),
        ({"type": "list", "items": {"type": "boolean"}, "min_items": 1, "max_items": 2},
         {"type": "array", "items": {"type": "boolean"}, "minItems": 1, "maxItems": 2}),
        ({"type": "object", "fields": {"b": {"type": "boolean"}, "c": {"type": "boolean", "required": False}}},
         {"type": "object", "properties": {"b": {"type": "boolean"}, "c": {"type": "boolean"}}, "required": ["b"],
          "additionalProperties": False}),
        ({"type": "object", "fields": {"b": {"type": "boolean"}, "_open": True}},
         {"type": "object", "properties": {"b": {"type": "boolean"}}, "required": ["b"]}),
    ],
)  # fmt: skip
def test_each_type_has_its_schema(rule: dict[str, Any], schema: dict[str, Any]) -> None:
    assert schema_of(rule) == schema


@pytest.mark.parametrize(
    ("kind", "good", "bad"),
    [
        ("date", "2024-02-29", "2023-02-29"),
        ("time", "23:59:59Z", "24:00:00Z"),
        ("datetime", "2024-02-29T12:00:00+08:00", "2024-02-30T12:00:00Z"),
    ],
)
def test_dates_are_those_of_the_calendar(kind: str, good: str, bad: str) -> None:
    contract = Contract.from_rules({"when": {"type": kind}})
    assert contract.accepts(f'{{"when":"{good}"}}')
    assert not contract.accepts(f'{{"when":"{bad}"}}')


def test_integers() -> None:
    contract = Contract.from_rules({"n": {"type": "range", "min": 0, "max": 100}})
    for text in ("5.0", "05", "+5", "5.5", "5e0", '"5"', "101", "100.5", "-1"):
        assert not contract.accepts(f'{{"n":{text}}}')
    assert contract.accepts('{"n":0}')
    assert contract.accepts('{"n":100}')


def test_words_of_a_nested_field_cover_it_alone() -> None:
    contract = Contract.from_rules(
        {
            "items": {
                "type": "list",
                "max_items": 2,
                "items": {
                    "type": "object",
                    "fields": {"name": {"type": "text", "exclude": ["x"]}, "code": {"type": "text"}},
                },
            },
        }
    )
    assert contract.block_rules == (BlockRule(("x",), ("/items/*/name",)),)
    assert contract.accepts('{"items":[{"name":"a","code":"x"}]}')
    assert not contract.accepts('{"items":[{"name":"a","code":"b"},{"name":"aXa","code":"b"}]}')


def test_fields_may_be_left_out_and_others_added_only_where_a_rule_says_so() -> None:
    rules = {"a": {"type": "boolean"}, "b": {"type": "boolean", "required": False}}
    contract = Contract.from_rules(rules)
    assert contract.accepts('{"a":true}')
    assert not contract.accepts('{"b":true}')
    assert not contract.accepts('{"a":true,"c":1}')
    assert Contract.from_rules({**rules, "_open": True}).accepts('{"a":true,"c":1}')


def test_chinese_fields_and_values() -> None:
    contract = Contract.from_rules({"状态": {"type": "enum", "values": ["有效", "无效😀"], "description": "状态"}})
    assert contract.accepts('{"状态": "无效😀"}')
    assert not contract.accepts('{"状态":"无效"}')


@pytest.mark.parametrize(
    ("rules", "path", "message", "hint"),
    [
        ({}, "$", "at least one field, got none", None),
        ({"_global": {"type": "exclude", "words": ["a"]}}, "$", "at least one field", None),
        (None, "$", "expected a dictionary, got null", None),
        ([], "$", "expected a dictionary, got []", None),
        ({1: {"type": "text"}}, "$", "expected a string as key, got 1", '"1"'),
        ({"a": "text"}, "$.a", 'expected a dictionary, got "text"', None),
        ({"a": {"max": 1}}, "$.a", "expected the key 'type'", None),
        ({"a": {"type": "txt"}}, "$.a.type", "unknown type 'txt'", '"type": "text"'),
        ({"a": {"type": "string"}}, "$.a.type", "unknown type 'string'", '"type": "text"'),
        ({"level": {"type": "range", "mni": 1}}, "$.level.mni", "unknown key 'mni' for type 'range'",
         "did you mean 'min'?"),
        ({"a": {"type": "range"}}, "$.a", "expected 'min' or 'max' or both", None),
        ({"a": {"type": "range", "min": 9, "max": 1}}, "$.a.min", "expected min <= max, got 9 > 1", "swap min and max"),
        ({"a": {"type": "range", "min": 1.5}}, "$.a.min", "expected an integer, got 1.5",
         'decimals: {"type": "number"}'),
        ({"a": {"type": "range", "min": True}}, "$.a.min", "expected an integer, got true", None),
        ({"a": {"type": "number", "min": math.nan}}, "$.a.min", "expected a finite number",
         "leave 'min' out for no bound"),
        ({"a": {"type": "number", "exclusive_min": 1, "max": 1}}, "$.a.exclusive_min", "no number is left", None),
        ({"a": {"type": "number", "multiple_of": 0}}, "$.a.multiple_of", "expected more than 0, got 0", None),
        ({"a": {"type": "enum"}}, "$.a", "expected the key 'values'", None),
        ({"a": {"type": "enum", "values": []}}, "$.a.values", "at least one value, got []", None),
        ({"a": {"type": "enum", "values": "abc"}}, "$.a.values", 'got "abc"', None),
        ({"a": {"type": "enum", "values": ["a", "a"]}}, "$.a.values", "'a' occurs twice", None),
        ({"a": {"type": "enum", "values": [1, 1.0]}}, "$.a.values", "1.0 occurs twice", None),
        ({"a": {"type": "enum", "values": [math.nan]}}, "$.a.values", "a finite number", None),
        ({"a": {"type": "enum", "values": ["\ud800"]}}, "$.a.values", "not valid Unicode", None),
        ({"a": {"type": "enum", "values": ["a", "A"], "case": "insensitive"}}, "$.a.values", "letter case only", None),
        ({"a": {"type": "enum", "values": [1], "case": "insensitive"}}, "$.a.case", "no letter case", "remove 'case'"),
        ({"a": {"type": "enum", "values": ["a"], "case": "any"}}, "$.a.case", "'sensitive' or 'insensitive'", None),
        ({"a": {"type": "literal"}}, "$.a", "expected the key 'value'", None),
        ({"a": {"type": "text", "max_length": -1}}, "$.a.max_length", "expected 0 or more, got -1", None),
        ({"a": {"type": "text", "min_length": 5, "max_length": 2}}, "$.a.min_length", "got 5 > 2", None),
        ({"a": {"type": "text", "pattern": "("}}, "$.a.pattern", "expected a regular expression, got '('", None),
        ({"a": {"type": "regex"}}, "$.a", "expected the key 'pattern'", None),
        ({"a": {"type": "regex", "pattern": "a)(b"}}, "$.a.pattern", "expected a regular expression", None),
        ({"a": {"type": "text", "default": "x"}}, "$.a.default", "has no effect", None),
        ({"a": {"type": "text", "required": "yes"}}, "$.a.required", "expected true or false", None),
        ({"a": {"type": "text", "exclude": "word"}}, "$.a.exclude", "a list of words", '"exclude": ["word"]'),
        ({"a": {"type": "text", "exclude": [" "]}}, "$.a.exclude", "expected a word, got ' '", None),
        ({"a": {"type": "text", "exclude": [404]}}, "$.a.exclude", "expected words, got 404",
         'write it in quotes: "404"'),
        ({"a": {"type": "exclude", "words": ["b"]}}, "$.a.type", "is for '_global'", None),
        ({"a": {"type": "list"}}, "$.a", "expected the key 'items'", None),
        ({"a": {"type": "list", "items": {"type": "text", "required": False}}}, "$.a.items.required", "left out", None),
        ({"a": {"type": "object"}}, "$.a", "expected the key 'fields'", None),
        ({"a": {"type": "object", "fields": {}}}, "$.a.fields", "at least one field", None),
        ({"a": {"type": "object", "fields": {"_global": {}}}}, "$.a.fields._global", "reserved: _open", None),
        ({"a": {"type": "text"}, "_globl": {}}, "$._globl", "reserved", "did you mean '_global'?"),
        ({"a": {"type": "text"}, "_open": 1}, "$._open", "expected true or false, got 1", None),
        ({"a": {"type": "text"}, "_global": {"type": "exclude"}}, "$._global", "expected the key 'words'", None),
        ({"a": {"type": "text"}, "_global": {"words": ["b"]}}, "$._global", "expected the key 'type'", None),
        ({"a": {"type": "text"}, "_global": {"type": "text", "words": ["b"]}}, "$._global.type", "'exclude'", None),
        ({"a": {"type": "text"}, "_global": {"type": "exclude", "words": ["b"], "field": 1}},
         "$._global.field", "unknown key 'field'", None),
        ({"type": "object", "properties": {"a": {"type": "string"}}}, "$.type", "got a JSON Schema", None),
    ],
)  # fmt: skip
def test_mistakes_are_named_with_their_place(rules: Any, path: str, message: str, hint: str | None) -> None:
    with pytest.raises(RuleError) as caught:
        Contract.from_rules(rules)
    assert caught.value.path == path
    assert message in caught.value.message
    if hint is not None:
        assert caught.value.hint == hint


def test_rules_nested_without_end_are_refused() -> None:
    rule: dict[str, Any] = {"type": "text"}
    for _ in range(500):
        rule = {"type": "list", "items": rule}
    with pytest.raises(RuleError, match="levels of nesting"):
        Contract.from_rules({"a": rule})
    rule = {"type": "list"}
    rule["items"] = rule
    with pytest.raises(RuleError, match="levels of nesting"):
        Contract.from_rules({"a": rule})


YAML = """\
# who may see what
status: {type: enum, values: [yes, no, on], case: insensitive}
level:
  type: range
  mni: 1
"""


def test_mistakes_in_a_file_have_line_and_column(tmp_path: Path) -> None:
    file = tmp_path / "contract.yaml"
    file.write_text(YAML, encoding="utf-8")
    with pytest.raises(RuleError) as caught:
        Contract.from_rules(file)
    assert caught.value.path == f"{file}:5:3"
    assert "unknown key 'mni'" in caught.value.message
    assert "$.level.mni" in caught.value.message
    assert caught.value.hint == "did you mean 'min'?"


def test_yes_and_no_stay_words(tmp_path: Path) -> None:
    file = tmp_path / "contract.yaml"
    file.write_text(YAML.replace("mni", "min"), encoding="utf-8")
    contract = Contract.from_rules(str(file))
    assert contract.spellings == (Spelling(("status",), ("yes", "no", "on")),)
    assert contract.accepts('{"status":"NO","level":1}')
    assert not contract.accepts('{"status":false,"level":1}')


def test_json_and_yaml_say_the_same(tmp_path: Path) -> None:
    file = tmp_path / "contract.json"
    file.write_text(json.dumps({**ARTICLE, "share": {"type": "number", "min": 0.5}}), encoding="utf-8")
    assert Contract.from_rules(file) == Contract.from_rules({**ARTICLE, "share": {"type": "number", "min": 0.5}})


def test_text_is_no_path() -> None:
    with pytest.raises(RuleError, match="got text"):
        Contract.from_rules("a:\n  type: text")
