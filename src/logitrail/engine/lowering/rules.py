"""Writes the rules of goals."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from logitrail.contract.limits import current_limits
from logitrail.engine.lowering.containers import LAYOUTS, Containers, Layout, Member
from logitrail.engine.lowering.multiples import multiples
from logitrail.engine.lowering.numerals import number_regex, numbers, numbers_regex
from logitrail.engine.lowering.quoting import spelled
from logitrail.engine.lowering.shapes import Goal, Items, Loose, Members, Numerals, Shape, Texts
from logitrail.engine.lowering.strings import NO_TEXT, text_expression, words_expression, words_of
from logitrail.engine.lowering.text import STRING, GrammarText, literal


class RuleWriter:
    """Writes goals as rules, once for each layout where they hold more than a scalar.

    Args:
        any_order: Whether members come in any order, or as listed.
        layouts: Names of the layouts.
    """

    def __init__(self, *, any_order: bool, layouts: list[str]) -> None:
        self._text = GrammarText()
        self._containers = Containers(self._text, any_order=any_order)
        self._limits = current_limits()
        self._layouts = [LAYOUTS[name] for name in layouts]
        self._kept: Mapping[Goal, list[Shape]] = {}
        self._loose: dict[Goal, list[Loose]] = {}
        self._names: dict[Goal, str] = {}
        self._flat: dict[Goal, bool] = {}
        self._scalars: dict[Goal, str] = {}
        self._asked: set[Goal] = set()

    def write(self, root: Goal | None, kept: Mapping[Goal, list[Shape]], loose: dict[Goal, list[Loose]]) -> str:
        """The grammar; what turns out not to be held exactly is added to ``loose``."""
        if root is None:
            return f"start: {NO_TEXT}\n"
        self._kept, self._loose = kept, loose
        self._names = {goal: f"g{i}" for i, goal in enumerate(kept)}
        self._flat = {goal: all(_is_scalar(shape) for shape in shapes) for goal, shapes in kept.items()}
        starts = dict.fromkeys(self._reference(root, layout) for layout in self._layouts)
        for goal, shapes in kept.items():
            if goal:
                self._write(goal, shapes)
        if () in self._asked:  # rules that nothing refers to cost time all the same
            self._write((), kept[()])
        return f"start: {' | '.join(starts)}\n" + self._text.lines()

    def _write(self, goal: Goal, shapes: list[Shape]) -> None:
        if not shapes:
            return
        scalars = self._scalar_options(goal, shapes)
        if self._flat[goal]:
            self._scalars[goal] = self._one(scalars)
            return
        for layout in self._layouts:
            options = scalars + [option for shape in shapes for option in self._container_options(goal, shape, layout)]
            self._text.rule(self._names[goal] + layout.mark, " | ".join(dict.fromkeys(options)))

    @property
    def too_large(self) -> bool:
        """Whether the engine would not hold the grammar."""
        return self._text.rules > self._limits.rules

    def _one(self, options: list[str]) -> str:
        options = list(dict.fromkeys(options))
        return options[0] if len(options) == 1 else self._text.helper(" | ".join(options))

    def _reference(self, goal: Goal, layout: Layout) -> str:
        """How rules refer to a goal."""
        self._asked.add(goal)
        if not self._flat[goal]:
            return self._names[goal] + layout.mark
        if goal not in self._scalars:
            self._scalars[goal] = self._one(self._scalar_options(goal, self._kept[goal]))
        return self._scalars[goal]

    # scalars ------------------------------------------------------------------------------------------------------

    def _scalar_options(self, goal: Goal, shapes: list[Shape]) -> list[str]:
        if goal in self._scalars:
            return [self._scalars[goal]]
        options: list[str] = []
        for shape in shapes:
            if shape.null and len(shape.booleans) == 2:
                options.append(self._text.terminal("/null|true|false/"))
            else:
                options += ['"null"'] if shape.null else []
                options += [literal(json.dumps(value)) for value in shape.booleans]
            if shape.texts is not None:
                options += self._texts(goal, shape.texts)
            if shape.numerals is not None:
                options += self._numerals(goal, shape.numerals)
            if shape.values is not None:
                options += self._scalar_values(shape.values)
        return options

    def _texts(self, goal: Goal, texts: Texts) -> list[str]:
        expression, loose = text_expression(texts)
        self._note(goal, *loose)
        return [] if expression is None else [self._text.terminal(expression)]

    def _numerals(self, goal: Goal, numerals: Numerals) -> list[str]:
        unlike = "".join(f" & ~/{number_regex(number)}/" for number in numerals.unlike)
        if numerals.factors:
            listed, rule, exact = multiples(numerals)
            if not exact:
                self._note(goal, "multipleOf")
            out = [self._text.helper(rule)] if rule else []
            out += [self._joined(listed, unlike)] if listed else []
            if rule and unlike:
                self._note(goal, "not")
            return out
        listed, exact = numbers(numerals.bounds)
        if not exact:
            self._note(goal, "minimum")
        return [self._joined(listed, unlike)]

    def _joined(self, alternatives: list[str], unlike: str) -> str:
        """One terminal for all: the fewer there are, the sooner the engine is ready."""
        if unlike or any(" & " in alternative for alternative in alternatives):
            return self._text.terminal(" | ".join(f"({alternative}{unlike})" for alternative in alternatives))
        return self._text.terminal(f"/{'|'.join(alternative[1:-1] for alternative in alternatives)}/")

    def _scalar_values(self, values: tuple[Any, ...]) -> list[str]:
        texts = [value for value in values if isinstance(value, str)]
        options = [self._text.terminal(words_expression(texts))] if texts else []
        numerals = [value for value in values if isinstance(value, int | float) and not isinstance(value, bool)]
        if numerals:
            options.append(self._text.terminal(f"/{numbers_regex(numerals)}/"))
        options += [literal(json.dumps(value)) for value in values if value is None or isinstance(value, bool)]
        return options

    # containers ---------------------------------------------------------------------------------------------------

    def _container_options(self, goal: Goal, shape: Shape, layout: Layout) -> list[str]:
        options: list[str] = []
        if shape.items is not None:
            options += self._array(goal, shape.items, layout)
        if shape.members is not None:
            options.append(self._object(goal, shape.members, layout))
        listed = [value for value in shape.values or () if isinstance(value, list | dict)]
        if len(listed) > self._limits.containers:
            self._note(goal, "enum")
            anything = self._reference((), layout)
            return [*options, self._containers.array((), anything, 0, None, layout), *self._any_object(layout)]
        return options + [self._value(value, layout) for value in listed]

    def _any_object(self, layout: Layout) -> list[str]:
        key = self._text.terminal(STRING)
        return [self._containers.object((), [(key, self._reference((), layout))], 0, None, layout)[0]]

    def _array(self, goal: Goal, items: Items, layout: Layout) -> list[str]:
        most = items.most
        if most is not None and most > self._limits.counted:
            self._note(goal, "maxItems")
            most = None
        prefix = [self._reference(child, layout) for child in items.prefix[: most if most is not None else None]]
        closed = most is not None and most <= len(prefix)
        rest = None if closed else self._reference(items.rest, layout)
        return [self._containers.array(prefix, rest, items.fewest, most, layout)]

    def _object(self, goal: Goal, members: Members, layout: Layout) -> str:
        named = [
            Member(name, self._reference(child, layout), name in members.required)
            for name, child in members.named.items()
            if self._kept[child]
        ]
        others = [(self._text.terminal(other.key), self._reference(other.value, layout)) for other in members.others]
        if len(named) > self._limits.properties:
            self._note(goal, "properties")
            names = self._text.terminal(words_expression([member.name for member in named]))
            values = self._text.helper(" | ".join(dict.fromkeys(member.value for member in named)))
            named, others = [], [(names, values), *others]
        body, exact = self._containers.object(named, others, members.fewest, members.most, layout)
        if not exact:
            self._note(goal, "minProperties")
        return body

    def _value(self, value: Any, layout: Layout) -> str:
        """The expression of one value, spelled in any way that is equal to it."""
        if isinstance(value, dict):
            if not value:
                return '"{" "}"'
            named = [Member(key, self._value(child, layout), True) for key, child in value.items()]
            return self._text.helper(self._containers.object(named, (), 0, None, layout)[0])
        if isinstance(value, list):
            if not value:
                return '"[" "]"'
            items = [self._value(child, layout) for child in value]
            return self._text.helper(self._containers.array(items, None, len(items), len(items), layout))
        if isinstance(value, int | float) and not isinstance(value, bool):
            return self._text.terminal(f"/{number_regex(value)}/")
        if isinstance(value, str):
            return self._text.terminal(f"/{words_of([spelled(value)])}/")
        return literal(json.dumps(value))

    def _note(self, goal: Goal, *keywords: str) -> None:
        entries = self._loose.setdefault(goal, [])
        entries += [entry for word in keywords if (entry := ("", word)) not in entries]


def _is_scalar(shape: Shape) -> bool:
    if shape.values is not None:
        return not any(isinstance(value, list | dict) for value in shape.values)
    return shape.items is None and shape.members is None
