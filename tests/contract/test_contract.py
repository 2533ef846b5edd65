from __future__ import annotations

import copy
import json
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from logitrail.contract import BlockRule, Contract, GrammarShape, JsonShape, RegexShape
from logitrail.errors import ConflictError, ContractError, RuleError, SchemaError

RULES: dict[str, Any] = {
    "状态": {"type": "enum", "values": ["Active", "pending"], "case": "insensitive"},
    "items": {"type": "list", "items": {"type": "text", "exclude": ["x"]}, "max_items": 2, "required": False},
    "_global": {"type": "exclude", "words": ["敏感词", "404"]},
}
OBJECT = {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "integer"}}, "required": ["a"]}

CONTRACTS = {
    "rules": lambda: Contract.from_rules(RULES),
    "schema": lambda: Contract.from_schema(OBJECT, layout="spaced", closed=True),
    "dates": lambda: Contract.from_schema({"type": "string", "format": "email", "pattern": r"b.c"}),
    "true": lambda: Contract.from_schema(True),
    "regex": lambda: Contract.from_regex(r"[A-Z]{3}-\d{4}").excluding(["ABC"]),
    "grammar": lambda: Contract.from_grammar('start: "yes" | "no"'),
    "type": lambda: Contract.from_type(list[int]),
}


@pytest.mark.parametrize("name", CONTRACTS)
def test_data_and_back(name: str) -> None:
    contract = CONTRACTS[name]()
    data = contract.to_dict()
    loaded = Contract.from_dict(json.loads(json.dumps(data)))
    assert loaded == contract
    assert hash(loaded) == hash(contract)
    assert loaded.to_dict() == data
    assert loaded.shape == contract.shape
    assert (loaded.block_rules, loaded.spellings) == (contract.block_rules, contract.spellings)
    assert (loaded.order, loaded.layout) == (contract.order, contract.layout)


def test_the_data_are_copies() -> None:
    contract = Contract.from_schema(OBJECT)
    before = contract.fingerprint
    contract.to_dict()["shape"]["json"]["properties"].clear()
    assert Contract.from_dict(contract.to_dict()).fingerprint == before


def _changed(path: list[Any], value: Any) -> dict[str, Any]:
    data = Contract.from_rules(RULES).to_dict()
    here: Any = data
    for step in path[:-1]:
        here = here[step]
    if value is ...:
        del here[path[-1]]
    else:
        here[path[-1]] = value
    return data


@pytest.mark.parametrize(
    ("data", "path", "message"),
    [
        (_changed(["contract"], 2), "$.contract", "expected format version 1, got 2"),
        (_changed(["contract"], True), "$.contract", "got True"),
        (_changed(["contract"], ...), "$.contract", "got None"),
        (_changed(["more"], 1), "$.more", "unknown key 'more'"),
        (_changed(["layout"], "wide"), "$.layout", "expected one of auto, compact, spaced, got 'wide'"),
        (_changed(["notes"], ...), "$", "expected the key 'notes'"),
        (_changed(["notes"], "x"), "$.notes", "expected a list"),
        (_changed(["shape"], {}), "$.shape", "expected exactly one of"),
        (_changed(["shape"], {"regex": 5}), "$.shape.regex", "expected a string, got int"),
        (_changed(["shape", "json", "type"], "objct"), "$.type", "expected a type"),
        (_changed(["shape"], {"schema": {}}), "$.shape.schema", "unknown key 'schema'"),
        (_changed(["block", 0, "word"], ["a"]), "$.block[0].word", "unknown key 'word'"),
        (_changed(["block", 0, "words"], "abc"), "$.block[0].words", "expected a list"),
        (_changed(["block", 0, "words", 0], 5), "$.block[0].words[0]", "expected a string"),
        (_changed(["block", 0, "words"], []), None, "at least one word"),
        (_changed(["block", 1, "fields"], ["/itms"]), "/itms", "no value of this contract has the field"),
        (_changed(["spellings", 0, "path"], None), "$.spellings[0].path", "expected a list"),
        ([], "$", "expected an object, got list"),
    ],
)
def test_data_that_make_no_contract_are_refused(data: Any, path: str | None, message: str) -> None:
    with pytest.raises(ContractError) as caught:
        Contract.from_dict(data)
    assert caught.value.path == path
    assert message in caught.value.message


