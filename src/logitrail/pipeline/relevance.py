"""Names and clauses that are about what a slot asks for: the verifier binds figures to their slots, this binds words.

A choice is off the topic only where the sources have another one that is on it. What a slot asks for may be said in
words that no rule knows; then nothing is ruled out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from logitrail.contract import Contract
from logitrail.contract.paths import pointer
from logitrail.contract.phrases import Language
from logitrail.decoding.instructing import language_of
from logitrail.grounding import Candidate, GroundedValue
from logitrail.grounding.reading import candidates_of, slots_of
from logitrail.grounding.sources import indexed
from logitrail.pipeline.choices import without_choices
from logitrail.scan.clauses import clause_at
from logitrail.types import Finding, Source, Span
from logitrail.verification import Policy
from logitrail.verification.features import features

_CODE = "METRIC_MISMATCH"
_CHECK = "relevance"
_WORDS = ("clause", "entity")
_MESSAGES: dict[Language, str] = {
    "zh": "“{text}”说的不是“{about}”，原文另有相关的一处：“{better}”。",
    "en": "“{text}” is not about “{about}”; the source has another place that is: “{better}”.",
}


def narrowed(contract: Contract) -> Contract:
    """A contract under which a name or clause off the topic of its slot cannot be chosen."""
    grounding = contract.grounding
    if grounding is None or grounding.strategy != "choose":
        return contract
    for slot in slots_of(grounding):
        if slot.type not in _WORDS or not slot.about:
            continue
        _, off = _divided(candidates_of(grounding, slot), slot.about, grounding.sources)
        contract = without_choices(contract, slot.name, [one.key for one in off])
    return contract


def irrelevant(contract: Contract, values: Mapping[str, GroundedValue], policy: Policy) -> list[Finding]:
    """One finding for each name or clause that is off the topic of its slot.

    Args:
        contract: A grounded contract.
        values: What was written under it.
        policy: Whether such a finding vetoes.
    """
    if contract.grounding is None:
        return []
    found = []
    for slot in slots_of(contract.grounding):
        value = values.get(slot.name)
        if slot.type not in _WORDS or not slot.about or value is None or value.span is None:
            continue
        on, off = _divided(candidates_of(contract.grounding, slot), slot.about, contract.grounding.sources)
        if any(one.span == value.span for one in off):
            text, better = value.span.text, on[0].span
            said = _MESSAGES[language_of(text)].format(text=text, about=slot.about[0], better=better.text)
            span = Span(0, len(text), text)
            veto = _CODE in policy.veto
            found.append(Finding("CONTRADICTED", _CODE, _CHECK, veto, span, (better,), said, pointer((slot.name,))))
    return found


def _divided(
    candidates: Sequence[Candidate], about: Sequence[str], sources: Sequence[Source]
) -> tuple[list[Candidate], list[Candidate]]:
    """The candidates on the topic and those off it: by their own clause, else by their sentence; else none is off."""
    by_id = {source.id: source for source in sources}
    wanted = [(words.lower(), features(words)) for words in about]
    for around in (_clause, _sentence):
        on = [one for one in candidates if _mentions(around(by_id[one.span.source or ""], one.span), wanted)]
        if on:
            return on, [one for one in candidates if one not in on]
    return list(candidates), []


def _mentions(text: str, wanted: Sequence[tuple[str, frozenset[str]]]) -> bool:
    lowered, has = text.lower(), features(text)
    return any(words in lowered or (bool(needed) and needed <= has) for words, needed in wanted)


def _clause(source: Source, span: Span) -> str:
    return _around(source, span, lambda: indexed(source).clauses)


def _sentence(source: Source, span: Span) -> str:
    return _around(source, span, lambda: indexed(source).sentences)


def _around(source: Source, span: Span, spans: Callable[[], list[Span]]) -> str:
    found = clause_at(spans(), span.start)
    return source.text[found.start : max(found.end, span.end)] if found is not None else span.text
