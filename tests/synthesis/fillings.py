"""Slots by hand: what a verified quantity or text looks like."""

from __future__ import annotations

from typing import Any

from logitrail.scan import quantities
from logitrail.synthesis import Slot


def quantity(text: str, **changes: Any) -> Slot:
    """A slot that is the one quantity of a text."""
    (found,) = quantities(text)
    return Slot(found.text, quantity=found, **changes)


def words(text: str, **changes: Any) -> Slot:
    """A slot that is a text."""
    return Slot(text, **changes)
