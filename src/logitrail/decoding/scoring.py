"""Scores a given output by teacher forcing: the raw track alone, since nothing was masked."""

from __future__ import annotations

from collections.abc import Sequence

from logitrail.decoding.host import Host
from logitrail.decoding.row import Step
from logitrail.decoding.token_traces import raw_trace
from logitrail.trace import Trace, measure

#: Positions whose logits are held at once: a vocabulary of 262,144 takes 1 MiB each.
_CHUNK = 64


def score_tokens(host: Host, prompt: Sequence[int], output: Sequence[int]) -> Trace:
    """The raw trace of ``output`` after ``prompt``; masked logprobs equal raw ones, the allowed mass is 1."""
    session = host.open([prompt])
    steps: list[Step] = []
    try:
        feed = list(prompt)
        for at in range(0, len(output), _CHUNK):
            part = list(output[at : at + _CHUNK])
            feed += part[:-1]
            logits = session.forward({0: feed}, {0: len(part)})[0]
            measures = measure(logits, [None] * len(part), part)
            for i, token in enumerate(part):
                steps.append(Step(token, None, forced=False, closed=False, measures=measures, index=i))
            feed = part[-1:]
    finally:
        session.close()
    return raw_trace(steps, host.vocabulary.token_bytes)
