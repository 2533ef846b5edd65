"""Watches what the grammar does not hold: each value is judged as soon as it ends.

Where a value stands, some schemas apply whatever else is written: those that the schema of its container names for it,
with what they refer to. They are judged there. What depends on a choice (``anyOf``, ``if`` …) is judged where the
choice stands, and the whole text once more at its end.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import cached_property
from typing import Any

from logitrail.engine.lowering.applicators import item_rule, key_rule
from logitrail.engine.lowering.equality import identity
from logitrail.engine.lowering.lower import Lowered, children
from logitrail.engine.lowering.shapes import Goal, goal_of
from logitrail.engine.lowering.validators import read_value

#: Names of which the watch is remembered, for each kind of place.
_MOST_REMEMBERED = 10_000


class Watch:
    """What is watched at one kind of place; shared by all sequences.

    Attributes:
        goal: The schemas that certainly apply.
        judges: Whether a value that stands there is validated when it ends.
    """

    def __init__(self, book: WatchBook, goal: Goal, *, root: bool = False) -> None:
        self.goal = goal
        self._book = book
        self._root = root
        self._members: dict[str, Watch | None] = {}

    @cached_property
    def judges(self) -> bool:
        return self._root or self._book.is_loose(self.goal)

    @cached_property
    def _certain(self) -> list[Any]:
        return [node for node in self._book.expander.certain(self.goal) if isinstance(node.schema, dict)]

    @cached_property
    def unique(self) -> bool:
        """Whether no two items may be equal."""
        return any(node.schema.get("uniqueItems") is True for node in self._certain)

    @cached_property
    def most(self) -> int | None:
        """Most properties."""
        limits = [node.schema["maxProperties"] for node in self._certain if "maxProperties" in node.schema]
        return int(min(limits)) if limits else None

    @cached_property
    def _key_rules(self) -> list[Any]:
        rules = (key_rule(self._book.expander.documents, node) for node in self._certain)
        return [rule for rule in rules if rule is not None]

    @cached_property
    def _names(self) -> Goal:
        documents = self._book.expander.documents
        asking = [node for node in self._certain if "propertyNames" in node.schema]
        return goal_of([documents.child(node, "propertyNames") for node in asking])

    def member(self, name: str) -> Watch | None:
        """The watch of a property's value; ``None`` when the property must not be there."""
        if name in self._members:
            return self._members[name]
        found: Watch | None = None
        if not self._names or self._book.validators.obeys(self._names, name):
            goal = goal_of([node for rule in self._key_rules for node in rule.at(name)])
            if not any(node.schema is False for node in goal):
                found = self._book.at(goal)
        if len(self._members) < _MOST_REMEMBERED:
            self._members[name] = found
        return found

    @cached_property
    def _item_rules(self) -> list[Any]:
        rules = (item_rule(self._book.expander.documents, node) for node in self._certain)
        return [rule for rule in rules if rule is not None]

    def item(self, index: int) -> Watch | None:
        """The watch of an item; ``None`` when there must be none."""
        goal = goal_of([node for rule in self._item_rules if (node := rule.at(index)) is not None])
        return None if any(node.schema is False for node in goal) else self._book.at(goal)

    def admits(self, value: Any) -> bool:
        """Whether a value may stand here."""
        return self._book.validators.obeys(self.goal, value)


class WatchBook:
    """The watches of one schema.

    Args:
        lowered: The schema as a grammar.
    """

    def __init__(self, lowered: Lowered) -> None:
        self.expander = lowered.expander
        self.validators = lowered.expander.validators
        self._lowered = lowered
        self._watches: dict[Goal, Watch] = {}
        # Where anything at all is watched, the whole text is judged once more at its end.
        self.root = Watch(self, lowered.root, root=bool(lowered.loose))

    def at(self, goal: Goal) -> Watch:
        """The watch of a goal."""
        found = self._watches.get(goal)
        if found is None:
            found = self._watches[goal] = Watch(self, goal)
        return found

    def is_loose(self, goal: Goal) -> bool:
        """Whether a value for which the goal is certain could break it although the grammar lets it."""
        if not goal:
            return False
        if goal not in self._lowered.expansions:
            return True  # the grammar holds it only together with schemas that were chosen
        if goal in self._lowered.loose:
            return True
        return goal in self._stained and self._lowered.expansions[goal].chosen

    @cached_property
    def _stained(self) -> set[Goal]:
        """Goals that the grammar is too generous for, in themselves or in some part of their values."""
        users: dict[Goal, list[Goal]] = {}
        for goal, expansion in self._lowered.expansions.items():
            for shape in expansion.shapes:
                for child in children(shape):
                    users.setdefault(child, []).append(goal)
        stained = set(self._lowered.loose)
        stack = list(stained)
        while stack:
            for user in users.get(stack.pop(), ()):
                if user not in stained:
                    stained.add(user)
                    stack.append(user)
        return stained


