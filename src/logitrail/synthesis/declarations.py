"""What fields declare, checked when the template is read: units, numbers of decimals, words of direction."""

from __future__ import annotations

from collections.abc import Callable

from logitrail.errors import TemplateError
from logitrail.synthesis.directions import opposite, word_direction
from logitrail.synthesis.nodes import Argument, Field
from logitrail.synthesis.rendering import read_unit
from logitrail.synthesis.wording import ORDER

MOST_DIGITS = 12

#: (offset, message, hint) → an error there.
ErrorAt = Callable[[int, str, str | None], TemplateError]


def check_field(field: Field, error: ErrorAt) -> None:
    """Refuses a declaration that no slot could be written by.

    Raises:
        TemplateError: Not a unit, or not a number of decimals.
    """
    if field.part == "direction":
        _check_words(field, error)
    if field.part or not field.arguments:
        return
    unit, *rest = field.arguments
    if not read_unit(unit.text):
        raise error(
            unit.at,
            f"{unit.text!r} is no scale or unit: '1{unit.text}' is not read as one quantity",
            f"{{{field.slot}:亿元,2}}, {{{field.slot}:million,1}} or {{{field.slot}:mg}}",
        )
    for digits in rest:
        _check_digits(field, digits, error)


def decimals(field: Field) -> int | None:
    """Most decimals that a field declares; ``None`` for the exact value."""
    return int(field.arguments[1].text) if len(field.arguments) > 1 else None


def _check_words(field: Field, error: ErrorAt) -> None:
    for meant, word in zip(ORDER, field.arguments, strict=False):
        if opposite(meant, word_direction(word.text)):
            raise error(
                word.at,
                f"{word.text!r} is a word for the opposite direction: expected the words for {', '.join(ORDER)}",
                f"{{{field.slot}.direction:{field.arguments[1].text},{field.arguments[0].text}}}"
                if len(field.arguments) > 1
                else f"{{{field.slot}.direction}}",
            )


def _check_digits(field: Field, digits: Argument, error: ErrorAt) -> None:
    if digits.text.isascii() and digits.text.isdigit() and int(digits.text) <= MOST_DIGITS:
        return
    raise error(
        digits.at,
        f"expected a number of decimals, 0 to {MOST_DIGITS}, got {digits.text!r}",
        f"{{{field.slot}:{field.arguments[0].text},2}}",
    )
