"""A sentence in pieces: which of its characters are the template's, and which a slot's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from logitrail.synthesis.nodes import Field
from logitrail.synthesis.slot import Slot
from logitrail.types import Quantity, Span


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch that is about to be written.

    Attributes:
        text: What is written.
        field: The field that it fills; ``None`` for the template's own words.
        slot: What fills it.
        expected: The quantities that it must be read as, in order, in the finished sentence.
        continued: Whether the template's next words belong to its quantity (``{stores.number}家``).
    """

    text: str
    field: Field | None = None
    slot: Slot | None = None
    expected: tuple[Quantity, ...] = ()
    continued: bool = False

    @property
    def name(self) -> str:
        """The slot's name; empty for the template's own words."""
        return self.field.slot if self.field is not None else ""


@dataclass(frozen=True, slots=True)
class OutputSpan:
    """A stretch of a finished sentence.

    Attributes:
        start, end: Characters of the sentence, half open.
        text: The stretch itself.
        origin: Whether the template or a slot wrote it.
        slot: Name of the slot; ``None`` for the template's words.
        source: Where the slot's value stands in its source; ``None`` without one.
    """

    start: int
    end: int
    text: str
    origin: Literal["template", "slot"]
    slot: str | None = None
    source: Span | None = None

    def to_dict(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "start": self.start,
            "end": self.end,
            "text": self.text,
            "origin": self.origin,
            "slot": self.slot,
            "source": self.source.to_dict() if self.source is not None else None,
        }
