"""Enumerations in any letter case: the pattern that accepts them, and the way back to the canonical spelling."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from logitrail.contract.model import Spelling
from logitrail.contract.paths import ANY, matches_start

if TYPE_CHECKING:
    from logitrail.contract.contract import Contract

#: Only what both the grammar engine and JSON Schema's regex dialect read as an escape.
_SPECIAL = frozenset("\\^$.|?*+()[]{}/")


def letter_cases(char: str) -> tuple[str, ...]:
    """The character itself and its upper and lower case where those are single characters."""
    pair = (char.lower(), char.upper())
    return (char, *sorted({other for other in pair if len(other) == 1 and other != char}))


def pattern_of(members: Iterable[str]) -> str:
    """An anchored regular expression that matches each member in any letter case."""
    return "^(?:" + "|".join("".join(map(_char_class, member)) for member in members) + ")$"


def _char_class(char: str) -> str:
    cases = letter_cases(char)
    if len(cases) > 1:
        return "[" + "".join(sorted(cases)) + "]"
    return "\\" + char if char in _SPECIAL else char


def same_in_any_case(left: str, right: str) -> bool:
    """Whether two members accept a common text."""
    return len(left) == len(right) and all(
        not set(letter_cases(a)).isdisjoint(letter_cases(b)) for a, b in zip(left, right, strict=True)
    )


def member_of(text: str, canonical: Sequence[str]) -> str | None:
    """The member that ``text`` spells, or ``None``."""
    for member in canonical:
        if len(member) == len(text) and all(got in letter_cases(want) for got, want in zip(text, member, strict=True)):
            return member
    return None


def spelling_at(spellings: Iterable[Spelling], path: Sequence[str | int]) -> Spelling | None:
    """The spelling rule for the value at ``path``, or ``None``."""
    for spelling in spellings:
        if len(spelling.path) == len(path) and matches_start(spelling.path, path):
            return spelling
    return None


def canonicalize(contract: Contract, value: Any) -> Any:
    """A parsed value with its enumerations in canonical spelling; the value given is left as it is."""
    for spelling in contract.spellings:
        value = _rewrite(value, spelling.path, spelling.canonical)
    return value


def _rewrite(value: Any, path: tuple[str, ...], canonical: tuple[str, ...]) -> Any:
    if not path:
        found = member_of(value, canonical) if isinstance(value, str) else None
        return value if found is None else found
    step, rest = path[0], path[1:]
    if isinstance(value, dict):
        return {k: _rewrite(v, rest, canonical) if step in (ANY, k) else v for k, v in value.items()}
    if isinstance(value, list):
        return [_rewrite(v, rest, canonical) if step in (ANY, str(i)) else v for i, v in enumerate(value)]
    return value


def canonicalize_at(contract: Contract, value: Any, path: Sequence[str | int]) -> Any:
    """:func:`canonicalize` for a part of the output: the value that stands at ``path``."""
    for spelling in contract.spellings:
        if matches_start(spelling.path[: len(path)], path) and len(spelling.path) >= len(path):
            value = _rewrite(value, spelling.path[len(path) :], spelling.canonical)
    return value
