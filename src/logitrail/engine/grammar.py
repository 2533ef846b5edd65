"""Lowers a contract to the text of a grammar for llguidance, and reads its refusals back as paths and keywords."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from llguidance import LLMatcher, LLParserLimits, regex_to_lark

from logitrail.contract.model import GrammarShape, JsonShape, RegexShape
from logitrail.errors import ContractError, SchemaError

if TYPE_CHECKING:
    from logitrail.contract import Contract

#: Without forcing, a mask allows every token whose bytes keep the text completable, not the canonical one alone.
_OPTIONS = '%llguidance {"no_forcing": true}\n'

#: Item and key separators of the two layouts; whitespace elsewhere is never allowed, so no whitespace loop exists.
LAYOUTS: dict[str, tuple[str, str]] = {"compact": (",", ":"), "spaced": (", ", ": ")}

_SUBSCHEMA = ("additionalProperties", "items", "not", "if", "then", "else", "contains", "propertyNames")
_SUBSCHEMA_LISTS = ("allOf", "anyOf", "oneOf", "prefixItems")
_SUBSCHEMA_MAPS = ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas")


def lower(contract: Contract) -> str:
    """The contract's shape as Lark text with llguidance's extensions (the blocklist is not part of it)."""
    shape = contract.shape
    if isinstance(shape, JsonShape):
        return _lower_json(shape.schema, contract.layout)
    if isinstance(shape, RegexShape):
        return f"{_OPTIONS}start: /{regex_to_lark(shape.pattern, 'd')}/\n"
    return _OPTIONS + shape.lark


def _lower_json(schema: dict[str, Any] | bool, layout: str) -> str:
    names = list(LAYOUTS) if layout == "auto" else [layout]
    lines = [_OPTIONS, "start: " + " | ".join(names), "\n"]
    for name in names:
        item, key = LAYOUTS[name]
        options = {"item_separator": item, "key_separator": key, "whitespace_flexible": False}
        body = {**schema, "x-guidance": options} if isinstance(schema, dict) else {"x-guidance": options}
        if schema is False:
            body["not"] = {}
        lines.append(f"{name}: %json {json.dumps(body, ensure_ascii=False)}\n")
    return "".join(lines)


def limits() -> LLParserLimits:
    """Resources of the grammar engine; errors stay short because the grammar's text is in the contract anyway."""
    return LLParserLimits(verbose_errors=False)


def refusal(contract: Contract) -> ContractError | None:
    """Why the grammar engine cannot hold the contract's shape, or ``None`` when it can.

    The engine names a reason but no place. The place is found by compiling smaller and smaller parts of the schema.
    """
    reason = _compile(lower(contract))
    if reason is None:
        return None
    shape = contract.shape
    if isinstance(shape, RegexShape):
        return ContractError(
            f"the pattern {shape.pattern!r} cannot be compiled: {reason}",
            path="$",
            hint="look-around and back-references are not regular; spell the alternatives out",
        )
    if isinstance(shape, GrammarShape):
        place = re.search(r"\b(\d+)\((\d+)\)", reason)
        return ContractError(
            f"the grammar cannot be compiled: {reason}",
            path=f"grammar:{max(int(place[1]) - _OPTIONS.count(chr(10)), 1)}:{place[2]}" if place else "grammar",
            hint="the syntax is Lark as llguidance reads it; a grammar needs a rule named start",
        )
    assert isinstance(shape.schema, dict)
    path, keyword, reason = _locate(shape.schema, reason)
    return SchemaError(
        f"{keyword + ': ' if keyword else ''}cannot be enforced while decoding: {reason}",
        path=path,
        hint=f"remove {keyword!r} there, or say the same with type, enum, properties, items or pattern"
        if keyword
        else None,
    )


def _compile(lark: str) -> str | None:
    problem, messages = LLMatcher.validate_grammar_with_warnings(LLMatcher.grammar_from_lark(lark), limits=limits())
    return _short(messages[0]) if problem else None


def _short(message: str) -> str:
    lines = [line for line in message.strip().splitlines() if line.strip()]
    return lines[0].strip()[:300] if lines else "no reason given"


def _locate(schema: dict[str, Any], reason: str) -> tuple[str, str | None, str]:
    """Path, keyword and reason of the smallest part of the schema that fails by itself."""
    shared: dict[str, Any] = {k: schema[k] for k in ("$defs", "definitions", "$schema", "$id") if k in schema}
    here, path = schema, "$"
    while True:
        for step, child in _children(here):
            failed = _compile(_lower_json({**shared, **child}, "compact"))
            if failed is not None:
                here, path, reason = child, path + step, failed
                break
        else:
            break
    for keyword in here:
        if keyword in shared:
            continue
        rest = {k: v for k, v in here.items() if k != keyword}
        if _compile(_lower_json({**shared, **rest}, "compact")) is None:
            return path, keyword, reason
    return path, None, reason


def _children(schema: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for key in _SUBSCHEMA:
        if isinstance(schema.get(key), dict):
            yield f".{key}", schema[key]
    for key in _SUBSCHEMA_LISTS:
        for i, child in enumerate(schema.get(key) or ()):
            if isinstance(child, dict):
                yield f".{key}[{i}]", child
    for key in _SUBSCHEMA_MAPS:
        for name, child in (schema.get(key) or {}).items():
            if isinstance(child, dict):
                yield f".{key}.{name}", child
