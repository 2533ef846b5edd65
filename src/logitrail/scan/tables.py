"""Headers that say the scale of what stands below them: "in thousands", 单位：万元, "($m)".

A header above a table holds for its rows, one in a cell for its column or row, one in running text for the
"label: number" entries behind it. The numbers get the scale and the unit, and say in ``reason`` where these come from.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from logitrail.scan.atoms import Atom
from logitrail.scan.numeral import moved, shifted
from logitrail.scan.numerals_zh import scale_after
from logitrail.scan.units import Unit, name_at, signs_from
from logitrail.types import Interval

_BRACKET = re.compile(r"[(\[]([^()\[\]\n]{1,120})[)\]]")
#: What a header in brackets has to hold: a scale, a currency or a percent sign.
_HINT = re.compile(
    r"thousand|million|billion|crore|lakh|000|[万亿千百元%$£€¥₹]|\b(?:m|mn|bn|k|usd|eur|gbp|rmb|cny|hkd)\b"
)
_STATED = re.compile(r"单位\s?(?:[:：]\s?|为)([^\s,，;；。|)）]{1,12})")
_IN = re.compile(r"in (?:thousands|millions|billions)[^.\n|()]{0,60}")
_BEFORE_IN = re.compile(r"(?:\n|^|[|,] )(?:all )?(?:amounts |figures |dollars )?(?:expressed |stated )?$")
_NOUGHTS = re.compile(r"['’]?000s?\b")
_BEFORE_NOUGHTS = re.compile(r"(?:\brmb|\bus\$|\bhk\$|\ba\$|[£$€¥]|\busd|\beur|\bgbp|\bhkd)\s?$")
_LEAD = re.compile(
    r"(?:all )?(?:(?:amounts?|figures?|numbers?|data|values?|dollar amounts|dollars|expressed|stated|presented|shown|"
    r"are|is|in|units?|金额|单位|币种|均以|以|为)\s?[:：]?\s?)*"
)
_SCALE = re.compile(
    r"\s?(?:in )?((?:thousand|million|billion|trillion|crore|lakh)s?|mn|mln|bn|m|k|['’]?000s?)(?: of)?(?![a-z0-9])\s?"
)
_POWERS = {
    "thousand": 3,
    "million": 6,
    "billion": 9,
    "trillion": 12,
    "crore": 7,
    "lakh": 5,
    "mn": 6,
    "mln": 6,
    "bn": 9,
    "m": 6,
    "k": 3,
}
_CELL = re.compile(r"\||\t| {2,}")
_PLAIN_ROW = re.compile(r"\D{1,80}?(?:\s+[(-]?[0-9][0-9,.]*\)?){1,12}\s*")
_EXEMPT = re.compile(
    r"per share|每股|率|\bratio|\bmargin|percent|%|number of|headcount|employees|"
    r"股数|人数|户数|倍|\b(?:shares|days|times)\b"
)
_PER_SHARE = re.compile(r"per share|每股")
_MOST_LABEL = 42
_YEAR = re.compile(r"(?:19|20)[0-9]{2}")


@dataclass(frozen=True, slots=True)
class Header:
    """What a header says: the power of ten, the unit (``None``: only the scale), and where it stands."""

    start: int
    end: int
    power: int
    unit: Unit | None
    shift: int = 0


def headers(text: str, lowered: str) -> list[Header]:
    """The headers of a text, in order."""
    found = []
    for match in _BRACKET.finditer(text):
        if not _HINT.search(lowered, match.start(1), match.end(1)):
            continue
        header = _header(text, lowered, match.start(1), match.end(1))
        if header is not None:
            found.append(header)
    bracketed = found.copy()
    for start, end in _open(lowered):
        header = _header(text, lowered, start, end)
        if header is not None and not is_inside(bracketed, header.start):
            found.append(header)
    return sorted(found, key=lambda header: header.start)


def is_inside(found: list[Header], pos: int) -> bool:
    """Whether ``pos`` lies in one of the headers, which are in order and apart."""
    index = bisect_right(found, pos, key=lambda header: header.start)
    return index > 0 and pos < found[index - 1].end


def _open(lowered: str) -> Iterator[tuple[int, int]]:
    """Where headers without brackets may stand: 单位：万元, "in millions" at the head of a line, RMB'000."""
    if "单位" in lowered:
        for match in _STATED.finditer(lowered):
            yield match.span(1)
    if "in thousands" in lowered or "in millions" in lowered or "in billions" in lowered:
        for match in _IN.finditer(lowered):
            if _BEFORE_IN.search(lowered, max(0, match.start() - 32), match.start()):
                yield match.span()
    if "000" in lowered:
        for match in _NOUGHTS.finditer(lowered):
            sign = _BEFORE_NOUGHTS.search(lowered, max(0, match.start() - 5), match.start())
            if sign is not None:
                yield sign.start(), match.end()


def _header(text: str, lowered: str, start: int, end: int) -> Header | None:
    """The header that the stretch is, if all of it up to a comma is one."""
    pos = start
    lead = _LEAD.match(lowered, pos, end)
    assert lead is not None
    pos = lead.end()
    unit, shift, power, scaled = None, 0, 0, False
    for _ in range(3):
        while pos < end and text[pos] == " ":
            pos += 1
        if pos >= end or text[pos] in ",;，；":
            break
        scale = _SCALE.match(lowered, pos, end) if not scaled else None
        chinese, after = scale_after(text, pos) if not scaled else (0, pos)
        if scale is not None and (len(scale[1]) > 1 or unit is not None):
            word = scale[1].lstrip("'’")
            power = 3 if word.startswith("000") else _POWERS[word.removesuffix("s")]
            pos, scaled = scale.end(), True
        elif chinese and after <= end and name_at(text, lowered, pos) is None:
            power, pos, scaled = chinese, after, True
        elif unit is None:
            unit, shift, pos = _unit(text, lowered, pos, end)
            if unit is None:
                return None
        else:
            return None
    if pos < end and text[pos] not in ",;，；":
        return None
    if not scaled and (unit is None or unit.kind not in ("money", "percent", "mass", "area", "volume", "length")):
        return None
    if not scaled and unit is not None and unit.kind != "money" and lead.end() == start and text[start] != "%":
        return None  # "(kg)" in running text names a unit, it heads no table
    return Header(start, end, power, unit, shift)


