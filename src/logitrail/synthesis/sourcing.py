"""Slots cut out of sources: what stands there, and what it means in its place."""

from __future__ import annotations

from logitrail.errors import SynthesisError
from logitrail.grounding.sources import indexed
from logitrail.synthesis.bounds import bound_in
from logitrail.synthesis.directions import direction_in
from logitrail.synthesis.slot import Slot
from logitrail.types import Source, Span, Status


def slot_at(source: Source, span: Span, status: Status = "SUPPORTED", *, name: str | None = None) -> Slot:
    """A stretch of a source as a slot.

    Args:
        source: The source.
        span: The stretch.
        status: What the verifier found of it.
        name: Name of the slot, for errors.

    Raises:
        SynthesisError: The stretch is not in the source, or cuts through a quantity: what is left of one says
            something else.
    """
    if source.text[span.start : span.end] != span.text or not span.text:
        raise SynthesisError(
            f"{span.text!r} does not stand at {span.start} of the source {source.id!r}", slot=name, path=name
        )
    inside = []
    for quantity in indexed(source).quantities:
        start, end = quantity.span.start, quantity.span.end
        if end <= span.start or span.end <= start:
            continue
        if start < span.start or span.end < end:
            raise SynthesisError(
                f"{span.text!r} cuts through {quantity.text!r} of the source", slot=name, path=name, hint=quantity.text
            )
        inside.append(quantity)
    if len(inside) == 1 and inside[0].text == span.text:
        quantity = inside[0]
        bound, direction = bound_in(source.text, quantity), direction_in(source.text, quantity)
        return Slot(span.text, status, quantity, direction=direction, bound=bound, span=span)
    return Slot(span.text, status, contained=tuple(inside), span=span)
