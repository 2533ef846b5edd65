"""A quantity in other words: another unit, fewer digits, its number alone. Whatever is written is read again, and only
what the scanner reads as the same quantity is used.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from logitrail.errors import SynthesisError
from logitrail.synthesis.bounds import APPROXIMATION_WORDS, BOUND_WORDS
from logitrail.synthesis.meaning import meaning, number_of, whole
from logitrail.synthesis.numerals import decimals_of, rounded, written
from logitrail.types import Quantity
from logitrail.verification.compare import measure, relation
from logitrail.verification.mention import is_class
from logitrail.verification.policy import Policy

#: Longer than the symbols of units: million, pounds.
_WORD = re.compile(r"[A-Za-z]{5,}")
#: Half-up rounding only, and nothing else: what the strictest verifier takes for the same value.
_POLICY = Policy(roundings=("half_up",))
_SIGNS = "-−－–﹣+＋"


def in_unit(name: str, quantity: Quantity, unit: str, digits: int | None, language: str) -> tuple[str, Quantity]:
    """A quantity in a declared unit.

    Args:
        name: Name of the slot, for errors.
        quantity: What it means.
        unit: Scale and unit as a text has them behind the number (``亿元``, ``million``, ``mg``, ``家``).
        digits: Most decimals; ``None`` writes the value exactly. Never more than the source's own precision has.
        language: ``zh`` or ``en``: of the words for a bound or an approximation, where the unit leaves it open.

    Returns:
        The text, and the quantity that it must be read as.

    Raises:
        SynthesisError: It is no plain number, the unit is of another kind (nothing is converted that is not exact), or
            rounding would say something else.
    """
    if number_of(quantity) is None:
        raise _error(name, f"{quantity.text!r} is no plain number: it is only written as in its source", f"{{{name}}}")
    core = replace(quantity, approx=None, bound=None)
    meant = measure(core)
    for form in _forms(unit, quantity):
        one = whole(form.format("1"))
        step = measure(one) if one is not None and not one.approx and not one.bound else None
        if meant is None or step is None or meant.dimension != step.dimension or not step.value or meant.value is None:
            continue
        if is_class(quantity) and (one is None or one.unit != quantity.unit):
            continue  # 三级 is a grade: it is not three of anything
        words = _loose(quantity, form, language)
        if words is None:
            raise _error(name, f"the approximation of {quantity.text!r} is only said in its own words", f"{{{name}}}")
        text, wanted = _digits(name, quantity, meant.value / step.value, meant.factor / step.value, digits, form)
        written_out = words + text
        read = whole(written_out)
        said = measure(read) if read is not None else None
        if (
            read is not None
            and said == replace(step, low=wanted * step.value, high=wanted * step.value)
            and (read.approx, read.bound) == (quantity.approx, quantity.bound)
            and relation(read, quantity, _POLICY) is not None
        ):
            return written_out, read
    raise _error(
        name,
        f"{quantity.text!r} ({quantity.kind}{f', {quantity.unit}' if quantity.unit else ''}) cannot be written in "
        f"{unit!r}: it is not the same value, or cannot be read back",
        f"{{{name}}}",
    )


def number_alone(name: str, quantity: Quantity) -> str:
    """The number of a quantity as the source writes it, with its approximation, without its unit.

    Raises:
        SynthesisError: The number cannot be told from its unit.
    """
    text = quantity.text
    for length in range(len(text), 0, -1):
        for start in range(len(text) - length + 1):
            part = text[start : start + length]
            read = whole(part) if part == part.strip() else None
            if read is None or read.kind not in ("number", quantity.kind) or read.unit is not None:
                continue
            if meaning(replace(read, kind=quantity.kind, unit=quantity.unit)) == meaning(quantity):
                return part
    raise _error(name, f"the number of {quantity.text!r} cannot be told from its unit", f"{{{name}}}")


def without_sign(name: str, quantity: Quantity) -> tuple[str, Quantity]:
    """A quantity whose direction a word tells: its size alone.

    Raises:
        SynthesisError: The sign cannot be taken off.
    """
    text, value = quantity.text, number_of(quantity)
    if value is None:
        return text, quantity
    if value >= 0 and not any(sign in text for sign in "+＋"):
        return text, quantity
    expected = replace(quantity, value=abs(value))
    for form in (_without(text, _SIGNS), _without(text, "()（）"), _without(text, _SIGNS + "()（）")):
        read = whole(form)
        if read is not None and meaning(read) == meaning(expected):
            return form, read
    raise _error(name, f"the sign of {text!r} cannot be said by a word", f"{{{name}}} without .direction")


def read_unit(unit: str) -> bool:
    """Whether a declared unit is one: whether a number beside it is read as one quantity, and not as a bare number."""
    found = (whole(form.format("1")) for form in _plain_forms(unit))
    return any(one is not None and (one.kind != "number" or number_of(one) != 1) for one in found)


# --- forms ----------------------------------------------------------------------------------------------------------


class _Form(str):
    """A text with ``{}`` where the number goes."""

    def format(self, number: str) -> str:  # type: ignore[override]
        return self.replace("{}", number, 1)

    __slots__ = ()


def _plain_forms(unit: str) -> Iterator[_Form]:
    spaced = unit[:1].isalpha() and not _is_chinese(unit)
    forms = [f"{{}} {unit}", f"{{}}{unit}"] if spaced else [f"{{}}{unit}", f"{{}} {unit}"]
    forms += [f"{unit}{{}}", f"{unit} {{}}"]
    head, _, tail = unit.partition(" ")
    if tail:
        forms += [f"{head}{{}} {tail}", f"{head} {{}} {tail}"]
    return map(_Form, forms)


def _forms(unit: str, core: Quantity) -> Iterator[_Form]:
    """The declared unit; a scale only (``million``) with the unit that the source writes, else with the code of it."""
    plain = [(form, whole(form.format("1"))) for form in _plain_forms(unit)]
    scale_only = core.unit is not None and any(one is not None and one.kind == "number" for _, one in plain)
    if not scale_only:
        yield from (form for form, one in plain if one is not None)
        return
    scaled = f"{{}}{unit}" if _is_chinese(unit) else f"{{}} {unit}"
    head, tail = _around_digits(core.text)
    if head and _is_chinese(head) == _is_chinese(unit):
        yield _Form(f"{head}{scaled}")
    for start in range(len(tail)):
        name = tail[start:].strip()
        if name and _is_chinese(name) == _is_chinese(unit):
            yield _Form(f"{scaled}{name}" if _is_chinese(unit) else f"{scaled} {name}")
    if core.kind == "money" and not _is_chinese(unit):
        yield _Form(f"{core.unit} {scaled}")


def _around_digits(text: str) -> tuple[str, str]:
    """What stands before the first digit, and behind the last: a sign of a currency, a scale with a unit."""
    digits = [at for at, char in enumerate(text) if char.isdigit()]
    if not digits:
        return "", ""
    head = text[: digits[0]].rstrip(_SIGNS)
    return head if head.strip(_SIGNS + " (（") else "", text[digits[-1] + 1 :]


def _is_chinese(text: str) -> bool:
    return any("\u3400" <= char <= "\u9fff" for char in text)


# --- numbers --------------------------------------------------------------------------------------------------------


def _digits(
    name: str, quantity: Quantity, target: Fraction, factor: Fraction, digits: int | None, form: _Form
) -> tuple[str, Fraction]:
    grouped = not _is_chinese(form)
    needed = decimals_of(target)
    known = None if quantity.precision is None else _places(Fraction(quantity.precision) * factor)
    if digits is None:
        if needed is None:
            raise _error(name, f"{quantity.text!r} has no end in this unit: say how many decimals", f"{{{name}:…,2}}")
        decimals = needed
    else:
        decimals = digits if known is None else min(digits, known)
        if known is None and needed is not None:
            decimals = min(decimals, needed)
    value = rounded(target, decimals)
    if value != target and (quantity.approx or quantity.bound):
        raise _error(name, f"{quantity.text!r} is a bound or an approximation: rounding would move it", f"{{{name}}}")
    if value == 0 != target:
        raise _error(name, f"{quantity.text!r} would be rounded to nothing in this unit", f"{{{name}}}")
    return form.format(written(value, decimals, grouped=grouped)), value


def _places(precision: Fraction) -> int:
    """Decimals down to a place value: 0.01 → 2; 10 → 0."""
    places = 0
    while precision < 1 and places < 30:
        precision, places = precision * 10, places + 1
    return places


def _loose(quantity: Quantity, form: _Form, language: str) -> str | None:
    """Words for a bound and an approximation in the language of a form; ``None`` where there are none."""
    spoken = "zh" if _is_chinese(form) else "en" if _WORD.search(form) else language
    words = BOUND_WORDS[spoken][quantity.bound] if quantity.bound is not None else ""
    if quantity.approx is None:
        return words
    approximately = APPROXIMATION_WORDS[spoken].get(quantity.approx)
    return None if approximately is None or words else approximately


def _without(text: str, marks: str) -> str:
    return "".join(char for char in text if char not in marks)


def _error(name: str, message: str, hint: str | None = None) -> SynthesisError:
    return SynthesisError(message, slot=name, path=name, hint=hint)
