"""Proposes ends of a text in progress, where the grammar alone does not show which ones are valid.

From the innermost open container outwards, members are added until the container obeys its schemas; then it is closed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from logitrail.engine.examples import Examples
from logitrail.engine.lowering.containers import LAYOUTS, Layout
from logitrail.engine.lowering.equality import identity
from logitrail.engine.lowering.lower import Lowered
from logitrail.engine.lowering.shapes import Goal, Items, Members
from logitrail.engine.lowering.validators import read_value
from logitrail.engine.reader import BETWEEN, COLON, KEY, VALUE, JsonReader

_PER_LEVEL = 3  # ways to end one container that are followed outwards
_TRIED = 40  # ways that are validated
_PROPOSED = 24

_STRING = re.compile(rb'"(?:[^"\\]|\\.)*"')

#: What is added to a container: a key (``None`` in arrays) and the value.
_Added = tuple[str | None, Any]


@dataclass(slots=True)
class _Level:
    """An open container: its schemas, what it holds, and whether something must follow before it may end."""

    goal: Goal
    content: Any
    owes: bool


class Proposals:
    """Ends of texts under one schema.

    Args:
        lowered: The schema as a grammar.
    """

    def __init__(self, lowered: Lowered) -> None:
        self._lowered = lowered
        self._examples = Examples(lowered)

    def ends(self, reader: JsonReader, *, spaced: bool) -> Iterator[bytes]:
        """Texts that may complete what the reader has read; whether they do is for grammar and reader to say."""
        if reader.at_start:
            layout = LAYOUTS["spaced" if spaced else "compact"]
            for value in self._examples.of(self._lowered.root, _PROPOSED):
                yield _dumps(value, layout).encode()
            return
        if reader.monitor is None or reader.mode not in BETWEEN:
            return
        text = reader.monitor.text(reader.pos)
        layout = _layout(text, spaced)
        levels = self._levels(reader, text)
        if levels is None:
            return
        start = _gap(text, layout)
        yield from islice((start + end for end in self._outwards(levels, reader, layout)), _PROPOSED)

    def _outwards(self, levels: list[_Level], reader: JsonReader, layout: Layout) -> Iterator[bytes]:
        """Ends of all open containers, the innermost first."""
        inner = levels[-1]
        if reader.mode in (VALUE, COLON):
            head = (layout.key if reader.mode == COLON else "").encode()
            step = reader.place[-1]
            assert reader.monitor is not None
            goal = reader.monitor.next_goal
            for value in self._examples.of(goal, _PER_LEVEL + 2):
                content = _with(inner.content, step, value)
                for end in self._close(levels, len(levels) - 1, content, owes=False, layout=layout):
                    yield head + _dumps(value, layout).encode() + end
            if isinstance(inner.content, list) and not inner.content:
                yield from self._close(levels, len(levels) - 1, [], owes=False, layout=layout, first=True)
            return
        first = reader.mode == KEY
        yield from self._close(levels, len(levels) - 1, inner.content, owes=inner.owes, layout=layout, first=first)

    def _close(
        self, levels: list[_Level], index: int, content: Any, *, owes: bool, layout: Layout, first: bool = False
    ) -> Iterator[bytes]:
        """Ends of the container at ``index`` and of those around it.

        Args:
            levels: The open containers.
            index: Which one ends.
            content: What it holds.
            owes: Whether something must be added.
            layout: The separators.
            first: Whether what is added follows no value, so that no comma comes before it.
        """
        level = levels[index]
        for added in islice(self._additions(level.goal, content, owes), _PER_LEVEL):
            whole = content
            parts: list[str] = []
            for key, value in added:
                whole = _with(whole, key, value)
                comma = "" if first and not parts else layout.item
                name = "" if key is None else json.dumps(key, ensure_ascii=False) + layout.key
                parts.append(comma + name + _dumps(value, layout))
            end = ("".join(parts) + ("}" if isinstance(content, dict) else "]")).encode()
            if index == 0:
                yield end
                continue
            outer = levels[index - 1]
            step = next(reversed(outer.content)) if isinstance(outer.content, dict) else len(outer.content) - 1
            around = _replaced(outer.content, step, whole)
            for rest in self._close(levels, index - 1, around, owes=False, layout=layout):
                yield end + rest

    def _additions(self, goal: Goal, content: Any, owes: bool) -> Iterator[tuple[_Added, ...]]:
        """What can be added to a container so that it obeys its schemas; little first."""
        tried = 0
        seen: set[Any] = set()
        for added in self._guesses(goal, content):
            if owes and not added:
                continue
            key = identity([[k, v] for k, v in added])
            if key in seen:
                continue
            seen.add(key)
            whole = content
            for name, value in added:
                whole = _with(whole, name, value)
            if self._examples.obeys(goal, whole):
                yield added
            tried += 1
            if tried > _TRIED:
                return

    def _guesses(self, goal: Goal, content: Any) -> Iterator[tuple[_Added, ...]]:
        yield ()
        for shape in self._examples.shapes(goal):
            if isinstance(content, dict) and shape.members is not None:
                yield from self._member_guesses(shape.members, content)
            if isinstance(content, list) and shape.items is not None:
                yield from self._item_guesses(shape.items, content)
            for value in shape.values or ():
                if isinstance(content, dict) and isinstance(value, dict):
                    yield tuple((key, child) for key, child in value.items() if key not in content)
                if isinstance(content, list) and isinstance(value, list):
                    yield tuple((None, child) for child in value[len(content) :])

    def _member_guesses(self, members: Members, content: dict[str, Any]) -> Iterator[tuple[_Added, ...]]:
        missing = [name for name in members.named if name in members.required and name not in content]
        found = {name: self._examples.of(members.named[name], 3) for name in missing}
        if not all(found.values()):
            return
        least: tuple[_Added, ...] = tuple((name, found[name][0]) for name in missing)
        yield least
        for i, name in enumerate(missing):
            yield from ((*least[:i], (name, other), *least[i + 1 :]) for other in found[name][1:])
        present = {**content, **{str(name): value for name, value in least}}
        more = list(islice(self._examples.additions(members, present), 60))
        order = {name: i for i, name in enumerate(members.named)}
        for count in (1, max(members.fewest - len(present), 0), 2):
            if count > 1 and len(more) >= count:
                yield _sorted((*least, *more[:count]), order)
            elif count == 1:
                yield from (_sorted((*least, entry), order) for entry in more)

    def _item_guesses(self, items: Items, content: list[Any]) -> Iterator[tuple[_Added, ...]]:
        for extra in range(4):
            added: list[Any] = []
            wanted = [goal for goal, fewest in items.contains for _ in range(min(fewest, 20))]
            length = max(items.fewest, len(content)) + extra
            seen = {identity(value) for value in content}
            while len(content) + len(added) < length:
                goal = items.prefix[at] if (at := len(content) + len(added)) < len(items.prefix) else items.rest
                pool = [v for want in wanted for v in self._examples.of(want, 6) if self._examples.obeys(goal, v)]
                pool += self._examples.of(goal, length + 2 if items.unique else 3)
                fresh = [value for value in pool if not items.unique or identity(value) not in seen]
                if not fresh:
                    break
                added.append(fresh[0])
                seen.add(identity(fresh[0]))
            yield tuple((None, value) for value in added)

    def _levels(self, reader: JsonReader, text: bytes) -> list[_Level] | None:
        """The open containers, outermost first."""
        body = text.rstrip()
        owes = body.endswith(b",")
        if reader.mode == COLON:
            body += b":null"
        elif reader.mode == VALUE and not body.endswith(b"["):
            body = body[:-1] if owes else body + b"null"
        elif owes:
            body = body[:-1]
        closers = reader.closers()
        try:
            here = read_value(body + closers)
        except (ValueError, RecursionError):
            return None
        goals = reader.monitor.goals if reader.monitor is not None else []
        levels: list[_Level] = []
        for depth, goal in enumerate(goals):
            levels.append(_Level(goal, here, owes=False))
            if depth + 1 < len(goals):
                here = here[reader.place[depth]]
        inner = levels[-1]
        inner.owes = owes
        if isinstance(inner.content, dict) and reader.mode in (COLON, VALUE):
            inner.content = {key: value for key, value in inner.content.items() if key != reader.place[-1]}
        return levels


def _with(content: Any, key: str | int | None, value: Any) -> Any:
    if isinstance(content, dict):
        return {**content, str(key): value}
    return [*content, value]


def _replaced(content: Any, step: Any, value: Any) -> Any:
    if isinstance(content, dict):
        return {**content, step: value}
    return [*content[:-1], value]


def _sorted(added: tuple[_Added, ...], order: dict[str, int]) -> tuple[_Added, ...]:
    return tuple(sorted(added, key=lambda entry: order.get(str(entry[0]), len(order))))


def _dumps(value: Any, layout: Layout) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(layout.item, layout.key), default=_number)


def _number(value: Any) -> Any:
    return int(value) if value == value.to_integral_value() else float(value)


def _layout(text: bytes, spaced: bool) -> Layout:
    bare = _STRING.sub(b"", text)
    if b", " in bare or b": " in bare:
        return LAYOUTS["spaced"]
    return LAYOUTS["compact"] if re.search(rb"[,:](?!$)", bare) else LAYOUTS["spaced" if spaced else "compact"]


def _gap(text: bytes, layout: Layout) -> bytes:
    """The blank that is still missing behind a separator."""
    return b" " if text[-1:] in b",:" and layout.item.endswith(" ") else b""
