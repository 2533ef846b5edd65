"""Whether a JSON pointer can lead anywhere in the values of a schema."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from logitrail.contract.paths import ANY, pointer
from logitrail.contract.references import References
from logitrail.contract.walk import Schema

_MOST_POINTERS = 500
_DEEPEST_POINTER = 8


def can_reach(document: Schema, segments: Sequence[str]) -> bool:
    """Whether some value of the schema has a place that the segments lead to.

    Generous: patterns of property names are taken to match, and recursion to go on.
    """
    return _reaches(References(document), document, tuple(segments), frozenset())


def _reaches(references: References, schema: Schema, rest: tuple[str, ...], chain: frozenset[int]) -> bool:
    if isinstance(schema, bool) or id(schema) in chain:
        return schema is not False
    chain = chain | {id(schema)}
    parts = list(schema.get("allOf", ()))
    target = references.target(schema)
    if target is not None:
        parts.append(target)
    if not all(_reaches(references, part, rest, chain) for part in parts):
        return False
    for keyword in ("anyOf", "oneOf"):
        options = schema.get(keyword)
        if options and not any(_reaches(references, option, rest, chain) for option in options):
            return False
    if not rest:
        return True
    return any(_reaches(references, child, rest[1:], frozenset()) for child in children_at(schema, rest[0]))


def children_at(schema: dict[str, Any], segment: str) -> Iterator[Schema]:
    """Schemas of the values under one key or index, as far as this schema by itself says."""
    types = schema.get("type", ("object", "array"))
    if "object" in types:
        named = schema.get("properties", {})
        if segment in named:
            yield named[segment]
        else:
            yield from schema.get("patternProperties", {}).values()
            yield schema.get("additionalProperties", True)
        if segment == ANY:
            yield from named.values()
    if "array" in types and (segment == ANY or segment.isdigit()):
        prefix = schema.get("prefixItems", ())
        yield from prefix if segment == ANY else prefix[int(segment) : int(segment) + 1]
        if segment == ANY or int(segment) >= len(prefix):
            items = schema.get("items", True)
            yield from items if isinstance(items, list) else (items,)


def known_pointers(document: Schema) -> list[str]:
    """Pointers to the named values of a schema, the shallow ones first; at most some hundred."""
    references = References(document)
    found: list[str] = []
    layer: list[tuple[tuple[str, ...], Schema]] = [((), document)]
    for _ in range(_DEEPEST_POINTER):
        following: list[tuple[tuple[str, ...], Schema]] = []
        for path, schema in layer:
            for step, child in _named(references, schema):
                following.append(((*path, step), child))
                found.append(pointer((*path, step)))
            if len(found) > _MOST_POINTERS:
                return found
        layer = following
    return found


def _named(references: References, schema: Schema, chain: frozenset[int] = frozenset()) -> Iterator[tuple[str, Schema]]:
    if isinstance(schema, bool) or id(schema) in chain:
        return
    yield from schema.get("properties", {}).items()
    if isinstance(schema.get("items"), dict):
        yield ANY, schema["items"]
    inner = [part for keyword in ("allOf", "anyOf", "oneOf") for part in schema.get(keyword, ())]
    target = references.target(schema)
    for part in inner if target is None else [*inner, target]:
        yield from _named(references, part, chain | {id(schema)})
