"""What a cue governs: the stretch of its clause that is denied, allowed, demanded or conditional."""

from __future__ import annotations

import re
from bisect import bisect_right

from logitrail.scan.cue_context import Raw

#: Conditions and exceptions that stand behind what they are about: …的除外, …的情况下.
_BEHIND = ("除外", "例外", "的话", "外", "下", "前提", "条件")
_NEW_TOPIC = re.compile(
    r"(?=[abw但却并而])(?:(?<![a-z])(?:but|and\s+(?:shall|must|may|will|can|is|are|was|were|has|have)|while|whereas)"
    r"(?![a-z])|但|却|并(?!且)|而(?!且))"
)


def scope_of(text: str, raw: Raw, start: int, end: int, limits: list[int]) -> tuple[int, int] | None:
    """Where the scope of a cue stands, or None where it cannot be told.

    Args:
        text: The folded text in lower case.
        raw: The cue.
        start: Where its clause begins, or where what is near of it does.
        end: Where that ends.
        limits: Where conditions and exceptions begin, in order: what is denied or demanded ends there.
    """
    if raw.scope is not None:
        return raw.scope
    if raw.kind in ("comparison", "outcome"):
        return None
    if raw.kind in ("direction", "bound"):
        return start, end
    if raw.kind in ("condition", "exception") and text.endswith(_BEHIND, raw.start, raw.end):
        return _stripped(text, start, raw.start, "但 ", "的")
    low, high = raw.end, max(raw.end, end)
    opens = raw.start == start and not text[max(0, start - 8) : start].rstrip().endswith((",", ";", ":"))
    if opens and (comma := text.find(", ", low, high)) >= 0:
        high = comma  # "If it rains, we stay": the main clause is not part of the condition
    if raw.kind in ("negation", "modality"):
        after = bisect_right(limits, low)
        if after < len(limits):
            high = min(high, limits[after])
        turn = _NEW_TOPIC.search(text, low + 1, high)
        if turn is not None:
            high = turn.start()
    return _stripped(text, low, high)


def _stripped(text: str, low: int, high: int, leading: str = "", trailing: str = "") -> tuple[int, int] | None:
    while low < high and (text[low].isspace() or text[low] in ",.;:" + leading):
        low += 1
    while high > low and (text[high - 1].isspace() or text[high - 1] in ",.;:" + trailing):
        high -= 1
    return (low, high) if low < high else None
