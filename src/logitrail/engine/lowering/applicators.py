"""Which subschemas of a schema hold for the members and items of a value."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import jsonschema_rs

from logitrail.engine.lowering.documents import OLD_DRAFTS, Documents, Node


@lru_cache(maxsize=4096)
def _matcher(pattern: str) -> Any:
    return jsonschema_rs.validator_for({"type": "string", "pattern": pattern}, offline=True)


def matches(pattern: str, text: str) -> bool:
    """Whether a pattern is found in a text, as the validator reads it."""
    return bool(_matcher(pattern).is_valid(text))


@dataclass(slots=True)
class KeyRule:
    """What one schema says of the properties of an object.

    Attributes:
        named: Schemas by name.
        patterns: Schemas by pattern of the name.
        rest: Schema of the others; ``None`` where nothing is said of them.
        known: Further names that are none of the others.
        known_patterns: Patterns of further names that are none of the others.
    """

    named: dict[str, Node] = field(default_factory=dict)
    patterns: list[tuple[str, Node]] = field(default_factory=list)
    rest: Node | None = None
    known: frozenset[str] = frozenset()
    known_patterns: tuple[str, ...] = ()

    def at(self, name: str) -> list[Node]:
        """Schemas of the value of one property."""
        found = [self.named[name]] if name in self.named else []
        found += [node for pattern, node in self.patterns if matches(pattern, name)]
        if found or self.rest is None or name in self.known:
            return found
        return [] if any(matches(pattern, name) for pattern in self.known_patterns) else [self.rest]


def key_rule(documents: Documents, node: Node) -> KeyRule | None:
    """``properties``, ``patternProperties`` and ``additionalProperties`` of a schema; ``None`` without any."""
    schema = node.schema
    assert isinstance(schema, dict)
    named, patterns = schema.get("properties"), schema.get("patternProperties")
    if named is None and patterns is None and "additionalProperties" not in schema:
        return None
    rule = KeyRule()
    for name in named or ():
        rule.named[name] = documents.child(node, "properties", name)
    for pattern in patterns or ():
        rule.patterns.append((pattern, documents.child(node, "patternProperties", pattern)))
    if isinstance(schema.get("additionalProperties"), dict | bool):
        rule.rest = documents.child(node, "additionalProperties")
    return rule


@dataclass(slots=True)
class ItemRule:
    """What one schema says of the items of an array.

    Attributes:
        prefix: Schemas of the first items.
        rest: Schema of the others; ``None`` where nothing is said of them.
    """

    prefix: list[Node] = field(default_factory=list)
    rest: Node | None = None

    def at(self, index: int) -> Node | None:
        """Schema of one item."""
        return self.prefix[index] if index < len(self.prefix) else self.rest


def item_rule(documents: Documents, node: Node) -> ItemRule | None:
    """``prefixItems`` and ``items`` (``items`` and ``additionalItems`` of older drafts); ``None`` without any."""
    schema = node.schema
    assert isinstance(schema, dict)
    old = node.resource.draft in OLD_DRAFTS or node.resource.draft == "2019-09"
    rule = ItemRule()
    items = schema.get("items")
    if old and isinstance(items, list):
        rule.prefix = [documents.child(node, "items", i) for i in range(len(items))]
        if isinstance(schema.get("additionalItems"), dict | bool):
            rule.rest = documents.child(node, "additionalItems")
        return rule
    if not old and isinstance(schema.get("prefixItems"), list):
        rule.prefix = [documents.child(node, "prefixItems", i) for i in range(len(schema["prefixItems"]))]
    if isinstance(items, dict | bool):
        rule.rest = documents.child(node, "items")
    return rule if rule.prefix or rule.rest is not None else None


_LISTS = ("allOf", "anyOf", "oneOf")
_SINGLE = ("if", "then", "else", "not")
_REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")
_IN_PLACE = frozenset((*_LISTS, *_SINGLE, *_REFERENCES, "dependentSchemas", "dependencies"))


def parts_in_place(documents: Documents, node: Node) -> Iterator[Node]:
    """Schemas that a schema holds a value itself against, with repetition."""
    schema = node.schema
    if isinstance(schema, bool) or _IN_PLACE.isdisjoint(schema):
        return
    yield from (target for _, target in documents.targets(node) if target is not None)
    if node.resource.draft in OLD_DRAFTS and "$ref" in schema:
        return
    for word in _LISTS:
        yield from (documents.child(node, word, i) for i in range(len(schema.get(word, ()))))
    yield from (documents.child(node, word) for word in _SINGLE if isinstance(schema.get(word), dict))
    for word in ("dependentSchemas", "dependencies"):
        for name, child in schema.get(word, {}).items():
            if isinstance(child, dict):
                yield documents.child(node, word, name)


def in_place(documents: Documents, node: Node) -> Iterator[tuple[Node, bool]]:
    """Schemas that may evaluate the same value, each with whether they do so for certain; the schema first."""
    stack = [(node, True)]
    seen: set[Node] = set()
    while stack:
        here, certain = stack.pop()
        if here in seen:
            continue
        seen.add(here)
        yield here, certain
        schema = here.schema
        if isinstance(schema, bool):
            continue
        sure = {target for _, target in documents.targets(here) if target is not None}
        sure |= {documents.child(here, "allOf", i) for i in range(len(schema.get("allOf", ())))}
        negated = documents.child(here, "not") if isinstance(schema.get("not"), dict) else None
        stack += [(part, certain and part in sure) for part in parts_in_place(documents, here) if part is not negated]


def unevaluated_members(documents: Documents, node: Node) -> tuple[KeyRule | None, bool]:
    """``unevaluatedProperties`` as a rule of its own, and whether the rule says all of it.

    Where a property may be evaluated by a schema that holds only perhaps, nothing is said of it.
    """
    assert isinstance(node.schema, dict)
    rule = KeyRule(rest=documents.child(node, "unevaluatedProperties"))
    known: set[str] = set()
    patterns: list[str] = []
    exact = True
    for here, certain in in_place(documents, node):
        schema = here.schema
        if isinstance(schema, bool):
            continue
        own = here is node
        if "additionalProperties" in schema or (not own and "unevaluatedProperties" in schema):
            if certain and (schema.get("additionalProperties") is not None):
                return None, True  # everything is evaluated
            return None, False
        names, found = schema.get("properties", {}), schema.get("patternProperties", {})
        exact = exact and (certain or not (names or found))
        known.update(names)
        patterns += found
    rule.known, rule.known_patterns = frozenset(known), tuple(patterns)
    return rule, exact


def unevaluated_items(documents: Documents, node: Node) -> tuple[ItemRule | None, bool]:
    """``unevaluatedItems`` as a rule of its own, and whether the rule says all of it."""
    assert isinstance(node.schema, dict)
    length, exact = 0, True
    for here, certain in in_place(documents, node):
        schema = here.schema
        if isinstance(schema, bool):
            continue
        own = here is node
        if "contains" in schema and here.resource.draft == "2020-12":
            return None, False
        found = item_rule(documents, here)
        if (found is not None and found.rest is not None) or (not own and "unevaluatedItems" in schema):
            return None, certain and found is not None and found.rest is not None
        if found is not None:
            exact = exact and certain
            length = max(length, len(found.prefix))
    always = documents.node(True, node.resource, node.pointer, node.scope)
    return ItemRule([always] * length, documents.child(node, "unevaluatedItems")), exact
