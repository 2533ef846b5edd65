"""Units miswritten: 万 for 亿, million for billion, one currency or measure for another, percent for points."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from functools import cache

from logitrail.scan.words import lines
from logitrail.types import Quantity
from logitrail.verification.corrupt.digits import says_else
from logitrail.verification.corrupt.edits import Case, Edit, cased, reread, shuffled

_PACKAGE = "logitrail.verification.corrupt"
_MILLIONS = {
    "million": "billion", "billion": "million", "mn": "bn", "bn": "mn", "m": "bn", "M": "B", "B": "M",
    "crore": "lakh", "lakh": "crore", "crores": "lakhs", "lakhs": "crores",
}  # fmt: skip
_SCALE_WORD = re.compile(r"(?i)(?<![a-z])(?:million|billion|mn|bn|m|b|crores?|lakhs?)(?![a-z])")
_PERCENT = re.compile(r"(?i)\s*(?:[%％]|per\s*cent(?!age)|percent(?!age))\.?")
_HUNDREDTHS = re.compile(r"百分之(?P<number>[^，。；\s]+)")
_POINTS = re.compile(r"(?i)个?百分点|個?百分點|\s*percentage\s+points?|\s*points?")


def wan_yi(case: Case) -> Iterator[Edit]:
    """万 becomes 亿, and the other way round."""
    edits = []
    for quantity in case.stated:
        text = quantity.span.text
        marks = [at for at, char in enumerate(text) if char in "万亿萬億"]
        if len(marks) == 1 and quantity.kind != "id":
            at = quantity.span.start + marks[0]
            edits.append(Edit(at, at + 1, {"万": "亿", "亿": "万", "萬": "億", "億": "萬"}[text[marks[0]]]))
    yield from _scaled(case, edits)


def million_billion(case: Case) -> Iterator[Edit]:
    """Million becomes billion, lakh becomes crore, and the other way round."""
    edits = []
    for quantity in case.stated:
        if quantity.kind in ("id", "period", "length"):
            continue
        for word in _SCALE_WORD.finditer(quantity.span.text):
            other = _MILLIONS.get(word[0]) or _MILLIONS.get(word[0].lower())
            if other is not None:
                start = quantity.span.start + word.start()
                edits.append(Edit(start, start + len(word[0]), cased(word[0], other)))
    yield from _scaled(case, edits)


def currency_swap(case: Case) -> Iterator[Edit]:
    """One currency becomes another, written in the same manner."""
    edits = []
    for quantity in case.stated:
        if quantity.kind == "money":
            text, start = quantity.span.text, quantity.span.start
            named = [
                Edit(start + at, start + at + len(word), other)
                for word, others in _currencies()
                for at in _places(text, word)
                for other in others
            ]
            if not named and text.endswith("元"):  # an amount in 元 and nothing else is one in yuan
                named = [Edit(start + len(text) - 1, start + len(text), other) for other in ("美元", "港元", "欧元")]
            longest = max((edit.end - edit.start for edit in named), default=0)
            edits += [edit for edit in named if edit.end - edit.start == longest]
    for edit in shuffled(case, edits):
        old, new = _at(case, edit), reread(case.claim, edit)
        if old is None or new is None or new.kind != "money" or new.unit in (None, "XXX", old.unit):
            continue
        if old.value == new.value:
            yield edit


def percent_points(case: Case) -> Iterator[Edit]:
    """Percent becomes percentage points, and the other way round."""
    chinese = re.search("[\u4e00-\u9fff]", case.claim) is not None
    rewritings = {
        "percent": ((_HUNDREDTHS, r"\g<number>个百分点"), (_PERCENT, "个百分点" if chinese else " percentage points")),
        "pp": ((_POINTS, "%" if chinese else " percent"),),
    }
    edits = [
        Edit(quantity.span.start + match.start(), quantity.span.start + match.end(), match.expand(other))
        for quantity in case.stated
        for pattern, other in rewritings.get(quantity.kind, ())
        for match in pattern.finditer(quantity.span.text)
    ]
    for edit in shuffled(case, edits):
        old, new = _at(case, edit), reread(case.claim, edit)
        if old is not None and new is not None and {old.kind, new.kind} == {"percent", "pp"} and old.value == new.value:
            yield edit


def unit_swap(case: Case) -> Iterator[Edit]:
    """One unit becomes another of its kind: mg, g; days, weeks; km, m."""
    edits = []
    for quantity in case.stated:
        text, start = quantity.span.text, quantity.span.start
        for kind, words in _units():
            if kind == quantity.kind or {kind, quantity.kind} == {"dose", "mass"}:
                for at in _places(text, words[0]):
                    edits += [Edit(start + at, start + at + len(words[0]), other) for other in words[1:]]
    for edit in shuffled(case, edits):
        old, new = _at(case, edit), reread(case.claim, edit)
        if old is None or new is None or new.value is None or (old.kind, old.unit) == (new.kind, new.unit):
            continue
        grown = new.span.end - new.span.start - (old.span.end - old.span.start)
        if new.span.start == old.span.start and grown == len(edit.text) - (edit.end - edit.start):
            yield edit


def _scaled(case: Case, edits: list[Edit]) -> Iterator[Edit]:
    for edit in shuffled(case, edits):
        old, new = _at(case, edit), reread(case.claim, edit)
        if old is None or new is None or (old.kind, old.unit) != (new.kind, new.unit):
            continue
        if isinstance(new.value, Decimal | Fraction) and says_else(old, new):
            yield edit


def _at(case: Case, edit: Edit) -> Quantity | None:
    return next((q for q in case.found if q.span.start <= edit.start and edit.end <= q.span.end), None)


def _places(text: str, word: str) -> Iterator[int]:
    """Where a unit stands in a quantity, as a whole word."""
    if word[0].isascii() and word[0].isalpha():
        pattern = rf"(?i)(?<![A-Za-z]){re.escape(word)}(?![A-Za-z/²³])"
        yield from (match.start() for match in re.finditer(pattern, text))
    else:
        yield from (match.start() for match in re.finditer(rf"{re.escape(word)}(?!/)", text))


@cache
def _currencies() -> list[tuple[str, list[str]]]:
    table = [line.split() for line in lines("currencies.txt", _PACKAGE)]
    return [(word, [other for other in row if other != word]) for row in table for word in row]


@cache
def _units() -> list[tuple[str, list[str]]]:
    table = []
    for line in lines("units.txt", _PACKAGE):
        kind, _, names = line.partition(":")
        words = names.strip().split("|") if "|" in names else names.split()
        table += [(kind, [word, *(other for other in words if other != word)]) for word in words]
    return table
