from __future__ import annotations

import json
import pickle
import re
import unicodedata
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logitrail.contract import BlockRule, Contract
from logitrail.contract.blocklist import Hit, covers, find_across, find_blocked, number_blocked, read_number
from logitrail.contract.folding import fold_char


def find(value: str, words: list[str], **options: Any) -> Hit | None:
    return find_blocked(value, (BlockRule(tuple(words), **options),))


@pytest.mark.parametrize(
    ("value", "words", "hit"),
    [
        ("an URGENT call", ["urgent"], ("urgent", 3, 9)),
        ("内含敏感词1。", ["敏感词1"], ("敏感词1", 2, 6)),
        ("enhanced", ["hanc"], ("hanc", 2, 6)),
        ("nothing", ["x"], None),
        ("", ["x"], None),
        ("aab", ["aab", "a"], ("aab", 0, 3)),  # of two at one place the longest is named
        ("xab", ["b", "a"], ("a", 1, 2)),
        ("🙂no🙂", ["NO🙂"], ("NO🙂", 1, 4)),
        ("STRASSE", ["straße"], None),
        ("É", ["é"], ("é", 0, 1)),
        ("ＵＲＧＥＮＴ！", ["urgent"], ("urgent", 0, 6)),
        ("ur\u200bgent", ["urgent"], ("urgent", 0, 7)),
        ("絕密計劃", ["绝密计划"], ("绝密计划", 0, 4)),
        ("绝密", ["絕密"], ("絕密", 0, 2)),
        ("ﬁne", ["fin"], ("fin", 0, 2)),
    ],
)
def test_find_blocked(value: str, words: list[str], hit: tuple[str, int, int] | None) -> None:
    assert find(value, words) == hit


@pytest.mark.parametrize(
    ("value", "blocked"),
    [
        ("404", True), ("error 404!", True), ("a404b", True), ("404.5", True), ("4040", False), ("1404", False),
        ("x1404y", False), ("１404", False), ("４０４", True),
    ],
)  # fmt: skip
def test_a_word_of_digits_stays_out_of_longer_numbers(value: str, blocked: bool) -> None:
    assert (find(value, ["404"]) is not None) is blocked


def test_only_the_edge_that_is_a_digit_is_guarded() -> None:
    assert find("xv12", ["v1"]) is None
    assert find("9v1.", ["v1"]) == ("v1", 1, 3)
    assert find("11a", ["1a"]) is None
    assert find("1a22", ["1a"]) == ("1a", 0, 2)


def test_a_guarded_match_does_not_hide_a_later_one() -> None:
    assert find("4040 404", ["404"]) == ("404", 5, 8)


@pytest.mark.parametrize("value", [404, 404.0, Decimal("404.00"), Decimal("4.04e2"), Decimal("4040E-1")])
def test_numbers_are_compared_by_value(value: int | float | Decimal) -> None:
    assert number_blocked(value, ["x", "404"]) == "404"
    assert number_blocked(value, ["4.04e2"]) == "4.04e2"
    assert number_blocked(value, ["40", "4040", "404x", "four"]) is None


@pytest.mark.parametrize("value", [True, float("nan"), float("inf"), -404, 40, 4040])
def test_what_is_not_that_number(value: float) -> None:
    assert number_blocked(value, ["404", "1", "nan", "inf"]) is None


def test_zero_has_one_value() -> None:
    assert number_blocked(Decimal("-0.0"), ["0"]) == "0"


@pytest.mark.parametrize("text", ["", "1_000", "１", "0x1F", "1.", ".5", "1e", "nan", "1e" + "9" * 30])
def test_what_is_no_plain_number(text: str) -> None:
    assert read_number(text) is None


