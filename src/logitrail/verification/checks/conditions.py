"""Conditions and exceptions: what holds only if, or unless, may not be said to hold always."""

from __future__ import annotations

import re
from collections.abc import Iterator

from logitrail.types import Finding, Span
from logitrail.verification.align import covered, known
from logitrail.verification.clauses import Clause
from logitrail.verification.document import Document
from logitrail.verification.evidence import Close
from logitrail.verification.pairing import ALL, CLOSE, LIKE
from logitrail.verification.passage import Passage
from logitrail.verification.subject import Subject

#: Modal words: a rule. The condition of a rule is part of it; that of a report often is not.
_SHARED = 0.5
#: The longest answer that is read as a whole for conditions.
_SHORT = 1_000
#: Words of a rule that are no modal words.
_STATUS = re.compile(
    r"\b(?:exempt|eligible|entitled|covered|payable|valid|void|free of charge)\b|免[征收交费]|享受|适用|有效|无效"
)
_RULES = frozenset(("prohibited", "obliged", "permitted", "not_obliged"))


def conditions(subject: Subject) -> Iterator[Finding]:
    """A finding where the claim denies the condition of its evidence, or repeats a quoted rule without it."""
    said = subject.passage.about
    if not said:
        return
    always = [clause for clause in subject.passage.clauses if clause.unconditional]
    around = _around(subject)
    excepted = any(clause.has("exception") for clause in around)
    for close in subject.evidence.close:
        clauses = close.clauses
        if any(clause.unconditional for clause in clauses):
            continue
        limited = [clause for clause in clauses if clause.conditions]
        if not limited:
            continue
        document = close.passage.document
        if _contrary(subject, close):
            continue  # it is the exception that the claim speaks of
        if always and not excepted and known(document, said, close.passage.features) >= _SHARED:
            clause = always[0]
            span = Span(clause.start, clause.end, subject.passage.document.text[clause.start : clause.end])
            yield subject.finding("conditions", "CONDITION_DROPPED", span, _shown(subject, close, limited[0]))
            return
        if subject.cited and not always and not excepted and _left_out(subject, close, said, limited) is not None:
            dropped = _left_out(subject, close, said, limited)
            assert dropped is not None
            yield subject.finding("conditions", "CONDITION_DROPPED", None, _shown(subject, close, dropped))
            return


def _around(subject: Subject) -> list[Clause]:
    """The clauses of the claim, and of the answer around it: an exception may follow in a sentence of its own."""
    document = subject.passage.document
    if len(document.text) > _SHORT:
        return subject.passage.clauses
    return Passage(document, 0, len(document.text)).clauses


def _contrary(subject: Subject, close: Close) -> bool:
    """Whether the claim forbids what the rule allows, or the reverse, of what the rule excepts."""
    said = {cue.value for clause in subject.passage.clauses for cue in clause.cues}
    there = {cue.value for clause in close.clauses for cue in clause.cues}
    one, other = "prohibited" in said, "prohibited" in there
    if one == other or "permitted" not in (there if one else said):
        return False
    if (said & {">", ">="} and there & {"<", "<="}) or (said & {"<", "<="} and there & {">", ">="}):
        return False  # "may not exceed" and "may be up to" say the same
    for clause in close.clauses:
        for cue in clause.cues:
            if cue.kind == "exception" and cue.scope is not None:
                excepted = clause.scoped(cue)
                if excepted and known(close.passage.document, excepted, subject.passage.about) >= _SHARED:
                    return True
    return False


def _left_out(subject: Subject, close: Close, said: frozenset[str], limited: list[Clause]) -> Clause | None:
    """The clause whose condition a claim leaves out although it repeats the rest of the rule."""
    if any(clause.conditions for clause in _around(subject)):
        return None
    document = close.passage.document
    for clause in limited:
        for cue in clause.conditions:
            start, end = cue.span.start, cue.span.end
            if cue.scope is not None:
                start, end = min(start, cue.scope.start), max(end, cue.scope.end)
            inside = frozenset(token for token, at, _ in clause.tokens if start <= at < end)
            around = frozenset(
                token
                for other in close.clauses
                for token, at, _ in other.tokens
                if token in other.about and not start <= at < end
            )
            rule = cue.kind == "exception" or any(
                other.values("modality") & _RULES or _STATUS.search(document.lower, other.start, other.end)
                for other in close.clauses
            )
            if (
                rule
                and inside
                and around
                and _repeated(document, said, around)
                and covered(document, inside, said) <= 1 - CLOSE
            ):
                return clause
    return None


def _repeated(document: Document, said: frozenset[str], rule: frozenset[str]) -> bool:
    """Whether a claim repeats a rule: all but a little of both, or all of the rule with more said of the same thing."""
    there, back = covered(document, said, rule), covered(document, rule, said)
    return min(there, back) >= CLOSE or (back >= ALL and there >= LIKE / 1.5 and len(rule) > 1)


def _shown(subject: Subject, close: Close, clause: Clause) -> Span:
    return subject.evidence.span(close, clause.start, clause.end)
