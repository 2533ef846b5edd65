"""The loop: all rows in step, each feeding as many tokens as it has."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence

from logitrail.contract import Contract
from logitrail.contract.spelling import canonicalize
from logitrail.decoding.free import FreeSequence
from logitrail.decoding.host import Host
from logitrail.decoding.result import Result, Usage
from logitrail.decoding.row import Row, Step
from logitrail.engine.reader import FieldSpan
from logitrail.trace import TokenTrace, Trace, trace_fields


def decode(host: Host, rows: Sequence[Row]) -> Iterator[None]:
    """Decodes the rows to their ends; yields after each pass."""
    session = host.open([row.prompt for row in rows])
    try:
        active = [i for i, row in enumerate(rows) if not row.done]
        while active:
            feeds = {i: rows[i].feed() for i in active}
            logits = session.forward({i: f for i, (f, _) in feeds.items()}, {i: k for i, (_, k) in feeds.items()})
            for i in active:
                surplus = rows[i].digest(logits[i])
                if surplus:
                    session.rollback(i, surplus)
            active = [i for i in active if not rows[i].done]
            yield
    finally:
        session.close()


def result_of(row: Row, contract: Contract | None, warnings: Sequence[str] = ()) -> Result:
    """The finished row as a result."""
    vocabulary, sequence = row.vocabulary, row.sequence
    data = vocabulary.decode(sequence.tokens)
    value = None
    spans: list[FieldSpan] = []
    if isinstance(sequence, FreeSequence):
        if row.stopped_at is not None:
            data = data[: row.stopped_at]
    else:
        assert contract is not None
        reader = sequence.reader.fork()
        reader.finish()
        spans = reader.fields
        text = data.decode("utf-8")
        value = canonicalize(contract, json.loads(text)) if sequence.compiled.is_json else text
    assert row.finish is not None
    trace = None
    if row.options.trace != "off":
        tokens = _token_traces(row.steps, vocabulary.token_bytes)
        fields = trace_fields(spans, tokens, data, value, closed_from=sequence.closed_from)
        trace = Trace("raw", None, tokens, fields)
    return Result(
        # Without a contract the budget may end within a character.
        text=data.decode("utf-8", "replace"),
        value=value,
        finish_reason=row.finish,
        usage=Usage(
            prompt_tokens=len(row.prompt),
            completion_tokens=len(sequence.tokens),
            forward_passes=row.passes,
            forced_tokens=sum(step.forced for step in row.steps),
            drafted_tokens=row.drafted,
            accepted_drafts=row.accepted_drafts,
        ),
        warnings=(*warnings, *row.warnings),
        token_ids=tuple(sequence.tokens),
        prompt_ids=tuple(row.prompt),
        trace=trace,
        contract=contract,
    )


def _token_traces(steps: Sequence[Step], token_bytes: Sequence[bytes]) -> tuple[TokenTrace, ...]:
    out: list[TokenTrace] = []
    start = 0
    for step in steps:
        out.append(token_trace(step, start, token_bytes[step.token]))
        start += len(token_bytes[step.token])
    return tuple(out)


def token_trace(step: Step, start: int, raw: bytes) -> TokenTrace:
    """One step as a trace."""
    m, i = step.measures, step.index
    assert m is not None
    log_mass = float(m.log_allowed_mass[i])
    return TokenTrace(
        id=step.token,
        bytes=raw,
        start=start,
        raw_logprob=float(m.raw_logprob[i]),
        masked_logprob=float(m.masked_logprob[i]),
        allowed_mass=math.exp(log_mass),
        pressure=max(-log_mass, 0.0),
        entropy=float(m.entropy[i]),
        rank=int(m.rank[i]),
        override=bool(m.override[i]),
        forced=step.forced,
        drafted=step.drafted,
        closed=step.closed,
        top=m.top[i],
    )
