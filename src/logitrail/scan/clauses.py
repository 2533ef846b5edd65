"""Sentences and clauses, in Chinese and in English, with exact positions.

One pass over the marks of the text. Brackets keep what is inside them together; decimal points, abbreviations, section
numbers and list markers end nothing; a row of a table is one sentence and one clause.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache

from logitrail.scan.words import word_list
from logitrail.types import Span

_MARK = re.compile(
    r"[\n()\[\]{}（）［］【】〔〕《》〈〉.。．｡！？!?；;…,，：:—]|"
    r" (?=(?:and|but|or) (?:shall|must|may|will|can|cannot|should|would)\b)"
)
_CLOSES = dict(zip(")]}）］】〕》〉", "([{（［【〔《〈", strict=True))
_OPENS = frozenset(_CLOSES.values())
_CLOSING = "。！？!?….．｡，,；;：:—"
_TRAILING = "。！？!?….．”’」』）)】》〉]\"'"

#: A bracket that holds more than this is a passage of its own; what is inside is divided as usual.
_LONGEST_ASIDE = 240

_WORD_BEFORE = re.compile(r"(?<![\dA-Za-z])(?:[A-Za-z]\.)*[A-Za-z]+$")
_NEXT_WORD = re.compile(r"[\s\"'“”‘’)\]]*([A-Za-z]+)")
_NUMBER_BEFORE = re.compile(r"(?:([^\s(（]+)\s)?(?<![\d.])(\d+(?:\.\d+)*)$")
_MARKER = re.compile(r"\(?[A-Z]?\d{0,3}\)?")
_NUMBERED = re.compile(
    r"(?i)^(?:sections?|sec|§+|articles?|art|clauses?|paragraphs?|para|items?|nos?|chapters?|parts?|rules?)\.?$"
)
_COORDINATED = re.compile(
    r"\s+(?:and|but|or|nor|yet|so|while|whereas|although|though|because|since|if|unless|when|where|which|who|whose|as)\b"
)
_FINITE = re.compile(
    r"\b(?:is|are|was|were|be|been|am|has|have|had|do|does|did|will|would|shall|should|can|cannot|could|may|might|must|"
    r"rose|fell|grew|won|lost|made|took|held|sold|paid|stood|went|came|began|ran|hit|left|met|set|won't|can't|"
    r"remains?|rises|falls|costs?|takes?|carries|applies|starts?|ends?|exceeds?|(?!aged|based|ended|related|limited|listed|united)[a-z]{2,}ed)\b"
)  # fmt: skip


def sentences(text: str) -> list[Span]:
    """The sentences of a text, in order, without the blanks around them.

    Returns:
        Spans with ``source`` None. A heading, a list entry and a row of a table are sentences of their own.
    """
    return [Span(start, end, text[start:end]) for start, end in _sentence_bounds(text, _Marks(text))]


def clauses(text: str) -> list[Span]:
    """The clauses of a text, in order: sentences divided at ``；``, ``，`` and where "and" begins a new verb phrase.

    Returns:
        Spans with ``source`` None. Each lies inside one sentence; a clause's closing mark is not part of it.
    """
    return list(_clauses(text))


@lru_cache(maxsize=8)
def _clauses(text: str) -> tuple[Span, ...]:
    found: list[Span] = []
    marks = _Marks(text)
    for start, end in _sentence_bounds(text, marks):
        begin = start
        if not marks.tabular or not _is_row(text, start, end):
            for at in marks.between(start, end):
                if _ends_clause(text, begin, at, end):
                    _append(found, text, begin, at)
                    begin = at + 1
        _append(found, text, begin, end)
    return tuple(found)


def clause_at(spans: list[Span], position: int) -> Span | None:
    """The span of an ordered list that holds the position, or None where none does."""
    index = bisect_right(spans, position, key=lambda span: span.start) - 1
    return spans[index] if index >= 0 and position < spans[index].end else None


class _Marks:
    """The marks of a text that stand outside its brackets."""

    def __init__(self, text: str) -> None:
        self.at: list[int] = []
        self.tabular = "|" in text or "\t" in text
        stack: list[int] = []
        asides: list[tuple[int, int]] = []
        marks = [match.start() for match in _MARK.finditer(text)]
        for at in marks:
            char = text[at]
            if char in _OPENS:
                stack.append(at)
            elif char in _CLOSES:
                if stack and text[stack[-1]] == _CLOSES[char]:
                    opened = stack.pop()
                    if at - opened <= _LONGEST_ASIDE:
                        while asides and asides[-1][0] > opened:
                            asides.pop()
                        asides.append((opened, at))
            elif char == "\n":
                stack.clear()
        asides.append((len(text), len(text)))
        aside = 0
        for at in marks:
            while asides[aside][1] < at:
                aside += 1
            if at < asides[aside][0] and text[at] not in _OPENS and text[at] not in _CLOSES:
                self.at.append(at)

    def between(self, start: int, end: int) -> list[int]:
        return self.at[bisect_right(self.at, start - 1) : bisect_right(self.at, end - 1)]


def _sentence_bounds(text: str, marks: _Marks) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    start = 0
    for at in marks.at:
        char = text[at]
        if at < start or char in "；;,，：:— ":  # the first: inside the closing marks of the sentence before
            continue
        if marks.tabular and char != "\n" and _is_row(text, *_line(text, at)):
            continue
        if _ends_sentence(text, start, at, char):
            end = at + 1
            while end < len(text) and text[end] in _TRAILING:
                end += 1
            low, high = _trim(text, start, end)
            if low < high:
                found.append((low, high))
            start = end
    low, high = _trim(text, start, len(text))
    if low < high:
        found.append((low, high))
    return found


def _ends_sentence(text: str, start: int, at: int, char: str) -> bool:
    if char in "。｡！？":
        return True
    if char == "\n":
        return not _wrapped(text, start, at)
    after = text[at + 1 : at + 2]
    if char in "!?":
        return not after or after.isspace() or after in _TRAILING or not after.isascii()
    if char == "…":
        return after in '\n”’」』"' if after else True
    return _full_stop(text, start, at)


def _full_stop(text: str, start: int, at: int) -> bool:
    before, rest = text[max(start, at - 40) : at], text[at + 1 : at + 41]
    if not before.strip() or not rest.strip():
        return bool(before.strip())
    spaced = rest[0].isspace() or (rest[0] in _TRAILING and rest[1:2].isspace())
    if not spaced:
        if before[-1].isdigit() and rest[0].isdigit():
            return False  # ９．８７ too
        if not before[-1].isascii():  # 价格198元.次年
            return True
        # Two sentences run together: "century.First for".
        return bool(re.search(r"(?<![A-Za-z])[a-z]{3,}$", before) and re.match(r"[A-Z][a-z]+[\s,]", rest))
    if rest.lstrip()[:1].islower():
        return False
    if _MARKER.fullmatch(text[start:at].strip()):
        return False  # 1. or Q2. before what it counts
    if number := _NUMBER_BEFORE.search(before):
        leading = before[: number.start(2)].rstrip()[-1:]
        listed = leading and leading in "：:；;" and len(number[2]) <= 2
        return not listed and not _NUMBERED.match(number[1] or "")
    if word := _WORD_BEFORE.search(before):
        name = word[0]
        if name.lower() in ("no", "nos"):
            return not rest.lstrip()[:1].isdigit()
        if name in word_list("abbreviations_inside.txt"):
            return False
        if "." in name or len(name) == 1 or name in word_list("abbreviations.txt"):
            return _begins_sentence(text, start, at)
    return True


def _begins_sentence(text: str, start: int, at: int) -> bool:
    """Whether what follows an abbreviation begins a sentence: it opens like one, or there is a verb on both sides."""
    following = _NEXT_WORD.match(text, at + 1)
    if following is not None and following[1] in word_list("sentence_starters.txt"):
        return True
    rest = re.match(r"[^.!?。\n]*", text[at + 1 : at + 161])
    return bool(_FINITE.search(text, start, at) and rest and _FINITE.search(rest[0]))


def _ends_clause(text: str, begin: int, at: int, end: int) -> bool:
    char = text[at]
    if char in "；;":
        return True
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    if char == "，":
        return not (before.isdigit() and re.match(r"\d{3}(?!\d)", text[at + 1 : at + 5]))
    if char == "：":
        return re.match(r"\s*[-+−－]?[\d０-９¥￥$€£(（]", text[at + 1 : at + 5]) is None
    if char == "—":
        return after == "—"
    if char == " ":  # "may inspect it and shall decide": a second predicate
        return _FINITE.search(text, begin, at) is not None
    if char == ",":
        if not before.isascii() or (after and not after.isascii()):
            return True  # an ASCII comma in Chinese prose
        if match := _COORDINATED.match(text, at + 1):
            limit = min(end, match.end() + 120)
            return bool(_FINITE.search(text, begin, at) and _FINITE.search(text, match.end(), limit))
    return False


def _wrapped(text: str, start: int, at: int) -> bool:
    """Whether a line was broken inside a sentence: a long line that ends, and one that begins, in the middle."""
    before, after = text[start:at].rstrip(" \t\r"), text[at + 1 : at + 2]
    return len(before) >= 40 and after.islower() and (before[-1].islower() or before[-1] == ",") and "|" not in before


def _line(text: str, at: int) -> tuple[int, int]:
    end = text.find("\n", at)
    return text.rfind("\n", 0, at) + 1, len(text) if end < 0 else end


def _is_row(text: str, start: int, end: int) -> bool:
    return text.count("|", start, end) >= 2 or text.count("\t", start, end) >= 2


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def _append(found: list[Span], text: str, start: int, end: int) -> None:
    while end > start and text[end - 1] in _CLOSING:
        end -= 1
    start, end = _trim(text, start, end)
    if start < end:
        found.append(Span(start, end, text[start:end]))
