"""Approximations and bounds: the words around a number that say how it is meant, and on which side."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache
from typing import NamedTuple, get_args

from logitrail.scan.words import lines
from logitrail.types import Approximation, Bound

#: Words that end like one of ours and are another: 预约, 高超, 最近; and for 上 only the round words count (上百人).
_NOT_BEFORE = {
    "约": "预签合公违条制节大契邀赴",
    "超": "高赶反",
    "<": "=>-",
    ">": "=<-",
    "近": "最附临亲靠远新就",
    "起": "",
    "不足": "",
}
_NOT_BEHIND = {"多": "数少种样元边次", "余": "额下", "起": "来诉草点步止始重", "以下": "简"}
_COMPARES = re.compile(r" (?:than )?(?:or equal to )?[-$£€¥]?\s?[0-9]| than (?:a |an )?[a-z]")


class Mark(NamedTuple):
    """How a number is meant; where the words that say so begin or end."""

    approx: Approximation | None
    bound: Bound | None
    edge: int


#: For one character: the lengths of the words, longest first, and their marks.
_ByLength = tuple[tuple[int, ...], dict[str, str]]


@cache
def _tables() -> tuple[dict[str, _ByLength], dict[str, _ByLength]]:
    """The words before a number by their last character, and those behind it by their first."""
    before: dict[str, dict[str, str]] = defaultdict(dict)
    after: dict[str, dict[str, str]] = defaultdict(dict)
    for line in lines("bounds.txt"):
        head, _, words = line.partition(": ")
        mark, _, place = head.partition(" ")
        for word in words.split():
            plain = word.replace("_", " ")
            (after[plain[0]] if place else before[plain[-1]])[plain] = mark
    return _by_length(before), _by_length(after)


def _by_length(table: dict[str, dict[str, str]]) -> dict[str, _ByLength]:
    return {char: (tuple(sorted({len(word) for word in words}, reverse=True)), words) for char, words in table.items()}


@cache
def ends_before() -> frozenset[str]:
    """The last characters of the words that may stand before a number."""
    return frozenset(_tables()[0])


@cache
def starts_after() -> frozenset[str]:
    """The first characters of the words that may stand behind a number."""
    return frozenset(_tables()[1])


def words_after() -> list[str]:
    """All words that may stand behind a number."""
    return [word for _, words in _tables()[1].values() for word in words]


_BOUNDS = frozenset(get_args(Bound))


def _mark(mark: str, edge: int) -> Mark:
    if mark in _BOUNDS:
        return Mark(None, mark, edge)  # type: ignore[arg-type]
    return Mark(mark, None, edge)  # type: ignore[arg-type]


def before(lowered: str, pos: int, floor: int) -> Mark | None:
    """What the words that end at ``pos`` say of the number that begins there; nothing before ``floor`` is looked at."""
    found = _tables()[0].get(lowered[pos - 1]) if pos > floor else None
    if found is None:
        return None
    lengths, words = found
    for length in lengths:
        start = pos - length
        if start < floor:
            continue
        word = lowered[start:pos]
        mark = words.get(word)
        if mark is None:
            continue
        previous = lowered[start - 1] if start else ""
        if "a" <= word[0] <= "z" and "a" <= previous <= "z":
            continue
        if previous and previous in _NOT_BEFORE.get(word, ""):
            continue
        return _mark(mark, start)
    return None


def after(lowered: str, pos: int) -> Mark | None:
    """What the words at ``pos`` say of the number that ends there."""
    found = _tables()[1].get(lowered[pos : pos + 1])
    if found is None:
        return None
    lengths, words = found
    for length in lengths:
        word = lowered[pos : pos + length]
        mark = words.get(word)
        if mark is None:
            continue
        end = pos + len(word)  # the text may end before the length does
        following = lowered[end : end + 1]
        if following and following in _NOT_BEHIND.get(word, ""):
            continue
        if word[:2] in ("or", "an") and _COMPARES.match(lowered, end):
            continue  # 5000 or more than 4500: the words belong to the next number
        if word == "+" and (
            pos == 0 or lowered[pos - 1] == " " or (following == " " and lowered[end + 1 : end + 2].isdigit())
        ):
            continue  # the plus of a sum
        if (word[-1].isalpha() or word == "+") and word[-1].isascii() and following.isascii() and following.isalnum():
            continue
        return _mark(mark, end)
    return None
