"""What stands before a number: its sign, its currency, the words that bound it."""

from __future__ import annotations

from functools import cache

from logitrail.scan import bounds
from logitrail.scan.atoms import Atom
from logitrail.scan.numeral import negated
from logitrail.scan.units import Unit, signs_before

_SIGN_WORDS = ("minus ", "negative ", "minus-", "零下", "负")


def read(atom: Atom, text: str, lowered: str, floor: int) -> Unit | None:
    """Takes what belongs to the number and stands before it, back to ``floor``, into the atom.

    Returns:
        The currency whose sign or code stands before the number.
    """
    start = atom.start
    if start <= floor or text[start - 1] not in _ends():
        return None
    start = _sign(atom, text, lowered, start, floor)
    currency, start = currency_before(text, lowered, start, floor)
    if currency is not None:
        start = _sign(atom, text, lowered, start, floor)
    atom.inner = (start, atom.end)
    for _ in range(2):
        place = start - 1 if start > floor and text[start - 1] == " " else start
        place -= place > floor and text[place - 1] == " "
        if floor and text[floor:place].strip(" ") == "~":
            break  # between two numbers it is a range
        mark = bounds.before(lowered, place, floor)
        if mark is None:
            break
        atom.approx, atom.bound, start = mark.approx or atom.approx, mark.bound or atom.bound, mark.edge
        if currency is None:
            currency, start = currency_before(text, lowered, start, floor)  # 人民币约5亿元
            if currency is not None:
                atom.inner = (start, atom.end)
    atom.start = start
    return currency


@cache
def _ends() -> frozenset[str]:
    """What may stand directly before a number and belong to it."""
    return bounds.ends_before() | signs_before().keys() | {sign.upper() for sign in signs_before()} | set(" -+负下")


def _sign(atom: Atom, text: str, lowered: str, start: int, floor: int) -> int:
    if start <= floor:
        return start
    sign = text[start - 1]
    if sign == "-" or sign == "+":
        if start - 1 == floor and floor:
            return start  # directly behind the number before: a hyphen between the two
        previous = text[start - 2] if start >= 2 else " "
        if previous.isascii() and (previous.isalnum() or previous in ")-+%"):
            return start
        if sign == "-":
            _negate(atom, start - 1)
        return start - 1
    if sign == " " and start - 2 > floor and text[start - 2] == "-" and text[start - 3] == " ":
        before = text[max(floor, start - 24) : start - 3].rstrip(" ")
        if before and before[-1] != "\n" and not before[-1].isdigit():
            _negate(atom, start - 2)
            return start - 2
        return start
    if sign == " " and start - 2 >= floor and text[start - 2] == "负":
        _negate(atom, start - 2)
        return start - 2
    if sign in " -负下":
        for word in _SIGN_WORDS:
            begin = start - len(word)
            if begin >= floor and lowered.startswith(word, begin):
                if word[0].isascii() and begin and lowered[begin - 1].isalnum():
                    continue
                _negate(atom, begin)
                return begin
    return start


def _negate(atom: Atom, sign: int) -> None:
    atom.sign = sign
    if not isinstance(atom.value, str):
        atom.value = negated(atom.value)


def currency_before(text: str, lowered: str, start: int, floor: int) -> tuple[Unit | None, int]:
    """The currency whose sign or code ends at ``start``, a blank between them allowed, and where it begins."""
    place = start - 1 if start > floor and text[start - 1] == " " else start
    if place <= floor:
        return None, start
    candidates = signs_before().get(lowered[place - 1])
    if candidates is None:
        return None, start
    for sign, unit, exact in candidates:
        begin = place - len(sign)
        if begin < floor or not (text if exact else lowered).startswith(sign, begin):
            continue
        if sign[0].isascii() and sign[0].isalpha() and begin:
            previous = text[begin - 1]
            if previous.isascii() and previous.isalnum():
                continue
        return unit, begin
    return None, start
