"""Reads a JSON Schema and refuses what is none: with the place, and what was expected against what was got."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Any
from urllib.parse import unquote, urldefrag, urlsplit

import jsonschema_rs
from jsonschema_rs import ValidationErrorKind as Kind

from logitrail.contract.exact import exact
from logitrail.contract.explain import expected_got, listed, real_path
from logitrail.contract.formats import LATER_CHECKS
from logitrail.contract.jsontext import JsonTextError, read_json
from logitrail.contract.keywords import closest, draft_of
from logitrail.contract.limits import current_limits
from logitrail.contract.paths import Path, render
from logitrail.contract.references import at_pointer, references
from logitrail.contract.walk import Schema, depth
from logitrail.errors import SchemaError

#: Schemas by address.
Registry = dict[str, Schema]

_DRAFTS = {
    "draft-04": jsonschema_rs.Draft4, "draft-06": jsonschema_rs.Draft6, "draft-07": jsonschema_rs.Draft7,
    "2019-09": jsonschema_rs.Draft201909, "2020-12": jsonschema_rs.Draft202012,
}  # fmt: skip
_TYPES = ("array", "boolean", "integer", "null", "number", "object", "string")


def read_schema_text(text: str, registry: Registry | None = None) -> Schema:
    """A schema from JSON text.

    Raises:
        SchemaError: The text is not JSON (with line and column), or neither an object nor a boolean.
    """
    try:
        read = read_json(text)
    except JsonTextError as error:
        looks_like_path = "\n" not in text and text.rstrip().endswith((".json", ".yaml", ".yml"))
        raise SchemaError(
            f"expected JSON, got {text.strip()[:40]!r}: {error.reason}",
            path=f"schema:{error.line}:{error.column}",
            hint=f"Contract.from_file({text.strip()!r})" if looks_like_path else "the text must be one JSON object",
        ) from None
    if read.repeated:
        part = read.repeated[0]
        raise SchemaError(
            f"the key {part.value!r} occurs twice",
            path=render(part.path),
            hint="JSON keeps the last of the two only; remove one",
        )
    return check_schema(read.value, registry)


def check_registry(registry: Any) -> Registry:
    """A copy of a registry: schemas by absolute address.

    Raises:
        SchemaError: An address or a schema that cannot be.
    """
    if not isinstance(registry, Mapping):
        raise SchemaError(
            f"expected schemas by address, got {type(registry).__name__}",
            path="registry",
            hint='registry={"https://example.com/address.json": {...}}',
        )
    out: Registry = {}
    for uri, schema in registry.items():
        if not isinstance(uri, str) or not urlsplit(uri).scheme:
            raise SchemaError(
                f"expected an absolute address, got {uri!r}", path="registry", hint='"https://example.com/address.json"'
            )
        out[urldefrag(uri)[0]] = exact(_copy(schema, f"registry[{uri!r}]"))
    return out


def check_schema(schema: Any, registry: Registry | None = None) -> Schema:
    """A copy of a JSON Schema as plain JSON data.

    Args:
        schema: The schema.
        registry: Schemas that it may refer to, as ``check_registry`` gave them.

    Raises:
        SchemaError: It is not a valid schema of the draft that it names, or refers to something outside itself.
    """
    copy = _copy(schema, "$")
    if isinstance(copy, dict) and "x-guidance" in copy:
        raise SchemaError(
            "'x-guidance' would switch parts of the contract off, and is not accepted",
            path=render(("x-guidance",)),
            hint="remove it; blanks are chosen with layout='auto', 'compact' or 'spaced'",
        )
    _check_meta_schema(copy, registry)
    return exact(copy)


def _copy(schema: Any, where: str) -> Schema:
    deepest = current_limits().nesting
    if depth(schema, deepest + 1) > deepest:
        raise SchemaError(
            f"expected at most {deepest} levels of nesting, got more",
            path=where,
            hint='name the inner parts under "$defs" and refer to them with "$ref"',
        )
    copy = _plain(schema, ())
    if not isinstance(copy, dict | bool):
        raise SchemaError(
            f"expected a JSON Schema (an object, true or false), got {type(schema).__name__}",
            path=where,
            hint='{"type": "object", "properties": {}}',
        )
    return copy


def _plain(value: Any, place: Path) -> Any:
    """``value`` as data that ``json.dumps`` writes and reads back unchanged."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        if value.isascii():  # most are, and a schema may hold hundreds of thousands
            return value
        try:
            value.encode()
        except UnicodeEncodeError:
            raise SchemaError(
                f"{value!r} holds half of a surrogate pair: not valid Unicode", path=render(place)
            ) from None
        return value
    if isinstance(value, int):
        return int(value)
    if isinstance(value, Mapping):
        for key in value:
            if not isinstance(key, str):
                raise SchemaError(f"expected a string as key, got {key!r}", path=render(place), hint=f'"{key}"')
        return {_plain(key, place): _plain(child, (*place, key)) for key, child in value.items()}
    if isinstance(value, Sequence):
        return [_plain(child, (*place, i)) for i, child in enumerate(value)]
    if not isinstance(value, float | Decimal):
        raise SchemaError(
            f"expected JSON data, got {type(value).__name__}",
            path=render(place),
            hint="a schema holds dictionaries, lists, strings, numbers, booleans and None",
        )
    number = float(value)
    if not math.isfinite(number):
        raise SchemaError(f"expected a finite number, got {value!s:.30}", path=render(place), hint="remove the bound")
    if isinstance(value, Decimal) and Decimal(repr(number)) != value:
        raise SchemaError(
            f"{value!s:.60} has more digits than a number of 64 bits holds",
            path=render(place),
            hint=f"{number!r} is the closest",
        )
    return number


