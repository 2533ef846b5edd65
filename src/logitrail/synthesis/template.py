"""A template, read once and filled as often as wanted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from logitrail.contract.keywords import closest
from logitrail.errors import TemplateError
from logitrail.synthesis.declarations import check_field
from logitrail.synthesis.nodes import Node, conditions_of, fields_of
from logitrail.synthesis.parser import parse
from logitrail.synthesis.place import place, template_error


@dataclass(frozen=True)
class Template:
    """A sentence with places for slots. See the page on templates for its language.

    Args:
        text: The template.
        name: What errors call it: a file, or ``template``.

    Raises:
        TemplateError: It cannot be read; the error shows line, column and what was expected.
    """

    text: str
    name: str = "template"
    nodes: tuple[Node, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "nodes", parse(self.text, self.name))
        for one in fields_of(self.nodes):
            check_field(one, self.error)

    @property
    def slots(self) -> tuple[str, ...]:
        """The names of the slots that it speaks of, in the order of their first mention."""
        mentions = [(one.slot_at, one.slot) for one in fields_of(self.nodes)]
        mentions += [(one.at, one.slot) for one in conditions_of(self.nodes)]
        return tuple(dict.fromkeys(name for _, name in sorted(mentions)))

    def where(self, at: int) -> str:
        """``name:line:col`` of an offset."""
        return place(self.text, at, self.name)

    def error(self, at: int, message: str, hint: str | None = None) -> TemplateError:
        """An error at one place of this template, with the line and a caret."""
        return template_error(self.text, at, message, name=self.name, hint=hint)

    def require(self, known: Iterable[str]) -> None:
        """Holds the names of its slots against those that there are.

        Raises:
            TemplateError: A name is unknown (at the place of its first mention).
        """
        names = list(known)
        mentions = [(one.slot_at, one.slot) for one in fields_of(self.nodes)]
        mentions += [(one.at, one.slot) for one in conditions_of(self.nodes)]
        for at, slot in sorted(mentions):
            if slot in names:
                continue
            close = closest(slot, names)
            listed = ", ".join(names) if names else "none"
            # A misspelt name in a condition must not pass for a missing slot: what is missing is named, too.
            hint = f"{{{close}}}" if close else f'"{slot}": None among the slots, where the sources do not say it'
            raise self.error(at, f"there is no slot {slot!r}; the slots are: {listed}", hint)
