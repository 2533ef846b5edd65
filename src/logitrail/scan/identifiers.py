"""Numbers that name something and measure nothing: article 10, 第十条, v1.2.3, C-2024-001, telephone numbers, URLs."""

from __future__ import annotations

import re
from collections import defaultdict
from decimal import Decimal
from functools import cache

from logitrail.scan.atoms import Atom
from logitrail.scan.words import lines

_ADDRESS = re.compile(
    r"(?:https?://|www\.)[^\s\u3000-\u9fff\uff00-\uffef<>\"']+|[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64})+"
)
_OFFICIAL = re.compile(
    r"[〔\[(（]\s?(?:19|20)[0-9]{2}\s?[〕\])）]"
    r"(?:第|[\u4e00-\u9fffA-Z]{0,6}[0-9]{0,4}[\u4e00-\u9fff]{0,4})?[0-9]{1,8}(?:-[0-9]{1,3})?号"
)
_YEARLY = re.compile(r"(?<![0-9])(?:19|20)[0-9]{2}-[0-9]{1,4}号")
_TELEPHONE = re.compile(
    r"\+[0-9]{1,3}[- ]?(?:\(?[0-9]{1,4}\)?[- ]?){1,4}[0-9]{2,12}|\([0-9]{3}\) ?[0-9]{3}-[0-9]{4}|"
    r"(?<![0-9.,])(?:0[0-9]{2,3}-[0-9]{7,8}|1[3-9][0-9]{9}|[0-9]{17}[0-9Xx]|[0-9]{1,20}(?:-[0-9]{1,20}){2,12}+)"
    r"(?![0-9A-Za-z]|[.,][0-9])"
)
_VERSION = re.compile(r"(?<![0-9A-Za-z.,])[0-9]{1,5}(?:\.[0-9]{1,5}){2,40}+(?![0-9A-Za-z]|,[0-9])")
_TOKEN = re.compile(r"[0-9A-Za-z]+(?:[-_/.][0-9A-Za-z]+)*")
_NUMBERED = re.compile(
    r"[0-9A-Za-z]+(?:[-./](?:[A-Z](?![A-Za-z])|[A-Za-z]*[0-9][0-9A-Za-z]*))*(?:\([0-9A-Za-z]{1,4}\))*"
)
_BRACKETS = str.maketrans("", "", "()（）")
_SEPARATORS = str.maketrans("", "", " -_/〔〕[]号")
#: 第 and a number before one of these names a passage, not a rank.
_PASSAGES = frozenset("条款项章节编目号页")
_MOST_BACK = 40
_MOST_OFFICE = 9
#: Signs of the short names of offices that stand before a document number: 国办发〔2024〕3号.
_OFFICES = frozenset(
    "国办发函字令政府院委厅局省市县区人社财税银保监证证券会法释规教卫健环建住商科工信农水交民公安司审计临三澄"
)


def addresses(text: str) -> list[tuple[int, int]]:
    """Stretches that hold no quantity whatever digits are in them: URLs and mail addresses."""
    if "://" not in text and "www." not in text and "@" not in text:
        return []
    return [(match.start(), match.end()) for match in _ADDRESS.finditer(text)]


def official_numbers(text: str) -> list[tuple[int, int]]:
    """The numbers of official documents and court cases, with the short name of the office: 国办发〔2024〕27号."""
    if "号" not in text:
        return []
    found = []
    for match in _OFFICIAL.finditer(text):
        begin = match.start()
        while begin > 0 and begin > match.start() - _MOST_OFFICE and text[begin - 1] in _OFFICES:
            begin -= 1
        found.append((begin, match.end()))
    if "-" in text:
        found += [match.span() for match in _YEARLY.finditer(text)]
    return found


def number_at(text: str, pos: int, floor: int) -> tuple[int, int] | None:
    """The telephone or identity card number or version around the digit at ``pos``."""
    previous = text[pos - 1] if pos > floor else ""
    match = _TELEPHONE.match(text, pos - 1 if previous and previous in "+(" else pos)
    if match is not None:
        return match.span()
    match = _VERSION.match(text, pos)
    return match.span() if match is not None and not _grouped(match[0]) else None


def _grouped(written: str) -> bool:
    first, *rest = written.split(".")
    return len(first) <= 3 and all(len(group) == 3 for group in rest)


def value_of(written: str) -> str:
    """The identifier without separators; the points of a version or section number stay."""
    if written[0] in "(（[〔" or "〔" in written:
        return written.translate(_SEPARATORS).translate(_BRACKETS)
    return written.translate(_SEPARATORS)


