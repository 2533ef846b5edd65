"""Reads a finished sentence again: it must say what its slots say, and no quantity more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from logitrail.errors import SynthesisError
from logitrail.scan import quantities
from logitrail.synthesis.meaning import meaning, same
from logitrail.synthesis.piece import Piece
from logitrail.types import Quantity


def rescan(text: str, pieces: Sequence[Piece]) -> list[tuple[Piece, Quantity]]:
    """Holds the quantities of a sentence against those of its pieces.

    Each must lie inside one piece and be read there as what that piece means: the slot's quantity in its source, the
    template's words by themselves. Each expected one must be found.

    Args:
        text: The sentence.
        pieces: What it was written from, in order.

    Returns:
        The quantities that slots wrote, each with its piece.

    Raises:
        SynthesisError: The sentence says another quantity, one more, or one less; the error names the slot.
    """
    places = _places(pieces)
    found: dict[int, list[Quantity]] = {i: [] for i in range(len(places))}
    for quantity in quantities(text):
        found[_owner(quantity, places, text)].append(quantity)
    for i, place in enumerate(places):
        _compare(place, found[i], places, i)
    return [(place.piece, one) for i, place in enumerate(places) if place.piece.field is not None for one in found[i]]


@dataclass(frozen=True, slots=True)
class _Place:
    """A piece and where it stands.

    Attributes:
        piece: The piece.
        start, end: Its characters in the sentence.
        reach: How far its quantity may reach: into the template's next words where it is continued.
    """

    piece: Piece
    start: int
    end: int
    reach: int


def _places(pieces: Sequence[Piece]) -> list[_Place]:
    out, at = [], 0
    for i, piece in enumerate(pieces):
        end = at + len(piece.text)
        behind = pieces[i + 1] if i + 1 < len(pieces) else None
        reach = end + len(behind.text) if piece.continued and behind is not None and behind.field is None else end
        out.append(_Place(piece, at, end, reach))
        at = end
    return out


def _owner(quantity: Quantity, places: Sequence[_Place], text: str) -> int:
    """The piece that a quantity of the sentence lies in."""
    start, end = quantity.span.start, quantity.span.end
    touched = [i for i, place in enumerate(places) if place.start < end and start < place.end]
    first = touched[0]
    if len(touched) == 1 or (places[first].piece.continued and end <= places[first].reach):
        return first
    own = [i for i in touched if places[i].piece.field is not None]
    if len(own) == 1 and (_bounds(quantity, places[own[0]].piece) or _has_full_stop(quantity, places[own[0]], text)):
        return own[0]
    slots = [places[i].piece for i in own]
    written = " + ".join(repr(_part(quantity, places[i])) for i in touched)
    raise SynthesisError(
        f"{quantity.text!r} would be read as one quantity, made of {written}",
        slot=slots[0].name,
        path=slots[0].name,
        hint="put a word or a mark between them",
    )


def _has_full_stop(quantity: Quantity, place: _Place, text: str) -> bool:
    """Whether all that is read beyond a slot is the full stop of the sentence, as that of an abbreviation (240 bp.)."""
    return quantity.span.start >= place.start and text[place.end : quantity.span.end] == "."


def _part(quantity: Quantity, place: _Place) -> str:
    start, end = max(quantity.span.start, place.start), min(quantity.span.end, place.end)
    return place.piece.text[start - place.start : end - place.start]


def _compare(place: _Place, found: Sequence[Quantity], places: Sequence[_Place], i: int) -> None:
    piece = place.piece
    if piece.field is None:
        # What a number alone continues into belongs to that slot; the rest must read as it does by itself.
        taken = _taken(places, i)
        expected: Sequence[Quantity] = quantities(piece.text[taken:])
    else:
        expected = piece.expected
    agree = _continues if piece.continued else same
    for want, got in zip(expected, found, strict=False):
        meant = replace(want, bound=got.bound) if want.bound is None and _bounds(got, piece) else want
        if not agree(meant, got):
            raise _error(piece, place, f"the source says {_said(want)}, the sentence would say {_said(got)}")
    if len(found) > len(expected):
        raise _error(piece, place, f"the sentence would say {_said(found[len(expected)])}, which nothing stands for")
    if len(found) < len(expected):
        raise _error(piece, place, f"{_said(expected[len(found)])} could no longer be read in the sentence")


def _bounds(got: Quantity, piece: Piece) -> bool:
    """Whether the template says, in its own words, the bound that the words of the source give a slot's quantity."""
    slot = piece.slot
    return slot is not None and slot.quantity is not None and slot.bound is not None and got.bound == slot.bound


def _taken(places: Sequence[_Place], i: int) -> int:
    """How many characters of a literal piece belong to the number before it."""
    before = places[i - 1].piece if i else None
    if before is None or not before.continued:
        return 0
    ends = [one.span.end for one in quantities(before.text + places[i].piece.text) if one.span.start < len(before.text)]
    return max(0, max(ends, default=0) - len(before.text))


def _continues(want: Quantity, got: Quantity) -> bool:
    """Whether a number and the template's unit say the slot's quantity; what is counted the template names."""
    counts = ("number", "count")
    if want.kind in counts and got.kind in counts:
        return meaning(replace(got, kind=want.kind, unit=want.unit)) == meaning(want)
    return same(want, got)


def _said(quantity: Quantity) -> str:
    value = quantity.to_dict()["value"]
    words = [repr(quantity.text), f"({quantity.kind}", str(value)]
    words += [quantity.unit] if quantity.unit else []
    words += [quantity.approx] if quantity.approx else []
    words += [quantity.bound] if quantity.bound else []
    return " ".join(words) + ")"


def _error(piece: Piece, place: _Place, message: str) -> SynthesisError:
    if piece.field is None:
        return SynthesisError(f"the template's own words {piece.text!r}: {message}", hint="rephrase the template there")
    return SynthesisError(message, slot=piece.name, path=piece.name, hint=_hint(piece))


def _hint(piece: Piece) -> str:
    quantity = piece.slot.quantity if piece.slot is not None else None
    if quantity is not None and quantity.reason:
        return f"{{{piece.name}:亿元,2}} or {{{piece.name}:million,1}} writes it out in full ({quantity.reason})"
    return "put a word or a mark around the slot, or rephrase the template there"