@given(
    st.text(alphabet="aAbB1 é中", max_size=12), st.lists(st.text(alphabet="aB1é中", min_size=1, max_size=3), max_size=4)
)
def test_it_agrees_with_a_regular_expression(value: str, words: list[str]) -> None:
    def pattern(word: str) -> str:
        before = "(?<![0-9])" if word[0] in "0123456789" else ""
        after = "(?![0-9])" if word[-1] in "0123456789" else ""
        return before + re.escape(word.lower()) + after

    expected = any(re.search(pattern(word), value.lower()) for word in words)
    hit = find(value, words)
    assert (hit is not None) is expected
    if hit is not None:
        assert value[hit.start : hit.end].lower() == hit.word.lower()


@given(st.characters(exclude_categories=["Cs"]))
def test_folding_twice_is_folding_once(char: str) -> None:
    folded = fold_char(char)
    assert "".join(map(fold_char, folded)) == folded


@pytest.mark.parametrize(
    ("value", "words", "options", "blocked"),
    [
        ("a skill", ["kill"], {}, True),
        ("a skill", ["kill"], {"whole_word": True}, False),
        ("to kill.", ["kill"], {"whole_word": True}, True),
        ("Kill_it", ["kill"], {"whole_word": True}, False),
        ("这是绝密文件", ["绝密"], {"whole_word": True}, True),
        ("possible", ["impossible"], {}, False),
        ("o.m.g", ["omg"], {}, False),
        ("o. m-\n g", ["omg"], {"inserted": True}, True),
        ("绝-密 计·划", ["绝密计划"], {"inserted": True}, True),
        ("红牌楼", ["红牌"], {}, True),
        ("红牌楼", ["红牌"], {"except_in": ("红牌楼",)}, False),
        ("红牌楼红牌", ["红牌"], {"except_in": ("红牌楼",)}, True),
        ("红牌", ["红牌"], {"except_in": ("红牌楼",)}, True),
        ("红牌", ["红牌"], {"except_in": ("红牌",)}, True),  # an exception is a longer phrase
        ("a\nice", ["nice"], {}, False),
    ],
)
def test_options(value: str, words: list[str], options: dict[str, Any], blocked: bool) -> None:
    assert (find(value, words, **options) is not None) is blocked


def test_a_rule_covers_its_fields_and_all_below() -> None:
    rule = BlockRule(("x",), ("/a", "/list/*/name"))
    assert covers(rule, ("a",))
    assert covers(rule, ("a", "b", 0))
    assert covers(rule, ("list", 3, "name"))
    assert not covers(rule, ("list", 3))
    assert not covers(rule, ("b",))
    assert not covers(rule, ())
    assert covers(BlockRule(("x",), ("",)), ("anything",))
    assert covers(BlockRule(("x",)), ())


def test_a_key_belongs_to_its_object() -> None:
    rule = BlockRule(("x",), ("/a",))
    contract = Contract.from_schema({"type": "object", "additionalProperties": {"type": "object"}})
    inside = contract.excluding(["x"], fields=["/a"])
    assert not inside.accepts('{"a": {"x": 1}}')  # keys of the object at /a
    assert inside.accepts('{"a": {"y": 1}}')
    about = contract.excluding(["a"], fields=["/a"])
    assert about.accepts('{"a": {"x": 1}}')  # the key "a" itself
    assert covers(rule, ("a",))


