"""Blocked words the plain way: searched in the parsed value, independent of how the library does it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Any


def seen(text: str) -> str:
    """A text without what is not seen by itself: a zero-width blank does not end a number."""
    return "".join(char for char in text if unicodedata.category(char) not in ("Cf", "Mn"))


def occurs(word: str, value: str) -> bool:
    """Whether a word occurs in a text: ASCII letters in any case, digits not within a longer run of digits."""
    for found in re.finditer(f"(?={re.escape(word)})", value, re.ASCII | re.IGNORECASE):
        before = word[0].isdigit() and seen(value[: found.start()])[-1:].isdigit()
        behind = word[-1].isdigit() and seen(value[found.start() + len(word) :])[:1].isdigit()
        if not before and not behind:
            return True
    return False


def strings(value: Any) -> Iterator[str]:
    """Every string and key in a parsed value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, child in value.items():
            yield key
            yield from strings(child)
    elif isinstance(value, list):
        for child in value:
            yield from strings(child)


def numbers(value: Any) -> Iterator[Decimal]:
    """Every number in a value parsed with ``parse_float=Decimal``."""
    if isinstance(value, int | Decimal) and not isinstance(value, bool):
        yield Decimal(value)
    elif isinstance(value, dict | list):
        for child in value.values() if isinstance(value, dict) else value:
            yield from numbers(child)


def read_float(text: str) -> float | int:
    """For ``parse_float``: floats, but integers that a float would miss as they are."""
    exact = Decimal(text)
    return float(text) if Decimal(float(text)) == exact or exact != exact.to_integral_value() else int(exact)


def found_in(words: Iterable[str], value: Any) -> list[str]:
    """The words that a value holds, numbers compared by value."""
    known = set(numbers(value))
    return [
        word
        for word in words
        if any(occurs(word, text) for text in strings(value))
        or (re.fullmatch(r"-?\d+(\.\d+)?", word) is not None and Decimal(word) in known)
    ]
