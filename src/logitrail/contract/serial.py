"""Contracts as plain data and back, and the fingerprints made of it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, get_args

from logitrail.contract.custom import custom_of
from logitrail.contract.exclusion import FLAGS
from logitrail.contract.grounding import read_grounding, without_sources
from logitrail.contract.keywords import closest
from logitrail.contract.model import (
    BlockRule,
    GrammarShape,
    JsonShape,
    Layout,
    Order,
    Prelude,
    RegexShape,
    Shape,
    Spelling,
)
from logitrail.contract.paths import render
from logitrail.contract.walk import MANY, NAMED, ONE
from logitrail.errors import ContractError

if TYPE_CHECKING:
    from logitrail.contract.contract import Contract

#: Version of the format; raised whenever an older reader would misread it.
VERSION = 1

_KEYS = ("contract", "shape", "order", "layout", "block", "spellings", "notes")
_OPTIONAL = ("after", "grounding")
_SHAPES = ("json", "regex", "grammar")


def to_dict(contract: Contract) -> dict[str, Any]:
    """The contract as JSON data. A Pydantic type cannot be part of it; a note says so."""
    notes = list(contract.notes)
    if contract.adapter is not None:
        notes.append("$: saved without its Python type: r.parsed is None, and its Python validators do not run")
    prelude = contract.prelude
    behind: dict[str, Any] = {}
    if prelude is not None:
        behind["after"] = {"marker": prelude.marker, "max_length": prelude.max_length}
    if contract.grounding is not None:
        behind["grounding"] = contract.grounding.to_dict()
        notes += contract.grounding.notes()
    return {
        "contract": VERSION,
        "shape": _shape_data(contract.shape),
        "order": contract.order,
        "layout": contract.layout,
        "block": [_block_data(rule) for rule in contract.block_rules],
        "spellings": [{"path": list(s.path), "canonical": list(s.canonical)} for s in contract.spellings],
        "notes": notes,
        **behind,
    }


def _shape_data(shape: Shape) -> dict[str, Any]:
    if isinstance(shape, JsonShape):
        data = {"json": json.loads(json.dumps(shape.schema))}
        if shape.registry:
            data["registry"] = json.loads(json.dumps(shape.registry))
        return data
    if isinstance(shape, RegexShape):
        return {"regex": shape.pattern}
    return {"grammar": shape.lark}


def _block_data(rule: BlockRule) -> dict[str, Any]:
    """Options stand there only where they differ from their defaults."""
    fields = None if rule.fields is None else list(rule.fields)
    if rule.custom is not None:
        return {"rule": rule.custom.name, "options": json.loads(rule.custom.options), "fields": fields}
    data: dict[str, Any] = {"words": list(rule.words), "fields": fields}
    if rule.except_in:
        data["except_in"] = list(rule.except_in)
    return data | {name: True for name in FLAGS if getattr(rule, name)}


def parts_of(data: Any) -> dict[str, Any]:
    """The arguments of ``Contract`` from what ``to_dict`` gave.

    Raises:
        ContractError: Another version, an unknown key, or a value of the wrong type (with its place).
    """
    _object(data, (*_KEYS, *_OPTIONAL), ())
    if data.get("contract") != VERSION or isinstance(data["contract"], bool):
        raise ContractError(
            f"expected format version {VERSION}, got {data.get('contract')!r}",
            path="$.contract",
            hint="save the contract again with the version of logitrail that made it, or upgrade",
        )
    for key in _KEYS:
        if key not in data:
            raise ContractError(f"expected the key {key!r}", path="$", hint="Contract.to_dict() writes all keys")
    for key, allowed in (("order", get_args(Order)), ("layout", get_args(Layout))):
        if data[key] not in allowed:
            raise ContractError(f"expected one of {', '.join(allowed)}, got {data[key]!r}", path=render((key,)))
    return {
        "shape": _read_shape(data["shape"]),
        "order": data["order"],
        "layout": data["layout"],
        "block_rules": tuple(
            _read_block(rule, ("block", i)) for i, rule in enumerate(_list(data["block"], ("block",)))
        ),
        "spellings": tuple(
            _read_spelling(item, ("spellings", i)) for i, item in enumerate(_list(data["spellings"], ("spellings",)))
        ),
        "notes": _strings(data["notes"], ("notes",)),
        "prelude": _read_prelude(data["after"]) if "after" in data else None,
        "grounding": read_grounding(data.get("grounding")),
    }


def _read_prelude(data: Any) -> Prelude:
    _object(data, ("marker", "max_length"), ("after",))
    marker, max_length = data.get("marker"), data.get("max_length")
    if not isinstance(marker, str) or not marker:
        raise ContractError(f"expected the marker as a string, got {marker!r:.80}", path="$.after.marker")
    if max_length is not None and (not isinstance(max_length, int) or isinstance(max_length, bool) or max_length < 0):
        raise ContractError(f"expected a number of characters, got {max_length!r:.80}", path="$.after.max_length")
    return Prelude(marker, max_length)


def _read_shape(data: Any) -> Shape:
    _object(data, (*_SHAPES, "registry"), ("shape",))
    registry = data.get("registry", {})
    data = {kind: value for kind, value in data.items() if kind != "registry"}
    if len(data) != 1 or (registry and "json" not in data):
        raise ContractError(f"expected exactly one of {', '.join(_SHAPES)}, got {len(data)}", path="$.shape")
    kind, value = next(iter(data.items()))
    if kind == "json":
        return JsonShape(value, registry)
    if not isinstance(value, str):
        raise ContractError(f"expected a string, got {type(value).__name__}", path=render(("shape", kind)))
    return RegexShape(value) if kind == "regex" else GrammarShape(value)


def _read_block(data: Any, place: tuple[str | int, ...]) -> BlockRule:
    custom = isinstance(data, Mapping) and "rule" in data
    _object(data, ("rule", "options", "fields") if custom else ("words", "fields", "except_in", *FLAGS), place)
    fields = data.get("fields")
    where = None if fields is None else _strings(fields, (*place, "fields"))
    if custom:
        options = data.get("options", {})
        if not isinstance(options, Mapping):
            raise ContractError("expected an object", path=render((*place, "options")))
        return BlockRule((), where, custom=custom_of(data["rule"], options))
    for name in FLAGS:
        if not isinstance(data.get(name, False), bool):
            raise ContractError(f"expected true or false, got {data[name]!r:.80}", path=render((*place, name)))
    return BlockRule(
        _strings(data.get("words"), (*place, "words")),
        where,
        except_in=_strings(data.get("except_in", ()), (*place, "except_in")),
        **{name: data.get(name, False) for name in FLAGS},
    )


def _read_spelling(data: Any, place: tuple[str | int, ...]) -> Spelling:
    _object(data, ("path", "canonical"), place)
    return Spelling(
        _strings(data.get("path"), (*place, "path")), _strings(data.get("canonical"), (*place, "canonical"))
    )


def _object(data: Any, known: Sequence[str], place: tuple[str | int, ...]) -> None:
    if not isinstance(data, Mapping):
        raise ContractError(f"expected an object, got {type(data).__name__}", path=render(place))
    for key in data:
        if key not in known:
            meant = closest(str(key), known)
            raise ContractError(
                f"unknown key {key!r}; known are {', '.join(known)}",
                path=render((*place, str(key))),
                hint=f"did you mean {meant!r}?" if meant else f"remove {key!r}",
            )


def _list(data: Any, place: tuple[str | int, ...]) -> Sequence[Any]:
    if isinstance(data, str) or not isinstance(data, Sequence):
        raise ContractError(f"expected a list, got {type(data).__name__}", path=render(place))
    return data


def _strings(data: Any, place: tuple[str | int, ...]) -> tuple[str, ...]:
    for i, item in enumerate(_list(data, place)):
        if not isinstance(item, str):
            raise ContractError(f"expected a string, got {type(item).__name__}", path=render((*place, i)))
    return tuple(data)


def fingerprint(contract: Contract) -> str:
    """SHA-256, in hexadecimal, of what may be said under the contract.

    Equal for contracts that differ only in notes, in the order of keys that has no meaning, or in the order of
    blocked words. The order of properties has a meaning: they are written in it.
    """
    return _hash(_what_may_be_said(contract))


def shape_fingerprint(contract: Contract) -> str:
    """Like the fingerprint, without the texts of sources: what is left of a grounded slot is what it asks for."""
    return _hash(without_sources(_what_may_be_said(contract)))


def _what_may_be_said(contract: Contract) -> dict[str, Any]:
    data = to_dict(contract)
    del data["notes"]
    if "json" in data["shape"]:
        data["shape"] = {**data["shape"], "json": _canonical(data["shape"]["json"])}
    for rule in data["block"]:
        rule.update({key: sorted(rule[key]) for key in ("words", "fields", "except_in") if rule.get(key)})
    data["block"].sort(key=lambda rule: json.dumps(rule, sort_keys=True))
    data["spellings"] = sorted(data["spellings"], key=json.dumps)
    return data


def _hash(data: dict[str, Any]) -> str:
    text = json.dumps(data, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


#: Where one of these stands beside ``properties``, the grammar engine orders properties by which comes first.
_JOINING = ("allOf", "anyOf", "oneOf", "$ref")


def _canonical(schema: Any) -> Any:
    """The schema with every order that has a meaning turned into a list, so that keys may then be sorted."""
    if not isinstance(schema, dict):
        return schema
    out: dict[str, Any] = {}
    for keyword, value in schema.items():
        if keyword in ONE and isinstance(value, dict):
            out[keyword] = _canonical(value)
        elif keyword in MANY and isinstance(value, list):
            out[keyword] = [_canonical(child) for child in value]
        elif keyword in ("properties", "patternProperties") and isinstance(value, dict):
            out[keyword] = [[name, _canonical(child)] for name, child in value.items()]
        elif keyword in NAMED and isinstance(value, dict):
            out[keyword] = {name: _canonical(child) for name, child in value.items()}
        else:
            out[keyword] = _ordered_data(value)
    if any(keyword in schema for keyword in _JOINING):
        out["order of keywords"] = list(schema)
    return out


def _ordered_data(value: Any) -> Any:
    """Instance data (``enum``, ``const``): objects are written in the order in which they are given."""
    if isinstance(value, dict):
        return [[key, _ordered_data(child)] for key, child in value.items()]
    if isinstance(value, list):
        return [_ordered_data(child) for child in value]
    return value
