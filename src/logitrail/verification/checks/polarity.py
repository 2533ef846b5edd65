"""Affirmed and denied, allowed, demanded and forbidden: a claim may not turn one into another."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from logitrail.scan.cues import Cue, opposed
from logitrail.types import Finding, Span
from logitrail.verification.align import known
from logitrail.verification.clauses import Clause
from logitrail.verification.features import akin, features
from logitrail.verification.pairing import CLOSE, Pair
from logitrail.verification.passage import Passage
from logitrail.verification.subject import Subject

Stance = Literal["affirmed", "denied", "permitted", "prohibited", "obliged", "not_obliged"]

#: (claim, evidence): what contradicts, and whether only near-identical wording is enough to say so.
_CONFLICTS: dict[tuple[Stance, Stance], tuple[str, bool]] = {
    ("affirmed", "denied"): ("NEGATION_FLIPPED", False),
    ("denied", "affirmed"): ("NEGATION_FLIPPED", False),
    ("permitted", "denied"): ("NEGATION_FLIPPED", False),
    ("denied", "permitted"): ("NEGATION_FLIPPED", True),
    ("affirmed", "prohibited"): ("NEGATION_FLIPPED", True),
    ("prohibited", "affirmed"): ("NEGATION_FLIPPED", True),
    ("denied", "obliged"): ("NEGATION_FLIPPED", True),
    ("obliged", "denied"): ("NEGATION_FLIPPED", True),
    ("permitted", "prohibited"): ("MODALITY_CHANGED", False),
    ("prohibited", "permitted"): ("MODALITY_CHANGED", False),
    ("obliged", "prohibited"): ("MODALITY_CHANGED", False),
    ("prohibited", "obliged"): ("MODALITY_CHANGED", False),
    ("obliged", "permitted"): ("MODALITY_CHANGED", False),
    ("permitted", "obliged"): ("MODALITY_CHANGED", True),
    ("obliged", "not_obliged"): ("MODALITY_CHANGED", False),
    ("not_obliged", "obliged"): ("MODALITY_CHANGED", False),
}


#: A bound with a negation inside it: "neither party's liability shall exceed", 不超过.
_DENIES = re.compile(r"(?i)[不未无没]|\b(?:no|not|neither|nor|never|none)\b|n't\b")


#: Who may choose whether to do something need not do it.
_CHOICE = re.compile(
    r"(?i)\b(?:choose|elect|option|optional|discretion|voluntary|liberty|whether)\b|自行|自主|自愿|选择|酌情|是否"
)
_NEARLY = 0.8
#: A prefix may belong to a name of its own (unemployed, unlisted): only "-free" and its like turn the bare word round.
_PREFIXED = re.compile(r"(?i)(?:un|in|im|il|ir|dis|non)")
_HALF = 0.5
_NEGATIVE_OUTCOMES = frozenset(
    "hardly rejected void denied lose unfair not_guilty loss deficit unchanged halved to_loss closed".split()
)
#: Further words that say that something is not so.
_LACKS = re.compile(
    r"[不未无没非否拒缺免停止禁失废除勿莫]|\b(?:fail|refus|lack|absen|exclud|exempt|only|zero|nil|stop|ceas|end|unless|except|less|few|"
    r"stay|remain|still|instead|rather)"
)
_NEAR = 12
_AUXILIARY = re.compile(
    r"(?i)(?:shall|must|may|can|should|no|neither|nobody|none|nothing|do|does|is|are)\b|cannot|can't|mustn't|[^a-z]"
)


def polarity(subject: Subject) -> Iterator[Finding]:
    """A finding for each clause that says the opposite of the clause it repeats, or the same."""
    conflicts = [found for like in subject.pairs if (found := _conflict(like, subject.passage)) is not None]
    for code, pair in conflicts:
        yield subject.finding("polarity", code, _said(subject, pair.claim), _shown(subject, pair))
    if not conflicts and subject.cited and (clause := _denied_alone(subject)) is not None:
        shown = subject.evidence.span(subject.evidence.close[0])
        yield subject.finding("polarity", "NEGATION_FLIPPED", _said(subject, clause), shown)


def _denied_alone(subject: Subject) -> Clause | None:
    """The clause that denies or forbids, where the quote speaks of the same and has no negative word of any sort."""
    said = [clause for clause in subject.passage.clauses if clause.cues]
    negative = [(clause, cue) for clause in said for cue in clause.cues if _negative(cue)]
    if len(negative) != 1 or subject.passage.row is not None:
        return None
    clause, cue = negative[0]
    plain = cue in clause.main(clause.negations) or (cue.value == "prohibited" and _AUXILIARY.match(cue.span.text))
    close = subject.evidence.close
    if not plain or clause.conditions or any(_DENIES.search(c.span.text) for c in clause.cues if c.kind == "bound"):
        return None
    there = [other for place in close for part in place.clauses for other in part.cues]
    if any(_negative(other) or other.value == "obliged" for other in there):
        return None  # to have to be accompanied is not to be allowed alone
    if any(_LACKS.search(place.passage.document.lower, place.start, place.end) for place in close):
        return None
    whole = frozenset[str]().union(*(place.passage.features for place in close))
    return clause if known(close[0].passage.document, subject.passage.about, whole) >= _HALF else None


def _negative(cue: Cue) -> bool:
    return cue.negative or cue.kind == "exception" or cue.value in _NEGATIVE_OUTCOMES


def _conflict(like: list[Pair], whole: Passage) -> tuple[str, Pair] | None:
    """The conflict with the clause that is most like the claim's, unless another one, nearly as like it, agrees."""
    judged = [(pair, _between(pair, whole)) for pair in like if pair.likeness >= like[0].likeness * _NEARLY]
    best = next(((code, pair) for pair, code in judged if code is not None), None)
    if best is None:
        return None
    key = _key(best[1])
    for pair, code in judged:
        if code is None and pair.own >= best[1].own * _NEARLY and key & pair.evidence.about:
            return None  # it speaks of what is denied as well
    return best


