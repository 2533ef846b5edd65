"""The largest difference between what the mask makes of a value and what the model itself thought of it."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from logitrail.cli.show import percent, scalar_fields, visible
from logitrail.trace import Trace


@dataclass(frozen=True, slots=True)
class Contrast:
    """A field, its two probabilities, and what the model would rather have begun with.

    Attributes:
        field: JSON pointer.
        value: Its value.
        masked_probability: With the mask on.
        raw_probability: The model's own.
        preferred: The model's own first choice at the first override in the field; ``None`` where there is none.
        preferred_probability: Its raw probability.
    """

    field: str
    value: Any
    masked_probability: float
    raw_probability: float
    preferred: str | None
    preferred_probability: float | None

    def sentence(self) -> str:
        """The contrast in words."""
        said = (
            f"Biggest contrast: with the mask on, {self.field} = {json.dumps(self.value, ensure_ascii=False)} looks "
            f"{percent(self.masked_probability)} certain; the model itself gives it {percent(self.raw_probability)}"
        )
        if self.preferred is None:
            return f"{said}."
        preferred = visible(self.preferred.encode())
        return f"{said} (its own first choice was “{preferred}”, {percent(self.preferred_probability)})."


def biggest_contrast(trace: Trace, token_bytes: Sequence[bytes]) -> Contrast | None:
    """The field with the largest masked less raw probability; ``None`` where no field has both.

    Args:
        trace: With the likeliest tokens of each step (``trace="full"``) where the preferred token is wanted.
        token_bytes: The bytes of each token id.
    """
    found: Contrast | None = None
    for pointer, one in scalar_fields(trace):
        masked, raw = one.masked_probability, one.raw_probability
        if masked is None or raw is None:
            continue
        if found is None or masked - raw > found.masked_probability - found.raw_probability:
            override = next((t for t in trace.tokens[slice(*one.token_span)] if t.override and t.top), None)
            text = None if override is None else token_bytes[override.top[0][0]].decode("utf-8", "backslashreplace")
            likely = None if override is None else math.exp(override.top[0][1])
            found = Contrast(pointer, one.value, masked, raw, text, likely)
    return found