def test_fingerprints_know_what_matters() -> None:
    base = Contract.from_schema(OBJECT)
    assert len(base.fingerprint) == 64
    swapped = {"required": ["a"], "properties": OBJECT["properties"], "type": "object"}
    assert Contract.from_schema(swapped) == base
    inner_swapped = copy.deepcopy(OBJECT)
    inner_swapped["properties"]["a"] = {"maxLength": 3, "type": "string"}  # type: ignore[index]
    other_inner = copy.deepcopy(OBJECT)
    other_inner["properties"]["a"] = {"type": "string", "maxLength": 3}  # type: ignore[index]
    assert Contract.from_schema(inner_swapped) == Contract.from_schema(other_inner)
    reordered = {**OBJECT, "properties": dict(reversed(OBJECT["properties"].items()))}  # type: ignore[attr-defined]
    assert Contract.from_schema(reordered) != base  # properties are written in this order
    assert Contract.from_schema(OBJECT, layout="compact") != base
    assert base.excluding(["a", "b"]) == base.excluding(["b", "a"]) != base
    assert base.excluding(["a"], fields=["/a"]) != base.excluding(["a"])
    assert base.shape_fingerprint == base.fingerprint
    assert base != "something else"


def test_the_order_of_keywords_matters_beside_applicators() -> None:
    part = {"properties": {"b": {"type": "null"}}, "required": ["b"]}
    own = {"properties": {"a": {"type": "null"}}, "required": ["a"]}
    first = Contract.from_schema({"type": "object", **own, "allOf": [part]})
    last = Contract.from_schema({"type": "object", "allOf": [part], **own})
    assert first.accepts('{"a":null,"b":null}')
    assert last.accepts('{"b":null,"a":null}')
    assert first != last


def test_fingerprints_are_the_same_in_every_process() -> None:
    code = f"from logitrail.contract import Contract\nprint(Contract.from_rules({RULES!r}).fingerprint)"
    seen = set()
    for seed in ("1", "2"):
        import os

        environment = {**os.environ, "PYTHONHASHSEED": seed}
        run = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment, timeout=60
        )
        seen.add(run.stdout.strip())
    assert seen == {Contract.from_rules(RULES).fingerprint}


def test_contracts_are_values() -> None:
    contract = Contract.from_rules(RULES)
    assert copy.deepcopy(contract) == contract
    assert pickle.loads(pickle.dumps(contract)) == contract
    with pytest.raises(AttributeError):
        contract.layout = "compact"  # type: ignore[misc]


def test_excluding_adds_a_rule_and_leaves_the_contract_as_it_is() -> None:
    base = Contract.from_schema(OBJECT)
    more = base.excluding(["bad", "bad"]).excluding(["worse"], fields=["/a", "/a"])
    assert base.block_rules == ()
    assert more.block_rules == (BlockRule(("bad",)), BlockRule(("worse",), ("/a",)))
    assert base.accepts('{"a":"so BAD"}')
    assert not more.accepts('{"a":"so BAD"}')
    assert not more.accepts('{"a":"x","bad":1}')


@pytest.mark.parametrize(
    ("words", "options", "message", "hint"),
    [
        ("abc", {}, "expected a list of words, got 'abc'", "excluding(['abc'])"),
        (None, {}, "expected a list of words, got None", None),
        ([], {}, "at least one word", None),
        ([""], {}, "it would block every text", None),
        ([" \t"], {}, "it would block every text", None),
        ([404], {}, "expected words, got 404", 'excluding(["404"])'),
        (["\ud800"], {}, "not valid Unicode", None),
        (["a"], {"fields": "/a"}, "expected a list of JSON pointers", "fields=['/a']"),
        (["a"], {"fields": []}, "at least one field", None),
        (["a"], {"fields": [5]}, "expected a JSON pointer, got 5", None),
        (["a"], {"fields": ["a"]}, "begins with '/'", "fields=['/a']"),
        (["a"], {"fields": ["/titel"]}, "no value of this contract has the field '/titel'", "fields=['/title']"),
        (["a"], {"fields": ["/title/0"]}, "no value of this contract", None),
    ],
)
def test_excluding_refuses_what_cannot_be(words: Any, options: Any, message: str, hint: str | None) -> None:
    contract = Contract.from_rules({"title": {"type": "text"}})
    with pytest.raises(ContractError) as caught:
        contract.excluding(words, **options)
    assert message in caught.value.message
    if hint is not None:
        assert caught.value.hint == hint


