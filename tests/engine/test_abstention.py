"""What the witness writes is null wherever null is allowed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import logitrail as lt
from logitrail.engine import Sequence, byte_vocabulary, compile_contract
from tests.contracts40 import closed
from tests.hosts import random_model

NULLABLE = {"type": ["string", "null"]}
RECORD = closed(
    name={"type": "string"},
    city=NULLABLE,
    born={"anyOf": [{"type": "integer"}, {"type": "null"}]},
    tags={"type": ["array", "null"], "items": {"type": "string"}},
    inner=closed(a=NULLABLE, b={"type": "boolean"}),
    level={"enum": ["low", None]},
)


def first_witness(contract: lt.Contract, budget: int | None = None) -> bytes:
    return byte_vocabulary().decode(Sequence(compile_contract(contract, byte_vocabulary()), budget).witness)


def test_the_first_witness_says_nothing_that_it_need_not() -> None:
    assert json.loads(first_witness(lt.Contract.from_schema(RECORD))) == {
        "name": "", "city": None, "born": None, "tags": None, "inner": {"a": None, "b": True}, "level": None,
    }  # fmt: skip


def test_the_shortest_text_is_followed_where_null_is_too_long() -> None:
    contract = lt.Contract.from_schema(RECORD)
    shortest = compile_contract(contract, byte_vocabulary()).shortest
    assert first_witness(contract, len(shortest)) == byte_vocabulary().decode(shortest)
    assert json.loads(byte_vocabulary().decode(shortest))["city"] == ""


@pytest.mark.parametrize(
    ("schema", "witness"),
    [
        (NULLABLE, "null"),
        ({"type": "array", "items": NULLABLE, "minItems": 2}, "[null,null]"),
        (closed(anything={}), '{"anything":null}'),
        (closed(a=NULLABLE) | {"not": {"properties": {"a": {"type": "null"}}}}, '{"a":""}'),
        ({"type": "array", "items": NULLABLE, "minItems": 2, "uniqueItems": True}, '["",null]'),
    ],
)
def test_null_where_it_is_allowed(schema: Any, witness: str) -> None:
    assert first_witness(lt.Contract.from_schema(schema)) == witness.encode()


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**6), more=st.integers(0, 70))
def test_closed_fields_are_null(seed: int, more: int) -> None:
    contract = lt.Contract.from_schema(RECORD)
    budget = len(first_witness(contract)) + more
    result = random_model(seed).generate("p", contract, max_tokens=budget, temperature=1.0, seed=seed)
    assert contract.violations(result.text) == []
    assert result.trace is not None
    for pointer in ("/city", "/born", "/tags", "/inner/a", "/level"):
        assert not result.trace.fields[pointer].closed or result.trace.fields[pointer].value is None
