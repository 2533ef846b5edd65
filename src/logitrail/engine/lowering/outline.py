"""The outline of a schema: what it certainly says of kinds, single values and required properties.

Two outlines that cannot be joined show that no value obeys both schemas.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

from logitrail.engine.lowering.applicators import matches
from logitrail.engine.lowering.documents import OLD_DRAFTS, Documents, Node
from logitrail.engine.lowering.equality import identity, kind_of
from logitrail.engine.lowering.negation import kinds_of
from logitrail.engine.lowering.shapes import KINDS

#: Properties are looked into this deep.
_DEEPEST = 3
#: Listed values beyond this number are not compared.
_MOST_VALUES = 2000
_MOST_NAMES = 300


@dataclass(frozen=True, slots=True)
class Outline:
    """What a schema certainly says.

    Attributes:
        kinds: Kinds of values left.
        values: The only values left, by identity; ``None`` when not listed.
        unlike: Values left out.
        required: Properties that an object must have.
        named: Outlines of properties.
        closed: The only names that an object may have besides those like a pattern; ``None`` when open.
        patterns: Patterns of names that a closed object may have.
    """

    kinds: frozenset[str] = KINDS
    values: frozenset[Hashable] | None = None
    unlike: frozenset[Hashable] = frozenset()
    required: frozenset[str] = frozenset()
    named: dict[str, Outline] = field(default_factory=dict)
    closed: frozenset[str] | None = None
    patterns: tuple[str, ...] = ()

    def joined(self, other: Outline) -> Outline | None:
        """The outline of both; ``None`` when they cannot hold together."""
        kinds = self.kinds & other.kinds
        values = self.values
        if other.values is not None:
            values = other.values if values is None else values & other.values
        unlike = self.unlike | other.unlike
        if not kinds or (values is not None and not values - unlike):
            return None
        required = self.required | other.required
        named = self.named
        if other.named:
            named = dict(self.named)
            for name, outline in other.named.items():
                mine = named.get(name)
                both = outline if mine is None else mine.joined(outline)
                if both is None:
                    if name in required:
                        kinds = kinds - {"object"}
                    both = _NOTHING
                named[name] = both
        if not kinds:
            return None
        for one, two in ((self, other), (other, self)):
            if one.closed is not None and not all(one.admits(name) for name in two.required):
                kinds = kinds - {"object"}
        for name in required - (self.required & other.required):
            if name in named and named[name] is _NOTHING:
                kinds = kinds - {"object"}
        if not kinds:
            return None
        mine = self if self.closed is not None else other
        return Outline(kinds, values, unlike, required, named, mine.closed, mine.patterns)

    @property
    def count(self) -> int | None:
        """How many values there are at most; ``None`` without end."""
        if self.values is not None:
            return len(self.values - self.unlike)
        return 2 * ("boolean" in self.kinds) + ("null" in self.kinds) if self.kinds <= {"boolean", "null"} else None

    def admits(self, name: str) -> bool:
        """Whether an object may have a property of the name."""
        if self.closed is None or name in self.closed:
            return True
        return any(matches(pattern, name) for pattern in self.patterns)


_NOTHING = Outline(kinds=frozenset())


def told_apart(outlines: Sequence[Outline]) -> bool:
    """Whether one property, required by all, has other values in each."""
    first, *others = outlines
    if not all(outline.kinds <= {"object"} for outline in outlines):
        return False
    for name in first.required:
        seen: set[Hashable] = set()
        for outline in outlines:
            inner = outline.named.get(name)
            values = None if inner is None or name not in outline.required else inner.values
            if values is None or not seen.isdisjoint(values):
                break
            seen |= values
        else:
            return bool(others)
    return False


class Outlines:
    """Outlines of the nodes of one set of documents."""

    def __init__(self, documents: Documents) -> None:
        self._documents = documents
        self._known: dict[tuple[Node, int], Outline] = {}
        self._own: dict[tuple[Node, int], Outline] = {}

    def of(self, node: Node, depth: int = 0) -> Outline:
        """The outline of a schema with all that it refers to and joins."""
        key = (node, depth)
        if key not in self._known:
            self._known[key] = self._joined(self._certain(node), depth)
        return self._known[key]

    def _certain(self, node: Node) -> list[Node]:
        stack, seen = [node], dict.fromkeys([node])
        while stack:
            here = stack.pop()
            if isinstance(here.schema, bool):
                continue
            below = [target for _, target in self._documents.targets(here) if target is not None]
            if not (here.resource.draft in OLD_DRAFTS and "$ref" in here.schema):
                below += [self._documents.child(here, "allOf", i) for i in range(len(here.schema.get("allOf", ())))]
            for child in below:
                if child not in seen:
                    seen[child] = None
                    stack.append(child)
        return list(seen)

    def _joined(self, nodes: Sequence[Node], depth: int) -> Outline:
        together: Outline | None = Outline()
        for node in nodes:
            if node.schema is False:
                return _NOTHING
            if node.schema is True:
                continue
            together = together and together.joined(self.own(node, depth))
        return together or _NOTHING

    def own(self, node: Node, depth: int = 0) -> Outline:
        """The outline of the keywords of one schema alone."""
        found = self._own.get((node, depth))
        if found is None:
            found = self._own[node, depth] = self._read(node, depth)
        return found

    def _read(self, node: Node, depth: int) -> Outline:
        schema = node.schema
        assert isinstance(schema, dict)
        if node.resource.draft in OLD_DRAFTS and "$ref" in schema:
            return Outline()
        kinds = kinds_of(schema["type"]) if "type" in schema else KINDS
        values: frozenset[Hashable] | None = None
        listed = [schema["const"]] if "const" in schema else schema.get("enum")
        if isinstance(listed, list) and len(listed) <= _MOST_VALUES:
            values = frozenset(identity(value) for value in listed if kind_of(value) in kinds)
            kinds = kinds & {kind_of(value) for value in listed}
        required = schema.get("required")
        properties = schema.get("properties", {})
        named: dict[str, Outline] = {}
        if depth < _DEEPEST and len(properties) <= _MOST_NAMES:
            named = {name: self.of(self._documents.child(node, "properties", name), depth + 1) for name in properties}
            named = {name: outline for name, outline in named.items() if outline != _SILENT}
        closed: frozenset[str] | None = None
        if schema.get("additionalProperties") is False:
            closed = frozenset(properties)
        unlike: frozenset[Hashable] = frozenset()
        negated = schema.get("not")
        if isinstance(negated, dict) and set(negated) in ({"const"}, {"enum"}):
            unlike = frozenset(map(identity, negated.get("enum", [negated.get("const")])))
        return Outline(
            kinds,
            values,
            unlike,
            frozenset(required) if isinstance(required, list) else frozenset(),
            named,
            closed,
            tuple(schema.get("patternProperties", ())) if closed is not None else (),
        )


_SILENT = Outline()
