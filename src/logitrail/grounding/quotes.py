"""Quotes that hold something for a slot, each with what can be picked from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from logitrail.contract.grounding import Borders
from logitrail.errors import OptionError
from logitrail.grounding.candidates import NOWHERE, Candidate, Places, within
from logitrail.grounding.slots import Slot
from logitrail.grounding.sources import Indexed, indexed
from logitrail.scan.clauses import clause_at
from logitrail.types import Source, Span

#: Clauses of one sentence that a quote may hold, where it does not hold all of it.
_MOST_CLAUSES = 3
#: A sentence of more characters is quoted in part only.
_LONGEST = 600
#: Different sets of values for quotes of one kind: beyond, the grammar would be no longer exact.
MOST_GROUPS = 1_500


@dataclass(frozen=True, slots=True)
class Group:
    """Quotes from which the same can be picked.

    Attributes:
        keys: How the model writes what it picks.
        quotes: The texts, each once.
    """

    keys: tuple[str, ...]
    quotes: tuple[str, ...]


def groups(slot: Slot, sources: Sequence[Source], borders: Borders, left_out: Places = NOWHERE) -> tuple[Group, ...]:
    """All quotes that hold a candidate of the slot, by what can be picked.

    Raises:
        OptionError: There are too many.
    """
    keys_of: dict[str, dict[str, None]] = {}
    for source in sources:
        for start, end in stretches(indexed(source), borders):
            found = within(slot, source, start, end, left_out)
            if found:
                # The same words may stand in several places: what can be picked in one can be picked in all.
                keys_of.setdefault(source.text[start:end], {}).update(dict.fromkeys(one.key for one in found))
    by_keys: dict[tuple[str, ...], list[str]] = {}
    for quote, keys in keys_of.items():
        by_keys.setdefault(tuple(keys), []).append(quote)
    if len(by_keys) > MOST_GROUPS:
        raise OptionError(
            f"the sources hold {len(by_keys)} passages for slot {slot.name!r}; at most {MOST_GROUPS} can be told apart",
            path="sources",
            hint='strategy="choose", or shorter sources: the passages that a retriever finds',
        )
    return tuple(Group(keys, tuple(quotes)) for keys, quotes in by_keys.items())


def stretches(one: Indexed, borders: Borders) -> Iterator[tuple[int, int]]:
    """Where quotes begin and end: whole sentences, or runs of clauses within one."""
    if borders == "sentence":
        yield from ((span.start, span.end) for span in one.sentences)
        return
    sentences = one.sentences
    for _, run in groupby(one.clauses, key=lambda clause: _number(sentences, clause)):
        clauses = list(run)
        for i, first in enumerate(clauses):
            for last in clauses[i : i + _MOST_CLAUSES]:
                yield first.start, last.end
        whole = clauses[0].start, clauses[-1].end
        if len(clauses) > _MOST_CLAUSES and whole[1] - whole[0] <= _LONGEST:
            yield whole


def _number(sentences: list[Span], clause: Span) -> int:
    sentence = clause_at(sentences, clause.start)
    return sentence.start if sentence is not None else clause.start


def places(quote: str, sources: Sequence[Source], borders: Borders) -> Iterator[tuple[Source, int, int]]:
    """Where a quote stands, at the borders that quotes have."""
    for source in sources:
        if quote in source.text:
            for start, end in dict.fromkeys(stretches(indexed(source), borders)):
                if source.text[start:end] == quote:
                    yield source, start, end


def pick(slot: Slot, key: str, source: Source, start: int, end: int, left_out: Places = NOWHERE) -> Iterator[Candidate]:
    """What a key stands for in one place of a quote: every candidate that is written so."""
    by_key = {one.key: one for one in within(slot, source, start, end, left_out)}
    found = by_key.get(key)
    if found is None:
        return
    text = found.span.text
    yield found
    yield from (one for one in within(slot, source, found.span.end, end, left_out) if one.span.text == text)
