from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logitrail.contract import Contract
from logitrail.contract.spelling import canonicalize, letter_cases, member_of, pattern_of, same_in_any_case


def test_letter_cases_are_single_characters() -> None:
    assert letter_cases("a") == ("a", "A")
    assert letter_cases("É") == ("É", "é")
    assert letter_cases("ß") == ("ß",)  # its upper case is two letters
    assert letter_cases("中") == ("中",)
    assert letter_cases("1") == ("1",)


@pytest.mark.parametrize(
    "member", ["active", "a.b*c", "x y-z", "(a|b)", "50 %", "中文", "naïve", "a\\b", "^$", "[a]", "#&~"]
)
def test_a_pattern_matches_every_case_of_its_member_and_nothing_else(member: str) -> None:
    pattern = pattern_of([member])
    for text in (member, member.upper(), member.lower(), member.title()):
        if len(text) == len(member):
            assert re.search(pattern, text)
    assert not re.search(pattern, member + "x")
    assert not re.search(pattern, "x" + member)


@given(st.text(alphabet="aAbBéÉßİıſK中.*-", min_size=1, max_size=5), st.data())
def test_what_the_pattern_accepts_has_a_canonical_member(member: str, data: st.DataObject) -> None:
    spelled = "".join(data.draw(st.sampled_from(letter_cases(char))) for char in member)
    assert re.search(pattern_of([member]), spelled)
    assert member_of(spelled, [member]) == member


def test_members_that_share_a_spelling() -> None:
    assert same_in_any_case("Ab", "aB")
    assert same_in_any_case("É", "é")
    assert not same_in_any_case("ab", "abc")


def _contract() -> Contract:
    return Contract.from_rules(
        {
            "status": {"type": "enum", "values": ["active", "Inactive", "有效A", 7], "case": "insensitive"},
            "tags": {
                "type": "list",
                "items": {"type": "enum", "values": ["Ab"], "case": "insensitive"},
                "max_items": 3,
            },
            "free": {"type": "text", "required": False},
        }
    )


def test_values_are_rewritten_to_the_canonical_member() -> None:
    value = {"status": "INACTIVE", "tags": ["AB", "ab"], "free": "ACTIVE"}
    assert canonicalize(_contract(), value) == {"status": "Inactive", "tags": ["Ab", "Ab"], "free": "ACTIVE"}
    assert value["status"] == "INACTIVE"


@pytest.mark.parametrize("value", [{"status": 7, "tags": []}, {"status": "other"}, [], "active", None, {"tags": "ab"}])
def test_what_no_member_spells_stays(value: object) -> None:
    assert canonicalize(_contract(), value) == value


def test_every_case_is_accepted() -> None:
    contract = _contract()
    for text in ('"Active"', '"ACTIVE"', '"有效a"', "7"):
        assert contract.accepts(f'{{"status":{text},"tags":[]}}')
    assert not contract.accepts('{"status":"aktive","tags":[]}')
