"""The shadow reader against ``json``: spans, paths and decoded text, however the bytes are cut."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from logitrail.engine.reader import DONE, FieldSpan, JsonReader

TEXTS = st.text(max_size=8) | st.sampled_from(
    ['"', "\\", '","', '":"', "}{", "😀", "敏感词", "\x00\x1f", "a/b~", "\u2028"]
)
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXTS
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4), max_leaves=12
)
WRITTEN = st.tuples(
    VALUES, st.booleans(), st.sampled_from([None, (",", ":"), (" , ", "\t:\n")]), st.sampled_from([None, 2])
)


def write(case: tuple[Any, bool, Any, Any]) -> bytes:
    value, ascii_only, separators, indent = case
    return json.dumps(value, ensure_ascii=ascii_only, separators=separators, indent=indent).encode()


def cuts(draw: Any, data: bytes) -> list[bytes]:
    at = sorted({0, len(data), *draw(st.lists(st.integers(0, len(data)), max_size=12))})
    return [data[a:b] for a, b in pairwise(at)]


def at_path(value: Any, path: tuple[str | int, ...]) -> Any:
    for step in path:
        value = value[step]
    return value


def paths(value: Any, here: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """All places, each behind those within it."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path for step, child in items for path in paths(child, (*here, step))] + [here]


def state(reader: JsonReader) -> tuple[Any, ...]:
    return (
        reader.mode,
        reader.pos,
        reader.fields,
        reader.place,
        reader.in_text,
        reader.in_key,
        reader.decoded,
        reader.broken,
    )


def read(pieces: list[bytes]) -> JsonReader:
    reader = JsonReader(None)
    for piece in pieces:
        reader.feed(piece)
    return reader


@settings(max_examples=250, deadline=None)
@given(WRITTEN, st.data())
def test_spans_hold_the_values_at_their_paths(case: tuple[Any, bool, Any, Any], data: st.DataObject) -> None:
    text = write(case)
    reader = read(cuts(data.draw, text))
    reader.finish()
    assert reader.mode == DONE
    assert reader.pos == len(text)
    assert not reader.broken
    value = json.loads(text)
    assert [span.path for span in reader.fields] == paths(value)
    for span in reader.fields:
        found = at_path(value, span.path)
        assert json.loads(text[span.start : span.end]) == found
        assert span.scalar == (not isinstance(found, dict | list))
        number = isinstance(found, int | float) and not isinstance(found, bool)
        assert span.content_start == span.start + isinstance(found, str)
        assert span.decided_end == span.end + number


@settings(max_examples=250, deadline=None)
@given(WRITTEN, st.data())
def test_how_the_bytes_are_cut_does_not_matter(case: tuple[Any, bool, Any, Any], data: st.DataObject) -> None:
    text = write(case)
    text = text[: data.draw(st.integers(0, len(text)))]
    one = read([text])
    assert state(read(cuts(data.draw, text))) == state(one)
    assert state(read([text[i : i + 1] for i in range(len(text))])) == state(one)


@settings(max_examples=100, deadline=None)
@given(WRITTEN, st.data())
def test_a_fork_goes_its_own_way(case: tuple[Any, bool, Any, Any], data: st.DataObject) -> None:
    text = write(case)
    at = data.draw(st.integers(0, len(text)))
    reader = read([text[:at]])
    before = state(reader)
    twin = reader.fork()
    twin.feed(text[at:])
    twin.finish()
    assert state(reader) == before
    reader.feed(text[at:])
    reader.finish()
    assert state(reader) == state(twin)


@settings(max_examples=150, deadline=None)
@given(TEXTS, st.booleans(), st.data())
def test_the_text_in_progress_is_decoded(value: str, ascii_only: bool, data: st.DataObject) -> None:
    text = json.dumps({"k": value}, ensure_ascii=ascii_only).encode()
    reader = read(cuts(data.draw, text[:-2]))
    assert reader.place == ("k",)
    assert reader.begun == value.encode()


def test_half_a_surrogate_pair_is_kept_apart() -> None:
    for text in (r'"\ud83d"', r'"\ud83dx\ude00"', r'"\ud83d\n\ude00"', r'"\ud83d\ud83d\ude00"', r'"\ude00\ud83d"'):
        reader = read([text.encode()])
        assert reader.decoded.decode("utf-8", "surrogatepass") == json.loads(text)
        assert reader.fields == [FieldSpan((), 0, len(text), 1, len(text), True)]
