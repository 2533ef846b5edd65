"""Strict JSON with the place of every part.

``json`` reads the values; a second pass over the same text, valid by then, finds where each one stands, which keys
occur twice, and what every string and number says (the parsed value has lost the members that a later one replaced).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any, Literal

from logitrail.contract.paths import Path

Kind = Literal["key", "string", "number", "literal", "container"]

_TOKEN = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[{}\[\],:]|[^\s{}\[\],:"]+')


@dataclass(frozen=True, slots=True)
class Part:
    """A key or a value in a JSON text.

    Attributes:
        path: Keys and indices from the root; for a key, the path of the member that it names.
        kind: What stands there.
        start: Offset of its first character; quotes belong to it.
        end: Offset after its last character.
        value: The decoded string, the number or literal; ``None`` for containers.
    """

    path: Path
    kind: Kind
    start: int
    end: int
    value: Any


@dataclass(frozen=True, slots=True)
class JsonText:
    """A JSON text, read.

    Attributes:
        text: The text itself.
        value: The parsed value; numbers with a fraction or an exponent are ``Decimal``.
        parts: All keys and values: a container stands after its members, a key before its value.
        repeated: Keys that an earlier member of the same object has already, in order.
    """

    text: str
    value: Any
    parts: tuple[Part, ...]
    repeated: tuple[Part, ...]


class JsonTextError(ValueError):
    """The text is not JSON.

    Attributes:
        reason: What is wrong.
        line: Line of the first character that cannot be, from 1.
        column: Column in characters, from 1.
    """

    def __init__(self, reason: str, text: str, offset: int) -> None:
        self.reason = reason
        self.line, self.column = line_column(text, offset)
        super().__init__(f"{reason} at line {self.line}, column {self.column}")


def line_column(text: str, offset: int) -> tuple[int, int]:
    """Line and column, both from 1, of a character offset."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def read_json(text: str) -> JsonText:
    """Parses a JSON text.

    Raises:
        JsonTextError: It is not JSON; ``NaN``, ``Infinity``, numbers beyond any computation and nesting beyond what the
            parser holds are not JSON here.
    """
    try:
        value = json.loads(text, parse_constant=_refuse_constant, parse_float=_read_decimal, parse_int=_read_int)
    except json.JSONDecodeError as error:
        raise JsonTextError(error.msg[:1].lower() + error.msg[1:], text, error.pos) from None
    except _TokenError as error:
        raise JsonTextError(error.reason, text, _find_bare(text, error.token)) from None
    except RecursionError:
        raise JsonTextError("nested too deeply", text, 0) from None
    parts: list[Part] = []
    repeated: list[Part] = []
    for part, again in _scan(text):
        parts.append(part)
        if again:
            repeated.append(part)
    return JsonText(text, value, tuple(parts), tuple(repeated))


class _TokenError(Exception):
    """A token that the grammar of JSON allows, or that Python's parser does, and that is no value here."""

    def __init__(self, token: str, reason: str) -> None:
        super().__init__(reason)
        self.token = token
        self.reason = reason


def _refuse_constant(name: str) -> Any:
    raise _TokenError(name, f"{name} is not JSON")


def _read_decimal(token: str) -> Decimal:
    try:
        return Decimal(token)
    except InvalidOperation:  # an exponent of more than eighteen digits
        raise _TokenError(token, "a number is out of range") from None


def _read_int(digits: str) -> int | Decimal:
    # Python refuses to convert integers of more than some thousand digits; Decimal has no such limit.
    return int(digits) if len(digits) < 4000 else Decimal(digits)


def _find_bare(text: str, name: str) -> int:
    return next((m.start() for m in _TOKEN.finditer(text) if m[0] == name), 0)


def _scan(text: str) -> Iterator[tuple[Part, bool]]:
    """Parts of a valid JSON text, each with whether it is a key for the second time."""
    steps: list[str | int] = []
    opened: list[int] = []
    seen: list[set[str]] = []
    expects_key = False
    for match in _TOKEN.finditer(text):
        token, start, end = match[0], match.start(), match.end()
        if token in "{[":
            opened.append(start)
            steps.append("" if token == "{" else 0)
            seen.append(set())
            expects_key = token == "{"
        elif token in "}]":
            steps.pop()
            seen.pop()
            yield Part(tuple(steps), "container", opened.pop(), end, None), False
            expects_key = False
        elif token == ",":
            last = steps[-1]
            if isinstance(last, int):
                steps[-1] = last + 1
            else:
                expects_key = True
        elif token == ":":
            expects_key = False
        elif expects_key:
            key = json.loads(token)
            steps[-1] = key
            yield Part(tuple(steps), "key", start, end, key), key in seen[-1]
            seen[-1].add(key)
        elif token[0] == '"':
            yield Part(tuple(steps), "string", start, end, json.loads(token)), False
        elif token[0] in "-0123456789":
            yield Part(tuple(steps), "number", start, end, _read_number(token)), False
        else:
            yield Part(tuple(steps), "literal", start, end, json.loads(token)), False


def _read_number(token: str) -> int | Decimal:
    return _read_int(token) if token.lstrip("-").isdigit() else Decimal(token)
