"""Numbers miswritten: a digit changed, put in or left out, the decimal point moved."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction

from logitrail.scan.period_relations import same
from logitrail.types import Interval, Period, Quantity
from logitrail.verification.corrupt.edits import Case, Edit, cased, reread, shuffled

_LITERAL = re.compile(r"[0-9０-９]+(?:[,，][0-9０-９]{3})*(?:[.．][0-9０-９]+)?")
_WIDE = str.maketrans("0123456789.,", "０１２３４５６７８９．，")
_NARROW = str.maketrans("０１２３４５６７８９．，", "0123456789.,")
_HANZI = ("一二三四五六七八九", "壹贰叁肆伍陆柒捌玖", "壹貳參肆伍陸柒捌玖")
_WORDS = (
    "one two three four five six seven eight nine".split(),
    "eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(),
    "twenty thirty forty fifty sixty seventy eighty ninety".split(),
)
_WORD = re.compile(rf"(?i)(?<![a-z])(?:{'|'.join(word for group in _WORDS for word in group)})(?![a-z])")

#: Kinds whose digits name something and measure nothing.
_NAMES = frozenset(("id", "ordinal"))
#: How far a number that is meant loosely must move before it says something else.
_LOOSE = Fraction(1, 5)


def digit_edit(case: Case) -> Iterator[Edit]:
    """One digit, Chinese numeral or number word becomes another."""
    for quantity in _measuring(case):
        start, text = quantity.span.start, quantity.span.text
        edits = []
        for at, char in enumerate(text):
            group = next((g for g in (*_HANZI, "123456789", "１２３４５６７８９") if char in g), "")
            if char in "0０" and at and text[at - 1] in "0123456789０１２３４５６７８９.．":
                group = "123456789" if char == "0" else "１２３４５６７８９"
            edits += [Edit(start + at, start + at + 1, other) for other in group if other != char]
        for word in _WORD.finditer(text):
            group_of = next(group for group in _WORDS if word[0].lower() in group)
            edits += [
                Edit(start + word.start(), start + word.end(), cased(word[0], other))
                for other in group_of
                if other != word[0].lower()
            ]
        yield from _valid(case, quantity, edits)


def digit_insert(case: Case) -> Iterator[Edit]:
    """One digit too many."""
    yield from _rewritten(case, _with_more)


def digit_drop(case: Case) -> Iterator[Edit]:
    """One digit too few."""
    yield from _rewritten(case, _with_less)


def decimal_shift(case: Case) -> Iterator[Edit]:
    """The decimal point one or two places to the left or right."""
    yield from _rewritten(case, _shifted)


def changes(case: Case, quantity: Quantity, edit: Edit) -> bool:
    """Whether the edit leaves a well-formed quantity of the same kind that says something else, and nothing true."""
    new = reread(case.claim, edit)
    if new is None or new.kind != quantity.kind or new.unit != quantity.unit or new.value is None:
        return False
    if abs(new.span.start - quantity.span.start) > 1:
        return False
    after = quantity.span.end + len(edit.text) - (edit.end - edit.start)
    return new.span.end == after and says_else(quantity, new)


def says_else(old: Quantity, new: Quantity) -> bool:
    """Whether the new quantity could not be taken for the old one, nor follows from it."""
    was, now = old.value, new.value
    if isinstance(was, Period) or isinstance(now, Period):
        return isinstance(was, Period) and isinstance(now, Period) and not same(was, now)
    if isinstance(was, Interval) or isinstance(now, Interval):
        return isinstance(was, Interval) and isinstance(now, Interval) and was != now
    if not isinstance(was, Decimal | Fraction) or not isinstance(now, Decimal | Fraction):
        return False
    before, after = Fraction(was), Fraction(now)
    # 2.5 is 2.51, rounded: no other value.
    coarse = max(Fraction(quantity.precision or 0) for quantity in (old, new))
    if after in (0, before) or abs(after - before) < coarse:
        return False
    if old.approx is not None and abs(after - before) < _LOOSE * abs(before):
        return False
    # "More than 370" is still true as "more than 270": a bound must be moved to the other side.
    if old.bound in (">", ">="):
        return after > before
    if old.bound in ("<", "<="):
        return after < before
    return True


def _measuring(case: Case) -> list[Quantity]:
    found = [quantity for quantity in case.stated if quantity.kind not in _NAMES and quantity.value is not None]
    case.random.shuffle(found)
    return found


def _valid(case: Case, quantity: Quantity, edits: list[Edit]) -> Iterator[Edit]:
    said = {(other.kind, other.unit, other.value) for other in case.quoted}
    for edit in shuffled(case, edits):
        if changes(case, quantity, edit):
            new = reread(case.claim, edit)
            if new is not None and (new.kind, new.unit, new.value) not in said:
                yield edit


def _rewritten(case: Case, rewrite: Callable[[str, str], Iterator[tuple[str, str]]]) -> Iterator[Edit]:
    for quantity in _measuring(case):
        if quantity.kind == "period":
            continue
        start = quantity.span.start
        edits = []
        for literal in _LITERAL.finditer(quantity.span.text):
            narrow = literal[0].translate(_NARROW)
            whole, _, fraction = narrow.replace(",", "").partition(".")
            for new_whole, new_fraction in rewrite(whole, fraction):
                text = _written(new_whole, new_fraction, grouped="," in narrow)
                if literal[0] != narrow:
                    text = text.translate(_WIDE)
                edits.append(Edit(start + literal.start(), start + literal.end(), text))
        yield from _valid(case, quantity, edits)


def _written(whole: str, fraction: str, *, grouped: bool) -> str:
    text = f"{int(whole):,}" if grouped else whole
    return f"{text}.{fraction}" if fraction else text


def _with_more(whole: str, fraction: str) -> Iterator[tuple[str, str]]:
    for digit in "123456789":
        for at in range(len(whole) + 1):
            yield whole[:at] + digit + whole[at:], fraction
        for at in range(len(fraction)):
            yield whole, fraction[:at] + digit + fraction[at:]


def _with_less(whole: str, fraction: str) -> Iterator[tuple[str, str]]:
    if len(whole) > 1:
        for at in range(len(whole)):
            rest = whole[:at] + whole[at + 1 :]
            if not rest.startswith("0") or rest == "0":
                yield rest, fraction
    if len(fraction) > 1:
        for at in range(len(fraction)):
            yield whole, fraction[:at] + fraction[at + 1 :]


def _shifted(whole: str, fraction: str) -> Iterator[tuple[str, str]]:
    if whole.startswith("0") and not fraction:
        return
    for places in (1, 2):
        digits, point = whole + fraction, len(whole)
        right = digits.ljust(point + places, "0")
        yield right[: point + places].lstrip("0") or "0", right[point + places :]
        # To the left only where the number has decimals or ends in zeros: nobody writes 12.6 people.
        if fraction or whole.endswith("0" * places):
            left = digits.rjust(len(digits) + max(0, places + 1 - point), "0")
            at = max(1, point - places)
            yield left[:at], left[at:] if fraction else left[at:].rstrip("0")
