"""From what people give to the parts of a contract: one function for each constructor."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, get_args

from logitrail.contract import serial
from logitrail.contract.conflicts import find_conflicts, visible_conflicts
from logitrail.contract.document import Document, read_document
from logitrail.contract.exclusion import check_rule
from logitrail.contract.grounding import Grounding
from logitrail.contract.joining import all_of
from logitrail.contract.keywords import closest
from logitrail.contract.model import GrammarShape, JsonShape, Layout, Order, Prelude, RegexShape
from logitrail.contract.objects import close_objects
from logitrail.contract.rules import compile_rules
from logitrail.contract.schema import Registry, check_registry, check_schema, read_schema_text
from logitrail.contract.walk import Schema
from logitrail.errors import ConflictError, ContractError, OptionError, RuleError, SchemaError

if TYPE_CHECKING:
    from logitrail.contract.contract import Contract

#: Arguments of ``Contract``.
Parts = dict[str, Any]

_SCHEMA_FILE_KEYS = frozenset({"schema", "order", "layout", "closed"})


def compilable(contract: Contract) -> Contract:
    """The contract itself.

    Raises:
        ContractError: The grammar engine cannot hold it. Rules that contradict each other are no reason: ``check``
            names them.
    """
    from logitrail.engine import textual

    problem = textual.compile_problem(contract)
    if problem is not None and not isinstance(problem, ConflictError) and not visible_conflicts(contract):
        raise problem
    return contract


def together(contract: Contract) -> Contract:
    """The contract itself, when something can be said under it.

    Raises:
        ConflictError: Nothing can.
        ContractError: The grammar engine cannot hold it.
    """
    report = find_conflicts(compilable(contract))
    if not report.ok:
        first = report.conflicts[0]
        raise ConflictError(
            f"nothing obeys both contracts: {first.message} ({'; '.join(first.rules)})",
            path=first.path,
            hint=first.hint,
        )
    return contract


def from_schema(schema: Any, *, order: Order, layout: Layout, closed: bool | None, registry: Any = None) -> Parts:
    """Parts from a JSON Schema: dictionary, boolean, JSON text or Pydantic model class."""
    known = check_registry(registry or {})
    one_of("order", order, get_args(Order))
    one_of("layout", layout, get_args(Layout))
    one_of("closed", closed, (True, False, None))
    if isinstance(schema, str):
        return _json_parts(read_schema_text(schema, known), known, order, layout, closed)
    if hasattr(schema, "model_json_schema") and isinstance(schema, type):
        parts = from_type(schema, closed=closed)
        return {**parts, **_json_parts(parts["shape"].schema, known, order, layout, None, parts["notes"])}
    if not isinstance(schema, Mapping | bool):
        raise SchemaError(
            f"expected a dictionary, JSON text or a Pydantic model class, got {schema!r:.80}",
            path="$",
            hint="other Python types: Contract.from_type(…); files: Contract.from_file(…)",
        )
    return _json_parts(check_schema(schema, known), known, order, layout, closed)


def _json_parts(
    schema: Schema,
    registry: Registry,
    order: Order,
    layout: Layout,
    closed: bool | None,
    notes: tuple[str, ...] = (),
) -> Parts:
    if closed:
        schema, left_open = close_objects(schema)
        notes += left_open
    return {"shape": JsonShape(schema, registry), "order": order, "layout": layout, "notes": notes}


def one_of(name: str, value: Any, allowed: tuple[Any, ...]) -> None:
    """Refuses an option that is not among those allowed.

    Raises:
        OptionError: It is not.
    """
    if not any(value is option or (isinstance(value, str) and value == option) for option in allowed):
        meant = (
            closest(value, [option for option in allowed if isinstance(option, str)])
            if isinstance(value, str)
            else None
        )
        raise OptionError(
            f"{name}: expected one of {', '.join(map(repr, allowed))}, got {value!r}",
            hint=f"{name}={meant or allowed[0]!r}",
        )


def from_type(python_type: Any, *, closed: bool | None = None) -> Parts:
    """Parts from a Python type; ``closed=None`` takes the fields of classes as all there are."""
    from logitrail.contract.python_types import adapter_of, schema_of, validator_notes

    adapter = adapter_of(python_type)
    schema = check_schema(schema_of(adapter, python_type))
    notes = validator_notes(adapter)
    if closed is not False:
        schema, left_open = close_objects(schema)
        notes += left_open if closed else ()
    return {"shape": JsonShape(schema), "notes": notes, "adapter": adapter}


def from_rules(rules: Any) -> Parts:
    """Parts from rules: a dictionary, or the path of a file."""
    if isinstance(rules, str) and "\n" in rules:
        raise RuleError(
            "expected a dictionary or the path of a file, got text",
            path="$",
            hint="Contract.from_rules(yaml.safe_load(text)) reads rules from text",
        )
    return _rule_parts(read_document(rules) if isinstance(rules, str | os.PathLike) else Document(rules))


def _rule_parts(document: Document) -> Parts:
    rules = compile_rules(document)
    try:
        schema = check_schema(rules.schema)
    except SchemaError as error:
        raise RuleError(error.message, path=document.where(()), hint=error.hint) from None
    return {"shape": JsonShape(schema), "block_rules": rules.block_rules, "spellings": rules.spellings}


def from_regex(pattern: Any) -> Parts:
    """Parts from a regular expression."""
    if not isinstance(pattern, str):
        raise ContractError(
            f"expected a regular expression as text, got {pattern!r:.80}", path="$", hint=r'"[A-Z]{3}-\d{4}"'
        )
    return {"shape": RegexShape(_unicode(pattern))}


def from_grammar(lark: Any) -> Parts:
    """Parts from a Lark grammar."""
    if not isinstance(lark, str):
        raise ContractError(f"expected a grammar as text, got {lark!r:.80}", path="$", hint='start: "yes" | "no"')
    return {"shape": GrammarShape(_unicode(lark))}


def _unicode(text: str) -> str:
    for i, char in enumerate(text):
        if 0xD800 <= ord(char) < 0xE000:
            raise ContractError(f"character {i} is half of a surrogate pair: not valid Unicode", path="$")
    return text


def from_file(path: Any) -> Parts:
    """Parts from a YAML or JSON file of one of three kinds."""
    if not isinstance(path, str | os.PathLike):
        raise ContractError(
            f"expected the path of a file, got {path!r:.80}", hint='Contract.from_file("contract.yaml")'
        )
    document = read_document(path)
    keys = set(document.value) if isinstance(document.value, dict) else set()
    if "contract" in keys and not isinstance(document.value["contract"], dict):
        return _placed(document, lambda: _tried(from_dict(document.value)))
    if "schema" in keys and keys <= _SCHEMA_FILE_KEYS:
        options = {"order": "schema", "layout": "auto", "closed": None, **document.value}
        schema = options.pop("schema")
        inner = document.within("schema")
        return _placed(inner, lambda: _tried(from_schema(schema, **options)))
    return _rule_parts(document)


def _tried(parts: Parts) -> Parts:
    from logitrail.contract.contract import Contract

    compilable(Contract(**parts))
    return parts


def _placed(document: Document, make: Any) -> Parts:
    """``make()``, with its errors placed in the file."""
    try:
        parts: Parts = make()
    except ContractError as error:
        message = f"{error.message} (at {error.path})" if error.path else error.message
        raise type(error)(message, path=document.where_rendered(error.path), hint=error.hint) from None
    return parts


def from_dict(data: Any) -> Parts:
    """Parts from what ``to_dict`` gave."""
    parts = serial.parts_of(data)
    shape = parts["shape"]
    if isinstance(shape, JsonShape):
        registry = check_registry(shape.registry)
        schema = check_schema(shape.schema, registry)
        parts.update(_json_parts(schema, registry, parts["order"], parts["layout"], None, parts["notes"]))
    for rule in parts["block_rules"]:
        check_rule(parts["shape"], rule)
    return parts


#: The grammar engine counts characters up to here.
_LONGEST_PRELUDE = 1_000_000


def prelude(contract: Contract, text: Any, max_length: Any) -> Prelude:
    """Free text before a contract."""
    if max_length is not None and (
        not isinstance(max_length, int) or isinstance(max_length, bool) or not 0 <= max_length <= _LONGEST_PRELUDE
    ):
        raise OptionError(
            f"max_length: expected a number of characters from 0 to {_LONGEST_PRELUDE}, got {max_length!r:.80}",
            hint="max_length=2000",
        )
    if not isinstance(text, str) or not text:
        raise ContractError(f"expected a marker as text, got {text!r:.80}", path="$", hint='contract.after("</think>")')
    if contract.prelude is not None:
        raise ContractError(
            f"the contract begins after {contract.prelude.marker!r} already: it cannot begin after {text!r}, too",
            path="$",
            hint="call after() once, with the last marker",
        )
    return Prelude(_unicode(text), max_length)


def both(left: Contract, right: Contract) -> Parts:
    """Parts of the contract under which two hold."""
    if not isinstance(left.shape, JsonShape) or not isinstance(right.shape, JsonShape):
        raise ContractError(
            "only contracts for JSON can be joined; a regex or a grammar cannot yet",
            hint='say both in one regex, or in one schema with "pattern"',
        )
    registry = {**left.shape.registry, **right.shape.registry}
    for uri in left.shape.registry.keys() & right.shape.registry.keys():
        if left.shape.registry[uri] != right.shape.registry[uri]:
            raise SchemaError("the registries of the two contracts differ here", path=f"registry[{uri!r}]")
    schema = check_schema(all_of(left.shape.schema, right.shape.schema), registry)
    adapters = [contract.adapter for contract in (left, right) if contract.adapter is not None]
    notes = tuple(dict.fromkeys(left.notes + right.notes))
    if len(adapters) == 2:
        notes += ("$: joined from two Python types: r.parsed is None, and their Python validators do not run",)
    return {
        "shape": JsonShape(schema, registry),
        "block_rules": tuple(dict.fromkeys(left.block_rules + right.block_rules)),
        "spellings": tuple(dict.fromkeys(left.spellings + right.spellings)),
        "order": left.order if left.order == right.order else "schema",
        "layout": _agreed_layout(left.layout, right.layout),
        "notes": notes,
        "prelude": _agreed_prelude(left.prelude, right.prelude),
        "grounding": _agreed_grounding(left.grounding, right.grounding),
        "adapter": adapters[0] if len(adapters) == 1 else None,
    }


def _agreed_prelude(left: Prelude | None, right: Prelude | None) -> Prelude | None:
    if left is None or right is None:
        return left or right
    if left.marker != right.marker:
        raise ContractError(
            f"one contract begins after {left.marker!r}, the other after {right.marker!r}",
            hint="give both the same marker",
        )
    lengths = [prelude.max_length for prelude in (left, right) if prelude.max_length is not None]
    return Prelude(left.marker, min(lengths, default=None))


def _agreed_grounding(left: Grounding | None, right: Grounding | None) -> Grounding | None:
    if left is not None and right is not None and left != right:
        raise ContractError(
            "both contracts are grounded, and differently", hint="ground all slots at once: Contract.grounded({…})"
        )
    return right if left is None else left


def _agreed_layout(left: Layout, right: Layout) -> Layout:
    if "auto" in (left, right):
        return right if left == "auto" else left
    if left != right:
        raise ContractError(
            f"layout {left!r} and layout {right!r} cannot hold at once", hint="give both the same layout"
        )
    return left
