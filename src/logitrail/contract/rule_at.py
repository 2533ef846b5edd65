"""What a contract asks for at a place of the output, in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from logitrail.contract.explain import listed
from logitrail.contract.model import JsonShape, RegexShape
from logitrail.contract.phrases import ENGLISH
from logitrail.contract.places import children_at
from logitrail.contract.references import References
from logitrail.contract.spelling import spelling_at
from logitrail.contract.walk import Schema

if TYPE_CHECKING:
    from logitrail.contract.contract import Contract


def rule_at(contract: Contract, path: Sequence[str | int]) -> str:
    """The rule for the value at a place: ``an integer from 1 to 10``, ``one of "a", "b"``, ``a list of 3 items``.

    Args:
        contract: The contract. Words that it blocks are no part of the answer.
        path: Keys and indices from the root.
    """
    shape = contract.shape
    if isinstance(shape, RegexShape):
        return f"a text that matches {shape.pattern}"
    if not isinstance(shape, JsonShape):
        return "a text of the grammar"
    spelling = spelling_at(contract.spellings, path)
    if spelling is not None:
        return ENGLISH.any_case.format(ENGLISH.one_of.format(listed(spelling.canonical)))
    words = _Words(shape.schema).at(shape.schema, tuple(str(step) for step in path), frozenset())
    return words or "any value"


def property_names(contract: Contract, path: Sequence[str | int]) -> list[str]:
    """Names that the schema gives to the properties of the object at a place, in its order."""
    if not isinstance(contract.shape, JsonShape):
        return []
    schema = contract.shape.schema
    return list(dict.fromkeys(_Words(schema).names(schema, tuple(str(step) for step in path), frozenset())))


class _Words:
    """Follows a schema down a path, through references and combinations."""

    def __init__(self, document: Schema) -> None:
        self._references = References(document)

    def at(self, schema: Schema, rest: tuple[str, ...], chain: frozenset[int]) -> str | None:
        """What is asked for at the end of ``rest``, or ``None`` where nothing is."""
        if isinstance(schema, bool):
            return None if schema else "no value"
        if id(schema) in chain:
            return None
        chain |= {id(schema)}
        parts = [self._own(schema, rest)]
        target = self._references.target(schema)
        if target is not None:
            parts.append(self.at(target, rest, chain))
        parts += [self.at(part, rest, chain) for part in schema.get("allOf", ())]
        for keyword in ("anyOf", "oneOf"):
            options = _unique(self.at(option, rest, chain) for option in schema.get(keyword, ()))
            # Below an object the alternatives without this property say "no value" about it.
            possible = [option for option in options if option != "no value"]
            parts.append(" or ".join(possible or options) or None)
        return " and ".join(_unique(parts)) or None

    def names(self, schema: Schema, rest: tuple[str, ...], chain: frozenset[int]) -> list[str]:
        """Property names at the end of ``rest``."""
        if isinstance(schema, bool) or id(schema) in chain:
            return []
        chain |= {id(schema)}
        found: list[str] = []
        if rest:
            for child in children_at(schema, rest[0]):
                found += self.names(child, rest[1:], frozenset())
        else:
            found += [*schema.get("properties", ()), *schema.get("required", ())]
        target = self._references.target(schema)
        inner = [part for keyword in ("allOf", "anyOf", "oneOf") for part in schema.get(keyword, ())]
        for part in inner if target is None else [*inner, target]:
            found += self.names(part, rest, chain)
        return found

    def _own(self, schema: dict[str, Any], rest: tuple[str, ...]) -> str | None:
        if rest:
            return " or ".join(_unique(self.at(c, rest[1:], frozenset()) for c in children_at(schema, rest[0]))) or None
        return ENGLISH.leaf(schema)


def _unique(parts: Iterable[str | None]) -> list[str]:
    return list(dict.fromkeys(part for part in parts if part))
