"""The blocklist on decoded values: which words are watched where, and how far into one the current value is."""

from __future__ import annotations

from collections.abc import Sequence
from logitrail.contract.blocklist import blocked_numbers, covers, number_blocked, read_number
from logitrail.contract.lanes import EDGE, Lane
from logitrail.contract.model import BlockRule
from logitrail.engine.automaton import DEAD, ROOT, Automaton

#: A place in the output: object keys and array indices from the root.
Path = tuple[str | int, ...]

#: Where a lane is: state of its automaton, class of the last character that counted.
_START = (ROOT, False)


class Watch:
    """The words that apply at one kind of place.

    Attributes:
        lanes: Each way of reading, with its automaton.
        numbers: Words that are numbers.
    """

    def __init__(self, rules: Sequence[BlockRule]) -> None:
        words: dict[Lane, dict[bytes, tuple[bytes, ...]]] = {}
        for rule in rules:
            lane = Lane.of(rule)
            phrases = tuple(lane.mark(phrase, ends=True) for phrase in rule.except_in)
            for word in rule.words:
                marked = lane.mark(word, ends=True)
                if marked:
                    excuses = tuple(phrase for phrase in phrases if marked in phrase and phrase != marked)
                    known = words.setdefault(lane, {})
                    # A word that one rule blocks without excuse is blocked.
                    known[marked] = excuses if marked not in known else tuple(set(known[marked]) & set(excuses))
        self.lanes = tuple((lane, Automaton(known)) for lane, known in words.items())
        self.numbers = tuple(blocked_numbers(word for rule in rules for word in rule.words).values())


class WatchTable:
    """Compiles the block rules of a contract once; answers which watch a place is under.

    Attributes:
        has_numbers: Whether any word is a number, so that numbers must be compared by value.
    """

    def __init__(self, rules: tuple[BlockRule, ...]) -> None:
        self._rules = rules
        self._watches: dict[tuple[BlockRule, ...], Watch] = {}
        self._by_place: dict[tuple[Path, bool], Watch | None] = {}
        self.has_numbers = any(blocked_numbers(rule.words) for rule in rules)
        self._by_index = any(s.isdigit() for rule in rules for field in rule.fields or () for s in field.split("/"))
        self._same_everywhere = all(rule.fields is None and not rule.across_fields for rule in rules)
        self._everywhere = self._watch(rules) if self._same_everywhere else None

    def _watch(self, rules: tuple[BlockRule, ...]) -> Watch | None:
        if not rules:
            return None
        if rules not in self._watches:
            self._watches[rules] = Watch(rules)
        return self._watches[rules]

    def at(self, path: Path, *, is_key: bool) -> Watch | None:
        """The watch for the value (or key) at ``path``; ``None`` where nothing is blocked."""
        if self._same_everywhere:
            return self._everywhere
        if not self._by_index:  # indices do not change which rule covers a place; without them the table stays small
            path = tuple("*" if isinstance(step, int) else step for step in path)
        place = (path, is_key)
        if place not in self._by_place:
            rules = tuple(rule for rule in self._rules if covers(rule, path, is_key))
            self._by_place[place] = self._watch(rules)
        return self._by_place[place]


class Guard:
    """Follows the decoded text of one value after the other.

    Attributes:
        broken: Whether a blocked word has been completed.
        watch: The words that apply now; ``None`` outside of watched strings.
        states: For each lane of the watch, the state of its automaton and the class of the last character.
        pending: The bytes of a character that is not whole yet.
    """

    __slots__ = ("_across", "broken", "pending", "states", "table", "watch")

    def __init__(self, table: WatchTable) -> None:
        self.table = table
        self.watch: Watch | None = None
        self.states: tuple[tuple[int, bool], ...] = ()
        self.pending = b""
        self.broken = False
        self._across: dict[Lane, tuple[int, bool]] = {}  # where lanes that go on between values were left

    def fork(self) -> Guard:
        twin = Guard.__new__(Guard)
        twin.table, twin.watch, twin.states = self.table, self.watch, self.states
        twin.pending, twin.broken, twin._across = self.pending, self.broken, self._across
        return twin

    @property
    def look(self) -> object:
        """Guards that look the same judge alike."""
        return self.watch, self.states, self.pending, tuple(self._across.values())

    def begin(self, path: Path, *, is_key: bool) -> None:
        """A string starts at ``path``."""
        self.watch = watch = self.table.at(path, is_key=is_key)
        self.pending = b""
        if watch is not None:
            self.states = tuple(self._across.get(lane, _START) if lane.across else _START for lane, _ in watch.lanes)

    def feed(self, data: bytes) -> None:
        """Decoded bytes of the current string; a character may be split between calls."""
        if self.watch is None or self.broken:
            return
        text, self.pending = whole_characters(self.pending + data)
        if text:
            self._read(text)

    def _read(self, text: str) -> None:
        assert self.watch is not None
        states = []
        for (lane, automaton), (state, kind) in zip(self.watch.lanes, self.states, strict=True):
            state = automaton.run(state, lane.mark(text, before=kind))
            if state == DEAD:
                self.broken = True
                return
            states.append((state, lane.last_kind(text, kind)))
        self.states = tuple(states)

    def end(self) -> None:
        """The current string ends."""
        if self.watch is not None:
            if not self.may_end():
                self.broken = True
            across = {
                lane: state
                for (lane, _), state in zip(self.watch.lanes, self.states, strict=True)
                if lane.across
            }
            if across:
                self._across = {**self._across, **across}
        self.watch = None
        self.states, self.pending = (), b""

    def may_end(self) -> bool:
        """Whether the current string may end here."""
        if self.broken:
            return False
        if self.watch is None:
            return True
        for (lane, automaton), (state, kind) in zip(self.watch.lanes, self.states, strict=True):
            if lane.across:
                continue  # the next value may go on
            if lane.edge(kind, False):
                state = automaton.step(state, EDGE)
            if state == DEAD or automaton.owes(state):
                return False
        return True

    def number(self, path: Path, text: str) -> None:
        """A number was completed at ``path``."""
        watch = self.table.at(path, is_key=False)
        value = read_number(text) if watch is not None and watch.numbers else None
        if watch is not None and value is not None and number_blocked(value, watch.numbers) is not None:
            self.broken = True


def whole_characters(data: bytes) -> tuple[str, bytes]:
    """The characters that are whole, and the bytes of one that is not; what is no UTF-8 becomes U+FFFD."""
    try:
        return data.decode(), b""
    except UnicodeDecodeError as error:
        if error.end == len(data) and error.reason == "unexpected end of data":
            return data[: error.start].decode(), data[error.start :]
        return data.decode("utf-8", "replace"), b""
