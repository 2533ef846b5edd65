"""The witness: a concrete valid completion, as short as can be found.

The search runs over bytes, so that it is the same for every tokenizer, and over value after value: a short way to the
end of the value in progress, then what the grammar forces, then the next value. Each step asks the grammar engine what
may follow and the shadow reader whether the blocklist still holds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from logitrail.engine.reader import DONE, STRING, JsonReader, Reader

if TYPE_CHECKING:
    from collections.abc import Iterator

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
_FREE = 64  # bytes that may follow where any text may
_FEW = 12  # of those, bytes tried
_DEEP = 96  # bytes of one value searched in breadth
_LONG = 20_000  # bytes followed in depth, for values with a minimum length


class _State:
    """A place in the search: matcher, reader and the bytes so far."""

    __slots__ = ("matcher", "out", "reader")

    def __init__(self, matcher: LLMatcher, reader: Reader, out: bytes) -> None:
        self.matcher, self.reader, self.out = matcher, reader, out

    def step(self, byte: int) -> _State | None:
        matcher = self.matcher.deep_copy()
        if not matcher.consume_token(byte):
            return None
        reader = self.reader.fork()
        reader.feed(bytes([byte]))
        if reader.broken:
            return None
        return _State(matcher, reader, self.out + bytes([byte]))

    def force(self) -> bool:
        """Follows what the grammar forces; false when that breaks the blocklist."""
        forced = self.matcher.compute_ff_bytes()
        if forced:
            if self.matcher.try_consume_tokens(list(forced)) != len(forced):
                return False
            self.reader.feed(forced)
            self.out += forced
        return not self.reader.broken

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


def complete(matcher: LLMatcher, reader: Reader, *, at_most: int | None = None, spaced: bool = False) -> bytes | None:
    """Bytes that make the text complete and valid, or ``None`` when none were found.

    Args:
        matcher: A matcher over the byte vocabulary, at the place to complete from; left as it is.
        reader: The shadow reader at the same place; left as it is.
        at_most: Give up beyond this many bytes.
        spaced: Prefer the layout with blanks where the contract leaves it open.
    """
    rank = _SPACED_RANK if spaced else _RANK
    state: _State | None = _State(matcher.deep_copy(), reader.fork(), b"")
    while state is not None:
        if not state.force():
            return None
        if state.complete():
            return state.out
        if at_most is not None and len(state.out) > at_most:
            return None
        state = _finish_value(state, rank)
    return None


def _finish_value(start: _State, rank: dict[int, int]) -> _State | None:
    """The state after the value in progress, or after the next structural byte; breadth first, then in depth."""
    values = len(start.reader.fields)
    narrow = start.reader.mode == STRING and isinstance(start.reader, JsonReader)
    layer = [start]
    cut = False
    for _ in range(_DEEP):
        following: list[_State] = []
        alike: dict[tuple[object, ...], int] = {}
        for state in layer:
            choices = state.choices(rank)
            if narrow and len(choices) > _FREE:
                choices, cut = choices[:_FEW], True  # free text: one character is as good as another
            for byte in choices:
                nxt = state.step(byte)
                if nxt is None or not nxt.force():
                    continue
                if len(nxt.reader.fields) > values or nxt.reader.mode == DONE or nxt.complete():
                    return nxt
                look = nxt.look()
                alike[look] = alike.get(look, 0) + 1
                if alike[look] <= _ALIKE:
                    following.append(nxt)
                if len(following) >= _BEAM:
                    break
            if len(following) >= _BEAM:
                break
        if not following:
            if not cut:
                return None
            break
        layer = following
        if narrow and len({state.look() for state in layer}) == 1 and len(layer) > 1:
            layer = layer[:1]  # a free string with a minimum length: every character is as good as any
    return _follow(start, values, rank)


def _follow(start: _State, values: int, rank: dict[int, int]) -> _State | None:
    """Depth first, never looking back: for values whose minimum length is beyond any breadth-first search."""
    state = _State(start.matcher.deep_copy(), start.reader.fork(), start.out)
    for _ in range(_LONG):
        step = next(_steps(state, rank), None)
        if step is None or not step.force():
            return None
        if len(step.reader.fields) > values or step.reader.mode == DONE or step.complete():
            return step
        state = step
    return None


def _steps(state: _State, rank: dict[int, int]) -> Iterator[_State]:
    for byte in state.choices(rank):
        following = state.step(byte)
        if following is not None:
            yield following
