"""Sets of Unicode scalar values, as sorted ranges."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Iterable
from functools import cache

#: Inclusive ranges, sorted, apart from each other.
CharSet = tuple[tuple[int, int], ...]

LAST = sys.maxunicode
#: Everything but the surrogates, which no UTF-8 text holds.
ALL: CharSet = ((0, 0xD7FF), (0xE000, LAST))


def of(*ranges: tuple[int, int] | str) -> CharSet:
    """A set of ranges, and of the characters of strings."""
    listed: list[tuple[int, int]] = []
    for part in ranges:
        if isinstance(part, str):
            listed += [(ord(char), ord(char)) for char in part]
        else:
            listed.append(part)
    return union(listed)


def union(ranges: Iterable[tuple[int, int]]) -> CharSet:
    """Ranges in any order as a set."""
    out: list[tuple[int, int]] = []
    for low, high in sorted(ranges):
        if out and low <= out[-1][1] + 1:
            out[-1] = (out[-1][0], max(out[-1][1], high))
        else:
            out.append((low, high))
    return tuple(out)


def complement(chars: CharSet) -> CharSet:
    """All scalar values that are not in the set."""
    out: list[tuple[int, int]] = []
    at = 0
    for low, high in chars:
        if at < low:
            out.append((at, low - 1))
        at = high + 1
    if at <= LAST:
        out.append((at, LAST))
    return intersection(tuple(out), ALL)


def intersection(left: CharSet, right: CharSet) -> CharSet:
    """What both sets hold."""
    out: list[tuple[int, int]] = []
    i = j = 0
    while i < len(left) and j < len(right):
        low, high = max(left[i][0], right[j][0]), min(left[i][1], right[j][1])
        if low <= high:
            out.append((low, high))
        if left[i][1] < right[j][1]:
            i += 1
        else:
            j += 1
    return tuple(out)


def in_any_case(chars: CharSet) -> CharSet:
    """The set with every letter in both cases, as far as case is one character to one."""
    found: list[tuple[int, int]] = list(chars)
    for low, high in chars:
        if high - low < 2_000:
            for code in range(low, high + 1):
                found += [(ord(c), ord(c)) for c in (chr(code).lower(), chr(code).upper()) if len(c) == 1]
    return intersection(union(found), ALL)


DIGITS = of((0x30, 0x39))
WORD = of((0x30, 0x39), (0x41, 0x5A), (0x61, 0x7A), "_")
#: White space of ECMA-262.
SPACES = of("\t\n\x0b\x0c\r \xa0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff", (0x2000, 0x200A))
LINE_ENDS = of("\n\r\u2028\u2029")


@cache
def _categories() -> dict[str, CharSet]:
    found: dict[str, list[tuple[int, int]]] = {}
    start, current = 0, unicodedata.category("\0")
    for code in range(1, LAST + 2):
        here = unicodedata.category(chr(code)) if code <= LAST else ""
        if here != current:
            found.setdefault(current, []).append((start, code - 1))
            start, current = code, here
    return {name: intersection(tuple(ranges), ALL) for name, ranges in found.items()}


_LONG_NAMES = {
    "Letter": "L", "Number": "N", "Punctuation": "P", "Symbol": "S", "Separator": "Z", "Mark": "M", "Other": "C",
    "Uppercase_Letter": "Lu", "Lowercase_Letter": "Ll", "Decimal_Number": "Nd", "Alphabetic": "L", "Uppercase": "Lu",
    "Lowercase": "Ll", "digit": "Nd", "punct": "P",
}  # fmt: skip


def category(name: str) -> CharSet | None:
    """Characters of a general category (``L``, ``Lu``, ``Letter``, ``gc=L``); ``None`` for what is none."""
    name = name.split("=")[-1]
    name = _LONG_NAMES.get(name, name)
    found = [ranges for known, ranges in _categories().items() if known == name or known[0] == name]
    return union(pair for ranges in found for pair in ranges) if found else None
