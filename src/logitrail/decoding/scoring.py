"""Scores a given output by teacher forcing: the raw track alone, since nothing was masked."""

from __future__ import annotations

from collections.abc import Sequence

from logitrail.decoding.host import Host
from logitrail.decoding.loop import token_trace
from logitrail.decoding.row import Step
from logitrail.trace import TokenTrace, Trace, measure

#: Positions whose logits are held at once: a vocabulary of 262,144 takes 1 MiB each.
_CHUNK = 64


def score_tokens(host: Host, prompt: Sequence[int], output: Sequence[int]) -> Trace:
    """The raw trace of ``output`` after ``prompt``; masked logprobs equal raw ones, the allowed mass is 1."""
    session = host.open([prompt])
    tokens: list[TokenTrace] = []
    start = 0
    try:
        feed = list(prompt)
        for at in range(0, len(output), _CHUNK):
            part = list(output[at : at + _CHUNK])
            feed += part[:-1]
            logits = session.forward({0: feed}, {0: len(part)})[0]
            measures = measure(logits, [None] * len(part), part)
            for i, token in enumerate(part):
                step = Step(token, None, forced=False, closed=False, measures=measures, index=i)
                raw = host.vocabulary.token_bytes[token]
                tokens.append(token_trace(step, start, raw))
                start += len(raw)
            feed = part[-1:]
    finally:
        session.close()
    return Trace("raw", None, tuple(tokens))