class _Frame:
    """An open container."""

    __slots__ = ("count", "items", "watch", "within")

    def __init__(self, watch: Watch, within: Watch | None, count: int, items: frozenset[Hashable]) -> None:
        self.watch = watch
        self.within = within  # of the value that comes next, or is in progress
        self.count = count
        self.items = items  # identities, where no two may be equal


class Monitor:
    """Follows one text.

    Args:
        book: The watches.

    Attributes:
        broken: Whether something was written that must not be.
    """

    __slots__ = ("_book", "_chunks", "_frames", "broken")

    def __init__(self, book: WatchBook) -> None:
        self._book = book
        self._frames: tuple[_Frame, ...] = ()
        self._chunks: tuple[Any, ...] | None = None  # what was read, the last first: (bytes, their start, the others)
        self.broken = False

    def fork(self) -> Monitor:
        """An independent copy; nothing of it is changed in place."""
        twin = Monitor.__new__(Monitor)
        twin._book, twin._frames, twin._chunks, twin.broken = self._book, self._frames, self._chunks, self.broken
        return twin

    def feed(self, data: bytes, start: int) -> None:
        """Bytes of the text, before anything is said of them."""
        if data:
            self._chunks = (data, start, self._chunks)

    def _bytes(self, start: int, end: int) -> bytes:
        parts: list[bytes] = []
        chunk = self._chunks
        while chunk is not None:
            data, at, before = chunk
            parts.append(data[max(start - at, 0) : end - at] if end > at else b"")
            if at <= start:
                break
            chunk = before
        return b"".join(reversed(parts))

    def text(self, end: int) -> bytes:
        """What was read, up to a place."""
        return self._bytes(0, end)

    @property
    def watched(self) -> bool:
        """Whether anything is judged: else this follows the text for the sake of proposals alone."""
        return self._book.root.judges

    @property
    def goals(self) -> list[Goal]:
        """The schemas of each open container, outermost first."""
        return [frame.watch.goal for frame in self._frames]

    @property
    def next_goal(self) -> Goal:
        """The schemas of the value that comes next, or is in progress."""
        here = self._here
        return () if here is None else here.goal

    @property
    def _here(self) -> Watch | None:
        return self._frames[-1].within if self._frames else self._book.root

    def opened(self, *, is_object: bool) -> None:
        """A container starts."""
        watch = self._here
        if watch is None:
            self.broken = True
            watch = self._book.at(())
        within = None if is_object else watch.item(0)
        self._frames = (*self._frames, _Frame(watch, within, 0, frozenset()))

    def key(self, name: str) -> None:
        """A key ends; that it is new is seen to by the reader."""
        frame = self._frames[-1]
        within = frame.watch.member(name)
        if within is None or (frame.watch.most is not None and frame.count >= frame.watch.most):
            self.broken = True
        self._replace(_Frame(frame.watch, within or self._book.at(()), frame.count + 1, frame.items))

    def closed(self, start: int, end: int) -> None:
        """A container ends: bytes ``start`` to ``end`` of the text."""
        self._frames = self._frames[:-1]
        self.ended(start, end)

    def ended(self, start: int, end: int) -> None:
        """A value ends."""
        watch = self._here
        frame = self._frames[-1] if self._frames else None
        unique = frame is not None and frame.watch.unique
        if watch is None:
            self.broken = True
        elif not self.broken and (watch.judges or unique):
            value = _read(self._bytes(start, end))
            if watch.judges and not watch.admits(value):
                self.broken = True
            if unique and frame is not None:
                same = identity(value)
                self.broken = self.broken or same in frame.items
                frame = _Frame(frame.watch, frame.within, frame.count, frame.items | {same})
        if unique and frame is not None:
            self._replace(frame)

    def next_item(self, index: int) -> None:
        """A comma in an array: the item that comes next."""
        frame = self._frames[-1]
        self._replace(_Frame(frame.watch, frame.watch.item(index), frame.count + 1, frame.items))

    def _replace(self, frame: _Frame) -> None:
        self._frames = (*self._frames[:-1], frame)


def _read(data: bytes) -> Any:
    try:
        return read_value(data)
    except (ValueError, RecursionError):  # what the reader refuses anyway
        return None