def _unit(text: str, lowered: str, pos: int, end: int) -> tuple[Unit | None, int, int]:
    name = name_at(text, lowered, pos)
    if name is not None and pos + len(name.text) <= end:
        return name.unit, name.shift, pos + len(name.text)
    for sign, unit, exact in signs_from().get(lowered[pos], ()):
        if (text if exact else lowered).startswith(sign, pos) and pos + len(sign) <= end:
            return unit, 0, pos + len(sign)
    return None, 0, pos


def apply(text: str, lowered: str, atoms: list[Atom]) -> list[Header]:
    """Gives the numbers below each header its scale and unit.

    Returns:
        The headers; a number inside of one ("£'000") is none.
    """
    found = headers(text, lowered)
    if not found:
        return found
    atoms = [atom for atom in atoms if not is_inside(found, atom.start)]
    block: Header | None = None
    columns: dict[int, Header] = {}
    index = place = start = 0
    for line in text.split("\n"):
        end = start + len(line)
        inside = []
        while place < len(found) and found[place].start < end:
            inside.append(found[place])
            place += 1
        numbers = []
        while index < len(atoms) and atoms[index].start < end:
            numbers.append(atoms[index])
            index += 1
        row = _is_row(line)
        own: Header | None = None
        if inside and not row:
            block, columns = inside[-1], {}
        elif inside:
            own, block, columns = _in_row(text, start, end, inside, numbers, block, columns)
        elif (
            not row
            and line.strip()
            and (len(line) > 80 or line.rstrip()[-1] in ".。!?！？")
            and not _entries(text, start, numbers)
        ):
            block, columns = None, {}
        for atom in numbers:
            header = own or (columns.get(_cell(text, start, atom.start)) if columns else None) or block
            if header is None or header.end > atom.start:
                continue
            if row or (_is_entry(text, atom) and (header.start >= start or _is_labelled(text, start, atom))):
                _scale(text, lowered, start, end, atom, header, row)
        start = end + 1
    return found


def _is_row(line: str) -> bool:
    stripped = line.strip()
    return "|" in stripped or "\t" in stripped or "  " in stripped or _PLAIN_ROW.fullmatch(line) is not None


def _entries(text: str, start: int, numbers: list[Atom]) -> bool:
    return any(_is_entry(text, atom) and _is_labelled(text, start, atom) for atom in numbers)


def _is_entry(text: str, atom: Atom) -> bool:
    """Whether the number follows a colon: "Other income: 3.2"."""
    return text[max(0, atom.start - 3) : atom.start].rstrip(" ")[-1:] in (":", "：")


def _is_labelled(text: str, start: int, atom: Atom) -> bool:
    """Whether the words before the colon are a label, not a sentence."""
    label = re.split(r"[;；]", text[max(start, atom.start - 80) : atom.start])[-1]
    return len(label) <= _MOST_LABEL and not re.search(r"[.。!?！？] ", label)


def _cell(text: str, start: int, pos: int) -> int:
    return len(_CELL.findall(text, start, pos))


def _in_row(
    text: str,
    start: int,
    end: int,
    inside: list[Header],
    numbers: list[Atom],
    block: Header | None,
    columns: dict[int, Header],
) -> tuple[Header | None, Header | None, dict[int, Header]]:
    """What headers in cells hold for: the row if it has numbers, else the column, or from the first cell the table."""
    if any(_is_bare(atom) and not _YEAR.fullmatch(text, atom.start, atom.end) for atom in numbers):
        return inside[0], block, columns
    for header in inside:
        cell = _cell(text, start, header.start)
        if cell == 0 or (cell == 1 and text[start : start + 1] == "|"):
            block = header
        else:
            columns = {**columns, cell: header}
    return None, block, columns


def _is_bare(atom: Atom) -> bool:
    return (
        atom.kind == "number"
        and atom.unit is None
        and not atom.scale
        and isinstance(atom.value, Decimal | Fraction | Interval)
    )


def _scale(text: str, lowered: str, start: int, end: int, atom: Atom, header: Header, row: bool) -> None:
    money = atom.kind == "money" and row and not atom.scale and atom.signed
    if not _is_bare(atom) and not money:
        return
    if _YEAR.fullmatch(text, atom.start, atom.end):
        return
    label = (
        _CELL.split(lowered[start:end].lstrip("| "), maxsplit=1)[0]
        if row
        else lowered[max(start, atom.start - 40) : atom.start]
    )
    power = header.power
    if _EXEMPT.search(label) and (header.unit is None or header.unit.kind == "money" or header.power):
        if not _PER_SHARE.search(label) or header.unit is None or header.unit.kind != "money":
            return
        power = 0
    shift = power + (header.shift if not money else 0)
    atom.value = shifted(atom.value, shift)  # type: ignore[arg-type]
    atom.step = moved(atom.step, shift)
    atom.scale = power
    if header.unit is not None and not money:
        atom.kind, atom.unit = header.unit.kind, header.unit.name
    atom.reason = f"scale and unit from the header: {text[header.start : header.end]}"
