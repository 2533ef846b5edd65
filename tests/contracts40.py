"""Forty contracts of all kinds, for tests that want many."""

from __future__ import annotations

from typing import Any

import logitrail as lt

S: dict[str, Any] = {"type": "string"}
I: dict[str, Any] = {"type": "integer"}  # noqa: E741
N: dict[str, Any] = {"type": "number"}
B: dict[str, Any] = {"type": "boolean"}


def closed(**properties: Any) -> dict[str, Any]:
    """An object with exactly these properties."""
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def _tree() -> dict[str, Any]:
    node = closed(
        name={"type": "string", "maxLength": 8}, children={"type": "array", "items": {"$ref": "#/$defs/node"}}
    )
    return {"$defs": {"node": node}, "$ref": "#/$defs/node"}


SCHEMAS: dict[str, Any] = {
    "null": {"type": "null"},
    "boolean": B,
    "integer": I,
    "number": N,
    "text": S,
    "anything but an object": {"type": ["null", "boolean", "integer", "string"]},
    "a constant": {"const": {"kind": "a", "of": [1, 2.5, None, "é"]}},
    "an enumeration": {"enum": ["active", "inactive", "pending", 7, None, ["x"]]},
    "an enumeration in Chinese": closed(状态={"enum": ["已完成", "进行中", "未开始"]}),
    "five fields": closed(
        name=S, age={"type": "integer", "minimum": 0, "maximum": 150}, ok=B, score=N, kind={"enum": ["a", "b"]}
    ),
    "an optional field": {
        "type": "object",
        "properties": {"a": S, "b": I, "c": B},
        "required": ["b"],
        "additionalProperties": False,
    },
    "no required field": {
        "type": "object",
        "properties": {"a": I, "b": {"enum": ["x", "y"]}},
        "additionalProperties": False,
    },
    "an open object": {"type": "object", "properties": {"a": I}, "required": ["a"]},
    "a map": {"type": "object", "additionalProperties": {"type": "integer", "minimum": 10, "maximum": 99}},
    "nested objects": closed(outer=closed(inner=closed(x={"type": "string", "maxLength": 3}))),
    "a list": {"type": "array", "items": {"type": "integer", "minimum": 0, "maximum": 9}},
    "a list of two to four": {"type": "array", "items": {"enum": ["p", "q"]}, "minItems": 2, "maxItems": 4},
    "nested lists": {"type": "array", "minItems": 2, "items": {"type": "array", "minItems": 2, "items": B}},
    "a tuple": {"type": "array", "prefixItems": [I, S, B], "items": False, "minItems": 3},
    "a list of objects": {"type": "array", "items": closed(id=I, tag={"enum": ["red", "blue"]}), "minItems": 1},
    "a short text": {"type": "string", "minLength": 3, "maxLength": 6},
    "a text of forty": {"type": "string", "minLength": 40},
    "a pattern": {"type": "string", "pattern": "^[A-Z]{3}-[0-9]{4}$"},
    "a pattern with a choice": {"type": "string", "pattern": "^(?:cat|category|dog)(?:s|ish)?$"},
    "a pattern in Chinese": {"type": "string", "pattern": "^[一二三四五]{2,4}$"},
    "a date": closed(day={"type": "string", "format": "date"}),
    "a time stamp": closed(at={"type": "string", "format": "date-time"}),
    "an e-mail address": closed(mail={"type": "string", "format": "email"}),
    "a UUID": closed(id={"type": "string", "format": "uuid"}),
    "an integer in a range": closed(level={"type": "integer", "minimum": -12, "maximum": 345}),
    "a multiple of five": closed(n={"type": "integer", "multipleOf": 5, "minimum": 5}),
    "a number between": closed(x={"type": "number", "exclusiveMinimum": 0.25, "exclusiveMaximum": 0.5}),
    "one of two objects": {"anyOf": [closed(cat=I), closed(dog=B)]},
    "all of two": {
        "allOf": [
            {"type": "object", "properties": {"a": I}, "required": ["a"]},
            {"properties": {"b": B}, "required": ["b"]},
        ]
    },
    "nullable": closed(a={"anyOf": [{"type": "null"}, {"type": "string", "maxLength": 4}]}),
    "a recursion": _tree(),
    "a linked list": {
        "$defs": {"n": closed(v=B, next={"anyOf": [{"type": "null"}, {"$ref": "#/$defs/n"}]})},
        "$ref": "#/$defs/n",
    },
    "awkward keys": closed(**{'a"b\\c': I, "": B, "é 键 😀": {"const": "\n\t/"}}),
    "texts that look like JSON": closed(a={"enum": ['{"x":1}', '","', '\\"', "}]"]}),
    "a long enumeration": {"enum": [f"value {i:03d}" for i in range(200)]},
}
"""Name → JSON Schema: forty of them."""

BLOCKLISTS: dict[str, list[str]] = {
    "text": ["a", "e", "敏感词", "42"],
    "anything but an object": ["1", "x"],
    "an enumeration": ["active"],
    "an enumeration in Chinese": ["进行"],
    "five fields": ["0", "b", "敏感词"],
    "an open object": ["1", "z", "k9"],
    "a list": ["0", "1", "7"],
    "a short text": ["aa", "404", "4"],
    "a text of forty": ["a", "b", "c", "d1", "敏"],
    "a pattern with a choice": ["cat"],
    "a pattern in Chinese": ["一一", "二"],
    "an integer in a range": ["0", "7", "-1"],
    "a recursion": ["x", "0"],
    "texts that look like JSON": ["x"],
    "a long enumeration": ["000", "value 001", "2"],
}
"""Name → words that are blocked in half of the runs."""


def contract(name: str, *, blocked: bool = False) -> lt.Contract:
    """The contract of that name, without or with its blocklist."""
    made = lt.Contract.from_schema(SCHEMAS[name])
    return made.excluding(BLOCKLISTS[name]) if blocked else made
