from __future__ import annotations

from typing import Any

import pytest

from logitrail.contract import Contract
from logitrail.contract.killed import Cause, fewest_causes
from logitrail.contract.model import BlockRule
from logitrail.engine import textual

STATUS = {"status": {"type": "enum", "values": ["active", "inactive", "pending"]}}


def record(schema: Any, *, required: bool = True) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {"a": schema},
        "required": ["a"] if required else [],
        "additionalProperties": False,
    }


def test_an_enum_whose_every_value_is_blocked() -> None:
    contract = Contract.from_rules({**STATUS, "_global": {"type": "exclude", "words": ["other", "ACT", "end"]}})
    report = contract.check()
    assert not report.ok
    (conflict,) = report.conflicts
    assert conflict.path == "$.status"
    assert conflict.rules == (
        'enum "active", "inactive", "pending" at $.properties.status',
        'blocked word "ACT" (everywhere)',
        'blocked word "end" (everywhere)',
    )
    assert conflict.message == 'every value is blocked: "active" by "ACT"; "inactive" by "ACT"; "pending" by "end"'
    assert '"ACT", "end"' in conflict.hint


def test_some_values_blocked_is_a_note() -> None:
    report = Contract.from_rules(STATUS).excluding(["act"], fields=["/status"]).check()
    assert report.ok
    assert report.notes == (
        '$.status: blocked values that can never be written: "active" by "act"; "inactive" by "act"',
    )


def test_words_count_only_where_they_apply() -> None:
    rules = {**STATUS, "note": {"type": "text", "exclude": ["active", "pending"]}}
    assert Contract.from_rules(rules).check() == Contract.from_rules(STATUS).check()


def test_an_enum_in_any_case_is_dead_in_every_case() -> None:
    rule = {"a": {"type": "enum", "values": ["Été"], "case": "insensitive"}}
    for word in ("t", "É", "é"):
        assert Contract.from_rules(rule).excluding([word]).check().conflicts[0].path == "$.a"


def test_no_word_of_the_evidence_can_be_spared() -> None:
    rule = BlockRule(("a", "ab", "c", "bc"))

    def fewest(values: list[str], words: list[str]) -> list[str]:
        return [cause.word for cause in fewest_causes(values, [Cause(rule, word) for word in words], ())]

    assert fewest(["ab", "abc", "c"], ["a", "a", "c"]) == ["a", "c"]
    assert fewest(["ab", "abc"], ["ab", "bc"]) == ["ab"]


@pytest.mark.parametrize(
    ("schema", "words", "path", "message"),
    [
        ({"const": "x404"}, ["404"], "$.a", 'every value is blocked: "x404" by "404"'),
        ({"const": 404.0}, ["404"], "$.a", 'every value is blocked: 404.0 by "404"'),
        ({"enum": [{"k": ["bad"]}, ["bad"]]}, ["bad"], "$.a", "every value is blocked"),
        ({"enum": [{"bad": 1}]}, ["bad"], "$.a", "every value is blocked"),
        ({"anyOf": [{"const": "x"}, {"enum": ["xy"]}]}, ["x"], "$.a", "no alternative is left"),
        ({"anyOf": [{"const": "x"}, {"type": "null"}]}, ["x"], "$.a", "only null is left"),
        ({"enum": ["x", None]}, ["x"], "$.a", "only null is left"),
        ({"$ref": "#/$defs/k"}, ["x"], "$.a", "every value is blocked"),
        ({"allOf": [{"type": "string"}, {"enum": ["x"]}]}, ["x"], "$.a", "every value is blocked"),
        ({"type": "array", "items": {"const": "x"}, "minItems": 1}, ["x"], "$.a.*", "every value is blocked"),
        ({"type": "array", "items": {"const": "x"}}, ["x"], "$.a.*", "every value is blocked"),
        ({"type": "array", "prefixItems": [{"const": "x"}], "minItems": 1}, ["x"], "$.a[0]", "every value is blocked"),
        ({"type": "integer", "minimum": 5, "maximum": 5}, ["5"], "$.a", 'every number is blocked: 5 by "5"'),
        ({"type": "integer", "minimum": 1, "maximum": 2}, ["1.0", "2e0"], "$.a", '1 by "1.0"; 2 by "2e0"'),
        ({"type": "integer", "exclusiveMinimum": 0, "exclusiveMaximum": 20, "multipleOf": 10},
         ["10"], "$.a", '10 by "10"'),
        ({"type": "number", "minimum": 0.5, "maximum": 0.5}, ["0.50"], "$.a", "the only number is blocked"),
        ({"type": "integer", "minimum": 5, "maximum": 1}, [], "$.a", "expected minimum <= maximum, got 5 > 1"),
        ({"type": "number", "exclusiveMinimum": 1, "maximum": 1}, [], "$.a", "exclusiveMinimum < maximum, got 1 = 1"),
        ({"type": "integer", "multipleOf": 7, "minimum": 1, "maximum": 6}, [], "$.a", "no integer lies between"),
        ({"type": "string", "minLength": 5, "maxLength": 2}, [], "$.a", "expected minLength <= maxLength, got 5 > 2"),
        ({"type": "array", "minItems": 3, "maxItems": 1}, [], "$.a", "expected minItems <= maxItems, got 3 > 1"),
        ({"enum": []}, [], "$.a", "the enum is empty"),
        (False, [], "$.a", "the schema is false"),
        ({"type": "object", "required": ["b"], "additionalProperties": False}, [], "$.a.b", "is required, and no such"),
        ({"type": "array", "items": False, "minItems": 1}, [], "$.a[0]", "the schema is false"),
        ({"type": ["integer", "null"], "minimum": 2, "maximum": 1}, [], "$.a", "only null is left"),
        ({"type": "string", "enum": ["x"], "minLength": 3}, [], "$", "contradict each other"),
        ({"allOf": [{"type": "string"}, {"type": "integer"}]}, [], "$", "contradict each other"),
        ({"type": "string", "pattern": "^[bc]$"}, ["b", "c"], "$", "no text obeys the schema and the blocked words"),
    ],
)  # fmt: skip
def test_conflicts(schema: Any, words: list[str], path: str, message: str) -> None:
    document = {**record(schema), "$defs": {"k": {"const": "x"}}}
    contract = Contract.from_schema(document)
    if words:
        contract = contract.excluding(words)
    report = contract.check()
    assert [conflict.path for conflict in report.conflicts] == [path]
    assert message in report.conflicts[0].message
    assert report.conflicts[0].rules
    assert report.conflicts[0].hint


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({"type": "integer", "minimum": 5, "maximum": 6}, ["5"]),
        ({"type": "integer", "minimum": 5, "maximum": 5}, ["55", "0.5"]),
        ({"anyOf": [{"const": "x"}, {"const": "y"}]}, ["x"]),
        ({"const": True}, ["true"]),
        ({"const": None}, ["null"]),
        ({"type": "string"}, ["b", "e", "i"]),
        ({"const": "1404"}, ["404"]),
    ],
)
def test_what_can_still_be_said_is_no_conflict(schema: Any, words: list[str]) -> None:
    contract = Contract.from_schema(record(schema)).excluding(words)
    assert contract.check().ok
    text = textual.shortest(contract)
    assert text is not None
    assert contract.violations(text.decode()) == []


