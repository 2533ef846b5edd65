"""One small builder for each rule type: from a rule to the JSON Schema of its values.

To add a type: write a builder, and list it in ``TYPES`` with the keys that it takes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from logitrail.contract.exclusion import FLAGS, rule_of
from logitrail.contract.keywords import closest
from logitrail.contract.model import BlockRule, Spelling
from logitrail.contract.paths import ANY, pointer
from logitrail.contract.patterns import pattern_problem
from logitrail.contract.rule_reader import Reader
from logitrail.contract.spelling import pattern_of, same_in_any_case
from logitrail.errors import SchemaError


@dataclass(slots=True)
class Gathered:
    """What the rules say beyond the schema."""

    block_rules: list[BlockRule] = field(default_factory=list)
    spellings: list[Spelling] = field(default_factory=list)


Place = tuple[str, ...]
Build = Callable[[Reader, Place, Gathered], dict[str, Any]]

#: Keys that every rule takes.
COMMON = frozenset({"type", "exclude", "required", "nullable", "description", "title"})


def build_rule(rule: Reader, place: Place, gathered: Gathered, *, is_field: bool) -> dict[str, Any]:
    """The schema of one rule.

    Args:
        rule: The rule.
        place: Keys from the root of the output to the value (``*`` for list items).
        gathered: Receives block rules and spellings.
        is_field: Whether it is the rule of a field, which may be left out with ``"required": false``.

    Raises:
        RuleError: An unknown type or key, or a value that cannot be.
    """
    kind = _kind_of(rule)
    keys, build = TYPES[kind]
    if "default" in rule.data:
        raise rule.error(
            "default: a default has no effect on what may be written",
            "default",
            hint='"required": false lets the field be left out',
            at_key=True,
        )
    if "required" in rule.data and not is_field:
        raise rule.error(
            "required: only the fields of an object can be left out",
            "required",
            hint='"min_items": 0 lets a list be empty, "nullable": true lets a value be null',
            at_key=True,
        )
    rule.only(COMMON | keys, f"type {kind!r}")
    rule.flag("required", default=True)
    schema = build(rule, place, gathered)
    if "exclude" in rule.data:
        gathered.block_rules.append(_exclusion(rule, (pointer(place),)))
    if rule.flag("nullable", default=False):
        schema = {"anyOf": [schema, {"type": "null"}]}
    notes = {key: rule.text(key) for key in ("title", "description")}
    return {**{key: text for key, text in notes.items() if text is not None}, **schema}


def _exclusion(rule: Reader, fields: tuple[str, ...]) -> BlockRule:
    """What a field excludes: a list of words, or words with options as ``_global`` has them."""
    if not isinstance(rule.data["exclude"], Mapping):
        return rule_of(rule, fields, words="exclude")
    inner = rule.inner("exclude")
    inner.only(frozenset({"words", "except_in", *FLAGS}), "'exclude'")
    if "words" not in inner.data:
        raise inner.error("expected the key 'words'", hint='"exclude": {"words": ["word"]}')
    return rule_of(inner, fields)


def _kind_of(rule: Reader) -> str:
    if "type" not in rule.data:
        raise rule.error(f"expected the key 'type': {', '.join(TYPES)}", hint='{"type": "text"}')
    kind = rule.text("type") or ""
    if kind == "exclude":
        raise rule.error(
            "type 'exclude' is for '_global'; a field says what it is and what it excludes",
            "type",
            hint='{"type": "text", "exclude": ["word"]}',
        )
    if kind not in TYPES:
        meant = _OTHER_NAMES.get(kind) or closest(kind, TYPES)
        raise rule.error(
            f"unknown type {kind!r}; the types are {', '.join(TYPES)}",
            "type",
            hint=f'"type": "{meant}"' if meant else None,
        )
    return kind


def _ordered(rule: Reader, low: str, high: str) -> None:
    """Refuses a lower bound above the upper one."""
    if low in rule.data and high in rule.data and rule.data[low] > rule.data[high]:
        raise rule.error(
            f"expected {low} <= {high}, got {rule.data[low]} > {rule.data[high]}", low, hint=f"swap {low} and {high}"
        )


def _enum(rule: Reader, place: Place, gathered: Gathered) -> dict[str, Any]:
    values = rule.scalars("values")
    for i, value in enumerate(values):
        if any(_same(value, other) for other in values[:i]):
            raise rule.error(f"values: {value!r} occurs twice", "values", hint="remove one of the two")
    case = rule.text("case") or "sensitive"
    if case not in ("sensitive", "insensitive"):
        raise rule.wrong("case", "'sensitive' or 'insensitive'", hint='"case": "insensitive"')
    texts = [value for value in values if isinstance(value, str)]
    if case == "sensitive":
        return {"enum": values}
    if not texts:
        raise rule.error(
            "case: numbers, booleans and null have no letter case", "case", hint="remove 'case'", at_key=True
        )
    for i, text in enumerate(texts):
        for other in texts[:i]:
            if same_in_any_case(text, other):
                raise rule.error(
                    f"values: {other!r} and {text!r} differ in letter case only; with case insensitive they are one",
                    "values",
                    hint="remove one of the two",
                )
    gathered.spellings.append(Spelling(place, tuple(texts)))
    any_case = {"type": "string", "pattern": pattern_of(texts)}
    others = [value for value in values if not isinstance(value, str)]
    return {"anyOf": [any_case, {"enum": others}]} if others else any_case


def _same(left: Any, right: Any) -> bool:
    return isinstance(left, bool) == isinstance(right, bool) and left == right


def _literal(rule: Reader, _place: Place, _gathered: Gathered) -> dict[str, Any]:
    if "value" not in rule.data:
        raise rule.error("expected the key 'value'", hint='{"type": "literal", "value": "v1"}')
    return {"const": rule.scalar(rule.data["value"], "value")}


def _range(rule: Reader, _place: Place, _gathered: Gathered) -> dict[str, Any]:
    if "min" not in rule.data and "max" not in rule.data:
        raise rule.error(
            "expected 'min' or 'max' or both", hint='without bounds: {"type": "integer"}; decimals: {"type": "number"}'
        )
    low, high = rule.integer("min"), rule.integer("max")
    _ordered(rule, "min", "max")
    return _numeric(rule, {"type": "integer", "minimum": low, "maximum": high})


def _integer(rule: Reader, _place: Place, _gathered: Gathered) -> dict[str, Any]:
    for key in _BOUNDS:
        rule.integer(key)
    return _numeric(rule, {"type": "integer", **_bounds(rule)})


def _number(rule: Reader, _place: Place, _gathered: Gathered) -> dict[str, Any]:
    return _numeric(rule, {"type": "number", **_bounds(rule)})


_BOUNDS = {
    "min": "minimum", "max": "maximum", "exclusive_min": "exclusiveMinimum", "exclusive_max": "exclusiveMaximum",
    "multiple_of": "multipleOf",
}  # fmt: skip


def _bounds(rule: Reader) -> dict[str, Any]:
    _ordered(rule, "min", "max")
    for low, high in (("min", "exclusive_max"), ("exclusive_min", "max"), ("exclusive_min", "exclusive_max")):
        _ordered(rule, low, high)
        if low in rule.data and rule.data[low] == rule.data.get(high):
            raise rule.error(f"expected {low} < {high}, got {rule.data[low]} twice: no number is left", low)
    step = rule.number("multiple_of")
    if step is not None and step <= 0:
        raise rule.wrong("multiple_of", "more than 0", hint='"multiple_of": 0.01')
    return {keyword: rule.number(key) for key, keyword in _BOUNDS.items()}


def _numeric(rule: Reader, schema: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in schema.items() if value is not None}


def _text(rule: Reader, _place: Place, _gathered: Gathered) -> dict[str, Any]:
    shortest, longest = rule.count("min_length"), rule.count("max_length")
    _ordered(rule, "min_length", "max_length")
    schema: dict[str, Any] = {"type": "string"}
    if shortest is not None:
        schema["minLength"] = shortest
    if longest is not None:
        schema["maxLength"] = longest
    pattern = rule.text("pattern")
    if pattern is not None:
        schema["pattern"] = _checked(rule, pattern)
    return schema


def _regex(rule: Reader, _place: Place, _gathered: Gathered) -> dict[str, Any]:
    pattern = rule.text("pattern")
    if pattern is None:
        raise rule.error("expected the key 'pattern'", hint='{"type": "regex", "pattern": "[A-Z]{3}-[0-9]{4}"}')
    return {"type": "string", "pattern": f"^(?:{_checked(rule, pattern)})$"}


def _checked(rule: Reader, pattern: str) -> str:
    problem = pattern_problem(pattern)
    if problem is not None:
        hint = problem.hint if isinstance(problem, SchemaError) else None
        raise rule.error(f"pattern: {problem.message.removeprefix('pattern: ')}", "pattern", hint=hint)
    return pattern


def _boolean(_rule: Reader, _place: Place, _gathered: Gathered) -> dict[str, Any]:
    return {"type": "boolean"}


def _of_format(name: str) -> Build:
    def build(_rule: Reader, _place: Place, _gathered: Gathered) -> dict[str, Any]:
        return {"type": "string", "format": name}

    return build


def _list(rule: Reader, place: Place, gathered: Gathered) -> dict[str, Any]:
    fewest, most = rule.count("min_items"), rule.count("max_items")
    _ordered(rule, "min_items", "max_items")
    items = build_rule(rule.inner("items"), (*place, ANY), gathered, is_field=False)
    schema: dict[str, Any] = {"type": "array", "items": items}
    if fewest is not None:
        schema["minItems"] = fewest
    if most is not None:
        schema["maxItems"] = most
    return schema


def _object(rule: Reader, place: Place, gathered: Gathered) -> dict[str, Any]:
    return build_fields(rule.inner("fields"), place, gathered, reserved=frozenset({"_open"}))


def build_fields(fields: Reader, place: Place, gathered: Gathered, *, reserved: frozenset[str]) -> dict[str, Any]:
    """The schema of an object from the rules of its fields; keys that begin with ``_`` say something about the object.

    Raises:
        RuleError: A rule that cannot be, an unknown ``_`` key, or no field at all.
    """
    properties: dict[str, Any] = {}
    required: list[str] = []
    for name in fields.data:
        if name.startswith("_"):
            if name not in reserved:
                meant = closest(name, reserved)
                raise fields.error(
                    f"unknown key {name!r}; keys that begin with '_' are reserved: {', '.join(sorted(reserved))}",
                    name,
                    hint=f"did you mean {meant!r}?" if meant else "give the field a name without '_' at its beginning",
                    at_key=True,
                )
            continue
        rule = _field_rule(fields, name)
        properties[name] = build_rule(rule, (*place, name), gathered, is_field=True)
        if rule.flag("required", default=True):
            required.append(name)
    if not properties:
        raise fields.error("expected at least one field, got none", hint='{"status": {"type": "text"}}')
    schema: dict[str, Any] = {"type": "object", "properties": properties, "required": required}
    if not fields.flag("_open", default=False):
        schema["additionalProperties"] = False
    return schema


def _field_rule(fields: Reader, name: str) -> Reader:
    if name == "type" and isinstance(fields.data[name], str) and "properties" in fields.data:
        raise fields.error(
            "expected rules, got a JSON Schema", name, hint='Contract.from_schema(…), or in a file {"schema": {…}}'
        )
    return fields.inner(name)


#: Keys and builder of every rule type.
TYPES: Mapping[str, tuple[frozenset[str], Build]] = {
    "enum": (frozenset({"values", "case"}), _enum),
    "literal": (frozenset({"value"}), _literal),
    "const": (frozenset({"value"}), _literal),
    "range": (frozenset({"min", "max"}), _range),
    "integer": (frozenset(_BOUNDS), _integer),
    "number": (frozenset(_BOUNDS), _number),
    "text": (frozenset({"min_length", "max_length", "pattern"}), _text),
    "regex": (frozenset({"pattern"}), _regex),
    "boolean": (frozenset(), _boolean),
    "date": (frozenset(), _of_format("date")),
    "time": (frozenset(), _of_format("time")),
    "datetime": (frozenset(), _of_format("date-time")),
    "list": (frozenset({"items", "min_items", "max_items"}), _list),
    "object": (frozenset({"fields"}), _object),
}

#: What people write who come from elsewhere.
_OTHER_NAMES = {
    "string": "text", "str": "text", "int": "integer", "float": "number", "decimal": "number", "double": "number",
    "bool": "boolean", "array": "list", "dict": "object", "choice": "enum", "pattern": "regex", "timestamp": "datetime",
    "date-time": "datetime", "null": "literal",
}  # fmt: skip
