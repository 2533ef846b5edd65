"""Schema documents: which schema a reference leads to. Nothing is ever fetched.

A schema is known by its node: the schema itself, the resource it belongs to and, where dynamic references are used, the
resources that were entered on the way to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, unquote, urldefrag, urljoin

from logitrail.contract.keywords import draft_of, known_keywords, spoken
from logitrail.contract.references import steps_to
from logitrail.contract.walk import Schema, children

#: Base address of a document that names none.
UNNAMED = "urn:logitrail:schema"

#: Drafts in which ``$ref`` hides everything beside it.
OLD_DRAFTS = frozenset({"draft-04", "draft-06", "draft-07"})


#: In the pointer of a schema that stands in no document, but was made of parts of one.
MADE = "\0"


@dataclass(frozen=True, slots=True, eq=False)
class Resource:
    """A schema with an address of its own.

    Attributes:
        uri: Its address, without fragment.
        schema: Its root.
        draft: The draft that it is written in.
        document: Address of the document that it stands in.
        pointer: JSON pointer from the root of the document.
        anchors: Schemas by their plain names, with their pointers.
        dynamic: Those names that are dynamic.
    """

    uri: str
    schema: Schema
    draft: str
    document: str
    pointer: str
    anchors: dict[str, tuple[Schema, str]] = field(default_factory=dict)
    dynamic: set[str] = field(default_factory=set)


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A schema where it stands; nodes of one ``Documents`` are equal exactly when they are the same object.

    Attributes:
        schema: The schema, with the keywords that its draft knows.
        resource: The resource that it belongs to.
        pointer: JSON pointer from the root of its document.
        scope: Resources entered so far, outermost first; empty where no reference is dynamic.
        number: Counts the nodes of the documents.
    """

    schema: Schema
    resource: Resource
    pointer: str
    scope: tuple[Resource, ...]
    number: int

    @property
    def address(self) -> str:
        """Absolute address of the schema in its document."""
        return f"{self.resource.document}#{quote(self.pointer, safe='/~!$&()*+,;=:@-._')}"


