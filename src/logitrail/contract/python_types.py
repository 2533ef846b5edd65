"""Python types as JSON Schemas, by Pydantic: models, dataclasses, TypedDicts, enums, literals, unions, containers.

What Python code checks beyond the schema (validators) cannot be part of a mask. It runs when the finished value is
parsed, and a note says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from logitrail.contract.paths import Path, render
from logitrail.errors import SchemaError

if TYPE_CHECKING:
    from pydantic import TypeAdapter

#: Modules whose validators only turn JSON into a Python object of the type that the schema names.
_CONVERSIONS = ("pydantic", "pydantic_core", "ipaddress", "pathlib", "uuid", "decimal", "fractions", "re", "enum")


def adapter_of(python_type: Any) -> TypeAdapter[Any]:
    """Pydantic's adapter of a type.

    Raises:
        SchemaError: Pydantic does not know how to read the type.
    """
    from pydantic import TypeAdapter
    from pydantic.errors import PydanticUserError

    if isinstance(python_type, str):
        raise SchemaError(
            f"expected a type, got the string {python_type!r}",
            path="$",
            hint="from_type takes the type itself, as in from_type(list[int]); JSON text goes to from_schema",
        )
    try:
        return TypeAdapter(python_type)
    except (PydanticUserError, TypeError, NameError) as error:
        raise _unreadable(python_type, error) from error


def schema_of(adapter: TypeAdapter[Any], python_type: Any) -> dict[str, Any]:
    """The JSON Schema of what the type reads.

    Raises:
        SchemaError: The type holds something that JSON cannot.
    """
    from pydantic.errors import PydanticUserError

    try:
        return adapter.json_schema(mode="validation")
    except PydanticUserError as error:
        raise _unreadable(python_type, error) from error


def _unreadable(python_type: Any, error: Exception) -> SchemaError:
    name = getattr(python_type, "__name__", None) or repr(python_type)
    return SchemaError(
        f"{name} has no JSON Schema: {str(error).strip().splitlines()[0]}",
        path="$",
        hint="use types that JSON has: str, int, float, bool, None, list, dict, Literal, Enum, dataclasses, models",
    )


def validator_notes(adapter: TypeAdapter[Any]) -> tuple[str, ...]:
    """One note for each Python validator, with the place of the field that it checks."""
    found: dict[str, None] = {}
    for place, kind, name in _validators(adapter.core_schema, (), {}, set()):
        found[f"{render(place)}: validator {name!r} ({kind}) runs in r.parsed; it is not part of the mask"] = None
    return tuple(found)


def _validators(
    node: Any, place: Path, definitions: dict[str, Any], visiting: set[str]
) -> Iterator[tuple[Path, str, str]]:
    """Function nodes of a core schema: field path, mode, name of the function."""
    if isinstance(node, Sequence) and not isinstance(node, str):
        for child in node:
            yield from _validators(child, place, definitions, visiting)
        return
    if not isinstance(node, Mapping):
        return
    kind = node.get("type")
    if kind == "definitions":
        definitions = {**definitions, **{d["ref"]: d for d in node["definitions"] if "ref" in d}}
    elif kind == "definition-ref":
        reference = node["schema_ref"]
        if reference in definitions and reference not in visiting:
            yield from _validators(definitions[reference], place, definitions, visiting | {reference})
        return
    elif isinstance(kind, str) and kind.startswith("function-"):
        function = node["function"]["function"]
        if str(getattr(function, "__module__", "")).split(".")[0] not in _CONVERSIONS:
            yield place, kind.removeprefix("function-"), getattr(function, "__qualname__", repr(function))
    elif kind in ("dataclass", "model") and node.get("post_init"):
        name = node["post_init"] if isinstance(node["post_init"], str) else "__post_init__"
        yield place, "after", f"{node['cls'].__qualname__}.{name}"
    for key, child in node.items():
        if key == "fields" and kind != "dataclass":  # there, fields are names; what they hold is under "schema"
            yield from _fields(child, place, definitions, visiting)
        elif key in ("items_schema", "values_schema"):
            yield from _validators(child, (*place, "*"), definitions, visiting)
        elif key not in ("metadata", "serialization", "function", "definitions", "fields"):
            yield from _validators(child, place, definitions, visiting)


def _fields(
    fields: Any, place: Path, definitions: dict[str, Any], visiting: set[str]
) -> Iterator[tuple[Path, str, str]]:
    named = fields.items() if isinstance(fields, Mapping) else ((field.get("name"), field) for field in fields)
    for name, field in named:
        alias = field.get("validation_alias")
        step = alias if isinstance(alias, str) else str(name)
        yield from _validators(field, (*place, step), definitions, visiting)
