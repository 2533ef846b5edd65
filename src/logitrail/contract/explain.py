"""What a validator rejects, said as expected against got."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from typing import Any

from jsonschema_rs import ValidationError
from jsonschema_rs import ValidationErrorKind as Kind

from logitrail.contract.paths import Path

_SHOWN = 60


def shown(value: Any, limit: int = _SHOWN) -> str:
    """A value as JSON, cut to about ``limit`` characters."""
    text = json.dumps(value, ensure_ascii=False, default=_plain)
    return text if len(text) <= limit else text[: limit - 1] + "…"


def _plain(value: Any) -> Any:
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() and value.adjusted() < 40 else float(value)
    return str(value)


def listed(values: Sequence[Any], limit: int = 12) -> str:
    """Values as JSON, separated by commas; beyond ``limit`` their number is given instead."""
    head = ", ".join(shown(value) for value in values[:limit])
    return head if len(values) <= limit else f"{head}, … ({len(values)} in all)"


def expected(error: ValidationError) -> str | None:
    """What the failed keyword asks for, in words; ``None`` where the validator's own words must do."""
    match error.kind:
        case Kind.Type(types=types):
            return "a value of type " + " or ".join(types)
        case Kind.Enum(options=options):
            return "one of " + listed(options)
        case Kind.Constant(expected_value=value):
            return shown(value)
        case Kind.Minimum(limit=limit):
            return f"at least {shown(limit)}"
        case Kind.Maximum(limit=limit):
            return f"at most {shown(limit)}"
        case Kind.ExclusiveMinimum(limit=limit):
            return f"more than {shown(limit)}"
        case Kind.ExclusiveMaximum(limit=limit):
            return f"less than {shown(limit)}"
        case Kind.MultipleOf(multiple_of=factor):
            return f"a multiple of {shown(factor)}"
        case Kind.MinLength(limit=limit):
            return f"at least {limit} characters"
        case Kind.MaxLength(limit=limit):
            return f"at most {limit} characters"
        case Kind.MinItems(limit=limit):
            return f"at least {limit} items"
        case Kind.MaxItems(limit=limit):
            return f"at most {limit} items"
        case Kind.MinProperties(limit=limit):
            return f"at least {limit} properties"
        case Kind.MaxProperties(limit=limit):
            return f"at most {limit} properties"
        case Kind.Pattern(pattern=pattern):
            return f"a text that matches {pattern}"
        case Kind.Format(format=name):
            return f"a text of format {name!r}"
        case Kind.Required(property=name):
            return f"the property {shown(name)}"
        case Kind.AdditionalProperties(unexpected=names) | Kind.UnevaluatedProperties(unexpected=names):
            return f"no property {listed(names)}"
        case Kind.AnyOf() | Kind.OneOfNotValid():
            return "a value that fits one of the alternatives"
        case Kind.OneOfMultipleValid():
            return "a value that fits one alternative only"
        case Kind.FalseSchema():
            return "no further property" if error.schema_path[-1:] == ["additionalProperties"] else "no value here"
        case _:
            return None


def real_path(document: Any, steps: Sequence[str | int]) -> Path:
    """A path as the validator gives it, with its keys as they stand in ``document``.

    The validator turns every key that reads as a number into one: ``"007"`` comes out as 7.
    """
    return next(_real_paths(document, tuple(steps)), tuple(steps))


def _real_paths(here: Any, steps: Path) -> Iterator[Path]:
    if not steps:
        yield ()
        return
    step = steps[0]
    if isinstance(here, dict):
        keys: Iterable[str | int] = [key for key in here if key == step or _reads_as(key, step)]
    else:
        keys = [step] if isinstance(here, list) and step in range(len(here)) else []
    for key in keys:
        for rest in _real_paths(here[key], steps[1:]):
            yield (key, *rest)


def _reads_as(key: str, number: str | int) -> bool:
    digits = key.removeprefix("+")
    return isinstance(number, int) and digits.isascii() and digits.isdigit() and int(digits) == number


def value_at(document: Any, error: ValidationError) -> Any:
    """The value that an error is about, as it stands in ``document``: ``error.instance`` has lost the order of keys."""
    for path in _real_paths(document, tuple(error.instance_path)):
        here = document
        for step in path:
            here = here[step]
        return here
    return error.instance


def expected_got(error: ValidationError, document: Any) -> str:
    """``expected …, got …``, for an error found in ``document``."""
    wanted = expected(error)
    if wanted is None:
        return error.message
    instance = value_at(document, error)
    match error.kind:
        case Kind.Required() | Kind.AdditionalProperties() | Kind.UnevaluatedProperties():
            got = f"an object with {listed(list(instance))}" if instance else "an empty object"
        case Kind.MinLength() | Kind.MaxLength():
            got = f"{len(instance)} in {shown(instance)}"
        case _:
            got = shown(instance)
    return f"expected {wanted}, got {got}"
