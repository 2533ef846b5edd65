"""Decoded steps as the tokens of a trace."""

from __future__ import annotations

import math
from collections.abc import Sequence

from logitrail.decoding.row import Step
from logitrail.trace import TokenTrace, Trace

_UNDEFINED = "at some step the model gave logits that define no probability (NaN, or infinite)"


def raw_trace(steps: Sequence[Step], token_bytes: Sequence[bytes]) -> Trace:
    """The trace of measured steps, without fields."""
    tokens = token_traces(steps, token_bytes)
    undefined = any(token.raw_logprob is None or token.masked_logprob is None for token in tokens)
    return Trace("raw", _UNDEFINED if undefined else None, tokens)


def token_traces(steps: Sequence[Step], token_bytes: Sequence[bytes]) -> tuple[TokenTrace, ...]:
    """The steps of one output as traces; numbers that were not measured are ``None``.

    Args:
        steps: In order.
        token_bytes: The bytes of each id.
    """
    out: list[TokenTrace] = []
    start = 0
    for step in steps:
        out.append(_token_trace(step, start, token_bytes[step.token]))
        start += len(token_bytes[step.token])
    return tuple(out)


def _token_trace(step: Step, start: int, raw: bytes) -> TokenTrace:
    m, i = step.measures, step.index
    log_mass = _known(m.log_allowed_mass[i]) if m is not None else None
    raw_logprob = _known(m.raw_logprob[i]) if m is not None else None
    return TokenTrace(
        id=step.token,
        bytes=raw,
        start=start,
        raw_logprob=raw_logprob,
        masked_logprob=_known(m.masked_logprob[i]) if m is not None else None,
        # Rounding may leave a sum of probabilities a little above 1.
        allowed_mass=min(math.exp(log_mass), 1.0) if log_mass is not None else None,
        pressure=max(-log_mass, 0.0) if log_mass is not None else None,
        entropy=_known(m.entropy[i]) if m is not None else None,
        rank=int(m.rank[i]) if m is not None and raw_logprob is not None else None,
        override=m is not None and raw_logprob is not None and bool(m.override[i]),
        forced=step.forced,
        drafted=step.drafted,
        closed=step.closed,
        top=m.top[i] if m is not None else (),
    )


def _known(number: float) -> float | None:
    return None if math.isnan(number) else float(number)
