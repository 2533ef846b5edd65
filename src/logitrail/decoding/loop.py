"""The loop: all rows in step, each feeding as many tokens as it has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from logitrail.contract import Contract
from logitrail.decoding.free import FreeSequence
from logitrail.decoding.host import Host
from logitrail.decoding.overconstraint import overconstraint
from logitrail.decoding.reading import read_fields
from logitrail.decoding.result import Result, Usage
from logitrail.decoding.row import Row
from logitrail.decoding.token_traces import raw_trace
from logitrail.engine.reader import FieldSpan
from logitrail.trace import trace_fields


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


def _closed(spans: Sequence[FieldSpan], closed_from: int | None) -> Iterator[str]:
    """A warning where values were not the model's: the witness wrote them."""
    values = [span for span in spans if span.scalar]
    own = sum(closed_from is None or span.start < closed_from for span in values)
    if own < len(values):
        missing = f"{len(values) - own} of {len(values)} values"
        yield f"{missing} are not the model's: they were written to end the text validly (closed)"


def result_of(row: Row, contract: Contract | None, warnings: Sequence[str] = ()) -> Result:
    """The finished row as a result."""
    vocabulary, sequence = row.vocabulary, row.sequence
    data = vocabulary.decode(sequence.tokens)
    value = None
    trace = raw_trace(row.steps, vocabulary.token_bytes) if row.options.trace != "off" else None
    if isinstance(sequence, FreeSequence):
        if row.stopped_at is not None:
            data = data[: row.stopped_at]
    else:
        spans, value_of = read_fields(sequence, data)
        value = value_of(next(span for span in spans if span.path == ()))
        if trace is not None:
            fields = trace_fields(spans, trace.tokens, data, value_of, closed_from=sequence.closed_from)
            trace = replace(trace, fields=fields)
            warnings = (*warnings, *overconstraint(trace, instructed=row.options.instruct))
        warnings = (*warnings, *_closed(spans, sequence.closed_from))
    assert row.finish is not None
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
        closed_from=sequence.closed_from,
    )
