from __future__ import annotations

import pytest

import logitrail as lt
from logitrail.engine.textual import accepts, rejected_at
from tests.contracts40 import closed

RECORD = lt.Contract.from_schema(closed(a={"type": "string"}, n={"type": "integer"})).excluding(["bad"])


@pytest.mark.parametrize(
    ("text", "offset"),
    [
        ('{"a":"x","n":1}', None),
        ('{"a": "x", "n": 1}', None),
        ('{"a": "x","n":1}', 10),  # the layout is one of two, throughout
        ('{"a":"x","n":1', 14),
        ("", 0),
        ('{"b"', 2),
        ('{"a":"x bad","n":1}', 10),
        ('{"a":"敏","n":x}', 15),
        ('{"a":"x","n":1} ', 15),
        ('{"a":"x","n":1}}', 15),
        ('{"a":"x","n":1.0}', 14),
    ],
)
def test_where_a_text_leaves_the_contract(text: str, offset: int | None) -> None:
    assert rejected_at(RECORD, text) == offset
    assert accepts(RECORD, text) == (offset is None)


def test_what_generation_would_not_write_is_not_accepted() -> None:
    number = lt.Contract.from_schema({"type": "number"})
    assert [number.accepts(text) for text in ("1e308", "1e309", "-0", "1e-400", "1e99999999999999999999")] == [
        True, False, True, False, False,
    ]  # fmt: skip
    assert number.violations("1e309") != []
    assert not lt.Contract.from_schema({"type": "object"}).accepts('{"a":1,"a":2}')


def test_bytes_are_counted_not_characters() -> None:
    assert rejected_at(lt.Contract.from_schema({"type": "string"}).excluding(["词x"]), '"敏词x"') == 7


def test_a_contract_that_accepts_nothing() -> None:
    nothing = lt.Contract.from_schema({"enum": ["a"]}).excluding(["a"])
    assert rejected_at(nothing, '"a"') == 0
