"""Removes from a token mask whatever would complete a blocked word.

For a token that is plain text inside a string, the answer depends on the automaton's state alone: it is either banned
from the start state (the word lies within the token) or begins with what completes a word already begun, which is a
range of the sorted vocabulary. Tokens with a quote or an escape change the reader's mode and are read one by one.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import OrderedDict
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from logitrail.engine.automaton import BOUNDARY, DEAD, ROOT, fold_bytes, is_digit, mark_boundaries
from logitrail.engine.guard import Watch
from logitrail.engine.mask import Flags, Words, has_bit, members, pack, set_bit
from logitrail.engine.reader import STRING, Reader
from logitrail.engine.vocabulary import Vocabulary

_REMEMBERED = 512


class _Group:
    """Tokens that begin alike (with a digit, or with anything else), sorted by their marked bytes."""

    def __init__(self, size: int, entries: list[tuple[bytes, int]]) -> None:
        entries.sort()
        self.keys = [key for key, _ in entries]
        self.ids = np.array([i for _, i in entries], dtype=np.int64)
        self.all = np.zeros(size, dtype=bool)
        self.all[self.ids] = True

    def starting_with(self, prefix: bytes) -> npt.NDArray[np.int64]:
        head = prefix.rstrip(b"\xff")  # 0xff has no successor; being the highest byte, it ends the range of its head
        stop = bisect_left(self.keys, head[:-1] + bytes([head[-1] + 1])) if head else len(self.keys)
        start = bisect_left(self.keys, prefix)
        return self.ids[start:stop]


class Blocker:
    """The blocklist over one vocabulary.

    Args:
        vocabulary: The tokens.
        escapes: Whether quotes and backslashes have a meaning (JSON), or all bytes are text.
    """

    def __init__(self, vocabulary: Vocabulary, *, escapes: bool) -> None:
        size = vocabulary.size
        hard, straddles, ends_number = (np.zeros(size, dtype=bool) for _ in range(3))
        digits: list[tuple[bytes, int]] = []
        others: list[tuple[bytes, int]] = []
        for i, raw in enumerate(vocabulary.token_bytes):
            if not raw:
                continue
            if escapes:
                hard[i] = b'"' in raw or b"\\" in raw
                straddles[i] = b'"' in raw[:-1]
                ends_number[i] = any(byte in b",]} \n\t\r" for byte in raw)
                if hard[i]:
                    continue
            marked = mark_boundaries(fold_bytes(raw), open_end=True)
            if is_digit(raw[0]):
                digits.append((marked[1:], i))
            else:
                others.append((marked, i))
        self._token_bytes = vocabulary.token_bytes
        self._size = size
        self._digits, self._others = _Group(size, digits), _Group(size, others)
        self._hard, self._straddles, self._ends_number = pack(hard), pack(straddles), pack(ends_number)
        self._whole: WeakKeyDictionary[Watch, Flags] = WeakKeyDictionary()
        self._plain: OrderedDict[tuple[Watch, int, bool], Words] = OrderedDict()
        self._escaped: OrderedDict[tuple[Watch, int, bool], tuple[Words, Words]] = OrderedDict()

    def restrict(self, mask: Words, reader: Reader) -> None:
        """Clears from ``mask``, in place, the tokens that would complete a blocked word at the reader's place."""
        guard = reader.guard
        assert guard is not None
        watch = guard.watch
        if reader.in_text and watch is not None:
            if reader.mode == STRING:
                mask &= ~self._banned_plain(watch, guard.state, guard.digit)
                self._read_hard(mask, reader, watch)
                return
            suspects = mask.copy()
        else:
            suspects = mask & self._straddles
            if guard.table.has_numbers:
                suspects |= mask & self._ends_number
        self._read_each(mask, members(suspects), reader)

    def _banned_plain(self, watch: Watch, state: int, digit: bool) -> Words:
        key = (watch, state, digit)
        banned = self._plain.get(key)
        if banned is None:
            flags = self._within(watch).copy()
            crossed = watch.automaton.step(state, BOUNDARY)
            for group, start in (
                (self._digits, state if digit else crossed),
                (self._others, crossed if digit else state),
            ):
                if start == DEAD:
                    flags |= group.all
                    continue
                for missing in watch.automaton.suffixes(start):
                    flags[group.starting_with(missing)] = True
            banned = self._plain[key] = pack(flags)
            if len(self._plain) > _REMEMBERED:
                self._plain.popitem(last=False)
        return banned

    def _within(self, watch: Watch) -> Flags:
        """Tokens that hold a blocked word by themselves."""
        flags = self._whole.get(watch)
        if flags is None:
            flags = np.zeros(self._size, dtype=bool)
            for group in (self._digits, self._others):
                for key, i in zip(group.keys, group.ids, strict=True):
                    flags[i] = watch.automaton.run(ROOT, key) == DEAD
            self._whole[watch] = flags
        return flags

    def _read_hard(self, mask: Words, reader: Reader, watch: Watch) -> None:
        guard = reader.guard
        assert guard is not None
        suspects = mask & self._hard
        key = (watch, guard.state, guard.digit)
        known, bad = self._escaped.get(key, (None, None))
        if known is None or bad is None:
            known, bad = np.zeros_like(mask), np.zeros_like(mask)
            self._escaped[key] = (known, bad)
            if len(self._escaped) > _REMEMBERED:
                self._escaped.popitem(last=False)
        mask &= ~(bad & suspects)
        for i in members(suspects & ~known):
            twin = reader.fork()
            twin.feed(self._token_bytes[i])
            assert twin.guard is not None
            if twin.guard.broken:
                set_bit(mask, int(i), False)
            # What leaves the string depends on more than the automaton's state.
            if twin.in_text and not has_bit(self._straddles, int(i)):
                set_bit(known, int(i), True)
                set_bit(bad, int(i), twin.guard.broken)

    def _read_each(self, mask: Words, ids: npt.NDArray[np.int64], reader: Reader) -> None:
        for i in ids:
            twin = reader.fork()
            twin.feed(self._token_bytes[i])
            assert twin.guard is not None
            if twin.guard.broken:
                set_bit(mask, int(i), False)
