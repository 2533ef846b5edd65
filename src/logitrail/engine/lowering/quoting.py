"""Regular expressions of the JSON spelling of strings, in the syntax that the grammar engine reads.

Each string has one spelling, the one that ``json.dumps(…, ensure_ascii=False)`` writes.
"""

from __future__ import annotations

import json

from logitrail.engine.lowering import charset
from logitrail.engine.lowering.charset import CharSet
from logitrail.engine.lowering.tree import Chars, Choice, Concat, Repeat, Tree

_ESCAPED: CharSet = charset.of((0x00, 0x1F), '"\\')
_BARE: CharSet = charset.complement(_ESCAPED)


def regex_of(tree: Tree) -> str:
    """The regular expression of the spelled strings of a tree, without the quotes."""
    match tree:
        case Chars(chars):
            return _class(chars)
        case Concat(parts):
            return "".join(_grouped(part) if isinstance(part, Choice) else regex_of(part) for part in parts)
        case Choice(options):
            return "|".join(regex_of(option) for option in options)
        case Repeat(part, fewest, most):
            return (_class(part.chars) if isinstance(part, Chars) else _grouped(part)) + _counts(fewest, most)
    return ""


def _grouped(tree: Tree) -> str:
    return f"(?:{regex_of(tree)})"


def _counts(fewest: int, most: int | None) -> str:
    if most is None:
        return "*" if fewest == 0 else "+" if fewest == 1 else f"{{{fewest},}}"
    if fewest == most:
        return f"{{{fewest}}}"
    return "?" if (fewest, most) == (0, 1) else f"{{{fewest},{most}}}"


_CACHE: dict[CharSet, str] = {}


def _class(chars: CharSet) -> str:
    found = _CACHE.get(chars)
    if found is None:
        if len(_CACHE) > 4096:
            _CACHE.clear()
        found = _CACHE[chars] = _spelled_class(chars)
    return found


def _spelled_class(chars: CharSet) -> str:
    bare = charset.intersection(chars, _BARE)
    options = []
    if chars == bare and len(bare) == 1 and bare[0][0] == bare[0][1]:
        return _code(bare[0][0])
    if bare:
        inside = "".join(_code(low) if low == high else f"{_code(low)}-{_code(high)}" for low, high in bare)
        options.append(f"[{inside}]")
    escaped = [code for low, high in charset.intersection(chars, _ESCAPED) for code in range(low, high + 1)]
    if escaped:
        options.append(_escapes(escaped))
    if not options:
        return r"[^\s\S]"
    return options[0] if len(options) == 1 else f"(?:{'|'.join(options)})"


def _escapes(codes: list[int]) -> str:
    """The escapes of characters that are never written bare."""
    spellings = [json.dumps(chr(code))[2:-1] for code in codes]
    short = "".join(f"\\u{{{ord(letter):x}}}" for letter in spellings if len(letter) == 1)
    options = [f"[{short}]"] if short else []
    for row in "01":
        digits = "".join(letters[4] for letters in spellings if len(letters) == 5 and letters[3] == row)
        if digits:
            options.append(f"u00{row}[{digits}]")
    return rf"(?:\u{{5c}}(?:{'|'.join(options)}))"


def _code(code: int) -> str:
    char = chr(code)
    return char if char.isascii() and char.isalnum() else f"\\u{{{code:x}}}"


def escape_literal(text: str) -> str:
    """A text as a regular expression that matches nothing else."""
    return "".join(char if char.isascii() and char.isalnum() else f"\\u{{{ord(char):x}}}" for char in text)


_encode = json.JSONEncoder(ensure_ascii=False).encode  # made once: texts are spelled by the thousand


def spelled(text: str) -> str:
    """A string as JSON."""
    return _encode(text)


def words_regex(words: list[str]) -> str:
    """A regular expression for exactly the given texts, sorted and different: a tree of their common beginnings."""
    return _words(words, 0, len(words), 0)


def _words(words: list[str], low: int, high: int, depth: int) -> str:
    while high - low > 1:
        # What all share is written once.
        first, last = words[low], words[high - 1]
        if len(first) > depth and first[depth] == last[depth]:
            shared = depth
            while len(first) > shared and len(last) > shared and first[shared] == last[shared]:
                shared += 1
            inner = _words(words, low, high, shared)
            return escape_literal(first[depth:shared]) + inner
        break
    if high - low == 1:
        return escape_literal(words[low][depth:])
    options: list[str] = []
    at, ends = low, False
    if len(words[at]) == depth:
        ends = True
        at += 1
    while at < high:
        char = words[at][depth]
        stop = at
        while stop < high and words[stop][depth] == char:
            stop += 1
        options.append(escape_literal(char) + _words(words, at, stop, depth + 1))
        at = stop
    return f"(?:{'|'.join(options)})" + ("?" if ends else "")
