from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest

from logitrail.contract import Contract
from logitrail.contract.limits import Limits, current_limits, set_limits
from logitrail.engine import byte_vocabulary, compile_contract
from logitrail.errors import ContractError, SchemaError

#: Two seconds where nothing else runs; this machine may be busy.
PATIENCE = 12


def chain(count: int, word: str) -> dict[str, Any]:
    """Definitions that each refer twice to the one before."""
    definitions: dict[str, Any] = {"d0": {"type": "integer"}}
    for i in range(1, count):
        before = {"$ref": f"#/$defs/d{i - 1}"}
        definitions[f"d{i}"] = (
            {"type": "object", "properties": {"a": before, "b": before}}
            if word == "properties"
            else {word: [before] * 2}
        )
    return {"$defs": definitions, "$ref": f"#/$defs/d{count - 1}"}


def nested(depth: int) -> Any:
    schema: Any = {"type": "integer"}
    for _ in range(depth):
        schema = {"properties": {"a": schema}}
    return schema


SERVED: dict[str, Any] = {
    "maxLength": {"type": "string", "maxLength": 10**9},
    "maxLength and pattern": {"type": "string", "maxLength": 10**9, "pattern": "^[a-z]+$"},
    "maxItems": {"type": "array", "maxItems": 10**9},
    "minItems": {"type": "array", "minItems": 5000, "items": {"type": "integer"}},
    "minProperties": {"type": "object", "minProperties": 500},
    "exponential pattern": {"type": "string", "pattern": "^" + "(a|b|ab)*" * 30 + "c$"},
    "nested repetition": {"type": "string", "pattern": "(x+x+)+y"},
    "remembering pattern": {"type": "string", "pattern": "[ab]*a[ab]{20}$"},
    "wide numbers": {"type": "integer", "minimum": 10**300, "maximum": 10**301},
    "small steps": {"type": "number", "multipleOf": 1e-300},
    "many words": {"enum": [f"value {i * 7919 % 1_000_003}" for i in range(100_000)]},
    "many numbers": {"enum": list(range(100_000))},
    "many objects": {"enum": [{"a": i} for i in range(20_000)]},
    "wide object": {"type": "object", "properties": {f"p{i}": {"type": "integer"} for i in range(2500)}},
    "wider object": {"type": "object", "properties": {f"p{i}": {"type": "integer"} for i in range(8000)}},
    "many alternatives": {"anyOf": [{"type": "object", "required": [f"p{i}"]} for i in range(2000)]},
    "many choices": {"allOf": [{"anyOf": [{"required": [f"a{i}"]}, {"required": [f"b{i}"]}]} for i in range(30)]},
    "many conditions": {
        "properties": {"k": {"enum": list(range(40))}},
        "allOf": [{"if": {"properties": {"k": {"const": i}}, "required": ["k"]}, "then": {"required": [f"r{i}"]}}
                  for i in range(40)],
    },
    "shared parts": chain(40, "properties"),
    "long description": {"type": "string", "description": "x" * 5_000_000},
}  # fmt: skip

REFUSED: dict[str, tuple[Any, str]] = {
    "nesting": (nested(10_000), "levels of nesting"),
    "minLength": ({"type": "string", "minLength": 10**9}, "the text would be too long"),
    "minItems": ({"type": "array", "minItems": 10**9}, "the text would be too long"),
    "minProperties": ({"type": "object", "minProperties": 10**9}, "the text would be too long"),
    "cycle": ({"$ref": "#/$defs/a", "$defs": {"a": {"allOf": [{"$ref": "#/$defs/a"}]}}}, "refers to itself"),
    "doubled references": (chain(60, "allOf"), "held against more than"),
    "doubled choices": (chain(60, "anyOf"), "held against more than"),
    "long pattern": ({"type": "string", "pattern": "a" * 50_000}, "a pattern of at most"),
    "a chain of references": (
        {"$ref": "#/$defs/d0", "$defs": {f"d{i}": {"$ref": f"#/$defs/d{i + 1}"} for i in range(3000)} | {"d3000": {}}},
        "lead too deep",
    ),
}


@pytest.mark.parametrize("order", ["schema", "any"])
@pytest.mark.parametrize("name", SERVED)
def test_what_is_large_is_served(name: str, order: Any) -> None:
    start = time.monotonic()
    contract = Contract.from_schema(SERVED[name], order=order)
    compiled = compile_contract(contract, byte_vocabulary())
    assert time.monotonic() - start < PATIENCE
    assert contract.accepts(byte_vocabulary().decode(compiled.shortest).decode())


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_served_is_refused_with_the_place(name: str) -> None:
    schema, message = REFUSED[name]
    start = time.monotonic()
    with pytest.raises(SchemaError, match=message) as caught:
        Contract.from_schema(schema)
    assert time.monotonic() - start < PATIENCE
    assert caught.value.path is not None
    assert caught.value.path.startswith("$")
    assert caught.value.hint is not None


@pytest.fixture
def tight() -> Iterator[None]:
    before = set_limits(Limits(nesting=10, goals=2, alternatives=2, counted=5, properties=2))
    yield
    set_limits(before)


@pytest.mark.usefixtures("tight")
def test_limits_can_be_set_and_the_rest_is_watched() -> None:
    assert current_limits().nesting == 10
    with pytest.raises(ContractError, match="at most 10 levels"):
        Contract.from_schema(nested(9))
    schema = {
        "type": "object",
        "properties": {name: {"type": "array", "items": {"type": "integer"}, "maxItems": 7} for name in "abc"},
        "required": ["a"],
        "additionalProperties": False,
    }
    contract = Contract.from_schema(schema, order="any")
    assert contract.accepts('{"a":[1,2,3,4,5,6,7]}')
    for text in ('{"a":[1,2,3,4,5,6,7,8]}', '{"a":["x"]}', '{"b":[]}', '{"a":[],"d":[]}'):
        assert not contract.accepts(text)