class Documents:
    """A schema document and those that it may refer to.

    Args:
        root: The schema.
        registry: Other documents by address.
    """

    def __init__(self, root: Schema, registry: Mapping[str, Schema] | None = None) -> None:
        self._nodes: dict[tuple[int, int, tuple[int, ...]], Node] = {}
        self._resources: dict[str, Resource] = {}
        #: Every document, by its address; the schema first.
        self.documents: dict[str, Schema] = {}
        self.schema = root
        self._owners: dict[int, Resource] = {}
        self._dynamic = False
        named = root.get("$id", root.get("id")) if isinstance(root, dict) else None
        base = urldefrag(named)[0] if isinstance(named, str) else ""
        self._draft = draft_of(root)
        self._spoken = self._vocabulary(root, registry or {})
        first = self._add(urljoin(UNNAMED, base) if base else UNNAMED, root)
        for uri, schema in (registry or {}).items():
            self._add(urldefrag(uri)[0], schema)
        #: Whether there are others than the schema itself.
        self.others = len(self.documents) > 1
        self.root = self.node(root, first, "", (first,) if self._dynamic else ())

    @staticmethod
    def _vocabulary(root: Schema, registry: Mapping[str, Schema]) -> frozenset[str] | None:
        """The keywords that the meta-schema lets the schema use; ``None`` for all of its draft."""
        named = root.get("$schema") if isinstance(root, dict) else None
        meta_schema = registry.get(urldefrag(named)[0]) if isinstance(named, str) else None
        return None if meta_schema is None else spoken(meta_schema)

    def _add(self, uri: str, document: Schema) -> Resource:
        """Registers a document with all that it embeds."""
        self.documents.setdefault(uri, document)
        first = Resource(uri, document, self._draft_of(document), uri, "")
        self._resources.setdefault(uri, first)
        stack: list[tuple[Schema, Resource, str]] = [(document, first, "")]
        while stack:
            here, owner, pointer = stack.pop()
            if isinstance(here, bool):
                continue
            owner = self._enter(here, owner, pointer, uri)
            for step, child in children(here):
                stack.append((child, owner, pointer + "".join(f"/{_escaped(part)}" for part in step)))
        return self._owners.get(id(document), first)

    def _enter(self, here: dict[str, Any], owner: Resource, pointer: str, document: str) -> Resource:
        """The resource that a schema belongs to, with its names noted."""
        old = owner.draft in OLD_DRAFTS
        keyword = "id" if owner.draft == "draft-04" else "$id"
        named = here.get(keyword)
        if isinstance(named, str) and not (old and "$ref" in here):
            uri, fragment = urldefrag(urljoin(owner.uri, named))
            if fragment and old:
                owner.anchors[unquote(fragment)] = (here, pointer)
            if uri and (uri != owner.uri or here is owner.schema) and not named.startswith("#"):
                draft = self._draft_of(here) if "$schema" in here else owner.draft
                owner = Resource(uri, here, draft, document, pointer)
                self._resources[uri] = owner
        self._owners[id(here)] = owner
        for name_word in ("$anchor", "$dynamicAnchor"):
            name = here.get(name_word)
            if isinstance(name, str):
                owner.anchors[name] = (here, pointer)
                if name_word == "$dynamicAnchor":
                    owner.dynamic.add(name)
        if "$dynamicRef" in here or "$recursiveRef" in here:
            self._dynamic = True
        return owner

    def _draft_of(self, schema: Schema) -> str:
        return draft_of(schema) if isinstance(schema, dict) and "$schema" in schema else self._draft

    def node(self, schema: Schema, resource: Resource, pointer: str, scope: tuple[Resource, ...]) -> Node:
        """The node of a schema."""
        if isinstance(schema, bool):
            key: tuple[int, int, tuple[int, ...]] = (-1 - schema, 0, ())
        else:
            key = (id(schema), id(resource), tuple(id(entry) for entry in scope))
        found = self._nodes.get(key)
        if found is None:
            known = known_keywords(resource.draft)
            if self._spoken is not None:
                known &= self._spoken
            if isinstance(schema, dict) and not known.issuperset(schema):
                schema = {word: value for word, value in schema.items() if word in known}
            found = self._nodes[key] = Node(schema, resource, pointer, scope, len(self._nodes))
        return found

    def child(self, node: Node, *step: str | int) -> Node:
        """The node of a subschema of ``node``: the keyword that holds it, and its key or index there."""
        schema: Any = node.schema
        for part in step:
            schema = schema[part]
        resource = self._owners.get(id(schema), node.resource) if isinstance(schema, dict) else node.resource
        pointer = node.pointer + "".join(f"/{_escaped(part)}" for part in step)
        return self.node(schema, resource, pointer, self._scope(node.scope, node.resource, resource))

    def _scope(self, scope: tuple[Resource, ...], left: Resource, entered: Resource) -> tuple[Resource, ...]:
        if not self._dynamic or (entered is left and scope):
            return scope
        # Entered once more, an outer resource still decides: keeping the first of each is enough, and ends.
        return scope if entered in scope else (*scope, entered)

    def targets(self, node: Node) -> Iterator[tuple[str, Node | None]]:
        """What the references of a schema lead to: the reference and the node, ``None`` where nothing is there."""
        schema = node.schema
        if isinstance(schema, bool):
            return
        if isinstance(schema.get("$ref"), str):
            yield schema["$ref"], self._resolve(node, schema["$ref"])
        draft = node.resource.draft
        if draft == "2020-12" and isinstance(schema.get("$dynamicRef"), str):
            yield schema["$dynamicRef"], self._dynamic_target(node, schema["$dynamicRef"])
        if draft == "2019-09" and isinstance(schema.get("$recursiveRef"), str):
            yield schema["$recursiveRef"], self._recursive_target(node)

    def _resolve(self, node: Node, reference: str) -> Node | None:
        uri, fragment = urldefrag(urljoin(node.resource.uri, reference))
        if reference.startswith("#"):
            uri = node.resource.uri
        resource = self._resources.get(uri)
        if resource is None:
            return None
        found = _locate(resource, unquote(fragment), self._owners)
        if found is None:
            return None
        schema, owner, pointer = found
        return self.node(schema, owner, pointer, self._scope(node.scope, node.resource, owner))

    def _dynamic_target(self, node: Node, reference: str) -> Node | None:
        first = self._resolve(node, reference)
        name = urldefrag(reference)[1]
        if first is None or name not in first.resource.dynamic:
            return first
        for resource in node.scope:
            if name in resource.dynamic:
                schema, pointer = resource.anchors[name]
                return self.node(schema, resource, pointer, self._scope(node.scope, node.resource, resource))
        return first

    def _recursive_target(self, node: Node) -> Node | None:
        first = self._resolve(node, "#")
        if first is None or not (isinstance(first.schema, dict) and first.schema.get("$recursiveAnchor") is True):
            return first
        for resource in node.scope:
            if isinstance(resource.schema, dict) and resource.schema.get("$recursiveAnchor") is True:
                scope = self._scope(node.scope, node.resource, resource)
                return self.node(resource.schema, resource, resource.pointer, scope)
        return first


def _locate(resource: Resource, fragment: str, owners: Mapping[int, Resource]) -> tuple[Schema, Resource, str] | None:
    """The schema that a fragment of a resource names, the resource that it belongs to, and its pointer."""
    if fragment and not fragment.startswith("/"):
        named = resource.anchors.get(fragment)
        return None if named is None else (named[0], resource, named[1])
    steps = steps_to(resource.schema, fragment)
    if steps is None or not isinstance(steps[-1], dict | bool):
        return None
    owner = resource
    for here in steps[1:]:
        owner = owners.get(id(here), owner) if isinstance(here, dict) else owner
    return steps[-1], owner, resource.pointer + fragment


def _escaped(part: str | int) -> str:
    return str(part).replace("~", "~0").replace("/", "~1")
