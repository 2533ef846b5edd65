"""Sources as slots see them: quantities, names, sentences and clauses, each searched for once."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cached_property
from typing import Any

from logitrail.errors import OptionError
from logitrail.grounding.entities import Name, names
from logitrail.scan.clauses import clauses, sentences
from logitrail.types import Period, Quantity, Source, Span
from logitrail.verification.attribution import Attribution, reading


class Indexed:
    """One source.

    Args:
        source: The source; what is found is kept with it.
    """

    def __init__(self, source: Source) -> None:
        self.source = source
        self._kept: dict[str, list[tuple[Span, Quantity | None]]] = {}

    def kept(
        self, name: str, make: Callable[[], list[tuple[Span, Quantity | None]]]
    ) -> list[tuple[Span, Quantity | None]]:
        """What ``make`` finds, searched for once under each name."""
        if name not in self._kept:
            self._kept[name] = make()
        return self._kept[name]

    @cached_property
    def quantities(self) -> list[Quantity]:
        """In order, with spans that name the source."""
        named = self.source.id
        return [replace(q, span=replace(q.span, source=named)) for q in reading(self.source.text).quantities]

    @cached_property
    def attributions(self) -> dict[int, Attribution]:
        """What the quantities are said of, by where they start."""
        return reading(self.source.text).said

    def is_cell(self, quantity: Quantity) -> bool:
        """Whether a quantity of this source stands in a table."""
        said = self.attributions.get(quantity.span.start)
        return said is not None and said.cell

    def is_quantity(self, start: int, end: int) -> bool:
        """Whether a stretch lies within a quantity."""
        at = bisect_right(self.quantities, start, key=lambda quantity: quantity.span.start) - 1
        return at >= 0 and self.quantities[at].kind != "id" and end <= self.quantities[at].span.end

    @cached_property
    def base(self) -> Period | None:
        """The period that the source is about."""
        return reading(self.source.text).base

    @cached_property
    def names(self) -> list[Name]:
        """In order of their beginnings."""
        return names(self.source.text)

    @cached_property
    def sentences(self) -> list[Span]:
        """In order."""
        return [replace(span, source=self.source.id) for span in sentences(self.source.text)]

    @cached_property
    def clauses(self) -> list[Span]:
        """In order; each lies within one sentence."""
        return [replace(span, source=self.source.id) for span in clauses(self.source.text)]


def indexed(source: Source) -> Indexed:
    """A source with what has been found in it so far."""
    known: Indexed | None = source.derived.get("grounding")
    if known is None:
        known = source.derived["grounding"] = Indexed(source)
    return known


def read_sources(sources: Any) -> tuple[Source, ...]:
    """Sources from what people give: texts, sources, or a list of them.

    Raises:
        OptionError: There is none, one is empty or no text, or two different ones have the same id.
    """
    one = isinstance(sources, str | Source)
    if not one and not isinstance(sources, Iterable):
        raise OptionError(
            f"expected texts, got {type(sources).__name__}", path="sources", hint='Contract.grounded({…}, ["text"])'
        )
    found: dict[str, Source] = {}
    for i, given in enumerate([sources] if one else sources):
        where = "sources" if one else f"sources[{i}]"
        if not isinstance(given, str | Source):
            raise OptionError(f"expected a text or a Source, got {type(given).__name__}", path=where)
        source = Source(given) if isinstance(given, str) else given
        if not source.text.strip():
            raise OptionError("the source is empty: nothing could be quoted from it", path=where)
        at = next((k for k, char in enumerate(source.text) if 0xD800 <= ord(char) < 0xE000), None)
        if at is not None:
            raise OptionError(f"character {at} is half of a surrogate pair: not valid Unicode", path=where)
        if found.setdefault(source.id, source).text != source.text:
            raise OptionError(f"two different sources have the id {source.id!r}", path=where, hint="Source(text, id=…)")
    if not found:
        raise OptionError(
            "expected at least one source: without any, every slot would be null",
            path="sources",
            hint='Contract.grounded({…}, ["text"])',
        )
    return tuple(found.values())
