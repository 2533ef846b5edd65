"""What a claim is held against: its quote where it has one, else the sentences of the sources closest to it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from logitrail.scan.characters import plain
from logitrail.types import Span
from logitrail.verification.align import ranked
from logitrail.verification.clauses import Clause
from logitrail.verification.index import Index
from logitrail.verification.mention import Mention
from logitrail.verification.passage import Passage

#: How many sentences of all sources are close enough to be read at first.
CLOSE = 6
#: Below this part of the best sentence's share, another sentence is read only if something is not found.
_FAR = 0.35

_ELLIPSIS = re.compile(r"\s*(?:\.\.\.|…+|\[\.\.\.\]|\[…\])\s*")


@dataclass(frozen=True)
class Close:
    """A passage that a claim may be about.

    Attributes:
        passage: The sentence.
        share: The share of the claim's weight that it has, in [0, 1].
        start, end: The part of it that counts: all of it, or what the quote takes of it.
    """

    passage: Passage
    share: float
    start: int
    end: int

    @cached_property
    def clauses(self) -> list[Clause]:
        """The clauses of the part that counts."""
        parts = [clause.within(self.start, self.end) for clause in self.passage.clauses]
        return [part for part in parts if part is not None]

    @property
    def words(self) -> list[re.Match[str]]:
        """The words and marks of the part that counts."""
        found = self.passage.words
        if (self.start, self.end) == (self.passage.start, self.passage.end):
            return found
        return [word for word in found if self.start <= word.start() and word.end() <= self.end]

    @cached_property
    def mentions(self) -> list[Mention]:
        """The quantities of the part that counts."""
        return [m for m in self.passage.mentions if self.start <= m.start and m.end <= self.end]


class Evidence:
    """The evidence for one claim.

    Attributes:
        indexes: The sources.
        quotes: Where the quote stands: index, start, end of each part; empty without one, or where it stands nowhere.
        cited: Whether the claim came with a quote.
    """

    def __init__(self, indexes: Sequence[Index], claim: Passage, quote: str | None) -> None:
        self.indexes = indexes
        self._claim = claim
        self.cited = quote is not None
        self.quotes = [] if quote is None else find_quote(indexes, quote)

    @cached_property
    def close(self) -> list[Close]:
        """The passages to hold the claim against, best first; those of the quote in order."""
        if self.cited:
            return [
                Close(
                    index.passage(number), 1.0, max(start, index.bounds[number][0]), min(end, index.bounds[number][1])
                )
                for index, start, end in self.quotes
                for number in index.sentences_between(start, end)
            ]
        best = [
            (share, place, number)
            for place, index in enumerate(self.indexes)
            for share, number in ranked(index, self._claim.features, CLOSE)
        ]
        best.sort(key=lambda item: (-item[0], item[1], item[2]))
        best = [item for item in best if item[0] >= _FAR * best[0][0]]
        return [
            Close(passage, share, passage.start, passage.end)
            for share, place, number in best[:CLOSE]
            for passage in (self.indexes[place].passage(number),)
        ]

    def mentions(self) -> Iterator[tuple[Mention, Close]]:
        """The quantities of the close passages."""
        for close in self.close:
            for mention in close.mentions:
                yield mention, close

    def elsewhere(self) -> Iterator[tuple[Mention, Close]]:
        """The quantities of all other sentences of the sources; of none where a quote was given."""
        if not self.cited:
            yield from self.at_large()

    def at_large(self) -> Iterator[tuple[Mention, Close]]:
        """The quantities of all that is not close, whether or not a quote was given."""
        close = {(id(near.passage.document), near.passage.start): near for near in self.close}
        for index in self.indexes:
            for number, (start, end) in enumerate(index.bounds):
                near = close.get((id(index), start))
                if near is not None and near.start <= start and end <= near.end:
                    continue
                place = Close(index.passage(number), 0.0, start, end)
                for mention in place.mentions:
                    if near is None or not (near.start <= mention.start and mention.end <= near.end):
                        yield mention, place

    def span(self, close: Close, start: int | None = None, end: int | None = None) -> Span:
        """A stretch of a source, the passage itself by default."""
        document = close.passage.document
        a, b = close.start if start is None else start, close.end if end is None else end
        return Span(a, b, document.text[a:b], document.source)


def find_quote(indexes: Sequence[Index], quote: str) -> list[tuple[Index, int, int]]:
    """Where a quote stands word for word; its parts, where it leaves something out with an ellipsis.

    Full-width forms, odd blanks and kinds of apostrophes count as one, runs of blanks as one blank.
    """
    parts = [part for part in _ELLIPSIS.split(quote.strip()) if part.strip()]
    for index in indexes:
        found = _in_order(index, [quote.strip()]) or (_in_order(index, parts) if len(parts) > 1 else [])
        if found:
            return found
    return []


def _in_order(index: Index, parts: list[str]) -> list[tuple[Index, int, int]]:
    found: list[tuple[Index, int, int]] = []
    at = 0
    for part in parts:
        bounds = _find(index, part, at) if part else None
        if bounds is None:
            return []
        found.append((index, *bounds))
        at = bounds[1]
    return found


def _find(index: Index, part: str, at: int) -> tuple[int, int] | None:
    start = index.text.find(part, at)
    if start >= 0:
        return start, start + len(part)
    words = plain(part).split()
    if not words:
        return None
    match = re.compile(r"\s+".join(map(re.escape, words))).search(index.plain, at)
    return match.span() if match else None
