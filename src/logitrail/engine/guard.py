"""The blocklist on decoded values: which words are watched where, and how far into one the current value is."""

from __future__ import annotations

from logitrail.contract.blocklist import blocked_numbers, covers, fold, number_blocked, read_number
from logitrail.contract.model import BlockRule
from logitrail.engine.automaton import BOUNDARY, DEAD, ROOT, Automaton, fold_bytes, is_digit

#: A place in the output: object keys and array indices from the root.
Path = tuple[str | int, ...]


class Watch:
    """The words that apply at one kind of place."""

    def __init__(self, words: tuple[str, ...]) -> None:
        self.words = words
        self.automaton = Automaton(frozenset(fold(word).encode() for word in words))
        self.numbers = tuple(blocked_numbers(words).values())


class WatchTable:
    """Compiles the block rules of a contract once; answers which watch a place is under."""

    def __init__(self, rules: tuple[BlockRule, ...]) -> None:
        self._rules = rules
        self._watches: dict[tuple[str, ...], Watch | None] = {(): None}
        self._by_place: dict[tuple[Path, bool], Watch | None] = {}
        #: Whether any word is a number, so that numbers must be compared by value.
        self.has_numbers = any(blocked_numbers(rule.words) for rule in rules)
        # Rules without pointers watch every place alike: no path needs to be looked at.
        everywhere = all(rule.fields is None for rule in rules)
        self._same_everywhere = everywhere
        self._everywhere = self._watch(tuple(w for rule in rules for w in rule.words)) if everywhere else None

    def _watch(self, words: tuple[str, ...]) -> Watch | None:
        key = tuple(sorted(set(words)))
        if key not in self._watches:
            self._watches[key] = Watch(key)
        return self._watches[key]

    def at(self, path: Path, *, is_key: bool) -> Watch | None:
        """The watch for the value (or key) at ``path``; ``None`` where nothing is blocked."""
        if self._same_everywhere:
            return self._everywhere
        # Indices do not change which rule covers a place; without them the table stays small.
        place = (tuple("*" if isinstance(step, int) else step for step in path), is_key)
        if place not in self._by_place:
            words = tuple(w for rule in self._rules if covers(rule, path, is_key) for w in rule.words)
            self._by_place[place] = self._watch(words)
        return self._by_place[place]


class Guard:
    """Follows the decoded text of one value after the other.

    Attributes:
        broken: Whether a blocked word has been completed.
        watch: The words that apply now; ``None`` outside of watched strings.
        state: State of the automaton.
        digit: Whether the last byte was a digit, so that a boundary may follow.
    """

    __slots__ = ("broken", "digit", "state", "table", "watch")

    def __init__(self, table: WatchTable) -> None:
        self.table = table
        self.watch: Watch | None = None
        self.state = ROOT
        self.digit = False
        self.broken = False

    def fork(self) -> Guard:
        twin = Guard.__new__(Guard)
        twin.table, twin.watch, twin.state = self.table, self.watch, self.state
        twin.digit, twin.broken = self.digit, self.broken
        return twin

    def begin(self, path: Path, *, is_key: bool) -> None:
        """A string starts at ``path``."""
        self.watch = self.table.at(path, is_key=is_key)
        self.state, self.digit = ROOT, False

    def feed(self, data: bytes) -> None:
        """Decoded bytes of the current string."""
        if self.watch is None or self.broken:
            return
        automaton, state, digit = self.watch.automaton, self.state, self.digit
        for byte in fold_bytes(data):
            if is_digit(byte) != digit:
                digit = not digit
                state = automaton.step(state, BOUNDARY)
            state = automaton.step(state, byte)
            if state == DEAD:
                self.broken = True
                break
        self.state, self.digit = state, digit

    def end(self) -> None:
        """The current string ends."""
        if self.watch is not None and self.digit and self.watch.automaton.step(self.state, BOUNDARY) == DEAD:
            self.broken = True
        self.watch = None
        self.state, self.digit = ROOT, False

    def may_end(self) -> bool:
        """Whether the current string may end here."""
        return not (
            self.broken
            or (self.watch is not None and self.digit and self.watch.automaton.step(self.state, BOUNDARY) == DEAD)
        )

    def number(self, path: Path, text: str) -> None:
        """A number was completed at ``path``."""
        watch = self.table.at(path, is_key=False)
        value = read_number(text) if watch is not None and watch.numbers else None
        if watch is not None and value is not None and number_blocked(value, watch.numbers) is not None:
            self.broken = True
