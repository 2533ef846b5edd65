from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from logitrail.engine.utf8 import count_begun, rest_of_character, without_characters


@given(st.text(max_size=8), st.data())
def test_what_is_missing_completes_the_last_character(text: str, data: st.DataObject) -> None:
    raw = text.encode()
    cut = raw[: data.draw(st.integers(0, len(raw)))]
    whole = (cut + rest_of_character(cut)).decode()  # strict: nothing else would decode
    assert len(whole) == count_begun(cut)
    assert text.startswith(whole[:-1])
    assert (rest_of_character(cut) == b"") == (cut.decode("utf-8", "ignore").encode() == cut)


@given(st.characters(exclude_categories=["Cs"]), st.data())
def test_every_beginning_of_every_character(char: str, data: st.DataObject) -> None:
    raw = char.encode()
    cut = raw[: data.draw(st.integers(1, len(raw)))]
    assert len((cut + rest_of_character(cut)).decode()) == 1


@given(st.text(max_size=8), st.integers(0, 9))
def test_characters_are_dropped_from_the_front(text: str, number: int) -> None:
    assert without_characters(text.encode(), number).decode() == text[number:]
