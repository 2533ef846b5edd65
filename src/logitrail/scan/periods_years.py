"""Four digits that are a year since something beside them says so: in 2024, the 2024 quarter, a column headed 2023."""

from __future__ import annotations

import re
from collections.abc import Iterator

from logitrail.types import Period

_YEAR = re.compile(r"(?=[12])(?<![\d.,$£€¥/#A-Za-z-])(?:1[0-9]|20)\d\d(?!\d|[.,:/-]\d|%|[A-Za-z])")
_BEFORE = re.compile(
    r"(?i)(?<![A-Za-z])(?:in|since|during|by|until|till|through|throughout|of|for|from|between|before|after|to|and|than|"
    r"early|late|mid|late-|early-|mid-|years?|due|circa|c\.|around|with|versus|vs\.?|compared\s+(?:to|with)|"
    r"ended|ending|class\s+of|spring|summer|autumn|fall|winter|effective|season|end-?)[\s,]*"
    r"(?:calendar\s+|full[\s-]year\s+|early\s+|late\s+|mid-?\s?|the\s+end\s+of\s+|year[\s-]end\s+)?$"
)
_AFTER = re.compile(
    r"(?i)'s\s|(?:\s+|-)(?:quarter|period|season|annual|fiscal|calendar|report|result|figure|edition|election|census|"
    r"financial|budget|earnings|revenue|sales|profit|net|guidance|performance|forecast|outlook|target|level|total|"
    r"full[\s-]year|first|second|third|fourth|interim|accounts|agm|survey|act|amendment|world|olympic|year|estimate|plan|comparative|baseline|"
    r"data|study|film|album|novel)s?\b"
)
_ADJECTIVE = re.compile(r"(?i)\b(?:an?|his|her|its|their|whose|(?P<the>the))\s$")
_LIST = re.compile(r"(?:\d{1,2},|[a-z]{3})\s+(?:19|20)\d\d(?:\s*,\s*(?:19|20)\d\d)*\s*(?:,|,?\s*(?:and|or|&))\s*$")
_NEXT = re.compile(
    r"\s*(?:,\s*and|,|and|or|to|through|until|-|–|—|/|&|versus|vs\.?|compared\s+(?:to|with))\s*(?:in\s+|with\s+)?"
)
_COUNTED = re.compile(
    r"(?i)\s*(?:%|percent|per\s+cent|people|persons|men|women|units?|shares|dollars|euros|pounds|yuan|million|billion|"
    r"thousand|[°㎡]|km|kg|mg|g\b|m\b|hours|days|weeks|months|employees|customers|patients|times|metres|meters|miles|"
    r"feet|tonnes|tons|seats|votes|homes|jobs|cases|participants|members|students|items|copies|square|cubic|acres|"
    r"hectares|calories|words|pages|rooms|cars|vehicles|points)"
)
_CELL = re.compile(r"[^|\t]+")
_HEADED = re.compile(r"(?:19|20)\d\d")


def candidates(text: str) -> Iterator[tuple[int, int, Period]]:
    """The years that stand alone in a folded text and have a cue."""
    known = -1  # where the year before ends
    header = _header(text)
    for match in _YEAR.finditer(text):
        start, end = match.span()
        if start in header or _is_year(text, start, end, known):
            known = end
            yield start, end, Period(year=int(match[0]))


def _is_year(text: str, start: int, end: int, known: int) -> bool:
    before = text[max(0, start - 40) : start]
    if _COUNTED.match(text, end) or before.endswith(("total of ", "$ ", "€ ", "£ ")):
        return False
    if known >= 0 and _NEXT.fullmatch(text, known, start):
        return True
    year = int(text[start:end])
    if 1500 <= year <= 2100 and _BEFORE.search(before):
        return True
    if not 1900 <= year <= 2100:
        return False
    if before.endswith("(") and text[end : end + 1] in (":", ")", "-", "–", ","):
        return True
    if _AFTER.match(text, end) or _LIST.search(before):
        return True
    lead = _ADJECTIVE.search(before)
    return bool(lead and re.match(r"\s[A-Z]" if lead["the"] else r"\s[A-Za-z]", text[end : end + 2]))


def _header(text: str) -> frozenset[int]:
    """Where the cells of a table's header are nothing but years."""
    if "|" not in text and "\t" not in text:
        return frozenset()
    found: set[int] = set()
    start = 0
    for line in text.split("\n"):
        if "|" in line or "\t" in line:
            cells = [(start + cell.start(), cell[0]) for cell in _CELL.finditer(line) if not cell[0].isspace()]
            years = [at + len(cell) - len(cell.lstrip()) for at, cell in cells if _HEADED.fullmatch(cell.strip())]
            if years and len(years) >= len(cells) - 1:
                found.update(years)
        start += len(line) + 1
    return frozenset(found)
