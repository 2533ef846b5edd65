"""What a place in the output may hold, said without references and without ``allOf``, ``anyOf`` or ``not``.

A *goal* is a set of schemas that one value must obey together. It expands into *alternatives*: shapes of which the
value has at least one. Goals are the rules of the grammar.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from logitrail.engine.lowering.documents import Node
from logitrail.engine.lowering.numerals import Bounds

#: Nodes that one value must obey, without repetition, in a fixed order.
Goal = tuple[Node, ...]

#: Kinds of values; a ``fraction`` is a number that is no integer.
KINDS = frozenset({"null", "boolean", "integer", "fraction", "string", "array", "object"})

#: Absence of an upper bound.
UNLIMITED = None


def goal_of(nodes: list[Node] | tuple[Node, ...]) -> Goal:
    """A goal of nodes, without those that say nothing and without repetition."""
    unique = {node.number: node for node in nodes if node.schema is not True and node.schema != {}}
    return tuple(unique[number] for number in sorted(unique))


@dataclass(slots=True)
class Texts:
    """Which strings: all conjuncts hold.

    Attributes:
        fewest: Least number of characters.
        most: Most characters, or ``None``.
        patterns: Patterns that are found in the string.
        formats: Names of formats.
        unlike: Strings that are left out.
        lacking: Patterns that are not found in the string.
    """

    fewest: int = 0
    most: int | None = None
    patterns: tuple[str, ...] = ()
    formats: tuple[str, ...] = ()
    unlike: tuple[str, ...] = ()
    lacking: tuple[str, ...] = ()


@dataclass(slots=True)
class Numerals:
    """Which numbers.

    Attributes:
        bounds: Bounds, wholeness and places.
        factors: Numbers of which each must be a multiple.
        unlike: Numbers that are left out.
    """

    bounds: Bounds = field(default_factory=Bounds)
    factors: tuple[Decimal, ...] = ()
    unlike: tuple[Decimal, ...] = ()


@dataclass(slots=True)
class Items:
    """Which arrays.

    Attributes:
        prefix: Goals of the first items.
        rest: Goal of the others.
        fewest: Least number of items.
        most: Most items, or ``None``.
        unique: Whether no two items may be equal (watched while decoding).
        contains: Goals of which some items must be, with the least number (watched while decoding).
    """

    prefix: tuple[Goal, ...] = ()
    rest: Goal = ()
    fewest: int = 0
    most: int | None = None
    unique: bool = False
    contains: tuple[tuple[Goal, int], ...] = ()


@dataclass(slots=True)
class Others:
    """Properties that are not named: keys, and the goal of their values.

    Attributes:
        like: Patterns that are found in the key.
        unlike: Patterns that are not found in it.
        value: Goal of the value.
        key: The terminal of the keys.
    """

    like: tuple[str, ...]
    unlike: tuple[str, ...]
    value: Goal
    key: str = ""


@dataclass(slots=True)
class Members:
    """Which objects.

    Attributes:
        named: Goals of the named properties, in order.
        required: Names of those that must be there; all of them are named.
        others: Classes of the other properties; none at all closes the object.
        names: Goal of every key.
        fewest: Least number of properties.
        most: Most properties, or ``None``.
    """

    named: dict[str, Goal] = field(default_factory=dict)
    required: frozenset[str] = frozenset()
    others: tuple[Others, ...] = ()
    names: Goal = ()
    fewest: int = 0
    most: int | None = None


@dataclass(slots=True)
class Shape:
    """One alternative of a goal: a part for each kind of value that it allows.

    Attributes:
        null: Whether null is allowed.
        booleans: The booleans that are allowed.
        values: When not ``None``, the only values allowed; then no other part is set.
        texts: Strings, or ``None``.
        numerals: Numbers, or ``None``.
        items: Arrays, or ``None``.
        members: Objects, or ``None``.
    """

    null: bool = False
    booleans: tuple[bool, ...] = ()
    values: tuple[Any, ...] | None = None
    texts: Texts | None = None
    numerals: Numerals | None = None
    items: Items | None = None
    members: Members | None = None

    @property
    def nothing(self) -> bool:
        """Whether it allows no value at all."""
        if self.values is not None:
            return not self.values
        parts = (self.texts, self.numerals, self.items, self.members)
        return not (self.null or self.booleans or any(part is not None for part in parts))


#: A keyword that the grammar does not hold exactly: the address of the schema, and the keyword.
Loose = tuple[str, str]


@dataclass(slots=True)
class Expansion:
    """What a goal expands into.

    Attributes:
        shapes: The alternatives; none where nothing can stand.
        loose: Keywords that make the alternatives more generous than the goal, at this place itself.
        chosen: Whether the goal left a choice between schemas, so that the parts of its value may have to obey more
            than what is certain.
        shown: Goals that say more, of which some value that obeys has to meet one: for examples.
    """

    shapes: list[Shape]
    loose: list[Loose]
    chosen: bool = False
    shown: list[Goal] = field(default_factory=list)
