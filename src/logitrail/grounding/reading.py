"""From an output to values: typed, each with the place in the source where it stands."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from logitrail.contract.grounding import Grounding
from logitrail.contract.jsontext import read_json
from logitrail.contract.paths import Path
from logitrail.decoding.result import Result
from logitrail.errors import OptionError
from logitrail.grounding.candidates import NOWHERE, Candidate, Places, candidates, elsewhere
from logitrail.grounding.quotes import pick, places
from logitrail.grounding.slots import Slot, read_slots
from logitrail.grounding.sources import indexed
from logitrail.scan import quantities
from logitrail.scan.clauses import clause_at
from logitrail.types import Interval, Number, Period, Quantity, Source, Span
from logitrail.verification.attribution import decide

if TYPE_CHECKING:
    from logitrail.contract import Contract


@dataclass(frozen=True, slots=True)
class GroundedValue:
    """What fills a slot.

    Attributes:
        slot: Its name.
        value: Of quantities, dates and periods what the scanner reads (``quantity`` has the unit), of entities and
            clauses the text; ``None`` where the slot is not filled.
        span: Where it stands.
        quote: The clause or sentence around it, as the model quoted it or the code found it.
        quantity: The quantity with unit, bound and precision; ``None`` for entities and clauses.
        reason: Why the value is ``None``.
        about, period: What the slot asks for.
    """

    slot: str
    value: Number | Interval | Period | str | None = None
    span: Span | None = None
    quote: Span | None = None
    quantity: Quantity | None = None
    reason: str | None = None
    about: tuple[str, ...] = ()
    period: str | None = None

    @property
    def text(self) -> str | None:
        """The value as it stands in the source."""
        return None if self.span is None else self.span.text

    def to_claim(self) -> dict[str, Any]:
        """As ``lt.verify`` takes a slot: value and quote as written, and what is asked for.

        A figure that says less alone than in its place (its scale stands in the head of a table, ``7日`` is a date
        where no 内 follows) is given as an exact number with kind and unit.
        """
        claim: dict[str, Any] = {"value": self.text, "quote": None if self.quote is None else self.quote.text}
        if self.quantity is not None and isinstance(self.value, Decimal | Fraction) and not _same_alone(self.quantity):
            claim |= {"value": self.value, "kind": self.quantity.kind}
            claim |= {} if self.quantity.unit is None else {"unit": self.quantity.unit}
        if self.about:
            claim["about"] = list(self.about)
        if self.period is not None:
            claim["period"] = self.period
        return claim

    def to_dict(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "slot": self.slot,
            "text": self.text,
            "span": None if self.span is None else self.span.to_dict(),
            "quote": None if self.quote is None else self.quote.to_dict(),
            "quantity": None if self.quantity is None else self.quantity.to_dict(),
            "reason": self.reason,
        }


def _same_alone(quantity: Quantity) -> bool:
    """Whether the words of a quantity say the same without those around them."""
    alone = quantities(quantity.text)
    return len(alone) == 1 and (alone[0].kind, alone[0].value, alone[0].unit) == (
        quantity.kind,
        quantity.value,
        quantity.unit,
    )


def read(contract: Contract, output: Result | str) -> dict[str, GroundedValue]:
    """The values of an output, by slot.

    What only the witness wrote because the budget ended counts as not filled, and so does a choice that it finished
    while several were still open.

    Args:
        contract: A grounded contract.
        output: What was generated under it: the result, or its text.

    Raises:
        OptionError: The contract is not grounded, or the text does not obey it (with the place).
    """
    grounding = contract.grounding
    if grounding is None:
        raise OptionError(
            "the contract is not grounded: it says nothing of sources",
            path="contract",
            hint="Contract.grounded({…}, sources)",
        )
    value = _value(contract, output)
    slots = slots_of(grounding)
    marker = None if contract.prelude is None else contract.prelude.marker
    closed = _Closed(output, marker) if isinstance(output, Result) else None
    return {slot.name: _Reader(grounding, slot, closed).read(value[slot.name]) for slot in slots}


def _value(contract: Contract, output: Result | str) -> Mapping[str, Any]:
    """The JSON value of an output; of a text, whatever its escapes and blanks."""
    text = output.text if isinstance(output, Result) else output
    bare = replace(contract, prelude=None)
    if contract.prelude is not None:
        text = text.partition(contract.prelude.marker)[2]
    try:
        value: Mapping[str, Any] = json.loads(text)
        broken = [] if isinstance(output, Result) else bare.violations(json.dumps(value, ensure_ascii=False))
    except ValueError:
        broken = bare.violations(text)
        value = {}
    if broken:
        raise OptionError(f"the text does not obey the contract: {broken[0].reason}", path=broken[0].path)
    return value


def slots_of(grounding: Grounding) -> tuple[Slot, ...]:
    """The slots of a grounding, read once."""
    known: tuple[Slot, ...] | None = grounding.derived.get("slots")
    if known is None:
        known = grounding.derived["slots"] = read_slots(grounding.slots)
    return known


def candidates_of(grounding: Grounding, slot: Slot) -> tuple[Candidate, ...]:
    """The candidates of a slot, searched for once."""
    known: tuple[Candidate, ...] | None = grounding.derived.get(slot.asked)
    if known is None:
        known = grounding.derived[slot.asked] = candidates(slot, grounding.sources, left_out_of(grounding, slot))
    return known


def left_out_of(grounding: Grounding, slot: Slot) -> Places:
    """Places of candidates that the contract leaves out, searched for once."""
    if not grounding.bound:
        return NOWHERE
    name = f"left out:{slot.asked}"
    known: Places | None = grounding.derived.get(name)
    if known is None:
        known = grounding.derived[name] = elsewhere(slot, grounding.sources)
    return known


class _Closed:
    """Which values the witness wrote."""

    def __init__(self, result: Result, marker: str | None) -> None:
        self._data = result.text.encode()
        self._start = result.closed_from
        free, found, text = ("", "", result.text) if marker is None else result.text.partition(marker)
        before = len((free + found).encode())
        self._spans = {
            part.path: (before + len(text[: part.start].encode()), before + len(text[: part.end].encode()))
            for part in (read_json(text).parts if self._start is not None else ())
            if part.kind != "key"
        }

    def holds(self, path: Path, keys: Iterable[str]) -> bool:
        """Whether the witness decided the value at ``path``, which is one of ``keys``."""
        if self._start is None or self._spans[path][1] <= self._start:
            return False
        written = self._data[self._spans[path][0] : self._start]
        # What the model wrote may have left but one to go on with.
        return sum(json.dumps(key, ensure_ascii=False).encode().startswith(written) for key in keys) != 1


class _Reader:
    """Reads one slot."""

    def __init__(self, grounding: Grounding, slot: Slot, closed: _Closed | None) -> None:
        self._grounding, self._slot, self._closed = grounding, slot, closed

    def read(self, written: Any) -> GroundedValue:
        """What fills the slot."""
        if written is None:
            return self._empty("abstained: null was written")
        if isinstance(written, str):
            return self._chosen(written)
        return self._quoted(written)

    def _empty(self, reason: str, quote: Span | None = None) -> GroundedValue:
        return GroundedValue(
            self._slot.name, quote=quote, reason=reason, about=self._slot.about, period=self._slot.period_text
        )

    def _filled(self, candidate: Candidate, quote: Span) -> GroundedValue:
        quantity = candidate.quantity
        value = candidate.span.text if quantity is None else quantity.value
        reason = quantity.reason if quantity is not None and value is None else None
        return GroundedValue(
            self._slot.name, value, candidate.span, quote, quantity, reason, self._slot.about, self._slot.period_text
        )

    def _is_closed(self, path: Path, keys: Iterable[str]) -> bool:
        return self._closed is not None and self._closed.holds(path, keys)

    def _chosen(self, key: str) -> GroundedValue:
        found = {one.key: one for one in candidates_of(self._grounding, self._slot)}
        if self._is_closed((self._slot.name,), found):
            return self._empty("closed: the budget ended before the choice was made")
        candidate = found[key]
        return self._filled(candidate, self._around(candidate.span))

    def _around(self, span: Span) -> Span:
        one = indexed(next(source for source in self._grounding.sources if source.id == span.source))
        borders = one.sentences if self._grounding.borders == "sentence" else one.clauses
        found = clause_at(borders, span.start)
        return found if found is not None and span.end <= found.end else span

    def _quoted(self, written: Mapping[str, Any]) -> GroundedValue:
        quote, name = written["quote"], self._slot.name
        here = list(places(quote, self._grounding.sources, self._grounding.borders))
        source, start, end = here[0]
        if "value" not in written:
            if self._closed is not None and self._closed.holds((name, "quote"), ()):
                return self._empty("closed: the budget ended within the quote")
            span = source.span(start, end)
            return self._filled(Candidate(quote, span), span)
        key = written["value"]
        if key is None:
            return self._empty("abstained: null was written behind the quote", source.span(start, end))
        picks = list(self._picks(key, here))
        keys = {one.key for _, one in picks} | {key}
        if self._is_closed((name, "value"), keys):
            return self._empty("closed: the budget ended before the choice was made", source.span(start, end))
        best = next((pair for pair in picks if self._belongs(*pair)), picks[0])
        place = next(
            (s, a, b) for s, a, b in here if s is best[0] and a <= best[1].span.start and best[1].span.end <= b
        )
        return self._filled(best[1], place[0].span(place[1], place[2]))

    def _picks(self, key: str, here: Sequence[tuple[Source, int, int]]) -> Iterator[tuple[Source, Candidate]]:
        left_out = left_out_of(self._grounding, self._slot)
        for source, start, end in here:
            yield from ((source, one) for one in pick(self._slot, key, source, start, end, left_out))

    def _belongs(self, source: Source, candidate: Candidate) -> bool:
        """Whether nothing speaks against a place as the one that the slot asks for."""
        one = indexed(source)
        said = one.attributions.get(candidate.span.start)
        if said is None:
            return False
        decision = decide(self._slot.about, self._slot.period, said, (), one.base)
        return "other" not in (decision.metric, decision.period)
