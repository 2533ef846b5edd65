from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logitrail.contract import Contract
from logitrail.contract.killed import Cause, fewest_causes
from logitrail.contract.model import BlockRule
from logitrail.contract.smallest import smallest
from logitrail.engine import textual
from logitrail.errors import ConflictError, SchemaError

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
        ({"type": "string", "enum": ["x"], "minLength": 3}, [], "$.a", "contradict each other"),
        ({"allOf": [{"type": "string"}, {"type": "integer"}]}, [], "$.a", "contradict each other"),
        ({"type": "string", "pattern": "^[bc]$"}, ["b", "c"], "$.a", "and the blocked words"),
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
    assert conflict.rules == (
        'enum ["a"] at $.properties.a.allOf[0]',
        'enum ["b"] at $.properties.a.allOf[1]',
    )
    assert conflict.path == "$.a"


def test_recursion_without_an_end() -> None:
    schema = {"type": "object", "properties": {"next": {"$ref": "#"}}, "required": ["next"]}
    assert not Contract.from_schema(schema).check().ok
    for loop in (
        {"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/a"}}},
        {"anyOf": [{"type": "string"}, {"$ref": "#"}]},
    ):
        with pytest.raises(SchemaError, match="refers to itself"):
            Contract.from_schema(loop)


def test_recursion_in_many_ways_is_looked_at_for_a_while() -> None:
    names = [f"n{i}" for i in range(12)]
    node = {"type": "object", "properties": {n: {"$ref": f"#/$defs/{n}"} for n in names}, "additionalProperties": False}
    report = Contract.from_schema({"$ref": "#/$defs/n0", "$defs": dict.fromkeys(names, node)}).check()
    assert report.ok


def test_texts_of_regexes_and_grammars() -> None:
    assert Contract.from_regex("[ab]").excluding(["a"]).check().ok
    report = Contract.from_regex("[ab]").excluding(["x", "a", "b"]).check()
    assert report.conflicts[0].rules == (
        "the pattern [ab]", 'blocked word "a" (everywhere)', 'blocked word "b" (everywhere)',
    )  # fmt: skip
    assert report.conflicts[0].hint == 'remove "a", "b" from the blocked words'
    grammar = Contract.from_grammar('start: "yes" | "eyes"').excluding(["no", "YES"]).check().conflicts[0]
    assert grammar.rules == ("the grammar", 'blocked word "YES" (everywhere)')
    assert grammar.message == 'whatever obeys the grammar holds the blocked word "YES"'


def test_many_words_are_summed_up() -> None:
    report = Contract.from_regex("[a-z]").excluding(list("abcdefghijklmnopqrstuvwxyz")).check()
    assert report.conflicts[0].rules[-1] == "and 6 more blocked words"


@pytest.mark.parametrize(
    ("schema", "options", "rules"),
    [
        ({"type": "string", "pattern": "^urgent$", "maxLength": 20}, {},
         ['pattern "^urgent$" at $.properties.a', 'blocked word "urgent" (everywhere)']),
        ({"type": "string", "pattern": "^urgent$"}, {"whole_word": True},
         ['pattern "^urgent$" at $.properties.a', 'blocked word "urgent" (everywhere, as a whole word)']),
        ({"type": "string", "pattern": "^u-r-gent$"}, {"inserted": True},
         ['pattern "^u-r-gent$" at $.properties.a', 'blocked word "urgent" (everywhere, with insertions)']),
        ({"type": "string", "pattern": "^urg(en)+t$", "maxLength": 6}, {"fields": ["/a"]},
         ['pattern "^urg(en)+t$" at $.properties.a', "maxLength 6 at $.properties.a",
          'blocked word "urgent" (at /a)']),
    ],
)  # fmt: skip
def test_the_smallest_set_names_keywords_and_words(schema: Any, options: dict[str, Any], rules: list[str]) -> None:
    (conflict,) = (
        Contract.from_schema(record(schema)).excluding(["other", "urgent", "words"], **options).check().conflicts
    )
    assert conflict.path == "$.a"
    assert list(conflict.rules) == rules


def test_values_that_make_a_word_together() -> None:
    schema = record({"const": "ki"})
    schema["properties"]["n"] = {"type": "boolean"}
    schema["properties"]["b"] = {"const": "ll"}
    schema["required"] += ["n", "b"]
    (conflict,) = Contract.from_schema(schema).excluding(["kill"], across_fields=True).check().conflicts
    assert conflict.path == "$"
    assert conflict.rules == (
        'const "ki" at $.properties.a',
        'const "ll" at $.properties.b',
        'blocked word "kill" (everywhere, across fields)',
    )
    assert Contract.from_schema(schema).excluding(["kill"], across_fields=True, fields=["/a"]).check().ok


