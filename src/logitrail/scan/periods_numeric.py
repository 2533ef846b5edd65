"""Dates and times in digits alone: 2024-03-31, 31/12/2024, 2023/24, 14:30, 6:30 p.m."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from logitrail.types import Period

#: Where a period stands in the folded text, and what it says; or why it can be read in more than one way.
Candidate = tuple[int, int, Period | str]

_CLUSTER = re.compile(r"[0-9]{1,4}[-/.:–][0-9]")
_BEFORE = re.compile(r"[\d.,/A-Za-z$£€:-]$")

_ISO = re.compile(
    r"(?P<y>\d{4})(?P<s>[-/.])(?P<m>\d{1,2})(?P=s)(?P<d>\d{1,2})(?![\d%]|[./-]\d)"
    r"(?:T(?P<H>\d\d):(?P<M>\d\d)(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?"
)
_ISO_MONTH = re.compile(r"(?P<y>(?:19|20)\d\d)[-/](?P<m>0[1-9]|1[0-2])(?![\d%]|[./-]\d|[A-Za-z])")
_NUMERIC = re.compile(r"(?P<a>\d{1,2})(?P<s>[/.-])(?P<b>\d{1,2})(?P=s)(?P<y>(?:19|20)\d\d)(?![\d%]|[./-]\d)")
_SPLIT_YEAR = re.compile(r"(?P<y>(?:1\d|20)\d\d)(?P<dash>[/–-])(?P<z>\d{4}|\d\d)(?![\d%/]|-\d|[.,]\d|[A-Za-z])")
_CLOCK = re.compile(r"(?P<H>[01]?\d|2[0-4]):(?P<M>[0-5]\d)(?::[0-5]\d)?(?![\d:]|\s*[AaPp]\.?[Mm])")
_HALF_DAY = re.compile(
    r"(?=[0-9nNmM])(?<![\d.:,])(?:(?P<H>\d{1,2})(?:[:.](?P<M>[0-5]\d))?\s*(?P<half>[AaPp])\.?[Mm]\b\.?|"
    r"(?<![A-Za-z])(?P<word>[Nn]oon|[Mm]idday|[Mm]idnight)\b)"
)
_CLOCK_CUE = re.compile(
    r"(?i)(?:\b(?:at|by|from|until|till|before|after|between|and|to|opens?|closes?|starts?)\s+|\d{4},?\s+(?:at\s+)?)$"
)
_CLOCK_ZONE = re.compile(r"\s*(?:h\b|hours\b|GMT|UTC|[BCEP][SED]?T\b)")
_COUNTED = re.compile(r"\s*(?:%|[a-z]+s\b(?<!was)(?<!is)(?<!as)(?<!has))")


def candidates(text: str) -> Iterator[Candidate]:
    """The dates and times in digits of a folded text; they may overlap."""
    for cluster in _CLUSTER.finditer(text):
        start = cluster.start()
        if _BEFORE.match(text, start - 1, start) if start else False:
            continue
        for pattern, read in _READERS:
            match = pattern.match(text, start)
            if match is not None:
                found = read(match, text)
                if found is not None:
                    yield match.start(), match.end(), found
    for match in _HALF_DAY.finditer(text):
        if match["word"]:
            yield match.start(), match.end(), Period(hour=0 if match["word"].lower() == "midnight" else 12, minute=0)
        elif 1 <= (hour := int(match["H"])) <= 12:
            hour = hour % 12 + (12 if match["half"] in "pP" else 0)
            yield match.start(), match.end(), Period(hour=hour, minute=int(match["M"] or 0))


def _iso(match: re.Match[str], text: str) -> Period | None:
    year = int(match["y"])
    if match["s"] == "." and not 1900 <= year <= 2100:
        return None
    hour, minute = (int(match["H"]), int(match["M"])) if match["H"] else (None, None)
    return Period(year=year, month=int(match["m"]), day=int(match["d"]), hour=hour, minute=minute)


def _iso_month(match: re.Match[str], text: str) -> Period | None:
    following = int(match["y"]) % 100 + 1 == int(match["m"])  # 2011-12 is left to _split_year
    return None if following else Period(year=int(match["y"]), month=int(match["m"]))


def _numeric(match: re.Match[str], text: str) -> Period | str:
    first, second, year = int(match["a"]), int(match["b"]), int(match["y"])
    if first <= 12 and second <= 12 and first != second:
        return "the day and the month cannot be told apart"
    day, month = (second, first) if second > 12 else (first, second)
    return Period(year=year, month=month, day=day)


def _split_year(match: re.Match[str], text: str) -> Period | str | None:
    year, z, dash = int(match["y"]), match["z"], match["dash"]
    last = int(z) if len(z) == 4 else year // 100 * 100 + int(z)
    if dash != "/" and len(z) == 4:
        sensible = year < last <= 2999 and _COUNTED.match(text, match.end()) is None
        return Period(year=year, end=Period(year=last)) if sensible else None
    if last != year + 1:  # 2024/31 is the number of a paper
        return Period(year=year, end=Period(year=last)) if len(z) == 2 and dash == "–" and last > year else None
    around = text[max(0, match.start() - 12) : match.end() + 12]
    if len(z) == 2 and int(z) <= 12 and (dash == "-" or re.search("[\u4e00-\u9fff]", around)):
        return f"a month, or the year from {year} to {last}"
    return Period(year=last, fiscal=True)


def _clock(match: re.Match[str], text: str) -> Period | None:
    start = match.start()
    if _CLOCK_CUE.search(text, max(0, start - 16), start) or _CLOCK_ZONE.match(text, match.end()):
        return Period(hour=int(match["H"]), minute=int(match["M"]))
    return None


_READERS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], str], Period | str | None]], ...] = (
    (_ISO, _iso),
    (_ISO_MONTH, _iso_month),
    (_NUMERIC, _numeric),
    (_SPLIT_YEAR, _split_year),
    (_CLOCK, _clock),
)