def _key(pair: Pair) -> frozenset[str]:
    """What is denied, allowed or demanded in a pair."""
    key: frozenset[str] = frozenset()
    for clause in (pair.claim, pair.evidence):
        for cue in clause.cues:
            if cue.kind == "negation":
                key |= clause.governed(cue)
            elif cue.kind == "modality":
                key |= clause.scoped(cue)
    return key


def _between(pair: Pair, whole: Passage) -> str | None:
    alike = len(pair.claim.negations) == len(pair.evidence.negations)
    claim, evidence = stance(pair.claim, alike), stance(pair.evidence, alike)
    if claim is None or evidence is None:
        return None
    if _is_the_exception(pair, whole):
        return None
    if claim == evidence == "affirmed" and _undone(pair.claim, pair.evidence):
        return "NEGATION_FLIPPED"
    conflict = _CONFLICTS.get((claim, evidence))
    if conflict is None:
        return None
    if not _bears_on(pair.claim, pair.evidence, pair.close.passage):
        return None
    if not _bears_on(pair.evidence, pair.claim, whole):
        return None
    if {claim, evidence} == {"affirmed", "prohibited"} and not (_modal(pair.claim) or _modal(pair.evidence)):
        return None
    if _in_a_word(pair.claim, pair.evidence) or _in_a_word(pair.evidence, pair.claim):
        return None
    code, strict = conflict
    if strict and pair.likeness < CLOSE:
        return None
    if _bounds_turned(pair.claim, pair.evidence):
        return None
    said, there = _terms(pair.claim, pair.evidence), _terms(pair.evidence, pair.claim)
    # What is granted on a condition is not forbidden outright.
    outright = not said and claim in ("denied", "prohibited") and there <= {"condition"}
    if said != there and not outright and not pair.claim.unconditional:
        # With a condition on one side only, "not … without" and "may … with" say the same.
        return None
    return code


def _chooses(cue: Cue) -> bool:
    return _CHOICE.search(cue.span.text + (cue.scope.text[:_NEAR] if cue.scope else "")) is not None


def _bounds_turned(claim: Clause, evidence: Clause) -> bool:
    """Whether the bounds differ as well: "not liable for more than" is "liable for at most"."""
    for one, other in ((claim, evidence), (evidence, claim)):
        shared = other.values("bound")
        if any(c.kind == "bound" and c.value not in shared and _DENIES.search(c.span.text) for c in one.cues):
            return True
    said, there = claim.values("bound"), evidence.values("bound")
    return not said & there and any(
        opposed(one, other) for one in claim.cues for other in evidence.cues if one.kind == other.kind == "bound"
    )


