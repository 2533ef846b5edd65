"""A source, indexed: what was read of it is kept with it, so that the next claim finds it."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cached_property

from logitrail.scan import quantities
from logitrail.types import Quantity, Source
from logitrail.verification.aliases import Aliases
from logitrail.verification.document import Document
from logitrail.verification.passage import Passage, scanned
from logitrail.verification.tables import row_at

_KEY = "verification"

#: What may set the scale or the unit of numbers elsewhere in the text, so that it must be scanned as a whole.
_REACHES_FAR = re.compile(
    r"[|\t]|单位\s*[:为]|(?i:\bin\s+(?:[a-z$€£₹.]+\s+){0,3}(?:thousands|millions|billions|crores?|lakhs?)\b|\((?:thousands|millions|billions)\b)"
    r"|(?:₹|\$|£|€)\s?(?:in|m\b|bn\b|000)|['’]000"
)
#: One of these is in every text that the pattern matches; they are found at once.
_HINTS = ("|", "\t", "单位", "thousands", "millions", "billions", "crore", "lakh", "000", "$m", "€m", "£m", "₹")


class Index(Document):
    """A source with the passages that have been read of it."""

    def __init__(self, source: Source, aliases: Aliases) -> None:
        super().__init__(source.text, aliases, source.id)
        self._passages: dict[int, Passage] = {}

    def passage(self, sentence: int) -> Passage:
        """A sentence, read."""
        passage = self._passages.get(sentence)
        if passage is None:
            start, end = self.bounds[sentence]
            passage = Passage(self, start, end, self._quantities(start, end), row_at(self, sentence))
            self._passages[sentence] = passage
        return passage

    def _quantities(self, start: int, end: int) -> list[Quantity]:
        if self._as_a_whole is None:
            return scanned(self.text, start, end)
        first = bisect_left(self._as_a_whole, start, key=lambda quantity: quantity.span.start)
        last = bisect_left(self._as_a_whole, end, key=lambda quantity: quantity.span.start)
        return self._as_a_whole[first:last]

    @cached_property
    def _as_a_whole(self) -> list[Quantity] | None:
        far = any(hint in self.lower for hint in _HINTS) and _REACHES_FAR.search(self.plain)
        return quantities(self.text) if far else None


def index(source: Source, aliases: Aliases) -> Index:
    """The index of a source, built on first use and kept in ``source.derived``."""
    kept: dict[int, Index] = source.derived.setdefault(_KEY, {})
    if id(aliases) not in kept:
        kept[id(aliases)] = Index(source, aliases)
    return kept[id(aliases)]