@pytest.mark.parametrize(
    ("pointer", "reached"),
    [
        ("", True), ("/a", True), ("/a/0/name", True), ("/a/*/name", True), ("/*/*/name", True), ("/a/x", False),
        ("/b/deep/anything", True), ("/c", False), ("/tree/next/next/value", True), ("/tree/next/other", False),
        ("/union/x", True), ("/union/y", True), ("/union/z", False),
    ],
)  # fmt: skip
def test_pointers_are_followed_through_the_schema(pointer: str, reached: bool) -> None:
    closed = {"type": "object", "additionalProperties": False}
    schema = {
        **closed,
        "properties": {
            "a": {"type": "array", "items": {**closed, "properties": {"name": {"type": "string"}}}},
            "b": {"type": "object"},
            "tree": {"$ref": "#/$defs/tree"},
            "union": {"anyOf": [{**closed, "properties": {"x": {}}}, {**closed, "properties": {"y": {}}}]},
        },
        "$defs": {"tree": {**closed, "properties": {"next": {"$ref": "#/$defs/tree"}, "value": {"type": "string"}}}},
    }
    contract = Contract.from_schema(schema)
    if reached:
        assert contract.excluding(["x"], fields=[pointer]).block_rules[0].fields == (pointer,)
    else:
        with pytest.raises(ContractError, match="no value of this contract"):
            contract.excluding(["x"], fields=[pointer])


def test_a_text_has_no_fields() -> None:
    with pytest.raises(ContractError, match="only JSON has fields"):
        Contract.from_regex("a+").excluding(["b"], fields=["/a"])


def test_both_contracts_hold() -> None:
    left = Contract.from_schema(
        {
            "type": "object",
            "properties": {"a": {"$ref": "#/$defs/q"}},
            "required": ["a"],
            "$defs": {"q": {"type": "integer", "minimum": 3}},
        },
        layout="compact",
    ).excluding(["4"])
    right = Contract.from_schema(
        {
            "type": "object",
            "properties": {"a": {"type": "integer", "maximum": 5}, "b": {"$ref": "#/$defs/q"}},
            "required": ["a", "b"],
            "$defs": {"q": {"type": "string", "maxLength": 2}},
        }
    ).excluding(["x"])
    both = left & right
    assert both.layout == "compact"
    accepted = [both.accepts(f'{{"a":{a},"b":"{b}"}}') for a, b in [(3, "y"), (5, ""), (2, "y"), (4, "y"), (6, "y")]]
    assert accepted == [True, True, False, False, False]
    assert not both.accepts('{"a":3,"b":"x"}')
    assert not both.accepts('{"a":3,"b":"yyy"}')
    assert Contract.from_dict(both.to_dict()) == both


def test_spellings_survive_a_join() -> None:
    rules = {"s": {"type": "enum", "values": ["Ab"], "case": "insensitive"}}
    joined = Contract.from_rules(rules) & Contract.from_schema({"type": "object"})
    assert joined.spellings == Contract.from_rules(rules).spellings
    assert joined.accepts('{"s":"AB"}')


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (Contract.from_schema({"enum": ["a", "b"]}), Contract.from_schema({"enum": ["c"]})),
        (Contract.from_schema({"type": "string"}), Contract.from_schema({"type": "integer"})),
        (Contract.from_schema({"enum": ["ab"]}), Contract.from_schema({"type": "string"}).excluding(["a"])),
        (Contract.from_rules({"a": {"type": "boolean"}}), Contract.from_rules({"b": {"type": "boolean"}})),
        (Contract.from_schema(True), Contract.from_schema(False)),
    ],
)
def test_contradictions_are_found_at_once(left: Contract, right: Contract) -> None:
    with pytest.raises(ConflictError, match="nothing obeys both contracts"):
        left & right


