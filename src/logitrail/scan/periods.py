"""Dates and stretches of time in a text, Chinese and English, component by component.

What is a period: an absolute date (2024年3月31日, March 31, 2024, 3Q24, FY2024, 民国113年), a time of day beside or
without one, a stretch that a date closes (截至…止年度, three months ended …), a range, and what depends on when the
text was written (上年同期, a year earlier). What is not: a length of time (三个月, 13 weeks), which is a quantity. Four
digits are a year only where something beside them says so.

A year that spans two (2023/24, FY2023-24) is named by the later one, as most fiscal years are.
"""

from __future__ import annotations

import re

from logitrail.scan import periods_chinese, periods_english, periods_numeric, periods_years
from logitrail.scan.calendar_terms import invalid
from logitrail.scan.characters import plain
from logitrail.scan.period_joining import joined
from logitrail.scan.periods_numeric import Candidate
from logitrail.types import Approximation, Bound, Period, Quantity, Span

_ABOUT = re.compile(r"\s*(?:许|左右|前后|上下)")
_ABOUT_BEFORE = re.compile(r"(?i)(?:\b(?:about|around|circa|c\.|approximately|roughly)\s+|大约|大概|约)$")
_BOUND_AFTER = re.compile(
    r"\s*(?:(?P<until>之前|以前|前(?!后|\d|[一二两三四五六七八九年几往来期列])|止)|(?P<since>起|以来|开始)|"
    r"(?P<after>之后|以后|后(?!勤|续|天|期)))"
)
_BOUND_BEFORE = re.compile(
    r"(?i)(?:(?P<until>\b(?:by|no\s+later\s+than|not\s+later\s+than|on\s+or\s+before|until|till|up\s+to)\s+|不[晚迟]于)|"
    r"(?P<below>\b(?:before|prior\s+to|earlier\s+than)\s+|早于)|"
    r"(?P<since>\b(?:since|from|on\s+or\s+after|effective(?:\s+from)?|starting(?:\s+on)?|beginning(?:\s+on)?|"
    r"no\s+earlier\s+than|not\s+before)\s+|不早于|自从)|"
    r"(?P<after>\b(?:after|later\s+than)\s+|晚于))(?:the\s+|noon\s+on\s+)?$"
)
#: The last characters of what may stand before a period; a search is spared where there is another.
_LEADS = frozenset(" \n\t.约概于从")
_BOUNDS: dict[str, Bound] = {"until": "<=", "below": "<", "since": ">=", "after": ">"}


def periods(text: str) -> list[Quantity]:
    """The periods of a text, in order, none overlapping another.

    Args:
        text: Any text.

    Returns:
        Quantities of kind ``period``. ``value`` is a ``Period``; None where there is no such date (2024年13月45日) or
        the text can be read in more than one way (03/04/2024), with the reason in ``reason``. ``bound`` is ``<=`` for
        "by", "until" and 前, ``<`` for "before", ``>=`` for "from", "since" and 起, ``>`` for "after" and 后; the
        word itself is not part of the span.
    """
    folded = plain(text)
    candidates: list[Candidate] = [
        *periods_chinese.candidates(folded),
        *periods_english.candidates(folded),
        *periods_numeric.candidates(folded),
        *periods_years.candidates(folded),
    ]
    return [_quantity(text, folded, *item) for item in joined(_longest(candidates), folded)]


def _longest(candidates: list[Candidate]) -> list[Candidate]:
    """The candidates that start first, the longest of each, without overlap."""
    kept: list[Candidate] = []
    for item in sorted(candidates, key=lambda item: (item[0], -item[1], isinstance(item[2], str))):
        if not kept or item[0] >= kept[-1][1]:
            kept.append(item)
    return kept


def _quantity(text: str, folded: str, start: int, end: int, said: Period | str) -> Quantity:
    if isinstance(said, str):
        reason: str | None = said
    else:
        reason = invalid(said) or (invalid(said.end) if said.end is not None else None)
    before = folded[max(0, start - 24) : start]
    approx: Approximation | None = None
    bound: Bound | None = None
    if (about := _ABOUT.match(folded, end)) is not None:
        approx, end = "about", about.end()
    elif before[-1:] in _LEADS and (lead := _ABOUT_BEFORE.search(before)) is not None:
        approx, start = "about", start - len(lead[0])
    elif not (isinstance(said, Period) and said.end is not None):
        limit = _BOUND_AFTER.match(folded, end) or (_BOUND_BEFORE.search(before) if before[-1:] in _LEADS else None)
        loose = limit is not None and limit[0].startswith("from") and isinstance(said, Period) and said.month is None
        if limit is not None and limit.lastgroup and not loose:  # "down 11% from 2023" compares
            bound = _BOUNDS[limit.lastgroup]
    value = said if reason is None and isinstance(said, Period) else None
    span = Span(start, end, text[start:end])
    return Quantity(kind="period", value=value, unit=None, span=span, approx=approx, bound=bound, reason=reason)
