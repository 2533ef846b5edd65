"""What can fill a slot: everything of its kind that stands in the sources, under a key that a model can write."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from logitrail.grounding.slots import NAMING, Slot
from logitrail.grounding.sources import Indexed, indexed
from logitrail.types import Period, Quantity, Source, Span
from logitrail.verification.attribution import decide_each

#: A key of fewer bytes is no longer than null, and would be taken for what is written when the budget ends.
_SHORTEST = 3
_LONGEST_CONTEXT = 24


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something in a source that can fill a slot.

    Attributes:
        key: How the model writes it: the text as it stands, with words that tell it from its like where needed.
        span: Where it stands; ``span.source`` is the source.
        quantity: What it says, for quantities, dates and periods.
    """

    key: str
    span: Span
    quantity: Quantity | None = None


#: Places in sources: the id of the source, and where a candidate begins.
Places = frozenset[tuple[str, int]]
NOWHERE: Places = frozenset()


def candidates(slot: Slot, sources: Sequence[Source], left_out: Places = NOWHERE) -> tuple[Candidate, ...]:
    """The candidates of a slot, in the order of the sources, each key once.

    Args:
        slot: The slot.
        sources: Where they stand.
        left_out: Places where none is wanted.
    """
    found = [
        (one, Candidate(span.text, span, quantity))
        for one in map(indexed, sources)
        for span, quantity in _of(slot, one)
        if (one.source.id, span.start) not in left_out
    ]
    return _told_apart(found)


def elsewhere(slot: Slot, sources: Sequence[Source]) -> Places:
    """Places of candidates which the sources say of another figure than the slot asks for, or for another period."""
    if slot.type != "quantity":
        return NOWHERE
    found = [(one, quantity) for one in map(indexed, sources) for _, quantity in _of(slot, one) if quantity is not None]
    places = [(one.attributions.get(q.span.start), q.value, one.base) for one, q in found]
    decisions = decide_each(slot.about, slot.period, places)
    return frozenset(
        (one.source.id, quantity.span.start)
        for (one, quantity), decision in zip(found, decisions, strict=True)
        if "other" in (decision.metric, decision.period)
    )


def within(slot: Slot, source: Source, start: int, end: int, left_out: Places = NOWHERE) -> tuple[Candidate, ...]:
    """The candidates of a slot that stand in a stretch of a source; the same text is one candidate, its first."""
    one = indexed(source)
    known = one.kept(slot.group, lambda: list(_of(slot, one)))
    first: dict[str, tuple[Indexed, Candidate]] = {}
    for at in range(bisect_left(known, start, key=lambda entry: entry[0].start), len(known)):
        span, quantity = known[at]
        if span.start >= end:
            break
        if span.end <= end and (source.id, span.start) not in left_out:
            first.setdefault(span.text, (one, Candidate(span.text, span, quantity)))
    return _told_apart(list(first.values()))


def _of(slot: Slot, one: Indexed) -> Iterator[tuple[Span, Quantity | None]]:
    if slot.type == "clause":
        yield from ((span, None) for span in one.clauses)
    elif slot.type == "entity":
        for name in one.names:
            # Months, currencies and units are capitalised, too.
            if (slot.kind is None or name.kind == slot.kind) and not one.is_quantity(name.start, name.end):
                yield one.source.span(name.start, name.end), None
    else:
        yield from ((q.span, q) for q in one.quantities if fits(slot, q, cell=one.is_cell(q)))


def fits(slot: Slot, quantity: Quantity, *, cell: bool = False) -> bool:
    """Whether a quantity is of the kind and unit that a slot asks for.

    Args:
        slot: The slot.
        quantity: The quantity.
        cell: Whether it stands in a table, whose cells often leave their unit to a header that only people understand.
    """
    if slot.type == "period":
        return quantity.kind == "period"
    if slot.type == "date":
        value = quantity.value
        return quantity.kind == "period" and isinstance(value, Period) and value.day is not None
    if slot.kind is None:
        return quantity.kind not in NAMING
    if slot.unit is not None and quantity.unit is not None:
        return quantity.kind == slot.kind and quantity.unit == slot.unit
    if quantity.kind == "number" and slot.kind not in NAMING:
        return cell or slot.kind in ("number", "count") or quantity.reason is not None
    return quantity.kind == slot.kind


def _told_apart(found: list[tuple[Indexed, Candidate]]) -> tuple[Candidate, ...]:
    """The same with keys that differ: by the words that a value is said of, at last by a number."""
    texts: dict[str, int] = {}
    for _, candidate in found:
        texts[candidate.key] = texts.get(candidate.key, 0) + 1
    out: dict[str, Candidate] = {}
    for one, candidate in found:
        key = candidate.key
        if texts[key] > 1 or len(key.encode()) < _SHORTEST:
            key = _with_context(key, one, candidate)
        count, unique = 1, key
        while unique in out or len(unique.encode()) < _SHORTEST:
            count += 1
            unique = f"{key} #{count}"
        out[unique] = replace(candidate, key=unique)
    return tuple(out.values())


def _with_context(key: str, one: Indexed, candidate: Candidate) -> str:
    label = ""
    if candidate.quantity is not None:
        found = one.attributions.get(candidate.span.start)
        label = found.words if found is not None else ""
    if not label:
        before = one.source.text[max(0, candidate.span.start - 12) : candidate.span.start]
        label = before.rsplit("\n", 1)[-1].strip(" ,，。；;：:、|")
    label = " ".join(label.split())
    if len(label) > _LONGEST_CONTEXT:  # the nearest words, whole ones where they are divided by blanks
        label = label[-_LONGEST_CONTEXT:]
        label = label.partition(" ")[2] if " " in label else label
    return f"{key} ({label})" if label else key
