"""Whether a schema by itself admits any value, as far as that can be proved."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import jsonschema_rs
from jsonschema_rs import canonical

from logitrail.contract.paths import Path, render
from logitrail.contract.survey import Conflict
from logitrail.contract.walk import Schema, subschemas


def contradiction(schema: Schema) -> Conflict | None:
    """The conflict of a schema that provably admits nothing; ``None`` where that is not proved.

    Named is the smallest part that admits nothing by itself and without which something could be said.
    """
    if not _admits_nothing(schema):
        return None
    alone = [place for place, here in subschemas(schema) if here is not False and _admits_nothing(here)]
    guilty = (place for place in sorted(alone, key=len, reverse=True) if not _admits_nothing(_without(schema, place)))
    smallest = next(guilty, ())
    return Conflict(
        "$",
        (f"the schema at {render(smallest)}",),
        f"the keywords at {render(smallest)} contradict each other: no value obeys them all",
        "take keywords out there one by one until check() finds no conflict",
    )


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
