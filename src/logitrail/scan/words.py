"""The word lists of the scanner: one entry a line, ``#`` begins a comment."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any


def lines(name: str, package: str = "logitrail.scan") -> list[str]:
    """The entries of a data file of a package, in order, without comments and blank lines."""
    text = (files(package) / name).read_text("utf-8")
    return [entry for line in text.splitlines() if (entry := line.partition("#")[0].strip())]


@cache
def word_list(name: str) -> frozenset[str]:
    """The words of a data file: several on a line, divided by blanks."""
    return frozenset(word for line in lines(name) for word in line.split())


def any_of(words: Iterable[str], end: str = "") -> str:
    """A pattern for the longest of the words, without repeated beginnings: alternatives are tried one by one.

    Args:
        words: The words; a blank in one stands for any run of blanks.
        end: A pattern for what must follow a word.
    """
    root: dict[str, Any] = {}
    for word in words:
        node = root
        for char in word:
            node = node.setdefault(char, {})
        node[""] = {}
    return _branches(root, end)


def _branches(node: dict[str, Any], end: str) -> str:
    branches = [
        (r"\s+" if char == " " else re.escape(char)) + _branches(below, end)
        for char, below in sorted(node.items())
        if char
    ]
    if "" in node:
        branches.append(end)
    return branches[0] if len(branches) == 1 else f"(?:{'|'.join(branches)})"
