"""Words that follow from a slot's meaning: its direction, and the form of a word that agrees with its number."""

from __future__ import annotations

from logitrail.errors import SynthesisError
from logitrail.synthesis.meaning import number_of
from logitrail.synthesis.nodes import Argument
from logitrail.synthesis.slot import Direction, Slot
from logitrail.types import Interval

#: Words of direction by language.
WORDS: dict[str, dict[Direction, str]] = {
    "zh": {"up": "增长", "down": "下降", "flat": "持平"},
    "en": {"up": "rose", "down": "fell", "flat": "was unchanged"},
}
#: The order of a template's own words.
ORDER: tuple[Direction, ...] = ("up", "down", "flat")


def direction_word(name: str, slot: Slot, arguments: tuple[Argument, ...], language: str) -> str:
    """The word for a slot's direction.

    Args:
        name: Name of the slot, for errors.
        slot: What fills it.
        arguments: The template's own words for up, down and flat; the first one or two may be all there are.
        language: Of the template, where it has no words of its own.

    Raises:
        SynthesisError: Neither sign nor words of the source tell the direction, or the template has no word for it.
    """
    if slot.direction is None:
        raise SynthesisError(
            f"the source does not say which way {slot.text!r} went", slot=name, path=name, hint=f"{{{name}}}"
        )
    if not arguments:
        return WORDS[language][slot.direction]
    at = ORDER.index(slot.direction)
    if at >= len(arguments):
        raise SynthesisError(
            f"the template has no word for the direction {slot.direction!r} of {slot.text!r}",
            slot=name,
            path=name,
            hint=f"{{{name}.direction:{','.join(WORDS[language].values())}}}",
        )
    return arguments[at].text


def agreeing(name: str, slot: Slot, forms: tuple[Argument, ...]) -> str:
    """The form of an English word that agrees with a slot's number: the first for exactly one, else the second.

    Raises:
        SynthesisError: The slot has no number.
    """
    value = number_of(slot.quantity)
    is_range = slot.quantity is not None and isinstance(slot.quantity.value, Interval)
    if value is None and not is_range:
        raise SynthesisError(
            f"{slot.text!r} has no number for a word to agree with", slot=name, path=name, hint=forms[1].text
        )
    # "1.0 tablets": only a one that is written as one is singular.
    singular = value is not None and abs(value) == 1 and "." not in slot.text
    return forms[0 if singular else 1].text
