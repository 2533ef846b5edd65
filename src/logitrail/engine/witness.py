"""The witness: a concrete valid completion, as short as can be found.

The search runs over bytes, so that it is the same for every tokenizer, and over value after value: a short way to the
end of the value in progress, then what the grammar forces, then the next value. Each step asks the grammar engine what
may follow and the shadow reader whether the blocklist still holds.
"""

from __future__ import annotations

from collections import Counter, deque
from heapq import heappop, heappush
from itertools import count, islice
from typing import TYPE_CHECKING

import numpy as np

from logitrail.engine.reader import BETWEEN, DONE, NUMBER, JsonReader, Reader

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from llguidance import LLMatcher

    from logitrail.engine.donors import Donors
    from logitrail.engine.proposals import Proposals

#: Outside of strings, bytes are tried in this order: what closes, then what is short, then the rest.
_ORDER = b'}]",:1234567890 ntfabcdefghijklmopqrsuvwxyz{[-.'
#: Inside strings: the quote, then letters.
_TEXT_ORDER = b'"abcdefghijklmnopqrstuvwxyz1234567890 -.'


def _ranks(order: bytes) -> dict[int, int]:
    return {byte: i for i, byte in enumerate(order + bytes(b for b in range(256) if b not in order))}


_RANK = _ranks(_ORDER)
_SPACED_RANK = _ranks(b" " + _ORDER.replace(b" ", b""))
_TEXT_RANK = _ranks(_TEXT_ORDER)

_BEAM = 32  # states kept at each length of a value
_ALIKE = 3  # states kept of those that look the same
_FREE = 64  # more bytes may follow only where any text may
_DEEP = 96  # bytes of one value searched in breadth
_DIGITS_ALIKE = 24  # digits of a number followed in depth while nothing changes
_ENDS_ALIKE = 2  # ways to write one value that look the same behind it
_LOOK_BACK = 64  # values that may be written otherwise; each keeps states in memory
_WATCHED = 200  # bytes tried at the start where nothing proposed holds
_LONG = 2_000  # a text of so many bytes is found by proposal or not at all
_WAYS = 4  # ways to write the value in progress, behind which ends are proposed
_FOR_ONE_VALUE = 1_500  # bytes tried for them
_RENEWED = 3  # times that patience may be renewed by getting on: an open object takes keys for ever
PATIENCE = 20_000
"""Bytes tried without getting on, unless told otherwise."""


Shape = tuple[bytes, bytes, int]
#: For a shape in free text: the bytes that lead on to different ones. Found once, good for every search in a contract.
Hints = dict[Shape, list[int]]


class _State:
    """A place in the search: matcher, reader and the bytes so far."""

    __slots__ = ("_mask", "matcher", "out", "reader")

    def __init__(self, matcher: LLMatcher, reader: Reader, out: bytes) -> None:
        self.matcher, self.reader, self.out = matcher, reader, out
        self._mask: bytes | None = None

    def advance(self, byte: int) -> bool:
        """Takes a byte and what the grammar forces behind it; false, with ``out`` what was taken, when that breaks."""
        return self.take(bytes([byte])) and self.force()

    def force(self) -> bool:
        """Follows what the grammar forces; false when that breaks the blocklist."""
        return self.take(self.matcher.compute_ff_bytes())

    def take(self, data: bytes) -> bool:
        """Takes bytes; false, with ``out`` what was taken, when that breaks."""
        self._mask = None
        taken = self.matcher.try_consume_tokens(list(data))
        self.reader.feed(data[:taken])
        self.reader = self.reader.settled
        self.out += data[:taken]
        return taken == len(data) and not self.reader.broken

    def complete(self) -> bool:
        return self.matcher.is_accepting() and self.reader.may_finish()

    @property
    def mask(self) -> bytes:
        """One bit for each byte that the grammar lets follow."""
        if self._mask is None:
            self._mask = self.matcher.compute_bitmask()[:32]
        return self._mask

    def choices(self, rank: dict[int, int]) -> list[int]:
        flags = np.unpackbits(np.frombuffer(self.mask, dtype=np.uint8), bitorder="little")
        return sorted(np.flatnonzero(flags).tolist(), key=(_TEXT_RANK if self.reader.in_text else rank).__getitem__)

    def shape(self) -> Shape:
        """States of one shape probably have the same future, as far as the grammar goes."""
        return self.mask, self.matcher.compute_ff_bytes(), self.reader.mode

    def look(self) -> tuple[object, ...]:
        """States with the same look probably have the same future."""
        guard = self.reader.guard
        return (*self.shape(), guard and guard.look)


class _ExhaustedError(Exception):
    """The search has taken as many steps as it may."""


