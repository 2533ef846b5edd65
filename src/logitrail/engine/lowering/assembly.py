"""Puts together, for each kind of value, what several schemas say of it."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from decimal import Decimal
from typing import Any

from logitrail.contract.limits import current_limits
from logitrail.contract.paths import render
from logitrail.engine.lowering.applicators import item_rule, matches, unevaluated_items
from logitrail.engine.lowering.documents import Documents, Node
from logitrail.engine.lowering.equality import distinct, identity, kind_of
from logitrail.engine.lowering.keys import members
from logitrail.engine.lowering.negation import Option
from logitrail.engine.lowering.numerals import Bounds, decimal
from logitrail.engine.lowering.outline import Outlines, told_apart
from logitrail.engine.lowering.shapes import Items, Loose, Numerals, Shape, Texts, goal_of
from logitrail.errors import SchemaError

#: Longer tuples are lowered as far as this; the monitors see to the rest.
_MOST_PREFIX = 1000
#: More schemas are not compared each with each.
_MOST_PAIRED = 40


class Assembly:
    """Makes shapes of schemas that hold together.

    Args:
        documents: The schemas.
    """

    def __init__(self, documents: Documents) -> None:
        self._documents = documents
        self.outlines = Outlines(documents)

    def disjoint(self, nodes: Sequence[Node]) -> bool:
        """Whether no value obeys two of the schemas, as far as their outlines show."""
        outlines = [self.outlines.of(node) for node in nodes]
        if told_apart(outlines):
            return True
        return len(nodes) <= _MOST_PAIRED and all(
            left.joined(right) is None for i, left in enumerate(outlines) for right in outlines[i + 1 :]
        )

    def shape(self, option: Option, nodes: Sequence[Node]) -> tuple[Shape, list[Loose]]:
        """The shape of what obeys all of the schemas and the option, and the keywords that it is too generous for."""
        loose: list[Loose] = []
        kinds = option.kinds
        unlike = {identity(value) for value in option.unlike}
        values = _values(nodes)
        if values is not None:
            kept = [value for value in values if kind_of(value) in kinds and identity(value) not in unlike]
            kept = [v for v in kept if not (isinstance(v, str) and any(matches(p, v) for p in option.lacking))]
            return Shape(values=tuple(kept)), loose
        shape = Shape()
        if "null" in kinds:
            shape.null = ("literal", None) not in unlike
        if "boolean" in kinds:
            shape.booleans = tuple(b for b in (False, True) if ("literal", b) not in unlike)
        if kinds & {"integer", "fraction"}:
            shape.numerals = _numerals(nodes, option, loose)
        if "string" in kinds:
            shape.texts = _texts(nodes, unlike, option.lacking, loose)
        if "array" in kinds:
            shape.items = self._items(nodes, loose)
        if "object" in kinds:
            for node in nodes:
                _refuse_long_patterns(node)
                _least_count(node, "minProperties", current_limits().least_properties)
            shape.members = members(self._documents, nodes, option, loose)
        loose += [("", "not") for value in option.unlike if isinstance(value, list | dict)]
        return shape, loose

    def _items(self, nodes: Sequence[Node], loose: list[Loose]) -> Items | None:
        items = Items()
        rules = []
        for node in nodes:
            schema = node.schema
            assert isinstance(schema, dict)
            rule = item_rule(self._documents, node)
            if rule is not None:
                rules.append(rule)
            if "unevaluatedItems" in schema and schema["unevaluatedItems"] is not True:
                extra, exact = unevaluated_items(self._documents, node)
                if extra is not None:
                    rules.append(extra)
                if not exact:
                    loose.append((node.address, "unevaluatedItems"))
            items.fewest = max(items.fewest, _least_count(node, "minItems", current_limits().least_items))
            items.most = _least(items.most, _count(schema.get("maxItems"), None))
            if schema.get("uniqueItems") is True:
                items.unique = True
                loose.append((node.address, "uniqueItems"))
            if "contains" in schema:
                fewest = _count(schema.get("minContains"), 1) or 0
                items.contains += ((goal_of([self._documents.child(node, "contains")]), fewest),)
                items.fewest = max(items.fewest, fewest)
                if fewest or "maxContains" in schema:
                    loose.append((node.address, "contains"))
        if items.unique:
            rests = [rule.rest for rule in rules if rule.rest is not None and not rule.prefix]
            for rest in rests:
                items.most = _least(items.most, self.outlines.of(rest).count)
        if items.most is not None and items.fewest > items.most:
            return None
        length = max((len(rule.prefix) for rule in rules), default=0)
        if items.most is not None:
            length = min(length, items.most)
        cut = length > _MOST_PREFIX
        if cut:
            loose.append(("", "prefixItems"))
            length = _MOST_PREFIX
        for i in range(length):
            items.prefix += (goal_of([found for rule in rules if (found := rule.at(i)) is not None]),)
        items.rest = () if cut else goal_of([rule.rest for rule in rules if rule.rest is not None])
        if items.unique and items.most is not None and items.most <= 1:
            loose[:] = [entry for entry in loose if entry[1] != "uniqueItems"]
        return items


def _values(nodes: Sequence[Node]) -> list[Any] | None:
    """The values that ``enum`` and ``const`` of the schemas leave; ``None`` without any."""
    left: list[Any] | None = None
    for node in nodes:
        assert isinstance(node.schema, dict)
        for word in ("enum", "const"):
            if word not in node.schema:
                continue
            listed = node.schema["enum"] if word == "enum" else [node.schema["const"]]
            if left is None:
                left = distinct(listed)
            else:
                allowed: set[Hashable] = {identity(value) for value in listed}
                left = [value for value in left if identity(value) in allowed]
    return left


def _count(value: Any, default: int | None) -> int | None:
    return int(value) if isinstance(value, int | float) and not isinstance(value, bool) else default


def _refuse_long_patterns(node: Node) -> None:
    assert isinstance(node.schema, dict)
    most = current_limits().pattern
    for place, pattern in (
        (("pattern",), node.schema.get("pattern")),
        *((("patternProperties", pattern), pattern) for pattern in node.schema.get("patternProperties", ())),
    ):
        if isinstance(pattern, str) and len(pattern) > most:
            raise SchemaError(
                f"expected a pattern of at most {most} characters, got {len(pattern)}",
                path=render((*node.pointer.split("/")[1:], *place)),
                hint="an enum holds many words at once",
            )


def _least_count(node: Node, keyword: str, most: int) -> int:
    """A least number; beyond ``most`` no text would be long enough."""
    assert isinstance(node.schema, dict)
    fewest = _count(node.schema.get(keyword), 0) or 0
    if fewest > most:
        raise SchemaError(
            f"{keyword}: expected at most {most}, got {fewest}: the text would be too long",
            path=render((*node.pointer.split("/")[1:], keyword)),
            hint=f"lower {keyword}, or raise the limit with logitrail.contract.limits.set_limits",
        )
    return fewest


def _least(left: int | None, right: int | None) -> int | None:
    return right if left is None else left if right is None else min(left, right)


def _texts(nodes: Sequence[Node], unlike: set[Hashable], lacking: tuple[str, ...], loose: list[Loose]) -> Texts | None:
    texts = Texts(unlike=tuple(sorted(value for value in unlike if isinstance(value, str))), lacking=lacking)
    for node in nodes:
        schema = node.schema
        assert isinstance(schema, dict)
        texts.fewest = max(texts.fewest, _least_count(node, "minLength", current_limits().least_characters))
        texts.most = _least(texts.most, _count(schema.get("maxLength"), None))
        _refuse_long_patterns(node)
        if isinstance(schema.get("pattern"), str) and schema["pattern"] not in texts.patterns:
            texts.patterns += (schema["pattern"],)
        if isinstance(schema.get("format"), str) and schema["format"] not in texts.formats:
            texts.formats += (schema["format"],)
        if node.resource.draft in ("draft-06", "draft-07"):  # later drafts do not assert the content
            loose += [(node.address, word) for word in ("contentEncoding", "contentMediaType") if word in schema]
    return None if texts.most is not None and texts.fewest > texts.most else texts


def _numerals(nodes: Sequence[Node], option: Option, loose: list[Loose]) -> Numerals | None:
    low: tuple[Decimal, bool] | None = None
    high: tuple[Decimal, bool] | None = None
    factors: list[Decimal] = []
    for node in nodes:
        schema = node.schema
        assert isinstance(schema, dict)
        for keyword, is_low, strict in (
            ("minimum", True, schema.get("exclusiveMinimum") is True),
            ("maximum", False, schema.get("exclusiveMaximum") is True),
            ("exclusiveMinimum", True, True),
            ("exclusiveMaximum", False, True),
        ):
            limit = schema.get(keyword)
            if not isinstance(limit, int | float) or isinstance(limit, bool):
                continue
            bound = (decimal(limit), strict)
            if is_low and (low is None or bound > low):
                low = bound
            if not is_low and (high is None or (bound[0], not strict) < (high[0], not high[1])):
                high = bound
        factor = schema.get("multipleOf")
        if isinstance(factor, int | float) and not isinstance(factor, bool):
            factors.append(decimal(factor))
    whole = "fraction" not in option.kinds
    if "integer" not in option.kinds:
        loose.append(("", "type"))
    places: int | None = None
    left: list[Decimal] = []
    for factor in dict.fromkeys(factors):
        _, digits, exponent = factor.normalize().as_tuple()
        assert isinstance(exponent, int)
        if factor == factor.to_integral_value():
            whole = True
            if factor != 1:
                left.append(factor)
        elif digits == (1,):
            places = -exponent if places is None else min(places, -exponent)
        else:
            left.append(factor)
    bounds = Bounds(
        low[0] if low else None, bool(low and low[1]), high[0] if high else None, bool(high and high[1]), whole, places
    )
    if bounds.empty:
        return None
    unlike = tuple(decimal(v) for v in option.unlike if isinstance(v, int | float) and not isinstance(v, bool))
    return Numerals(bounds, tuple(left), unlike)
