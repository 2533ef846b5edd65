"""Random schemas of draft 2020-12 with all its keywords, and values that are likely near their edges."""

from __future__ import annotations

from random import Random
from typing import Any

NAMES = ["a", "b", "c", "d"]
KEYS = [*NAMES, "ax", "x", "bb", "e", "f"]
SCALARS = ["", "a", "b", "ab", "aa", "x1", 0, 1, 2, -1, 0.5, 1.5, 3, 10, 1.0, True, False, None, 1e-7, 0.1]
TYPES = [
    "object", "array", "string", "integer", "number", "boolean", "null", ["string", "null"], ["object", "array"],
    ["integer", "string"], "object", "object",
]  # fmt: skip


def random_schema(rng: Random) -> dict[str, Any]:
    """A schema with two definitions that may refer to each other."""
    schema = _schema(rng, 0)
    schema = schema if isinstance(schema, dict) else {}
    return {**schema, "$defs": {"x": _schema(rng, 2), "y": _schema(rng, 2)}}


def _schema(rng: Random, depth: int) -> Any:
    if depth > 3 or rng.random() < 0.04:
        return rng.choice([True, {}, {"type": "string"}, {"type": "integer"}, {"type": "boolean"}, False])
    schema: dict[str, Any] = {}

    def below() -> Any:
        return _schema(rng, depth + 1)

    def maybe(chance: float, keyword: str, make: Any) -> None:
        if rng.random() < chance:
            schema[keyword] = make()

    maybe(0.55, "type", lambda: rng.choice(TYPES))
    types = schema.get("type", ["object", "array", "string", "number"])
    types = [types] if isinstance(types, str) else types
    if "object" in types:
        maybe(0.6, "properties", lambda: {name: below() for name in rng.sample(NAMES, rng.randint(0, 3))})
        maybe(0.35, "required", lambda: rng.sample(NAMES, rng.randint(0, 2)))
        maybe(0.3, "additionalProperties", lambda: rng.choice([False, False, below()]))
        maybe(0.12, "patternProperties", lambda: {rng.choice(["^a", "b", "^[ab]$", "^x"]): below()})
        maybe(0.1, "propertyNames", lambda: rng.choice([{"pattern": "^[a-c]"}, {"enum": ["a", "x"]}, {"maxLength": 1}]))
        maybe(0.12, "minProperties", lambda: rng.randint(0, 3))
        maybe(0.12, "maxProperties", lambda: rng.randint(0, 3))
        maybe(0.1, "dependentRequired", lambda: {rng.choice(NAMES): rng.sample(NAMES, 1)})
        maybe(0.07, "dependentSchemas", lambda: {rng.choice(NAMES): below()})
        maybe(0.07, "unevaluatedProperties", lambda: rng.choice([False, below()]))
    if "array" in types:
        maybe(0.5, "items", lambda: rng.choice([below(), below(), False]))
        maybe(0.2, "prefixItems", lambda: [below() for _ in range(rng.randint(1, 3))])
        maybe(0.2, "minItems", lambda: rng.randint(0, 3))
        maybe(0.2, "maxItems", lambda: rng.randint(0, 3))
        maybe(0.1, "uniqueItems", lambda: True)
        maybe(0.1, "contains", below)
        if "contains" in schema:
            maybe(0.4, "minContains", lambda: rng.randint(0, 2))
            maybe(0.2, "maxContains", lambda: rng.randint(1, 2))
        maybe(0.06, "unevaluatedItems", lambda: rng.choice([False, below()]))
    if "string" in types:
        maybe(0.15, "minLength", lambda: rng.randint(0, 3))
        maybe(0.15, "maxLength", lambda: rng.randint(0, 3))
        maybe(0.12, "pattern", lambda: rng.choice(["^a", "b$", "^[ab]*$", "a|b", "^(?!a)", "^a{2}$", "\\d"]))
    if {"integer", "number"} & set(types):
        maybe(0.2, "minimum", lambda: rng.choice([0, 1, -1, 0.5, 2]))
        maybe(0.2, "maximum", lambda: rng.choice([0, 1, 3, 1.5, 10]))
        maybe(0.1, "exclusiveMinimum", lambda: rng.choice([0, 1]))
        maybe(0.1, "multipleOf", lambda: rng.choice([1, 2, 0.5, 0.1, 3]))
    maybe(0.1, "enum", lambda: [_value(rng, 0) for _ in range(rng.randint(1, 4))])
    maybe(0.06, "const", lambda: _value(rng, 0))
    for keyword, chance in (("anyOf", 0.12), ("oneOf", 0.1), ("allOf", 0.1)):
        maybe(chance, keyword, lambda: [below() for _ in range(rng.randint(1, 3))])
    maybe(0.1, "not", below)
    maybe(0.08, "if", below)
    if "if" in schema:
        maybe(0.7, "then", below)
        maybe(0.6, "else", below)
    maybe(0.05, "$ref", lambda: rng.choice(["#/$defs/x", "#/$defs/y"]))
    words = list(schema.items())
    rng.shuffle(words)
    return dict(words)