@cache
def _labels() -> tuple[dict[str, tuple[str, ...]], dict[str, str]]:
    chinese: dict[str, set[str]] = defaultdict(set)
    english: dict[str, str] = {}
    for line in lines("id_labels.txt"):
        language, _, words = line.partition(": ")
        for word in words.split():
            if language == "zh":
                chinese[word[-1]].add(word)
            else:
                first, *others = word.split("|")
                english |= dict.fromkeys([first, *others], first)
    return {last: tuple(sorted(words, key=len, reverse=True)) for last, words in chinese.items()}, english


@cache
def label_ends() -> frozenset[str]:
    """What a Chinese label may end with."""
    return frozenset(_labels()[0])


def label_before(text: str, lowered: str, pos: int, floor: int) -> str | None:
    """The label (``section``, 股票代码) that stands before ``pos`` and makes an identifier of what follows."""
    place = pos
    while place > floor and place > pos - 3 and text[place - 1] in "：: .#为是":
        place -= 1
    if place <= floor:
        return None
    last = text[place - 1]
    chinese, english = _labels()
    if last.isascii() or last == "§":
        if place == pos and last != "§":
            return None
        begin = place
        while begin > floor and begin > place - 14 and ("a" <= lowered[begin - 1] <= "z" or lowered[begin - 1] == "§"):
            begin -= 1
        word = lowered[begin:place]
        if ":" in text[place:pos] and word not in _WITH_COLON:
            return None
        return english.get(word)
    for word in chinese.get(last, ()):
        if text.startswith(word, place - len(word)) and place - len(word) >= floor:
            # A short label is also the end of other words (公式, 代表): it needs the number right behind it.
            return (
                word
                if len(word) > 1 or (place == pos and text[place - 2 : place - 1] not in "代公列年月报仪手钟外形模方正")
                else None
            )
    return None


#: Labels after which a number in words is an identifier, too.
COUNTED = frozenset(
    "section article clause chapter part phase stage step round question schedule annex appendix paragraph rule".split()
)
_WITH_COLON = frozenset(
    "no number case file docket ref reference id code zip postcode account invoice order ticket serial".split()
)


def token_around(text: str, pos: int, floor: int) -> tuple[int, int] | None:
    """The letters-and-digits token around the digit at ``pos``; ``None`` if it is a number of its own."""
    begin = pos
    while begin > floor and begin > pos - _MOST_BACK:
        char = text[begin - 1]
        if char.isascii() and (char.isalnum() or (char in "-_/." and begin - 2 >= floor and _alnum(text[begin - 2]))):
            begin -= 1
        else:
            break
    match = _TOKEN.match(text, begin)
    if match is None or match.end() <= pos:
        return None
    written = match[0]
    if not any(char.isalpha() for char in written):
        return None
    return begin, match.end()


def _alnum(char: str) -> bool:
    return char.isascii() and char.isalnum()


def numbered_at(text: str, pos: int) -> int:
    """The end of the section number (2.11, 7-214, 10(b) without the bracket) at ``pos``."""
    match = _NUMBERED.match(text, pos)
    return match.end() if match else pos


def is_passage(char: str) -> bool:
    """Whether 第 … and this sign names a passage of a text: 第十条."""
    return char in _PASSAGES


def carry_label(text: str, one: Atom, other: Atom, gap: str) -> None:
    """Makes identifiers of both numbers of "Sections 5 and 6" and 第五至八条: the label stands only once."""
    bare = other.kind == "number" and other.unit is None and other.start == other.numeral.start
    if one.kind == "id" and one.unit is not None and bare and isinstance(other.value, Decimal):
        several = one.listed or text[max(0, one.start - 3) : one.start].rstrip(" .").endswith(("s", "S"))
        if several and _JOINS_LABELS.fullmatch(gap):
            other.kind, other.value, other.unit = "id", text[other.start : other.end], one.unit
            other.step, other.closed, other.listed = None, True, True
        return
    passages = one.kind == "ordinal" and other.kind == "count" and is_passage(other.unit or "")
    if passages and gap in _JOINS_PASSAGES:
        for atom in (one, other):
            if isinstance(atom.value, Decimal):
                atom.value, atom.unit = format(atom.value, "f"), other.unit
                atom.kind, atom.step, atom.closed = "id", None, True


_JOINS_LABELS = re.compile(r",? (?:and |or |to |through )?|\s?[-–]\s?")
_JOINS_PASSAGES = frozenset({"-", "–", "—", "~", "至", "到", "和", "及", "与"})
