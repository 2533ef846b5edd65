"""A text as the verifier sees it: sentences, where each feature occurs, and what has been read of it so far.

Nothing is read before it is needed: where a feature stands is searched for on demand and remembered, sentences are
scanned when a claim comes near them. A second claim against the same text finds most of the work done.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections.abc import Iterable
from functools import cached_property

from logitrail.scan.characters import lower, plain
from logitrail.scan.clauses import sentences
from logitrail.verification.aliases import MARK, Aliases
from logitrail.verification.features import stem, surface_forms

#: A sentence longer than this is read in parts: nobody wrote it, and the work grows with the square of its length.
_LONGEST = 1_500
_BREAK = re.compile(r"[，,、；;|\s]")


def pieces(text: str) -> list[tuple[int, int]]:
    """Start and end of each sentence; a monstrous one in parts."""
    found: list[tuple[int, int]] = []
    for span in sentences(text):
        start = span.start
        while span.end - start > _LONGEST:
            cut = max((m.end() for m in _BREAK.finditer(text, start + _LONGEST // 2, start + _LONGEST)), default=0)
            found.append((start, cut or start + _LONGEST))
            start = found[-1][1]
        if text[start : span.end].strip():
            found.append((start, span.end))
    return found


class Document:
    """A text and its sentences.

    Attributes:
        text: As given.
        plain: One plain character for each of ``text``.
        lower: ``plain`` with ASCII letters in lower case.
        aliases: The names that count as one.
        source: The id of the source; ``None`` for an answer.
    """

    def __init__(self, text: str, aliases: Aliases, source: str | None = None) -> None:
        self.text = text
        self.aliases = aliases
        self.source = source
        self.plain = plain(text)
        self.lower = lower(self.plain)
        self._postings: dict[str, tuple[int, ...]] = {}
        self._weights: dict[str, int] = {}

    @cached_property
    def bounds(self) -> list[tuple[int, int]]:
        """Start and end of each sentence."""
        return pieces(self.text)

    @cached_property
    def _starts(self) -> list[int]:
        return [start for start, _ in self.bounds]

    def sentence_at(self, position: int) -> int | None:
        """The number of the sentence that holds a position, or the last before it; ``None`` before the first."""
        index = bisect_right(self._starts, position) - 1
        return index if index >= 0 else None

    def sentences_between(self, start: int, end: int) -> range:
        """The numbers of the sentences that overlap a stretch."""
        first = max(bisect_right(self._starts, start) - 1, 0)
        if self.bounds and self.bounds[first][1] <= start:
            first += 1
        return range(first, bisect_right(self._starts, end - 1))

    def postings(self, feature: str) -> tuple[int, ...]:
        """The sentences that a feature occurs in, in order."""
        found = self._postings.get(feature)
        if found is None:
            found = self._postings[feature] = tuple(dict.fromkeys(self._search(feature)))
        return found

    def weight(self, feature: str) -> int:
        """How much a feature tells: the rarer in this text, the more; one that is not in it, no more than the rarest.

        A whole number, so that sums do not depend on their order.
        """
        known = self._weights.get(feature)
        if known is None:
            rarity = (len(self.bounds) + 1) / (max(len(self.postings(feature)), 1) + 0.5)
            known = self._weights[feature] = round(1000 * (0.3 + math.log(rarity)))
        return known

    def total(self, features: Iterable[str]) -> int:
        """The weight of several features."""
        return sum(map(self.weight, features))

    def _search(self, feature: str) -> list[int]:
        if feature[0] in "=#":
            return []  # a value or a number, not a word
        if feature[0] == MARK:
            return sorted(index for name in self.aliases.names[feature] for index in self._found(name, None))
        if not feature[0].isascii():
            return self._found(feature, None)
        return sorted(index for form in surface_forms(feature) for index in self._found(form, feature))

    def _found(self, wanted: str, word: str | None) -> list[int]:
        text, found = self.lower, []
        at = text.find(wanted)
        while at >= 0:
            if word is None or self._is_word(at, word):
                index = self.sentence_at(at)
                if index is not None and at < self.bounds[index][1]:
                    found.append(index)
                    at = max(at, self.bounds[index][1] - 1)  # the rest of this sentence adds nothing
            at = text.find(wanted, at + 1)
        return found

    def _is_word(self, at: int, feature: str) -> bool:
        text = self.lower
        if at and text[at - 1].isalpha() and text[at - 1].isascii():
            return False
        match = _WORD.match(text, at)
        return match is not None and stem(match[0]) == feature


_WORD = re.compile(r"[a-zà-ÿ]+(?:['’][a-zà-ÿ]+)*")
