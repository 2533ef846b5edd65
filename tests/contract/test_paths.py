from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logitrail.contract.paths import matches_start, parse_pointer, pointer, render
from logitrail.errors import ContractError


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ((), "$"),
        (("a", "b"), "$.a.b"),
        (("items", 0, "name"), "$.items[0].name"),
        (("状态",), "$.状态"),
        (("a b", 'c"d'), '$["a b"]["c\\"d"]'),
        (("$defs", "x-y", "*"), "$.$defs.x-y.*"),
        (("😀", ""), '$["😀"][""]'),
    ],
)
def test_render(path: tuple[str | int, ...], shown: str) -> None:
    assert render(path) == shown


@given(st.lists(st.text(), max_size=4))
def test_a_pointer_is_read_back(path: list[str]) -> None:
    assert parse_pointer(pointer(path)) == tuple(path)


@pytest.mark.parametrize(("bad", "hint"), [("status", "fields=['/status']"), ("$.a.b", "fields=['/a/b']")])
def test_a_pointer_begins_with_a_slash(bad: str, hint: str) -> None:
    with pytest.raises(ContractError, match="begins with '/'") as caught:
        parse_pointer(bad)
    assert caught.value.hint == hint


def test_a_tilde_is_escaped() -> None:
    assert parse_pointer("/a~1b/c~0d") == ("a/b", "c~d")
    with pytest.raises(ContractError, match="after a tilde"):
        parse_pointer("/a~2")


def test_a_star_matches_any_key_or_index() -> None:
    assert matches_start(("items", "*", "name"), ("items", 7, "name", "first"))
    assert matches_start(("items", "7"), ("items", 7))
    assert not matches_start(("items", "*", "name"), ("items", 7))
    assert not matches_start(("items",), ("other",))
