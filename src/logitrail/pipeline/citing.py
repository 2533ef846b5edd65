"""Citations: for each slot that is written, where its source says it; and what other sources say against it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from logitrail.contract.paths import parse_pointer
from logitrail.contract.phrases import Language
from logitrail.errors import SynthesisError
from logitrail.pipeline.answer import Citation
from logitrail.pipeline.conflicts import CODE
from logitrail.synthesis import Filling, Slot, Synthesis, synthesize
from logitrail.synthesis.slot import items_of
from logitrail.types import Finding, Span

#: How a reader is told of another source: with its words; where those cannot be shown, with its name; else without.
_NOTICES: dict[Language, tuple[str, str, str]] = {
    "zh": (
        "注意：另有资料（{title}）的说法不同：“{quote}”",
        "注意：另有资料（{title}）的说法不同。",
        "注意：另有资料的说法不同。",
    ),
    "en": (
        "Note: another source ({title}) says otherwise: “{quote}”",
        "Note: another source ({title}) says otherwise.",
        "Note: another source says otherwise.",
    ),
}


def citations_of(
    slots: Mapping[str, Filling],
    used: Iterable[str],
    quotes: Mapping[str, Span | None],
    findings: Sequence[Finding],
    titles: Mapping[str, str | None],
) -> tuple[Citation, ...]:
    """The citations of a sentence.

    Args:
        slots: What it was filled with.
        used: The slots that it shows.
        quotes: Slot → the quote of its value, where the draft gave one.
        findings: Among them those of other sources.
        titles: Title of each source.
    """
    shown = set(used)
    cited = []
    for name, filling in slots.items():
        if name in shown:
            for slot in items_of(filling):
                quote = quotes.get(name) or slot.span
                if quote is not None:
                    cited.append(Citation(name, quote, titles.get(quote.source or "")))
    for finding in findings:
        name = parse_pointer(finding.slot)[0] if finding.slot else ""
        if finding.code != CODE or name not in shown:
            continue
        own = {slot.span.source for slot in items_of(slots[name]) if slot.span is not None}
        cited += [
            Citation(name, span, titles.get(span.source or ""), agrees=False)
            for span in finding.evidence
            if span.source not in own
        ]
    return tuple(dict.fromkeys(cited))


def notices_of(citations: Iterable[Citation], language: Language) -> list[Synthesis]:
    """What the reader is told of sources that say something else, one sentence for each, in the source's own words."""
    against = {(one.quote.source, one.quote.start): one for one in citations if not one.agrees}
    return [_notice(one, language) for one in against.values()]


def _notice(citation: Citation, language: Language) -> Synthesis:
    slots = {
        "title": Slot(citation.title or citation.quote.source or "", span=None),
        "quote": Slot(citation.quote.text, span=citation.quote),
    }
    *fuller, bare = _NOTICES[language]
    for template in fuller:
        try:
            return synthesize(template, slots)
        except SynthesisError:
            continue
    return synthesize(bare, {})
