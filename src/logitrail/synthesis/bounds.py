"""How words bound a quantity that does not carry its bound itself: 不得低于转正工资的80% says at least 80 %."""

from __future__ import annotations

import re

from logitrail.scan.cues import cues
from logitrail.types import Bound, Quantity

_REACH = 40
_VALUES: dict[str, Bound] = {">=": ">=", ">": ">", "<=": "<=", "<": "<"}
#: What ends the reach of a bound: the end of a clause, another number, a name that it is part of (超出部分).
_STOPS = re.compile(
    r"[，,；;：:。！？!?\n]|[0-9０-９]|[一二两三四五六七八九十百千万亿]+(?:年|月|日|天|元|个|次|倍|成)|部分"
    r"|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|sixty|ninety|half)\b",
    re.IGNORECASE,
)
#: Names of limits, which are part of what a figure is called (最高限额, the maximum dose).
_NAMES = re.compile(r"最(?![多少])|[上下]限|限额?$|封顶|maxim|minim", re.IGNORECASE)

#: What bounds the number before it (80%以上, 5 or more), and not the one behind.
_BEHIND = re.compile(r"(?:以上|以下|以内|之内|有余|起)的?$|^(?:or|and)\b", re.IGNORECASE)
#: What no word beside it bounds: the scanner reads the bounds of periods itself.
_NAMING = frozenset(("period", "id", "ordinal"))

#: How each is said where a quantity is rendered anew.
BOUND_WORDS: dict[str, dict[Bound, str]] = {
    "zh": {">=": "不低于", ">": "超过", "<=": "不超过", "<": "低于"},
    "en": {">=": "at least ", ">": "more than ", "<=": "at most ", "<": "less than "},
}
APPROXIMATION_WORDS: dict[str, dict[str, str]] = {
    "zh": {"about": "约", "below": "近"},
    "en": {"about": "about ", "below": "nearly "},
}


def bound_in(text: str, quantity: Quantity) -> Bound | None:
    """The bound of a quantity at its place in a text: its own, or that of the words before it in its clause."""
    if quantity.bound is not None or quantity.kind in _NAMING:
        return quantity.bound
    end = quantity.span.start
    around = text[max(0, end - _REACH) : quantity.span.end]
    start = min(end, _REACH)
    for cue in reversed(cues(around)):
        if cue.kind != "bound" or cue.value not in _VALUES or cue.span.end > start or _BEHIND.search(cue.span.text):
            continue
        if _STOPS.search(around, cue.span.end, start) or _NAMES.search(cue.span.text):
            return None
        return _VALUES[cue.value]
    return None
