"""The online chain: question → sources → draft → verification → sentence with citations, or none with the reasons."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, replace
from itertools import count
from pathlib import Path
from time import perf_counter
from typing import Any, Unpack

from logitrail.contract import Contract
from logitrail.decoding.model import Model
from logitrail.decoding.options import DecodeOptions, read_options
from logitrail.errors import OptionError
from logitrail.grounding.slots import read_slots
from logitrail.pipeline.actions import Action, action_of
from logitrail.pipeline.answer import Answer, StageEvent
from logitrail.pipeline.chain import Run, Settings
from logitrail.pipeline.gathering import Given, agathered, gathered
from logitrail.pipeline.prompting import PromptBuilder, prompt_for
from logitrail.pipeline.record import audit_record, digest
from logitrail.pipeline.retrieval import Retriever
from logitrail.synthesis import Template
from logitrail.types import Source
from logitrail.verification import Policy
from logitrail.verification.custom import CustomCheck, register_check, registered

#: Where audit records go: a function, or a file of JSON lines.
Audit = Callable[[dict[str, Any]], object] | str | os.PathLike[str]


class Pipeline:
    """Answers questions from sources, or says why not.

    Each answer is drafted under a contract whose values come out of the sources, verified by code against the sources,
    and written by a template from verified slots only. Generation runs without a trace: no probability is computed, and
    none decides.

    Args:
        model: Who drafts.
        contract: Slots as ``Contract.grounded`` takes them (bound to the sources of each question), a grounded
            contract (its slots are bound anew), or any contract for an object of ``{slot: value}`` or
            ``{slot: {"value", "quote"}}``.
        template: The sentence, as :func:`synthesize` takes it.
        retriever: Question → sources; it may be asynchronous. ``None``: sources come with each question, or are those
            that the contract is grounded in.
        policy: What vetoes.
        retries: How often a vetoed draft is asked for anew, with the reasons, and without what was vetoed.
        on_veto: What follows from a veto: ``"retry"`` (as often as ``retries`` says, then no answer), ``"veto"``,
            ``"abstain"``, a name given to :func:`register_action`, or a function.
        checks: Custom checks, by function or by registered name, besides those of the policy.
        audit: Where the audit record of each question goes: a function, or a file that gets one line of JSON each.
        prompt: What the model is shown; the contract in words is put before it.
        **options: Of the generation: ``max_tokens`` (512), ``temperature`` and so on. ``trace`` is off.

    Raises:
        TemplateError: The template cannot be read, or names a slot that the contract does not give.
        SlotError: A slot that cannot be.
        OptionError: An option, an action or a check that there is not.
    """

    def __init__(
        self,
        model: Model,
        contract: Contract | Mapping[str, Any],
        template: str | Template,
        retriever: Retriever | None = None,
        policy: Policy | None = None,
        *,
        retries: int = 1,
        on_veto: str | Action = "retry",
        checks: Iterable[str | CustomCheck] = (),
        audit: Audit | None = None,
        prompt: PromptBuilder = prompt_for,
        **options: Unpack[DecodeOptions],
    ) -> None:
        if retries < 0:
            raise OptionError(f"expected 0 or more, got {retries}", path="retries")
        if options.get("trace", "off") != "off":
            raise OptionError(
                "the chain looks at no probability: generation runs without a trace",
                path="trace",
                hint="lt.replay measures the same prompts offline",
            )
        given = DecodeOptions(instruct=True, trace="off", max_tokens=512)
        given.update(options)
        read_options(given)
        made = template if isinstance(template, Template) else Template(template)
        made.require(_slot_names(contract))
        self.retriever = retriever
        self._audit = audit
        self._append("")  # whether records can be kept is known before there is one
        self._settings = Settings(
            model,
            contract if isinstance(contract, Contract) else {name: dict(spec) for name, spec in contract.items()},
            made,
            _with_checks(policy or Policy(), checks),
            retries,
            action_of(on_veto),
            prompt,
            given,
        )

    def answer(self, question: str, sources: Given | None = None) -> Answer:
        """Answers one question.

        Args:
            question: What is asked; the fixed sentences are in its language.
            sources: What to answer from; ``None`` asks the retriever.

        Raises:
            OptionError: There are neither sources nor a retriever, or something given is no source.
            LogitrailError: The model, the contract or the retriever cannot be used; that is never an answer.
        """
        return _answer_of(self.stream(question, sources))

    async def aanswer(self, question: str, sources: Given | None = None) -> Answer:
        """:meth:`answer` for event loops: the retriever may be asynchronous, the rest runs in a worker thread."""
        start = perf_counter()
        found = await agathered(_question(question), self._given(sources), self.retriever)
        seconds = perf_counter() - start
        return await asyncio.to_thread(lambda: _answer_of(self._events(question, found, seconds)))

    def stream(self, question: str, sources: Given | None = None) -> Iterator[StageEvent]:
        """:meth:`answer` stage by stage: ``started`` and ``finished`` events, at last one with the answer."""
        return self._from_retrieval(_question(question), sources)

    def _from_retrieval(self, question: str, sources: Given | None) -> Iterator[StageEvent]:
        yield StageEvent("started", "retrieve")
        start = perf_counter()
        found = gathered(question, self._given(sources), self.retriever)
        yield from self._events(question, found, perf_counter() - start)

    async def astream(self, question: str, sources: Given | None = None) -> AsyncIterator[StageEvent]:
        """:meth:`stream` for event loops."""
        _question(question)
        yield StageEvent("started", "retrieve")
        start = perf_counter()
        found = await agathered(question, self._given(sources), self.retriever)
        events = self._events(question, found, perf_counter() - start)
        while (event := await asyncio.to_thread(next, events, None)) is not None:
            yield event

    def _given(self, sources: Given | None) -> Given | None:
        contract = self._settings.contract
        if sources is None and self.retriever is None and isinstance(contract, Contract) and contract.grounding:
            return contract.grounding.sources
        return sources

    def _events(self, question: str, sources: list[Source], seconds: float) -> Iterator[StageEvent]:
        ids = [source.id for source in sources]
        yield StageEvent("finished", "retrieve", seconds=seconds, data={"sources": ids})
        run = Run(self._settings, question, sources, {"retrieve": seconds})
        yield from run.events()
        answer = self._answer(run)
        yield StageEvent("answer", attempt=answer.attempts, answer=answer)

    def _answer(self, run: Run) -> Answer:
        outcome = run.outcome
        assert outcome is not None
        answer = Answer(
            outcome.status,
            outcome.text,
            outcome.reason,
            outcome.spans,
            outcome.citations,
            outcome.findings,
            run.drafts,
            run.timings,
        )
        settings = self._settings
        record = audit_record(
            question=run.question,
            model=_model_name(settings.model),
            contract=_contract_name(settings.contract),
            template=settings.template.text,
            policy=_policy_data(settings.policy),
            options={name: value for name, value in settings.options.items() if name != "processors"},
            sources=run.sources,
            attempts=run.attempts,
            outcome={
                "status": answer.status,
                "text": answer.text,
                "reason": answer.reason,
                "spans": [span.to_dict() for span in answer.spans],
                "citations": [citation.to_dict() for citation in answer.citations],
            },
            timings=answer.timings,
        )
        self._keep(record)
        return replace(answer, record=record)

    def _keep(self, record: dict[str, Any]) -> None:
        if callable(self._audit):
            self._audit(record)
        else:
            self._append(json.dumps(record, ensure_ascii=False) + "\n")

    def _append(self, line: str) -> None:
        if self._audit is None or callable(self._audit):
            return
        try:
            with Path(self._audit).open("a", encoding="utf-8") as file:
                file.write(line)
        except OSError as error:
            message = f"the audit file cannot be written: {error.strerror}"
            raise OptionError(message, path=str(self._audit)) from None


def _answer_of(events: Iterator[StageEvent]) -> Answer:
    answer = None
    for event in events:
        answer = event.answer or answer
    assert answer is not None
    return answer


def _question(question: str) -> str:
    if not isinstance(question, str) or not question.strip():
        raise OptionError(f"expected a question, got {question!r:.80}", path="question")
    return question


def _slot_names(contract: Contract | Mapping[str, Any]) -> list[str]:
    """The names that a contract gives values for."""
    if not isinstance(contract, Contract):
        return [slot.name for slot in read_slots(contract)]
    if contract.grounding is not None:
        return list(contract.grounding.slots)
    schema = getattr(contract.shape, "schema", None)
    properties = schema.get("properties") if isinstance(schema, Mapping) else None
    if not isinstance(properties, Mapping):
        raise OptionError(
            "expected slots, or a contract for an object of slots",
            path="contract",
            hint='{"revenue": {"type": "quantity", "unit": "money", "about": "revenue"}}',
        )
    return list(properties)


def _with_checks(policy: Policy, checks: Iterable[str | CustomCheck]) -> Policy:
    names = []
    for check in checks:
        if isinstance(check, str):
            registered(check)
            names.append(check)
        else:
            names.append(_registered(check))
    return replace(policy, checks=tuple(dict.fromkeys((*policy.checks, *names))))


def _registered(check: CustomCheck) -> str:
    """The name of a function that was given as a check: its own, numbered where several share it."""
    own = f"{check.__module__}.{check.__qualname__}"
    for number in count(1):
        name = own if number == 1 else f"{own} #{number}"
        try:
            known = registered(name)
        except OptionError:
            register_check(name)(check)
            return name
        if known is check:
            return name
    raise AssertionError("unreachable: the numbers do not end")


def _model_name(model: Any) -> str:
    host = getattr(model, "host", None)
    return str(getattr(host, "name", None) or type(model).__name__)


def _contract_name(contract: Contract | dict[str, Any]) -> str:
    return contract.shape_fingerprint if isinstance(contract, Contract) else digest(contract)


def _policy_data(policy: Policy) -> dict[str, Any]:
    data = asdict(policy)
    return {name: sorted(value) if isinstance(value, frozenset) else value for name, value in data.items()}