def complete(
    matcher: LLMatcher,
    reader: Reader,
    hints: Hints,
    *,
    proposals: Proposals | None = None,
    donors: Donors | None = None,
    patience: int = PATIENCE,
    spaced: bool = False,
) -> bytes | None:
    """Bytes that make the text complete and valid, or ``None`` when none were found.

    Args:
        matcher: A matcher over the byte vocabulary, at the place to complete from; left as it is.
        reader: The shadow reader at the same place; left as it is.
        hints: Of the contract; more are added.
        proposals: Ends to try first, where more is asked than the grammar holds.
        donors: Known texts, of which ends are tried behind the value in progress.
        patience: Bytes tried without getting on before giving up.
        spaced: Prefer the layout with blanks where the contract leaves it open.
    """
    start = _State(matcher.deep_copy(), reader.fork(), b"")
    if not start.take(reader.lead) or not start.force():
        return None
    if start.complete():
        return start.out
    rank = _SPACED_RANK if spaced else _RANK
    if donors is not None:
        found = _donated(start, donors, _Search(rank, hints, min(patience, _FOR_ONE_VALUE)))
        if found is not None:
            return found
    if proposals is not None:
        found = _proposed(start, proposals, _Search(rank, hints, min(patience, _FOR_ONE_VALUE)), spaced=spaced)
        if found is not None:
            return found
    search = _Search(rank, hints, patience)
    try:
        return search.run(start)
    except _ExhaustedError:
        return None


def starts(
    matcher: LLMatcher, reader: Reader, hints: Hints, proposals: Proposals | None, *, spaced: bool
) -> Iterator[bytes]:
    """Whole texts: proposed ones, then what the search finds; it is given up sooner when there is one already.

    Args:
        matcher: A matcher over the byte vocabulary, at the start; left as it is.
        reader: The shadow reader at the start; left as it is.
        hints: Of the contract; more are added.
        proposals: Texts to try first.
        spaced: Prefer the layout with blanks where the contract leaves it open.
    """
    start = _State(matcher.deep_copy(), reader.fork(), b"")
    if not start.take(reader.lead):
        return
    reader = start.reader
    found = longest = 0
    if proposals is not None and isinstance(reader, JsonReader):
        for text in proposals.ends(reader, spaced=spaced):
            tried = _State(start.matcher.deep_copy(), reader.fork(), start.out)
            if tried.take(text) and tried.complete():
                yield tried.out
                found, longest = found + 1, max(longest, len(text))
                if found >= _WAYS or longest > _LONG:
                    break
        if found and (reader.monitor is not None or longest > _LONG):
            return  # where much is asked, or any key may come, a search by bytes takes long
    watched = isinstance(reader, JsonReader) and reader.monitor is not None and reader.monitor.watched
    patience = _FOR_ONE_VALUE if found else _WATCHED if watched else PATIENCE
    searched = complete(start.matcher, reader, hints, patience=patience, spaced=spaced)
    if searched is not None:
        yield start.out + searched


def _proposed(start: _State, proposals: Proposals, search: _Search, *, spaced: bool) -> bytes | None:
    """The first proposed end that holds; a scalar in progress is ended by search."""
    try:
        states = [start] if start.reader.mode in BETWEEN else islice(search.ends(start), _WAYS)
        for state in states:
            if state.complete():
                return state.out
            if not isinstance(state.reader, JsonReader):
                return None
            for end in proposals.ends(state.reader, spaced=spaced):
                tried = _State(state.matcher.deep_copy(), state.reader.fork(), state.out)
                if tried.take(end) and tried.complete():
                    return tried.out
    except _ExhaustedError:
        pass
    return None


def _donated(start: _State, donors: Donors, search: _Search) -> bytes | None:
    """The value in progress ended by search, and behind it the end of a known text."""
    try:
        for state in islice(search.ends(start), _WAYS):
            if state.complete():
                return state.out
            if not isinstance(state.reader, JsonReader):
                return None
            for end in donors.ends(state.reader):
                tried = _State(state.matcher.deep_copy(), state.reader.fork(), state.out)
                if tried.take(end) and tried.complete():
                    return tried.out
    except _ExhaustedError:
        pass
    return None


