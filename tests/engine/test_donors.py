"""Ends taken from known texts: they stand in for searches, which take long."""

from __future__ import annotations

from typing import Any

import pytest

import logitrail as lt
from logitrail.engine import byte_vocabulary, compile_contract, witness
from tests.hosts import random_model, small_vocabulary

PATTERNS: list[dict[str, Any]] = [
    {"pattern": r"\.json$", "minLength": 8},
    {"pattern": "z$", "minLength": 30},
    {"pattern": r"^https?://.*\.pdf$", "minLength": 20},
    {"pattern": "ééé", "minLength": 8},
    {"pattern": " ", "minLength": 6},
    {"allOf": [{"pattern": "a"}, {"pattern": "1"}], "minLength": 4},
    {"allOf": [{"pattern": "^a"}, {"pattern": "z$"}], "minLength": 3},
]


@pytest.mark.parametrize("schema", PATTERNS, ids=str)
def test_patterns_with_lengths_are_served(schema: dict[str, Any]) -> None:
    contract = lt.Contract.from_schema({"type": "string", **schema})
    for vocabulary in (byte_vocabulary(), small_vocabulary()):
        shortest = compile_contract(contract, vocabulary).shortest
        assert contract.accepts(vocabulary.decode(shortest).decode())
    assert contract.check().ok


OPEN = {
    "type": "object",
    "properties": {"a": {"type": "string"}, "n": {"type": "number"}},
    "required": ["a", "n"],
    "additionalProperties": {"type": "string"},
}
FREE: list[tuple[dict[str, Any], Any]] = [
    ({"type": "string", "pattern": "error"}, "schema"),
    ({"type": "string", "pattern": r"\.json$"}, "schema"),
    (OPEN, "any"),
    (OPEN, "schema"),
    ({**OPEN, "additionalProperties": {"type": "integer"}, "minProperties": 4}, "any"),
]


@pytest.mark.parametrize(("schema", "order"), FREE, ids=str)
@pytest.mark.parametrize("more", [0, 5, 200])
def test_ends_are_seldom_searched_for(
    schema: dict[str, Any], order: Any, more: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    contract = lt.Contract.from_schema(schema, order=order)
    for seed, vocabulary in enumerate((byte_vocabulary(), small_vocabulary())):
        needed = len(compile_contract(contract, vocabulary).shortest)
        long: list[int] = []
        search = witness.complete

        def counted(*arguments: Any, patience: int = witness.PATIENCE, **options: Any) -> bytes | None:
            if patience > 500:
                long.append(patience)  # noqa: B023
            return search(*arguments, patience=patience, **options)  # noqa: B023

        with monkeypatch.context() as patched:
            patched.setattr(witness, "complete", counted)
            result = random_model(seed, vocabulary).generate("p", contract, max_tokens=needed + more, temperature=1.0)
        assert contract.violations(result.text) == []
        assert len(long) <= 4 + len(result.token_ids) // 20
