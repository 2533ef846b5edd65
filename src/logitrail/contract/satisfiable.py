"""Whether a schema by itself admits any value, as far as that can be proved."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

import jsonschema_rs
from jsonschema_rs import canonical

from logitrail.contract.constraints import Constraint, common_path, constraints_of, without
from logitrail.contract.paths import Path, render
from logitrail.contract.smallest import smallest
from logitrail.contract.survey import Conflict
from logitrail.contract.walk import Schema, subschemas

#: Keywords among which the guilty ones are looked for.
_MOST_KEYWORDS = 400
#: Options between which a schema leaves the choice: what it admits is worked out by multiplying them.
_MOST_CHOICES = 24
_PATTERN = 200  # characters of a pattern weigh as much as one choice
_CHOICES = ("anyOf", "oneOf", "dependentRequired", "dependentSchemas", "dependencies", "if")


def contradiction(schema: Schema) -> Conflict | None:
    """The conflict of a schema that provably admits nothing; ``None`` where that is not proved.

    Named are keywords of which none can be spared, or, where no keyword can be taken out by itself, the smallest part
    that admits nothing and without which something could be said.
    """
    if _choices(schema) > _MOST_CHOICES or not _admits_nothing(schema):
        return None
    alone = [place for place, here in subschemas(schema) if here is not False and _admits_nothing(here)]
    guilty = (place for place in sorted(alone, key=len, reverse=True) if not _admits_nothing(_without(schema, place)))
    part = next(guilty, ())
    keywords = _guilty_keywords(schema, part)
    if not keywords:
        return Conflict(
            "$",
            (f"the schema at {render(part)}",),
            f"the keywords at {render(part)} contradict each other: no value obeys them all",
            "take keywords out there one by one until check() finds no conflict",
        )
    texts = tuple(keyword.text for keyword in keywords)
    return Conflict(
        render(common_path(schema, keywords)),
        texts,
        f"{' and '.join(texts)} contradict each other: no value obeys them all",
        f"take one of them out: {', '.join(sorted({keyword.keyword for keyword in keywords}))}",
    )


def _choices(schema: Schema) -> int:
    total = 0
    for _, here in subschemas(schema):
        if isinstance(here, dict):
            found = (here.get(keyword) for keyword in _CHOICES)
            total += sum(max(len(value), 1) for value in found if isinstance(value, list | dict))
            patterns = (here.get("pattern"), *here.get("patternProperties", ()))
            total += sum(len(pattern) // _PATTERN for pattern in patterns if isinstance(pattern, str))
    return total


def _guilty_keywords(schema: Schema, part: Path) -> list[Constraint]:
    """Keywords below a place of which none can be spared; none where there is a single one, or too many to try."""
    keywords = [c for c in constraints_of(schema, types=True) if c.place[: len(part)] == part]

    def fails(kept: Sequence[Constraint]) -> bool:
        return _admits_nothing(without(schema, [keyword for keyword in keywords if keyword not in kept]))

    if not 2 <= len(keywords) <= _MOST_KEYWORDS:
        return []
    found = smallest(keywords, fails)
    return found if len(found) > 1 else []


def _without(schema: Schema, place: Path) -> Schema:
    """A copy in which the subschema at a place admits everything."""
    if not place:
        return True
    copy = deepcopy(schema)
    here: Any = copy
    for step in place[:-1]:
        here = here[step]
    here[place[-1]] = True
    return copy


def _admits_nothing(schema: Schema) -> bool:
    try:
        satisfiable = jsonschema_rs.canonicalize(schema, offline=True, validate_formats=True).satisfiability()
    except (ValueError, jsonschema_rs.ReferencingError, canonical.CanonicalizationError):
        return False  # a part that refers to the rest, or something that has no canonical form
    return satisfiable == canonical.Satisfiability.NO
