"""The value of a slot: of the kind asked for, and, where it is words, in the quote."""

from __future__ import annotations

import re
from collections.abc import Iterator

from logitrail.scan.characters import lower, plain
from logitrail.types import Finding, Kind
from logitrail.verification.align import covered
from logitrail.verification.evidence import Close
from logitrail.verification.pairing import CLOSE
from logitrail.verification.subject import Subject

#: Kinds that a plain number may stand for: the unit is left out.
_BARE: frozenset[Kind] = frozenset(("number", "count"))


def values(subject: Subject) -> Iterator[Finding]:
    """One finding where the kind is wrong, and one for a value in words."""
    statement = subject.statement
    if not statement.is_slot:
        return
    figures = [
        mention for mention in subject.passage.mentions if mention.quantity.kind != "id" or statement.kind == "id"
    ]
    if statement.kind is not None and not any(_fits(statement.kind, mention.quantity.kind) for mention in figures):
        yield subject.finding("values", "KIND_MISMATCH", detail=statement.kind)
        return
    if not subject.passage.mentions:
        yield _words(subject)


def _fits(wanted: Kind, found: Kind) -> bool:
    return wanted == found or found in _BARE or (wanted in _BARE and found not in ("period", "id"))


def _words(subject: Subject) -> Finding:
    text = subject.statement.claim.text
    names = subject.aliases.others(text)
    for close in _places(subject):
        document = close.passage.document
        stretch = _joined(document.lower[close.start : close.end])
        if any(_joined(name) in stretch for name in names):
            return subject.finding("values", "STATED", None, subject.evidence.span(close))
    said = subject.passage.features
    for close in subject.evidence.close:
        if said and covered(close.passage.document, said, close.passage.features) >= CLOSE:
            return subject.finding("values", "STATED", None, subject.evidence.span(close))
    return subject.finding("values", "VALUE_NOT_IN_QUOTE", veto=subject.cited or subject.policy.require_citation)


def _places(subject: Subject) -> Iterator[Close]:
    """The passages of the quote; without one, every sentence of the sources that could hold the value."""
    if subject.cited:
        yield from subject.evidence.close
        return
    name = lower(plain(subject.statement.claim.text)).strip()
    for index in subject.evidence.indexes:
        at = index.lower.find(name) if name else -1
        number = index.sentence_at(at) if at >= 0 else None
        if number is not None:
            start, end = index.bounds[number]
            yield Close(index.passage(number), 1.0, start, max(end, at + len(name)))


def _joined(text: str) -> str:
    """Text without the blanks that differ between two ways to set it: beside Chinese characters, and runs of them."""
    return re.sub(r"\s+", " ", re.sub(r"(?<=[^\x00-\xff])\s+|\s+(?=[^\x00-\xff])", "", text)).strip()
