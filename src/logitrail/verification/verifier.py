"""From an answer and its sources to a verdict."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from logitrail.errors import OptionError
from logitrail.types import Finding, Source
from logitrail.verification.aliases import Aliases, aliases
from logitrail.verification.checks import OF_CONTENT, OF_QUOTES
from logitrail.verification.checks.conditions import conditions
from logitrail.verification.checks.verbatim import verbatim
from logitrail.verification.claims import Statement, statements
from logitrail.verification.custom import registered
from logitrail.verification.document import Document
from logitrail.verification.evidence import Evidence
from logitrail.verification.index import Index, index
from logitrail.verification.passage import Passage
from logitrail.verification.policy import Policy
from logitrail.verification.subject import Subject
from logitrail.verification.verdict import Verdict

_DEFAULT = Policy()
_QUESTION = re.compile(r"[?？][\s”\"'’」』）)]*$")


def verify(answer: Any, sources: Any, policy: Policy | None = None) -> Verdict:
    """Holds an answer against its sources, by code alone: the same input gives the same verdict.

    Args:
        answer: A text; ``{"claim": text, "quote": text}``; ``{slot: {"value": …, "quote": …}}`` with, where they help,
            ``formula``, ``operands``, ``kind``, ``unit``, ``about`` (the figure's name in the source) and ``period``;
            or a list of these. A claim with a quote is decided against the quote alone.
        sources: A text or a ``Source``, or a list of either. A ``Source`` keeps what was read of it: the next call with
            the same one is much faster.
        policy: What vetoes; by default contradictions, quotes that are not genuine, and strong figures that the sources
            do not have.

    Returns:
        The verdict. Positions in an answer that is not a text count within the claim or value that they belong to.

    Raises:
        OptionError: An answer or a source that is neither; a value that is not finite; an unknown custom check.
    """
    policy = policy or _DEFAULT
    table = aliases(policy.aliases)
    custom = [(name, registered(name)) for name in policy.checks]
    indexes = [index(source, table) for source in _sources(sources)]
    read = statements(answer)
    findings: list[Finding] = []
    documents: dict[str, Document] = {}
    for statement in read:
        document = documents.get(statement.context)
        if document is None:
            document = documents[statement.context] = Document(statement.context, table)
        subject = _subject(statement, document, indexes, policy, table)
        found = list(_checked(subject))
        for _, check in custom:
            found.extend(check(subject))
        if not found:
            found.append(subject.finding("claims", "NOTHING_TO_CHECK"))
        findings.extend(found)
    return Verdict(tuple(findings), tuple(statement.claim for statement in read))


def _subject(
    statement: Statement, document: Document, indexes: Sequence[Index], policy: Policy, table: Aliases
) -> Subject:
    span = statement.claim.span
    passage = Passage(document, span.start, span.end)
    evidence = Evidence(indexes, passage, statement.claim.quote)
    return Subject(statement, passage, evidence, policy, table)


def _checked(subject: Subject) -> Iterator[Finding]:
    if subject.statement.is_slot and subject.statement.value is None:
        yield subject.finding("claims", "ABSTAINED")
        return
    if not subject.cited and not subject.statement.is_slot and _QUESTION.search(subject.statement.claim.text):
        yield subject.finding("claims", "QUESTION")
        return
    for check in OF_QUOTES:
        yield from check(subject)
    if subject.cited and not subject.evidence.quotes:
        return
    repeated = verbatim(subject)
    if repeated is not None:
        span, extent = repeated
        yield subject.finding("verbatim", "VERBATIM", None, span)
        if extent == "clauses":
            yield from conditions(subject)
        return
    for check in OF_CONTENT:
        yield from check(subject)


def _sources(sources: Any) -> list[Source]:
    if isinstance(sources, str | Source):
        sources = [sources]
    if not isinstance(sources, Sequence):
        raise OptionError(
            f"sources are a text, a Source or a list of these; got {type(sources).__name__}", path="$.sources"
        )
    read = []
    for place, source in enumerate(sources):
        if not isinstance(source, str | Source):
            raise OptionError(
                f"a source is a text or a Source; got {type(source).__name__}", path=f"$.sources[{place}]"
            )
        read.append(Source(source) if isinstance(source, str) else source)
    return read
