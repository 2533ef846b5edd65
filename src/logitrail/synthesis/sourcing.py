"""Slots cut out of sources: what stands there, and what it means in its place."""

from __future__ import annotations

import re
from itertools import pairwise

from logitrail.errors import SynthesisError
from logitrail.grounding.sources import indexed
from logitrail.scan import quantities
from logitrail.synthesis.bounds import bound_in
from logitrail.synthesis.directions import direction_in
from logitrail.synthesis.hygiene import unwrapped
from logitrail.synthesis.meaning import meaning
from logitrail.synthesis.slot import Slot
from logitrail.types import Quantity, Source, Span, Status

_NEXT_LINE = re.compile(r"[ \t]*\r?\n[ \t]*[^\s,，.。;；]{1,20}")
#: What joins the two ends of a range.
_JOINT = re.compile(r"\s*(?:and|but|、|，|,|且|而)?\s*")
#: Kinds that often stand below each other without belonging together.
_STACKED = frozenset(("period", "id", "ordinal"))


def slot_at(source: Source, span: Span, status: Status = "SUPPORTED", *, name: str | None = None) -> Slot:
    """A stretch of a source as a slot.

    Args:
        source: The source.
        span: The stretch.
        status: What the verifier found of it.
        name: Name of the slot, for errors.

    Raises:
        SynthesisError: The stretch is not in the source, or cuts through a quantity: what is left of one says
            something else. A quantity may also be cut by the end of a line (``$184.3`` / ``million``), or be one end of
            a range (一万元以上十万元以下).
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
        if whole := _over_the_line(source, quantity):
            message = f"{span.text!r} goes on behind the end of its line: {whole!r}"
            raise SynthesisError(message, slot=name, path=name, hint="join the lines of the source")
        if other := _other_end(source, quantity):
            message = f"{span.text!r} is one end of a range, {other.text!r} is the other"
            raise SynthesisError(message, slot=name, path=name, hint="a clause slot says both")
        bound, direction = bound_in(source.text, quantity), direction_in(source.text, quantity)
        return Slot(span.text, status, quantity, direction=direction, bound=bound, span=span)
    return Slot(span.text, status, contained=tuple(inside), span=span)


def _over_the_line(source: Source, quantity: Quantity) -> str | None:
    """What a quantity would be with the beginning of the next line, where that is another one."""
    start, end = quantity.span.start, quantity.span.end
    found = _NEXT_LINE.match(source.text, end)
    if found is None or quantity.kind in _STACKED:
        return None
    read = quantities(unwrapped(source.text[start : found.end()]))
    if read and read[0].span.start == 0 and read[0].span.end > end - start and meaning(read[0]) != meaning(quantity):
        return read[0].text
    return None


def _other_end(source: Source, quantity: Quantity) -> Quantity | None:
    """The other end of a range that is written as two bounds, one right behind the other."""
    if quantity.bound is None:
        return None
    found = indexed(source).quantities
    at = next((i for i, one in enumerate(found) if one.span.start == quantity.span.start), None)
    if at is None:
        return None
    for first, second in pairwise(found[max(0, at - 1) : at + 2]):
        alike = (first.kind, first.unit) == (second.kind, second.unit) and first.bound and second.bound
        opposed = (first.bound in (">", ">=")) != (second.bound in (">", ">="))
        if alike and opposed and _JOINT.fullmatch(source.text, first.span.end, second.span.start):
            return second if first.span.start == quantity.span.start else first
    return None
