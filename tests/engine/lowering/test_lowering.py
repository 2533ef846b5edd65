"""Random schemas with all keywords: the grammar lets every valid value through, and where it is exact nothing else."""

from __future__ import annotations

import json
import random
from typing import Any

import jsonschema_rs
import pytest

from logitrail.engine.lowering.conjunction import Expander
from logitrail.engine.lowering.documents import Documents
from logitrail.engine.lowering.lower import lower_schema
from logitrail.engine.lowering.text import compiled
from logitrail.errors import SchemaError
from tests.engine.lowering.schemas import random_instance, random_schema

SEEDS = 150


def lowered(schema: Any, *, any_order: bool = True) -> tuple[bool, bool, Any]:
    found = lower_schema(Expander(Documents(schema)), any_order=any_order, layouts=["compact", "spaced"])
    matcher = compiled(found.lark)
    assert not matcher.is_error(), matcher.get_error()
    return found.satisfiable, not found.loose, matcher


def passes(matcher: Any, value: Any) -> bool:
    matcher = matcher.deep_copy()
    data = json.dumps(value, ensure_ascii=False).encode()
    return matcher.try_consume_tokens(list(data)) == len(data) and matcher.is_accepting()


def plain(value: Any) -> Any:
    """The value with whole numbers written as integers."""
    if isinstance(value, dict):
        return {key: plain(child) for key, child in value.items()}
    if isinstance(value, list):
        return [plain(child) for child in value]
    return int(value) if isinstance(value, float) and value.is_integer() and abs(value) < 1e16 else value


@pytest.mark.parametrize("part", range(4))
def test_every_valid_value_passes(part: int) -> None:
    for seed in range(part * SEEDS, (part + 1) * SEEDS):
        rng = random.Random(seed)
        schema = random_schema(rng)
        try:
            satisfiable, exact, matcher = lowered(schema)
        except SchemaError:
            continue  # it refers to itself without a value in between
        validator = jsonschema_rs.validator_for(schema)
        for _ in range(25):
            value = random_instance(schema, rng)
            valid = validator.is_valid(value)
            passed = passes(matcher, value)
            assert passed or passes(matcher, plain(value)) or not valid, (seed, schema, value)
            assert valid or not passed or not exact, (seed, schema, value)
            assert satisfiable or not valid, (seed, schema, value)


def test_listed_order_with_counts() -> None:
    for seed in range(200):
        rng = random.Random(seed)
        names = [f"p{i}" for i in range(rng.randint(1, 7))]
        schema: dict[str, Any] = {
            "type": "object",
            "properties": {name: {"type": "integer"} for name in names},
            "required": [name for name in names if rng.random() < 0.3],
        }
        if rng.random() < 0.6:
            schema["additionalProperties"] = rng.choice([False, {"type": "string"}])
        for keyword in ("minProperties", "maxProperties"):
            if rng.random() < 0.4:
                schema[keyword] = rng.randint(0, 6)
        validator = jsonschema_rs.validator_for(schema)
        _, exact, matcher = lowered(schema, any_order=False)
        for _ in range(20):
            value = {name: 1 for name in names if rng.random() < 0.5} | {f"x{i}": "s" for i in range(rng.randint(0, 3))}
            assert exact
            assert passes(matcher, value) == validator.is_valid(value), (schema, value)


def test_no_prefix_is_a_dead_end() -> None:
    """Whatever the mask of an exact grammar lets through leads to a valid end."""
    import numpy as np

    for seed in range(120):
        rng = random.Random(seed)
        schema = random_schema(rng)
        try:
            satisfiable, exact, matcher = lowered(schema)
        except SchemaError:
            continue
        if not (satisfiable and exact):
            continue
        text = bytearray()
        while len(text) < 300 and not matcher.is_stopped():
            bits = np.unpackbits(np.frombuffer(matcher.compute_bitmask(), dtype=np.uint8), bitorder="little")
            options = np.flatnonzero(bits[:256]).tolist()
            assert options or matcher.is_accepting(), (seed, schema, bytes(text))
            if not options:
                break
            closing = [byte for byte in options if byte in b'"]}']
            byte = rng.choice(closing if closing and rng.random() < 0.5 else options)
            matcher.consume_token(byte)
            text.append(byte)
