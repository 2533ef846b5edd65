"""What a finished sentence says besides its numbers: no direction is turned or dropped, no negation grows at a seam."""

from __future__ import annotations

from collections.abc import Sequence

from logitrail.errors import SynthesisError
from logitrail.scan.cues import Cue, cues
from logitrail.synthesis.bounds import bound_in
from logitrail.synthesis.directions import direction_in, opposite
from logitrail.synthesis.meaning import number_of
from logitrail.synthesis.piece import Piece
from logitrail.types import Bound, Quantity

#: Cues that turn or bound what they govern.
_DECIDING = frozenset(("negation", "modality", "bound", "exception"))

_DIRECTION = "{SLOT.direction}{SLOT} says the direction that the source has"
_BOUND: dict[Bound | None, str] = {
    None: "{SLOT} without words of bound before it",
    ">=": "不低于{SLOT}, or: at least {SLOT}",
    ">": "超过{SLOT}, or: more than {SLOT}",
    "<=": "不超过{SLOT}, or: at most {SLOT}",
    "<": "低于{SLOT}, or: less than {SLOT}",
}
_SEAM = "put a mark before {SLOT}, or rephrase the template there"


def check_directions(text: str, owned: Sequence[tuple[Piece, Quantity]], spoken: frozenset[str]) -> None:
    """Holds the direction of each quantity in the sentence against that in its source.

    Args:
        text: The sentence.
        owned: The quantities of the sentence that a slot wrote, each with its piece.
        spoken: The slots whose direction a word of the sentence tells.

    Raises:
        SynthesisError: The sentence says the opposite, or a fall without saying so.
    """
    for piece, quantity in owned:
        meant = piece.slot.direction if piece.slot is not None else None
        said = direction_in(text, quantity)
        if opposite(meant, said):
            raise _error(
                piece, f"the source says {quantity.text!r} is {meant}, the sentence would say {said}", _DIRECTION
            )
        value = number_of(quantity)
        if meant == "down" and said != "down" and piece.name not in spoken and (value is None or value >= 0):
            raise _error(piece, f"the source says {quantity.text!r} is a fall, the sentence would not", _DIRECTION)


def check_bounds(text: str, owned: Sequence[tuple[Piece, Quantity]]) -> None:
    """Holds the bound of each quantity in the sentence against that in its source, whatever words say it.

    Raises:
        SynthesisError: The sentence bounds what the source does not, or leaves a bound out.
    """
    for piece, quantity in owned:
        slot = piece.slot
        if slot is None or slot.quantity is None:
            continue
        meant, said = slot.bound or slot.quantity.bound, bound_in(text, quantity)
        if meant != said:
            there, here = meant or "no bound", said or "none"
            message = f"the source says {quantity.text!r} with {there}, the sentence would with {here}"
            raise _error(piece, message, _BOUND[meant])


def check_seams(text: str, pieces: Sequence[Piece]) -> None:
    """Refuses a sentence in which a slot and the words beside it make a negation, a permission or a bound.

    Raises:
        SynthesisError: A cue lies across the border of a slot, or a slot has others in the sentence than by itself.
    """
    found = [cue for cue in cues(text) if cue.kind in _DECIDING]
    at = 0
    for piece in pieces:
        end = at + len(piece.text)
        if piece.field is not None:
            # The bound of a quantity has been compared already, whatever words say it.
            deciding = (
                _DECIDING - {"bound"} if piece.slot is not None and piece.slot.quantity is not None else _DECIDING
            )
            for cue in found:
                if cue.kind in deciding and _across(cue, at, end):
                    raise _error(piece, f"{cue.span.text!r} would be read across the border of the slot", _SEAM)
            within = [cue for cue in found if at <= cue.span.start and cue.span.end <= end]
            inside = [(cue.kind, cue.value) for cue in within if cue.kind in deciding]
            alone = [(cue.kind, cue.value) for cue in cues(piece.text) if cue.kind in deciding]
            if inside != alone:
                message = f"{piece.text!r} would be read otherwise than by itself: {inside} for {alone}"
                raise _error(piece, message, _SEAM)
        at = end


def _across(cue: Cue, start: int, end: int) -> bool:
    overlaps = cue.span.start < end and start < cue.span.end
    return overlaps and not (start <= cue.span.start and cue.span.end <= end) and not _covers(cue, start, end)


def _covers(cue: Cue, start: int, end: int) -> bool:
    """Whether the cue is a frame of the template around the slot (除…外)."""
    return cue.span.start < start and end < cue.span.end


def _error(piece: Piece, message: str, hint: str) -> SynthesisError:
    return SynthesisError(message, slot=piece.name, path=piece.name, hint=hint.replace("SLOT", piece.name))
