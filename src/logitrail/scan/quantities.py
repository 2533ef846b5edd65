"""One pass over a text that finds every quantity and says what it means."""

from __future__ import annotations

from bisect import bisect_right

from logitrail.scan import asides, identifiers, joining, tables
from logitrail.scan.atoms import Atom
from logitrail.scan.characters import lower, plain
from logitrail.scan.numeral import Numeral, moved, negated, shifted
from logitrail.scan.periods import periods
from logitrail.scan.reading import Reader
from logitrail.types import Quantity, Span

#: A date as short as this may be the beginning of a longer quantity.
_SHORT = 6
_Block = tuple[int, int, Quantity | None]


def quantities(text: str) -> list[Quantity]:
    """The quantities of a text, in order, none overlapping another.

    Args:
        text: Any text, Chinese or English or both.

    Returns:
        Numbers with unit, scale, bound and approximation, identifiers and periods; spans point into ``text`` and their
        ``source`` is None. What can be read in more than one way has the value None, with the reason.
    """
    return [_quantity(text, part) if isinstance(part, Atom) else part for part in parts(text)]


def parts(text: str) -> list[Atom | Quantity]:
    """What ``quantities`` is made of: periods as they are, everything else with its bare number."""
    written = plain(text)
    lowered = lower(written)
    reader = Reader(written, lowered, text)
    blocks = _blocks(text, written)
    found: list[Atom | Quantity] = []
    pending: Atom | None = None
    index = pos = floor = 0
    while True:
        start = reader.next_start(pos)
        if index < len(blocks) and (start < 0 or start >= blocks[index][0]):
            begin, end, quantity = blocks[index]
            index += 1
            if start == begin and end - begin < _SHORT and quantity is not None:
                atom = reader.read(start, floor)
                if atom is not None and atom.unit is not None and atom.inner[1] > end:
                    continue  # 5日本銭 is longer than the date 5日
            if pending is not None:
                found.append(pending)
                pending = None
            if quantity is not None:
                found.append(quantity)
            pos = floor = max(pos, end)
            continue
        if start < 0:
            break
        money = None if pending is None or not pending.signed else pending.currency
        reader.unit_before = None if pending is None else pending.unit
        atom = reader.read(start, floor, money)
        if atom is None:
            pos = max(reader.resume, pos + 1)
            continue
        if index < len(blocks) and atom.end > blocks[index][0]:
            if atom.end - atom.start <= blocks[index][1] - blocks[index][0]:
                pos = blocks[index][0]
                continue
            while index < len(blocks) and blocks[index][0] < atom.end:
                index += 1
        pos = floor = max(atom.end, start + 1)
        if atom.kind == "number":
            following = written[atom.end : atom.end + 1]
            if following and following in "、.)\ufe0f\u20e3" and asides.is_mark(written, atom):
                continue
            if following == " ":
                asides.read_heading(written, atom)
        if pending is not None:
            gap = atom.start - pending.end
            near = gap == 0 or (gap <= joining.MOST_GAP and joining.may_join(written, pending.end))
            joined = joining.join(written, lowered, pending, atom) if near else None
            if joined is not None:
                pending, pos = joined, joined.end
                floor = pos
                continue
            found.append(pending)
        if atom.start and written[atom.start - 1] == "(":
            asides.read_accounting(written, lowered, atom)
            pos = floor = max(pos, atom.end)
        pending = atom
    if pending is not None:
        found.append(pending)
    headers = tables.apply(written, lowered, [part for part in found if isinstance(part, Atom)])
    if headers:
        found = [part for part in found if not (isinstance(part, Atom) and tables.is_inside(headers, part.start))]
    return found


def numerals(text: str) -> list[Numeral]:
    """The bare numbers of a text, whatever they measure or date: those of ranges one by one, those of dates too.

    Args:
        text: Any text.

    Returns:
        Numbers in words and digits, in order, with positions in ``text``; no identifiers and no ordinals.
    """
    written = plain(text)
    reader = Reader(written, lower(written), text)
    skipped = identifiers.addresses(lower(written))
    found: list[Numeral] = []
    pos = floor = 0
    while (start := reader.next_start(pos)) >= 0:
        address = next((end for begin, end in skipped if begin <= start < end), None)
        if address is not None:
            pos = floor = address
            continue
        atom = reader.read(start, floor)
        if atom is None:
            pos = max(reader.resume, pos + 1)
            continue
        if atom.kind not in ("id", "ordinal"):
            found.append(_bare(atom))
        pos = floor = max(atom.numeral.end, start + 1)
    return found


def _bare(atom: Atom) -> Numeral:
    """The number of an atom alone, with its sign and scale."""
    numeral = atom.numeral
    value, step = numeral.value, numeral.step
    if numeral.script == "digits" and numeral.scale:
        value = shifted(value, numeral.scale)
        step = moved(step, numeral.scale)
    negative = atom.sign >= 0
    bare = Numeral(
        atom.sign if negative else numeral.start,
        numeral.end,
        negated(value) if negative else value,
        step,
        numeral.script,
    )
    bare.preset, bare.body, bare.reason, bare.loose = numeral.preset, numeral.body, numeral.reason, numeral.loose
    return bare


def _blocks(text: str, written: str) -> list[_Block]:
    """Stretches that are read already: periods, the numbers of documents, and addresses, which hold no quantity."""
    blocks: list[_Block] = [(period.span.start, period.span.end, period) for period in periods(text)]
    others: list[_Block] = [(start, end, None) for start, end in identifiers.addresses(lower(written))]
    for start, end in identifiers.official_numbers(written):
        span = Span(start, end, text[start:end])
        others.append((start, end, Quantity("id", identifiers.value_of(written[start:end]), None, span)))
    if others:
        others.sort(key=lambda block: block[:2])
        others = [block for index, block in enumerate(others) if not index or block[0] >= others[index - 1][1]]
        starts = [block[0] for block in others]
        blocks = [block for block in blocks if not _overlaps(block, others, starts)] + others
        blocks.sort(key=lambda block: block[:2])
    return blocks


def _overlaps(block: _Block, others: list[_Block], starts: list[int]) -> bool:
    index = bisect_right(starts, block[0])
    before = index > 0 and others[index - 1][1] > block[0]
    return before or (index < len(others) and others[index][0] < block[1])


def _quantity(text: str, atom: Atom) -> Quantity:
    span = Span(atom.start, atom.end, text[atom.start : atom.end])
    return Quantity(atom.kind, atom.value, atom.unit, span, atom.approx, atom.bound, atom.step, atom.reason)
