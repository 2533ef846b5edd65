"""Aho–Corasick over the folded bytes of blocked words.

A word that begins or ends with a digit must not match inside a longer run of digits. Instead of look-around, a boundary
symbol stands in the stream wherever a digit meets a non-digit (or an end), and in the words at the same places; a
plain substring match then means the right thing.

Aho, Corasick: Efficient string matching: an aid to bibliographic search. CACM 18(6), 1975.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

#: Never a byte of UTF-8.
BOUNDARY = 0xFF
#: The state after a blocked word was completed; it has no way out.
DEAD = -1
ROOT = 0

_DIGITS = frozenset(b"0123456789")
_ASCII_FOLD = bytes(range(256)).translate(bytes.maketrans(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ", b"abcdefghijklmnopqrstuvwxyz"))


def fold_bytes(data: bytes) -> bytes:
    """ASCII case folding on UTF-8 bytes, also on parts of characters."""
    return data.translate(_ASCII_FOLD)


def is_digit(byte: int) -> bool:
    """Whether the byte is an ASCII digit."""
    return byte in _DIGITS


def mark_boundaries(data: bytes, *, open_end: bool = False) -> bytes:
    """``data`` with the boundary symbol at both ends of each run of digits.

    Args:
        data: Folded bytes, taken to stand after a non-digit.
        open_end: Whether more bytes may follow, so that the last run has no end yet.
    """
    out = bytearray()
    digit = False
    for byte in data:
        if (byte in _DIGITS) != digit:
            out.append(BOUNDARY)
            digit = not digit
        out.append(byte)
    if digit and not open_end:
        out.append(BOUNDARY)
    return bytes(out)


class Automaton:
    """Finds any of the words in a stream of folded, boundary-marked bytes.

    Args:
        words: Folded words (UTF-8), without boundary marks.
    """

    def __init__(self, words: frozenset[bytes]) -> None:
        self.words = words
        self._next: list[dict[int, int]] = [{}]
        self._fail: list[int] = [ROOT]
        self._ends: list[bool] = [False]
        for word in words:
            self._add(mark_boundaries(word))
        self._link()

    def _add(self, word: bytes) -> None:
        state = ROOT
        for byte in word:
            following = self._next[state].get(byte)
            if following is None:
                following = len(self._next)
                self._next.append({})
                self._fail.append(ROOT)
                self._ends.append(False)
                self._next[state][byte] = following
            state = following
        self._ends[state] = True

    def _link(self) -> None:
        queue = deque(self._next[ROOT].values())
        while queue:
            state = queue.popleft()
            for byte, following in self._next[state].items():
                fail = self._fail[state]
                while fail != ROOT and byte not in self._next[fail]:
                    fail = self._fail[fail]
                target = self._next[fail].get(byte, ROOT)
                self._fail[following] = target if target != following else ROOT
                self._ends[following] |= self._ends[self._fail[following]]
                queue.append(following)

    def step(self, state: int, byte: int) -> int:
        """The state after one byte; ``DEAD`` once a word is complete."""
        if state == DEAD:
            return DEAD
        following = self._next[state].get(byte)
        while following is None and state != ROOT:
            state = self._fail[state]
            following = self._next[state].get(byte)
        if following is None:
            return ROOT
        return DEAD if self._ends[following] else following

    def run(self, state: int, data: bytes) -> int:
        """The state after ``data``."""
        for byte in data:
            state = self.step(state, byte)
            if state == DEAD:
                return DEAD
        return state

    def suffixes(self, state: int) -> Iterator[bytes]:
        """What would complete a word that has already begun: the missing bytes of each such word."""
        seen: set[bytes] = set()
        while state not in (ROOT, DEAD):
            stack: list[tuple[int, bytes]] = [(state, b"")]
            while stack:
                node, missing = stack.pop()
                if missing and self._ends[node]:
                    if missing not in seen:
                        seen.add(missing)
                        yield missing
                    continue
                stack.extend((child, missing + bytes([byte])) for byte, child in self._next[node].items())
            state = self._fail[state]
