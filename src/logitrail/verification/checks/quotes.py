"""The quote of a claim must stand in a source, word for word."""

from __future__ import annotations

from collections.abc import Iterator

from logitrail.types import Finding, Span
from logitrail.verification.subject import Subject


def quotes(subject: Subject) -> Iterator[Finding]:
    """Whether the claim has a quote where one is needed, and whether the quote is genuine."""
    quote = subject.statement.claim.quote
    if quote is None:
        if subject.policy.require_citation:
            yield subject.finding("quotes", "CITATION_MISSING")
        return
    if not subject.evidence.quotes:
        yield subject.finding("quotes", "QUOTE_NOT_IN_SOURCE", Span(0, len(quote), quote))
        return
    shown = [Span(start, end, index.text[start:end], index.source) for index, start, end in subject.evidence.quotes]
    yield subject.finding("quotes", "QUOTE_FOUND", None, *shown)
