"""References inside one JSON Schema document. Nothing is ever fetched."""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote

from logitrail.contract.paths import Path
from logitrail.contract.walk import Schema, subschemas

#: Keywords that refer to another schema.
_REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")


class References:
    """Where the references of a document lead.

    A document that embeds others (schemas with an ``$id`` of their own) is left alone: its references depend on where
    they stand, and are followed by the validator and the grammar engine only.

    Args:
        document: A valid schema.
    """

    def __init__(self, document: Schema) -> None:
        self._document = document
        self._anchors: dict[str, Schema] = {}
        self._embeds = False
        for place, here in subschemas(document):
            if isinstance(here, dict):
                self._embeds |= bool(place) and isinstance(here.get("$id", here.get("id")), str)
                for keyword in ("$anchor", "$dynamicAnchor"):
                    if isinstance(here.get(keyword), str):
                        self._anchors[here[keyword]] = here

    def target(self, schema: dict[str, Any]) -> Schema | None:
        """The schema that ``$ref`` of ``schema`` leads to; ``None`` without one, or where that is not known."""
        reference = schema.get("$ref")
        if not isinstance(reference, str) or not reference.startswith("#") or self._embeds:
            return None
        fragment = unquote(reference[1:])
        if fragment and not fragment.startswith("/"):
            return self._anchors.get(fragment)
        return at_pointer(self._document, fragment)


def at_pointer(document: Any, fragment: str) -> Schema | None:
    """The schema at a JSON pointer, or ``None``."""
    steps = steps_to(document, fragment)
    return steps[-1] if steps is not None and isinstance(steps[-1], dict | bool) else None


def steps_to(document: Any, fragment: str) -> list[Any] | None:
    """What a JSON pointer leads through, the document first; ``None`` where it leads nowhere."""
    here = document
    steps = [here]
    for segment in fragment.split("/")[1:]:
        key = segment.replace("~1", "/").replace("~0", "~")
        if isinstance(here, dict) and key in here:
            here = here[key]
        elif isinstance(here, list) and key.isdigit() and int(key) < len(here):
            here = here[int(key)]
        else:
            return None
        steps.append(here)
    return steps


def references(schema: Schema) -> list[tuple[Path, str]]:
    """Every reference in the document with its place."""
    return [
        ((*place, keyword), here[keyword])
        for place, here in subschemas(schema)
        if isinstance(here, dict)
        for keyword in _REFERENCES
        if isinstance(here.get(keyword), str)
    ]
