"""Which clause of the evidence says what a clause of the claim says, or its opposite: their content must agree."""

from __future__ import annotations

import re
from dataclasses import dataclass

from logitrail.verification.aliases import MARK
from logitrail.verification.align import covered
from logitrail.verification.clauses import Clause
from logitrail.verification.evidence import Close, Evidence
from logitrail.verification.passage import Passage

#: The share of the content that must agree, in both directions, before two clauses are held against each other.
LIKE = 0.6
#: The same for a quote: it was chosen for the claim.
QUOTED = 0.45
#: The share from which they are taken to speak of one thing in nearly the same words.
CLOSE = 0.8
#: The share from which one of them says nothing that the other does not.
ALL = 0.8
_LEAST = 2
_BOUNDARY = re.compile(r"[\s，,、；;：:。.！!？?“”\"'（(]")


@dataclass(frozen=True, slots=True)
class Pair:
    """A clause of the claim with one of the evidence.

    Attributes:
        claim, evidence: The two clauses.
        close: The passage of the second.
        there: The share of the claim's clause that the passage has, in [0, 1].
        back: The share of the evidence's clause that the claim has, in [0, 1].
        own: The share of the claim's clause that the evidence's clause alone has, in [0, 1].
    """

    claim: Clause
    evidence: Clause
    close: Close
    there: float
    back: float
    own: float

    @property
    def likeness(self) -> float:
        """The worse of the two shares."""
        return min(self.there, self.back)


def pairs(passage: Passage, evidence: Evidence) -> list[list[Pair]]:
    """For each clause of a claim, the clauses of the evidence that are like it, best first."""
    said = passage.about
    most = QUOTED if evidence.cited else LIKE
    found: list[list[Pair]] = []
    for clause in passage.clauses:
        like: list[Pair] = []
        if _repeated(passage, clause, evidence):
            found.append([])
            continue
        if len(clause.about) >= _LEAST or any(token[0] == MARK for token in clause.about):
            for close in evidence.close:
                if close.share < LIKE / 2:
                    continue
                document, others = close.passage.document, close.clauses
                there: float | None = None
                for other in others:
                    if clause.about.isdisjoint(other.about):
                        continue
                    own = covered(document, clause.about, other.about)
                    if own < LIKE / 2:
                        continue
                    if there is None:
                        whole = frozenset[str]().union(*(each.about for each in others))
                        there = covered(document, clause.about, whole)
                    back = covered(document, other.about, said)
                    if _enough(there, back, most):
                        like.append(Pair(clause, other, close, there, back, own))
        like.sort(key=lambda pair: (-pair.likeness, -pair.own))
        found.append(like)
    return found


def _repeated(passage: Passage, clause: Clause, evidence: Evidence) -> bool:
    """Whether a clause stands word for word as a clause of the evidence."""
    text = passage.document.plain[clause.start : clause.end]
    for close in evidence.close:
        plain = close.passage.document.plain
        at = plain.find(text, close.start, close.end)
        if at >= 0 and (at == 0 or _BOUNDARY.match(plain[at - 1])):
            return True
    return False


def _enough(there: float, back: float, most: float) -> bool:
    """Whether two clauses speak of one thing: both for the most part, or one of them is all in the other."""
    return min(there, back) >= most or (back >= CLOSE and there >= LIKE / 2) or (there >= ALL and back >= LIKE / 1.5)
