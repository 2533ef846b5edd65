"""Object schemas: closing those that were left open."""

from __future__ import annotations

from typing import Any

from logitrail.contract.paths import Path, render
from logitrail.contract.references import References
from logitrail.contract.walk import Schema, rebuild, subschemas

_COMBINED = ("allOf", "anyOf", "oneOf")
_SAYS_OTHERWISE = ("additionalProperties", "unevaluatedProperties", "patternProperties")


def close_objects(schema: Schema) -> tuple[Schema, tuple[str, ...]]:
    """The schema with ``additionalProperties: false`` wherever an object with ``properties`` leaves it open.

    Returns:
        The schema, and one note for each object that stays open because it is joined with others (``allOf``, or
        ``anyOf`` or ``$ref`` beside ``properties``): closed, each part would forbid the properties of the others.
    """
    joined = _joined_parts(schema)
    notes: list[str] = []

    def close(here: dict[str, Any], place: Path) -> dict[str, Any]:
        if "properties" not in here or any(keyword in here for keyword in _SAYS_OTHERWISE):
            return here
        if place not in joined:
            return {**here, "additionalProperties": False}
        notes.append(
            f"{render(place)}: left open although closed=True: it is joined with other schemas, whose properties it "
            "would forbid"
        )
        return here

    return rebuild(schema, close), tuple(notes)


def _joined_parts(document: Schema) -> set[Path]:
    """Places of the schemas that one value must obey together."""
    references = References(document)
    places = {id(here): place for place, here in subschemas(document) if isinstance(here, dict)}
    joined: set[Path] = set()

    def join(here: Any) -> None:
        if isinstance(here, dict) and places[id(here)] not in joined:
            joined.add(places[id(here)])
            for part in _parts(references, here):
                join(part)

    for _, here in subschemas(document):
        if not isinstance(here, dict):
            continue
        conjuncts = ("properties" in here) + len(here.get("allOf", ()))
        conjuncts += sum(keyword in here for keyword in ("anyOf", "oneOf", "$ref"))
        if conjuncts > 1:
            join(here)
    return joined


def _parts(references: References, schema: dict[str, Any]) -> list[Schema]:
    parts = [part for keyword in _COMBINED for part in schema.get(keyword, ())]
    target = references.target(schema)
    return [*parts, target] if target is not None else parts
