"""What a template is filled with: words of a source, and what they mean there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from logitrail.errors import OptionError
from logitrail.types import Bound, Quantity, Span, Status

#: Which way a quantity went. What neither sign nor words tell is ``None``, never a guess.
Direction = Literal["up", "down", "flat"]


@dataclass(frozen=True, slots=True)
class Slot:
    """One verified value.

    Attributes:
        text: The source's own surface form.
        status: What the verifier found; a sentence is only written from ``SUPPORTED``.
        quantity: What it means, where it is one quantity: read in its source, so that the scale of a table counts.
        contained: For other texts: the quantities that the source has inside it, in order. ``None``: not known, the
            text is read by itself.
        direction: Which way it went, by its sign or by the words around it; ``None`` where nothing tells.
        bound: How the words of the source bound it, where it does not carry its bound itself.
        span: Where it stands in its source; ``None`` without a source.
    """

    text: str
    status: Status = "SUPPORTED"
    quantity: Quantity | None = None
    contained: tuple[Quantity, ...] | None = None
    direction: Direction | None = None
    bound: Bound | None = None
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Missing:
    """A slot without a value.

    Attributes:
        known: Whether the sources were looked through and do not say. Where the budget ended first (a closed field)
            nothing is known: neither the slot nor the words for its absence are written.
    """

    known: bool = True


#: What a slot may hold; ``None`` is ``Missing()``.
Filling = Slot | Sequence[Slot] | Missing | None
Fillings = Mapping[str, Filling]


def items_of(filling: Filling) -> list[Slot]:
    """The values of a slot: none where it is missing, one, or those of a list.

    Raises:
        OptionError: It is filled with something that was not verified: a text, a number, a dictionary.
    """
    if filling is None or isinstance(filling, Missing):
        return []
    items = [filling] if isinstance(filling, Slot) else filling
    if isinstance(items, str | bytes) or not isinstance(items, Sequence):
        raise _not_verified(items)
    for item in items:
        if not isinstance(item, Slot):
            raise _not_verified(item)
    return list(items)


def _not_verified(got: object) -> OptionError:
    return OptionError(
        f"expected a slot that was verified, got {type(got).__name__}: {got!r:.60}",
        path="verified_slots",
        hint="verified_slots(lt.verify(answer, sources), sources)",
    )
