"""The smallest set of rules that contradict each other.

Junker: QUICKXPLAIN: preferred explanations and relaxations for over-constrained problems. AAAI 2004.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

Item = TypeVar("Item")


def smallest(items: Sequence[Item], fails: Callable[[Sequence[Item]], bool]) -> list[Item]:
    """Items of which none can be spared, that fail together.

    Args:
        items: All items; together they fail.
        fails: Whether some of the items contradict each other. What fails goes on failing with more items.

    Returns:
        Some of the items, in their order. Empty when it fails without any.
    """
    if fails([]):
        return []
    chosen = {id(item) for item in _among([], False, list(items), fails)}
    return [item for item in items if id(item) in chosen]


def _among(given: list[Item], grown: bool, items: list[Item], fails: Callable[[Sequence[Item]], bool]) -> list[Item]:
    """What of ``items`` is needed beside ``given``, which just grew, or did not."""
    if grown and fails(given):
        return []
    if len(items) == 1:
        return items
    half = len(items) // 2
    first, second = items[:half], items[half:]
    of_second = _among(given + first, True, second, fails)
    return _among(given + of_second, bool(of_second), first, fails) + of_second
