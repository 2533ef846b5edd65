"""A schema as one flat dictionary: its references followed, the parts of ``allOf`` taken together.

Made for saying and showing what a contract asks for, not for deciding: what cannot be taken together (``not``,
conditions) is left out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from logitrail.contract.references import References
from logitrail.contract.walk import Schema

#: Key of the alternatives in a flat schema: a list of lists, one for each ``anyOf`` or ``oneOf``.
CHOICES = "choices"
#: Key of the identities of the schemas that went into a flat one.
ORIGINS = "origins"

_KEPT = frozenset(
    "additionalProperties description enum exclusiveMaximum exclusiveMinimum format items maxItems maxLength"
    " maxProperties maximum minItems minLength minProperties minimum multipleOf patternProperties prefixItems"
    " properties required type uniqueItems".split()
)
_LARGER = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
_SMALLER = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
#: Combinations of alternatives that are written out.
_MOST_COMBINED = 12


class Flattener:
    """Flattens the schemas of one document.

    Args:
        document: A valid schema.
    """

    def __init__(self, document: Schema) -> None:
        self._references = References(document)

    def flat(self, schema: Schema) -> dict[str, Any] | bool:
        """One schema and all that it refers to, flat; the schemas below stay as they are.

        Returns:
            ``pattern`` is a list, ``const`` an ``enum``; alternatives stand under ``CHOICES``. ``True`` where anything
            may stand, ``False`` where nothing is left.
        """
        return self._flat(schema, frozenset())

    def options(self, flat: dict[str, Any]) -> list[dict[str, Any]]:
        """The alternatives of a flat schema, each flat and together with what holds for all of them."""
        choices = flat.get(CHOICES, [])
        made: list[dict[str, Any]] = [{key: value for key, value in flat.items() if key != CHOICES}]
        for options in choices:
            if len(made) * len(options) > _MOST_COMBINED and len(made) > 1:
                break
            parts = [part for part in map(self.flat, options) if part is not False]
            both = (_both(base, part) for base in made for part in parts if isinstance(part, dict))
            made = [one for one in both if not isinstance(one, bool)] + (made if True in parts else [])
        return [option for one in made for option in (self.options(one) if CHOICES in one else [one])]

    def _flat(self, schema: Schema, chain: frozenset[int]) -> dict[str, Any] | bool:
        if isinstance(schema, bool) or id(schema) in chain:
            return True if id(schema) in chain else schema
        chain |= {id(schema)}
        out: dict[str, Any] | bool = _own(schema)
        target = self._references.target(schema)
        for part in [*([target] if target is not None else []), *schema.get("allOf", ())]:
            below = self._flat(part, chain)
            if below is False or out is False:
                return False
            if isinstance(below, dict) and isinstance(out, dict):
                out = _both(out, below)
        return out


def _own(schema: dict[str, Any]) -> dict[str, Any]:
    out = {key: value for key, value in schema.items() if key in _KEPT}
    out[ORIGINS] = frozenset({id(schema)})
    if isinstance(out.get("items"), list):  # a tuple, as older drafts write it
        out["prefixItems"] = out.pop("items")
        if "additionalItems" in schema:
            out["items"] = schema["additionalItems"]
    if "const" in schema:
        out["enum"] = [schema["const"]]
    if "pattern" in schema:
        out["pattern"] = [schema["pattern"]]
    choices = [schema[keyword] for keyword in ("anyOf", "oneOf") if schema.get(keyword)]
    if choices:
        out[CHOICES] = choices
    return out


def _both(left: dict[str, Any], right: dict[str, Any]) -> dict[str, Any] | bool:
    """A flat schema of what two ask for; properties in the order of the left one, then those that the right adds."""
    out = dict(left)
    for key, value in right.items():
        out[key] = _JOIN[key](left[key], value) if key in left and key in _JOIN else left.get(key, value)
        if key in ("enum", "type") and key in left and not out[key]:
            return False
    for closed in (left, right):
        if closed.get("additionalProperties") is False and "patternProperties" not in closed:
            names = closed.get("properties", {})
            known = {name: child for name, child in out.get("properties", {}).items() if name in names}
            if "properties" in out:
                out["properties"] = known
    return out


def _types(left: Any, right: Any) -> Any:
    listed = [left] if isinstance(left, str) else left
    others = [right] if isinstance(right, str) else right
    both = [kind for kind in listed if kind in others or (kind == "integer" and "number" in others)]
    both += [kind for kind in others if kind == "integer" and "number" in listed and kind not in both]
    return both[0] if len(both) == 1 else both


def _properties(left: dict[str, Schema], right: dict[str, Schema]) -> dict[str, Schema]:
    out = dict(left)
    for name, child in right.items():
        out[name] = {"allOf": [left[name], child]} if name in left else child
    return out


def _schemas(left: Any, right: Any) -> Any:
    if left is True or right is True:
        return right if left is True else left
    return False if left is False or right is False else {"allOf": [left, right]}


def _unique(left: list[Any], right: list[Any]) -> list[Any]:
    return [*left, *(item for item in right if item not in left)]


_JOIN: dict[str, Callable[[Any, Any], Any]] = {
    **dict.fromkeys(_LARGER, max),
    **dict.fromkeys(_SMALLER, min),
    "type": _types,
    "enum": lambda left, right: [value for value in left if value in right],
    "pattern": _unique,
    "required": _unique,
    "properties": _properties,
    "patternProperties": _properties,
    "additionalProperties": _schemas,
    "items": _schemas,
    CHOICES: lambda left, right: left + right,
    ORIGINS: lambda left, right: left | right,
}
