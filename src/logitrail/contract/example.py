"""An output that obeys a contract: a form that is still empty, with values that people would write where it needs any.

Small models copy whatever values an example has; from an empty one they can only copy the form.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from logitrail.contract.flat import ORIGINS, Flattener
from logitrail.contract.killed import cause_against, cause_in
from logitrail.contract.model import JsonShape
from logitrail.contract.paths import Path, render
from logitrail.contract.schema import validator
from logitrail.contract.spelling import spelling_at
from logitrail.contract.walk import Schema
from logitrail.errors import ContractError

if TYPE_CHECKING:
    from logitrail.contract.contract import Contract

_FORMATS = {
    "date": "2024-05-17", "time": "09:30:00Z", "date-time": "2024-05-17T09:30:00Z", "duration": "P3D",
    "email": "name@example.com", "idn-email": "name@example.com", "hostname": "example.com",
    "idn-hostname": "example.com", "ipv4": "192.0.2.1", "ipv6": "2001:db8::1",
    "uuid": "3f2504e0-4f89-41d3-9a0c-0305e82c3301", "uri": "https://example.com/page", "uri-reference": "/page", "iri": "https://example.com/page",
    "iri-reference": "/page", "json-pointer": "/items/0", "regex": "[a-z]+",
}  # fmt: skip
_TEXTS = {"en": ("", "text", "example", "some words", "note"), "zh": ("", "文本", "示例", "一段文字", "备注")}
_INTEGERS = (0, 1, 2, 3, 5, 10, 42, 100, 1000)
_NUMBERS = (0, 1, 1.5, 12.5, 0.5, 0.05, 100, 1000)
#: Keywords that limit strings and numbers, ``pattern`` left out.
_SCALAR = (
    "format", "minLength", "maxLength", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"
)  # fmt: skip
#: Times that values are replaced because the whole breaks the contract.
_MOST_TRIES = 12
_DEEPEST = 6
#: Values looked at for one place.
_MOST_VALUES = 40


def example_of(contract: Contract, language: str) -> str | None:
    """An output that the contract accepts; ``None`` when nothing can be said.

    Args:
        contract: The contract.
        language: ``"en"`` or ``"zh"``: of texts that may say anything.
    """
    if isinstance(contract.shape, JsonShape):
        for required_only in (False, True):
            text = _Example(contract, contract.shape.schema, language, required_only).text()
            if text is not None:
                return text
    return _shortest(contract)


def _shortest(contract: Contract) -> str | None:
    from logitrail.engine import textual

    found = textual.shortest(contract)
    return None if found is None else found.decode()


class _NoValueError(Exception):
    """No value was found for a place."""


class _Example:
    """One attempt: values are taken in turn until the whole is accepted."""

    def __init__(self, contract: Contract, document: Schema, language: str, required_only: bool) -> None:
        self._contract = contract
        self._document = document
        self._texts = _TEXTS[language]
        self._required_only = required_only
        self._flattener = Flattener(document)
        self._skipped: dict[str, int] = {}  # values already tried at a place
        self._leaves: set[str] = set()

    def text(self) -> str | None:
        blanks = (",", ":") if self._contract.layout == "compact" else (", ", ": ")
        for _ in range(_MOST_TRIES):
            self._leaves = set()
            try:
                value = self._value(self._document, (), frozenset())
            except _NoValueError:
                return None
            text = json.dumps(value, ensure_ascii=False, separators=blanks)
            wrong = [violation.path for violation in self._contract.violations(text)]
            if not wrong:
                return text
            again = [path for path in wrong if path in self._leaves]
            if not again:
                return None
            for path in again:
                self._skipped[path] = self._skipped.get(path, 0) + 1
        return None

    def _value(self, schema: Schema, path: Path, above: frozenset[int], turn: int = 0) -> Any:
        place = render(path)
        self._leaves.add(place)
        skipped = self._skipped.get(place, 0) + turn
        for i, value in enumerate(self._values(schema, path, above)):
            if i == skipped:
                return value
            if i > _MOST_VALUES:
                break
        raise _NoValueError

    def _values(self, schema: Schema, path: Path, above: frozenset[int]) -> Iterator[Any]:
        """Values for a place, the likeliest first."""
        flat = self._flattener.flat(schema)
        if flat is False or len(path) > _DEEPEST:
            return
        options = [{}] if isinstance(flat, bool) else self._flattener.options(flat)
        # Null says nothing about what else may stand there; and what leads back to itself must end somewhere.
        options.sort(key=lambda o: (bool(o.get(ORIGINS, frozenset()) & above), o.get("type") == "null"))
        for option in options:
            yield from self._option(option, path, above | option.get(ORIGINS, frozenset()))

    def _option(self, flat: dict[str, Any], path: Path, above: frozenset[int]) -> Iterator[Any]:
        spelling = spelling_at(self._contract.spellings, path)
        if "enum" in flat:
            candidates: list[Any] = sorted(flat["enum"], key=lambda value: value is None)
        elif spelling is not None and flat.get("type") == "string":
            candidates = list(spelling.canonical)
        else:
            kinds = flat.get("type", "string")
            for kind in sorted([kinds] if isinstance(kinds, str) else kinds, key=lambda kind: kind == "null"):
                yield from self._of_type(flat, kind, path, above)
            return
        yield from (value for value in candidates if cause_against(value, self._contract.block_rules, path) is None)

    def _of_type(self, flat: dict[str, Any], kind: str, path: Path, above: frozenset[int]) -> Iterator[Any]:
        if kind == "object":
            yield self._object(flat, path, above)
        elif kind == "array":
            yield self._array(flat, path, above)
        else:
            tried = [None] if kind == "null" else [False, True] if kind == "boolean" else self._scalars(flat, kind)
            limits = self._limits(flat, kind)
            fits = validator(limits)
            for value in tried:
                if fits.is_valid(value) and cause_against(value, self._contract.block_rules, path) is None:
                    yield value
            if kind == "string":
                yield from self._found(limits, path)

    def _limits(self, flat: dict[str, Any], kind: str) -> dict[str, Any]:
        """The schema of a scalar by itself."""
        limits: dict[str, Any] = {"type": kind, **{key: flat[key] for key in _SCALAR if key in flat}}
        if "pattern" in flat:
            limits["allOf"] = [{"pattern": pattern} for pattern in flat["pattern"]]
        if isinstance(self._document, dict) and "$schema" in self._document:
            limits["$schema"] = self._document["$schema"]
        return limits

    def _scalars(self, flat: dict[str, Any], kind: str) -> list[Any]:
        if kind == "string":
            named = [_FORMATS[flat["format"]]] if flat.get("format") in _FORMATS else []
            least, most = flat.get("minLength", 0), flat.get("maxLength")
            long = [text * (least // len(text) + 1) if text and len(text) < least else text for text in self._texts]
            return named + [text[:most] for text in long]
        step = flat.get("multipleOf")
        bounds = [flat[key] for key in ("minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum") if key in flat]
        numbers = list(_INTEGERS if kind == "integer" else _NUMBERS)
        near = [bound + more for bound in bounds for more in (0, 1, -1)]
        inner = [(bounds[0] + bounds[-1]) / 2] if len(bounds) > 1 and kind == "number" else []
        if step:
            near += [step * round(bound / step) + more for bound in bounds for more in (0, step, -step)] + [step]
        return [int(n) if kind == "integer" else n for n in [*numbers, *near, *inner]]

    def _found(self, limits: dict[str, Any], path: Path) -> Iterator[str]:
        """A text that the engine finds, where none that is at hand fits."""
        from logitrail.contract.contract import Contract

        try:
            text = _shortest(Contract(JsonShape(limits)))
        except ContractError:
            return
        if text is not None and cause_in(json.loads(text), self._contract.block_rules, path) is None:
            yield json.loads(text)

    def _array(self, flat: dict[str, Any], path: Path, above: frozenset[int]) -> list[Any]:
        prefix = flat.get("prefixItems", [])
        least, most = flat.get("minItems", 0), flat.get("maxItems", 1 + len(prefix))
        items = flat.get("items", True)
        wanted = max(least, min(most, len(prefix) or 1))
        out: list[Any] = []
        for i in range(wanted):
            schema = prefix[i] if i < len(prefix) else items
            turn = sum(i >= len(prefix) for i in range(i)) if flat.get("uniqueItems") else 0
            try:
                out.append(self._value(schema, (*path, i), above, turn))
            except _NoValueError:
                if i < least:
                    raise
                break
        return out

    def _object(self, flat: dict[str, Any], path: Path, above: frozenset[int]) -> dict[str, Any]:
        required = flat.get("required", [])
        properties = flat.get("properties", {})
        out: dict[str, Any] = {}
        for name in dict.fromkeys([*properties, *required]):
            optional = name not in required
            if optional and (self._required_only or self._leads_back(properties[name], above)):
                continue
            if optional and cause_in(name, self._contract.block_rules, path, is_key=True) is not None:
                continue
            schema = properties.get(name, flat.get("additionalProperties", True))
            try:
                out[name] = self._value(schema, (*path, name), above)
            except _NoValueError:
                if not optional:
                    raise
        extra = flat.get("additionalProperties", True)
        if isinstance(extra, dict) and (not properties or len(out) < flat.get("minProperties", 0)):
            names = [f"{name}{i}" for i in range(1, 3) for name in ("key", "name")]
            for name in names[: max(1, flat.get("minProperties", 0) - len(out))]:
                out[name] = self._value(extra, (*path, name), above)
        return out

    def _leads_back(self, schema: Schema, above: frozenset[int]) -> bool:
        flat = self._flattener.flat(schema)
        return isinstance(flat, dict) and bool(flat[ORIGINS] & above)
