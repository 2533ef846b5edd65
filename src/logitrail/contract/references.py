"""References inside one JSON Schema document. Nothing is ever fetched."""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote

from logitrail.contract.paths import Path
from logitrail.contract.walk import Schema, subschemas

#: Keywords that refer to another schema.
REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")


def follow(document: Schema, reference: str) -> Schema | None:
    """The schema that a reference leads to, or ``None`` where it leads to none in this document.

    Pointers (``#/$defs/a``), anchors (``#a``) and identifiers as written in ``$id`` are followed.
    """
    base, _, fragment = reference.partition("#")
    root: Schema | None = document
    if base:
        root = _identified(document, base)
    if root is None or not fragment:
        return root
    if fragment.startswith("/"):
        return _at_pointer(root, unquote(fragment))
    for _, schema in subschemas(root):
        if isinstance(schema, dict) and fragment in (schema.get("$anchor"), schema.get("$dynamicAnchor")):
            return schema
    return None


def _identified(document: Schema, identifier: str) -> Schema | None:
    for _, schema in subschemas(document):
        if isinstance(schema, dict) and identifier in (schema.get("$id"), schema.get("id")):
            return schema
    return None


def _at_pointer(root: Any, fragment: str) -> Schema | None:
    here = root
    for segment in fragment[1:].split("/"):
        key = segment.replace("~1", "/").replace("~0", "~")
        if isinstance(here, dict) and key in here:
            here = here[key]
        elif isinstance(here, list) and key.isdigit() and int(key) < len(here):
            here = here[int(key)]
        else:
            return None
    return here if isinstance(here, dict | bool) else None


def references(schema: Schema) -> list[tuple[Path, str]]:
    """Every reference in the document with its place."""
    return [
        ((*place, keyword), here[keyword])
        for place, here in subschemas(schema)
        if isinstance(here, dict)
        for keyword in REFERENCES
        if isinstance(here.get(keyword), str)
    ]
