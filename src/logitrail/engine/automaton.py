"""Aho–Corasick over bytes, with phrases in which a word is let through.

A stream that holds a word has reached ``DEAD``, from where no way leads out. When the word lies within the beginning of
an excepting phrase, judgement waits: the state owes the rest of the phrase, and dies when something else comes.

Aho, Corasick: Efficient string matching: an aid to bibliographic search. CACM 18(6), 1975.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_left
from collections import deque
from collections.abc import Iterator
from operator import itemgetter

#: The state after a blocked word was completed.
DEAD = -1
ROOT = 0

#: One occurrence of a word that waits: the phrases that may still excuse it, each with how much of it was read.
_Debt = frozenset[tuple[bytes, int]]


class Stepping(ABC):
    """Reads a stream of bytes, state after state."""

    @abstractmethod
    def step(self, state: int, byte: int) -> int:
        """The state after one byte; ``DEAD`` once a word is complete and nothing can excuse it."""

    def run(self, state: int, data: bytes) -> int:
        """The state after ``data``."""
        for byte in data:
            state = self.step(state, byte)
            if state == DEAD:
                return DEAD
        return state


class Automaton(Stepping):
    """Finds words in a stream of bytes.

    Args:
        words: Word → the phrases that excuse it.
    """

    def __init__(self, words: dict[bytes, tuple[bytes, ...]]) -> None:
        self._excuses = {word: phrases for word, phrases in words.items() if phrases}
        self._next: list[dict[int, int]] = [{}]
        self._fail: list[int] = [ROOT]
        self._ends: list[bool] = [False]
        self._own: dict[int, bytes] = {}
        self._text: dict[int, bytes] = {}
        for word in words:
            node = self._add(word)
            self._ends[node] = True
            self._own[node] = word
        for phrase in {phrase for phrases in self._excuses.values() for phrase in phrases}:
            self._add(phrase)
        self._link()
        # States that owe something are numbered from here on, as they occur.
        self._debts: list[tuple[int, frozenset[_Debt]]] = []
        self._numbers: dict[tuple[int, frozenset[_Debt]], int] = {}

    @property
    def patient(self) -> bool:
        """Whether any word has an excuse, so that judgement may have to wait."""
        return bool(self._excuses)

    def _add(self, word: bytes) -> int:
        state = ROOT
        for at, byte in enumerate(word):
            following = self._next[state].get(byte)
            if following is None:
                following = len(self._next)
                self._next.append({})
                self._fail.append(ROOT)
                self._ends.append(False)
                self._next[state][byte] = following
                if self._excuses:
                    self._text[following] = word[: at + 1]
            state = following
        return state

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
        """The state after one byte; ``DEAD`` once a word is complete and nothing can excuse it."""
        if state == DEAD:
            return DEAD
        debts: frozenset[_Debt] = frozenset()
        if state >= len(self._next):
            state, debts = self._debts[state - len(self._next)]
        following = self._next[state].get(byte)
        while following is None and state != ROOT:
            state = self._fail[state]
            following = self._next[state].get(byte)
        node = ROOT if following is None else following
        if not debts and not self._ends[node]:
            return node
        return self._judge(node, byte, debts) if self._excuses else DEAD

    def owes(self, state: int) -> bool:
        """Whether a word waits for the rest of its excuse: the stream must not end here."""
        return state >= len(self._next)

    def excuses(self, state: int) -> list[bytes]:
        """For a state that owes: what may follow; whatever else comes is ``DEAD``."""
        debts = self._debts[state - len(self._next)][1]
        return [phrase[read:] for debt in debts for phrase, read in debt]

    def _judge(self, node: int, byte: int, debts: frozenset[_Debt]) -> int:
        left: set[_Debt] = set()
        for debt in debts:
            paid = False
            going: set[tuple[bytes, int]] = set()
            for phrase, read in debt:
                if phrase[read] == byte:
                    paid |= read + 1 == len(phrase)
                    going.add((phrase, read + 1))
            if not paid:
                if not going:
                    return DEAD
                left.add(frozenset(going))
        for word in self._words_at(node):
            excuses = self._excuses.get(word, ())
            waiting = {(p, end) for p in excuses for end in ends_of(word, p) if self._text[node].endswith(p[:end])}
            if any(end == len(phrase) for phrase, end in waiting):
                continue
            if not waiting:
                return DEAD
            left.add(frozenset(waiting))
        return self._numbered(node, frozenset(left)) if left else node

    def _words_at(self, node: int) -> Iterator[bytes]:
        while node != ROOT:
            if node in self._own:
                yield self._own[node]
            node = self._fail[node]

    def _numbered(self, node: int, debts: frozenset[_Debt]) -> int:
        key = (node, debts)
        if key not in self._numbers:
            self._numbers[key] = len(self._next) + len(self._debts)
            self._debts.append(key)
        return self._numbers[key]

    def completions(self, state: int, keys: list[bytes]) -> Iterator[tuple[int, int]]:
        """Which of the sorted keys begin with what completes a word that has already begun, excused or not.

        Args:
            state: Where the stream is.
            keys: Byte strings, sorted.

        Yields:
            Ranges of ``keys``.
        """
        if state >= len(self._next):
            state = self._debts[state - len(self._next)][0]
        while state not in (ROOT, DEAD):
            # Down the trie and into the keys at once: where no key goes on alike, no word needs to be looked at.
            stack = [(state, 0, len(keys), 0)]
            while stack:
                node, low, high, depth = stack.pop()
                if depth and self._ends[node]:
                    yield low, high
                    if not self._excuses:
                        continue  # whatever is longer begins with this
                while low < high and len(keys[low]) == depth:
                    low += 1  # keys that end here sort before those that go on
                children = self._next[node]
                if len(children) <= high - low:
                    for byte, child in children.items():
                        start = bisect_left(keys, byte, low, high, key=itemgetter(depth))
                        stop = bisect_left(keys, byte + 1, start, high, key=itemgetter(depth))
                        if start < stop:
                            stack.append((child, start, stop, depth + 1))
                else:
                    for at in range(low, high):
                        child_at = children.get(keys[at][depth])
                        if child_at is not None:
                            stack.append((child_at, at, at + 1, depth + 1))
            state = self._fail[state]


def ends_of(word: bytes, phrase: bytes) -> Iterator[int]:
    """Ends of the occurrences of ``word`` in ``phrase``."""
    at = phrase.find(word)
    while at >= 0:
        yield at + len(word)
        at = phrase.find(word, at + 1)
