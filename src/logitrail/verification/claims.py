"""Answer to claims: a text, a claim with its quote, a list of these, or slots with values."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from logitrail.errors import OptionError
from logitrail.types import KINDS, Claim, Interval, Kind, Period, Quantity, Span
from logitrail.verification.document import pieces

#: What a slot may say beside its value; further keys are refused.
SLOT_KEYS = ("value", "quote", "formula", "operands", "kind", "unit", "about", "period")
_CLAIM_KEYS = ("claim", "quote", "formula", "operands", "about", "period")
_UNITS = {"percent": "%", "permille": "‰", "pp": " percentage points", "bp": " bp"}
_SHAPES = 'a text, {"claim": …, "quote": …}, {"slot": {"value": …, "quote": …}}, or a list of these'


@dataclass(frozen=True, slots=True)
class Statement:
    """A claim with what the slot says about itself.

    Attributes:
        claim: The claim as the verdict shows it.
        value: The value of a slot as given; ``None`` for a statement in words.
        is_slot: Whether this is the value of a slot, not a sentence.
        kind, unit: What a bare number measures.
        about: The figure's name in the source's words, or several names for it.
        period: The period that the value belongs to.
        context: The answer that the claim was taken from; the claim's span lies in it.
    """

    claim: Claim
    value: Any = None
    is_slot: bool = False
    kind: Kind | None = None
    unit: str | None = None
    about: tuple[str, ...] = ()
    period: str | None = None
    context: str = ""


def statements(answer: Any) -> list[Statement]:
    """The claims of an answer, in order.

    Raises:
        OptionError: The answer has another shape, a value cannot be read, or a key is unknown; with the path.
    """
    return list(_read(answer, "", "$"))


def _read(answer: Any, slot: str, path: str) -> Iterator[Statement]:
    if isinstance(answer, str):
        yield from _sentences(answer, {}, slot or None, path)
    elif isinstance(answer, Mapping):
        if "claim" in answer and not isinstance(answer["claim"], Mapping):
            _only(answer, _CLAIM_KEYS, path)
            yield from _sentences(_text(answer, "claim", path) or "", answer, slot or None, path)
        else:
            for name, entry in answer.items():
                yield from _slot(name, entry, slot, path)
    elif isinstance(answer, Sequence) and not isinstance(answer, bytes | bytearray):
        for index, item in enumerate(answer):
            yield from _read(item, f"{slot}/{index}", f"{path}[{index}]")
    else:
        raise OptionError(f"an answer is {_SHAPES}; got {type(answer).__name__}", path=path)


def _sentences(text: str, entry: Mapping[str, Any], slot: str | None, path: str) -> Iterator[Statement]:
    quote, formula = _text(entry, "quote", path), _text(entry, "formula", path)
    operands = _operands(entry, path)
    about, period = _names(entry, "about", path), _text(entry, "period", path)
    for start, end in pieces(text) or [(0, len(text))]:
        span = Span(start, end, text[start:end])
        claim = Claim(span.text, span, quote, slot, formula, operands)
        yield Statement(claim, about=about, period=period, context=text)


def _slot(name: Any, entry: Any, slot: str, path: str) -> Iterator[Statement]:
    if not isinstance(name, str):
        raise OptionError(f"a slot is named by a text, got {name!r}", path=path)
    slot, path = f"{slot}/{name.replace('~', '~0').replace('/', '~1')}", f"{path}.{name}"
    if not isinstance(entry, Mapping):
        entry = {"value": entry}
    elif "value" not in entry:
        raise OptionError(
            "a slot needs a value", path=path, hint=f'{{"{name}": {{"value": …, "quote": …}}}}; null abstains'
        )
    _only(entry, SLOT_KEYS, path)
    kind = entry.get("kind")
    if kind is not None and kind not in KINDS:
        raise OptionError(f"unknown kind {kind!r}; expected one of {', '.join(KINDS)}", path=f"{path}.kind")
    values = entry["value"]
    if not isinstance(values, list | tuple):
        yield _valued(values, entry, slot, path)
        return
    for index, value in enumerate(values):
        yield _valued(value, entry, f"{slot}/{index}", f"{path}.value[{index}]")


def _valued(value: Any, entry: Mapping[str, Any], slot: str, path: str) -> Statement:
    text = written(value, path)
    unit = _text(entry, "unit", path)
    if not isinstance(value, str | bool | None | Quantity):
        # A bare number is read with its unit, as if it had been written so.
        text += _UNITS.get(entry.get("kind") or "", "") if unit is None else f" {unit}"
    claim = Claim(
        text,
        Span(0, len(text), text),
        _text(entry, "quote", path),
        slot,
        _text(entry, "formula", path),
        _operands(entry, path),
    )
    about, period = _names(entry, "about", path), _text(entry, "period", path)
    return Statement(claim, value, True, entry.get("kind"), unit, about, period, text)


def written(value: Any, path: str = "$") -> str:
    """A value as text; numbers exactly.

    Raises:
        OptionError: Not a text, a finite number, a ``Quantity`` or null.
    """
    match value:
        case None:
            return ""
        case str():
            return value
        case bool():
            return "true" if value else "false"
        case float() if not math.isfinite(value):
            raise OptionError(f"a value must be a finite number, got {value!r}", path=path)
        case Decimal() if not value.is_finite():
            raise OptionError(f"a value must be a finite number, got {value}", path=path)
        case int() | float():
            return format(Decimal(repr(value)), "f")
        case Decimal():
            return format(value, "f")
        case Fraction():
            return f"{value.numerator}/{value.denominator}"
        case Quantity():
            return value.text
        case Interval() | Period():
            raise OptionError("give the quantity, which says how it is written", path=path)
    raise OptionError(f"a value is a text, a number, a quantity or null; got {type(value).__name__}", path=path)


def _text(entry: Mapping[str, Any], key: str, path: str) -> str | None:
    value = entry.get(key)
    if value is None or isinstance(value, str):
        return value
    raise OptionError(f"expected a text, got {type(value).__name__}", path=f"{path}.{key}")


def _names(entry: Mapping[str, Any], key: str, path: str) -> tuple[str, ...]:
    value = entry.get(key, ())
    names = (value,) if isinstance(value, str) else () if value is None else value
    if isinstance(names, list | tuple) and all(isinstance(name, str) for name in names):
        return tuple(names)
    raise OptionError(f"expected a text or a list of texts, got {type(value).__name__}", path=f"{path}.{key}")


def _operands(entry: Mapping[str, Any], path: str) -> tuple[Any, ...]:
    operands = entry.get("operands")
    if operands is None:
        return ()
    if isinstance(operands, Mapping):
        operands = list(operands.values())
    if not isinstance(operands, list | tuple):
        raise OptionError(f"expected a list, got {type(operands).__name__}", path=f"{path}.operands")
    for index, operand in enumerate(operands):
        written(operand, f"{path}.operands[{index}]")
    return tuple(operands)


def _only(entry: Mapping[str, Any], keys: tuple[str, ...], path: str) -> None:
    if unknown := [str(key) for key in entry if key not in keys]:
        raise OptionError(
            f"unknown key {unknown[0]!r}; expected {', '.join(keys)}", path=path, hint="slots go one level down"
        )
