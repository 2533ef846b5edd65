"""What obeys a schema not: as alternatives, where they can be said exactly."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from logitrail.contract.walk import Schema
from logitrail.engine.lowering.documents import MADE, Documents, Node
from logitrail.engine.lowering.shapes import KINDS

#: Keywords that assert nothing.
SILENT = frozenset(
    "$anchor $comment $defs $dynamicAnchor $id $schema $vocabulary default definitions deprecated description"
    " examples id readOnly title writeOnly contentSchema".split()
)
_MOST_GROUPS = 16
_NUMBERS = frozenset({"integer", "fraction"})
#: For each limit, the kinds of values that it applies to, and the limit that just those obey that break it.
_OPPOSITES: dict[str, tuple[frozenset[str], str]] = {
    "minimum": (_NUMBERS, "exclusiveMaximum"),
    "maximum": (_NUMBERS, "exclusiveMinimum"),
    "exclusiveMinimum": (_NUMBERS, "maximum"),
    "exclusiveMaximum": (_NUMBERS, "minimum"),
    "minLength": (frozenset({"string"}), "maxLength"),
    "maxLength": (frozenset({"string"}), "minLength"),
    "minItems": (frozenset({"array"}), "maxItems"),
    "maxItems": (frozenset({"array"}), "minItems"),
    "minProperties": (frozenset({"object"}), "maxProperties"),
    "maxProperties": (frozenset({"object"}), "minProperties"),
}


@dataclass(frozen=True, slots=True)
class Option:
    """One way to obey: everything in it holds together.

    Attributes:
        nodes: Schemas that hold.
        kinds: Kinds of values that are left.
        unlike: Values that are left out, as data.
        lacking: Patterns that are not found (in a string).
        required: Properties that are there (of an object).
        absent: Properties that are not.
        groups: Further choices, of each of which one option holds.
    """

    nodes: tuple[Node, ...] = ()
    kinds: frozenset[str] = KINDS
    unlike: tuple[Any, ...] = ()
    required: frozenset[str] = frozenset()
    absent: frozenset[str] = frozenset()
    groups: tuple[tuple[Option, ...], ...] = ()
    lacking: tuple[str, ...] = ()


#: A choice: one of its options holds. Without options nothing does.
Group = tuple[Option, ...]


def kinds_of(types: Any) -> frozenset[str]:
    """Kinds of values of a ``type`` keyword."""
    named = [types] if isinstance(types, str) else types
    kinds: set[str] = set()
    for name in named:
        kinds |= {"integer", "fraction"} if name == "number" else {name}
    return frozenset(kinds) & KINDS


class Negation:
    """Negates schemas of one set of documents."""

    def __init__(self, documents: Documents) -> None:
        self._documents = documents
        self._kept: dict[tuple[str, int], Schema] = {}

    def of(self, node: Node, depth: int = 0) -> Group | None:
        """The values that do not obey ``node``, as one choice; ``None`` where that cannot be said."""
        schema = node.schema
        if isinstance(schema, bool):
            return () if schema else (Option(),)
        words = set(schema) - SILENT
        if depth > 4 or len(words) > 8:
            return None
        if "$ref" in words and len(words) == 1:
            target = next(iter(self._documents.targets(node)))[1]
            return None if target is None else self.of(target, depth + 1)
        options: list[Option] = []
        handled: set[str] = set()
        if "type" in words:
            handled.add("type")
            kinds = KINDS - kinds_of(schema["type"])
            if kinds:
                options.append(Option(kinds=kinds))
        for word in ("const", "enum"):
            if word in words:
                handled.add(word)
                values = [schema["const"]] if word == "const" else schema["enum"]
                if any(isinstance(value, list | dict) for value in values):
                    return None
                options.append(Option(unlike=tuple(values)))
        if "not" in words:
            handled.add("not")
            options.append(Option(nodes=(self._documents.child(node, "not"),)))
        for word in ("anyOf", "allOf"):
            if word in words:
                handled.add(word)
                parts = [self.of(self._documents.child(node, word, i), depth + 1) for i in range(len(schema[word]))]
                if any(part is None for part in parts):
                    return None
                groups = tuple(part for part in parts if part is not None)
                if word == "allOf":
                    options += [option for group in groups for option in group]
                elif all(groups):
                    options.append(Option(groups=groups))
        for word, (kinds, opposite) in _OPPOSITES.items():
            if word in words and isinstance(schema[word], int | float) and not isinstance(schema[word], bool):
                handled.add(word)
                limit = schema[word]
                if word in ("minLength", "minItems", "minProperties", "maxLength", "maxItems", "maxProperties"):
                    limit = int(limit) + (-1 if word.startswith("min") else 1)
                if limit < 0 and kinds <= {"string", "array", "object"}:
                    continue  # every length is enough
                options.append(Option((self._made(node, {opposite: limit}),), kinds))
        if isinstance(schema.get("pattern"), str):
            handled.add("pattern")
            options.append(Option(kinds=frozenset({"string"}), lacking=(schema["pattern"],)))
        members = self._of_members(node, schema, words)
        if members is None:
            return None
        options += members
        handled |= {"required", "properties"}
        if words - handled or len(options) > _MOST_GROUPS:
            return None
        return tuple(options)

    def _of_members(self, node: Node, schema: dict[str, Any], words: set[str]) -> list[Option] | None:
        """Objects that lack a required property, or have one whose value does not obey."""
        if not words & {"required", "properties"}:
            return []
        required = schema.get("required", [])
        if not isinstance(required, list):
            return None
        options = [Option(kinds=frozenset({"object"}), absent=frozenset({name})) for name in required]
        for name, child in schema.get("properties", {}).items():
            if child is True or child == {}:
                continue
            kept: Schema = False if child is False else self._keep(name, child)
            resource = node.resource
            self._documents.child(node, "properties", name)  # so that the child is known by its own place
            inner = self._documents.node(kept, resource, node.pointer + MADE, node.scope)
            if kept is False:
                options.append(Option(kinds=frozenset({"object"}), required=frozenset({name})))
            else:
                options.append(Option((inner,), frozenset({"object"}), (), frozenset({name})))
        return options

    def _made(self, node: Node, schema: dict[str, Any]) -> Node:
        """A node of a small schema that stands in no document; the same one for the same schema."""
        word, limit = next(iter(schema.items()))
        kept = self._kept.setdefault((f"{word} {limit!r}", 0), schema)
        return self._documents.node(kept, node.resource, node.pointer + MADE, node.scope)

    def _keep(self, name: str, child: Schema) -> Schema:
        """A schema of objects in which a property is there and does not obey; the same one for the same child."""
        key = (name, id(child))
        if key not in self._kept:
            self._kept[key] = {"properties": {name: {"not": child}}}
        return self._kept[key]


def joined(left: Option, right: Option) -> Option | None:
    """Both options at once; ``None`` where they exclude each other at sight."""
    kinds = left.kinds & right.kinds
    required, absent = left.required | right.required, left.absent | right.absent
    if not kinds or required & absent:
        return None
    if (left.required or right.required) and "object" not in kinds:
        return None
    return Option(
        left.nodes + tuple(node for node in right.nodes if node not in left.nodes),
        kinds,
        left.unlike + right.unlike,
        required,
        absent,
        left.groups + right.groups,
        left.lacking + right.lacking,
    )
