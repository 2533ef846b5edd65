"""Words with anything between their letters, and yet with edges: "k-i-l-l" and "a kill", but not "skill".

In the stream of such a lane an edge stands also where a blank or a sign was skipped, which may be within a word. A
state is therefore the set of all beginnings of words that were read; sets are numbered as they occur.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from logitrail.contract.lanes import EDGE
from logitrail.engine.automaton import DEAD, ROOT, Stepping, ends_of

_EDGE = bytes([EDGE])


@dataclass(frozen=True, slots=True)
class _Spelled:
    """A word or phrase: its letters, and whether an edge must stand before and behind them."""

    letters: bytes
    starts: bool
    ends: bool

    @classmethod
    def of(cls, marked: bytes) -> _Spelled:
        return cls(marked.replace(_EDGE, b""), marked.startswith(_EDGE), marked.endswith(_EDGE))


#: One occurrence of a word that waits: the phrases that may still excuse it, each with how much of it was read.
_Debt = frozenset[tuple[_Spelled, int]]


@dataclass(frozen=True, slots=True)
class _Set:
    """A state: beginnings that were read, each with whether it began at an edge; an edge just now; what is owed."""

    begun: frozenset[tuple[bytes, bool]]
    edge: bool
    debts: frozenset[_Debt]


class GappedAutomaton(Stepping):
    """Finds words in a stream of bytes in which edges may stand anywhere.

    Args:
        words: Word → the phrases that excuse it, as the lane marks them.
    """

    def __init__(self, words: dict[bytes, tuple[bytes, ...]]) -> None:
        self._excuses = {
            _Spelled.of(word): tuple(_Spelled.of(phrase) for phrase in phrases) for word, phrases in words.items()
        }
        everything = {*self._excuses, *(phrase for phrases in self._excuses.values() for phrase in phrases)}
        self._beginnings = {
            (one.letters[:end], one.starts) for one in everything for end in range(1, len(one.letters) + 1)
        }
        self._words: dict[tuple[bytes, bool], list[_Spelled]] = {}
        for one in self._excuses:
            self._words.setdefault((one.letters, one.starts), []).append(one)
        first = _Set(frozenset(), False, frozenset())
        self._sets: list[_Set] = [first]
        self._numbers: dict[_Set, int] = {first: ROOT}
        self._steps: dict[tuple[int, int], int] = {}

    @property
    def patient(self) -> bool:
        """Whether any word has an excuse, so that judgement may have to wait."""
        return any(self._excuses.values())

    def step(self, state: int, byte: int) -> int:
        """The state after one byte; ``DEAD`` once a word is complete and nothing can excuse it."""
        if state == DEAD:
            return DEAD
        key = (state, byte)
        if key not in self._steps:
            here = self._sets[state]
            following = self._at_edge(here) if byte == EDGE else self._behind(here, byte)
            self._steps[key] = DEAD if following is None else self._number(following)
        return self._steps[key]

    def owes(self, state: int) -> bool:
        """Whether a word waits for the rest of its excuse: the stream must not end here."""
        return bool(self._sets[state].debts)

    def excuses(self, _state: int) -> None:
        """For a state that owes: what may follow cannot be told by how it begins, since edges may stand anywhere."""
        return

    def completions(self, state: int, keys: list[bytes]) -> Iterator[tuple[int, int]]:
        """Which of the sorted keys begin with what completes a word that has already begun, excused or not.

        Args:
            state: Where the stream is.
            keys: Byte strings, sorted.

        Yields:
            Ranges of ``keys``.
        """
        here = self._sets[state]
        stack = [(self._number(_Set(here.begun, here.edge, frozenset())), 0, len(keys), 0)]
        while stack:
            node, low, high, depth = stack.pop()
            while low < high and len(keys[low]) == depth:
                low += 1
            while low < high:
                byte, start = keys[low][depth], low
                while low < high and keys[low][depth] == byte:
                    low += 1
                following = self._going_on(self._sets[node], byte)
                if following is None:
                    yield start, low
                elif following.begun or following.edge:
                    stack.append((self._number(following), start, low, depth + 1))

    def _going_on(self, here: _Set, byte: int) -> _Set | None:
        """Of what has begun, or may begin at this edge, what goes on; ``None`` where a word is complete."""
        if byte == EDGE:
            return None if any(one.ends for one in self._complete(here.begun)) else here
        letter = bytes([byte])
        grown = {(read + letter, starts) for read, starts in here.begun} | ({(letter, True)} if here.edge else set())
        begun = frozenset(grown & self._beginnings)
        return None if any(not one.ends for one in self._complete(begun)) else _Set(begun, False, frozenset())

    def _number(self, one: _Set) -> int:
        if one not in self._numbers:
            self._numbers[one] = len(self._sets)
            self._sets.append(one)
        return self._numbers[one]

    def _complete(self, begun: frozenset[tuple[bytes, bool]]) -> list[_Spelled]:
        return [one for key in begun for one in self._words.get(key, ())]

    def _behind(self, here: _Set, byte: int) -> _Set | None:
        letter = bytes([byte])
        grown = {(read + letter, starts) for read, starts in here.begun}
        grown |= {(letter, False), *({(letter, True)} if here.edge else ())}
        begun = frozenset(grown & self._beginnings)
        debts: set[_Debt] = set()
        for debt in here.debts:
            going = frozenset((phrase, read + 1) for phrase, read in debt if phrase.letters[read : read + 1] == letter)
            if any(read == len(phrase.letters) and not phrase.ends for phrase, read in going):
                continue
            if not going:
                return None
            debts.add(going)
        return self._judged(_Set(begun, False, frozenset(debts)), at_edge=False)

    def _at_edge(self, here: _Set) -> _Set | None:
        debts = frozenset(debt for debt in here.debts if not any(read == len(phrase.letters) for phrase, read in debt))
        return self._judged(_Set(here.begun, True, debts), at_edge=True)

    def _judged(self, here: _Set, *, at_edge: bool) -> _Set | None:
        """The set with what is owed for the words that are complete; ``None`` where one has no excuse."""
        debts = set(here.debts)
        for word in self._complete(here.begun):
            if word.ends is not at_edge:
                continue
            waiting: set[tuple[_Spelled, int]] = set()
            excused = False
            for phrase in self._excuses[word]:
                for end in ends_of(word.letters, phrase.letters):
                    if (phrase.letters[:end], phrase.starts) not in here.begun:
                        continue
                    over = end == len(phrase.letters)
                    excused |= over and (at_edge or not phrase.ends)
                    waiting.add((phrase, end))
            if excused:
                continue
            if not waiting:
                return None
            debts.add(frozenset(waiting))
        return _Set(here.begun, here.edge, frozenset(debts))
