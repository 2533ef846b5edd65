"""The commonest numbers, read without a closer look: digits or one ideograph, a scale, a unit, nothing special around.

Speed only: whatever is read here is read the same without it, which a test makes sure of.
"""

from __future__ import annotations

import re
from decimal import Decimal
from functools import cache

from logitrail.scan import bounds, identifiers, preceding
from logitrail.scan.atoms import Atom
from logitrail.scan.digits import VULGAR
from logitrail.scan.ideographs import CONTINUING, SINGLE
from logitrail.scan.measures import BETWEEN
from logitrail.scan.numeral import Numeral, decimal_of, power_of_ten
from logitrail.scan.numerals_zh import FIRST
from logitrail.scan.units import Name, Unit, names_after

_SCALES = {"千": 3, "万": 4, "百万": 6, "千万": 7, "亿": 8, "十亿": 9, "百亿": 10, "千亿": 11, "万亿": 12}
_DIGITS = re.compile(
    r"([0-9]{1,3}(?:,[0-9]{3}){1,4}+(?:\.[0-9]{1,6}+)?+|[0-9]{1,9}+(?:\.[0-9]{1,6}+)?+)"
    rf"({'|'.join(sorted(_SCALES, key=len, reverse=True))})?+"
)
#: Names that are read by more than their own text.
_ODD = frozenset({"块", "度", "两", "个", "间", "分"})
#: What may continue a number behind it: another numeral, a bracket, a sign, a letter.
_AFTER = frozenset("\t-/([{〔*^‰°′″&@#$€£¥_+=<>\"'\\·" + FIRST + "多余来几半成折番又分点打每号型个") | frozenset(VULGAR)
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
_SHUT = _AFTER | _LETTERS
#: What may make something else of a number it stands before.
_HARD = frozenset("第.#_/([{〔@\\'\"") | _LETTERS
_WORD = re.compile(r"[a-z]+")
_LABEL_ENDS = frozenset(" :：为是§")
_STEPS = {exponent: power_of_ten(exponent) for exponent in range(-6, 13)}
_ONE = Decimal(1)


@cache
def _plain_names() -> frozenset[str]:
    """The names that say all by themselves."""
    by_char, _ = names_after()
    return frozenset(name.text for _, names in by_char.values() for name in names.values() if _is_plain(name))


def _is_plain(name: Name) -> bool:
    unit = name.unit
    return (
        not name.shift
        and not name.bounded
        and name.text not in _ODD
        and unit.name not in (None, "deg")
        and (not name.text[0].isascii() or name.text == "%")
    )


@cache
def _special_words() -> frozenset[str]:
    """Words that may belong to the number before them."""
    words = {*names_after()[1], *(word.split(" ")[0] for word in bounds.words_after())}
    scales = "thousand million billion trillion lakh lkh lac crore mln mn mm mil bln bn trn tn hundred dozen doz dz"
    words |= {word + plural for word in scales.split() for plural in ("", "s")} | set("kmbgtwx")
    return frozenset(words | set(BETWEEN) | {"and", "over", "out", "per", "to", "point"})


def digits_at(text: str, lowered: str, pos: int, floor: int) -> Atom | None:
    """The number in Western digits at ``pos`` if it is one of the common ones, else ``None``."""
    previous = text[pos - 1] if pos > floor else ""
    if previous in _HARD or (previous == "-" and text[pos - 2 : pos - 1] in _HARD):
        return None
    match = _DIGITS.match(text, pos)
    assert match is not None
    labels = previous != "" and (previous in _LABEL_ENDS or previous in identifiers.label_ends())
    if labels and identifiers.label_before(text, lowered, pos, floor) is not None:
        return None
    written, scale = match.groups()
    literal = written.replace(",", "") if "," in written else written
    point = literal.find(".")
    step = point + 1 - len(literal) if point >= 0 else 0
    numeral = Numeral(pos, match.end(), Decimal(literal), _STEPS[step])
    if not scale:
        return _finished(Atom(pos, numeral.end, numeral, numeral.value, numeral.step), text, lowered, floor)
    if scale[0] in "千百" and match.end(1) + 1 < len(text) and _is_unit(text, match.end(1)):
        return None
    power = numeral.scale = _SCALES[scale]
    atom = Atom(pos, numeral.end, numeral, decimal_of(literal, power), power_of_ten(step + power))
    atom.bare, atom.scale = numeral.value, power  # type: ignore[assignment]
    return _finished(atom, text, lowered, floor)


def _is_unit(text: str, pos: int) -> bool:
    """Whether the scale sign at ``pos`` begins the name of a unit: 千克."""
    found = names_after()[0].get(text[pos])
    return found is not None and any(text[pos : pos + length] in found[1] for length in found[0])


def ideograph_at(text: str, lowered: str, pos: int, floor: int) -> Atom | None:
    """The number of one ideograph at ``pos`` if a unit follows and it is one of the common ones, else ``None``."""
    value = SINGLE.get(text[pos])
    following = text[pos + 1 : pos + 2]
    if value is None or not following or following in CONTINUING or (pos > floor and text[pos - 1] in "第数几"):
        return None
    atom = _finished(Atom(pos, pos + 1, Numeral(pos, pos + 1, value, _ONE, "zh"), value, _ONE), text, lowered, floor)
    return None if atom is None or atom.unit is None else atom


def _finished(atom: Atom, text: str, lowered: str, floor: int) -> Atom | None:
    """The number with its unit and what stands before it; ``None`` where something needs a closer look."""
    end = atom.end
    following = text[end : end + 1]
    unit = ""
    found = names_after()[0].get(following)
    if found is not None:
        for length in found[0]:
            name = found[1].get(text[end : end + length])
            if name is not None:
                end += len(name.text)
                following = text[end : end + 1]
                if name.text not in _plain_names() or (name.unlike and following and following in name.unlike):
                    return None
                atom.kind, atom.unit, atom.end, unit = name.unit.kind, name.unit.name, end, name.text
                break
    if following:
        if following in _SHUT:
            return None
        if following == " ":
            if not _is_over(text, lowered, end):
                return None
        elif following in ".," and text[end + 1 : end + 2].isdigit():
            return None
        if following in bounds.starts_after() and bounds.after(lowered, end) is not None:
            return None
    atom.inner = (atom.start, end)
    if atom.start > floor:
        return _with_preceding(atom, text, lowered, floor, unit)
    return atom


def _is_over(text: str, lowered: str, end: int) -> bool:
    """Whether the blank behind the number ends it."""
    word = _WORD.match(lowered, end + 1)
    if word is None:
        return text[end + 1 : end + 2] == "|"
    return word[0] not in _special_words()


def _with_preceding(atom: Atom, text: str, lowered: str, floor: int, unit: str) -> Atom | None:
    currency: Unit | None = preceding.read(atom, text, lowered, floor)
    if atom.sign >= 0 and isinstance(atom.bare, Decimal):
        atom.bare = atom.bare.copy_negate()
    atom.inner = (atom.inner[0], atom.end)
    if currency is None:
        return atom
    if unit and unit not in ("元", "元整"):
        return None
    atom.kind, atom.unit, atom.signed, atom.currency = "money", currency.name, True, currency
    return atom
