"""Aho–Corasick over bytes, with phrases in which a word is let through.

A stream that holds a word has reached ``DEAD``, from where no way leads out. When the word lies within the beginning of an
excepting phrase, judgement waits: the state owes the rest of the phrase, and dies when something else comes.

Aho, Corasick: Efficient string matching: an aid to bibliographic search. CACM 18(6), 1975.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

#: The state after a blocked word was completed.
DEAD = -1
ROOT = 0

#: One occurrence of a word that waits: the phrases that may still excuse it, each with how much of it was read.
_Debt = frozenset[tuple[bytes, int]]


class Automaton:
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

    def run(self, state: int, data: bytes) -> int:
        """The state after ``data``."""
        for byte in data:
            state = self.step(state, byte)
            if state == DEAD:
                return DEAD
        return state

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
            waiting = {(p, end) for p in excuses for end in _ends_of(word, p) if self._text[node].endswith(p[:end])}
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

    def suffixes(self, state: int) -> Iterable[bytes]:
        """What would complete a word that has already begun: the missing bytes of each such word, excused or not."""
        if state >= len(self._next):
            state = self._debts[state - len(self._next)][0]
        seen: set[bytes] = set()
        while state not in (ROOT, DEAD):
            stack: list[tuple[int, bytes]] = [(state, b"")]
            while stack:
                node, missing = stack.pop()
                if missing and self._ends[node]:
                    seen.add(missing)
                    if not self._excuses:
                        continue  # whatever is longer begins with this
                stack.extend((child, missing + bytes([byte])) for byte, child in self._next[node].items())
            state = self._fail[state]
        return seen


def _ends_of(word: bytes, phrase: bytes) -> Iterator[int]:
    """Ends of the occurrences of ``word`` in ``phrase``."""
    at = phrase.find(word)
    while at >= 0:
        yield at + len(word)
        at = phrase.find(word, at + 1)
