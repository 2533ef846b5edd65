"""The witness: a concrete valid completion, as short as can be found.

The search runs over bytes, so that it is the same for every tokenizer, and over value after value: a short way to the
end of the value in progress, then what the grammar forces, then the next value. Each step asks the grammar engine what
may follow and the shadow reader whether the blocklist still holds.
"""

from __future__ import annotations

from collections import Counter, deque
from heapq import heappop, heappush
from itertools import count
from typing import TYPE_CHECKING

import numpy as np

from logitrail.engine.reader import DONE, Reader

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from llguidance import LLMatcher

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
_DEEP = 96  # bytes of one value searched in breadth
_ENDS_ALIKE = 2  # ways to write one value that look the same behind it
_LOOK_BACK = 64  # values that may be written otherwise; each keeps states in memory
_RENEWED = 3  # times that patience may be renewed by getting on: an open object takes keys for ever
PATIENCE = 20_000
"""Bytes tried without getting on, unless told otherwise."""


class _State:
    """A place in the search: matcher, reader and the bytes so far."""

    __slots__ = ("matcher", "out", "reader")

    def __init__(self, matcher: LLMatcher, reader: Reader, out: bytes) -> None:
        self.matcher, self.reader, self.out = matcher, reader, out

    def advance(self, byte: int) -> bool:
        """Takes a byte and what the grammar forces behind it; false, with ``out`` what was taken, when that breaks."""
        return self._take(bytes([byte])) and self.force()

    def force(self) -> bool:
        """Follows what the grammar forces; false when that breaks the blocklist."""
        return self._take(self.matcher.compute_ff_bytes())

    def _take(self, data: bytes) -> bool:
        taken = self.matcher.try_consume_tokens(list(data))
        self.reader.feed(data[:taken])
        self.out += data[:taken]
        return taken == len(data) and not self.reader.broken

    def complete(self) -> bool:
        return self.matcher.is_accepting() and self.reader.may_finish()

    def choices(self, rank: dict[int, int]) -> list[int]:
        mask = np.frombuffer(self.matcher.compute_bitmask(), dtype=np.uint8)[:32]
        if self.reader.in_text:
            rank = _TEXT_RANK
        return sorted(np.flatnonzero(np.unpackbits(mask, bitorder="little")).tolist(), key=rank.__getitem__)

    def look(self) -> tuple[object, ...]:
        """States with the same look probably have the same future."""
        guard = self.reader.guard
        return (
            self.matcher.compute_bitmask(),
            self.matcher.compute_ff_bytes(),
            self.reader.mode,
            guard and guard.look,
        )


class _ExhaustedError(Exception):
    """The search has taken as many steps as it may."""


def complete(matcher: LLMatcher, reader: Reader, *, patience: int = PATIENCE, spaced: bool = False) -> bytes | None:
    """Bytes that make the text complete and valid, or ``None`` when none were found.

    Args:
        matcher: A matcher over the byte vocabulary, at the place to complete from; left as it is.
        reader: The shadow reader at the same place; left as it is.
        patience: Bytes tried without getting on before giving up.
        spaced: Prefer the layout with blanks where the contract leaves it open.
    """
    start = _State(matcher.deep_copy(), reader.fork(), b"")
    if not start.force():
        return None
    if start.complete():
        return start.out
    search = _Search(_SPACED_RANK if spaced else _RANK, patience)
    try:
        return search.run(start)
    except _ExhaustedError:
        return None


class _Search:
    """Value after value; where one leads nowhere, the one before it is written otherwise."""

    def __init__(self, rank: dict[int, int], patience: int) -> None:
        self._rank = rank
        self._patience = patience
        self._left = patience
        self._in_all = _RENEWED * patience
        self._farthest = 0
        #: Look → bytes that lead on to states that look different: in free text one character is as good as another.
        self._telling: dict[object, list[int]] = {}

    def run(self, start: _State) -> bytes | None:
        """The first completion found."""
        levels = deque([self._ends(start)], maxlen=_LOOK_BACK)
        while levels:
            state = next(levels[-1], None)
            if state is None:
                levels.pop()
            elif state.complete():
                return state.out
            else:
                if len(state.out) > self._farthest:
                    self._farthest, self._left = len(state.out), self._patience
                levels.append(self._ends(state))
        return None

    def _ends(self, start: _State) -> Iterator[_State]:
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
            look = state.look()
            known = self._telling.get(look)
            choices = known or []
            ended: list[int] = []
            telling: dict[object, list[int]] = {}
            if known is None:
                choices = state.choices(self._rank)
                plain = [byte for byte in choices if 0x20 <= byte < 0x7F]
                cut |= 0 < len(plain) < len(choices)
                choices = plain or choices
            for byte in choices:
                if kept[length + 1] >= _BEAM:
                    cut = True
                    break
                following = self._step(state, byte)
                if following is None:
                    continue
                reached = _length(start, following)
                if _ended(start, following):
                    ended.append(byte)
                    if reached <= length + 1 and (not heap or heap[0][0] >= reached):
                        yield following  # nothing is shorter
                    else:
                        heappush(heap, (reached, next(order), following))
                    continue
                behind = following.look()
                telling.setdefault(behind, []).append(byte)
                alike[reached, behind] += 1
                if alike[reached, behind] > _ALIKE:
                    cut = True
                    continue
                kept[reached] += 1
                heappush(heap, (reached, next(order), following))
            else:
                if known is None:
                    self._telling[look] = ended + [byte for same in telling.values() for byte in same[:_ALIKE]]
        return cut

    def _in_depth(self, start: _State) -> Iterator[_State]:
        """For values whose minimum length is beyond any search in breadth, and for those that few ways lead to."""
        matcher = start.matcher.deep_copy()  # one for all levels, rolled back: a copy per level would fill the memory
        levels = [(start.reader, start.out, iter(start.choices(self._rank)))]
        while levels:
            reader, out, choices = levels[-1]
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
                levels.append((state.reader, state.out, iter(state.choices(self._rank))))

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
