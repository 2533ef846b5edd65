"""Two schemas as one that asks for both."""

from __future__ import annotations

from typing import Any

from logitrail.contract.keywords import draft_of
from logitrail.contract.paths import Path
from logitrail.contract.walk import Schema, rebuild, subschemas
from logitrail.errors import SchemaError


def all_of(left: Schema, right: Schema) -> Schema:
    """A schema that both obey; properties come in the order of ``left``, then those that ``right`` adds.

    Raises:
        SchemaError: The two are written in different drafts.
    """
    if isinstance(left, bool):
        return right if left else False
    if isinstance(right, bool):
        return left if right else False
    if draft_of(left) != draft_of(right):
        raise SchemaError(
            f"expected schemas of one draft, got {draft_of(left)} and {draft_of(right)}",
            path="$.$schema",
            hint='give both the same "$schema"',
        )
    both = _names(left) & _names(right)
    if both and left != right:
        name = min(both)
        raise SchemaError(
            f"both schemas are called {name!r}, or a part of each is: a reference to it could mean either",
            path="$",
            hint="give one of the two another $id or $anchor",
        )
    joined: dict[str, Any] = {"allOf": [_moved(left, "#/allOf/0"), _moved(right, "#/allOf/1")]}
    return {"$schema": left["$schema"], **joined} if "$schema" in left else joined


_NAMING = ("$id", "id", "$anchor", "$dynamicAnchor")


def _names(schema: dict[str, Any]) -> set[str]:
    parts = [here for _, here in subschemas(schema) if isinstance(here, dict)]
    return {here[word] for here in parts for word in _NAMING if isinstance(here.get(word), str)}


def _moved(schema: dict[str, Any], root: str) -> Schema:
    """The schema for its new place: references to its root and below lead there."""
    named = {place for place, here in subschemas(schema) if isinstance(here, dict) and ("$id" in here or "id" in here)}

    def move(here: dict[str, Any], place: Path) -> dict[str, Any]:
        reference = here.get("$ref")
        below_a_name = any(place[:length] in named for length in range(len(place) + 1))
        if isinstance(reference, str) and not below_a_name and (reference == "#" or reference.startswith("#/")):
            return {**here, "$ref": root + reference[1:]}
        return here

    moved = rebuild(schema, move)
    assert isinstance(moved, dict)
    return {keyword: value for keyword, value in moved.items() if keyword != "$schema"}
