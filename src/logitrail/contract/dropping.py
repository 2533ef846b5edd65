"""Takes enumerated values that blocked words kill out of the schema, where others remain.

What may be said is the same before and after: the values were blocked. A schema without them can be shown to a model,
and says what it means.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from logitrail.contract.explain import shown
from logitrail.contract.killed import Cause, cause_against
from logitrail.contract.model import BlockRule, JsonShape, Spelling
from logitrail.contract.paths import Path, pointer, render
from logitrail.contract.references import references
from logitrail.contract.spelling import pattern_of, spelling_at
from logitrail.contract.survey import Enumeration, Survey
from logitrail.contract.walk import Schema, rebuild, subschemas

if TYPE_CHECKING:
    from logitrail.contract.contract import Contract

#: What a survey looks into. With anything else in it, a schema may say the same of places that the survey has not seen.
_SURVEYED = frozenset(
    "$defs definitions properties patternProperties additionalProperties items prefixItems additionalItems allOf anyOf"
    " oneOf".split()
)
_MOST_NAMED = 6


def without_killed(contract: Contract, rule: BlockRule) -> dict[str, Any]:
    """The parts of a contract that change when the values killed by one of its rules are dropped."""
    if not isinstance(contract.shape, JsonShape):
        return {}
    survey = Survey(contract.shape.schema, contract.block_rules, contract.spellings)
    work = _Dropping(contract, contract.shape.schema, survey, rule)
    schema = work.schema()
    spellings = tuple(work.respelled.get(spelling, spelling) for spelling in contract.spellings)
    shape = JsonShape(schema, contract.shape.registry)
    return {"shape": shape, "spellings": spellings, "notes": (*contract.notes, *work.notes)}


class _Dropping:
    """What is dropped from one schema because of one rule.

    Attributes:
        respelled: Enumerations in any letter case that lose members: before → after.
        notes: What was dropped, and why.
    """

    def __init__(self, contract: Contract, document: Schema, survey: Survey, rule: BlockRule) -> None:
        self._document = document
        self._rules = contract.block_rules
        self._rule = rule
        self._visits: dict[int, list[Enumeration]] = defaultdict(list)
        for visit in survey.enumerations:
            self._visits[visit.schema].append(visit)
        places = [place for place, _ in subschemas(document)]
        # A rule that holds everywhere kills a value wherever the schema is used; any other, where it was seen.
        self._everywhere = rule.fields is None
        self._all_seen = survey.complete and all(_is_surveyed(place) for place in places)
        self._cycles = survey.cycles
        self._referred = {reference.removeprefix("#") for _, reference in references(document)}
        self._spellings = contract.spellings
        self.respelled: dict[Spelling, Spelling] = {}
        self.notes: list[str] = []

    def schema(self) -> Schema:
        """The schema without what is dropped."""
        nodes = {place: id(here) for place, here in subschemas(self._document)}

        def change(here: dict[str, Any], place: Path) -> dict[str, Any]:
            killed = self._killed(nodes[place])
            if killed:
                self._drop_values(here, nodes[place], killed)
            for keyword in ("anyOf", "oneOf"):
                if isinstance(here.get(keyword), list):
                    self._drop_options(here, keyword, nodes, place)
            return here

        return rebuild(self._document, change)

    def _killed(self, node: int) -> dict[int, Cause]:
        """Values of an enumeration, by number, that the rule kills wherever it is used."""
        visits = self._visits.get(node, [])
        if not visits or not (self._everywhere or (self._all_seen and not any(v.chain & self._cycles for v in visits))):
            return {}
        found: dict[int, Cause] = {}
        for i, value in enumerate(visits[0].values):
            causes = [cause_against(value, (self._rule,), visit.path) for visit in visits]
            if causes[0] is not None and all(causes):
                found[i] = causes[0]
        return found

    def _drop_values(self, here: dict[str, Any], node: int, killed: dict[int, Cause]) -> None:
        visits = self._visits[node]
        values = visits[0].values
        if "const" in here or any(not self._remain(visit) for visit in visits):
            return
        kept = [value for i, value in enumerate(values) if i not in killed]
        if "enum" in here:
            here["enum"] = kept
        else:
            spelling = self._only_spelling(visits)
            if spelling is None:
                return
            self.respelled[spelling] = replace(spelling, canonical=tuple(kept))
            here["pattern"] = pattern_of(kept)
        self._note(visits[0], killed)

    def _only_spelling(self, visits: list[Enumeration]) -> Spelling | None:
        """The spelling of an enumeration in any letter case, if nothing else has it."""
        spelling = spelling_at(self._spellings, visits[0].path)
        users = {
            visit.schema
            for all_visits in self._visits.values()
            for visit in all_visits
            if spelling_at(self._spellings, visit.path) is spelling
        }
        alike = all(spelling_at(self._spellings, visit.path) is spelling for visit in visits)
        return spelling if alike and len(users) == 1 else None

    def _drop_options(self, here: dict[str, Any], keyword: str, nodes: dict[Path, int], place: Path) -> None:
        at = pointer((*place, keyword))
        if any(reference.startswith(f"{at}/") for reference in self._referred):
            return  # references count the alternatives
        options = here[keyword]
        gone = {i: dead for i in range(len(options)) if (dead := self._all_killed(nodes[(*place, keyword, i)]))}
        kept = [option for i, option in enumerate(options) if i not in gone]
        if not gone or all(option == {"type": "null"} for option in kept):
            return
        here[keyword] = kept
        for i, killed in gone.items():
            self._note(self._visits[nodes[(*place, keyword, i)]][0], killed)

    def _all_killed(self, node: int) -> dict[int, Cause]:
        killed = self._killed(node)
        return killed if killed and len(killed) == len(self._visits[node][0].values) else {}

    def _remain(self, visit: Enumeration) -> bool:
        """Whether a value is left that is not null."""
        return any(v is not None and cause_against(v, self._rules, visit.path) is None for v in visit.values)

    def _note(self, visit: Enumeration, killed: dict[int, Cause]) -> None:
        by = [f"{shown(visit.values[i])} by {cause.label}" for i, cause in killed.items()]
        more = f"; and {len(by) - _MOST_NAMED} more" if len(by) > _MOST_NAMED else ""
        self.notes.append(
            f"{render(visit.path)}: dropped because of blocked words: {'; '.join(by[:_MOST_NAMED])}{more}"
        )


def _is_surveyed(place: Path) -> bool:
    """Whether the way to a subschema leads through keywords alone that a survey looks into."""
    at = 0
    while at < len(place):
        if place[at] not in _SURVEYED:
            return False
        named = place[at] not in ("items", "additionalItems", "additionalProperties")
        at += 2 if named or any(isinstance(step, int) for step in place[at + 1 : at + 2]) else 1
    return True
