"""Units of measure and currencies: what they are called, what they measure, how they convert.

The tables are data (``units.toml``, ``currencies.toml``, ``counters.txt``); here the longest name at a place is found.
"""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any

from logitrail.scan.words import word_list
from logitrail.types import Kind


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit.

    Attributes:
        name: ISO 4217 code, UCUM-like name or measure word; ``None`` for a currency whose name several share.
        kind: What a quantity in it is.
        dimension: Units of one dimension convert into one another.
        factor: To the base unit of the dimension; ``None`` where there is no exact one.
    """

    name: str | None
    kind: Kind
    dimension: str
    factor: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Name:
    """One way to write a unit.

    Attributes:
        text: As it is written; in lower case if the case does not matter.
        unit: The unit.
        shift: The power of ten from what is written to the unit: −2 for cents.
        exact: Whether the case matters.
        bounded: Whether no letter may follow.
        unlike: Characters that, if they follow, make another word of it: 人 in 人民.
    """

    text: str
    unit: Unit
    shift: int = 0
    exact: bool = False
    bounded: bool = False
    unlike: str = ""


_LETTERS = re.compile(r"[A-Za-zμ°Åℓ]+")


def _load(name: str) -> dict[str, dict[str, Any]]:
    return tomllib.loads((files("logitrail.scan") / name).read_text("utf-8"))


@cache
def units() -> dict[str, Unit]:
    """All units of measure by name."""
    return {
        name: Unit(
            name,
            entry["kind"],
            entry.get("dimension", entry["kind"]),
            Fraction(entry["factor"]) if "factor" in entry else None,
        )
        for name, entry in _load("units.toml").items()
    }


def convert(value: Fraction, source: str, target: str) -> Fraction | None:
    """The value in another unit.

    Returns:
        The exact value; ``None`` where the units measure different things or have no exact factor.
    """
    if source == target:
        return value
    one, other = units().get(source), units().get(target)
    if one is None or other is None or one.dimension != other.dimension or not one.factor or not other.factor:
        return None
    return value * one.factor / other.factor


#: Codes that are English words in small letters.
_WORDS = frozenset({"TRY", "COP", "PEN", "MOP", "RON", "GEL", "LAK", "PHP", "ARS", "DEM", "NIS", "STG"})
#: Metric prefixes of currency codes: 30 MUSD.
_PREFIXES = (("M", 6), ("K", 3), ("k", 3))


def _forms(name: str) -> set[str]:
    """The name in lower case, in the plural, and with hyphens."""
    lowered = name.lower()
    if not lowered[-1].isascii() or not lowered[-1].isalpha():
        return {lowered}
    forms = {lowered, lowered + "s"}
    return forms | {form.replace(" ", "-") for form in forms}


def _worded(entry: str, unit: Unit, shift: int = 0) -> list[Name]:
    name, _, unlike = entry.partition("!")
    ascii_end = name[-1].isascii() and name[-1].isalpha()
    return [Name(form, unit, shift, bounded=ascii_end, unlike=unlike) for form in _forms(name)]


def _names() -> list[Name]:
    names: list[Name] = []
    table = units()
    for key, entry in _load("units.toml").items():
        for written in entry["names"]:
            names += _worded(written, table[key])
        for symbol in entry.get("symbols", ()):
            bounded = symbol[-1].isalpha() or symbol[-1] in "23²³°"
            names.append(Name(symbol, table[key], exact=True, bounded=bounded))
    for key, entry in _load("currencies.toml").items():
        unit = _currency(key)
        for field, shift in (("names", 0), ("tenth", -1), ("hundredth", -2)):
            for written in entry.get(field, ()):
                names += _worded(written, unit, shift)
        for sign in entry.get("signs", ()):
            lettered = sign[-1].isalpha()
            if not lettered or (sign.isalpha() and sign[0].isascii()):
                names.append(Name(sign.strip(), unit, exact=True, bounded=lettered))
        for code in entry.get("codes", ()):
            exact = code in _WORDS
            names.append(Name(code if exact else code.lower(), unit, exact=exact, bounded=True))
            names += [Name(prefix + code, unit, shift, True, True) for prefix, shift in _PREFIXES]
    for counter in word_list("counters.txt"):
        spellings, _, unlike = counter.partition("!")
        first, *others = spellings.split("|")
        unit = Unit(first, "count", "count " + first)
        names += [Name(form, unit, bounded=form[-1].isascii(), unlike=unlike) for form in (first, *others)]
    return names


@cache
def _currency(code: str) -> Unit:
    return Unit(None if code == "?" else code, "money", "money " + code)


@cache
def signs_from() -> dict[str, tuple[tuple[str, Unit, bool], ...]]:
    """``signs_before`` by their first character in lower case."""
    table: dict[str, list[tuple[str, Unit, bool]]] = defaultdict(list)
    for signs in signs_before().values():
        for entry in signs:
            table[entry[0][0].lower()].append(entry)
    return {first: tuple(sorted(signs, key=lambda entry: -len(entry[0]))) for first, signs in table.items()}


#: For a first character: the lengths of the names that begin so, longest first, and the names by their text.
_ByLength = tuple[tuple[int, ...], dict[str, Name]]


@cache
def names_after() -> tuple[dict[str, _ByLength], dict[str, tuple[Name, ...]]]:
    """The names that follow a number: by first character, and by first word in lower case; longest first."""
    by_char: dict[str, dict[str, Name]] = defaultdict(dict)
    by_word: dict[str, dict[tuple[str, bool], Name]] = defaultdict(dict)
    for name in _names():
        word = _LETTERS.match(name.text)
        if word:
            by_word[word[0].lower()].setdefault((name.text, name.exact), name)
        else:
            by_char[name.text[0]].setdefault(name.text, name)
    return (
        {char: (tuple(sorted({len(text) for text in group}, reverse=True)), group) for char, group in by_char.items()},
        {
            word: tuple(sorted(group.values(), key=lambda name: (-len(name.text), not name.exact)))
            for word, group in by_word.items()
        },
    )


@cache
def signs_before() -> dict[str, tuple[tuple[str, Unit, bool], ...]]:
    """The signs and codes that stand before a number, by their last character in lower case, longest first.

    Returns:
        Sign, currency, and whether the case matters; a sign whose case does not matter is in lower case.
    """
    table: dict[str, dict[str, tuple[Unit, bool]]] = defaultdict(dict)
    for key, entry in _load("currencies.toml").items():
        for sign in entry.get("signs", ()):
            # "a $5 fee" is no Australian fee
            exact = sign.isascii() and (sign.strip(". ").isalpha() or sign[0] in "AS" or sign == "R$")
            written = sign.strip() if exact else sign.strip().lower()
            table[written[-1].lower()].setdefault(written, (_currency(key), exact))
        for code in entry.get("codes", ()):
            exact = code in _WORDS
            table[code[-1].lower()].setdefault(code if exact else code.lower(), (_currency(key), exact))
    return {
        last: tuple((sign, *found) for sign, found in sorted(group.items(), key=lambda item: -len(item[0])))
        for last, group in table.items()
    }


def name_at(text: str, lowered: str, pos: int) -> Name | None:
    """The longest name of a unit at ``pos``.

    Args:
        text: The plain text.
        lowered: The same in lower case.
        pos: Where the name would begin.
    """
    by_char, by_word = names_after()
    char = text[pos : pos + 1]
    found = by_char.get(char)
    if found is not None:
        lengths, names = found
        for length in lengths:
            name = names.get(text[pos : pos + length])
            if name is not None and not _goes_on(text, name, pos + len(name.text)):
                return name
        return None
    if not char.isalpha() and char not in _LETTER_LIKE:
        return None
    word = _LETTERS.match(lowered, pos)
    if word is None:
        return None
    for name in by_word.get(word[0], ()):
        written = name.text
        if (text if name.exact else lowered).startswith(written, pos) and not _goes_on(text, name, pos + len(written)):
            return name
    return None


_LETTER_LIKE = frozenset("°")


def _goes_on(text: str, name: Name, end: int) -> bool:
    """Whether what follows makes another word of the name."""
    following = text[end : end + 1]
    if name.bounded:
        return following.isascii() and following.isalnum()
    return bool(name.unlike) and following != "" and following in name.unlike
