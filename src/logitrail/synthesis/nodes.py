"""What a template consists of, once it is read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

#: What of a slot is written. ``""`` is the slot itself.
Part = Literal["", "direction", "number", "plural", "list"]


@dataclass(frozen=True, slots=True)
class Literally:
    """The template's own words.

    Attributes:
        text: As they are written out; ``{{`` and ``}}`` are single braces here.
        at: Offset in the template.
    """

    text: str
    at: int


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of a field.

    Attributes:
        text: What it says, without quotes.
        at: Offset in the template.
        quoted: Whether it stood in quotes.
    """

    text: str
    at: int
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class Field:
    """A place that a slot fills.

    Attributes:
        slot: Name of the slot.
        part: What of it is written.
        arguments: How.
        at: Offset of the opening brace.
        slot_at: Offset of the name.
    """

    slot: str
    part: Part
    arguments: tuple[Argument, ...]
    at: int
    slot_at: int


@dataclass(frozen=True, slots=True)
class Condition:
    """Whether a slot is filled, or is not.

    Attributes:
        slot: Its name.
        at: Offset of the name.
        negated: ``not slot``.
    """

    slot: str
    at: int
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Branch:
    """One arm of a conditional.

    Attributes:
        conditions: What must hold; empty for ``{else}``.
        any_of: Whether one of them is enough (``or``).
        body: What is written then.
    """

    conditions: tuple[Condition, ...]
    any_of: bool
    body: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Conditional:
    """``{if …}…{elif …}…{else}…{end}``: the first arm whose conditions hold.

    Attributes:
        branches: The arms, in order.
        at: Offset of ``{if``.
    """

    branches: tuple[Branch, ...]
    at: int


Node = Literally | Field | Conditional


def fields_of(nodes: tuple[Node, ...]) -> Iterator[Field]:
    """Every field, those of all arms included, in the order of the template."""
    for node in nodes:
        if isinstance(node, Field):
            yield node
        elif isinstance(node, Conditional):
            for branch in node.branches:
                yield from fields_of(branch.body)


def conditions_of(nodes: tuple[Node, ...]) -> Iterator[Condition]:
    """Every condition of every conditional."""
    for node in nodes:
        if isinstance(node, Conditional):
            for branch in node.branches:
                yield from branch.conditions
                yield from conditions_of(branch.body)


def words_of(nodes: tuple[Node, ...]) -> str:
    """The template's own words in all arms, one after the other: what tells its language."""
    out = []
    for node in nodes:
        if isinstance(node, Literally):
            out.append(node.text)
        elif isinstance(node, Conditional):
            out += [words_of(branch.body) for branch in node.branches]
    return "".join(out)
