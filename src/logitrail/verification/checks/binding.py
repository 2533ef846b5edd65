"""Values in the wrong slot: genuine, but said of another figure than the slot asks for, or for another period."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from logitrail.scan.clauses import clause_at, clauses
from logitrail.types import Finding, Period, Quantity, Span
from logitrail.verification.attribution import Attribution, Decision, decide, is_value, read_period, reading
from logitrail.verification.document import Document
from logitrail.verification.subject import Subject


@dataclass(frozen=True, slots=True)
class _Place:
    """A value of a source."""

    document: Document
    quantity: Quantity
    said: Attribution | None
    base: Period | None

    @property
    def span(self) -> Span:
        """The clause around it."""
        at = self.quantity.span
        around = clause_at(clauses(self.document.text), at.start)
        start, end = (at.start, at.end) if around is None else (around.start, max(around.end, at.end))
        return Span(start, end, self.document.text[start:end], self.document.source)


def binding(subject: Subject) -> Iterator[Finding]:
    """A finding where everything in the evidence that has the slot's value is said of something else.

    A value that is not found is left to other checks; so is one of which the source does not show what it is said of.
    """
    statement = subject.statement
    about = statement.about
    period = None if statement.period is None else read_period(statement.period)
    if not statement.is_slot or (not about and period is None):
        return
    claimed = _claimed(subject)
    if claimed is None:
        return
    places = [place for index in subject.evidence.indexes for place in _places(index)]
    there = [place for place in places if _same(claimed, place.quantity) and _in_evidence(subject, place)]
    if not there:
        return
    decisions = [(place, *_decide(about, period, place, places)) for place in there]
    for code, which in (("METRIC_MISMATCH", "metric"), ("PERIOD_MISMATCH", "period")):
        if all(getattr(decision, which) == "other" for _, decision, _ in decisions):
            place, _, better = decisions[0]
            yield subject.finding("binding", code, None, place.span, *([better.span] if better is not None else []))
            return


def _decide(
    about: tuple[str, ...], period: Period | None, place: _Place, places: list[_Place]
) -> tuple[Decision, _Place | None]:
    rivals = [
        other
        for other in places
        if other.said is not None
        and other.quantity.value != place.quantity.value
        and (other.quantity.kind == place.quantity.kind or "number" in (other.quantity.kind, place.quantity.kind))
    ]
    said = [other.said for other in rivals if other.said is not None]
    decision = decide(about, period, place.said, said, place.base)
    return decision, None if decision.better is None else rivals[decision.better]


def _claimed(subject: Subject) -> Quantity | None:
    found = [m.quantity for m in subject.passage.mentions if m.is_value]
    return found[0] if len(found) == 1 else None


def _places(document: Document) -> Iterator[_Place]:
    read = reading(document.text)
    for quantity in read.quantities:
        if is_value(document.text, quantity):
            yield _Place(document, quantity, read.said.get(quantity.span.start), read.base)


def _same(claimed: Quantity, found: Quantity) -> bool:
    if claimed.value is None or claimed.value != found.value:
        return claimed.text == found.text
    return claimed.kind == found.kind or "number" in (claimed.kind, found.kind)


def _in_evidence(subject: Subject, place: _Place) -> bool:
    if not subject.cited:
        return True
    at = place.quantity.span
    return any(
        index is place.document and start <= at.start and at.end <= end for index, start, end in subject.evidence.quotes
    )
