"""Concrete values that obey a goal: short ones, made from its alternatives and then validated."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from itertools import islice, permutations
from typing import Any

from logitrail.engine.lowering.ecma import language
from logitrail.engine.lowering.equality import identity
from logitrail.engine.lowering.lower import Lowered
from logitrail.engine.lowering.multiples import common
from logitrail.engine.lowering.samples import sample
from logitrail.engine.lowering.shapes import Goal, Items, Members, Numerals, Shape, Texts
from logitrail.engine.lowering.strings import text_expression
from logitrail.engine.lowering.text import shortest_text
from logitrail.engine.lowering.tree import IrregularError

_DEEPEST = 40
_TRIED = 64  # values validated for one goal
_VARIANTS = 6
_MOST_JOINED = 3
_MOST_CUTS = 40
_FILLERS = "a0 -"
_LONGEST = 20_000  # items

_OF_FORMAT = {
    "date": ("2000-01-01", "2000-01-02"), "time": ("00:00:00Z", "01:00:00Z"),
    "date-time": ("2000-01-01T00:00:00Z", "2000-01-02T00:00:00Z"), "duration": ("P1D", "P2D"),
    "email": ("a@b.c", "b@b.c"), "idn-email": ("a@b.c", "b@b.c"), "hostname": ("a", "b"), "idn-hostname": ("a", "b"),
    "ipv4": ("1.0.0.0", "1.0.0.1"), "ipv6": ("::", "::1"), "uri": ("a:", "b:", "http://a.b/"),
    "uri-reference": ("a", "b"),
    "iri": ("a:", "b:"), "iri-reference": ("a", "b"), "uri-template": ("a", "b"), "json-pointer": ("", "/a"),
    "relative-json-pointer": ("0", "1"), "regex": ("a", "b"),
    "uuid": ("00000000-0000-0000-0000-000000000000", "00000000-0000-0000-0000-000000000001"),
}  # fmt: skip


class Examples:
    """Makes values for the goals of one schema.

    Args:
        lowered: The schema as a grammar.
    """

    def __init__(self, lowered: Lowered) -> None:
        self._lowered = lowered
        self._known: dict[Goal, list[Any]] = {}

    def shapes(self, goal: Goal) -> list[Shape]:
        """The alternatives of a goal."""
        kept = self._lowered.kept.get(goal)
        return self._lowered.expander.expand(goal).shapes if kept is None else kept

    def obeys(self, goal: Goal, value: Any) -> bool:
        """Whether a value obeys a goal."""
        return self._lowered.expander.validators.obeys(goal, value)

    def of(self, goal: Goal, count: int = 3, depth: int = 0) -> list[Any]:
        """Up to ``count`` different values that obey a goal, short ones first; none when none was found."""
        known = self._known.get(goal)
        if known is not None and (len(known) >= count or depth > 0):
            return known[:count]
        found: dict[Any, Any] = {}
        for value in islice(self._candidates(goal, depth), _TRIED):
            if self.obeys(goal, value):
                found.setdefault(identity(value), value)
                if len(found) >= max(count, 2):
                    break
        values = sorted(found.values(), key=_length)
        if depth == 0 or values:
            self._known[goal] = values
        return values[:count]

    def _candidates(self, goal: Goal, depth: int) -> Iterator[Any]:
        if depth > _DEEPEST:
            return
        shapes = sorted(self.shapes(goal), key=lambda shape: self._height(shape))
        expansion = self._lowered.expansions.get(goal)
        for other in expansion.shown if expansion is not None else ():
            said = self._lowered.expander.expand(other).shapes
            yield from islice(self._in_turn([self._of_shape(shape, depth) for shape in said]), 2 * _VARIANTS)
        yield from self._in_turn([self._of_shape(shape, depth) for shape in shapes])

    @staticmethod
    def _in_turn(streams: list[Iterator[Any]]) -> Iterator[Any]:
        while streams:
            for stream in list(streams):
                value = next(stream, _END)
                if value is _END:
                    streams.remove(stream)
                else:
                    yield value

    def _height(self, shape: Shape) -> int:
        heights = self._lowered.heights
        if shape.values is not None or shape.null or shape.booleans or shape.texts or shape.numerals:
            return 0
        needed: list[Goal] = []
        if shape.members is not None:
            needed = [shape.members.named[name] for name in shape.members.required]
        elif shape.items is not None:
            needed = [self._item_goal(shape.items, i) for i in range(min(shape.items.fewest, 8))]
        return max((heights.get(goal, _DEEPEST) + 1 for goal in needed), default=0)

    def _of_shape(self, shape: Shape, depth: int) -> Iterator[Any]:
        if shape.values is not None:
            yield from sorted(shape.values, key=_length)
            return
        if shape.null:
            yield None
        if shape.numerals is not None:
            yield from self._numbers(shape.numerals)
        if shape.texts is not None:
            yield from texts_of(shape.texts)
        yield from shape.booleans
        if shape.items is not None:
            yield from self._arrays(shape.items, depth)
        if shape.members is not None:
            yield from self._objects(shape.members, depth)

    @staticmethod
    def _numbers(numerals: Numerals) -> Iterator[Any]:
        bounds = numerals.bounds
        step = common(numerals.factors, whole=bounds.whole) if numerals.factors else Fraction(1)
        if bounds.places is not None and not numerals.factors:
            step = Fraction(Decimal(1).scaleb(-bounds.places))
        if bounds.low is not None and bounds.high is not None and not numerals.factors and not bounds.whole:
            step = min(step, (Fraction(bounds.high) - Fraction(bounds.low)) / 4 or Fraction(1))
        first = 0 if bounds.low is None else math.ceil(Fraction(bounds.low) / step)
        if bounds.high is not None and (bounds.low is None or bounds.low < 0):
            first = min(max(first, 0), math.floor(Fraction(bounds.high) / step) - _VARIANTS)
            first = max(first, 0) if bounds.high > 0 else first
        for i in range(first, first + 2 * _VARIANTS):
            value = step * i
            number = Decimal(value.numerator) / Decimal(value.denominator)
            if bounds.admits(number):
                yield int(number) if number == number.to_integral_value() else float(number)

    def _item_goal(self, items: Items, index: int) -> Goal:
        return items.prefix[index] if index < len(items.prefix) else items.rest

    def _arrays(self, items: Items, depth: int) -> Iterator[list[Any]]:
        wanted = [goal for goal, fewest in items.contains for _ in range(min(fewest, 50))]
        for extra in range(3):
            length = max(items.fewest, len(wanted)) + extra
            if (items.most is not None and length > items.most) or length > _LONGEST:
                return
            for start in range(2):
                value = self._array(items, length, wanted, start, depth)
                if value is not None:
                    yield value

    def _array(self, items: Items, length: int, wanted: list[Goal], start: int, depth: int) -> list[Any] | None:
        out: list[Any] = []
        seen: set[Any] = set()
        for i in range(length):
            goal = self._item_goal(items, i)
            pool: list[Any] = []
            if i < len(wanted):
                pool = [value for value in self.of(wanted[i], length + 2, depth + 1) if self.obeys(goal, value)]
            pool += self.of(goal, length + 2 if items.unique else 2, depth + 1)
            pool = pool[start:] or pool
            if items.unique:
                pool = [value for value in pool if identity(value) not in seen]
            if not pool:
                return None
            out.append(pool[0])
            seen.add(identity(pool[0]))
        return out

    def _objects(self, members: Members, depth: int) -> Iterator[dict[str, Any]]:
        values: dict[str, list[Any]] = {}
        for name in members.named:
            if name in members.required:
                values[name] = self.of(members.named[name], 3, depth + 1)
                if not values[name]:
                    return
        least = {name: found[0] for name, found in values.items()}
        yield self.filled(members, least, depth)
        for name, found in values.items():
            for other in found[1:]:
                yield self.filled(members, {**least, name: other}, depth)
        for name, goal in members.named.items():
            if name not in least:
                for value in self.of(goal, 2, depth + 1):
                    yield self.filled(members, _in_order(members, {**least, name: value}), depth)
        optional = {name: self.of(goal, 1, depth + 1) for name, goal in members.named.items() if name not in least}
        whole = {**least, **{name: found[0] for name, found in optional.items() if found}}
        yield self.filled(members, _in_order(members, whole), depth)

    def filled(self, members: Members, start: dict[str, Any], depth: int) -> dict[str, Any]:
        """An object with as many properties more as the least number asks for, if they can be made."""
        out = dict(start)
        for name, value in self.additions(members, out, depth):
            if len(out) >= members.fewest:
                break
            out[name] = value
        return _in_order(members, out)

    def additions(self, members: Members, present: dict[str, Any], depth: int = 0) -> Iterator[tuple[str, Any]]:
        """Properties that could be added to an object."""
        for name, goal in members.named.items():
            if name not in present:
                yield from ((name, value) for value in self.of(goal, 1, depth + 1))
        for other in members.others:
            values = self.of(other.value, 1, depth + 1)
            count = 0
            for key in _keys(other.key, other.like) if values else ():
                if key not in present and key not in members.named and self.obeys(members.names, key):
                    yield key, values[0]
                    count += 1
                    if count > members.fewest + 3:
                        break


_END = object()


def _in_order(members: Members, value: dict[str, Any]) -> dict[str, Any]:
    named = {name: value[name] for name in members.named if name in value}
    return {**named, **{name: child for name, child in value.items() if name not in named}}


def _length(value: Any) -> int:
    return len(json.dumps(value, ensure_ascii=False))


def texts_of(texts: Texts) -> Iterator[str]:
    """Strings that probably obey, without repetition."""
    seen: set[str] = set()
    for text in _texts(texts):
        if text not in seen:
            seen.add(text)
            yield text


def _texts(texts: Texts) -> Iterator[str]:
    for name in texts.formats:
        yield from _OF_FORMAT.get(name, ())
    if not texts.patterns:
        yield "a" * texts.fewest if texts.fewest < 10_000 else ""
        for i in range(1, 60):
            letters = _word(i)
            yield letters + "a" * max(texts.fewest - len(letters), 0)
    for pattern in texts.patterns:
        try:
            tree = language(pattern).tree
        except IrregularError:
            yield from ("", "a", "0", "aa", "A")
            continue
        yield from (sample(tree, variant) for variant in range(3 * _VARIANTS))
    yield from _joined(texts)
    expression, _ = text_expression(texts)
    found = None if expression is None else shortest_text(expression)
    if found is not None:
        yield json.loads(found)


def _joined(texts: Texts) -> Iterator[str]:
    """Samples of all patterns in one text, made long enough before, behind or between them."""
    trees = []
    for pattern in texts.patterns:
        try:
            trees.append(language(pattern).tree)
        except IrregularError:
            return
    if not trees or len(trees) > _MOST_JOINED or texts.fewest > 10_000:
        return
    for variant in range(_VARIANTS):
        parts = [sample(tree, variant) for tree in trees]
        for ordered in permutations(parts):
            lacking = max(texts.fewest - sum(map(len, ordered)), 0)
            for filler in _FILLERS:
                for at in range(len(ordered), -1, -1):
                    yield "".join((*ordered[:at], filler * lacking, *ordered[at:]))
            for filler in _FILLERS:  # within: between what is fixed at the beginning and at the end
                whole = "".join(ordered)
                for at in range(1, min(len(whole), _MOST_CUTS)):
                    yield whole[:at] + filler * lacking + whole[at:]


def _word(number: int) -> str:
    """a, b, …, z, aa, ab, …"""
    out = ""
    while number >= 0:
        out = chr(ord("a") + number % 26) + out
        number = number // 26 - 1
    return out


def _keys(expression: str, like: tuple[str, ...]) -> Iterator[str]:
    for pattern in like:
        try:
            yield from (sample(language(pattern).tree, variant) for variant in range(20))
        except IrregularError:
            continue
    if not like:
        yield from (_word(i) for i in range(3_000))
    found = shortest_text(expression)
    if found is not None:
        yield json.loads(found)