def test_places_behind_references_are_places_of_the_output() -> None:
    person = record({"type": "string", "pattern": "^urgent$"})
    schema = {"type": "array", "items": {"$ref": "#/$defs/person"}, "minItems": 1, "$defs": {"person": person}}
    (conflict,) = Contract.from_schema(schema).excluding(["urgent"]).check().conflicts
    assert conflict.path == "$.*.a"
    assert conflict.rules == (
        "minItems 1 at $",
        'pattern "^urgent$" at $.$defs.person.properties.a',
        'blocked word "urgent" (everywhere)',
    )


def test_of_many_thousand_words_only_those_that_matter_are_named() -> None:
    words = [f"w{i:05d}" for i in range(20_000)]
    schema = record({"type": "string", "pattern": "^(w00001|w19999)$"})
    (conflict,) = Contract.from_schema(schema).excluding(words).check().conflicts
    assert conflict.rules[1:] == ('blocked word "w00001" (everywhere)', 'blocked word "w19999" (everywhere)')


@given(st.lists(st.sets(st.integers(0, 7), min_size=1, max_size=3), min_size=1, max_size=4))
def test_no_item_of_a_smallest_set_can_be_spared(reasons: list[set[int]]) -> None:
    def fails(items: Sequence[int]) -> bool:
        return any(reason <= set(items) for reason in reasons)

    found = smallest(list(range(8)), fails)
    assert found == sorted(found)
    assert set(found) in reasons
    assert all(not fails([item for item in found if item != spared]) for spared in found)


def test_what_fails_by_itself_has_an_empty_smallest_set() -> None:
    assert smallest([1, 2], lambda items: True) == []


def test_exceptions_without_effect_are_noted() -> None:
    contract = Contract.from_schema(record({"type": "string"}))
    notes = contract.excluding(["红牌"], except_in=["红牌楼", "白牌", "红牌"]).check().notes
    assert notes == (
        '$: the exception "白牌" has no effect: it holds none of the blocked words ("红牌")',
        '$: the exception "红牌" has no effect: it is itself a blocked word ("红牌")',
    )
    assert contract.excluding(["C++", "C#"], inserted=True).check().notes == (
        '$: the blocked word "C++" blocks every "c": with inserted=True its blanks and punctuation are skipped',
        '$: the blocked word "C#" blocks every "c": with inserted=True its blanks and punctuation are skipped',
    )


# The blocklist of everything stands above that of a field, and that above what the field itself allows.


def test_a_word_blocked_everywhere_outranks_what_a_field_lists() -> None:
    rules = {"kind": {"type": "enum", "values": ["urgent", "calm"]}, "note": {"type": "text"}}
    contract = Contract.from_rules({**rules, "_global": {"type": "exclude", "words": ["urgent"]}})
    assert not contract.accepts('{"kind": "urgent", "note": ""}')
    assert contract.accepts('{"kind": "calm", "note": ""}')
    pattern = Contract.from_rules({"kind": {"type": "regex", "pattern": "urgent|calm"}}).excluding(["urgent"])
    assert not pattern.accepts('{"kind": "urgent"}')
    const = Contract.from_rules({"kind": {"type": "literal", "value": "urgent"}}).excluding(["urgent"])
    assert const.check().conflicts[0].path == "$.kind"


def test_a_fields_own_words_outrank_what_it_lists() -> None:
    rule = {"type": "enum", "values": ["urgent", "calm"], "exclude": ["urgent"]}
    contract = Contract.from_rules({"kind": rule, "other": {"type": "enum", "values": ["urgent"]}})
    assert not contract.accepts('{"kind": "urgent", "other": "urgent"}')
    assert contract.accepts('{"kind": "calm", "other": "urgent"}')


def test_no_exception_of_a_field_lifts_what_is_blocked_everywhere() -> None:
    contract = Contract.from_rules({"a": {"type": "text"}, "b": {"type": "text"}})
    field = contract.excluding(["红牌"], fields=["/a"], except_in=["红牌楼"])
    assert field.accepts('{"a": "红牌楼", "b": "红牌"}')
    both = field.excluding(["红牌"])
    assert not both.accepts('{"a": "红牌楼", "b": ""}')
    assert not field.excluding(["红牌"], fields=["/b"]).accepts('{"a": "", "b": "红牌楼"}')


def test_contracts_together_have_the_words_of_both() -> None:
    left = Contract.from_rules({"a": {"type": "enum", "values": ["x", "y", "z"]}}).excluding(["x"])
    right = Contract.from_schema({"type": "object", "properties": {"a": {"type": "string"}}}).excluding(
        ["Y"], fields=["/a"], whole_word=True
    )
    both = left & right
    assert both.block_rules == (*left.block_rules, *right.block_rules)
    assert [value for value in "xyz" if both.accepts(json.dumps({"a": value}))] == ["z"]
    with pytest.raises(ConflictError) as caught:
        both & Contract.from_schema({"type": "object"}).excluding(["z"])
    assert caught.value.path == "$.a"
