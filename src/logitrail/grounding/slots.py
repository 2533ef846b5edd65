"""What slots ask for, and clear words where they cannot be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from logitrail.contract.keywords import closest
from logitrail.contract.paths import render
from logitrail.errors import SlotError
from logitrail.scan import quantities
from logitrail.types import KINDS, Kind, Period
from logitrail.verification.attribution import read_period

SlotType = Literal["quantity", "entity", "clause", "date", "period"]
EntityKind = Literal["organisation", "person", "place", "title", "term"]

#: The keys that each type takes, besides ``type``.
_TAKES: Mapping[str, tuple[str, ...]] = {
    "quantity": ("kind", "unit", "about", "period"),
    "entity": ("kind", "about"),
    "clause": ("about",),
    "date": ("about",),
    "period": ("about",),
}
#: Kinds that a quantity slot without a kind takes none of: they name things, and measure nothing.
NAMING: frozenset[Kind] = frozenset({"id", "ordinal", "period"})


@dataclass(frozen=True, slots=True)
class Slot:
    """What one slot asks for.

    Attributes:
        name: The key in the output.
        type: What fills it.
        kind: Of a quantity, what it measures; of an entity, what it is; ``None`` for any.
        unit: Of a quantity, its unit as the scanner names it; ``None`` for any.
        about: What the value is said of, in several words for the same; none where nothing is asked.
        period: For when it is said; ``None`` where that is not asked.
        period_text: The period as given.
    """

    name: str
    type: SlotType
    kind: str | None = None
    unit: str | None = None
    about: tuple[str, ...] = ()
    period: Period | None = None
    period_text: str | None = None

    @property
    def group(self) -> str:
        """The same for slots that the same candidates can fill."""
        return ":".join((self.type, self.kind or "", self.unit or ""))

    @property
    def asked(self) -> str:
        """The same for slots that ask for the same."""
        return ":".join((self.group, "|".join(self.about), self.period_text or ""))

    def to_dict(self) -> dict[str, Any]:
        """As it may be given again."""
        data: dict[str, Any] = {"type": self.type}
        if self.kind is not None:
            data["kind"] = self.kind
        if self.unit is not None:
            data["unit"] = self.unit
        if self.about:
            data["about"] = list(self.about)
        if self.period_text is not None:
            data["period"] = self.period_text
        return data


def read_slots(slots: Any) -> tuple[Slot, ...]:
    """Slots from what people give.

    Raises:
        SlotError: An unknown key, type, kind or unit, or a value of the wrong type; with its place.
    """
    if not isinstance(slots, Mapping) or not slots:
        raise SlotError(
            f"expected slots by name, got {slots!r:.80}",
            path="$",
            hint='{"revenue": {"type": "quantity", "unit": "money", "about": "revenue"}}',
        )
    return tuple(_read_slot(name, spec) for name, spec in slots.items())


def _read_slot(name: Any, spec: Any) -> Slot:
    if not isinstance(name, str) or not name:
        raise SlotError(f"expected a name, got {name!r:.80}", path="$", hint='{"revenue": {"type": "quantity"}}')
    place = (name,)
    if not isinstance(spec, Mapping):
        raise SlotError(
            f"expected an object, got {spec!r:.80}", path=render(place), hint='{"type": "quantity", "about": "revenue"}'
        )
    given: Any = spec.get("type")
    if given not in get_args(SlotType):
        raise _unknown("type", given, get_args(SlotType), place)
    found: SlotType = given
    for key in spec:
        if key != "type" and key not in _TAKES[found]:
            meant = closest(str(key), _TAKES[found])
            raise SlotError(
                f"unknown key {key!r}; a slot of type {found!r} takes {', '.join(_TAKES[found])}",
                path=render((*place, str(key))),
                hint=f"did you mean {meant!r}?" if meant else f"remove {key!r}",
            )
    kind, unit = spec.get("kind"), None
    if found == "quantity":
        kind, unit = _measure(spec, place)
    elif kind is not None and kind not in get_args(EntityKind):
        raise _unknown("kind", kind, get_args(EntityKind), place)
    written = spec.get("period")
    period = None if written is None else _period(written, place)
    return Slot(name, found, kind, unit, _about(spec.get("about", ()), place), period, written)


def _measure(spec: Mapping[str, Any], place: tuple[str, ...]) -> tuple[str | None, str | None]:
    """Kind and unit of a quantity; a kind may be given as the unit, too."""
    kind, unit = spec.get("kind"), spec.get("unit")
    if kind is not None and kind not in KINDS:
        raise _unknown("kind", kind, KINDS, place)
    if unit is None:
        return kind, None
    if not isinstance(unit, str) or not unit:
        raise SlotError(f"expected a unit or kind as text, got {unit!r:.80}", path=render((*place, "unit")))
    measured, named = (unit, None) if unit in KINDS else _unit(unit, place)
    if kind is not None and kind != measured:
        raise SlotError(
            f"the unit {unit!r} is of kind {measured!r}, but the kind asked for is {kind!r}",
            path=render((*place, "unit")),
            hint=f'"kind": "{measured}"',
        )
    return measured, named


def _unit(unit: str, place: tuple[str, ...]) -> tuple[str, str | None]:
    """Kind and name of a unit, as the scanner reads it behind or before a number."""
    for text in (f"1{unit}", f"1 {unit}", f"{unit}1", f"{unit} 1"):
        read = quantities(text)
        if len(read) == 1 and read[0].kind not in ("number", *NAMING) and read[0].text == text:
            return read[0].kind, read[0].unit
    meant = closest(unit, KINDS)
    raise SlotError(
        f"{unit!r} is neither a unit that the scanner reads nor a kind of quantity; kinds are {', '.join(KINDS)}",
        path=render((*place, "unit")),
        hint=f'"unit": "{meant}"' if meant else '"unit": "money"',
    )


def _about(about: Any, place: tuple[str, ...]) -> tuple[str, ...]:
    words = (about,) if isinstance(about, str) else about
    if not isinstance(words, list | tuple) or not all(isinstance(word, str) and word.strip() for word in words):
        raise SlotError(
            f"expected words, or a list of words for the same, got {about!r:.80}",
            path=render((*place, "about")),
            hint='"about": ["营业收入", "revenue"]',
        )
    return tuple(dict.fromkeys(word.strip() for word in words))


def _period(written: Any, place: tuple[str, ...]) -> Period:
    found = read_period(written) if isinstance(written, str) else None
    if found is not None:
        return found
    raise SlotError(
        f"expected one period, got {written!r:.80}",
        path=render((*place, "period")),
        hint='"period": "2024年", "Q3 2023", "上年同期" or "2024-03-31"',
    )


def _unknown(key: str, got: Any, known: tuple[str, ...], place: tuple[str, ...]) -> SlotError:
    meant = closest(got, known) if isinstance(got, str) else None
    return SlotError(
        f"expected one of {', '.join(known)}, got {got!r:.80}",
        path=render((*place, key)),
        hint=f'"{key}": "{meant or known[0]}"',
    )
