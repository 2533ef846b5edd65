"""Words that hold a numeral and count nothing: 统一, 三五成群, 四川."""

from __future__ import annotations

from collections import defaultdict
from functools import cache

from logitrail.scan.numerals_zh import FIRST
from logitrail.scan.words import word_list


@cache
def _shapes() -> dict[str, tuple[tuple[int, int], ...]]:
    """For each numeral, how far before it an idiom may begin and how far behind it end; those that end last first."""
    shapes: dict[str, set[tuple[int, int]]] = defaultdict(set)
    for idiom in word_list("idioms.txt"):
        for offset, char in enumerate(idiom):
            if char in FIRST or char == "半":
                shapes[char].add((offset, len(idiom) - offset))
    return {char: tuple(sorted(found, key=lambda shape: (-shape[1], shape[0]))) for char, found in shapes.items()}


@cache
def _pairs() -> frozenset[str]:
    """The two characters of each idiom that end or begin with a numeral: without them no idiom covers it."""
    pairs = set()
    for idiom in word_list("idioms.txt"):
        for offset, char in enumerate(idiom):
            if char in FIRST or char == "半":
                pairs |= {idiom[max(0, offset - 1) : offset + 1], idiom[offset : offset + 2]}
    return frozenset(pair for pair in pairs if len(pair) == 2)


def idiom_at(text: str, pos: int) -> tuple[int, int] | None:
    """Where the idiom stands that covers the numeral at ``pos`` and reaches farthest; ``None`` when there is none."""
    pairs = _pairs()
    if text[pos : pos + 2] not in pairs and (pos == 0 or text[pos - 1 : pos + 1] not in pairs):
        return None
    words = word_list("idioms.txt")
    for back, on in _shapes().get(text[pos], ()):
        if back <= pos <= len(text) - on and text[pos - back : pos + on] in words:
            return pos - back, pos + on
    return None


def idiom_end(text: str, pos: int) -> int:
    """The end of that idiom; −1 when there is none."""
    idiom = idiom_at(text, pos)
    return idiom[1] if idiom else -1
