"""Validators of single schemas of a document, made when first needed."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any, Protocol

import jsonschema_rs

from logitrail.contract.schema import formats_of
from logitrail.engine.lowering.documents import MADE, Documents, Node
from logitrail.engine.lowering.shapes import Goal

_DRAFTS = {
    "draft-04": ("http://json-schema.org/draft-04/schema#", jsonschema_rs.Draft4),
    "draft-06": ("http://json-schema.org/draft-06/schema#", jsonschema_rs.Draft6),
    "draft-07": ("http://json-schema.org/draft-07/schema#", jsonschema_rs.Draft7),
    "2019-09": ("https://json-schema.org/draft/2019-09/schema", jsonschema_rs.Draft201909),
    "2020-12": ("https://json-schema.org/draft/2020-12/schema", jsonschema_rs.Draft202012),
}


class Judge(Protocol):
    """Tells whether a value obeys."""

    def is_valid(self, instance: Any) -> bool: ...


class _Negated:
    def __init__(self, inner: Judge) -> None:
        self._inner = inner

    def is_valid(self, instance: Any) -> bool:
        return not self._inner.is_valid(instance)


def read_value(data: bytes) -> Any:
    """A JSON value, its fractions exact."""
    return json.loads(data, parse_float=Decimal)


class Validators:
    """Validators of the nodes of one set of documents.

    Args:
        documents: The schemas.
    """

    def __init__(self, documents: Documents) -> None:
        self._documents = documents
        self._registry: jsonschema_rs.Registry | None = None
        self._known: dict[Node, Judge | None] = {}

    def of(self, node: Node) -> Judge | None:
        """The validator of a node; ``None`` where what it means depends on how it was reached."""
        if node not in self._known:
            self._known[node] = self._make(node)
        return self._known[node]

    def _make(self, node: Node) -> Judge | None:
        if MADE in node.pointer:
            if not isinstance(node.schema, dict) or set(node.schema) != {"not"}:
                return None
            inner = self.of(self._documents.child(node, "not"))
            return None if inner is None else _Negated(inner)
        if node is self._documents.root and not self._documents.others:
            return jsonschema_rs.validator_for(
                self._documents.schema,
                validate_formats=True,
                formats=formats_of(node.resource.draft),
                offline=True,
            )
        if node.scope and node is not self._documents.root:
            return None
        name, draft = _DRAFTS[node.resource.draft]
        if self._registry is None:
            self._registry = jsonschema_rs.Registry(list(self._documents.documents.items()), draft=draft)
        try:
            wrapped = {"$schema": name, "$ref": node.address}
            return jsonschema_rs.validator_for(
                wrapped,
                registry=self._registry,
                validate_formats=True,
                formats=formats_of(node.resource.draft),
                offline=True,
            )
        except (jsonschema_rs.ValidationError, jsonschema_rs.ReferencingError, ValueError):
            return None  # the root is validated in any case

    def obeys(self, goal: Goal, value: Any) -> bool:
        """Whether a value obeys the schemas of a goal, as far as each can be validated by itself."""
        for node in goal:
            if node.schema is False:
                return False
            validator = None if node.schema is True else self.of(node)
            if validator is not None and not validator.is_valid(value):
                return False
        return True