@pytest.mark.parametrize(
    ("values", "words", "options", "hits"),
    [
        (["ki", "ll"], ["kill"], {}, [("kill", 0, 1)]),
        (["a ki", "", "\u200b", "ll b"], ["kill"], {}, [("kill", 0, 3)]),
        (["绝", "密", "计", "划"], ["绝密计划"], {}, [("绝密计划", 0, 3)]),
        (["kill", "x"], ["kill"], {}, []),  # found in the value itself
        (["ki", "ll", "ki", "ll"], ["kill"], {}, [("kill", 0, 1), ("kill", 2, 3)]),
        (["a", "b"], ["abc"], {}, []),
        (["ki ", "ll"], ["kill"], {}, []),
        (["ki. ", "-ll"], ["kill"], {"inserted": True}, [("kill", 0, 1)]),
        (["4", "04"], ["404"], {}, [("404", 0, 1)]),
        (["140", "4"], ["404"], {}, []),
        (["ki", "lls"], ["kill"], {"whole_word": True}, []),
        # Whatever stands before or behind does not hide a word: every run of values is a text.
        (["s", "ki", "ll", "s"], ["kill"], {"whole_word": True}, [("kill", 1, 2)]),
        (["红", "牌楼"], ["红牌"], {"except_in": ("红牌楼",)}, []),
        (["红", "牌", "楼"], ["红牌"], {"except_in": ("红牌楼",)}, [("红牌", 0, 1)]),
    ],
)
def test_words_across_values(
    values: list[str], words: list[str], options: dict[str, Any], hits: list[tuple[str, int, int]]
) -> None:
    rule = BlockRule(tuple(words), across_fields=True, **options)
    assert list(find_across(values, rule)) == hits


def test_long_rules_are_hashed_once_and_travel_between_processes() -> None:
    rule = BlockRule(tuple(f"w{i}" for i in range(20_000)))
    copy = pickle.loads(pickle.dumps(rule))
    assert copy == rule
    assert hash(copy) == hash(rule)
    assert hash(BlockRule(("a",))) != hash(BlockRule(("a",), whole_word=True))


@pytest.mark.parametrize(
    ("word", "options", "text", "blocked"),
    [
        ("kill", {"whole_word": True}, "a kill", True),
        ("kill", {"whole_word": True}, "a k-i-l-l b", True),
        ("kill", {"whole_word": True}, "k il.l", True),
        ("kill", {"whole_word": True}, "s-kill", True),
        ("kill", {"whole_word": True}, "skill", False),
        ("kill", {"whole_word": True}, "s k i l l", True),
        ("kill", {"whole_word": True}, "sk-ill", False),
        ("kill", {"whole_word": True}, "kil-ls", False),
        ("kill", {"whole_word": True, "except_in": ["kill switch"]}, "the kill-switch is on", False),
        ("kill", {"whole_word": True, "except_in": ["kill switch"]}, "the kill-switches are on", True),
        ("40", {}, "1 40", True),
        ("40", {}, "4-0", True),
        ("40", {}, "1405", False),
        ("40", {}, "14-0", False),
        ("绝密", {"whole_word": True}, "这是绝-密文件", True),
    ],
)
def test_words_that_stand_by_themselves_with_anything_between_their_letters(
    word: str, options: dict[str, Any], text: str, blocked: bool
) -> None:
    contract = Contract.from_schema({"type": "string"}).excluding([word], inserted=True, **options)
    assert contract.accepts(json.dumps(text, ensure_ascii=False)) is not blocked
    assert bool(contract.violations(json.dumps(text, ensure_ascii=False))) is blocked


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("café", "un cafe\u0301 noir"),
        ("cafe\u0301", "un café noir"),
        ("Việt", unicodedata.normalize("NFD", "Việt")),
        ("한국", unicodedata.normalize("NFD", "한국")),
        ("ガン", "ｶﾞﾝ"),
        ("ガン", "カ\u3099ン"),
        ("naïveté", "nai\u0308veté"),
        ("４０４", "404"),
    ],
)
def test_composed_and_decomposed_characters_are_one(word: str, text: str) -> None:
    for options in ({}, {"whole_word": True}, {"inserted": True}):
        contract = Contract.from_schema({"type": "string"}).excluding([word], **options)
        assert not contract.accepts(json.dumps(text, ensure_ascii=False))
        assert contract.violations(json.dumps(text, ensure_ascii=False)) != []


def test_numbers_are_compared_by_value_however_the_word_is_written() -> None:
    contract = Contract.from_schema({"type": "number"}).excluding(["４０４", "5.0"])
    assert [contract.accepts(text) for text in ("404", "404.0", "5", "40", "4")] == [False, False, False, True, True]
