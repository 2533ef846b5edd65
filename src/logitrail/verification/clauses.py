"""One clause, read for what it affirms, denies, allows, demands and conditions."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from logitrail.scan.cues import Cue
from logitrail.types import Span
from logitrail.verification.features import Token

#: Kinds of cues whose words say how something is meant, not what it is about.
_MANNER = frozenset(("modality", "direction", "exception", "condition", "comparison", "outcome", "bound"))
#: Beside a modal word these make a condition: "shall not … without consent".
_LACKING = frozenset(("without", "未经"))
_RIGHT_BEFORE = 8
_NEGATORS = re.compile("[不未无没非勿莫毋别]")


@dataclass(frozen=True)
class Clause:
    """A clause with its cues.

    Attributes:
        start, end: Where it stands in the document.
        tokens: Its features with their positions.
        cues: Its cues, in order.
    """

    start: int
    end: int
    tokens: tuple[Token, ...]
    cues: tuple[Cue, ...]

    def within(self, start: int, end: int) -> Clause | None:
        """The part of it that lies in a stretch; ``None`` where none does."""
        if start <= self.start and self.end <= end:
            return self
        a, b = max(start, self.start), min(end, self.end)
        if a >= b:
            return None
        tokens = tuple(token for token in self.tokens if a <= token[1] and token[2] <= b)
        return Clause(a, b, tokens, tuple(cue for cue in self.cues if a <= cue.span.start and cue.span.end <= b))

    @cached_property
    def about(self) -> frozenset[str]:
        """What it is about: the features without the words that are cues, and without characters that deny."""
        taken = [(cue.span.start, cue.span.end) for cue in self.cues if cue.kind in _MANNER]
        return frozenset(
            token
            for token, start, end in self.tokens
            if not _NEGATORS.search(token) and not any(a < end and start < b for a, b in taken)
        )

    def governed(self, cue: Cue) -> frozenset[str]:
        """The first word that a cue governs: what stands right behind it. Nothing, for a bare "no"."""
        behind = [
            token[0]
            for token in self.tokens
            if token[0] in self.about and token[2] > cue.span.end - 1 and token[1] >= cue.span.start
        ]
        # Pairs of Chinese characters overlap: two of them are one word of three.
        return frozenset(behind[: 1 if behind and behind[0][0].isascii() else 2])

    def scoped(self, cue: Cue) -> frozenset[str]:
        """What it is about within the scope of a cue; all of it where the scope cannot be told."""
        if cue.scope is None:
            return self.about
        start, end = cue.scope.start, cue.scope.end
        return frozenset(token for token, at, _ in self.tokens if start <= at < end) & self.about

    def denies(self, cue: Cue) -> bool:
        """Whether a negation stands right before a cue: "not unfair"."""
        return any(0 <= cue.span.start - negation.span.end <= _RIGHT_BEFORE for negation in self.negations)

    def values(self, kind: str) -> frozenset[str]:
        """The values of the cues of one kind."""
        return frozenset(cue.value for cue in self.cues if cue.kind == kind)

    def has(self, kind: str, value: str | None = None) -> bool:
        """Whether it has a cue of a kind, and of a value where one is given."""
        return any(cue.kind == kind and value in (None, cue.value) for cue in self.cues)

    @cached_property
    def denials(self) -> int:
        """How many plain negations it has; those that are part of a word (unpaid) are the word's own."""
        return len(self.negations)

    @cached_property
    def negations(self) -> list[Cue]:
        """Its plain negations, in order."""
        plain = [cue for cue in self.cues if cue.kind == "negation" and cue.value == "not" and not affixed(cue)]
        return [cue for cue in plain if not (self.has("modality") and cue.span.text.lower() in _LACKING)]

    @cached_property
    def limits(self) -> list[Span]:
        """What its conditions and exceptions govern."""
        return [cue.scope for cue in self.conditions if cue.scope is not None and cue.kind != "negation"]

    def main(self, cues: Iterable[Cue]) -> list[Cue]:
        """Those of its cues that stand in no condition; of modal words, only what is not in the scope of another."""
        kept: list[Cue] = []
        for cue in cues:
            at = cue.span.start
            scopes = [other.scope for other in kept if other.scope is not None and other.kind == cue.kind == "modality"]
            if not any(span.start <= at < span.end for span in (*self.limits, *scopes)):
                kept.append(cue)
        return kept

    def contraries(self, position: int) -> int:
        """How often it turns what stands at a position into its contrary: prohibitions and exceptions."""
        return sum(
            cue.scope is not None and cue.scope.start <= position < cue.scope.end
            for cue in self.cues
            if cue.kind == "exception" or cue.value == "prohibited"
        )

    @cached_property
    def affixed(self) -> list[Cue]:
        """Its words with a negating prefix or suffix: unpaid, debt-free."""
        return [cue for cue in self.cues if cue.kind == "negation" and affixed(cue)]

    @cached_property
    def conditions(self) -> list[Cue]:
        """The cues that begin or mark a condition or an exception."""
        return [
            cue
            for cue in self.cues
            if cue.kind == "exception"
            or (cue.kind == "condition" and cue.value == "if")
            or (cue.kind == "negation" and self.has("modality") and cue.span.text.lower() in _LACKING)
        ]

    @cached_property
    def unconditional(self) -> list[Cue]:
        """The cues that say that no condition counts: always, no matter, 一律."""
        return [cue for cue in self.cues if cue.kind == "condition" and cue.value == "regardless"]


def affixed(cue: Cue) -> bool:
    """Whether a negation is part of a word: unpaid, debt-free."""
    return cue.scope is not None and cue.span.start <= cue.scope.start and cue.scope.end <= cue.span.end
