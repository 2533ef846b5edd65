"""What the chain returns: an answer with its citations, or none with the reasons."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from logitrail.pipeline.abstention import Reason
from logitrail.synthesis import OutputSpan
from logitrail.types import Finding, Span

AnswerStatus = Literal["accepted", "vetoed", "abstained"]

#: The stages, in their order.
Stage = Literal["retrieve", "generate", "verify", "synthesize"]


@dataclass(frozen=True, slots=True)
class Citation:
    """Where a source says it.

    Attributes:
        slot: The slot that it bears out, or contradicts.
        quote: What the source says, word for word; its ``source`` is the ``Source.id``.
        title: Of the source.
        agrees: Whether the source says the same. ``False``: another source, which says something else.
    """

    slot: str
    quote: Span
    title: str | None = None
    agrees: bool = True

    def to_dict(self) -> dict[str, Any]:
        """As JSON."""
        return {"slot": self.slot, "quote": self.quote.to_dict(), "title": self.title, "agrees": self.agrees}


@dataclass(frozen=True, slots=True)
class Answer:
    """The outcome of one question.

    Attributes:
        status: ``accepted``: the text is borne out by the sources. ``vetoed``: what was drafted is not. ``abstained``:
            there is nothing to say.
        text: The sentence; a fixed one where it was not accepted.
        reason: Why it was not accepted; ``None`` where it was.
        spans: Which characters of an accepted text are the template's and which a slot's.
        citations: For each slot that is written, where its source says it; then what other sources say against it.
        findings: Of the last attempt.
        attempts: How many times the model was asked.
        timings: Seconds per stage, over all attempts.
        record: The audit record, as JSON data.
    """

    status: AnswerStatus
    text: str
    reason: Reason | None = None
    spans: tuple[OutputSpan, ...] = ()
    citations: tuple[Citation, ...] = ()
    findings: tuple[Finding, ...] = ()
    attempts: int = 0
    timings: dict[str, float] = field(default_factory=dict)
    record: dict[str, Any] = field(default_factory=dict, repr=False)

    def __str__(self) -> str:
        return self.text

    @property
    def accepted(self) -> bool:
        """Whether the text is borne out by the sources."""
        return self.status == "accepted"

    def to_dict(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "status": self.status,
            "text": self.text,
            "reason": self.reason,
            "spans": [span.to_dict() for span in self.spans],
            "citations": [citation.to_dict() for citation in self.citations],
            "findings": [finding.to_dict() for finding in self.findings],
            "attempts": self.attempts,
            "timings": self.timings,
            "record": self.record,
        }


@dataclass(frozen=True, slots=True)
class StageEvent:
    """One step of the chain.

    Attributes:
        kind: ``started`` and ``finished`` for each stage, then one ``answer``.
        stage: Which one; ``None`` for the answer.
        attempt: From 1; 0 before the first.
        seconds: How long a finished stage took.
        data: What it gave, as JSON data: the sources, the values, the findings, the sentence.
        answer: The answer, with the last event.
    """

    kind: Literal["started", "finished", "answer"]
    stage: Stage | None = None
    attempt: int = 0
    seconds: float | None = None
    data: dict[str, Any] = field(default_factory=dict)
    answer: Answer | None = None

    def to_dict(self) -> dict[str, Any]:
        """As JSON."""
        event: dict[str, Any] = {"kind": self.kind, "stage": self.stage, "attempt": self.attempt}
        if self.seconds is not None:
            event["seconds"] = self.seconds
        if self.answer is not None:
            return event | {"answer": self.answer.to_dict()}
        return event | {"data": self.data}
