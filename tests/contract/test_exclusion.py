from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from logitrail.contract import BlockRule, Contract
from logitrail.errors import ContractError, OptionError, RuleError

TEXT = Contract.from_rules({"a": {"type": "text"}, "b": {"type": "text"}})
OPTIONS: dict[str, Any] = {"whole_word": True, "except_in": ["a bad one"], "inserted": True, "across_fields": True}


def said(**values: str) -> str:
    return json.dumps({"a": "", "b": "", **values}, ensure_ascii=False)


@pytest.mark.parametrize(
    ("words", "options", "text", "accepted"),
    [
        (["kill"], {}, "a skill", False),
        (["kill"], {"whole_word": True}, "a skill", True),
        (["kill"], {"whole_word": True}, "to KILL!", False),
        (["红牌"], {"except_in": ["红牌楼"]}, "红牌楼上", True),
        (["红牌"], {"except_in": ["红牌楼"]}, "红牌楼红牌", False),
        (["绝密计划"], {}, "绝-密 计·划", True),
        (["绝密计划"], {"inserted": True}, "绝-密 计·划", False),
        (["绝密计划"], {}, "絕密計劃", False),
        (["omg"], {"inserted": True}, "o.m.g", False),
    ],
)
def test_options_of_words(words: list[str], options: dict[str, Any], text: str, accepted: bool) -> None:
    assert TEXT.excluding(words, **options).accepts(said(a=text)) is accepted


def test_words_across_fields() -> None:
    contract = TEXT.excluding(["kill"], across_fields=True)
    (violation,) = contract.violations(said(a="a ki", b="ll b"))
    assert violation.path == "$.b"
    assert violation.rule == 'blocked word "kill"'
    assert violation.reason == (
        'the values from $.a on, read as one text, hold the blocked word "kill", which ends here'
    )
    assert [v.path for v in contract.violations(said(a="kill", b="x"))] == ["$.a"]
    assert TEXT.excluding(["kill"]).accepts(said(a="ki", b="ll"))


def test_only_the_fields_of_a_rule_are_read_together() -> None:
    contract = Contract.from_schema(
        {
            "type": "object",
            "properties": {"a": {"type": "string"}, "n": {"type": "integer"}, "c": {"type": "string"},
                           "b": {"type": "array", "items": {"type": "string"}}},
            "required": ["a", "n", "c", "b"],
            "additionalProperties": False,
        }
    )  # fmt: skip
    text = '{"a": "ki", "n": 5, "c": "-", "b": ["l", "l"]}'
    assert contract.excluding(["kill"], across_fields=True).accepts(text)
    (violation,) = contract.excluding(["kill"], across_fields=True, fields=["/a", "/b"]).violations(text)
    assert violation.path == "$.b[1]"
    # Rules of other fields keep their own thread.
    two = contract.excluding(["kill"], across_fields=True, fields=["/a", "/b"]).excluding(
        ["-l"], across_fields=True, fields=["/c", "/b"]
    )
    assert [v.path for v in two.violations(text)] == ["$.b[1]", "$.b[0]"]


def test_keys_are_looked_at_but_not_read_on() -> None:
    contract = Contract.from_schema({"type": "object", "additionalProperties": {"type": "string"}}).excluding(
        ["kill"], across_fields=True
    )
    assert not contract.accepts('{"kill": ""}')
    assert contract.accepts('{"ki": "ll"}')
    assert not contract.accepts('{"x": "ki", "y": "ll"}')


@pytest.mark.parametrize(
    ("words", "options", "message"),
    [
        (["\u200b"], {}, "invisible characters are skipped, and nothing of it is left"),
        (["..", "a"], {"inserted": True}, "blanks, punctuation and symbols are skipped, and nothing of it is left"),
        (["a"], {"except_in": "ab"}, "expected a list of phrases, got 'ab'"),
        (["a"], {"except_in": [" "]}, "it would block every text"),
        (["a"], {"except_in": [5]}, "expected phrases, got 5"),
        (["a"], {"except_in": ["\u200b"]}, "nothing of it is left"),
    ],
)
def test_words_that_cannot_be_looked_for(words: list[str], options: dict[str, Any], message: str) -> None:
    with pytest.raises(ContractError) as caught:
        TEXT.excluding(words, **options)
    assert message in caught.value.message


@pytest.mark.parametrize(
    ("options", "message", "hint"),
    [
        ({"whole_word": 1}, "whole_word: expected True or False, got 1", "whole_word=True"),
        ({"inserted": "yes"}, "inserted: expected True or False, got 'yes'", "inserted=True"),
        ({"on_conflict": "dorp"}, "on_conflict: expected one of 'error', 'drop', got 'dorp'", "on_conflict='drop'"),
        ({"on_conflict": None}, "on_conflict: expected one of 'error', 'drop', got None", None),
    ],
)
def test_options_that_cannot_be(options: dict[str, Any], message: str, hint: str | None) -> None:
    with pytest.raises(OptionError) as caught:
        TEXT.excluding(["a"], **options)
    assert caught.value.message == message
    assert hint is None or caught.value.hint == hint


