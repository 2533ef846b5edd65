"""Names in a text, without a model: what is written like a name, in Chinese and in English.

Candidates, not decisions: a model, or a person, picks one of them. A name that is found inside a longer one stays (a
bank and its branch), and doubtful beginnings of Chinese names are offered in more than one length, since nothing in
Chinese text shows where a name begins.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from logitrail.scan.characters import plain

_HAN = "\u3400-\u4dbf\u4e00-\u9fff"
_TITLED = re.compile(r"《[^《》\n]{1,60}》")
_QUOTED = re.compile(r"“([^“”\n]{1,40})”|「([^「」\n]{1,40})」|\"([^\"\n]{1,40})\"")
_PIECE = re.compile(rf"[{_HAN}A-Za-z0-9·（）()&]+")
_WORD_EN = r"(?:[A-Z][A-Za-z0-9'’&.\-]*[A-Za-z0-9]|[A-Z])"
_LINK_EN = (
    r"(?:,? (?=(?:Inc|Ltd|LLC|Co|Corp|plc|PLC|LP|Jr|Sr)\b)| | of (?:the )?| and | & | for (?:the )?| de | van | von "
    r"| der | al-)"
)
_CAPITALISED = re.compile(rf"(?<![A-Za-z0-9]){_WORD_EN}(?:{_LINK_EN}(?:{_WORD_EN}|[A-Z]\.?|plc|N\.V\.|B\.V\.))*\.?")
_JOINED = re.compile(r" (?:of (?:the )?|and |for (?:the )?)")
_HONOURS = frozenset("Mr Mrs Ms Dr Prof Sir Dame St".split())
_HONOURED = re.compile(r"(?:Mr|Mrs|Ms|Dr|Prof|Sir|Dame|Judge|Justice|President|Professor|Senator)\.? $")
_ROLE_EN = re.compile(
    r"(?i)(?:chair(?:man|woman|person)?|president|director|chief executive(?: officer)?|CEO|CFO|minister|secretary"
    r"|governor|mayor|judge|spokes(?:man|woman|person)),? $"
)
_COMPANY_EN = re.compile(
    r"(?:\b(?:Inc|Ltd|Limited|LLC|LLP|Corp|Corporation|Company|Co|plc|PLC|Group|Holdings?|Bank|Trust|Fund|Partners|B\.V"
    r"|N\.V|S\.A|AG|GmbH|University|Hospital|Court|Commission|Committee|Council|Ministry|Department|Agency|Authority"
    r"|Association|Institute|Office|Board|Tribunal|Union|Alliance|Party|Securities|Insurance)\b\.?)"
)
_PLACE_EN = re.compile(
    r"\b(?:City|County|Street|Avenue|Road|State|Province|Island|Islands|Region|River|Lake|House|Square|Bay|Heights)\b"
)


@dataclass(frozen=True, slots=True)
class Name:
    """One name: where it stands and what it seems to be.

    Attributes:
        start, end: Characters of the text.
        kind: ``organisation``, ``person``, ``place``, ``title`` (of a work or law), ``term`` (quoted or defined), or
            ``None`` where its form does not tell.
    """

    start: int
    end: int
    kind: str | None


def names(text: str) -> list[Name]:
    """The names of a text, in order of their beginnings, longer ones first."""
    folded = plain(text)
    found: dict[tuple[int, int], Name] = {}
    for name in (*_titled(text), *_chinese(folded), *_english(folded)):
        known = found.get((name.start, name.end))
        if known is None or (name.kind is not None and known.kind in (None, "term")):  # a quoted name is a name
            found[name.start, name.end] = name
    return sorted(found.values(), key=lambda name: (name.start, -name.end))


def _titled(text: str) -> Iterator[Name]:
    for match in _TITLED.finditer(text):
        yield Name(*match.span(), "title")
    for match in _QUOTED.finditer(text):
        group = match.lastindex
        if group is not None and re.search(r"\w", match[group]):
            yield Name(*match.span(group), "term")


@cache
def _words(section: str) -> tuple[str, ...]:
    """One section of the table of words, longest first."""
    text = (files("logitrail.grounding") / "data" / "names_zh.txt").read_text("utf-8")
    for block in text.split("\n["):
        head, _, body = block.partition("]")
        if head.strip("[\n ") == section:
            words = [w for line in body.splitlines() if not line.startswith("#") for w in line.split()]
            return tuple(sorted(dict.fromkeys(words), key=lambda word: (-len(word), word)))
    raise KeyError(section)


@cache
def _pattern(section: str) -> re.Pattern[str]:
    return re.compile("|".join(map(_followed, _words(section))))


def _followed(word: str) -> str:
    """``市!场值``: 市, where neither 场 nor 值 follows."""
    word, _, unlike = word.partition("!")
    return re.escape(word) + (f"(?![{re.escape(unlike)}])" if unlike else "")


def _chinese(text: str) -> Iterator[Name]:
    for piece in _PIECE.finditer(text):
        if re.search(f"[{_HAN}]", piece[0]) is not None:
            yield from _organisations(text, *piece.span())
            yield from _places(text, *piece.span())
    yield from _people(text)


def _organisations(text: str, start: int, end: int) -> Iterator[Name]:
    """What ends like the name of a body: from the last word that cannot be part of a name."""
    for match in _pattern("organisations").finditer(text, start, end):
        for begin in _beginnings(text, start, match.start(), 24):
            yield Name(begin, match.end(), "organisation")


def _places(text: str, start: int, end: int) -> Iterator[Name]:
    for match in _pattern("places").finditer(text, start, end):
        for begin in _beginnings(text, start, match.start(), 8):
            if match.start() - begin >= 2 or match[0] in ("省", "市", "县", "区"):
                yield Name(begin, match.end(), "place")


def _beginnings(text: str, start: int, end: int, most: int) -> Iterator[int]:
    """Where a name that goes on at ``end`` may begin: behind the last word that ends one, and before that word."""
    first = max(start, end - most)
    breaks = [match.end() for match in _pattern("breaks").finditer(text, first, end)]
    begin = breaks[-1] if breaks else first
    while begin < end and (text[begin] in ")）·&" or (text[begin].isdigit() and begin > start)):
        begin += 1
    if end - begin >= 2 or (end > begin and text[begin].isascii()):
        yield begin


def _people(text: str) -> Iterator[Name]:
    surname = _pattern("surnames").pattern
    given = rf"(?:某某?|[{_HAN}]{{1,2}})"
    name = rf"(?P<name>(?:{surname}){given}|(?:{surname})[{_HAN}]·?)"
    before = re.compile(rf"(?:{_pattern('roles').pattern})(?:为|是|系|:|：)?\s*[“\"（(]?(?P<name>(?:{surname}){given})")
    for match in before.finditer(text):
        begin, end = match.span("name")
        yield Name(begin, end, "person")
        if end - begin == 3 and text[begin + 1 : end] != "某某":
            yield Name(begin, end - 1, "person")  # the third character may begin the next word
    for match in re.finditer(rf"{name}(?=先生|女士|教授|医生|院士|法官|律师)", text):
        yield Name(*match.span("name"), "person")
    for match in re.finditer(rf"(?:{surname})某(?:某)?(?!某)", text):
        yield Name(*match.span(), "person")


@cache
def _common() -> frozenset[str]:
    text = (files("logitrail.grounding") / "data" / "openers_en.txt").read_text("utf-8")
    return frozenset(word for line in text.splitlines() if not line.startswith("#") for word in line.split())


def _english(text: str) -> Iterator[Name]:
    for match in _CAPITALISED.finditer(text):
        start, end = match.span()
        words = text[start:end].split(" ")
        while words and words[0] in _common():  # The, In: they open sentences
            start += len(words.pop(0)) + 1
        start = min(start, end)
        if text[end - 1 : end] == "." and not re.search(
            r"(?:\b[A-Z]|\b(?:Inc|Ltd|Corp|Co|Jr|Sr|B\.V|N\.V))\.$", text[start:end]
        ):
            end -= 1
        if end - start < 2 or text[start:end].isdigit() or text[start:end].rstrip(".") in _HONOURS:
            continue
        kind = _kind_en(text, start, end)
        if kind is None and _opens(text, start) and _is_plain(text[start:end]):
            continue
        yield Name(start, end, kind)
        # "Bank of Esk and Ministry of Trade" may be one name or several.
        for joint in _JOINED.finditer(text, start, end):
            if joint[0].strip() == "and":
                for begin, stop in ((start, joint.start()), (joint.end(), end)):
                    if stop - begin > 1:
                        yield Name(begin, stop, _kind_en(text, begin, stop))


def _opens(text: str, start: int) -> bool:
    """Whether a place begins a sentence, a line, a cell or what follows a colon: there any word may be capitalised."""
    before = text[:start].rstrip(" \t\"'“‘(•*-–—")
    return not before or before[-1] in ".!?:;\n|。！？：；"


def _is_plain(name: str) -> bool:
    """Whether a name is one word of a single capital, as the first of any sentence is."""
    return " " not in name and name[1:].islower()


def _kind_en(text: str, start: int, end: int) -> str | None:
    if _HONOURED.search(text, max(0, start - 14), start) or re.match(
        r"(?:Mr|Mrs|Ms|Dr|Prof|Sir|Dame)\b", text[start:end]
    ):
        return "person"
    if _COMPANY_EN.search(text, start, end):
        return "organisation"
    if _PLACE_EN.search(text, start, end):
        return "place"
    if _ROLE_EN.search(text, max(0, start - 30), start):
        return "person"
    return None
