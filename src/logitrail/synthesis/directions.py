"""Which way a quantity went: by its sign, and by the word of direction that stands right beside it."""

from __future__ import annotations

import re

from logitrail.scan.cues import Cue, cues
from logitrail.synthesis.meaning import number_of
from logitrail.synthesis.slot import Direction
from logitrail.types import Quantity

_WORDS: dict[str, Direction] = {"up": "up", "down": "down", "unchanged": "flat"}
_AGAINST: dict[Direction, Direction] = {"up": "down", "down": "up"}
#: A negative one of these fell; a negative profit is a loss, which need not be less than before.
_CHANGES = frozenset(("percent", "pp", "bp", "permille", "ratio"))

#: What may stand between a word of direction and the quantity that it is about.
_BETWEEN = re.compile(
    r"(?:\s|[:：]|了|约|近|超过|超|逾|达到?|幅度|为|是|不足|大约|接近"
    r"|\b(?:by|of|was|is|were|an?|about|around|some|nearly|over|more|than|approximately|roughly|almost|just|rate|total)\b)*"
)
_BEHIND = re.compile(r"的|(?:\s|\b(?:year|on|over|quarter|month|annual|yearly|quarterly|net|sharp|slight)\b|-)+")
#: English words behind a number that are about it; a verb there ("5% rose to …") is about what comes next.
_NOUNS = frozenset("increase decrease rise fall decline drop growth reduction gain higher lower up down".split())
#: A word that tells where the quantity arrived at (增至, rose to): how far it went is another number.
_ARRIVED = re.compile(r"[至到为成]$")
#: "fell below 5%" tells the level that was passed.
_LEVEL = re.compile(r"(?:below|above|under|beneath|beyond)\b|[低高]于", re.IGNORECASE)
_REACH = 48


def direction_in(text: str, quantity: Quantity) -> Direction | None:
    """The direction of a quantity at its place in a text; ``None`` where nothing tells, or sign and words disagree."""
    start, end = quantity.span.start, quantity.span.end
    said = None if _LEVEL.match(quantity.text) else _said(text, start, end)
    value = number_of(quantity)
    signed: Direction | None = None
    if value is not None and (said is not None or quantity.kind in _CHANGES):
        signed = "down" if value < 0 else "up" if quantity.text.lstrip()[:1] in "+＋" else None
    if said is None or signed is None or said == signed:
        # "下降-5%" says it twice: which of the two is meant cannot be told.
        return None if said == signed == "down" else said or signed
    return "down" if (said, signed) == ("up", "down") else None


def word_direction(word: str) -> Direction | None:
    """The direction that a word by itself tells; ``None`` where it is not known to tell one."""
    found = {_WORDS[cue.value] for cue in cues(word) if cue.kind == "direction" and cue.value in _WORDS}
    return found.pop() if len(found) == 1 else None


def opposite(one: Direction | None, other: Direction | None) -> bool:
    """Whether two directions cannot both be meant."""
    return one is not None and other is not None and _AGAINST.get(one) == other


def _said(text: str, start: int, end: int) -> Direction | None:
    first = max(0, start - _REACH)
    around = text[first : end + _REACH]
    found = cues(around)
    left, right = start - first, end - first
    for cue in reversed(found):
        if cue.kind == "direction" and cue.value in _WORDS and cue.span.end <= left:
            if not _BETWEEN.fullmatch(around, cue.span.end, left) or _ARRIVED.search(cue.span.text):
                break
            return None if _denied(cue, found) else _WORDS[cue.value]
    for cue in found:
        if cue.kind == "direction" and cue.value in _WORDS and cue.span.start >= right:
            word = cue.span.text.lower().split()[0]
            is_noun = word in _NOUNS if word.isascii() else not _ARRIVED.search(word)
            if not is_noun or not _BEHIND.fullmatch(around, right, cue.span.start):
                break
            return None if _denied(cue, found) else _WORDS[cue.value]
    return None


def _denied(cue: Cue, found: list[Cue]) -> bool:
    """Whether a negation governs a word of direction: 未增长, did not rise."""
    return any(
        other.negative and other.scope is not None and other.scope.start <= cue.span.start < other.scope.end
        for other in found
    )