def test_names_of_properties_against_blocked_words() -> None:
    schema = {
        "type": "object",
        "properties": {"urgent": {"type": "null"}, "also urgent": {"type": "null"}},
        "required": ["urgent"],
        "additionalProperties": False,
    }
    report = Contract.from_schema(schema).excluding(["urgent"]).check()
    assert [(c.path, c.message) for c in report.conflicts] == [
        ("$.urgent", 'the required name "urgent" holds the blocked word "urgent"')
    ]
    assert report.notes == (
        '$["also urgent"]: can never be written: its name holds the blocked word "urgent" (everywhere)',
    )
    # A rule for a field covers what stands in it, not its name.
    assert Contract.from_schema(schema).excluding(["urgent"], fields=["/urgent"]).check().ok


def test_an_optional_property_that_is_false_is_meant_so() -> None:
    assert Contract.from_schema(record(False, required=False)).check().ok


def test_the_smallest_guilty_part_is_named() -> None:
    schema = record({"allOf": [{"enum": ["a"]}, {"enum": ["b"]}]})
    (conflict,) = Contract.from_schema({**schema, "$defs": {"unused": {"not": {}}}}).check().conflicts
    assert conflict.rules == ("the schema at $.properties.a",)


def test_recursion_without_an_end() -> None:
    schema = {"type": "object", "properties": {"next": {"$ref": "#"}}, "required": ["next"]}
    assert not Contract.from_schema(schema).check().ok
    loop = {"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/a"}}}
    assert not Contract.from_schema(loop).check().ok


def test_recursion_in_many_ways_is_looked_at_for_a_while() -> None:
    names = [f"n{i}" for i in range(12)]
    node = {"type": "object", "properties": {n: {"$ref": f"#/$defs/{n}"} for n in names}, "additionalProperties": False}
    report = Contract.from_schema({"$ref": "#/$defs/n0", "$defs": dict.fromkeys(names, node)}).check()
    assert report.ok


def test_texts_of_regexes_and_grammars() -> None:
    assert Contract.from_regex("[ab]").excluding(["a"]).check().ok
    report = Contract.from_regex("[ab]").excluding(["a", "b"]).check()
    assert report.conflicts[0].rules == (
        "the pattern", 'blocked word "a" (everywhere)', 'blocked word "b" (everywhere)',
    )  # fmt: skip
    assert not Contract.from_grammar('start: "yes" | "eyes"').excluding(["YES"]).check().ok


def test_many_words_are_summed_up() -> None:
    words = [f"{letter}" for letter in "abcdefgh"]
    report = Contract.from_regex("[a-h]").excluding(words).check()
    assert report.conflicts[0].rules[-1] == "and 3 more blocked words"