def test_one_text_has_no_fields_to_read_across() -> None:
    with pytest.raises(ContractError, match="only JSON has fields"):
        Contract.from_regex("a").excluding(["x"], across_fields=True)


def test_options_are_part_of_the_data() -> None:
    contract = TEXT.excluding(["bad", "worse"], fields=["/a"], **OPTIONS).excluding(["x"])
    data = contract.to_dict()
    assert data["block"] == [
        {"words": ["bad", "worse"], "fields": ["/a"], "except_in": ["a bad one"], "whole_word": True, "inserted": True,
         "across_fields": True},
        {"words": ["x"], "fields": None},
    ]  # fmt: skip
    again = Contract.from_dict(json.loads(json.dumps(data)))
    assert again == contract
    assert again.block_rules == contract.block_rules


def test_every_option_changes_the_fingerprint_and_no_order_does() -> None:
    plain = TEXT.excluding(["bad", "worse"])
    made = {plain.fingerprint} | {
        TEXT.excluding(["bad", "worse"], **{name: value}).fingerprint for name, value in OPTIONS.items()
    }
    assert len(made) == 5
    left = TEXT.excluding(["a", "b"], except_in=["xa", "ya"]).excluding(["c"], inserted=True)
    right = TEXT.excluding(["c"], inserted=True).excluding(["b", "a"], except_in=["ya", "xa"])
    assert left.fingerprint == right.fingerprint


@pytest.mark.parametrize(
    ("change", "path", "message"),
    [
        ({"whole_word": 1}, "$.block[0].whole_word", "expected true or false, got 1"),
        ({"whole_words": True}, "$.block[0].whole_words", "unknown key 'whole_words'"),
        ({"except_in": "x"}, "$.block[0].except_in", "expected a list"),
        ({"words": []}, None, "at least one word"),
        ({"words": [".."], "inserted": True}, None, "nothing of it is left"),
    ],
)
def test_data_that_cannot_be(change: dict[str, Any], path: str | None, message: str) -> None:
    data = TEXT.excluding(["bad"]).to_dict()
    data["block"][0].update(change)
    with pytest.raises(ContractError) as caught:
        Contract.from_dict(data)
    assert caught.value.path == path
    assert message in caught.value.message


def test_rules_take_the_options() -> None:
    rules = {
        "a": {"type": "text", "exclude": {"words": ["bad"], "whole_word": True}},
        "b": {"type": "text", "exclude": ["worse"]},
        "_global": {"type": "exclude", "words": ["x"], "except_in": ["xy"], "inserted": True, "across_fields": True},
    }
    assert Contract.from_rules(rules).block_rules == (
        BlockRule(("x",), except_in=("xy",), inserted=True, across_fields=True),
        BlockRule(("bad",), ("/a",), whole_word=True),
        BlockRule(("worse",), ("/b",)),
    )


@pytest.mark.parametrize(
    ("exclude", "path", "message"),
    [
        ({}, "$.a.exclude", "expected the key 'words'"),
        ({"words": ["a"], "whole_wrod": True}, "$.a.exclude.whole_wrod", "unknown key 'whole_wrod'"),
        ({"words": ["a"], "inserted": "yes"}, "$.a.exclude.inserted", "true or false"),
        ({"words": [".."], "inserted": True}, "$.a.exclude.words", "nothing of it is left"),
        ({"words": ["a"], "except_in": "ab"}, "$.a.exclude.except_in", "a list of words"),
        (["\u200b"], "$.a.exclude", "nothing of it is left"),
    ],
)
def test_rules_that_cannot_be(exclude: Any, path: str, message: str) -> None:
    with pytest.raises(RuleError) as caught:
        Contract.from_rules({"a": {"type": "text", "exclude": exclude}})
    assert caught.value.path == path
    assert message in caught.value.message


def test_rules_in_a_file_take_the_options(tmp_path: Path) -> None:
    file = tmp_path / "rules.yaml"
    file.write_text(
        "note: {type: text}\n_global:\n  type: exclude\n  words: [红牌]\n  except_in: [红牌楼]\n  whole_word: tru\n",
        encoding="utf-8",
    )
    with pytest.raises(RuleError) as caught:
        Contract.from_rules(file)
    assert caught.value.path == f"{file}:6:15"
    file.write_text(file.read_text("utf-8").replace("tru\n", "true\n"), encoding="utf-8")
    assert Contract.from_rules(file).block_rules == (BlockRule(("红牌",), except_in=("红牌楼",), whole_word=True),)


@pytest.mark.timeout(60)
@pytest.mark.parametrize("inserted", [False, True])
def test_twenty_thousand_words(inserted: bool) -> None:
    words = [f"word{i}x" for i in range(20_000)]
    contract = Contract.from_schema({"type": "string"}).excluding(words, inserted=inserted, whole_word=inserted)
    assert contract.accepts('"a word"')
    assert not contract.accepts('"a word19999x"')
    assert contract.check().ok
