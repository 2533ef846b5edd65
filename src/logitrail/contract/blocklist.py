"""Blocked words against decoded values: the one definition of "occurs" that the checks and the decoder share.

Words and values are folded alike (:mod:`logitrail.contract.folding`). A word matches as a substring, but one that
begins or ends with a digit not inside a longer run of digits; the options of its rule change how the value is read
(:mod:`logitrail.contract.lanes`). A number is compared by value: 404, 404.0 and 4.04e2 are one.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from typing import NamedTuple

from logitrail.contract.folding import compositions, fold_char, is_filler
from logitrail.contract.lanes import Lane
from logitrail.contract.model import BlockRule
from logitrail.contract.paths import matches_start, parse_pointer

_NUMBER = re.compile(r"[+-]?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")


class Hit(NamedTuple):
    """A blocked word in a value: as listed, with its start and end in characters of the value."""

    word: str
    start: int
    end: int


def read_number(text: str) -> Decimal | None:
    """A plain decimal number (optional sign, fraction and exponent; ASCII digits), or ``None`` for anything else."""
    if _NUMBER.fullmatch(text) is None:
        return None
    try:
        return Decimal(text)
    except InvalidOperation:  # an exponent of more than eighteen digits
        return None


class _Reading:
    """A value as a lane reads it: characters that count, and where each came from."""

    def __init__(self, lane: Lane, value: str) -> None:
        self._lane = lane
        self._value = value
        chars: list[str] = []
        self._origin: list[int] = []
        for i, char in enumerate(value):
            folded = lane.folded(char)
            chars.append(folded)
            self._origin.extend([i] * len(folded))
        self.text = "".join(chars)

    def stands(self, start: int, end: int) -> bool:
        """Whether what lies between has an edge on either side where its ends ask for one."""
        lane, text = self._lane, self.text
        before = lane.kind(text[start - 1]) if start and not self._apart(start) else False
        after = lane.kind(text[end]) if end < len(text) and not self._apart(end) else False
        first, last = lane.kind(text[start]), lane.kind(text[end - 1])
        if lane.whole:
            return lane.edge(before, first) and lane.edge(last, after)
        return not (first and before) and not (last and after)

    def _apart(self, at: int) -> bool:
        """Whether something that is an edge was skipped before a character."""
        skipped = self._value[self._origin[at - 1] + 1 : self._origin[at]]
        return self._lane.gapped and any(map(is_filler, "".join(map(fold_char, skipped))))

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Characters of the value."""
        return self._origin[start], self._origin[end - 1] + 1


class _RuleIndex:
    """The words of a rule by length, so that a value is searched once whatever the number of words."""

    def __init__(self, rule: BlockRule) -> None:
        self.lane = Lane.of(rule)
        by_length: dict[int, dict[str, str]] = {}
        for word in rule.words:
            for folded in map(self.lane.folded, compositions(word)):
                if folded:
                    by_length.setdefault(len(folded), {}).setdefault(folded, word)
        self._by_length = sorted(by_length.items(), reverse=True)
        forms = (form for phrase in rule.except_in for form in compositions(phrase))
        self._phrases = [phrase for phrase in map(self.lane.folded, forms) if phrase]
        #: How far before its end anything matters to a word: itself, its excuse, and what stands before.
        self.reach = max([*by_length, *map(len, self._phrases)], default=0) + 1

    def hits(self, value: str) -> Iterator[Hit]:
        reading = _Reading(self.lane, value)
        text = reading.text
        excused = [
            (found.start(), found.start() + len(phrase))
            for phrase in self._phrases
            for found in re.finditer(f"(?={re.escape(phrase)})", text)
            if reading.stands(found.start(), found.start() + len(phrase))
        ]
        for start in range(len(text)):
            for length, words in self._by_length:
                end = start + length
                word = words.get(text[start:end])
                if word is None or not reading.stands(start, end):
                    continue
                if any(first <= start and end <= last and (first, last) != (start, end) for first, last in excused):
                    continue
                yield Hit(word, *reading.span(start, end))


@lru_cache(maxsize=256)
def _index(rule: BlockRule) -> _RuleIndex:
    return _RuleIndex(rule)


def find_blocked(value: str, rules: Iterable[BlockRule]) -> Hit | None:
    """The first blocked word in a decoded string; of words that start at the same place the longest.

    Args:
        value: The decoded string.
        rules: Rules that cover its place.
    """
    firsts = [hit for rule in rules if (hit := next(_index(rule).hits(value), None)) is not None]
    return min(firsts, key=lambda hit: (hit.start, -hit.end), default=None)


def each_blocked(value: str, rule: BlockRule) -> Iterator[Hit]:
    """Every word of a rule that a decoded string holds, where it is first found."""
    seen: set[str] = set()
    for hit in _index(rule).hits(value):
        if hit.word not in seen:
            seen.add(hit.word)
            yield hit


class AcrossHit(NamedTuple):
    """A blocked word that goes on from one value into the next.

    Attributes:
        word: As listed.
        first: Number of the value in which it begins.
        last: Number of the value in which it ends.
    """

    word: str
    first: int
    last: int


def find_across(values: Sequence[str], rule: BlockRule) -> Iterator[AcrossHit]:
    """Blocked words in runs of two or more values, each run read as one text; at most one for each value.

    What a single value holds by itself is found by :func:`find_blocked`, and left out here.

    Args:
        values: The decoded strings that the rule covers, in the order of the document.
        rule: A rule that goes on across fields.
    """
    index = _index(rule)
    seen = [(i, len(folded)) for i, value in enumerate(values) if (folded := index.lane.folded(value))]
    done = {i for i, _ in seen if next(index.hits(values[i]), None) is not None}
    for at in range(1, len(seen)):
        run = [seen[at][0]]
        between = 0
        for i, length in reversed(seen[:at]):
            run.insert(0, i)
            for hit in index.hits("".join(values[k] for k in run)):
                first, last = _value_at(values, run, hit.start), _value_at(values, run, hit.end - 1)
                if last not in done:
                    done.add(last)
                    yield AcrossHit(hit.word, first, last)
            between += length
            if between > index.reach:  # what lies further back has no part in what ends here
                break


def _value_at(values: Sequence[str], run: Sequence[int], offset: int) -> int:
    """Which value of a run holds a character of its text."""
    for i in run:
        if offset < len(values[i]):
            return i
        offset -= len(values[i])
    raise AssertionError("an offset beyond the text")


@lru_cache(maxsize=256)
def _numbers(words: tuple[str, ...]) -> dict[Decimal, str]:
    found: dict[Decimal, str] = {}
    for word in words:
        number = read_number(unicodedata.normalize("NFKC", word.strip()))
        if number is not None:
            found.setdefault(number, word)
    return found


def blocked_numbers(words: Iterable[str]) -> Mapping[Decimal, str]:
    """Those words that are plain decimal numbers, by value."""
    return _numbers(tuple(words))


def number_blocked(value: int | float | Decimal, words: Iterable[str]) -> str | None:
    """The blocked word that equals a number by value, or ``None``."""
    numbers = _numbers(tuple(words))
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


def covers(rule: BlockRule, path: Sequence[str | int]) -> bool:
    """Whether a rule applies to a place.

    Args:
        rule: The rule.
        path: Keys and indices from the root to the value. For an object key: the path of the object that has it, since
            a key is part of its object's value and no part of its own member's.
    """
    if rule.fields is None:
        return True
    place = tuple(path)
    return any(matches_start(segments, place) for segments in _segments(rule.fields))
