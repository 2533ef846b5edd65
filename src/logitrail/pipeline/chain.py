"""The chain itself: generate, verify, synthesize, and what follows from a veto. No probability is ever looked at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Any

from logitrail.contract import Contract
from logitrail.contract.paths import parse_pointer, pointer
from logitrail.decoding.instructing import language_of
from logitrail.decoding.model import Model
from logitrail.decoding.options import DecodeOptions
from logitrail.errors import SynthesisError
from logitrail.pipeline.abstention import Reason, abstention
from logitrail.pipeline.actions import Action, Veto, decided
from logitrail.pipeline.answer import AnswerStatus, Citation, Stage, StageEvent
from logitrail.pipeline.choices import without_choices
from logitrail.pipeline.citing import citations_of, notices_of
from logitrail.pipeline.conflicts import CODE, contradictions
from logitrail.pipeline.drafting import Draft, draft_of
from logitrail.pipeline.fitting import fitting
from logitrail.pipeline.passages import in_whole, sections
from logitrail.pipeline.prompting import PromptBuilder
from logitrail.pipeline.relevance import irrelevant, narrowed
from logitrail.synthesis import Filling, Missing, OutputSpan, Slot, Synthesis, Template, missing_slots, synthesize
from logitrail.synthesis.slot import items_of
from logitrail.types import Finding, Source, Span
from logitrail.verification import Policy, Verdict, verify

#: What a template can make of a figure that is read back as it is: another figure's name, time or way.
_OF_FIGURES = frozenset("METRIC_MISMATCH PERIOD_MISMATCH DIRECTION_FLIPPED OPPOSITE_WORD".split())
#: What it can make of words: their contrary, another duty, somebody else's.
_OF_WORDS = frozenset(
    "NEGATION_FLIPPED MODALITY_CHANGED CONDITION_DROPPED OPPOSITE_WORD ROLES_SWAPPED ENTITY_MISMATCH".split()
)


@dataclass(frozen=True)
class Settings:
    """What a pipeline was made with.

    Attributes:
        model: Who drafts.
        contract: Slots as people give them, or a contract.
        template: The sentence.
        policy: What vetoes.
        retries: How often a vetoed draft is asked for anew.
        on_veto: What decides after a veto.
        prompt: What the model is shown.
        options: Of the generation, ``max_tokens`` among them.
    """

    model: Model
    contract: Contract | dict[str, Any]
    template: Template
    policy: Policy
    retries: int
    on_veto: Action
    prompt: PromptBuilder
    options: DecodeOptions

    def bound(self, sources: Sequence[Source]) -> Contract:
        """The contract for a question: grounded in its sources."""
        if isinstance(self.contract, dict):
            return narrowed(Contract.grounded(self.contract, sources))
        grounding = self.contract.grounding
        if grounding is None:
            return self.contract
        fresh = Contract.grounded(
            grounding.slots, sources, grounding.strategy, borders=grounding.borders, layout=self.contract.layout
        )
        return narrowed(replace(fresh, block_rules=self.contract.block_rules, prelude=self.contract.prelude))


@dataclass
class Outcome:
    """What came of a question: the fields of :class:`Answer`, before it is timed and recorded."""

    status: AnswerStatus
    text: str
    reason: Reason | None = None
    spans: tuple[OutputSpan, ...] = ()
    citations: tuple[Citation, ...] = ()
    findings: tuple[Finding, ...] = ()


@dataclass
class Run:
    """One question on its way through the chain.

    Attributes:
        settings: Of the pipeline.
        question: What is asked.
        sources: Whole sources.
        timings: Seconds per stage so far.
        attempts: What was drafted, found and decided each time, as JSON data.
        outcome: Once there is one.
        drafts: How many times the model was asked.
    """

    settings: Settings
    question: str
    sources: list[Source]
    timings: dict[str, float] = field(default_factory=dict)
    attempts: list[dict[str, Any]] = field(default_factory=list)
    outcome: Outcome | None = None
    drafts: int = 0
    _contracts: dict[tuple[str, ...], Contract] = field(default_factory=dict, init=False)
    _sections: list[Source] = field(default_factory=list, init=False)
    _by_id: dict[str, Source] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        self._sections = [section for source in self.sources for section in sections(source)]
        self._by_id = {section.id: section for section in self._sections}

    def events(self) -> Iterator[StageEvent]:
        """Runs the stages; afterwards there is an outcome."""
        if not self.sources:
            self._end("abstained", "not_retrieved")
            return
        vetoed: dict[str, list[str]] = {}
        findings: tuple[Finding, ...] = ()
        for attempt in range(1, self.settings.retries + 2):
            clock = _Clock("generate", attempt)
            yield clock.started()
            draft, contract = self._drafted(tuple(one for one in findings if one.veto), vetoed)
            self.drafts = attempt
            yield self._timed(clock, {"claims": draft.shown(), "finished": draft.finished})
            if not draft.claims:
                self._end("abstained", "not_said" if draft.finished else "unfinished", findings)
                self.attempts.append(_attempt(attempt, draft, (), "abstained"))
                return

            clock = _Clock("verify", attempt)
            yield clock.started()
            verdict = self._verified(contract, draft)
            findings = self._in_whole(verdict.findings)
            yield self._timed(clock, {"accepted": verdict.accepted, "findings": [one.to_dict() for one in findings]})

            if verdict.accepted:
                clock = _Clock("synthesize", attempt)
                yield clock.started()
                findings = self._in_whole(self._written(draft, verdict))
                text = self.outcome.text if self.outcome is not None else None
                yield self._timed(clock, {"text": text})
            decision = self._decide(attempt, draft, findings)
            self.attempts.append(_attempt(attempt, draft, findings, decision))
            if decision != "retry":
                return
            _note(draft, findings, vetoed)

    def _timed(self, clock: _Clock, data: dict[str, Any]) -> StageEvent:
        event = clock.finished(data)
        self.timings[clock.stage] = self.timings.get(clock.stage, 0.0) + (event.seconds or 0.0)
        return event

    # --- generate ---------------------------------------------------------------------------------------------------

    def _drafted(self, rejected: tuple[Finding, ...], vetoed: Mapping[str, Sequence[str]]) -> tuple[Draft, Contract]:
        """What the model writes, and the contract that it writes under.

        Args:
            rejected: The vetoes of the draft before.
            vetoed: What cannot be chosen again, by slot.
        """
        shown = self._shown(rejected)
        if not shown:  # no passage has anything to do with the question
            nothing = {name: Missing() for name in self.settings.template.slots}
            return Draft({}, nothing), self._bound(self._sections[:1])
        contract = self._bound(shown)
        for name, keys in vetoed.items():
            contract = without_choices(contract, name, keys)
        prompt = self.settings.prompt(self.question, shown, rejected)
        result = self.settings.model.generate(prompt, contract, **self.settings.options)
        return draft_of(contract, result, {one.id: one for one in shown if one.id not in self._by_id}), contract

    def _shown(self, rejected: Sequence[Finding]) -> list[Source]:
        """The sources, or as much of them as the model's context holds."""
        host = getattr(self.settings.model, "host", None)
        if host is None:
            return self._sections
        most = self.settings.options["max_tokens"]

        def tokens(sources: Sequence[Source]) -> int:
            prompt = self.settings.prompt(self.question, sources, rejected)
            alone = len(host.encode(prompt).ids)
            if not self.settings.options.get("instruct") or alone + most > (host.context_length or alone + most):
                return alone  # too long already, whatever the contract adds
            return len(host.encode(self.settings.model.instructed(prompt, self._bound(sources))).ids)

        return fitting(host, self.question, self._sections, tokens, most)

    def _bound(self, sources: Sequence[Source]) -> Contract:
        key = tuple(source.id for source in sources)
        if key not in self._contracts:
            self._contracts[key] = self.settings.bound(sources)
        return self._contracts[key]

    # --- verify -----------------------------------------------------------------------------------------------------

    def _verified(self, contract: Contract, draft: Draft) -> Verdict:
        verdict = verify(draft.claims, self._evidence(draft), self.settings.policy)
        return replace(verdict, findings=(*verdict.findings, *irrelevant(contract, draft.values, self.settings.policy)))

    def _evidence(self, draft: Draft) -> list[Source]:
        """What the draft is held against: all sources; of very long ones the sections that it quotes."""
        quotes = draft.texts()
        if len(self._sections) == len(self.sources) or quotes is None:
            return self._sections
        holding = [one for one in self._sections if any(quote in one.text for quote in quotes)]
        return holding or self._sections[:1]

    def _in_whole(self, findings: Sequence[Finding]) -> tuple[Finding, ...]:
        """Findings with positions in whole sources."""
        return tuple(
            replace(one, evidence=tuple(in_whole(span, self._by_id) for span in one.evidence)) for one in findings
        )

    # --- synthesize -------------------------------------------------------------------------------------------------

    def _written(self, draft: Draft, verdict: Verdict) -> tuple[Finding, ...]:
        """Writes the answer, or says why it cannot be written; the findings then have one more, which vetoes."""
        template = self.settings.template
        try:
            absent: dict[str, Filling] = {name: Missing(draft.finished) for name in template.slots}
            slots = absent | draft.fillings(verdict, self._sections)
            if draft.finished and missing_slots(template, slots):
                self._end("abstained", "not_said")
                return verdict.findings
            if not draft.finished and any(not items_of(slots.get(name)) for name in template.slots):
                self._end("abstained", "unfinished")
                return verdict.findings
            made = synthesize(template, slots)
        except SynthesisError as error:
            return (*verdict.findings, _unwritable(error))
        findings = verdict.findings
        if against := list(self._against(made, slots)):
            return (*findings, *against)
        if not any(one.code == CODE for one in findings):
            findings = (*findings, *contradictions(slots, self._sections, self.settings.policy))
            if any(one.veto for one in findings):
                return findings
        used = {span.slot for span in made.spans if span.slot is not None}
        titles = {one.id: one.title for one in (*self.sources, *self._sections)}
        cited = citations_of(slots, used, draft.quotes(), findings, titles)
        text = _joined([made, *notices_of(cited, language_of(made.text))])
        self.outcome = Outcome(
            "accepted",
            text.text,
            None,
            tuple(
                replace(one, source=in_whole(one.source, self._by_id)) if one.source is not None else one
                for one in text.spans
            ),
            tuple(replace(one, quote=in_whole(one.quote, self._by_id)) for one in cited),
        )
        return findings

    def _against(self, made: Synthesis, slots: Mapping[str, Filling]) -> Iterator[Finding]:
        """What contradicts the finished sentence where it shows a slot: the template may call a value what it is not.

        The template's own figures are its author's; only what a slot says in this sentence is held against the sources
        that its slots come from. Values, units and bounds have been read back already.
        """
        policy = replace(self.settings.policy, require_citation=False, checks=())
        used = dict.fromkeys(span.source.source for span in made.spans if span.source is not None)
        for finding in verify(made.text, [self._by_id[one] for one in used if one in self._by_id], policy).findings:
            if not finding.veto:
                continue
            for span in made.spans:
                if span.slot is None or finding.span.end <= span.start or span.end <= finding.span.start:
                    continue
                if any(finding.code in _objections(slot) for slot in items_of(slots[span.slot])):
                    yield replace(finding, slot=pointer((span.slot,)))
                    break

    # --- what follows -----------------------------------------------------------------------------------------------

    def _decide(self, attempt: int, draft: Draft, findings: tuple[Finding, ...]) -> str:
        if self.outcome is not None:
            self.outcome.findings = findings
            return self.outcome.status
        left = self.settings.retries + 1 - attempt
        decision = decided(self.settings.on_veto, Veto(self.question, attempt, left, draft.shown(), findings))
        if decision == "retry" and left > 0:
            return "retry"
        if decision == "abstain":
            self._end("abstained", "not_said", findings)
        else:
            self._end("vetoed", "vetoed", findings)
        assert self.outcome is not None
        return self.outcome.status

    def _end(self, status: AnswerStatus, reason: Reason, findings: tuple[Finding, ...] = ()) -> None:
        self.outcome = Outcome(status, abstention(reason, self.question), reason, findings=findings)


