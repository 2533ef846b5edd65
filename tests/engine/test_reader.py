from __future__ import annotations

import pytest

from logitrail.engine.reader import JsonReader, TextReader, is_unreadable


def read(text: str) -> JsonReader:
    reader = JsonReader(None)
    reader.feed(text.encode())
    return reader


@pytest.mark.parametrize(
    ("begun", "place", "in_text", "in_key"),
    [
        ("", (), False, False),
        ("{", ("",), False, False),
        ('{"a', ("",), True, True),
        ('{"a":', ("a",), False, True),
        ('{"a":"x', ("a",), True, False),
        ('{"a":"x\\', ("a",), True, False),
        ('{"a":"x\\u00', ("a",), True, False),
        ('{"a":[', ("a", 0), False, True),
        ('{"a":[1,', ("a", 1), False, True),
        ('{"a":[[],"q', ("a", 1), True, False),
        ('{"a":[1],"b":{"c":tr', ("b", "c"), False, True),
        ('{"a":{}}', (), False, True),
    ],
)
def test_place(begun: str, place: tuple[str | int, ...], in_text: bool, in_key: bool) -> None:
    reader = read(begun)
    assert (reader.place, reader.in_text, reader.in_key) == (place, in_text, in_key)


def test_a_number_ends_where_something_else_begins() -> None:
    for tail in (",", "}", " ", "\n"):
        reader = read('{"a":12' + tail)
        assert next((span.path, span.start, span.end) for span in reader.fields) == (("a",), 5, 7)
    assert read('{"a":12').fields == []


def test_a_number_at_the_end_needs_finish() -> None:
    reader = read("12")
    assert reader.fields == []
    reader.finish()
    assert [(span.start, span.end) for span in reader.fields] == [(0, 2)]
    reader.finish()
    assert len(reader.fields) == 1


@pytest.mark.parametrize(
    ("number", "unreadable"),
    [
        ("1e308", False),
        ("1e309", True),
        ("-1.7976931348623157e308", False),
        ("-1.8e308", True),
        ("1e0000000308", False),
        ("0.0000001e314", False),
        ("1e-300", False),
        ("1e-999", True),  # a float of it is nought
        ("0.0e-999", False),
        ("1273024042404500.5999199E-748", True),
        ("1e99999", True),
        ("1e-99999999999999999999", True),  # beyond any decimal arithmetic
        ("0e99999999999999999999", True),
        ("9" * 4000, False),
        ("-" + "9" * 3999, False),
        ("9" * 4001, True),
        ("9" * 308 + ".5", True),
        ("9" * 310 + ".5", True),
        ("9" * 310 + ".", False),  # not yet
        ("3.14159265358979", False),
        ("3.141592653589793", False),
        ("3.14159265358979323846", True),
        ("760299478968866234.52466099526", True),  # its float is an integer
        ("0.30000000000000004", False),
        ("1.000000000000000000000000", False),
        ("1e", False),
        ("1e+30", False),
        ("-", False),
    ],
)
def test_numbers_that_nothing_reads_back(number: str, unreadable: bool) -> None:
    assert is_unreadable(number.encode()) is unreadable
    reader = read('{"a":' + number)
    assert reader.broken is unreadable
    assert reader.may_finish() is not unreadable


def test_a_key_for_the_second_time() -> None:
    assert not read('{"a":1,"b":{"a":[{"a":1},{"a":2}]}').broken
    assert not read('{"a":1,"a').broken
    assert read('{"a":1,"a"').broken
    assert read(r'{"é":1,"\u00e9"').broken
    assert read('{"x":{"b":1,"a":2,"b"').broken
    assert not read('{"x":{"b":1},"b"').broken


def test_depth() -> None:
    assert not read("[" * 256).broken
    assert read("[" * 257).broken
    assert read('{"a":' * 257).broken
    assert not read("[[]," * 255).broken


def test_plain_text_is_one_value() -> None:
    reader = TextReader(None)
    reader.feed(b'a"b\\')
    assert reader.in_text
    assert reader.fields == []
    assert (reader.place, reader.pos, reader.broken) == ((), 4, False)
    twin = reader.fork()
    twin.finish()
    assert [(span.path, span.start, span.end) for span in twin.fields] == [((), 0, 4)]
    assert reader.fields == []
    assert not twin.in_text


def test_a_number_that_floats_do_not_keep_may_go_on_but_not_end() -> None:
    assert not is_unreadable(b"0.1000000000000000")
    for number, readable in (
        ("0.3000000000000000", True),
        ("0.1000000000000001", True),
        ("0.10000000000000001", False),
    ):
        assert is_unreadable(number.encode(), whole=True) is not readable
        assert read('{"a":' + number + "}").broken is not readable
        assert read(number).may_finish() is readable
        assert not read('{"a":' + number).broken