class _Search:
    """Value after value; where one leads nowhere, the one before it is written otherwise."""

    def __init__(self, rank: dict[int, int], hints: Hints, patience: int) -> None:
        self._rank = rank
        self._hints = hints
        self._patience = patience
        self._left = patience
        self._in_all = _RENEWED * patience
        self._farthest = 0

    def run(self, start: _State) -> bytes | None:
        """The first completion found."""
        levels = deque([self.ends(start)], maxlen=_LOOK_BACK)
        while levels:
            state = next(levels[-1], None)
            if state is None:
                levels.pop()
            elif state.complete():
                return state.out
            else:
                if len(state.out) > self._farthest:
                    self._farthest, self._left = len(state.out), self._patience
                levels.append(self.ends(state))
        return None

    def ends(self, start: _State) -> Iterator[_State]:
        """States behind the value in progress, or behind the next container; those that look alike at most twice."""
        alike: Counter[object] = Counter()
        for state in self._ways(start):
            look = state.look()
            alike[look] += 1
            if alike[look] <= _ENDS_ALIKE or state.complete():
                yield state

    def _ways(self, start: _State) -> Iterator[_State]:
        if (yield from self._in_breadth(start)):
            yield from self._in_depth(start)

    def _in_breadth(self, start: _State) -> Generator[_State, None, bool]:
        """Shortest first; returns whether anything was left out."""
        base = len(start.out)
        heap = [(base, 0, start)]
        order = count(1)
        kept: Counter[int] = Counter()
        alike: Counter[tuple[int, object]] = Counter()
        cut = False
        while heap:
            length, _, state = heappop(heap)
            if state is not start and _ended(start, state):
                yield state
                continue
            if length - base > _DEEP:
                return True
            choices = state.choices(self._rank)
            free = len(choices) > _FREE and state.reader.in_text
            if free:
                cut = True
                choices = self._telling(state, choices)
            for byte in choices:
                if kept[length + 1] >= _BEAM:
                    cut = True
                    break
                following = self._step(state, byte)
                if following is None:
                    continue
                reached = _length(start, following)
                if _ended(start, following):
                    if reached <= length + 1 and (not heap or heap[0][0] >= reached):
                        yield following  # nothing is shorter
                    else:
                        heappush(heap, (reached, next(order), following))
                    continue
                look = (reached, following.look())
                alike[look] += 1
                if alike[look] > (1 if free else _ALIKE):
                    cut = True
                    continue
                kept[reached] += 1
                heappush(heap, (reached, next(order), following))
        return cut

    def _telling(self, state: _State, choices: list[int]) -> list[int]:
        """Of the bytes that free text may go on with, a few that lead to different places: others are as good."""
        shape = state.shape()
        found = self._hints.get(shape)
        if found is None:
            # An escape is no shorter than what it spells, and other scripts are tried in depth.
            plain = [byte for byte in choices if 0x20 <= byte < 0x7F and byte != ord("\\")]
            behind: dict[object, list[int]] = {}
            for byte in plain or choices:
                following = self._step(state, byte)
                if following is not None:
                    behind.setdefault(following.shape(), []).append(byte)
            found = [byte for same in behind.values() for byte in same[:_ALIKE]]
            if found:
                self._hints[shape] = found
        return found

    def _in_depth(self, start: _State) -> Iterator[_State]:
        """For values whose minimum length is beyond any search in breadth, and for those that few ways lead to."""
        matcher = start.matcher.deep_copy()  # one for all levels, rolled back: a copy per level would fill the memory
        levels: list[tuple[Reader, bytes, Iterator[int], object, int]] = [
            (start.reader, start.out, iter(start.choices(self._rank)), None, 0)
        ]
        while levels:
            reader, out, choices, look, alike = levels[-1]
            byte = next(choices, None)
            if byte is None:
                levels.pop()
                if levels:
                    matcher.rollback(len(out) - len(levels[-1][1]))
                continue
            self._spend()
            state = _State(matcher, reader.fork(), out)
            if not state.advance(byte):
                matcher.rollback(len(state.out) - len(out))
            elif _ended(start, state):
                yield _State(matcher.deep_copy(), state.reader, state.out)
                matcher.rollback(len(state.out) - len(out))
            else:
                here = state.look() if state.reader.mode == NUMBER else None
                again = alike + 1 if here is not None and here == look else 0
                if again > _DIGITS_ALIKE:  # 7.000… goes on for ever where 7 is blocked
                    matcher.rollback(len(state.out) - len(out))
                else:
                    levels.append((state.reader, state.out, iter(state.choices(self._rank)), here, again))

    def _step(self, state: _State, byte: int) -> _State | None:
        self._spend()
        following = _State(state.matcher.deep_copy(), state.reader.fork(), state.out)
        return following if following.advance(byte) else None

    def _spend(self) -> None:
        self._left -= 1
        self._in_all -= 1
        if min(self._left, self._in_all) < 0:
            raise _ExhaustedError


def _ended(start: _State, state: _State) -> bool:
    return len(state.reader.fields) > len(start.reader.fields) or state.reader.mode == DONE or state.complete()


def _length(start: _State, state: _State) -> int:
    """Bytes until the value in progress ends: what is forced behind it comes in any case."""
    fields = state.reader.fields[len(start.reader.fields) :]
    return len(state.out) - (state.reader.pos - fields[0].end if fields else 0)