def _is_the_exception(pair: Pair, whole: Passage) -> bool:
    """Whether the claim speaks of what the evidence excepts: there the contrary holds."""
    if any(clause.has("exception") for clause in whole.clauses):
        return False
    for clause in pair.close.clauses:
        for cue in clause.cues:
            if cue.kind != "exception" or cue.scope is None:
                continue
            start, end = cue.scope.start, cue.scope.end
            denied = any(start <= other.span.start < end for other in clause.cues if other.negative)
            excepted = clause.scoped(cue)
            if not denied and excepted and known(pair.close.passage.document, excepted, whole.about) >= _HALF:
                return True
    return False


def _bears_on(denying: Clause, other: Clause, passage: Passage) -> bool:
    """Whether what a negation or a modal word governs is what the other clause speaks of as well."""
    words = [token for token, _, _ in other.tokens]
    modal = denying.main(cue for cue in denying.cues if cue.kind == "modality" and cue.value != "possible")
    if any(not other.scoped(cue) for cue in other.cues if cue.kind == "modality"):
        # 禁用 says of no object what may not be used: it may be named beside the clause.
        words += [token for token, _, _ in passage.tokens]
    return all(_shared(denying.governed(cue), words) for cue in denying.main(denying.negations)) and all(
        not denying.scoped(cue) or _shared(denying.scoped(cue), words) for cue in modal
    )


def _shared(said: frozenset[str], words: list[str]) -> bool:
    return any(akin(one, word) for one in said for word in words)


def _in_a_word(clause: Clause, other: Clause) -> bool:
    """Whether a clause denies by a word what the other denies with "not": debt-free and "no debt"."""
    same = {cue.span.text.lower() for cue in other.affixed}
    return any(
        features(cue.scope.text) & other.about
        for cue in clause.affixed
        if cue.scope is not None and cue.span.text.lower() not in same
    )


def _undone(claim: Clause, evidence: Clause) -> bool:
    """Whether the claim affirms what the evidence denies in a word: "has debt" and "is debt-free"."""
    if claim.affixed or claim.negations or evidence.negations:
        return False
    return any(
        _PREFIXED.match(cue.span.text) is None and cue.scope is not None and features(cue.scope.text) <= claim.about
        for cue in evidence.affixed
    )


def _modal(clause: Clause) -> bool:
    """Whether a prohibition is the clause's own: "must not", 不得; not a verb that reports one (is prohibiting)."""
    return any(cue.value == "prohibited" and _AUXILIARY.match(cue.span.text) for cue in clause.cues)


def _terms(clause: Clause, other: Clause) -> frozenset[str]:
    """The kinds of its conditions, but for an "if" whose content the other clause has in other words."""
    words = [token for token, _, _ in other.tokens]
    kinds = set()
    for cue in clause.conditions:
        inside = clause.scoped(cue) if cue.scope is not None else frozenset()
        repeated = sum(any(akin(token, word) for word in words) for token in inside)
        if cue.kind != "condition" or other.has("exception") or not inside or repeated < len(inside) / 2:
            kinds.add(cue.kind)
    return frozenset(kinds)


def stance(clause: Clause, alike: bool = False) -> Stance | None:
    """How a clause means what it says; ``None`` where that cannot be told (two modal words, a double negation).

    Args:
        clause: The clause.
        alike: Whether the other clause has as many negations, so that beside a modal word they say nothing.
    """
    modal = clause.main(cue for cue in clause.cues if cue.kind == "modality" and cue.value != "possible")
    denials = [] if alike and modal else clause.main(clause.negations)
    if any(cue.scope is not None and "或" in cue.scope.text[:_NEAR] for cue in denials):
        return None  # 不裁员或裁员率不高于…: it denies one of two
    values = {cue.value for cue in modal}
    if len(values) > 1 or len(denials) > 1:
        return None
    if not modal:
        return "denied" if denials else "affirmed"
    value = modal[0].value
    if not denials:
        if value == "permitted" and any(map(_chooses, clause.cues)):
            return "not_obliged"
        return value  # type: ignore[return-value]  # the values of the cues are these
    before = denials[0].span.start < modal[0].span.start
    if value in ("permitted", "obliged") and before:
        return "prohibited"
    return "not_obliged" if value == "permitted" else None


def _said(subject: Subject, clause: Clause) -> Span:
    return Span(clause.start, clause.end, subject.passage.document.text[clause.start : clause.end])


def _shown(subject: Subject, pair: Pair) -> Span:
    return subject.evidence.span(pair.close, pair.evidence.start, pair.evidence.end)
