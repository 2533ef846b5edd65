"""Sources that disagree: what one source says of a value that another one supports."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from logitrail.contract.paths import pointer
from logitrail.decoding.instructing import language_of
from logitrail.grounding.sources import indexed
from logitrail.pipeline.passages import whole_of
from logitrail.scan.clauses import clause_at
from logitrail.synthesis import Filling, Slot
from logitrail.synthesis.slot import items_of
from logitrail.types import Finding, Source, Span
from logitrail.verification import CODES, Policy, verify
from logitrail.verification.messages import message

CODE = "CONTRADICTED_BY_OTHER_SOURCE"
_CHECK = "other_sources"


def contradictions(slots: Mapping[str, Filling], sources: Sequence[Source], policy: Policy) -> list[Finding]:
    """One finding for each other source that says something else of a supported value.

    The sentence that the value comes from is held against each other source by itself; what contradicts there in the
    place of the value is what that source says of it.

    Args:
        slots: The slots of an answer, with their places.
        sources: All sources.
        policy: Whether such a finding vetoes. By default sources that disagree are shown, not judged.
    """
    by_id = {source.id: source for source in sources}
    found = []
    for name, filling in slots.items():
        for slot in items_of(filling):
            if slot.status == "SUPPORTED" and slot.span is not None and slot.span.source in by_id:
                own = by_id[slot.span.source]
                others = [one for one in sources if whole_of(one) != whole_of(own)]
                found += list(_against(name, slot, own, others, policy))
    return found


def _against(name: str, slot: Slot, own: Source, others: Sequence[Source], policy: Policy) -> Iterator[Finding]:
    assert slot.span is not None
    sentence = _sentence(own, slot.span)
    start, end = slot.span.start - sentence.start, slot.span.end - sentence.start
    for other in others:
        for finding in verify(sentence.text, [other], policy).findings:
            if finding.status != "CONTRADICTED" or not finding.evidence:
                continue
            if finding.span.start < end and start < finding.span.end:
                said = finding.evidence[0]
                yield Finding(
                    CODES[CODE],
                    CODE,
                    _CHECK,
                    CODE in policy.veto,
                    Span(0, len(slot.text), slot.text),
                    (slot.span, _sentence(other, said)),
                    message(CODE, language_of(own.text), slot.text, said.text),
                    pointer((name,)),
                )
                break


def _sentence(source: Source, span: Span) -> Span:
    """The sentence around a stretch; the stretch itself where it reaches over more than one."""
    found = clause_at(indexed(source).sentences, span.start)
    if found is None or span.end > found.end:
        return source.span(span.start, span.end)
    return found
