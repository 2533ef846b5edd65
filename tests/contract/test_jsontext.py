from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logitrail.contract.jsontext import JsonTextError, line_column, read_json

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=12,
)


@given(JSON, st.booleans(), st.booleans())
def test_parts_stand_where_they_say(value: object, ascii_only: bool, spaced: bool) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only, indent=1 if spaced else None)
    read = read_json(text)
    assert read.value == value
    assert read.repeated == ()
    for part in read.parts:
        here = value
        if part.kind == "key":
            assert json.loads(text[part.start : part.end]) == part.path[-1] == part.value
            continue
        for step in part.path:
            here = here[step]  # type: ignore[index]
        assert json.loads(text[part.start : part.end]) == here
        if part.kind != "container":
            assert part.value == here


def test_repeated_keys_are_found_with_their_values() -> None:
    read = read_json('{"a": 1, "b": {"a": 2, "a": "x"}}')
    assert [(part.path, part.start) for part in read.repeated] == [(("b", "a"), 23)]
    assert [part.value for part in read.parts if part.path == ("b", "a") and part.kind != "key"] == [2, "x"]


@pytest.mark.parametrize(
    ("text", "reason", "line", "column"),
    [
        ("", "expecting value", 1, 1),
        ('{"a": 1,\n "b" 2}', "expecting ':' delimiter", 2, 6),
        ("[1, NaN]", "NaN is not JSON", 1, 5),
        ('{"NaN": "NaN", "b": -Infinity}', "-Infinity is not JSON", 1, 21),
        ('"a\tb"', "invalid control character at", 1, 3),
        ("1 2", "extra data", 1, 3),
        ("\ufeff1", "unexpected UTF-8 BOM (decode using utf-8-sig)", 1, 1),
        ("[" * 100_000, "nested too deeply", 1, 1),
        ("[1,\n 1e99999999999999999999]", "a number is out of range", 2, 2),
    ],
)
def test_what_is_not_json(text: str, reason: str, line: int, column: int) -> None:
    with pytest.raises(JsonTextError) as caught:
        read_json(text)
    assert (caught.value.reason, caught.value.line, caught.value.column) == (reason, line, column)


def test_integers_of_any_length_are_read() -> None:
    assert read_json("9" * 10_000).value == 10**10_000 - 1


def test_columns_are_characters() -> None:
    assert line_column("中文\n😀x", 4) == (2, 2)
