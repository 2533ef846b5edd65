"""How each keyword of JSON Schema is held: by the mask, by watching, or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

#: ``masked``: the token mask lets nothing through that breaks it. ``monitored``: each value is judged as it ends, and a
#: token that would end one that breaks the keyword is refused before it enters the text. ``annotation``: it asserts
#: nothing, and ``check`` says so where that is easily missed.
Class = Literal["masked", "monitored", "annotation"]

_OVERLAP = "exact where the alternatives exclude each other or their opposites can be said"

#: Class of each keyword, and what qualifies it.
CLASSES: dict[str, tuple[Class, str]] = {
    "$anchor": ("masked", "followed within the schema and the registry"),
    "$defs": ("masked", ""),
    "$dynamicAnchor": ("masked", ""),
    "$dynamicRef": ("masked", ""),
    "$id": ("masked", "`id` in draft 4"),
    "$recursiveAnchor": ("masked", "2019-09"),
    "$recursiveRef": ("masked", "2019-09"),
    "$ref": ("masked", "with the keywords beside it from 2019-09 on; never fetched: refused when it leads nowhere"),
    "$vocabulary": ("masked", "of a meta-schema in the registry; refused when one is required that is not known"),
    "additionalItems": ("masked", "before 2020-12"),
    "additionalProperties": ("masked", ""),
    "allOf": ("masked", ""),
    "anyOf": ("masked", "monitored beyond `Limits.alternatives`"),
    "const": ("masked", "numbers by value"),
    "contains": ("monitored", ""),
    "contentEncoding": ("monitored", "drafts 6 and 7; an annotation in others"),
    "contentMediaType": ("monitored", "drafts 6 and 7; an annotation in others"),
    "contentSchema": ("annotation", ""),
    "default": ("annotation", ""),
    "definitions": ("masked", ""),
    "dependencies": ("masked", ""),
    "dependentRequired": ("masked", "monitored beyond `Limits.alternatives`"),
    "dependentSchemas": ("masked", "monitored beyond `Limits.alternatives`"),
    "deprecated": ("annotation", ""),
    "description": ("annotation", ""),
    "else": ("masked", "with `if`"),
    "enum": ("masked", "numbers by value; beyond `Limits.containers` objects and arrays monitored"),
    "examples": ("annotation", ""),
    "exclusiveMaximum": ("masked", ""),
    "exclusiveMinimum": ("masked", ""),
    "format": ("monitored", "date, date-time, email, hostname, ipv4, time, uuid: masked; unknown ones are annotations"),
    "if": ("masked", "monitored where the opposite of the condition cannot be said"),
    "items": ("masked", ""),
    "maxContains": ("monitored", ""),
    "maxItems": ("masked", "monitored beyond `Limits.counted`"),
    "maxLength": ("masked", "monitored beyond `Limits.counted`"),
    "maxProperties": ("masked", "monitored with more than 60 named properties"),
    "maximum": ("masked", "numbers with an exponent near the bound: monitored"),
    "minContains": ("monitored", ""),
    "minItems": ("masked", "refused beyond `Limits.least_items`"),
    "minLength": ("masked", "refused beyond `Limits.least_characters`"),
    "minProperties": ("masked", "monitored with more than 60 named properties"),
    "minimum": ("masked", "numbers with an exponent near the bound: monitored"),
    "multipleOf": ("monitored", "masked for powers of ten and where few multiples lie between the bounds"),
    "not": ("monitored", "masked where the opposite can be said: types, values, bounds, patterns, properties"),
    "oneOf": ("monitored", _OVERLAP),
    "pattern": ("masked", "back-references, word boundaries and look-around in the middle: monitored"),
    "patternProperties": ("masked", "as `pattern`; with more than four patterns their overlaps are monitored"),
    "prefixItems": ("masked", ""),
    "properties": ("masked", "beyond `Limits.properties` monitored"),
    "propertyNames": ("masked", "as `pattern` and `format`"),
    "readOnly": ("annotation", ""),
    "required": ("masked", ""),
    "then": ("masked", "with `if`"),
    "title": ("annotation", ""),
    "type": ("masked", "integers are written without a fraction"),
    "unevaluatedItems": ("monitored", "masked where only certain schemas evaluate"),
    "unevaluatedProperties": ("monitored", "masked where only certain schemas evaluate"),
    "uniqueItems": ("monitored", "each item as it ends"),
    "writeOnly": ("annotation", ""),
}


def keyword_table() -> Iterator[str]:
    """The table of ``docs/json-schema.md``, line by line."""
    yield "| keyword | class | |"
    yield "|---|---|---|"
    for keyword, (kind, remark) in CLASSES.items():
        yield f"| `{keyword}` | {kind} | {remark} |"
