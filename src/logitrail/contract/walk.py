"""Walks a JSON Schema document: every subschema with the place where it stands.

Only what is a schema is visited: a ``properties`` key inside an ``enum`` or a ``default`` is data.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from logitrail.contract.paths import Path

#: Keywords whose value is a schema.
ONE = (
    "additionalItems", "additionalProperties", "contains", "contentSchema", "else", "if", "items", "not",
    "propertyNames", "then", "unevaluatedItems", "unevaluatedProperties",
)  # fmt: skip
#: Keywords whose value is a list of schemas (``items`` in older drafts).
MANY = ("allOf", "anyOf", "items", "oneOf", "prefixItems")
#: Keywords whose value maps names to schemas (or, in ``dependencies``, to lists of names).
NAMED = ("$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties", "properties")

Schema = dict[str, Any] | bool


def children(schema: Schema) -> Iterator[tuple[Path, Schema]]:
    """Direct subschemas with their places relative to ``schema``, in the order in which they are written."""
    if isinstance(schema, bool):
        return
    for keyword, value in schema.items():
        if keyword in ONE and _is_schema(value):
            yield (keyword,), value
        elif keyword in MANY and isinstance(value, list):
            yield from (((keyword, i), child) for i, child in enumerate(value) if _is_schema(child))
        elif keyword in NAMED and isinstance(value, dict):
            yield from (((keyword, name), child) for name, child in value.items() if _is_schema(child))


def _is_schema(value: Any) -> bool:
    return isinstance(value, dict | bool)


def subschemas(schema: Schema) -> Iterator[tuple[Path, Schema]]:
    """The schema and all its subschemas, each with its place in the document, parents first."""
    stack: list[tuple[Path, Schema]] = [((), schema)]
    while stack:
        place, here = stack.pop()
        yield place, here
        below = [((*place, *step), child) for step, child in children(here)]
        stack.extend(reversed(below))


def rebuild(schema: Schema, change: Callable[[dict[str, Any], Path], dict[str, Any]], place: Path = ()) -> Schema:
    """A new document in which every object schema has been replaced by ``change(schema, place)``, children first."""
    if isinstance(schema, bool):
        return schema
    out: dict[str, Any] = dict(schema)
    for step, child in children(schema):
        changed = rebuild(child, change, (*place, *step))
        if len(step) == 1:
            out[str(step[0])] = changed
            continue
        keyword, inner = str(step[0]), step[1]
        if out[keyword] is schema[keyword]:
            out[keyword] = schema[keyword].copy()
        out[keyword][inner] = changed
    return change(out, place)


def depth(value: Any, limit: int) -> int:
    """How deeply lists and dictionaries are nested, counted up to ``limit`` (cycles end there, too)."""
    level, layer = 0, [value]
    while layer and level < limit:
        layer = [
            child
            for node in layer
            for child in (node.values() if isinstance(node, dict) else node if isinstance(node, list | tuple) else ())
        ]
        level += bool(layer)
    return level
