"""Periods, identifiers and positions: named in the evidence, or another one in their place."""

from __future__ import annotations

import re
from collections.abc import Iterator

from logitrail.types import Finding, Period
from logitrail.verification.evidence import Close
from logitrail.verification.mention import Mention
from logitrail.verification.periods import as_fine, contains, differ, finest, within
from logitrail.verification.slots import SAME, agreement
from logitrail.verification.subject import Subject

_LATER = frozenset((">", ">="))
_PLAIN = re.compile(r"[\W_]+")


def periods(subject: Subject) -> Iterator[Finding]:
    """One finding for each period that is named outright; what depends on when the text was written is left alone."""
    for mention in subject.passage.mentions:
        value = mention.quantity.value
        if mention.quantity.kind == "period" and isinstance(value, Period) and finest(value) is not None:
            yield _period(subject, mention, value)


def _period(subject: Subject, mention: Mention, value: Period) -> Finding:
    span = subject.claimed(mention)
    for other, close in subject.evidence.mentions():
        found = other.quantity.value
        if isinstance(found, Period) and contains(found, value):
            return subject.finding(
                "periods", _against(subject, mention, other, close), span, subject.shown(other, close)
            )
    if not subject.cited and (there_too := _at_large(subject, mention, value)) is not None:
        return there_too
    there = [(other, close, other.quantity.value) for other, close in subject.evidence.mentions()]
    named = [m.quantity.value for m in subject.passage.mentions if isinstance(m.quantity.value, Period)]
    others = [
        (_agreement(subject, mention, other, close), -order, other, close, found)
        for order, (other, close, found) in enumerate(there)
        if isinstance(found, Period) and as_fine(found, value)
    ]
    for share, _, other, close, found in sorted(others, key=lambda item: item[:2], reverse=True):
        if mention.quantity.bound is None and within(value, found, other.quantity.bound):
            return subject.finding("periods", "IN_BOUND", span, subject.shown(other, close))
        rival = differ(found, value) and not any(contains(found, said) for said in named)
        rival = rival and not _of_another_figure(subject, found)
        if rival and (subject.cited or share >= SAME):
            return subject.finding("periods", "PERIOD_MISMATCH", span, subject.shown(other, close))
    if subject.cited and (there_too := _at_large(subject, mention, value)) is not None:
        return there_too
    known = finest(value)
    strong = subject.cited or subject.policy.require_citation or (known == "day" and value.month is not None)
    return subject.finding("periods", "PERIOD_NOT_FOUND", span, veto=strong)


def _against(subject: Subject, mention: Mention, other: Mention, close: Close) -> str:
    """The code for a period that is found: denied by the claim, or bounding on the other side (before for after)."""
    if subject.cited and subject.passage.denied(mention) and not close.passage.denied(other):
        return "NEGATION_FLIPPED"
    one, two = mention.quantity.bound, other.quantity.bound
    if one is not None and two is not None and (one in _LATER) != (two in _LATER):
        said, there = subject.passage.around(mention)[1], close.passage.around(other)[1]
        if said is not None and there is not None and not (said.conditions or there.conditions):
            return "BOUND_FLIPPED"
    return "PERIOD_FOUND"


def _of_another_figure(subject: Subject, found: Period) -> bool:
    """Whether a period belongs to a figure of the evidence that the claim does not give."""
    tied = [m for m, _ in subject.evidence.mentions() if m.is_value and found in m.periods[:1]]
    said = {m.quantity.value for m in subject.passage.mentions if m.is_value}
    return bool(tied) and bool(said) and not any(m.quantity.value in said for m in tied)


def _at_large(subject: Subject, mention: Mention, value: Period) -> Finding | None:
    """Outside the quote a period may be named for all that follows; far from the claim it is found as well."""
    for other, close in subject.evidence.at_large():
        found = other.quantity.value
        if isinstance(found, Period) and contains(found, value):
            return subject.finding("periods", "PERIOD_FOUND", subject.claimed(mention), subject.shown(other, close))
    return None


def _agreement(subject: Subject, mention: Mention, other: Mention, close: Close) -> float:
    return agreement(close.passage.document, mention, subject.passage.features, other)


def identifiers(subject: Subject) -> Iterator[Finding]:
    """One finding for each identifier and each position in a list."""
    for mention in subject.passage.mentions:
        if mention.quantity.kind in ("id", "ordinal") and mention.quantity.value is not None:
            found = _identifier(subject, mention)
            if found is not None:
                yield found


def _identifier(subject: Subject, mention: Mention) -> Finding | None:
    span, quantity = subject.claimed(mention), mention.quantity
    wanted = _bare(str(quantity.value))
    there = list(subject.evidence.mentions())
    for other, close in there:
        if _bare(str(other.quantity.value)) == wanted:
            return subject.finding("identifiers", "IDENTIFIER_FOUND", span, subject.shown(other, close))
    if quantity.kind == "ordinal":
        rivals = [pair for pair in there if pair[0].quantity.kind == "ordinal"]
        if not subject.cited or not rivals or _written(subject, quantity.text):
            return None  # 第一年 for 首年: a position may be written without a number
        return subject.finding("identifiers", "NUMBER_MISMATCH", span, subject.shown(*rivals[0]))
    shape = _shape(quantity.text)
    for other, close in there:
        if subject.cited and other.quantity.kind == "id" and _shape(other.quantity.text) == shape:
            return subject.finding("identifiers", "IDENTIFIER_NOT_FOUND", span, subject.shown(other, close))
    for index in subject.evidence.indexes:
        if wanted and wanted in _bare(index.lower):
            return subject.finding("identifiers", "IDENTIFIER_FOUND", span)
    strong = subject.cited or len(re.findall(r"\d", quantity.text)) >= subject.policy.strong_digits
    return subject.finding("identifiers", "IDENTIFIER_NOT_FOUND", span, veto=strong)


def _written(subject: Subject, word: str) -> bool:
    """Whether the evidence has the very word."""
    word = word.lower()
    return any(word in close.passage.document.lower[close.start : close.end] for close in subject.evidence.close)


def _bare(text: str) -> str:
    return _PLAIN.sub("", text.lower())


def _shape(text: str) -> str:
    """An identifier with its digits and numerals blotted out."""
    return re.sub(r"[\d０-９]+|[零〇一二三四五六七八九十百千]+", "9", text)
