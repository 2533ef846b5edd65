"""Expands a goal: follows references, joins what holds together, and distributes what holds one of several."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from logitrail.contract.limits import current_limits
from logitrail.contract.paths import render
from logitrail.engine.lowering.applicators import parts_in_place
from logitrail.engine.lowering.assembly import Assembly
from logitrail.engine.lowering.documents import OLD_DRAFTS, Documents, Node
from logitrail.engine.lowering.keytext import may_be_named, write_keys
from logitrail.engine.lowering.multiples import no_multiple
from logitrail.engine.lowering.negation import SILENT, Group, Negation, Option, joined, kinds_of
from logitrail.engine.lowering.outline import Outline
from logitrail.engine.lowering.shapes import KINDS, Expansion, Goal, Loose, Shape, goal_of
from logitrail.engine.lowering.strings import text_expression
from logitrail.engine.lowering.validators import Validators
from logitrail.errors import SchemaError

#: Steps taken to find the alternatives of one goal.
_MOST_STEPS = 2_500
#: Alternatives when some choices are left to the monitors.
_FEW_SHAPES = 32
#: Options of a choice that is left to the monitors, from which examples are made.
_SHOWN = 4
#: Listed values that are validated one by one.
_MOST_VALIDATED = 2_000
#: Alternatives of a ``oneOf`` whose overlaps are taken out exactly.
_MOST_EXCLUSIVE = 12


@dataclass(slots=True)
class _Conjunct:
    """What holds together in one alternative, as far as it has been read."""

    option: Option
    plain: tuple[tuple[tuple[int, ...], Node], ...] = ()  # schemas, each with where it was written
    groups: tuple[tuple[tuple[int, ...], Group], ...] = ()
    seen: frozenset[Node] = frozenset()
    loose: tuple[Loose, ...] = ()
    outline: Outline | None = None  # made when there are choices: it shows which options exclude each other

    def with_seen(self, node: Node) -> _Conjunct:
        return _Conjunct(self.option, self.plain, self.groups, self.seen | {node}, self.loose, self.outline)


class Expander:
    """Expands the goals of one set of documents.

    Args:
        documents: The schemas.
        few: Keep long choices out of the grammar, however few of them multiply.
    """

    def __init__(self, documents: Documents, *, few: bool = False) -> None:
        self.documents = documents
        self._few = few
        self._negation = Negation(documents)
        self._assembly = Assembly(documents)
        self._known: dict[Goal, Expansion] = {}
        self._open: set[Goal] = set()
        self._weights: dict[Node, int] = {}
        self._limits = current_limits()
        self.validators = Validators(documents)
        #: References that lead nowhere: only the validator knows what they mean.
        self.unresolved: set[str] = set()

    def expand(self, goal: Goal) -> Expansion:
        """The alternatives of a goal."""
        found = self._known.get(goal)
        if found is None:
            for node in goal:
                self._weigh(node)
            self._open.add(goal)
            found = self._known[goal] = self._expand(goal)
            self._open.discard(goal)
        return found

    def _weigh(self, node: Node) -> int:
        """How many schemas a value that obeys ``node`` is held against; those that are reached twice count twice."""
        if node not in self._weights:
            self._weights[node] = 1  # of a cycle, which is refused elsewhere
            self._weights[node] = 1 + sum(map(self._weigh, parts_in_place(self.documents, node)))
            if self._weights[node] > self._limits.evaluations:
                raise SchemaError(
                    f"one value would be held against more than {self._limits.evaluations} schemas",
                    path=render(tuple(node.pointer.split("/")[1:])),
                    hint="refer to each schema once",
                )
        return self._weights[node]

    def certain(self, goal: Goal) -> list[Node]:
        """Schemas that hold at a place whatever the value is: the goal's own and those they refer to."""
        out: list[Node] = []
        stack = list(reversed(goal))
        seen: set[Node] = set()
        while stack:
            node = stack.pop()
            if node in seen or isinstance(node.schema, bool):
                if node.schema is False:
                    out.append(node)
                continue
            seen.add(node)
            stack += [target for _, target in self.documents.targets(node) if target is not None]
            if not _hidden(node):
                out.append(node)
                stack += [self.documents.child(node, "allOf", i) for i in range(len(node.schema.get("allOf", ())))]
        return out

    def _expand(self, goal: Goal) -> Expansion:
        start: _Conjunct | None = _Conjunct(Option())
        for i, node in enumerate(goal):
            start = start and self._read(start, node, (i,), ())
        if start is not None and start.groups:
            start = self._outlined(start)
        if start is None:
            return Expansion([], [])
        loose: dict[Loose, None] = {}
        leaves, dropped = self._distribute(start)
        shapes: list[Shape] = []
        for leaf in leaves:
            ordered = [node for _, node in sorted(leaf.plain, key=lambda pair: pair[0])]
            kinds = leaf.option.kinds if leaf.outline is None else leaf.option.kinds & leaf.outline.kinds
            shape, found = self._assembly.shape(replace(leaf.option, kinds=kinds), ordered)
            if shape.values is not None and (start.groups or not _only_lists(ordered)):
                kept = self._obeying(goal, shape.values)
                if kept is not None:  # each has been validated: nothing is too generous
                    shapes += [replace(shape, values=kept)] if kept else []
                    continue
                found.append(("", "enum"))
            loose.update(dict.fromkeys([*leaf.loose, *([("", "anyOf")] if dropped else [])]))
            loose.update(dict.fromkeys(found))
            shape, words = self._spelled(shape)
            loose.update(dict.fromkeys(("", word) for word in words))
            if not shape.nothing:
                shapes.append(shape)
        shown = [goal_of([*goal, *option.nodes]) for group in dropped for option in group[:_SHOWN] if option.nodes]
        return Expansion(shapes, list(loose), bool(start.groups), [other for other in shown if other != goal])

    def _outlined(self, start: _Conjunct) -> _Conjunct | None:
        outline: Outline | None = Outline(kinds=start.option.kinds, required=start.option.required)
        for _, node in start.plain:
            outline = outline and outline.joined(self._assembly.outlines.own(node))
        return None if outline is None else replace(start, outline=outline)

    def _obeying(self, goal: Goal, values: tuple[Any, ...]) -> tuple[Any, ...] | None:
        """Those of some values that obey the goal; ``None`` where that cannot be told, or not in time."""
        if len(values) > _MOST_VALIDATED or any(self.validators.of(node) is None for node in goal):
            return None
        return tuple(value for value in values if self.validators.obeys(goal, value))

    def _spelled(self, shape: Shape) -> tuple[Shape, list[str]]:
        """The shape without what has no spelling, and the keywords that keys are too generous for."""
        if shape.texts is not None and text_expression(shape.texts)[0] is None:
            shape = replace(shape, texts=None)
        if shape.numerals is not None and shape.numerals.factors and no_multiple(shape.numerals):
            shape = replace(shape, numerals=None)
        members = shape.members
        if members is None:
            return shape, []
        names = None
        if members.names in self._open:
            return replace(shape, members=write_keys(members, None)[0]), ["propertyNames"]  # keys that ask for keys
        if members.names:
            names = self.expand(members.names)
        if names is not None:
            for name in members.named:
                if not may_be_named(names, name):
                    members.named[name] = goal_of([self.documents.node(False, self.documents.root.resource, "", ())])
        members, loose = write_keys(members, names)
        return replace(shape, members=members), loose

    def _distribute(self, start: _Conjunct) -> tuple[list[_Conjunct], list[Group]]:
        """All ways to take one option of each choice, and the choices that are left out because there are too many."""
        leaves = self._leaves(start)
        if leaves is not None:
            return leaves, []
        ordered = sorted(start.groups, key=lambda entry: len(entry[1]))
        for most in (_FEW_SHAPES, 1):
            count, kept = 1, 0
            while kept < len(ordered) and count * len(ordered[kept][1]) <= most:
                count *= len(ordered[kept][1])
                kept += 1
            dropped = [group for _, group in ordered[kept:]]
            kinds = start.option.kinds
            for group in dropped:
                kinds &= frozenset().union(*(option.kinds for option in group))
            option = replace(start.option, kinds=kinds)
            leaves = self._leaves(replace(start, groups=tuple(ordered[:kept]), option=option))
            if leaves is not None:
                return leaves, dropped
        return [replace(start, groups=())], [group for _, group in ordered]

    def _leaves(self, start: _Conjunct) -> list[_Conjunct] | None:
        leaves: list[_Conjunct] = []
        stack = [start]
        steps = 0
        # Options that overlap are watched, which takes long where there are many.
        alone = len(start.groups) == 1 and not self._few and all(word != "oneOf" for _, word in start.loose)
        most = self._limits.options if alone else self._limits.alternatives
        while stack:
            here = stack.pop()
            steps += 1
            if steps > _MOST_STEPS or len(leaves) > most:
                return None
            if not here.groups:
                leaves.append(here)
                continue
            index = min(range(len(here.groups)), key=lambda i: len(here.groups[i][1]))
            place, group = here.groups[index]
            rest = replace(here, groups=here.groups[:index] + here.groups[index + 1 :])
            taken = [self._take(rest, place, i, option) for i, option in enumerate(group)]
            stack += [conjunct for conjunct in reversed(taken) if conjunct is not None]
        return leaves

    def _take(self, here: _Conjunct, place: tuple[int, ...], number: int, option: Option) -> _Conjunct | None:
        both = joined(here.option, replace(option, nodes=(), groups=()))
        if both is None:
            return None
        out: _Conjunct | None = replace(here, option=both)
        for group in option.groups:
            assert out is not None
            out = replace(out, groups=(*out.groups, (place, group)))
        for node in option.nodes:
            out = out and self._read(out, node, (*place, number), ())
        if out is None:
            return None
        assert out.outline is not None
        outline = out.outline.joined(Outline(kinds=out.option.kinds, required=out.option.required))
        return None if outline is None else replace(out, outline=outline)

    def _read(
        self, conjunct: _Conjunct, node: Node, place: tuple[int, ...], chain: tuple[Node, ...]
    ) -> _Conjunct | None:
        """The conjunct with a schema added; ``None`` when nothing is left."""
        schema = node.schema
        if isinstance(schema, bool):
            return conjunct if schema else None
        if node in chain:
            raise SchemaError(
                "the schema refers to itself without a value in between: it has no meaning",
                path=render(tuple(node.pointer.split("/")[1:])),
                hint="put the reference below properties or items, where it describes a part of the value",
            )
        if node in conjunct.seen:
            return conjunct
        out: _Conjunct | None = conjunct.with_seen(node)
        chain = (*chain, node)
        words = list(schema)
        assert out is not None
        for reference, target in self.documents.targets(node):
            if target is None:
                self.unresolved.add(reference)
                out = replace(out, loose=(*out.loose, (node.address, "$ref")))
                continue
            out = self._read(out, target, (*place, _position(words, "$ref")), chain)
            if out is None:
                return None
        if _hidden(node):
            return out
        kinds = kinds_of(schema["type"]) if "type" in schema else KINDS
        required = schema.get("required")
        both = out.option if kinds >= out.option.kinds else joined(out.option, Option(kinds=kinds))
        if both is None:
            return None
        if isinstance(required, list) and required and "object" in kinds:
            if both.kinds <= {"object"}:
                both = joined(both, Option(kinds=frozenset({"object"}), required=frozenset(required)))
                if both is None:
                    return None
            elif both.absent & set(required):
                both = replace(both, kinds=both.kinds - {"object"})
        here = (*place, _position(words, "properties"))
        outline = out.outline
        if outline is not None:
            outline = outline.joined(self._assembly.outlines.own(node))
            if outline is None:
                return None
        out = _Conjunct(both, (*out.plain, (here, node)), out.groups, out.seen, out.loose, outline)
        for i in range(len(schema.get("allOf", ()))):
            out = self._read(out, self.documents.child(node, "allOf", i), (*place, _position(words, "allOf"), i), chain)
            if out is None:
                return None
        return self._choices(out, node, place, chain)

    def _choices(self, out: _Conjunct, node: Node, place: tuple[int, ...], chain: tuple[Node, ...]) -> _Conjunct | None:
        """Adds the choices that a schema leaves."""
        schema = node.schema
        assert isinstance(schema, dict)
        if _CHOOSING.isdisjoint(schema):
            return out
        words = list(schema)
        groups: list[tuple[tuple[int, ...], Group]] = []
        loose: list[Loose] = []
        if schema.get("anyOf"):
            options = tuple(Option(nodes=(child,)) for child in self._listed(node, "anyOf", chain))
            groups.append(((*place, _position(words, "anyOf")), options))
        if schema.get("oneOf"):
            options, exact = self._exclusive(self._listed(node, "oneOf", chain))
            groups.append(((*place, _position(words, "oneOf")), options))
            if not exact:
                loose.append((node.address, "oneOf"))
        if "not" in schema:
            negated = self._negation.of(self.documents.child(node, "not"))
            if negated is None:
                loose.append((node.address, "not"))
            else:
                groups.append(((*place, _position(words, "not")), negated))
        if "if" in schema and ("then" in schema or "else" in schema) and node.resource.draft not in _NO_IF:
            group, exact = self._conditional(node)
            groups.append(((*place, _position(words, "if")), group))
            if not exact:
                loose.append((node.address, "if"))
        groups += [((*place, len(words)), group) for group in self._dependencies(node)]
        return replace(out, groups=(*out.groups, *groups), loose=(*out.loose, *loose))

    def _listed(self, node: Node, word: str, chain: tuple[Node, ...]) -> list[Node]:
        assert isinstance(node.schema, dict)
        children = [self.documents.child(node, word, i) for i in range(len(node.schema[word]))]
        for child in children:
            self._refuse_cycle(child, chain)
        return children

    def _refuse_cycle(self, child: Node, chain: tuple[Node, ...]) -> None:
        """Refuses an option that is, by references alone, a schema that it is an option of."""
        seen: set[Node] = set()
        here: Node | None = child
        while here is not None and here not in seen:
            if here in chain:
                raise SchemaError(
                    "the schema refers to itself without a value in between: it has no meaning",
                    path=render(tuple(child.pointer.split("/")[1:])),
                    hint="put the reference below properties or items, where it describes a part of the value",
                )
            seen.add(here)
            here = next((target for _, target in self.documents.targets(here) if target is not None), None)

    def _exclusive(self, children: list[Node]) -> tuple[Group, bool]:
        """The options of ``oneOf``, each without the others; and whether that could be said."""
        plain = tuple(Option(nodes=(child,)) for child in children)
        if len(children) == 1 or self._assembly.disjoint(children):
            return plain, True
        if len(children) > _MOST_EXCLUSIVE:
            return plain, False
        negations = [self._negation.of(child) for child in children]
        options: list[Option] = []
        exact = True
        for i, child in enumerate(children):
            others = [negation for j, negation in enumerate(negations) if j != i]
            known = tuple(negation for negation in others if negation is not None and len(negation) <= 4)
            exact = exact and len(known) == len(others)
            options.append(Option(nodes=(child,), groups=known if exact else ()))
        return (tuple(options), True) if exact else (plain, False)

    def _conditional(self, node: Node) -> tuple[Group, bool]:
        """``if`` with ``then`` and ``else`` as a choice."""
        assert isinstance(node.schema, dict)
        condition = self.documents.child(node, "if")
        met = [condition, *([self.documents.child(node, "then")] if "then" in node.schema else [])]
        otherwise = (self.documents.child(node, "else"),) if "else" in node.schema else ()
        negated = self._negation.of(condition)
        if negated is None:
            return (Option(nodes=tuple(met)), Option(nodes=otherwise)), False
        unmet = [replace(option, nodes=option.nodes + otherwise) for option in negated]
        return (Option(nodes=tuple(met)), *unmet), True

    def _dependencies(self, node: Node) -> list[Group]:
        schema = node.schema
        assert isinstance(schema, dict)
        groups: list[Group] = []
        for word in ("dependentRequired", "dependentSchemas", "dependencies"):
            found: Any = schema.get(word)
            if not isinstance(found, dict):
                continue
            for name, needs in found.items():
                if needs is True or needs == [] or needs == {}:
                    continue
                others = Option(kinds=KINDS - {"object"})
                without = Option(kinds=frozenset({"object"}), absent=frozenset({name}))
                names = [needs] if isinstance(needs, str) else needs if isinstance(needs, list) else []
                nodes = () if isinstance(needs, list | str) else (self.documents.child(node, word, name),)
                having = Option(nodes, frozenset({"object"}), (), frozenset({name, *names}))
                groups.append((without, having, others))
        return groups


_NO_IF = frozenset({"draft-04", "draft-06"})
_CHOOSING = frozenset("anyOf oneOf not if dependentRequired dependentSchemas dependencies".split())


def _only_lists(nodes: list[Node]) -> bool:
    """Whether nothing but ``enum``, ``const`` and ``type`` is said."""
    return all(isinstance(node.schema, dict) and set(node.schema) - SILENT <= _LISTING for node in nodes)


_LISTING = frozenset({"enum", "const", "type", "$ref", "allOf"})


def _hidden(node: Node) -> bool:
    """Whether a reference hides the keywords beside it."""
    return node.resource.draft in OLD_DRAFTS and isinstance(node.schema, dict) and "$ref" in node.schema


def _position(words: list[str], word: str) -> int:
    return words.index(word) if word in words else len(words)
