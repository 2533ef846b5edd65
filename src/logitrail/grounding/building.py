"""From slots and sources to the parts of a contract: a schema in which only what the sources say can be written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, get_args

from logitrail.contract.build import one_of
from logitrail.contract.grounding import MARK, Borders, Grounding, Strategy
from logitrail.contract.model import JsonShape, Layout
from logitrail.contract.schema import check_schema
from logitrail.grounding.candidates import NOWHERE, Places, candidates, elsewhere
from logitrail.grounding.quotes import groups, stretches
from logitrail.grounding.slots import Slot, read_slots
from logitrail.grounding.sources import indexed, read_sources
from logitrail.types import Source


def parts_of(
    slots: Any, sources: Any, *, strategy: Strategy, borders: Borders, bound: bool, layout: Layout
) -> dict[str, Any]:
    """The arguments of ``Contract``.

    Raises:
        SlotError: A slot that cannot be.
        OptionError: No sources, or an option that is unknown.
    """
    one_of("strategy", strategy, get_args(Strategy))
    one_of("borders", borders, get_args(Borders))
    one_of("bound", bound, (True, False))
    one_of("layout", layout, get_args(Layout))
    read = read_slots(slots)
    texts = read_sources(sources)
    definitions: dict[str, Any] = {}
    names: dict[str, str] = {}
    notes: list[str] = []
    for slot in read:
        kind = slot.asked if bound else slot.group
        if kind not in names:
            names[kind] = f"value{len(names)}"
            left_out = elsewhere(slot, texts) if bound else NOWHERE
            definition = (
                _choice(slot, texts, left_out) if strategy == "choose" else _quotation(slot, texts, borders, left_out)
            )
            definitions[names[kind]] = {MARK: kind, **definition}
        if definitions[names[kind]].get("type") == "null":
            notes.append(f"$.{slot.name}: nothing in the sources can fill it: it is always null")
    schema = {
        "type": "object",
        "properties": {slot.name: {"$ref": f"#/$defs/{names[slot.asked if bound else slot.group]}"} for slot in read},
        "required": [slot.name for slot in read],
        "additionalProperties": False,
        "$defs": definitions,
    }
    return {
        "shape": JsonShape(check_schema(schema)),
        "layout": layout,
        "notes": tuple(notes),
        "grounding": Grounding({slot.name: slot.to_dict() for slot in read}, texts, strategy, borders, bound),
    }


def _choice(slot: Slot, sources: Sequence[Source], left_out: Places) -> dict[str, Any]:
    keys = [one.key for one in candidates(slot, sources, left_out)]
    return {"enum": [*keys, None]} if keys else {"type": "null"}


def _quotation(slot: Slot, sources: Sequence[Source], borders: Borders, left_out: Places) -> dict[str, Any]:
    if slot.type == "clause":  # the quote is what fills it
        quotes = list(dict.fromkeys(text for source in sources for text in _stretches(source, borders)))
        return {"anyOf": [{"type": "null"}, _object({"quote": {"enum": quotes}})]} if quotes else {"type": "null"}
    passages = [
        _object({"quote": {"enum": list(one.quotes)}, "value": {"enum": [*one.keys, None]}})
        for one in groups(slot, sources, borders, left_out)
    ]
    return {"anyOf": [{"type": "null"}, *passages]} if passages else {"type": "null"}


def _stretches(source: Source, borders: Borders) -> Iterator[str]:
    yield from (source.text[start:end] for start, end in stretches(indexed(source), borders))


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
