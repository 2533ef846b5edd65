"""Dates and stretches of time as English writes them: March 31, 2024, 3Q24, FY2024, the second half, a year earlier."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from logitrail.scan.calendar_terms import (
    count,
    full_year,
    month_number,
    ordinal,
    relative_pattern,
    relative_spellings,
)
from logitrail.scan.characters import lower
from logitrail.scan.periods_numeric import Candidate
from logitrail.types import Period

_M = (
    r"(?P<m>January|February|March|April|May|June|July|August|September|October|November|December|"
    r"JANUARY|FEBRUARY|MARCH|APRIL|MAY|JUNE|JULY|AUGUST|SEPTEMBER|OCTOBER|NOVEMBER|DECEMBER|"
    r"(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|JAN|FEB|MAR|APR|JUN|JUL|AUG|SEPT?|OCT|NOV|DEC)(?![a-z])\.?)"
)
_M2 = _M.replace("?P<m>", "?P<m2>")
_YY = r"(?P<y>(?:19|20)\d\d|'?\d\d)(?![\d%]|[.,/-]\d)"
_NOT_AMOUNT = r"(?![\d%:]|[.,]\d|\s*(?:%|percent|per\s+cent|million|billion|thousand|bn|m\b))"
_DASH = r"\s*(?:-|–|—|~|to|through|until|and)\s*"
_TH = r"(?:st|nd|rd|th)?"
_FISCAL = r"(?:(?P<fiscal>fiscal(?:\s+year)?|financial\s+year|FY)\s*|calendar\s+(?:year\s+)?|CY)?"

_CAPITAL = re.compile("[JFMASOND](?<![A-Za-z].)(?=[A-Za-z]{2})")
_MONTH_FIRST = re.compile(
    rf"{_M}[\s-]*(?:(?P<d>\d{{1,2}}){_TH}{_NOT_AMOUNT}"
    rf"(?:\s*(?:-|–|—|to|through|and)\s*(?P<d2>\d{{1,2}}){_TH}{_NOT_AMOUNT})?(?:\s*,?\s*(?P<dy>(?:1[5-9]|20|21)\d\d)(?![\d%]|[.,]\d))?"
    rf"|(?:\s*of\s+|\s*,\s*)?{_YY})"
)
_DAY_FIRST = re.compile(
    rf"(?=\d)(?<![\d.,$£€:/-])(?:(?P<d0>\d{{1,2}}){_TH}\s*(?:-|–|—|to|and)\s*)?(?P<d>\d{{1,2}}){_TH}(?:\s+day)?[\s-]+(?:of\s+)?{_M}"
    rf"(?:[\s,-]+(?P<y>(?:1[5-9]|20|21)\d\d|'\d\d|(?<=-)\d\d)(?![\d%]|[.,]\d))?(?![a-z])"
)
_MONTH_YEAR = re.compile(rf"{_M}-(?P<y>\d\d)(?![\d%]|[.,:/-]\d)")  # Mar-24, as spreadsheets have it
_JUNE_QUARTER = re.compile(rf"{_M}\s+quarter(?![a-z])")
_MONTH_ALONE = re.compile(rf"{_M}(?![A-Za-z]|\s*\d|\s+of\s+\d)")
_MONTH_CUE = re.compile(
    r"(?i)(?:\b(?:in|of|by|since|until|till|from|to|through|during|early|late|mid|last|next|this|between|and|every|before|after|for)[\s-]+"
    r"(?:early\s+|late\s+|mid-?\s*)?|[–/&]\s*|(?:" + _M.replace("?P<m>", "?:") + r")[\s,]*(?:-|to|and)\s*)$"
)
_MONTHS_OF = re.compile(rf"{_M}{_DASH}{_M2}(?:\s+(?:of\s+)?(?P<y>(?:1[5-9]|20|21)\d\d)(?![\d%]|[.,]\d))?")

_QUARTER = re.compile(
    rf"(?=[QHF1-4])(?<![A-Za-z\d.,$£€])(?:"
    rf"Q(?P<q1>\d)(?![\d.]\d|[A-Za-z%])(?:[\s,/-]*(?:of\s+)?{_FISCAL}(?P<y1>(?:19|20)\d\d|'?\d\d)(?![\d%]|[.,]\d))?"
    rf"|(?P<q2>[1-4])Q(?:\s*(?:(?P<f2>FY)|CY)?(?P<y2>(?:19|20)\d\d|'?\d\d)(?!\d))?(?![A-Za-z])"
    rf"|(?P<f3>FY)?\s*(?P<y3>(?:19|20)\d\d|(?<=FY)\d\d)[\s-]*(?:Q(?P<q3>[1-4])|(?P<q4>[1-4])Q)(?![A-Za-z\d])"
    rf"|H(?P<h1>[12])(?![\dA-Za-z.])"
    rf"(?:[\s,/-]*{_FISCAL.replace('fiscal>', 'fiscal_h>')}(?P<y5>(?:19|20)\d\d|'?\d\d)(?![\d%]|[.,]\d))?"
    rf"|(?P<h2>[12])H(?:\s*(?:(?P<f6>FY)|CY)?(?P<y6>(?:19|20)\d\d|'?\d\d)(?!\d))?(?![A-Za-z])"
    rf"|(?P<y7>(?:19|20)\d\d)[\s-]*H(?P<h3>[12])(?![A-Za-z\d]))"
)
_NAMED = re.compile(
    r"(?=[FSTLfstl1234])(?<![A-Za-z\d])(?:the\s+)?(?P<ordinal>(?i:first|second|third|fourth|final|1st|2nd|3rd|4th))[\s-]+"
    r"(?:(?P<f>(?i:fiscal))\s+)?(?P<unit>(?i:quarter|half))(?![A-Za-z])(?!\s+of\s+(?:the\s+)?(?!year|fiscal|financial|(?:19|20)\d\d|last|this|FY)[a-z])"
    r"(?:[\s-]+year)?(?:\s*(?:,|of|in|for)?\s*(?:the\s+)?(?P<fiscal>(?i:fiscal(?:\s+year)?|financial\s+year|FY))?\s*(?:year\s+)?(?P<y>(?:19|20)\d\d)(?![\d%]|[.,]\d))?"
)
_FIRST_OF = re.compile(
    r"(?i)\bfirst\s+(?P<n>two|three|four|five|six|seven|eight|nine|ten|eleven|\d{1,2})\s+(?P<unit>months|quarters)"
    r"(?:\s+of\s+(?:the\s+)?(?P<fiscal>fiscal\s+(?:year\s+)?|financial\s+year\s+|FY)?"
    r"(?P<y>(?:19|20)\d\d|year|this\s+year|the\s+year))?(?!\s+of\s+[a-z])"
)
_FISCAL_YEAR = re.compile(
    r"(?=[FfTtAaSsCc])(?<![A-Za-z\d])(?:FY\s?-?|(?P<calendar>CY\s?|(?i:calendar(?:\s+year)?\s+))|(?i:fiscal|financial|tax|academic|school)(?i:[\s-]+year)?\s+|(?i:fiscal\s+years?\s+))"
    r"(?P<y>(?:19|20)\d\d|'?\d\d)(?:\s*(?P<dash>[/–-])\s*(?P<z>\d{4}|\d\d))?(?![\d%]|[.,]\d|\s*Q\d|\s*H[12])[EeAaFf]?(?![A-Za-z])"
)
_ENDED = re.compile(
    r"(?i)(?:the\s+)?(?:(?P<fiscal>fiscal|financial)\s+)?(?:(?P<unit>years?|quarters?|half[\s-]years?|full\s+year)|"
    r"(?P<n>three|six|nine|twelve|3|6|9|12)(?:[\s-]+\(\d+\))?[\s-]+months?)(?:[\s-]+period)?s?\s+(?:then\s+)?(?:ended|ending|to)\s*(?:on\s+)?(?:the\s+)?$"
)
_RELATIVE = re.compile(rf"(?=[atlpscynomq1d])(?<![a-z]){relative_pattern(chinese=False)}(?![a-z])")

_LABEL_END = re.compile(r"\s*[:.)]\s")
_WITHIN = re.compile(r"(?i)(?:\b(?:in|for|of|during|the|from|until|since|and|to)\s|[\u4e00-\u9fff])$")
_PLURAL = re.compile(r"\s+[a-z]+s\b")
_ENGLISH = re.compile("[A-Za-z]{3}|[QH][1-4]|[1-4][QH]|[FC]Y|[0-9]s")
_WHEN = re.compile(
    r"(?i)(?:\b(?P<part>early|late|mid)(?:-\s?|\s+(?:in\s+)?)|\b(?:the\s+)?(?P<point>end|beginning|start|close|middle)(?:\s+of\s+|-)"
    r"(?:the\s+)?(?:calendar\s+)?|\b(?P<year_end>year[\s-]end\s+))$"
)
_POINTS = {"end": "end", "close": "end", "beginning": "start", "start": "start", "middle": "mid"}
_DECADE = re.compile(r"(?=['12])(?<![\d.,A-Za-z])(?:(?P<y>(?:1[5-9]|20)\d0)|'(?P<short>[1-9]0))s\b")


def candidates(text: str) -> Iterator[Candidate]:
    """The English periods of a folded text; they may overlap.

    Args:
        text: The folded text.
    """
    if not _ENGLISH.search(text):
        return
    yield from _months(text)
    yield from _quarters(text)
    for match in _FISCAL_YEAR.finditer(text):
        yield _fiscal(match)
    for match in _DECADE.finditer(text):
        year = int(match["y"]) if match["y"] else 1900 + int(match["short"])
        yield match.start(), match.end(), Period(year=year, relative="decade")
    for match in _RELATIVE.finditer(lower(text)):
        yield match.start(), match.end(), relative_spellings()[" ".join(match[0].split())]


def ended(text: str, start: int) -> tuple[int, str, bool] | None:
    """``three months ended`` before a date: where it starts, the stretch that it closes, and whether it is fiscal."""
    match = _ENDED.search(text, max(0, start - 60), start)
    if match is None:
        return None
    if match["n"]:
        word = {
            "three": "quarter",
            "3": "quarter",
            "six": "half",
            "6": "half",
            "nine": "nine_months",
            "9": "nine_months",
        }
        name = word.get(match["n"].lower(), "year")
    else:
        name = re.split(r"[\s-]", match["unit"].lower())[0].rstrip("s").replace("full", "year")
    if match[0].rstrip().lower().endswith(" to") and not match["n"]:
        return (
            None if name == "year" and not match["fiscal"] else (match.start(), f"{name}_ended", bool(match["fiscal"]))
        )
    return match.start(), f"{name}_ended", bool(match["fiscal"])


def point(text: str, start: int, period: Period) -> tuple[int, str] | None:
    """``end of``, ``early`` and their kin before a year, quarter or month: where it starts, and which part is meant."""
    match = _WHEN.search(text, max(0, start - 32), start)
    if match is None:
        return None
    stretch = "month" if period.month else "quarter" if period.quarter else "half" if period.half else "year"
    if match["part"]:
        return match.start(), match["part"].lower()
    which = "end" if match["year_end"] else _POINTS[match["point"].lower()]
    return match.start(), "mid" if which == "mid" else f"{stretch}_{which}"


def _months(text: str) -> Iterator[Candidate]:
    for capital in _CAPITAL.finditer(text):
        start = capital.start()
        if (match := _MONTHS_OF.match(text, start)) is not None:
            year = int(match["y"]) if match["y"] else None
            end = Period(year=year, month=month_number(match["m2"]))
            yield start, match.end(), Period(year=year, month=month_number(match["m"]), end=end)
        if (match := _MONTH_YEAR.match(text, start)) is not None:
            yield start, match.end(), Period(year=full_year(match["y"]), month=month_number(match["m"]))
        if (match := _JUNE_QUARTER.match(text, start)) is not None:
            yield start, match.end(), Period(month=month_number(match["m"]), relative="quarter_ended")
        if (match := _MONTH_FIRST.match(text, start)) is not None and (found := _month_first(match, text)) is not None:
            yield start, match.end(), found
        match = _MONTH_ALONE.match(text, start)
        if match is not None and _MONTH_CUE.search(text, max(0, start - 24), start):
            yield start, match.end(), Period(month=month_number(match["m"]))
    for match in _DAY_FIRST.finditer(text):
        year = full_year(match["y"].lstrip("'")) if match["y"] else None
        day = Period(year=year, month=month_number(match["m"]), day=int(match["d"]))
        if match["d0"]:
            yield match.start(), match.end(), replace(day, day=int(match["d0"]), end=day)
        yield match.start("d"), match.end(), day


def _month_first(match: re.Match[str], text: str) -> Period | None:
    if match["m"].isupper() and len(match["m"]) <= 5 and match["m"] != "MAY" and not (match["y"] or match["dy"]):
        return None  # 34.9% APR. 2) …
    month = month_number(match["m"])
    if match["d"] is None:
        return Period(year=full_year(match["y"].lstrip("'")), month=month)
    if match["m"] == "May" and not match["dy"] and _PLURAL.match(text, match.end()):
        return None  # "May 2 people enter?"
    year = int(match["dy"]) if match["dy"] else None
    last = Period(year=year, month=month, day=int(match["d2"])) if match["d2"] else None
    return Period(year=year, month=month, day=int(match["d"]), end=last)


def _quarters(text: str) -> Iterator[Candidate]:
    for match in _QUARTER.finditer(text):
        year = next((y for name in ("y1", "y2", "y3", "y5", "y6", "y7") if (y := match[name])), None)
        quarter = next((int(q) for name in ("q1", "q2", "q3", "q4") if (q := match[name])), None)
        half = next((int(h) for name in ("h1", "h2", "h3") if (h := match[name])), None)
        if year is None and _is_label(text, match):
            continue
        fiscal = any(match[name] for name in ("fiscal", "fiscal_h", "f2", "f3", "f6")) and "calendar" not in match[0]
        number = full_year(year.lstrip("'")) if year else None
        yield match.start(), match.end(), Period(year=number, half=half, quarter=quarter, fiscal=fiscal)
    for match in _NAMED.finditer(text):
        number = ordinal(match["ordinal"])
        named_year = int(match["y"]) if match["y"] else None
        if match["unit"].lower() == "quarter":
            yield (
                match.start(),
                match.end(),
                Period(year=named_year, quarter=number, fiscal=bool(match["fiscal"] or match["f"])),
            )
        elif number != 3:  # the last half is the second
            yield match.start(), match.end(), Period(year=named_year, half=min(number, 2), fiscal=bool(match["fiscal"]))
    for match in _FIRST_OF.finditer(text):
        yield match.start(), match.end(), _first_of(match)


def _first_of(match: re.Match[str]) -> Period:
    said = match["y"] or ""
    year = int(said) if said.isdigit() else None
    relative = "this_year" if said and year is None else None
    fiscal, number = bool(match["fiscal"]), count(match["n"])
    if match["unit"].lower() == "months":
        end = Period(year=year, month=number, fiscal=fiscal)
        return Period(year=year, month=1, fiscal=fiscal, relative=relative, end=end)
    end = Period(year=year, quarter=number, fiscal=fiscal)
    return Period(year=year, quarter=1, fiscal=fiscal, relative=relative, end=end)


def _is_label(text: str, match: re.Match[str]) -> bool:
    """Whether ``Q2`` counts questions, or ``H2`` is something else than a half-year."""
    before = text[max(0, match.start() - 2) : match.start()].strip()
    if match["h1"] and before[-1:].isascii() and before[-1:] not in "nref,(":  # in, for, the, of H1
        return True
    if not match["q1"]:
        return False
    within = _WITHIN.search(text, max(0, match.start() - 8), match.start())
    return within is None and _LABEL_END.match(text, match.end()) is not None


def _fiscal(match: re.Match[str]) -> Candidate:
    year = full_year(match["y"].lstrip("'"))
    if match["z"]:
        last = int(match["z"]) if len(match["z"]) == 4 else year // 100 * 100 + int(match["z"])
        if last == year + 1:
            return match.start(), match.end(), Period(year=last, fiscal=True)
        return match.start(), match.end(), Period(year=year, fiscal=True, end=Period(year=last, fiscal=True))
    return match.start(), match.end(), Period(year=year, fiscal=match["calendar"] is None)
