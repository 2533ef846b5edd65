"""Which blocked words kill which values: the smallest evidence that nothing is left to say."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from logitrail.contract.blocklist import blocked_numbers, covers, find_blocked, number_blocked
from logitrail.contract.explain import shown
from logitrail.contract.model import BlockRule
from logitrail.contract.paths import Path

def words_at(rules: Sequence[BlockRule], path: Path, *, is_key: bool = False) -> tuple[str, ...]:
    """All words that apply to a place."""
    return tuple(word for rule in rules if covers(rule, path, is_key) for word in rule.words)


def word_against(value: Any, rules: Sequence[BlockRule], path: Path) -> str | None:
    """A blocked word because of which ``value`` can never be written at ``path``, or ``None``.

    Args:
        value: A JSON value; in lists and objects everything is looked at, keys too.
        rules: The block rules of the contract.
        path: Where it would stand.
    """
    if isinstance(value, str):
        return word_in(value, rules, path)
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        return number_blocked(value, words_at(rules, path))
    return next((word for word in _inside(value, rules, path) if word is not None), None)


def word_in(text: str, rules: Sequence[BlockRule], path: Path, *, is_key: bool = False) -> str | None:
    """A blocked word that occurs in a string (or key) at a place, or ``None``."""
    hits = (find_blocked(text, (rule,)) for rule in rules if covers(rule, path, is_key))
    return next((hit[0] for hit in hits if hit is not None), None)


def _inside(value: Any, rules: Sequence[BlockRule], path: Path) -> Iterator[str | None]:
    if isinstance(value, dict):
        for key, child in value.items():
            yield word_in(key, rules, path, is_key=True)
            yield word_against(child, rules, (*path, key))
    else:
        for i, child in enumerate(value):
            yield word_against(child, rules, (*path, i))


def fewest_words(values: Sequence[Any], words: Sequence[str], rules: Sequence[BlockRule], path: Path) -> list[str]:
    """Words of which none can be spared, that together kill all values.

    Args:
        values: Values that are all dead.
        words: One word against each of them.
        rules: The block rules of the contract.
        path: Where the values would stand.
    """
    kills: dict[str, set[int]] = {}
    for word in dict.fromkeys(words):
        alone = [replace(rule, words=(word,)) for rule in rules if word in rule.words]
        kills[word] = {i for i, value in enumerate(values) if word == words[i] or word_against(value, alone, path)}
    chosen: list[str] = []
    left = set(range(len(values)))
    while left:
        best = max(kills, key=lambda word: len(kills[word] & left))
        chosen.append(best)
        left -= kills[best]
    for word in list(chosen):
        others = set().union(*(kills[other] for other in chosen if other != word))
        if len(others) == len(values):
            chosen.remove(word)
    return chosen


def describe(word: str, rules: Sequence[BlockRule]) -> str:
    """A blocked word with where it is blocked, for messages."""
    rule = next(rule for rule in rules if word in rule.words)
    scope = (
        "everywhere" if rule.fields is None else "at " + ", ".join(field or "the whole text" for field in rule.fields)
    )
    return f"blocked word {shown(word)} ({scope})"


def blocked_integers(low: int, high: int, step: int, rules: Sequence[BlockRule], path: Path) -> dict[int, str]:
    """Integers from ``low`` to ``high`` that are multiples of ``step`` and blocked, with the word that blocks each."""
    return {
        int(number): word
        for number, word in blocked_numbers(words_at(rules, path)).items()
        if low <= number <= high and number == number.to_integral_value() and int(number) % step == 0
    }


def quoted(words: Sequence[str]) -> str:
    """Words as JSON strings, separated by commas."""
    return ", ".join(json.dumps(word, ensure_ascii=False) for word in words)
