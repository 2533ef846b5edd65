"""What a contract knows of the sources that its values come out of."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from logitrail.contract.paths import render
from logitrail.errors import ContractError
from logitrail.types import Source

#: How values come out of the sources: the model picks one of those that were found, or quotes and then picks.
Strategy = Literal["choose", "quote"]
#: Where quotes begin and end.
Borders = Literal["clause", "sentence"]

#: Marks a part of a schema that was made of source texts; its value is the slot.
MARK = "x-grounded"

_KEYS = ("slots", "sources", "strategy", "borders", "bound")
_SOURCE_KEYS = ("id", "text", "title", "meta")


@dataclass(frozen=True, slots=True)
class Grounding:
    """Slots, and the sources that fill them.

    Attributes:
        slots: For each slot, what it asks for, as JSON data.
        sources: In the order of their candidates.
        strategy: How values are written.
        borders: Where quotes begin and end.
        bound: Whether candidates are left out which the sources say of something else than the slot asks for.
    """

    slots: dict[str, dict[str, Any]]
    sources: tuple[Source, ...]
    strategy: Strategy = "choose"
    borders: Borders = "clause"
    bound: bool = False
    #: What was found in the sources, by the name of who looked; not part of the value.
    derived: dict[str, Any] = field(default_factory=dict, init=False, compare=False, repr=False)

    def to_dict(self) -> dict[str, Any]:
        """As JSON data. What a source carries for its caller is left out where it is no JSON data."""
        return {
            "slots": json.loads(json.dumps(self.slots)),
            "sources": [_source_data(source) for source in self.sources],
            "strategy": self.strategy,
            "borders": self.borders,
            "bound": self.bound,
        }

    def notes(self) -> list[str]:
        """What is lost when it is saved."""
        return [
            f"sources[{i}].meta is no JSON data: saved without it"
            for i, source in enumerate(self.sources)
            if source.meta and _plain(source.meta) is None
        ]


def read_grounding(data: Any) -> Grounding | None:
    """What ``to_dict`` gave, or ``None`` for ``None``.

    Raises:
        ContractError: A key or value that cannot be, with its place.
    """
    if data is None:
        return None
    place = ("grounding",)
    if not isinstance(data, Mapping) or set(data) != set(_KEYS):
        raise ContractError(f"expected an object with the keys {', '.join(_KEYS)}", path=render(place))
    for key, allowed in (("strategy", get_args(Strategy)), ("borders", get_args(Borders))):
        if data[key] not in allowed:
            raise ContractError(
                f"expected one of {', '.join(allowed)}, got {data[key]!r:.80}", path=render((*place, key))
            )
    slots, sources = data["slots"], data["sources"]
    if not isinstance(data["bound"], bool):
        raise ContractError(f"expected true or false, got {data['bound']!r:.80}", path=render((*place, "bound")))
    if not isinstance(slots, Mapping) or not all(isinstance(spec, Mapping) for spec in slots.values()):
        raise ContractError("expected an object of objects", path=render((*place, "slots")))
    if not isinstance(sources, list):
        raise ContractError(f"expected a list, got {type(sources).__name__}", path=render((*place, "sources")))
    return Grounding(
        {str(name): dict(spec) for name, spec in slots.items()},
        tuple(_read_source(source, (*place, "sources", i)) for i, source in enumerate(sources)),
        data["strategy"],
        data["borders"],
        data["bound"],
    )


def _read_source(data: Any, place: tuple[str | int, ...]) -> Source:
    if not isinstance(data, Mapping) or not set(data) <= set(_SOURCE_KEYS):
        raise ContractError(f"expected an object with the keys {', '.join(_SOURCE_KEYS)}", path=render(place))
    text, named, title = data.get("text"), data.get("id", ""), data.get("title")
    if not isinstance(text, str) or not isinstance(named, str) or not isinstance(title, str | None):
        raise ContractError("expected strings as text, id and title", path=render(place))
    return Source(text, named, title, dict(data.get("meta", {})))


def _source_data(source: Source) -> dict[str, Any]:
    data: dict[str, Any] = {"id": source.id, "text": source.text}
    if source.title is not None:
        data["title"] = source.title
    meta = _plain(source.meta) if source.meta else None
    return data if meta is None else data | {"meta": meta}


def _plain(meta: Mapping[str, Any]) -> dict[str, Any] | None:
    try:
        plain: dict[str, Any] = json.loads(json.dumps(dict(meta), allow_nan=False))
    except (TypeError, ValueError):
        return None
    return plain if plain == dict(meta) else None


def without_sources(data: dict[str, Any]) -> dict[str, Any]:
    """A saved contract without the texts of its sources."""
    bare: dict[str, Any] = _unmarked(data)
    if "grounding" in bare:
        bare["grounding"] = {key: value for key, value in bare["grounding"].items() if key != "sources"}
    return bare


def _unmarked(value: Any) -> Any:
    if isinstance(value, Mapping):
        if MARK in value:
            return {MARK: value[MARK]}
        return {key: _unmarked(child) for key, child in value.items()}
    return [_unmarked(child) for child in value] if isinstance(value, list) else value
