"""Trees of regular expressions."""

from __future__ import annotations

from dataclasses import dataclass

from logitrail.engine.lowering import charset
from logitrail.engine.lowering.charset import CharSet


class IrregularError(Exception):
    """The pattern holds what no regular language has, or what is read differently by different engines."""


@dataclass(frozen=True, slots=True)
class Chars:
    """One character of a set."""

    chars: CharSet


@dataclass(frozen=True, slots=True)
class Concat:
    """Parts one after the other."""

    parts: tuple[Tree, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several."""

    options: tuple[Tree, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """A part several times; ``most`` is ``None`` without limit."""

    part: Tree
    fewest: int
    most: int | None


@dataclass(frozen=True, slots=True)
class Anchor:
    """Begin (``^``) or end (``$``) of the string."""

    begin: bool


Tree = Chars | Concat | Choice | Repeat | Anchor

NOTHING = Concat(())
ANY_TEXT = Repeat(Chars(charset.ALL), 0, None)


def optional(part: Tree) -> Tree:
    """The part, or nothing."""
    return Choice((NOTHING, part))
