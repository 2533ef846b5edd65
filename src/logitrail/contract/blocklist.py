"""Blocked words against decoded values: the one definition of "occurs" that the checks and the decoder share.

A word matches as a substring, ASCII letters in any case. A word that begins or ends with a digit does not match inside
a longer run of digits. A number is compared by value: 404, 404.0 and 4.04e2 are one.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from functools import lru_cache

from logitrail.contract.model import BlockRule
from logitrail.contract.paths import matches_start, parse_pointer

_LOWER = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}
_DIGITS = frozenset("0123456789")
_NUMBER = re.compile(r"[+-]?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")


def fold(text: str) -> str:
    """``text`` with ASCII letters in lower case; its length stays."""
    return text.lower() if text.isascii() else text.translate(_LOWER)


def read_number(text: str) -> Decimal | None:
    """A plain decimal number (optional sign, fraction and exponent; ASCII digits), or ``None`` for anything else."""
    if _NUMBER.fullmatch(text) is None:
        return None
    try:
        return Decimal(text)
    except InvalidOperation:  # an exponent of more than eighteen digits
        return None


class _WordIndex:
    """Words by length, so that a value is searched once whatever the number of words."""

    def __init__(self, words: Sequence[str]) -> None:
        by_length: dict[int, dict[str, str]] = {}
        for word in words:
            by_length.setdefault(len(word), {}).setdefault(fold(word), word)
        self._by_length = sorted(by_length.items(), reverse=True)
        self.numbers: dict[Decimal, str] = {}
        for word in words:
            number = read_number(word.strip())
            if number is not None:
                self.numbers.setdefault(number, word)

    def find(self, value: str) -> tuple[str, int, int] | None:
        folded = fold(value)
        for start in range(len(folded)):
            for length, words in self._by_length:
                word = words.get(folded[start : start + length])
                if word is not None and not _inside_digits(folded, start, start + length):
                    return word, start, start + length
        return None


def _inside_digits(value: str, start: int, end: int) -> bool:
    before = value[start] in _DIGITS and start > 0 and value[start - 1] in _DIGITS
    return before or (value[end - 1] in _DIGITS and end < len(value) and value[end] in _DIGITS)


@lru_cache(maxsize=128)
def _index(words: tuple[str, ...]) -> _WordIndex:
    return _WordIndex(words)


def find_blocked(value: str, words: Iterable[str]) -> tuple[str, int, int] | None:
    """The first blocked word in a decoded string: the word as listed, and its start and end in characters.

    Of words that start at the same place the longest is named. ``None`` when no word occurs.
    """
    return _index(tuple(words)).find(value)


def blocked_numbers(words: Iterable[str]) -> Mapping[Decimal, str]:
    """Those words that are plain decimal numbers, by value."""
    return _index(tuple(words)).numbers


def number_blocked(value: int | float | Decimal, words: Iterable[str]) -> str | None:
    """The blocked word that equals a number by value, or ``None``."""
    numbers = _index(tuple(words)).numbers
    if not numbers or isinstance(value, bool):
        return None
    if isinstance(value, float):
        if not math.isfinite(value):
            return None
        value = Decimal(repr(value))
    return numbers.get(Decimal(value))


@lru_cache(maxsize=1024)
def _segments(fields: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    return tuple(parse_pointer(field) for field in fields)


def covers(rule: BlockRule, path: Sequence[str | int], is_key: bool = False) -> bool:
    """Whether a rule applies to a place.

    Args:
        rule: The rule.
        path: Keys and indices from the root to the value. For an object key: the path of the object that has it, since
            a key is part of its object's value and no part of its own member's.
        is_key: Whether the place is an object key.
    """
    if rule.fields is None:
        return True
    place = tuple(path)
    return any(matches_start(segments, place) for segments in _segments(rule.fields))