def _check_meta_schema(schema: Schema, registry: Registry | None) -> None:
    try:
        validator(schema, registry)
    except jsonschema_rs.ValidationError as error:
        raise _schema_error(schema, error) from None
    except (jsonschema_rs.ReferencingError, ValueError) as error:
        raise SchemaError(f"the schema cannot be read: {error}", path="$") from None


def _schema_error(schema: Schema, error: jsonschema_rs.ValidationError) -> SchemaError:
    place = real_path(schema, error.instance_path)
    if isinstance(error.kind, Kind.Referencing):
        return _reference_error(schema, error.message)
    if place and place[-1] == "type" and isinstance(error.kind, Kind.AnyOf):
        got = error.instance
        meant = closest(got, _TYPES) if isinstance(got, str) else None
        return SchemaError(
            f"expected a type: {', '.join(_TYPES)}; got {got!r}",
            path=render(place),
            hint=f'"type": "{meant}"' if meant else None,
        )
    if isinstance(error.kind, Kind.Format) and error.kind.format == "regex":
        return SchemaError(
            f"expected a regular expression, got {error.instance!r}",
            path=render(place),
            hint="brackets must be closed and a literal one escaped: \\( \\[ \\{",
        )
    return SchemaError(expected_got(error, schema), path=render(place), hint=None)


def _reference_error(schema: Schema, message: str) -> SchemaError:
    if "meta-schema" in message:
        named = schema.get("$schema") if isinstance(schema, dict) else None
        return SchemaError(
            f"expected a draft of JSON Schema, got {named!r}",
            path=render(("$schema",)),
            hint='"$schema": "https://json-schema.org/draft/2020-12/schema"',
        )
    for place, reference in references(schema):
        if reference.startswith("#/") and at_pointer(schema, unquote(reference[1:])) is None:
            names = _defined_names(schema)
            meant = closest(reference.rsplit("/", 1)[-1], names)
            return SchemaError(
                f"{reference!r} does not exist in this schema; it defines {listed(names) if names else 'nothing'}",
                path=render(place),
                hint=f'"$ref": "{reference.rsplit("/", 1)[0]}/{meant}"' if meant else 'define it under "$defs"',
            )
        if not reference.startswith("#"):
            return SchemaError(
                f"expected a reference inside this schema, got {reference!r}: nothing is fetched",
                path=render(place),
                hint='copy the other schema under "$defs" and write "$ref": "#/$defs/…"',
            )
    return SchemaError(message.splitlines()[0], path="$", hint='"$ref": "#/$defs/…"')


def _defined_names(schema: Schema) -> list[str]:
    maps = (schema.get(keyword) for keyword in ("$defs", "definitions")) if isinstance(schema, dict) else ()
    return [name for named in maps if isinstance(named, dict) for name in named]


def validator(schema: Schema, registry: Registry | None = None) -> jsonschema_rs.Validator:
    """A validator that asserts formats in every draft and never uses the network.

    Args:
        schema: The schema.
        registry: Other schemas that it may refer to.

    Raises:
        jsonschema_rs.ValidationError: The schema breaks its meta-schema.
    """
    known = jsonschema_rs.Registry(list(registry.items()), draft=_DRAFTS[draft_of(schema)]) if registry else None
    return jsonschema_rs.validator_for(
        schema, registry=known, validate_formats=True, formats=formats_of(draft_of(schema)), offline=True
    )


def formats_of(draft: str) -> dict[str, Callable[[str], bool]] | None:
    """Checks of formats that the validator does not know in a draft."""
    return LATER_CHECKS if draft in ("draft-04", "draft-06", "draft-07") else None