def _value(rng: Random, depth: int) -> Any:
    chance = rng.random()
    if depth > 2 or chance < 0.6:
        return rng.choice(SCALARS)
    if chance < 0.8:
        return {name: _value(rng, depth + 1) for name in rng.sample(KEYS, rng.randint(0, 4))}
    return [_value(rng, depth + 1) for _ in range(rng.randint(0, 3))]


def random_instance(schema: dict[str, Any], rng: Random) -> Any:
    """A value that looks as if it were made for the schema."""
    return _value(rng, 0) if rng.random() < 0.15 else _instance(schema, rng, schema, 0)


def _instance(schema: Any, rng: Random, root: dict[str, Any], depth: int) -> Any:
    if not isinstance(schema, dict) or depth > 4:
        return _value(rng, 2)
    if "$ref" in schema and rng.random() < 0.6:
        return _instance(root["$defs"][schema["$ref"][-1]], rng, root, depth + 1)
    if rng.random() < 0.8:
        if "enum" in schema:
            return rng.choice(schema["enum"])
        if "const" in schema:
            return schema["const"]
    for keyword in ("anyOf", "oneOf", "allOf"):
        if keyword in schema and rng.random() < 0.3:
            return _instance(rng.choice(schema[keyword]), rng, root, depth + 1)
    kind = schema.get("type") or rng.choice(["object", "array", "string", "number", "null", "boolean"])
    kind = rng.choice(kind) if isinstance(kind, list) else kind
    if kind == "object":
        return _object(schema, rng, root, depth)
    if kind == "array":
        count = min(max(schema.get("minItems", 0), rng.randint(0, 3)), schema.get("maxItems", 5))
        prefix = schema.get("prefixItems", [])
        parts = [prefix[i] if i < len(prefix) else schema.get("items", True) for i in range(count)]
        return [_instance(part, rng, root, depth + 1) for part in parts]
    if kind in ("number", "integer"):
        return rng.choice([0, 1, 2, 3, 0.5, 1.0, -1, 10, 1.5, 0.1, 6])
    return {"string": rng.choice(["", "a", "b", "ab", "aa", "1a", "abc"]), "boolean": rng.random() < 0.5}.get(kind)


def _object(schema: dict[str, Any], rng: Random, root: dict[str, Any], depth: int) -> dict[str, Any]:
    out = {name: _value(rng, 2) for name in schema.get("required", [])}
    for name, child in schema.get("properties", {}).items():
        if name in out or rng.random() < 0.6:
            out[name] = _instance(child, rng, root, depth + 1)
    while rng.random() < 0.3 or len(out) < schema.get("minProperties", 0):
        out[rng.choice(KEYS)] = _value(rng, 1)
    members = list(out.items())
    rng.shuffle(members)
    return dict(members)
