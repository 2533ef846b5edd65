"""The trace as a value: tokens and fields, and which track their numbers stand for."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from logitrail.trace.fields import FieldTrace

#: "raw": the model's own distribution is known. "masked": only the distribution after the mask. "unknown": neither.
Track = Literal["raw", "masked", "unknown"]


@dataclass(frozen=True, slots=True)
class TokenTrace:
    """One token of the output. Logarithms are natural; a number that cannot be known is ``None``.

    Attributes:
        id: Token id.
        bytes: What it adds to the text; ``b""`` for an end token.
        start: Byte offset in the text.
        raw_logprob: ℓ, the model's own: temperature 1, whole vocabulary, before any mask or penalty.
        masked_logprob: m, among the allowed tokens.
        allowed_mass: α in [0, 1].
        pressure: −ln α in nats: how hard the contract pushed here.
        entropy: Of the model's own distribution, in nats.
        rank: 0 for the model's own first choice.
        override: Whether the model's own first choice was not allowed.
        forced: Whether its bytes were determined, so that nothing was drawn.
        drafted: Whether a draft had guessed it.
        closed: Whether the witness wrote it because the budget ended.
        top: Likeliest tokens as (id, raw logprob), with ``trace="full"``.
    """

    id: int
    bytes: bytes
    start: int
    raw_logprob: float | None
    masked_logprob: float | None
    allowed_mass: float | None
    pressure: float | None
    entropy: float | None
    rank: int | None
    override: bool
    forced: bool
    drafted: bool
    closed: bool
    top: tuple[tuple[int, float], ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON; bytes that are no text are escaped."""
        return {
            "id": self.id,
            "text": self.bytes.decode("utf-8", "backslashreplace"),
            "start": self.start,
            "raw_logprob": finite(self.raw_logprob),
            "masked_logprob": finite(self.masked_logprob),
            "allowed_mass": finite(self.allowed_mass),
            "pressure": finite(self.pressure),
            "entropy": finite(self.entropy),
            "rank": self.rank,
            "override": self.override,
            "forced": self.forced,
            "drafted": self.drafted,
            "closed": self.closed,
            **({"top": [list(pair) for pair in self.top]} if self.top else {}),
        }


@dataclass(frozen=True, slots=True)
class Trace:
    """Confidence of one output.

    Attributes:
        track: What the numbers stand for.
        unknown: Why a number is ``None``; ``None`` when all are known.
        tokens: In order.
        fields: JSON pointer → field, in the order of the text.
    """

    track: Track
    unknown: str | None
    tokens: tuple[TokenTrace, ...]
    fields: Mapping[str, FieldTrace] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def pressure(self) -> float | None:
        """−ln α summed over the text, in nats."""
        return total([token.pressure for token in self.tokens])

    @property
    def raw_logprob(self) -> float | None:
        """ℓ summed over the text."""
        return total([token.raw_logprob for token in self.tokens])

    @property
    def overrides(self) -> int:
        """Steps at which the model's own first choice was not allowed."""
        return sum(token.override for token in self.tokens)

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "track": self.track,
            "unknown": self.unknown,
            "pressure": finite(self.pressure),
            "overrides": self.overrides,
            "fields": {pointer: one.to_dict() for pointer, one in self.fields.items()},
            "tokens": [token.to_dict() for token in self.tokens],
        }


def total(numbers: list[float | None]) -> float | None:
    """The sum, or ``None`` when any part is unknown."""
    known = [number for number in numbers if number is not None]
    return sum(known) if len(known) == len(numbers) else None


def finite(number: float | None) -> float | None:
    """For JSON, which has no infinity: the number, or ``None``."""
    return number if number is not None and math.isfinite(number) else None
