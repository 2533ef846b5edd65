"""Words that mean the reverse of each other: rose and fell, profit and loss, the greater of and the lesser of."""

from __future__ import annotations

from collections.abc import Iterator

from logitrail.scan.cues import Cue, opposed
from logitrail.types import Finding, Span
from logitrail.verification.clauses import Clause
from logitrail.verification.pairing import Pair
from logitrail.verification.subject import Subject

#: The code for taking a word for its reverse, by the kind of cue. What may be and what must be is for another check.
_CODES = {"direction": "DIRECTION_FLIPPED", "outcome": "OPPOSITE_WORD"}
_EXTREMES = frozenset(("max", "min"))


def opposites(subject: Subject) -> Iterator[Finding]:
    """A finding for each clause that has the reverse of the word in the clause it repeats."""
    for like in subject.pairs:
        if like and (code := _reversed(like)) is not None:
            pair = like[0]
            span = Span(
                pair.claim.start, pair.claim.end, subject.passage.document.text[pair.claim.start : pair.claim.end]
            )
            shown = subject.evidence.span(pair.close, pair.evidence.start, pair.evidence.end)
            yield subject.finding("opposites", code, span, shown)


def _reversed(like: list[Pair]) -> str | None:
    best = like[0]
    code = reverse(best.claim, best.evidence)
    if code is None:
        return None
    rivals = [pair for pair in like[1:] if pair.likeness >= best.likeness * 0.8]
    return code if all(reverse(pair.claim, pair.evidence) == code for pair in rivals) else None


def reverse(claim: Clause, evidence: Clause) -> str | None:
    """The code, where one clause has a word and the other its reverse, and none has both."""
    for one in claim.cues:
        code = "BOUND_FLIPPED" if one.value in _EXTREMES else _CODES.get(one.kind)
        if code is None:
            continue
        alike = [other for other in evidence.cues if (other.kind, other.value) == (one.kind, one.value)]
        if len(alike) == 1 and not evidence.denials and claim.denies(one):
            return "NEGATION_FLIPPED"  # not lower, where the evidence says lower
        # Not unfair is fair.
        against = [
            other for other in evidence.cues if opposed(one, other) and claim.denies(one) == evidence.denies(other)
        ]
        if not against:
            continue
        # Where a clause has both words, they may speak of different things.
        if not _has(evidence, one) and not any(_has(claim, other) for other in against):
            return code
    return None


def _has(clause: Clause, cue: Cue) -> bool:
    return clause.has(cue.kind, cue.value)
