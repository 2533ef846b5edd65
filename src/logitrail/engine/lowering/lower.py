"""From a schema to a grammar: all goals that can come up, which of them can be met, and their rules."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from logitrail.contract.limits import current_limits
from logitrail.engine.lowering.conjunction import Expander
from logitrail.engine.lowering.rules import RuleWriter
from logitrail.engine.lowering.shapes import (
    Expansion,
    Goal,
    Items,
    Loose,
    Members,
    Numerals,
    Others,
    Shape,
    Texts,
    goal_of,
)
from logitrail.engine.lowering.text import STRING

#: Times the limit: with so many goals, little would be left of the grammar.
_TOO_MANY = 3
#: Where nothing is asked.
ANYTHING: Goal = ()


@dataclass(slots=True)
class Lowered:
    """A schema as a grammar.

    Attributes:
        lark: The grammar.
        expander: The goals behind it.
        root: The goal of the whole text.
        loose: For each goal that the rules do not hold exactly by themselves: the keywords.
        expansions: The alternatives of each goal.
        kept: The same without what no value can meet.
        heights: For each goal that some value meets, the nesting of the flattest one.
        open: Whether some object takes keys that the schema does not name.
        satisfiable: Whether anything at all can be said, as far as the grammar shows.
    """

    lark: str
    expander: Expander
    root: Goal
    loose: dict[Goal, tuple[Loose, ...]]
    expansions: dict[Goal, Expansion]
    kept: dict[Goal, list[Shape]]
    heights: dict[Goal, int]
    open: bool
    satisfiable: bool

    @property
    def nullable(self) -> bool:
        """Whether null may stand at some place that the schema asks for."""
        return any(_takes_null(goal, shape) for goal, shapes in self.kept.items() for shape in shapes)


def _takes_null(goal: Goal, shape: Shape) -> bool:
    if goal != ANYTHING:  # which stands for values that nobody asked for, too
        if shape.null or (shape.values is not None and None in shape.values):
            return True
        if shape.members is not None and ANYTHING in shape.members.named.values():
            return True
    return False


def children(shape: Shape) -> Iterator[Goal]:
    """Goals of the parts of a value."""
    if shape.items is not None:
        yield from shape.items.prefix
        yield shape.items.rest
    if shape.members is not None:
        yield from shape.members.named.values()
        yield from (other.value for other in shape.members.others)


def lower_schema(expander: Expander, *, any_order: bool, layouts: list[str], coarse: bool = False) -> Lowered:
    """The grammar of the values that obey the root of a set of documents, or of somewhat more.

    Args:
        expander: Expands the goals of the documents.
        any_order: Whether members come in any order, or as listed.
        layouts: ``"compact"`` or ``"spaced"``, or both: then one of them throughout the text.
        coarse: Whether every value may stand at the root (the monitors see to the rest).
    """
    root = goal_of([expander.documents.root])
    known = _reachable(expander, root, 0 if coarse else current_limits().goals)
    if len(known) > _TOO_MANY * current_limits().goals and not coarse:
        return lower_schema(expander, any_order=any_order, layouts=layouts, coarse=True)
    alive = _alive(known)
    loose: dict[Goal, list[Loose]] = {goal: list(expansion.loose) for goal, expansion in known.items()}
    kept = {goal: _reduced(expansion, alive) for goal, expansion in known.items()}
    satisfiable = root in alive
    writer = RuleWriter(any_order=any_order, layouts=layouts)
    lark = writer.write(root if satisfiable else None, kept, loose)
    if writer.too_large and not coarse:
        return lower_schema(expander, any_order=any_order, layouts=layouts, coarse=True)
    own = {goal: tuple(dict.fromkeys(entries)) for goal, entries in loose.items() if entries}
    # The goal of anything is always there; whether it is ever asked for is another matter.
    used = {root, *(child for goal in kept if goal != ANYTHING for s in kept[goal] for child in children(s))}
    takes_any = any(shape.members is not None and shape.members.others for goal in used for shape in kept[goal])
    return Lowered(lark, expander, root, own, known, kept, alive, takes_any, satisfiable)


def _reachable(expander: Expander, root: Goal, most: int) -> dict[Goal, Expansion]:
    known: dict[Goal, Expansion] = {ANYTHING: Expansion(_any_shape(), [])}
    queue = deque([root])
    while queue:
        goal = queue.popleft()
        if goal in known:
            continue
        if len(known) > _TOO_MANY * max(most, 1):
            return known
        if len(known) >= most and goal != ANYTHING:
            known[goal] = Expansion(_any_shape(), [("", "too many places")])
        else:
            known[goal] = expander.expand(goal)
        for shape in known[goal].shapes:
            queue.extend(children(shape))
    return known


def _any_shape() -> list[Shape]:
    return [
        Shape(
            null=True,
            booleans=(False, True),
            texts=Texts(),
            numerals=Numerals(),
            items=Items(),
            members=Members(others=(Others((), (), ANYTHING, STRING),)),
        )
    ]


def _alive(known: dict[Goal, Expansion]) -> dict[Goal, int]:
    """Goals that some finite value meets, as far as the shapes show, each with how deep that value is nested."""
    users: dict[Goal, set[Goal]] = {}
    for goal, expansion in known.items():
        for shape in expansion.shapes:
            for child in children(shape):
                users.setdefault(child, set()).add(goal)
    alive: dict[Goal, int] = {}
    layer = list(known)
    height = 0
    while layer:
        met = [goal for goal in layer if goal not in alive and any(_meets(s, alive) for s in known[goal].shapes)]
        alive.update(dict.fromkeys(met, height))
        height += 1
        layer = list(dict.fromkeys(user for goal in met for user in users.get(goal, ())))
    return alive


def _meets(shape: Shape, alive: Mapping[Goal, int]) -> bool:
    if shape.values is not None:
        return bool(shape.values)
    if shape.null or shape.booleans or shape.texts is not None or shape.numerals is not None:
        return True
    if shape.items is not None and _array_meets(shape.items, alive):
        return True
    return shape.members is not None and _object_meets(shape.members, alive)


def _array_meets(items: Items, alive: Mapping[Goal, int]) -> bool:
    needed = items.prefix[: items.fewest]
    if not all(goal in alive for goal in needed):
        return False
    return items.fewest <= len(items.prefix) or items.rest in alive


def _object_meets(members: Members, alive: Mapping[Goal, int]) -> bool:
    if not all(members.named[name] in alive for name in members.required):
        return False
    if any(other.value in alive for other in members.others):
        return True
    return sum(goal in alive for goal in members.named.values()) >= members.fewest


def _reduced(expansion: Expansion, alive: Mapping[Goal, int]) -> list[Shape]:
    """The shapes without the parts that no value meets."""
    out: list[Shape] = []
    for shape in expansion.shapes:
        if shape.items is not None:
            shape = replace(shape, items=_reduced_items(shape.items, alive))
        members = shape.members
        if members is not None:
            if not _object_meets(members, alive):
                shape = replace(shape, members=None)
            else:
                others = tuple(other for other in members.others if other.value in alive)
                shape = replace(shape, members=replace(members, others=others))
        if not shape.nothing:
            out.append(shape)
    return out


def _reduced_items(items: Items, alive: Mapping[Goal, int]) -> Items | None:
    if not _array_meets(items, alive):
        return None
    dead = next((i for i, goal in enumerate(items.prefix) if goal not in alive), None)
    if dead is not None:
        return replace(items, prefix=items.prefix[:dead], most=dead)
    if items.rest not in alive:
        return replace(items, most=len(items.prefix))
    return items
