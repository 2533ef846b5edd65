r"""Makes the grammar engine and the validator read a schema alike.

Where the engine would allow a text that the validator refuses (a date outside the calendar, ``\s`` in a pattern), the
schema is made to say exactly what is meant, by a pattern or a length beside what stands there. Applied once more, the
result stays as it is.
"""

from __future__ import annotations

from typing import Any

from logitrail.contract.dialect import respell
from logitrail.contract.formats import EXACT_LENGTHS, EXACT_PATTERNS
from logitrail.contract.paths import Path, render
from logitrail.contract.walk import Schema, rebuild, subschemas
from logitrail.errors import SchemaError

#: The grammar engine holds bounds as 64-bit floating point numbers: integers beyond these are rounded.
LARGEST_BOUND = 2**53
_BOUNDS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")


def exact(schema: Schema) -> Schema:
    """The schema with formats and patterns spelled out.

    Raises:
        SchemaError: A bound is beyond what the grammar engine can compare.
    """
    for place, here in subschemas(schema):
        if isinstance(here, dict):
            _check_bounds(here, place)
    return rebuild(schema, _spell_out)


def _check_bounds(schema: dict[str, Any], place: Path) -> None:
    for keyword in _BOUNDS:
        bound = schema.get(keyword)
        if isinstance(bound, int | float) and abs(bound) > LARGEST_BOUND:
            raise SchemaError(
                f"{keyword}: expected a bound between -2^53 and 2^53, got {bound}: it cannot be enforced exactly",
                path=render((*place, keyword)),
                hint=f"remove {keyword!r}, or write the number as a string with a pattern",
            )


def _spell_out(schema: dict[str, Any], _place: Path) -> dict[str, Any]:
    if isinstance(schema.get("pattern"), str):
        schema["pattern"] = respell(schema["pattern"])
    named = schema.get("patternProperties")
    if isinstance(named, dict):
        schema["patternProperties"] = {respell(pattern): child for pattern, child in named.items()}
    name = schema.get("format")
    if isinstance(name, str) and name in EXACT_PATTERNS:
        _add_pattern(schema, EXACT_PATTERNS[name])
        if name in EXACT_LENGTHS:
            schema["maxLength"] = min(schema.get("maxLength", EXACT_LENGTHS[name]), EXACT_LENGTHS[name])
    return schema


def _add_pattern(schema: dict[str, Any], pattern: str) -> None:
    also = {"pattern": pattern}
    if schema.get("pattern", pattern) == pattern:
        schema["pattern"] = pattern
    elif also not in schema.get("allOf", ()):
        schema["allOf"] = [*schema.get("allOf", ()), also]
