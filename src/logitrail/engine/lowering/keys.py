"""What several schemas together say of the properties of an object."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from logitrail.engine.lowering.applicators import KeyRule, key_rule, unevaluated_members
from logitrail.engine.lowering.documents import Documents, Node
from logitrail.engine.lowering.negation import Option
from logitrail.engine.lowering.shapes import Loose, Members, Others, goal_of

#: With more patterns, their overlaps are left to the monitors.
_MOST_PATTERNS = 4


def members(documents: Documents, nodes: Sequence[Node], option: Option, loose: list[Loose]) -> Members | None:
    """The objects that obey all of the schemas; ``None`` when none does."""
    rules: list[KeyRule] = []
    required: dict[str, None] = {}
    out = Members()
    names: list[Node] = []
    for node in nodes:
        schema = node.schema
        assert isinstance(schema, dict)
        rule = key_rule(documents, node)
        if rule is not None:
            rules.append(rule)
        if "unevaluatedProperties" in schema and schema["unevaluatedProperties"] is not True:
            extra, exact = unevaluated_members(documents, node)
            if extra is not None:
                rules.append(extra)
            if not exact:
                loose.append((node.address, "unevaluatedProperties"))
        listed = schema.get("required")
        if isinstance(listed, list):
            required.update(dict.fromkeys(listed))
        if "propertyNames" in schema:
            names.append(documents.child(node, "propertyNames"))
        fewest, most = schema.get("minProperties"), schema.get("maxProperties")
        if isinstance(fewest, int | float):
            out.fewest = max(out.fewest, int(fewest))
        if isinstance(most, int | float):
            out.most = int(most) if out.most is None else min(out.most, int(most))
    required.update(dict.fromkeys(sorted(option.required - set(required))))
    if option.absent & set(required) or (out.most is not None and out.most < max(len(required), out.fewest)):
        return None
    out.required = frozenset(required)
    out.names = goal_of(names)
    for name in dict.fromkeys([*(name for rule in rules for name in rule.named), *required]):
        out.named[name] = goal_of([node for rule in rules for node in rule.at(name)])
    # A property that must not be there is named, and nothing can be its value.
    for name in option.absent:
        out.named[name] = goal_of([documents.node(False, documents.root.resource, "", ())])
    for name in dict.fromkeys(name for rule in rules for name in rule.known):
        if name not in out.named:
            out.named[name] = goal_of([node for rule in rules for node in rule.at(name)])
    out.others = _others(rules, loose)
    return out


def _others(rules: Sequence[KeyRule], loose: list[Loose]) -> tuple[Others, ...]:
    patterns = list(
        dict.fromkeys(
            pattern for rule in rules for pattern in (*(found for found, _ in rule.patterns), *rule.known_patterns)
        )
    )
    if len(patterns) > _MOST_PATTERNS:
        loose.append(("", "patternProperties"))
        single = [frozenset({pattern}) for pattern in patterns]
        classes = [Others((next(iter(has)),), (), _value(rules, has, certain=True)) for has in single]
        return (*classes, Others((), tuple(patterns), _value(rules, frozenset(), certain=False)))
    out: list[Others] = []
    for chosen in product((True, False), repeat=len(patterns)):
        like = tuple(pattern for pattern, has in zip(patterns, chosen, strict=True) if has)
        unlike = tuple(pattern for pattern, has in zip(patterns, chosen, strict=True) if not has)
        out.append(Others(like, unlike, _value(rules, frozenset(like), certain=False)))
    return tuple(out)


def _value(rules: Sequence[KeyRule], like: frozenset[str], *, certain: bool) -> tuple[Node, ...]:
    """The goal of the properties whose names are like just these patterns; with ``certain``, like these at least."""
    found: list[Node] = []
    for rule in rules:
        own = [node for pattern, node in rule.patterns if pattern in like]
        found += own
        known = any(pattern in like for pattern in rule.known_patterns)
        others = certain and any(pattern not in like for pattern, _ in rule.patterns)
        others = others or (certain and bool(rule.known_patterns))
        if rule.rest is not None and not own and not known and not others:
            found.append(rule.rest)
    return goal_of(found)
