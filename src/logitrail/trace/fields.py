"""Confidence per field: the tokens that carry a value, added up."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from logitrail.contract.paths import pointer
from logitrail.engine.reader import FieldSpan
from logitrail.trace.record import TokenTrace, finite, total


@dataclass(frozen=True, slots=True)
class FieldTrace:
    """One value of the output.

    The tokens of a field are those that decide its value: from the first behind the opening quote to the one that ends
    it. A string ends with its closing quote, a number with whatever follows its last digit (a model that would have
    gone on did not find the number right), a text that is one value with the end token, where one was drawn.

    Attributes:
        value: The value as parsed, in canonical spelling.
        span: (start, end) of the value as written, quotes included: characters of ``Result.text``.
        byte_span: The same in bytes of its UTF-8 form.
        token_span: (first, end) indices into ``Trace.tokens``.
        raw_logprob: ℓ summed over its tokens.
        masked_logprob: m summed over its tokens.
        pressure: −ln α summed over its tokens, in nats.
        first_token_entropy: Entropy at its first token, in nats: where a model hesitates, if anywhere.
        max_nll: The largest −ℓ among its tokens.
        overrides: Tokens at which the model's own first choice was not allowed.
        closed: Whether the witness alone wrote it, because the budget ended.
    """

    value: Any
    span: tuple[int, int]
    byte_span: tuple[int, int]
    token_span: tuple[int, int]
    raw_logprob: float | None
    masked_logprob: float | None
    pressure: float | None
    first_token_entropy: float | None
    max_nll: float | None
    overrides: int
    closed: bool

    @property
    def raw_probability(self) -> float | None:
        """exp ℓ: how probable the model itself finds exactly these tokens."""
        return None if self.raw_logprob is None else math.exp(self.raw_logprob)

    @property
    def masked_probability(self) -> float | None:
        """exp m: what it looks like with the mask on."""
        return None if self.masked_logprob is None else math.exp(self.masked_logprob)

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "value": self.value,
            "span": list(self.span),
            "byte_span": list(self.byte_span),
            "raw_logprob": finite(self.raw_logprob),
            "raw_probability": self.raw_probability,
            "masked_logprob": finite(self.masked_logprob),
            "masked_probability": self.masked_probability,
            "pressure": finite(self.pressure),
            "first_token_entropy": finite(self.first_token_entropy),
            "max_nll": finite(self.max_nll),
            "overrides": self.overrides,
            "closed": self.closed,
        }


def trace_fields(
    spans: Sequence[FieldSpan],
    tokens: Sequence[TokenTrace],
    text: bytes,
    value_of: Callable[[FieldSpan], Any],
    *,
    closed_from: int | None = None,
) -> Mapping[str, FieldTrace]:
    """Adds up the tokens of each field.

    Args:
        spans: Completed values, from the shadow reader.
        tokens: The token traces, in order.
        text: The output in UTF-8.
        value_of: The value of a span, in canonical spelling.
        closed_from: Byte from which the witness alone wrote.
    """
    starts = [token.start for token in tokens]
    characters = _CharacterOffsets(text)
    out: dict[str, FieldTrace] = {}
    for span in sorted(spans, key=lambda s: (s.start, -s.end)):
        first, end = _overlapping(starts, tokens, span)
        own = tokens[first:end]
        known = [token.raw_logprob for token in own if token.raw_logprob is not None]
        out[pointer(span.path)] = FieldTrace(
            value=value_of(span),
            span=(characters.at(span.start), characters.at(span.end)),
            byte_span=(span.start, span.end),
            token_span=(first, end),
            raw_logprob=total([token.raw_logprob for token in own]),
            masked_logprob=total([token.masked_logprob for token in own]),
            pressure=total([token.pressure for token in own]),
            first_token_entropy=own[0].entropy if own else None,
            max_nll=-min(known) if own and len(known) == len(own) else None,
            overrides=sum(token.override for token in own),
            closed=closed_from is not None and span.content_start >= closed_from,
        )
    return MappingProxyType(out)


def _overlapping(starts: list[int], tokens: Sequence[TokenTrace], span: FieldSpan) -> tuple[int, int]:
    first = max(bisect_right(starts, span.content_start) - 1, 0)
    end = first
    while end < len(tokens) and tokens[end].start < span.decided_end:
        end += 1
    return first, end


class _CharacterOffsets:
    """Byte offsets of a UTF-8 text as character offsets."""

    def __init__(self, text: bytes) -> None:
        self._starts = None if text.isascii() else [i for i, byte in enumerate(text) if byte & 0xC0 != 0x80]

    def at(self, offset: int) -> int:
        return offset if self._starts is None else bisect_right(self._starts, offset - 1)
