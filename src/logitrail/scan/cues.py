"""What a clause claims besides its numbers: negation, modality, direction, bounds, conditions, exceptions, outcomes.

Words come from data files, the longest word at each place; words that only look like a cue (不仅, 未来, 无锡, not only,
no doubt) are listed there too. Values are normalised, so that paraphrases compare equal: 不得, 禁止, "must not" and "no
person shall" are all ``prohibited``; 未 and 没有 are ``not``; 不超过 and "shall not exceed" are the bound ``<=``, no
negation.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, get_args

from logitrail.scan.characters import lower, plain
from logitrail.scan.clauses import clause_at, clauses
from logitrail.scan.cue_constructions import constructions
from logitrail.scan.cue_context import Raw, combined
from logitrail.scan.cue_judging import judged
from logitrail.scan.cue_lexicon import chinese, english, opposites
from logitrail.scan.cue_scope import scope_of
from logitrail.types import Span

CueKind = Literal["negation", "modality", "direction", "bound", "condition", "exception", "comparison", "outcome"]
CUE_KINDS: tuple[CueKind, ...] = get_args(CueKind)

#: A cue governs no more than so many characters on either side: a clause without marks may be as long as the text.
_FARTHEST = 300
_PREFIX = re.compile("non-?|un|dis|in|im|il|ir")
_DAY_OF_MAY = re.compile(r"may,?\s+\d")
_OF_MAY = re.compile(
    r"(?:\d(?:st|nd|rd|th)?|(?<![a-z])(?:in|of|since|by|until|from|to|early|late|mid|during|through))[\s-]$"
)
#: Constructions around a clause (除…外, 经…同意), and the kinds of cues that are a part of them.
_CLAUSES = frozenset(("exception", "condition"))
_INNER = frozenset(("exception", "condition", "outcome"))
_NEGATIVE = frozenset(("negation.not", "negation.hardly", "modality.prohibited", "modality.not_obliged"))


@dataclass(frozen=True, slots=True)
class Cue:
    """A word that decides what a clause claims.

    Attributes:
        kind: What it decides.
        value: What it says, alike for all words and both languages: ``not``, ``hardly``; ``prohibited``, ``obliged``,
            ``permitted``, ``not_obliged``, ``possible``; ``up``, ``down``, ``unchanged``, ``doubled``, ``halved``,
            ``to_loss`` …; ``>=``, ``>``, ``<=``, ``<``, ``max``, ``min``; ``if``, ``regardless``; ``except``,
            ``without``; ``year``, ``previous`` …; ``profit``, ``loss``, ``approved``, ``rejected`` …
        span: The words themselves.
        scope: What they govern, inside their clause; None where that cannot be told. For a negating prefix or suffix
            (unpaid, debt-free) it is the stem.
    """

    kind: CueKind
    value: str
    span: Span
    scope: Span | None = None

    @property
    def negative(self) -> bool:
        """Whether it turns what it governs into its contrary: "not", "must not", "need not"."""
        return f"{self.kind}.{self.value}" in _NEGATIVE

    @property
    def affixed(self) -> bool:
        """Whether it is a part of the word that it negates: unpaid, debt-free. ``scope`` is the rest of the word."""
        return self.scope is not None and self.span.start <= self.scope.start and self.scope.end <= self.span.end


def cues(text: str) -> list[Cue]:
    """The cues of a text, in order of their start, none inside another but in the scope of 除…外.

    Returns:
        Cues with positions in ``text``; ``source`` of their spans is None.
    """
    folded = lower(plain(text))
    parts = clauses(text)
    words, masked = _words(folded, text)
    known = combined(folded, [sure for raw in words if (sure := judged(folded, raw)) is not None])
    built = constructions(folded, [*masked, *((raw.start, raw.end) for raw in known)])
    around = [raw for raw in built if raw.kind in _CLAUSES and raw.end - raw.start > 3]
    inside = {at for raw in around for at in range(raw.start + 1, raw.end)}
    known = [raw for raw in known if raw.kind not in _INNER or raw.start not in inside] + built
    known.sort(key=lambda raw: (raw.start, -raw.end))
    limits = [raw.start for raw in known if raw.kind in _CLAUSES]
    return [_cue(text, folded, parts, raw, limits) for raw in known]


def opposed(one: Cue, other: Cue) -> bool:
    """Whether two cues cannot both hold of one thing: up and down, obliged and permitted, at least and at most."""
    return frozenset((f"{one.kind}.{one.value}", f"{other.kind}.{other.value}")) in opposites()


def _words(folded: str, text: str) -> tuple[list[Raw], list[tuple[int, int]]]:
    """The words that are cues, and where those stand that only look like one."""
    words: list[Raw] = []
    masked: list[tuple[int, int]] = []
    for lexicon in (chinese(), english()):
        for start, end, sense in lexicon.found(folded):
            if sense is None or (text.startswith("May", start) and _is_name(folded, start)):
                masked.append((start, end))
            elif sense[0] == "affixed":
                prefix = _PREFIX.match(folded, start, end)
                words.append(Raw("negation", sense[1], start, end, (prefix.end() if prefix else start, end)))
            else:
                words.append(Raw(*sense, start, end))
    return words, masked


def _is_name(folded: str, start: int) -> bool:
    """Whether ``May`` is the month, or a person: only at the beginning of a sentence is it the modal word."""
    if _DAY_OF_MAY.match(folded, start) or _OF_MAY.search(folded, max(0, start - 12), start):
        return True
    before = folded[max(0, start - 12) : start].rstrip(" \"'“‘(-•*")[-1:]
    return before not in ("", ".", "!", "?", ":", "\n", "。", ";")


def _cue(text: str, folded: str, parts: list[Span], raw: Raw, limits: list[int]) -> Cue:
    start, end = raw.start, raw.end
    if (clause := clause_at(parts, start)) is not None:
        start, end = max(clause.start, start - _FARTHEST), min(clause.end, end + _FARTHEST)
    scope = scope_of(folded, raw, start, end, limits)
    return Cue(
        raw.kind,  # type: ignore[arg-type]  # the data files hold no other kinds: a test reads them all
        raw.value,
        Span(raw.start, raw.end, text[raw.start : raw.end]),
        None if scope is None else Span(*scope, text[scope[0] : scope[1]]),
    )