def test_what_cannot_be_joined_is_refused() -> None:
    schema = Contract.from_schema(OBJECT)
    with pytest.raises(ContractError, match="only contracts for JSON can be joined"):
        schema & Contract.from_regex("a")
    with pytest.raises(ContractError, match="cannot hold at once"):
        Contract.from_schema(OBJECT, layout="compact") & Contract.from_schema(OBJECT, layout="spaced")
    with pytest.raises(SchemaError, match="of one draft"):
        schema & Contract.from_schema({"$schema": "http://json-schema.org/draft-07/schema#"})
    with pytest.raises(TypeError):
        schema & OBJECT  # type: ignore[operator]


@pytest.mark.parametrize(
    ("make", "bad", "message"),
    [
        (Contract.from_regex, "(", "cannot be compiled"),
        (Contract.from_regex, "(?=a)b", "cannot be compiled"),
        (Contract.from_regex, 5, "expected a regular expression as text"),
        (Contract.from_regex, "\ud800", "not valid Unicode"),
        (Contract.from_grammar, 'begin: "a"', "no start rule"),
        (Contract.from_grammar, "", "no start rule"),
        (Contract.from_grammar, 'start: "a\n', "cannot be compiled"),
        (Contract.from_grammar, None, "expected a grammar as text"),
    ],
)
def test_regexes_and_grammars_that_cannot_be_read(make: Any, bad: Any, message: str) -> None:
    with pytest.raises(ContractError, match=message):
        make(bad)


def test_files_of_each_kind(tmp_path: Path) -> None:
    def write(name: str, data: Any) -> Path:
        file = tmp_path / name
        file.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
        return file

    rules = Contract.from_rules(RULES)
    assert Contract.from_file(write("rules.yaml", RULES)) == rules
    assert Contract.from_file(str(write("saved.json", rules.to_dict()))) == rules
    schema = Contract.from_file(write("schema.yml", {"schema": OBJECT, "layout": "compact", "closed": True}))
    assert schema == Contract.from_schema(OBJECT, layout="compact", closed=True)
    # A field that is called like the keys of the other kinds is a field all the same.
    odd = {"contract": {"type": "text"}, "schema": {"type": "text"}}
    assert isinstance(Contract.from_file(write("odd.yaml", odd)).shape, JsonShape)


@pytest.mark.parametrize(
    ("name", "text", "place", "error", "message"),
    [
        ("s.yaml", "schema:\n  type: strin\n", ":2:9", SchemaError, "expected a type"),
        (
            "s.yaml",
            "schema:\n  properties:\n    a: {$ref: '#/properties/a'}\n",
            ":3:8",
            SchemaError,
            "refers to itself",
        ),
        ("s.yaml", "schema: {}\nlayout: compct\n", None, ContractError, "layout"),
        ("d.json", '{"contract": 9}', ":1:14", ContractError, "format version"),
        ("r.yaml", "level:\n  type: range\n  mni: 1\n", ":3:3", RuleError, "unknown key 'mni'"),
        ("r.yaml", "type: object\nproperties: {}\n", ":1:7", RuleError, "got a JSON Schema"),
        ("r.yaml", "", "", RuleError, "expected a dictionary, got null"),
        ("r.json", "[1]", ":1:1", RuleError, "expected a dictionary"),
    ],
)
def test_mistakes_in_files_have_a_place(
    tmp_path: Path, name: str, text: str, place: str | None, error: type[Exception], message: str
) -> None:
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    if place is None:
        from logitrail.errors import OptionError

        with pytest.raises(OptionError, match=message):
            Contract.from_file(file)
        return
    with pytest.raises(error, match=message) as caught:
        Contract.from_file(file)
    assert getattr(caught.value, "path", None) == f"{file}{place}"


def test_the_shapes_are_what_was_given() -> None:
    assert Contract.from_regex("a|b").shape == RegexShape("a|b")
    assert Contract.from_grammar('start: "a"').shape == GrammarShape('start: "a"')
