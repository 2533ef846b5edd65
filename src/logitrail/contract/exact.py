r"""Makes the grammar engine and the validator read a schema alike.

Where the engine would allow a text that the validator refuses (a date outside the calendar, ``\s`` in a pattern), the
schema is made to say exactly what is meant, by a pattern or a length beside what stands there. Applied once more, the
result stays as it is.
"""

from __future__ import annotations

from typing import Any

from logitrail.contract.dialect import respell
from logitrail.contract.formats import EXACT_LENGTHS, EXACT_PATTERNS
from logitrail.contract.paths import Path
from logitrail.contract.walk import Schema, rebuild

_CONCERNED = frozenset({"pattern", "patternProperties", "format"})


def exact(schema: Schema) -> Schema:
    """The schema with formats and patterns spelled out."""
    return rebuild(schema, _spell_out) if _is_concerned(schema) else schema


def _is_concerned(schema: Schema) -> bool:
    """Whether one of the keywords stands anywhere: large schemas mostly do without."""
    stack: list[Any] = [schema]
    while stack:
        here = stack.pop()
        if isinstance(here, dict):
            if not _CONCERNED.isdisjoint(here):
                return True
            stack.extend(here.values())
        elif isinstance(here, list):
            stack.extend(here)
    return False


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
