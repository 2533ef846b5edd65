"""The keywords of a schema one by one, and the schema without some of them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from logitrail.contract.explain import shown
from logitrail.contract.formats import EXACT_PATTERNS
from logitrail.contract.paths import ANY, Path, pointer, render
from logitrail.contract.references import references
from logitrail.contract.walk import Schema, rebuild, subschemas

#: Keywords that only ever take values away: without one of them, the schema admits more.
_LIMITS = frozenset(
    "const contains dependentRequired dependentSchemas enum exclusiveMaximum exclusiveMinimum format if maxContains"
    " maxItems maxLength maxProperties maximum minContains minItems minLength minProperties minimum multipleOf not"
    " pattern propertyNames uniqueItems".split()
)
#: Below these, what takes away adds.
_TURNED = ("not", "if", "contains", "propertyNames")
_EXACT = frozenset(EXACT_PATTERNS.values())


@dataclass(frozen=True, slots=True)
class Constraint:
    """One keyword at one place.

    Attributes:
        place: Where its schema stands in the document.
        keyword: The keyword.
        text: Both in words.
    """

    place: Path
    keyword: str
    text: str


def constraints_of(document: Schema, *, types: bool = False) -> list[Constraint]:
    """The keywords that limit values, in the order of the document.

    Args:
        document: A schema.
        types: Whether ``type`` is one of them.
    """
    found = []
    for place, here in subschemas(document):
        if isinstance(here, bool) or any(step in _TURNED for step in place):
            continue
        for keyword, value in here.items():
            if keyword == "pattern" and value in _EXACT:
                continue  # says in other words what the format has said already
            if keyword in _LIMITS or (types and keyword == "type"):
                found.append(Constraint(place, keyword, f"{keyword} {shown(value)} at {render(place)}"))
    return found


def without(document: Schema, dropped: Collection[Constraint]) -> Schema:
    """The schema without some of its keywords."""
    by_place: dict[Path, set[str]] = {}
    for constraint in dropped:
        by_place.setdefault(constraint.place, set()).add(constraint.keyword)

    def change(here: dict[str, Any], place: Path) -> dict[str, Any]:
        gone = by_place.get(place, set())
        if "format" in gone:
            gone = gone | {"pattern"} if here.get("pattern") in _EXACT else gone
            if "allOf" in here:
                here["allOf"] = [True if _spells_a_format(part) else part for part in here["allOf"]]
        return {keyword: value for keyword, value in here.items() if keyword not in gone}

    return rebuild(document, change)


def _spells_a_format(schema: Schema) -> bool:
    return isinstance(schema, dict) and set(schema) == {"pattern"} and schema["pattern"] in _EXACT


def common_path(document: Schema, constraints: Collection[Constraint]) -> Path:
    """The place in the output that the constraints are about.

    The deepest of their places if it lies within all others, else the one that holds them all.
    """
    paths = [_output_path(document, constraint.place) for constraint in constraints]
    deepest = max(paths, key=len, default=())
    length = 0
    for steps in zip(*paths, strict=False):
        if len(set(map(str, steps))) > 1:
            break
        length += 1
    return deepest if all(deepest[: len(path)] == path for path in paths) else deepest[:length]


def _output_path(document: Schema, place: Path, seen: frozenset[Path] = frozenset()) -> Path:
    """Where values of the schema at a place stand in the output: by the first way that leads to it."""
    path: list[str | int] = []
    at = 0
    while at < len(place):
        step, name = place[at], place[at + 1] if at + 1 < len(place) else None
        if step in ("$defs", "definitions"):
            target = place[: at + 2]
            users = (p[:-1] for p, reference in references(document) if unquote(reference) == f"#{pointer(target)}")
            user = next((user for user in users if user not in seen and user[: len(target)] != target), None)
            path = list(_output_path(document, user, seen | {target, user})) if user is not None else []
        elif (step in ("properties", "prefixItems") and name is not None) or (
            step == "items" and isinstance(name, int)
        ):
            path.append(name)
        elif step in ("items", "additionalItems", "additionalProperties", "patternProperties"):
            path.append(ANY)
        single = step in ("items", "additionalItems", "additionalProperties", "not", "if", "then", "else", "contains")
        at += 1 if single and not isinstance(name, int) else 2
    return tuple(path)
