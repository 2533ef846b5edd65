"""Names that mean the same: one table of groups, in which every name of a group counts as one feature."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache

from logitrail.scan.characters import lower, plain
from logitrail.verification.features import data_lines

#: Begins the feature of a group of names; no text has it.
MARK = "\x00"


class Aliases:
    """A table of groups.

    Attributes:
        names: The names of each group, in lower case, by its feature.
    """

    def __init__(self, groups: list[list[str]]) -> None:
        self.names: dict[str, tuple[str, ...]] = {}
        by_name: dict[str, str] = {}
        for group in groups:
            feature = next((by_name[name] for name in group if name in by_name), MARK + group[0])
            members = dict.fromkeys((*self.names.get(feature, ()), *group))
            self.names[feature] = tuple(members)
            by_name.update(dict.fromkeys(group, feature))
        self._by_name = by_name
        longest_first = sorted(by_name, key=lambda name: (-len(name), name))
        self._pattern = re.compile("|".join(_bounded(name) for name in longest_first)) if by_name else None

    def find(self, text: str, start: int, end: int) -> list[tuple[str, int, int]]:
        """The names in ``text[start:end]`` (lower case), as features with their positions."""
        if self._pattern is None:
            return []
        return [(self._by_name[match[0]], *match.span()) for match in self._pattern.finditer(text, start, end)]

    def same(self, one: str, other: str) -> bool:
        """Whether two names are one name, or stand in one group."""
        one, other = _name(one), _name(other)
        return one == other or self._by_name.get(one, one) == self._by_name.get(other, other)

    def others(self, name: str) -> tuple[str, ...]:
        """All names of the group that a name stands in; the name itself where it stands in none."""
        name = _name(name)
        return self.names[self._by_name[name]] if name in self._by_name else (name,)


@cache
def _built_in() -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(_name(name) for name in line.split("|")) for line in data_lines("aliases.txt"))


def aliases(extra: Mapping[str, str]) -> Aliases:
    """The built-in table, with further names: ``{"name": "name it stands for"}``."""
    return _table(tuple(sorted(extra.items())))


@lru_cache(maxsize=16)
def _table(extra: tuple[tuple[str, str], ...]) -> Aliases:
    return Aliases([*(list(group) for group in _built_in()), *([_name(known), _name(new)] for new, known in extra)])


def _name(text: str) -> str:
    return " ".join(lower(plain(text)).split())


def _bounded(name: str) -> str:
    before = r"(?<![a-z0-9])" if name[0].isascii() else ""
    after = r"(?![a-z0-9])" if name[-1].isascii() and name[-1].isalnum() else ""
    return before + re.escape(name) + after