def _objections(slot: Slot) -> frozenset[str]:
    """The codes that count against a slot in a finished sentence: what reading it back does not tell."""
    if slot.quantity is None:
        return _OF_WORDS
    return _OF_FIGURES if slot.direction is None else _OF_FIGURES - {"DIRECTION_FLIPPED"}


class _Clock:
    """Times one stage."""

    def __init__(self, stage: Stage, attempt: int) -> None:
        self.stage = stage
        self._attempt = attempt
        self._start = perf_counter()

    def started(self) -> StageEvent:
        return StageEvent("started", self.stage, self._attempt)

    def finished(self, data: dict[str, Any]) -> StageEvent:
        return StageEvent("finished", self.stage, self._attempt, perf_counter() - self._start, data)


def _note(draft: Draft, findings: Sequence[Finding], vetoed: dict[str, list[str]]) -> None:
    """Notes what was vetoed in a slot: a retry cannot choose it again there."""
    for finding in findings:
        name = parse_pointer(finding.slot)[0] if finding.slot else ""
        key = draft.keys.get(name)
        if finding.veto and key is not None and key not in vetoed.setdefault(name, []):
            vetoed[name].append(key)


def _unwritable(error: SynthesisError) -> Finding:
    """That no sentence can be written from a draft, as a finding."""
    said = error.slot or ""
    place = pointer((said,)) if error.slot else None
    message = f"{error.message} (hint: {error.hint})" if error.hint else error.message
    return Finding("NOT_CHECKABLE", "NOT_WRITABLE", "synthesis", True, Span(0, len(said), said), (), message, place)


def _joined(parts: Sequence[Synthesis]) -> Synthesis:
    """Sentences, one a line; the line breaks between them are the template's."""
    spans: list[OutputSpan] = []
    at = 0
    for i, part in enumerate(parts):
        if i:
            spans.append(OutputSpan(at, at + 1, "\n", "template"))
            at += 1
        spans += [replace(span, start=span.start + at, end=span.end + at) for span in part.spans]
        at += len(part.text)
    return Synthesis("".join(span.text for span in spans), tuple(spans))


def _attempt(number: int, draft: Draft, findings: Sequence[Finding], decision: str) -> dict[str, Any]:
    return {
        "attempt": number,
        "claims": draft.shown(),
        "finished": draft.finished,
        "findings": [finding.to_dict() for finding in findings],
        "decision": decision,
    }
