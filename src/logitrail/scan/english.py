"""When English words are a number: "one" not as a pronoun, "second" not in "a second", "a quarter" not of a year."""

from __future__ import annotations

import re
from decimal import Decimal

from logitrail.scan import numerals_en
from logitrail.scan.number_words import FIRST
from logitrail.scan.numeral import Numeral
from logitrail.scan.units import name_at

_WORD = re.compile(r"[a-z]+")
#: What an article that begins a numeral is followed by: a hundred, a third, a year and a half.
_LED = re.compile(
    r"[ -]{1,3}(?:hundred|thousand|lakh|lac|million|crore|[bt]rillion|billion|quadrillion|dozen|doz|dz|half|quarter|"
    r"[a-z-]{1,24}(?:th|rd|nd|st)s?\b|[a-z.-]{1,24}(?: [a-z]{1,16})? and (?:a half|[0-9]))"
)
_NOT_ONE_AFTER = re.compile(
    r"(?: of| is|'s| another| or other| who|-off|-time|-way|-sided|-stop|-on-one| day| by one)\b"
)
_NOT_ONE_BEFORE = re.compile(
    r"\b(?:no|this|that|which|any|every|each|some|the|another|only|last|next|previous|current|right|wrong|new|old|good|bad|"
    r"first|second|third|former|latter|same|other|best|better|big|small|everyone)[ -]$"
)
_HALVES = frozenset({"first", "second", "other", "latter", "better", "time"})
_OF_PART = re.compile(
    r" of\b| off\b| less\b| more\b| lower\b| higher\b| fewer\b| smaller\b| larger\b|-| ?$| ?[.,;:!?)\n]"
)
_PART_BEFORE = re.compile(
    r"\b(?:by|about|around|nearly|almost|over|roughly|approximately|than|to|and|only|just|up|at least|under|for|one in)"
    r" (?:a |an )?$"
)


def starts(lowered: str) -> list[int]:
    """Where the words stand that a numeral may begin with."""
    return [
        match.start()
        for match in _WORD.finditer(lowered)
        if match[0] in FIRST
        and not _inside(lowered, match.start(), match.end())
        and (match[0][0] != "a" or _LED.match(lowered, match.end()))
    ]


def _inside(lowered: str, start: int, end: int) -> bool:
    """Whether letters, digits or an apostrophe make the word a part of something else (x-one's, 2two)."""
    before, after = lowered[start - 1 : start], lowered[end : end + 1]
    return before.isdigit() or (before != "" and before in "_'’") or after.isdigit() or after == "_"


def numeral_at(text: str, lowered: str, pos: int, floor: int) -> tuple[Numeral | None, int]:
    """The numeral of the words at ``pos``, and where to look on if there is none."""
    numeral = numerals_en.numeral_at(lowered, pos)
    if numeral is None:
        return (_unit_and_a_half(text, lowered, pos) if lowered[pos] == "a" else None), pos + 1
    word = lowered[pos : numeral.end]
    if word == "one":
        return (None if _is_pronoun(text, lowered, pos, numeral.end, floor) else numeral), pos + 1
    before = lowered[max(floor, pos - 16) : pos]
    if word == "second" and before.endswith((" a ", " per ")):
        return None, pos + 1
    if word == "half" and before.rstrip(" -").rpartition(" ")[2] in _HALVES:
        return None, pos + 1
    bare = word.startswith(("a ", "an ")) and word.count(" ") == 1 and numeral.step is None and word not in _SURE
    if word == "quarter":
        is_part = lowered.startswith((" of ", " off"), numeral.end)
    else:
        is_part = not bare or bool(_OF_PART.match(lowered, numeral.end) or _PART_BEFORE.search(before))
    if not is_part:
        # "a third results in": a rank; "a quarter later": a time
        return None, numeral.end if word.endswith("quarter") else pos + 2
    return numeral, pos + 1


_REST = re.compile(r" and (?:a half|[0-9])")
_SURE = frozenset({"a dozen", "a half"})


def _is_pronoun(text: str, lowered: str, pos: int, end: int, floor: int) -> bool:
    """Whether "one" stands for a person or thing: no one, one of them; not in "that one mile"."""
    if _NOT_ONE_AFTER.match(lowered, end):
        return True
    if not _NOT_ONE_BEFORE.search(lowered[max(floor, pos - 16) : pos]):
        return False
    following = lowered[end : end + 1]
    name = name_at(text, lowered, end + 1) if following and following in " -" else None
    return name is None or name.unit.kind == "count"


def _unit_and_a_half(text: str, lowered: str, pos: int) -> Numeral | None:
    """The "a" of "a year and a half", "an hour and 45 minutes"; the rest is added when the two are joined."""
    end = pos + (2 if lowered.startswith("an ", pos) else 1)
    if lowered[end : end + 1] != " ":
        return None
    name = name_at(text, lowered, end + 1)
    if name is None or name.unit.kind == "count" or not _REST.match(lowered, end + 1 + len(name.text)):
        return None
    return Numeral(pos, end, Decimal(1), Decimal(1), "en")
