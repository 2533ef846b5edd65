"""Looks through a schema for places where nothing can stand, because of its own keywords or of blocked words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeGuard

from logitrail.contract.explain import listed, shown
from logitrail.contract.killed import blocked_integers, cause_against, cause_in, fewest_causes, remedy
from logitrail.contract.model import BlockRule, Spelling
from logitrail.contract.paths import ANY, Path, render
from logitrail.contract.references import References
from logitrail.contract.spelling import pattern_of, spelling_at
from logitrail.contract.walk import Schema

#: Places looked at; schemas that refer to themselves in many ways have endlessly many.
_MOST_PLACES = 20_000

#: Bounds that can leave nothing between them, with the only type that they apply to.
_PAIRS = (
    ("minLength", "maxLength", "string"),
    ("minItems", "maxItems", "array"),
    ("minProperties", "maxProperties", "object"),
)


@dataclass(frozen=True, slots=True)
class Conflict:
    """Rules that leave nothing to say at a place.

    Attributes:
        path: The place in the output: ``$.status``; ``*`` stands for any key or index.
        rules: The rules that contradict each other: none of them can be spared.
        message: What they leave, expected against got.
        hint: One line that helps.
        spared: Whether null may still stand there, so that texts can be written.
    """

    path: str
    rules: tuple[str, ...]
    message: str
    hint: str
    spared: bool = False


@dataclass(frozen=True, slots=True)
class _At:
    """A schema: where its values stand in the output, and where itself stands in the document."""

    path: Path
    place: Path
    chain: frozenset[int]

    def below(self, *steps: str | int, path: Path | None = None) -> _At:
        return _At(self.path if path is None else path, (*self.place, *steps), self.chain)


@dataclass(frozen=True, slots=True)
class Enumeration:
    """Enumerated values as they were met.

    Attributes:
        schema: Identity of the schema that lists them.
        values: The values.
        path: Where one of them would stand in the output.
        chain: Identities of the schemas on the way.
    """

    schema: int
    values: tuple[Any, ...]
    path: Path
    chain: frozenset[int]


class Survey:
    """One look through a schema.

    Attributes:
        conflicts: Places where nothing is left.
        notes: Values and properties that can never be written, although others can.
        enumerations: Every enumeration at every place where it was met.
        cycles: Identities of schemas that lead back to themselves.
        complete: Whether all places were looked at.
    """

    def __init__(self, schema: Schema, rules: Sequence[BlockRule], spellings: Sequence[Spelling]) -> None:
        self.conflicts: list[Conflict] = []
        self.notes: list[str] = []
        self.enumerations: list[Enumeration] = []
        self.cycles: set[int] = set()
        self._references = References(schema)
        self._rules = rules
        self._spellings = spellings
        self._looked = 0
        self._report(self._look(schema, _At((), (), frozenset())))
        self.complete = self._looked <= _MOST_PLACES
        if not self.complete:
            self.notes.append(f"$: the schema has more than {_MOST_PLACES} places; the others were not looked at")

    def _report(self, causes: Sequence[Conflict]) -> None:
        self.conflicts.extend(cause for cause in causes if cause not in self.conflicts)

    def _note(self, note: str) -> None:
        if note not in self.notes:
            self.notes.append(note)

    def _look(self, schema: Schema, at: _At) -> list[Conflict]:
        """Why no value can stand here; empty when one can, as far as is seen."""
        self._looked += 1
        if self._looked > _MOST_PLACES or schema is True:
            return []
        if schema is False:
            rule = f"false at {render(at.place)}"
            message = "the schema is false: nothing may stand here, and something must"
            return [Conflict(render(at.path), (rule,), message, "say what may stand there instead of false")]
        if id(schema) in at.chain:
            self.cycles.add(id(schema))
            return []
        at = _At(at.path, at.place, at.chain | {id(schema)})
        causes = self._values(schema, at)
        causes += self._typed(schema, at)
        target = self._references.target(schema)
        if target is not None:
            causes += self._look(target, at.below("$ref"))
        for i, part in enumerate(schema.get("allOf", ())):
            causes += self._look(part, at.below("allOf", i))
        for keyword in ("anyOf", "oneOf"):
            if schema.get(keyword):
                causes += self._options(schema[keyword], keyword, at)
        return causes

    def _options(self, options: list[Schema], keyword: str, at: _At) -> list[Conflict]:
        outcomes = [self._look(option, at.below(keyword, i)) for i, option in enumerate(options)]
        dead = [causes for causes in outcomes if causes]
        if not dead:
            return []
        alive = [option for option, causes in zip(options, outcomes, strict=True) if not causes]
        if any(option != {"type": "null"} for option in alive):
            for causes in dead:
                for cause in causes:
                    self._note(f"{cause.path}: one alternative can never be written: {cause.message}")
            return []
        rules = tuple(dict.fromkeys(rule for causes in dead for cause in causes for rule in cause.rules))
        first = dead[0][0]
        if len(dead) > 1:
            message = "no alternative is left: " + "; ".join(causes[0].message for causes in dead)
            first = Conflict(render(at.path), rules, message, first.hint)
        return self._spared_by_null([first], bool(alive))

    def _spared_by_null(self, causes: list[Conflict], nullable: bool) -> list[Conflict]:
        """Where only null is left the place is a conflict, although the whole text can still be written."""
        if not nullable:
            return causes
        self._report(
            [Conflict(c.path, c.rules, f"only null is left: {c.message}", c.hint, spared=True) for c in causes]
        )
        return []

    def _values(self, schema: dict[str, Any], at: _At) -> list[Conflict]:
        """Enumerated values against blocked words."""
        if "enum" in schema:
            keyword, values = "enum", list(schema["enum"])
        elif "const" in schema:
            keyword, values = "const", [schema["const"]]
        else:
            spelling = spelling_at(self._spellings, at.path)
            if spelling is None or schema.get("pattern") != pattern_of(spelling.canonical):
                return []
            keyword, values = "enum in any letter case", list(spelling.canonical)
        if not values:
            return [Conflict(render(at.path), (f"enum at {render(at.place)}",), "the enum is empty", "add a value")]
        self.enumerations.append(Enumeration(id(schema), tuple(values), at.path, at.chain))
        verdicts = [cause_against(value, self._rules, at.path) for value in values]
        dead = [(value, cause) for value, cause in zip(values, verdicts, strict=True) if cause is not None]
        by = "; ".join(f"{shown(v)} by {cause.label}" for v, cause in dead[:6]) + (" …" if len(dead) > 6 else "")
        left = [value for value, cause in zip(values, verdicts, strict=True) if cause is None]
        if not dead:
            return []
        if any(value is not None for value in left):
            self._note(f"{render(at.path)}: blocked values that can never be written: {by}")
            return []
        guilty = fewest_causes([value for value, _ in dead], [cause for _, cause in dead], at.path)
        conflict = Conflict(
            render(at.path),
            (f"{keyword} {listed(values)} at {render(at.place)}", *map(str, guilty)),
            f"every value is blocked: {by}",
            f"{remedy(guilty)}, limit them with fields=[…], or add another value",
        )
        return self._spared_by_null([conflict], bool(left))

    def _typed(self, schema: dict[str, Any], at: _At) -> list[Conflict]:
        """Keywords that apply to one type; they kill the place only where the schema allows no other type."""
        named = schema.get("type")
        types = {named} if isinstance(named, str) else set(named or ())
        solid = types - {"null"}
        causes: list[Conflict] = []
        for low, high, kind in _PAIRS:
            found = self._empty(schema, low, high, at)
            causes += self._kills(found, solid == {kind}, types)
        causes += self._kills(self._range(schema, at), bool(solid) and solid <= {"integer", "number"}, types)
        causes += self._kills(self._members(schema, at), solid == {"object"}, types)
        return causes + self._kills(self._items(schema, at), solid == {"array"}, types)

    def _kills(self, causes: list[Conflict], alone: bool, types: set[str]) -> list[Conflict]:
        if alone:
            return self._spared_by_null(causes, "null" in types)
        self._report(causes)
        return []

    def _empty(self, schema: dict[str, Any], low: str, high: str, at: _At) -> list[Conflict]:
        if low in schema and high in schema and schema[low] > schema[high]:
            rules = tuple(f"{keyword} {shown(schema[keyword])} at {render(at.place)}" for keyword in (low, high))
            message = f"expected {low} <= {high}, got {shown(schema[low])} > {shown(schema[high])}"
            return [Conflict(render(at.path), rules, message, f"swap {low} and {high}")]
        return []

    def _range(self, schema: dict[str, Any], at: _At) -> list[Conflict]:
        exclusive_low, exclusive_high = schema.get("exclusiveMinimum"), schema.get("exclusiveMaximum")
        for low, high in (
            ("minimum", "maximum"),
            ("exclusiveMinimum", "maximum"),
            ("minimum", "exclusiveMaximum"),
            ("exclusiveMinimum", "exclusiveMaximum"),
        ):
            a, b = schema.get(low), schema.get(high)
            if not _is_number(a) or not _is_number(b):
                continue
            strict = low != "minimum" or high != "maximum"
            if a > b or (strict and a == b):
                rules = tuple(f"{keyword} {shown(schema[keyword])} at {render(at.place)}" for keyword in (low, high))
                wanted = f"{low} < {high}" if strict else f"{low} <= {high}"
                got = f"{shown(a)} {'>' if a > b else '='} {shown(b)}"
                return [Conflict(render(at.path), rules, f"expected {wanted}, got {got}", f"swap {low} and {high}")]
        if schema.get("type") not in ("integer", ["integer", "null"]):
            return self._single_number(schema, at)
        lows = [math.ceil(schema["minimum"])] if _is_number(schema.get("minimum")) else []
        highs = [math.floor(schema["maximum"])] if _is_number(schema.get("maximum")) else []
        # A draft-04 schema has booleans here, which make the other bound exclusive.
        if _is_number(exclusive_low):
            lows.append(math.floor(exclusive_low) + 1)
        elif exclusive_low is True and lows:
            lows = [math.floor(schema["minimum"]) + 1]
        if _is_number(exclusive_high):
            highs.append(math.ceil(exclusive_high) - 1)
        elif exclusive_high is True and highs:
            highs = [math.ceil(schema["maximum"]) - 1]
        step = schema.get("multipleOf", 1)
        if not lows or not highs or not float(step).is_integer():
            return []
        return self._blocked_range(max(lows), min(highs), int(step), at)

    def _single_number(self, schema: dict[str, Any], at: _At) -> list[Conflict]:
        low = schema.get("minimum")
        if not _is_number(low) or low != schema.get("maximum"):
            return []
        cause = cause_against(low, self._rules, at.path)
        if cause is None:
            return []
        rules = (f"minimum and maximum {shown(low)} at {render(at.place)}", str(cause))
        message = f"the only number is blocked: {shown(low)} by {cause.label}"
        return [Conflict(render(at.path), rules, message, "widen the range, or remove the word")]

    def _blocked_range(self, low: int, high: int, step: int, at: _At) -> list[Conflict]:
        count = high // step - -(-low // step) + 1
        by = blocked_integers(low, high, step, self._rules, at.path) if count > 0 else {}
        if count > 0 and len(by) < count:
            return []
        rules = (
            f"integers from {low} to {high}{f' in steps of {step}' if step > 1 else ''} at {render(at.place)}",
            *map(str, dict.fromkeys(by.values())),
        )
        message = (
            "every number is blocked: " + "; ".join(f"{n} by {by[n].label}" for n in sorted(by)[:6])
            if count > 0
            else "no integer lies between the bounds"
        )
        return [Conflict(render(at.path), rules, message, "widen the range, or remove the word")]

    def _members(self, schema: dict[str, Any], at: _At) -> list[Conflict]:
        causes: list[Conflict] = []
        named: dict[str, Schema] = schema.get("properties", {})
        required = schema.get("required", ())
        required = required if isinstance(required, list) else ()  # draft-03 style booleans mean nothing here
        for name in dict.fromkeys([*named, *required]):
            path = (*at.path, name)
            hit = cause_in(name, self._rules, at.path, is_key=True)
            breaks = "breaks" if hit is not None and hit.rule.custom else "holds the"
            if hit is not None and name not in required:
                self._note(f"{render(path)}: can never be written: its name {breaks} {hit}")
            elif hit is not None:
                rules = (f"required property {shown(name)} at {render(at.place)}", str(hit))
                message = f"the required name {shown(name)} {breaks} {hit.brief}"
                causes.append(Conflict(render(path), rules, message, f"rename the property, or {remedy([hit])}"))
            if name in named:
                found = self._look(named[name], at.below("properties", name, path=path))
                if name in required:
                    causes += found
                elif named[name] is not False:  # an optional property that is false says: never this one
                    self._report(found)
            elif schema.get("additionalProperties") is False and "patternProperties" not in schema:
                rules = (f"required at {render(at.place)}", f"additionalProperties at {render(at.place)}")
                message = f"the property {shown(name)} is required, and no such property is allowed"
                causes.append(Conflict(render(path), rules, message, f"add {shown(name)} to properties"))
        extra = schema.get("additionalProperties")
        if isinstance(extra, dict):
            self._report(self._look(extra, at.below("additionalProperties", path=(*at.path, ANY))))
        for pattern, child in schema.get("patternProperties", {}).items():
            self._report(self._look(child, at.below("patternProperties", pattern, path=(*at.path, ANY))))
        return causes

    def _items(self, schema: dict[str, Any], at: _At) -> list[Conflict]:
        fewest = schema.get("minItems", 0)
        causes: list[Conflict] = []
        items = schema.get("items", True)
        prefix = items if isinstance(items, list) else schema.get("prefixItems", [])
        for i, child in enumerate(prefix):
            found = self._look(child, at.below("items" if prefix is items else "prefixItems", i, path=(*at.path, i)))
            if i < fewest:
                causes += found
            elif child is not False:
                self._report(found)
        rest = schema.get("additionalItems", True) if prefix is items else items
        if rest is False and fewest > len(prefix):
            causes += self._look(False, at.below("items", path=(*at.path, len(prefix))))
        elif isinstance(rest, dict):
            found = self._look(rest, at.below("items", path=(*at.path, ANY)))
            if fewest > len(prefix):
                causes += found
            else:
                self._report(found)
        return causes


def _is_number(value: Any) -> TypeGuard[int | float]:
    return isinstance(value, int | float) and not isinstance(value, bool)
