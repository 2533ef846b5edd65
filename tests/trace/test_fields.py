from __future__ import annotations

import json
import math
from typing import Any

import pytest

from logitrail.engine.reader import FieldSpan, JsonReader
from logitrail.trace import FieldTrace, TokenTrace, trace_fields


def token(raw: bytes, start: int, number: int, **more: Any) -> TokenTrace:
    """A token whose numbers tell which one it was."""
    known = {
        "raw_logprob": -float(number),
        "masked_logprob": -number / 2,
        "allowed_mass": math.exp(-number / 2),
        "pressure": number / 2,
        "entropy": number / 10,
        "rank": 0,
        "override": False,
    }
    return TokenTrace(
        id=number, bytes=raw, start=start, **{**known, "forced": False, "drafted": False, "closed": False, **more}
    )


def fields(pieces: list[str | bytes], *, closed_from: int | None = None, **more: Any) -> dict[str, FieldTrace]:
    """Fields of the text that the pieces make together, each piece one token."""
    raws = [piece.encode() if isinstance(piece, str) else piece for piece in pieces]
    text = b"".join(raws)
    reader = JsonReader(None)
    reader.feed(text)
    reader.finish()
    starts = [sum(map(len, raws[:i])) for i in range(len(raws))]
    tokens = [token(raw, start, i + 1, **more) for i, (raw, start) in enumerate(zip(raws, starts, strict=True))]

    def value_of(span: FieldSpan) -> Any:
        return json.loads(text[span.start : span.end])

    return dict(trace_fields(reader.fields, tokens, text, value_of, closed_from=closed_from))


def owners(field: FieldTrace) -> list[int]:
    """Numbers of the tokens that carry a field."""
    return [i + 1 for i in range(*field.token_span)]


def test_the_tokens_that_decide_a_value_count() -> None:
    got = fields(['{"', "a", '":"', "x", "y", '","', "b", '":', "12", "}"])
    assert list(got) == ["", "/a", "/b"]
    assert owners(got["/a"]) == [4, 5, 6]
    assert owners(got["/b"]) == [9, 10]
    assert owners(got[""]) == list(range(1, 11))
    assert (got["/a"].value, got["/b"].value, got[""].value) == ("xy", 12, {"a": "xy", "b": 12})
    assert got["/a"].raw_logprob == -15
    assert got["/a"].masked_logprob == -7.5
    assert got["/a"].pressure == 7.5
    assert got["/a"].first_token_entropy == 0.4
    assert got["/a"].max_nll == 6
    assert got["/a"].raw_probability == pytest.approx(math.exp(-15))
    assert got["/a"].masked_probability == pytest.approx(math.exp(-7.5))


def test_tokens_that_straddle_quotes_belong_to_the_values_that_they_touch() -> None:
    got = fields(['{"a":"x', 'y","b":"z', '"}'])
    assert owners(got["/a"]) == [1, 2]
    assert owners(got["/b"]) == [2, 3]
    assert got["/a"].byte_span == (5, 9)
    assert got["/b"].byte_span == (14, 17)


def test_a_split_character_shifts_no_later_field() -> None:
    cut = "敏".encode()
    got = fields(['{"a":"', cut[:1], cut[1:], '感","b":', "7", ',"c":"é"}'])
    text = '{"a":"敏感","b":7,"c":"é"}'
    for pointer, value in (("/a", "敏感"), ("/b", 7), ("/c", "é")):
        start, end = got[pointer].span
        assert json.loads(text[start:end]) == value == got[pointer].value
        start, end = got[pointer].byte_span
        assert json.loads(text.encode()[start:end]) == value
    assert owners(got["/a"]) == [2, 3, 4]
    assert owners(got["/b"]) == [5, 6]
    assert owners(got["/c"]) == [6]


def test_an_empty_text_is_carried_by_the_token_of_its_closing_quote() -> None:
    got = fields(['{"a":"', '",', '"b":""', "}"])
    assert owners(got["/a"]) == [2]
    assert owners(got["/b"]) == [3]
    assert got["/a"].value == ""


def test_lists_and_objects_are_fields_too() -> None:
    got = fields(['{"a":[', "1", ",", '{"b":', "true", "}", "]", ',"c":{}', "}"])
    assert list(got) == ["", "/a", "/a/0", "/a/1", "/a/1/b", "/c"]
    assert owners(got["/a/1"]) == [4, 5, 6]
    assert owners(got["/a/1/b"]) == [5]
    assert owners(got["/c"]) == [8]
    assert got["/a"].value == [1, {"b": True}]


def test_pointers_are_escaped() -> None:
    assert list(fields(['{"a/b":1,"c~d":2,"":3}'])) == ["", "/a~1b", "/c~0d", "/"]


def test_a_scalar_alone_is_the_root() -> None:
    got = fields(["1", "2"])
    assert owners(got[""]) == [1, 2]
    assert got[""].span == (0, 2)


def test_an_end_token_decides_a_number_that_stands_alone() -> None:
    got = fields(["12", b""])
    assert owners(got[""]) == [1, 2]


def test_closed_is_what_the_witness_alone_wrote() -> None:
    pieces = ['{"a":"', "x", '","b":"', '"', ',"c":', "0", "}"]
    inside = fields(pieces, closed_from=7)  # behind the x: its closing quote is the witness's, not the value
    assert {pointer: field.closed for pointer, field in inside.items()} == {
        "": False, "/a": False, "/b": True, "/c": True,
    }  # fmt: skip
    later = fields(pieces, closed_from=14)
    assert [later[p].closed for p in ("/a", "/b", "/c")] == [False, True, True]
    assert not any(field.closed for field in fields(pieces).values())


def test_an_unknown_number_makes_the_sum_unknown() -> None:
    got = fields(['{"a":"', "x", '"}'], raw_logprob=None, pressure=None)
    assert (got["/a"].raw_logprob, got["/a"].pressure, got["/a"].max_nll, got["/a"].raw_probability) == (None,) * 4
    assert got["/a"].masked_logprob == -2.5


def test_plain_data_holds_no_infinity() -> None:
    got = fields(['{"a":"', "x", '"}'], pressure=math.inf, raw_logprob=-math.inf)["/a"].to_dict()
    assert (got["pressure"], got["raw_logprob"], got["raw_probability"], got["max_nll"]) == (None, None, 0, None)
    json.dumps(got, allow_nan=False)
