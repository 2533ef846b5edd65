"""The keys of properties that are not named, as terminals."""

from __future__ import annotations

from logitrail.engine.lowering.applicators import matches
from logitrail.engine.lowering.shapes import Expansion, Members, Others, Texts
from logitrail.engine.lowering.strings import NO_TEXT, pattern_expression, text_expression, words_expression
from logitrail.engine.lowering.text import STRING, hopeless


def write_keys(members: Members, names: Expansion | None) -> tuple[Members, list[str]]:
    """The members with the terminals of their keys.

    Args:
        members: Which objects.
        names: What ``propertyNames`` asks of every key; ``None`` without it.

    Returns:
        The members, without classes that have no keys, and the keywords that the terminals are too generous for.
    """
    loose: list[str] = []
    required = None if names is None else _names_expression(names, loose)
    kept: list[Others] = []
    for other in members.others:
        key = _key(members, other, required, loose)
        if key is not None:
            kept.append(Others(other.like, other.unlike, other.value, key))
    members.others = tuple(kept)
    return members, loose


def _names_expression(names: Expansion, loose: list[str]) -> str:
    options: list[str] = []
    for shape in names.shapes:
        if shape.texts is not None:
            expression, generous = text_expression(shape.texts)
            loose += ["propertyNames"] if generous else []
            options += [] if expression is None else [f"({expression})"]
        texts = [value for value in shape.values or () if isinstance(value, str)]
        options += [words_expression(texts)] if texts else []
    loose += ["propertyNames"] if names.loose else []
    return " | ".join(dict.fromkeys(options)) or NO_TEXT


def _key(members: Members, other: Others, names: str | None, loose: list[str]) -> str | None:
    """The terminal of the keys of one class; ``None`` when there are none."""
    if names == NO_TEXT:
        return None
    parts: list[str] = [] if names is None else [f"({names})"]
    lacking: list[str] = []
    for pattern in other.like:
        part, exact = pattern_expression(pattern)
        if not exact:
            loose.append("patternProperties")
        if part != STRING:
            parts.append(part)
    for pattern in other.unlike:
        part, exact = pattern_expression(pattern)
        if exact:
            lacking.append(f"~({part})")
        else:
            loose.append("patternProperties")
    # The keys of named properties are named, not others.
    if members.named:
        lacking.append(f"~{words_expression(list(members.named))}")
    composed = len(parts) > 1 or bool(other.unlike) or names is not None or (bool(parts) and bool(lacking))
    expression = " & ".join([*(parts or [STRING]), *lacking])
    return None if composed and hopeless(f"start: T\nT: {expression}\n") else expression


def may_be_named(names: Expansion, name: str) -> bool:
    """Whether ``propertyNames`` may allow a name."""
    for shape in names.shapes:
        if shape.values is not None:
            if name in shape.values:
                return True
        elif shape.texts is not None and _fits(shape.texts, name):
            return True
    return False


def _fits(texts: Texts, name: str) -> bool:
    if name in texts.unlike or len(name) < texts.fewest or (texts.most is not None and len(name) > texts.most):
        return False
    return all(matches(pattern, name) for pattern in texts.patterns)
