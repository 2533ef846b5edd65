"""The blocklist on decoded values: which words are watched where, and how far into one the current value is."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace

from logitrail.contract.blocklist import blocked_numbers, covers, number_blocked, read_number
from logitrail.contract.custom import Rule, instance_of
from logitrail.contract.folding import compositions
from logitrail.contract.lanes import EDGE, Lane
from logitrail.contract.model import BlockRule
from logitrail.engine.automaton import DEAD, ROOT, Automaton
from logitrail.engine.gapped import GappedAutomaton

#: A place in the output: object keys and array indices from the root.
Path = tuple[str | int, ...]

#: Where a reading is: state of its automaton, class of the last character that counted.
_Reading = tuple[int, bool]
_START: _Reading = (ROOT, False)

Finder = Automaton | GappedAutomaton
_Lanes = tuple[tuple[Lane, Finder], ...]


class Watch:
    """The words that apply at one kind of place.

    Attributes:
        lanes: Each way of reading, with its automaton; several times the same where one goes on from several values.
        numbers: Words that are numbers.
        custom: Registered rules.
    """

    def __init__(self, lanes: _Lanes, numbers: tuple[str, ...], custom: tuple[Rule, ...]) -> None:
        self.lanes = lanes
        self.numbers = numbers
        self.custom = custom
        self.goes_on = any(lane.across for lane, _ in lanes)
        self._repeated: dict[tuple[int, ...], Watch] = {}

    def repeated(self, counts: tuple[int, ...]) -> Watch:
        """The same watch with each lane as often as it is read."""
        if all(count == 1 for count in counts):
            return self
        if counts not in self._repeated:
            lanes = tuple(pair for pair, count in zip(self.lanes, counts, strict=True) for _ in range(count))
            self._repeated[counts] = Watch(lanes, self.numbers, self.custom)
        return self._repeated[counts]


def _lanes_of(rules: Sequence[BlockRule]) -> _Lanes:
    words: dict[Lane, dict[bytes, tuple[bytes, ...]]] = {}
    for rule in rules:
        lane = Lane.of(rule)
        phrases = tuple(lane.word(form) for phrase in rule.except_in for form in compositions(phrase))
        for word in (form for listed in rule.words for form in compositions(listed)):
            marked = lane.word(word)
            if marked:
                excuses = tuple(phrase for phrase in phrases if lane.excuses(phrase, marked))
                known = words.setdefault(lane, {})
                # A word that one rule blocks without excuse is blocked.
                known[marked] = excuses if marked not in known else tuple(set(known[marked]) & set(excuses))
    return tuple((lane, GappedAutomaton(known) if lane.gapped else Automaton(known)) for lane, known in words.items())


class WatchTable:
    """Compiles the block rules of a contract once; answers which watch a place is under.

    Attributes:
        has_numbers: Whether any word is a number, so that numbers must be compared by value.
    """

    def __init__(self, rules: tuple[BlockRule, ...]) -> None:
        self._rules = rules
        self._watches: dict[tuple[BlockRule, ...], Watch] = {}
        self._by_place: dict[tuple[Path, bool], Watch | None] = {}
        self._going_on: dict[tuple[str, ...] | None, _Lanes] = {}
        self.has_numbers = any(blocked_numbers(rule.words) for rule in rules)
        self._by_index = any(s.isdigit() for rule in rules for field in rule.fields or () for s in field.split("/"))
        self._same_everywhere = all(rule.fields is None and not rule.across_fields for rule in rules)
        self._everywhere = self._watch(rules) if self._same_everywhere else None

    def _watch(self, rules: tuple[BlockRule, ...]) -> Watch | None:
        if not rules:
            return None
        if rules not in self._watches:
            lanes = _lanes_of([rule for rule in rules if not rule.across_fields])
            for fields in dict.fromkeys(rule.fields for rule in rules if rule.across_fields):
                lanes += self._lanes_across(fields)
            numbers = tuple(blocked_numbers(word for rule in rules for word in rule.words).values())
            custom = tuple(instance_of(rule.custom) for rule in rules if rule.custom is not None)
            self._watches[rules] = Watch(lanes, numbers, custom)
        return self._watches[rules]

    def _lanes_across(self, fields: tuple[str, ...] | None) -> _Lanes:
        """Lanes that go on from value to value: one automaton for all places, since its states are carried along."""
        if fields not in self._going_on:
            rules = [rule for rule in self._rules if rule.across_fields and rule.fields == fields]
            self._going_on[fields] = _lanes_of(rules)
        return self._going_on[fields]

    def at(self, path: Path, *, is_key: bool) -> Watch | None:
        """The watch for the value (or key) at ``path``; ``None`` where nothing is blocked."""
        if self._same_everywhere:
            return self._everywhere
        if not self._by_index:  # indices do not change which rule covers a place; without them the table stays small
            path = tuple("*" if isinstance(step, int) else step for step in path)
        place = (path, is_key)
        if place not in self._by_place:
            rules = tuple(rule for rule in self._rules if covers(rule, path))
            # Words go on from value to value, not from a key.
            self._by_place[place] = self._watch(
                tuple(replace(r, across_fields=False) for r in rules) if is_key else rules
            )
        return self._by_place[place]


class Guard:
    """Follows the decoded text of one value after the other.

    Attributes:
        broken: Whether a blocked word has been completed, or a registered rule broken.
        watch: The words that apply now; ``None`` outside of watched strings.
        states: For each lane of the watch, the state of its automaton and the class of the last character.
        pending: The bytes of a character that is not whole yet.
    """

    __slots__ = ("_across", "_custom", "broken", "pending", "states", "table", "watch")

    def __init__(self, table: WatchTable) -> None:
        self.table = table
        self.watch: Watch | None = None
        self.states: tuple[_Reading, ...] = ()
        self.pending = b""
        self.broken = False
        #: Where lanes that go on between values were left. Each value is also read as if none stood before it, so that
        #: whatever stands before a word never hides it.
        self._across: dict[Finder, tuple[_Reading, ...]] = {}
        self._custom: tuple[tuple[Rule, Hashable], ...] = ()

    def fork(self) -> Guard:
        twin = Guard.__new__(Guard)
        twin.table, twin.watch, twin.states = self.table, self.watch, self.states
        twin.pending, twin.broken, twin._across = self.pending, self.broken, self._across
        twin._custom = self._custom
        return twin

    @property
    def look(self) -> object:
        """Guards that look the same judge alike."""
        return self.watch, self.states, self.pending, tuple(self._across.items()), self._custom

    def begin(self, path: Path, *, is_key: bool) -> None:
        """A string starts at ``path``."""
        watch = self.watch = self.table.at(path, is_key=is_key)
        self.pending = b""
        if watch is None:
            return
        if watch.goes_on:
            readings = [(*self._across.get(automaton, ()), _START) for _, automaton in watch.lanes]
            self.watch = watch.repeated(tuple(map(len, readings)))
            self.states = tuple(state for states in readings for state in states)
        else:
            self.states = (_START,) * len(watch.lanes)
        states = ((rule, rule.begin(path, is_key)) for rule in watch.custom)
        self._custom = tuple((rule, state) for rule, state in states if state is not None)

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
        if self._custom:
            fed = tuple((rule, rule.feed(state, text)) for rule, state in self._custom)
            self.broken = any(state is None for _, state in fed)
            self._custom = fed

    def end(self) -> None:
        """The current string ends."""
        watch = self.watch
        if watch is not None:
            if not self.may_end():
                self.broken = True
            if watch.goes_on:
                left: dict[Finder, dict[_Reading, None]] = {}
                for (lane, automaton), state in zip(watch.lanes, self.states, strict=True):
                    if lane.across and state != _START:  # from the start the next value is read anyway
                        left.setdefault(automaton, {})[state] = None
                    elif lane.across:
                        left.setdefault(automaton, {})
                self._across = {**self._across, **{automaton: tuple(states) for automaton, states in left.items()}}
        self.watch = None
        self.states, self.pending, self._custom = (), b"", ()

    def may_end(self) -> bool:
        """Whether the current string may end here."""
        if self.broken:
            return False
        if self.watch is None:
            return True
        readings = zip(self.watch.lanes, self.states, strict=True)
        if not all(may_end(lane, automaton, state, kind) for (lane, automaton), (state, kind) in readings):
            return False
        return all(rule.may_end(state) for rule, state in self._custom)

    def number(self, path: Path, text: str) -> None:
        """A number was completed at ``path``."""
        watch = self.table.at(path, is_key=False)
        value = read_number(text) if watch is not None and watch.numbers else None
        if watch is not None and value is not None and number_blocked(value, watch.numbers) is not None:
            self.broken = True


def may_end(lane: Lane, automaton: Finder, state: int, kind: bool) -> bool:
    """Whether a text may end in this state of a lane."""
    if lane.edge(kind, False):
        state = automaton.step(state, EDGE)
    return state != DEAD and not automaton.owes(state)


def whole_characters(data: bytes) -> tuple[str, bytes]:
    """The characters that are whole, and the bytes of one that is not; what is no UTF-8 becomes U+FFFD."""
    try:
        return data.decode(), b""
    except UnicodeDecodeError as error:
        if error.end == len(data) and error.reason == "unexpected end of data":
            return data[: error.start].decode(), data[error.start :]
        return data.decode("utf-8", "replace"), b""
