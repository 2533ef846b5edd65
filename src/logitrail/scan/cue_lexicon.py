"""The words of the cues as patterns: each language one pattern, which at each place finds the longest word."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from logitrail.scan.words import any_of, lines

#: What a word says: the kind and the value of its cue, or None for a word that only looks like one.
Sense = tuple[str, str] | None


class Lexicon:
    """The words of one language, found in folded lower-case text.

    Args:
        senses: What each word says.
        start: What must stand at a word's beginning, as a pattern.
        end: What must follow a word.
    """

    def __init__(self, senses: dict[str, Sense], start: str, end: str) -> None:
        self.senses = senses
        by_first: dict[str, list[str]] = {}
        for word in senses:
            by_first.setdefault(word[0], []).append(word)
        self._patterns = {first: re.compile(any_of(words, end)) for first, words in by_first.items()}
        self._first = re.compile(f"{start}[{re.escape(''.join(sorted(by_first)))}]")

    def found(self, text: str) -> Iterator[tuple[int, int, Sense]]:
        """Where the words stand, the longest at each place, and what they say; None for what only looks like a cue."""
        after = 0
        for first in self._first.finditer(text):
            if first.start() < after:
                continue
            match = self._patterns[first[0]].match(text, first.start())
            if match is not None:
                after = match.end()
                word = match[0]
                yield match.start(), after, self.senses[word if word in self.senses else " ".join(word.split())]


@cache
def chinese() -> Lexicon:
    """The Chinese cues."""
    senses: dict[str, Sense] = {}
    for head, words in _entries("cues_chinese.txt"):
        senses.update(dict.fromkeys(words.split(), head))
    return Lexicon(senses, "", "")


@cache
def english() -> Lexicon:
    """The English cues."""
    senses: dict[str, Sense] = {}
    for head, words in _entries("cues_english.txt"):
        phrases = words.split() if head and head[0] == "affixed" else (word.strip() for word in words.split("|"))
        senses.update(dict.fromkeys((phrase for phrase in phrases if phrase), head))
    return Lexicon(senses, r"(?:(?<![a-z0-9'-])|(?<=[a-z])(?=n't))", "(?![a-z0-9]|-[a-z])")


@cache
def opposites() -> frozenset[frozenset[str]]:
    """Pairs ``kind.value`` that exclude each other."""
    pairs: set[frozenset[str]] = set()
    for line in lines("cue_opposites.txt"):
        one, _, others = line.partition(" x ")
        pairs.update(frozenset((one, other)) for other in others.split())
    return frozenset(pairs)


def _entries(name: str) -> list[tuple[Sense, str]]:
    entries: list[tuple[Sense, str]] = []
    for line in lines(name):
        head, _, words = line.partition(":")
        kind, _, value = head.partition(" ")
        entries.append((None if kind == "pseudo" else (kind, value), words))
    return entries
