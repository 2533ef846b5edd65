"""A sentence from verified slots, or an error: nothing in between."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from logitrail.contract.phrases import Language
from logitrail.decoding.instructing import language_of
from logitrail.errors import SynthesisError
from logitrail.synthesis.filling import Filler
from logitrail.synthesis.nodes import words_of
from logitrail.synthesis.piece import OutputSpan, Piece
from logitrail.synthesis.polarity import check_bounds, check_directions, check_seams
from logitrail.synthesis.rescan import rescan
from logitrail.synthesis.slot import Fillings, items_of
from logitrail.synthesis.template import Template


@dataclass(frozen=True, slots=True)
class Synthesis:
    """A sentence, and who wrote which of its characters.

    Attributes:
        text: The sentence.
        spans: All of it, in order: each stretch is the template's or one slot's.
    """

    text: str
    spans: tuple[OutputSpan, ...]

    def __str__(self) -> str:
        return self.text

    def to_dict(self) -> dict[str, Any]:
        """As JSON."""
        return {"text": self.text, "spans": [span.to_dict() for span in self.spans]}


def synthesize(template: str | Template, verified_slots: Fillings) -> Synthesis:
    """Writes a sentence from verified slots.

    The slots are written in the words of their sources, or re-rendered where the template declares it and the scanner
    reads the same value. The sentence is then scanned again: every quantity in it must be that of a slot or one of the
    template's own.

    Args:
        template: The template, or its text.
        verified_slots: Name → a :class:`Slot`, a list of them, or ``None`` where the sources do not say.

    Raises:
        TemplateError: The template cannot be read, or names a slot that there is not.
        SynthesisError: A slot is needed and missing, not SUPPORTED, unsafe to show, or would be read as something else.
    """
    made = template if isinstance(template, Template) else Template(template)
    made.require(verified_slots)
    pieces = Filler(made, verified_slots, _language(made, verified_slots)).pieces()
    text = "".join(piece.text for piece in pieces)
    if not text.strip():
        raise SynthesisError("nothing would be written: every part of the template was left out", path=made.name)
    owned = rescan(text, pieces)
    spoken = frozenset(piece.name for piece in pieces if piece.field is not None and piece.field.part == "direction")
    check_bounds(text, owned)
    check_directions(text, owned, spoken)
    check_seams(text, pieces)
    return Synthesis(text, tuple(_spans(pieces)))


def missing_slots(template: Template, verified_slots: Fillings) -> list[str]:
    """The slots that a sentence would need and that have no value, in the order of the template.

    Raises:
        TemplateError: The template names a slot that there is not.
        SynthesisError: A slot is not SUPPORTED, or whether it has a value is not known.
    """
    template.require(verified_slots)
    return Filler(template, verified_slots, _language(template, verified_slots)).missing()


def _language(template: Template, slots: Fillings) -> Language:
    """The language of a template: that of its words, else that of what fills it."""
    words = words_of(template.nodes)
    if not any(char.isalpha() for char in words):
        filled = [slots[name] for name in template.slots]
        words = "".join(one.text for filling in filled for one in items_of(filling))
    return language_of(words)


def _spans(pieces: list[Piece]) -> list[OutputSpan]:
    out, at = [], 0
    for piece in pieces:
        end = at + len(piece.text)
        source = piece.slot.span if piece.slot is not None else None
        origin = "template" if piece.field is None else "slot"
        out.append(OutputSpan(at, end, piece.text, origin, piece.name or None, source))  # type: ignore[arg-type]
        at = end
    return out
