from __future__ import annotations

from typing import Any

import pytest

import logitrail as lt
from logitrail.decoding.events import Event
from logitrail.engine import byte_vocabulary
from tests.contracts40 import SCHEMAS, closed, contract
from tests.hosts import eager_model, random_model, small_vocabulary


def split(events: list[Event]) -> tuple[str, list[tuple[str, Any]], Any]:
    """Text, fields and result of a whole stream."""
    assert [event.kind for event in events].count("done") == 1
    assert events[-1].kind == "done"
    assert all(event.text for event in events if event.kind == "text")
    text = "".join(event.text for event in events if event.kind == "text")
    return text, [(e.path, e.value) for e in events if e.kind == "field"], events[-1].result


@pytest.mark.parametrize("name", [*SCHEMAS][::2])
def test_a_stream_is_a_generation_in_pieces(name: str) -> None:
    for seed, vocabulary in enumerate((byte_vocabulary(), small_vocabulary())):
        model = random_model(seed, vocabulary)
        options = {"max_tokens": 60, "temperature": 1.0}
        text, fields, result = split(list(model.stream("p", contract(name), **options)))
        whole = model.generate("p", contract(name), **options)
        assert result.token_ids == whole.token_ids
        assert result.trace == whole.trace
        assert text == result.text
        # Every value once, as it is complete: what stands within before what holds it.
        assert dict(fields) == {pointer: field.value for pointer, field in result.trace.fields.items()}
        assert len(fields) == len(result.trace.fields)
        assert fields[-1] == ("", result.value)
        ends = [result.trace.fields[pointer].byte_span[1] for pointer, _ in fields]
        assert ends == sorted(ends)


def test_text_comes_before_the_fields_that_it_completes() -> None:
    events = list(
        eager_model('{"a":"x","b":12}').stream(
            "p", lt.Contract.from_schema(closed(a={"type": "string"}, b={"type": "integer"}))
        )
    )
    seen = ""
    for event in events:
        seen += event.text
        if event.path == "/a":
            assert seen.startswith('{"a":"x"')
        if event.path == "/b":
            assert seen == '{"a":"x","b":12}'


def test_values_are_canonical() -> None:
    made = lt.Contract.from_rules({"status": {"type": "enum", "values": ["active", "inactive"], "case": "insensitive"}})
    _, fields, result = split(list(eager_model('{"status": "ACTIVE"}').stream("p", made)))
    assert result.text == '{"status": "ACTIVE"}'
    assert fields == [("/status", "active"), ("", {"status": "active"})]
    assert result.value == {"status": "active"}


def test_whole_characters_only() -> None:
    made = lt.Contract.from_schema({"type": "string"})
    events = [e for e in eager_model('"é敏😀"').stream("p", made) if e.kind == "text"]
    assert "".join(e.text for e in events) == '"é敏😀"'
    assert all("\ufffd" not in e.text for e in events)


def test_a_number_at_the_end_is_told_when_it_is_final() -> None:
    events = list(eager_model("123").stream("p", lt.Contract.from_schema({"type": "integer"})))
    assert [(e.kind, e.text or e.value) for e in events[:-1]] == [
        ("text", "1"),
        ("text", "2"),
        ("text", "3"),
        ("field", 123),
    ]


def test_free_text_and_stop_texts() -> None:
    text, fields, result = split(list(eager_model("hello world").stream("p", stop="o wo")))
    assert text == result.text == "hell"
    assert fields == []
    for stop in ("xyz", "rld!", "hello world!"):
        assert split(list(eager_model("hello world").stream("p", stop=stop)))[0] == "hello world"
    text, _, result = split(list(eager_model("hello").stream("p", max_tokens=3)))
    assert (text, result.finish_reason) == ("hel", "length")


def test_errors_come_with_the_call_and_not_with_the_first_event() -> None:
    with pytest.raises(lt.errors.BudgetError):
        random_model(0).stream("p", contract("five fields"), max_tokens=3)
    with pytest.raises(lt.errors.OptionError):
        random_model(0).stream("p", max_token=3)


def test_a_stream_may_be_left() -> None:
    stream = random_model(0).stream("p", contract("five fields"))
    assert next(stream).kind == "text"
    stream.close()
