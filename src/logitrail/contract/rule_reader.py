"""Reads one rule: every key is asked for by type, and what is not of that type is refused with its place."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from decimal import Decimal
from typing import Any

from logitrail.contract.document import Document
from logitrail.contract.explain import shown
from logitrail.contract.keywords import closest
from logitrail.contract.paths import Path, render
from logitrail.errors import RuleError


class Reader:
    """A mapping in a rule document, and its place.

    Args:
        data: What stands at the place; anything but a mapping with string keys is refused.
        path: Keys and indices from the root of the document.
        document: Where it came from.
    """

    def __init__(self, data: Any, path: Path, document: Document) -> None:
        self.path = path
        self.document = document
        if not isinstance(data, Mapping):
            raise self.error(
                f"expected a dictionary, got {shown(data)}", hint='a rule looks like {"type": "text", "max_length": 80}'
            )
        for key in data:
            if not isinstance(key, str):
                raise self.error(f"expected a string as key, got {key!r}", hint=f'"{key}"')
        self.data: Mapping[str, Any] = data

    def error(
        self, message: str, key: str | None = None, *, hint: str | None = None, at_key: bool = False
    ) -> RuleError:
        """An error at a key of this mapping (or at the mapping itself)."""
        place = self.path if key is None else (*self.path, key)
        if self.document.name is not None:
            message = f"{message} (at {render(place)})"
        return RuleError(message, path=self.document.where(place, key=at_key), hint=hint)

    def only(self, known: Collection[str], what: str) -> None:
        """Refuses keys that ``what`` does not have."""
        for key in self.data:
            if key not in known:
                meant = closest(key, known)
                raise self.error(
                    f"unknown key {key!r} for {what}; it takes {', '.join(sorted(known))}",
                    key,
                    hint=f"did you mean {meant!r}?" if meant else f"remove {key!r}",
                    at_key=True,
                )

    def wrong(self, key: str, wanted: str, *, hint: str | None = None) -> RuleError:
        """``expected …, got …`` at a key."""
        return self.error(f"{key}: expected {wanted}, got {shown(_json(self.data[key]))}", key, hint=hint)

    def text(self, key: str) -> str | None:
        """A string, or ``None`` where the key is missing."""
        if key not in self.data:
            return None
        value = self.data[key]
        if not isinstance(value, str):
            raise self.wrong(key, "a string")
        return value

    def flag(self, key: str, *, default: bool) -> bool:
        """A boolean."""
        value = self.data.get(key, default)
        if not isinstance(value, bool):
            raise self.wrong(key, "true or false")
        return value

    def count(self, key: str) -> int | None:
        """An integer that is not negative, or ``None`` where the key is missing."""
        value = self.integer(key)
        if value is not None and value < 0:
            raise self.wrong(key, "0 or more")
        return value

    def integer(self, key: str) -> int | None:
        """An integer, or ``None`` where the key is missing."""
        if key not in self.data:
            return None
        value = self.data[key]
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.wrong(key, "an integer", hint='decimals: {"type": "number"}' if _is_number(value) else None)
        return value

    def number(self, key: str) -> int | float | None:
        """A finite number, or ``None`` where the key is missing."""
        if key not in self.data:
            return None
        value = self.data[key]
        if not _is_number(value):
            raise self.wrong(key, "a number")
        if not math.isfinite(value):
            raise self.wrong(key, "a finite number", hint=f"leave {key!r} out for no bound")
        return value if isinstance(value, int) else float(value)

    def scalars(self, key: str) -> list[Any]:
        """A list, not empty, of strings, numbers, booleans or ``None``."""
        if key not in self.data:
            raise self.error(f"expected the key {key!r}", hint=f'"{key}": ["active", "inactive"]')
        values = self.data[key]
        if isinstance(values, str) or not isinstance(values, Sequence) or not values:
            raise self.wrong(key, "a list with at least one value", hint=f'"{key}": ["active", "inactive"]')
        return [self.scalar(value, key) for value in values]

    def scalar(self, value: Any, key: str) -> Any:
        """A string, a finite number, a boolean or ``None``."""
        if isinstance(value, str):
            if not _encodable(value):
                raise self.error(f"{key}: {value!r} is not valid Unicode", key)
            return value
        if value is None or isinstance(value, bool):
            return value
        if _is_number(value) and math.isfinite(value):
            return value if isinstance(value, int) else float(value)
        raise self.error(
            f"{key}: expected a string, a finite number, true, false or null, got {shown(_json(value))}", key
        )

    def words(self, key: str) -> tuple[str, ...]:
        """A list, not empty, of strings."""
        values = self.data[key]
        if isinstance(values, str) or not isinstance(values, Sequence) or not values:
            hint = f'"{key}": ["{values}"]' if isinstance(values, str) else None
            raise self.wrong(key, "a list of words", hint=hint)
        for word in values:
            if not isinstance(word, str):
                raise self.error(
                    f"{key}: expected words, got {shown(_json(word))}", key, hint=f'write it in quotes: "{word}"'
                )
        return tuple(dict.fromkeys(values))

    def inner(self, key: str) -> Reader:
        """The mapping under a key."""
        if key not in self.data:
            raise self.error(f"expected the key {key!r}", hint=f'"{key}": {{"type": "text"}}')
        return Reader(self.data[key], (*self.path, key), self.document)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float | Decimal) and not isinstance(value, bool)


def _encodable(text: str) -> bool:
    return not any(0xD800 <= ord(char) < 0xE000 for char in text)


def _json(value: Any) -> Any:
    """``value``, or its representation where JSON has no such thing."""
    if isinstance(value, float | Decimal) and not math.isfinite(value):
        return str(value)
    return value if isinstance(value, str | int | float | bool | list | dict | None) else repr(value)
