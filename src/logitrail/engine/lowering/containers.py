"""Objects and arrays as rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from logitrail.engine.lowering.text import SELF, GrammarText, literal, string_literal

#: A parameter of the engine has 64 bits.
MOST_BITS = 60
#: Properties counted one by one, beside the named ones.
_MOST_COUNTED = 20


@dataclass(frozen=True, slots=True)
class Layout:
    """Separators.

    Attributes:
        mark: Ends the names of rules in this layout.
        item: Between items and members.
        key: Between a key and its value.
    """

    mark: str
    item: str
    key: str


LAYOUTS = {"compact": Layout("c", ",", ":"), "spaced": Layout("s", ", ", ": ")}


@dataclass(frozen=True, slots=True)
class Member:
    """A named property: its name, the expression of its value, and whether it must be there."""

    name: str
    value: str
    required: bool


class Containers:
    """Writes objects and arrays.

    Args:
        text: Where the rules go.
        any_order: Whether members come in any order, or as listed.
    """

    def __init__(self, text: GrammarText, *, any_order: bool) -> None:
        self._text = text
        self._any_order = any_order

    # arrays -------------------------------------------------------------------------------------------------------

    def array(self, prefix: Sequence[str], rest: str | None, fewest: int, most: int | None, layout: Layout) -> str:
        """The expression of an array."""
        comma = literal(layout.item)
        if most == 0:
            return '"[" "]"'
        if prefix:
            tail = self._tail(rest, fewest - len(prefix), None if most is None else most - len(prefix), comma)
            for i in range(len(prefix) - 1, 0, -1):
                inner = self._text.helper(f"{comma} {prefix[i]} {tail}".rstrip())
                tail = inner if i < fewest else f"({inner})?"
            body = f"{prefix[0]} {tail}".rstrip()
        elif rest is None:
            return '"[" "]"'
        else:
            tail = self._tail(rest, fewest - 1, None if most is None else most - 1, comma)
            body = f"{rest} {tail}".rstrip()
        inner = self._text.helper(body)
        return f'"[" {inner} "]"' if fewest > 0 else f'"[" ({inner})? "]"'

    def _tail(self, rest: str | None, fewest: int, most: int | None, comma: str) -> str:
        if rest is None or most == 0:
            return ""
        fewest = max(fewest, 0)
        return f"({comma} {rest}){_counts(fewest, most)}"

    # objects ------------------------------------------------------------------------------------------------------

    def object(
        self,
        members: Sequence[Member],
        others: Sequence[tuple[str, str]],
        fewest: int,
        most: int | None,
        layout: Layout,
    ) -> tuple[str, bool]:
        """The expression of an object, and whether counts and repetition are held exactly.

        Args:
            members: Named properties.
            others: Terminal of the key and expression of the value, for each class of other properties.
            fewest: Least number of properties.
            most: Most properties, or ``None``.
            layout: The separators.
        """
        if most == 0:
            return '"{" "}"', True
        needed = sum(member.required for member in members)
        if most == needed:  # there is no room for more than must be there
            members, others, most = [member for member in members if member.required], (), None
        comma, colon = literal(layout.item), literal(layout.key)
        other = ""
        if others:
            other = self._text.helper(" | ".join(f"{key} {colon} {value}" for key, value in others))
        counted = fewest > needed or (most is not None and (other != "" or most < len(members)))
        if not members:
            if not other:
                return '"{" "}"', fewest == 0
            tail = self._tail(other, fewest - 1, None if most is None else most - 1, comma)
            inner = self._text.helper(f"{other} {tail}".rstrip())
            return ('"{" ' + inner + ' "}"' if fewest else '"{" (' + inner + ')? "}"'), True
        pairs = [f"{string_literal(member.name)} {colon} {member.value}" for member in members]
        if self._any_order and (len(members) > 1 or other):
            return self._unordered(members, pairs, other, comma, fewest, most, counted)
        if counted:
            return self._counted(members, pairs, other, comma, fewest, most)
        return self._ordered(members, pairs, other, comma), True

    def _ordered(self, members: Sequence[Member], pairs: Sequence[str], other: str, comma: str) -> str:
        """Members as listed, those that are not required being left out at will, then the others."""
        some = self._run(members, pairs, comma, 0, len(members))
        none = not any(member.required for member in members)
        after = f"({comma} {other})*" if other else ""
        options = [f"{some} {after}".rstrip()]
        if none:
            options += [f"{other} {after}"] * bool(other) + ['""']
        return f'"{{" {self._text.helper(" | ".join(options))} "}}"'

    def _run(self, members: Sequence[Member], pairs: Sequence[str], comma: str, low: int, high: int) -> str:
        """One member or more of a stretch: halved again and again, so that no rule is nested deeply."""
        if high - low == 1:
            return pairs[low]
        middle = (low + high) // 2
        left = self._run(members, pairs, comma, low, middle)
        right = self._run(members, pairs, comma, middle, high)
        left_required = any(member.required for member in members[low:middle])
        right_required = any(member.required for member in members[middle:high])
        both = f"{left} {comma} {right}" if right_required else f"{left} ({comma} {right})?"
        return self._text.helper(both if left_required else f"{both} | {right}")

    def _unordered(
        self,
        members: Sequence[Member],
        pairs: Sequence[str],
        other: str,
        comma: str,
        fewest: int,
        most: int | None,
        counted: bool,
    ) -> tuple[str, bool]:
        """Members in any order: a bit for each says whether it has been written."""
        order = sorted(range(len(members)), key=lambda i: not members[i].required)
        exact = len(order) <= MOST_BITS
        bits = {i: bit for bit, i in enumerate(order[:MOST_BITS])}
        needed = sum(1 for i in bits if members[i].required)
        guard = _Counts(len(bits), needed, bool(other), fewest, most) if counted else None
        if guard is not None and not (guard.possible and exact):
            guard, exact = None, False
        may_end = [f"is_ones([0:{needed}])"] if needed else []
        may_add: list[str] = []
        if guard is not None:
            may_end += guard.enough()
            may_add += guard.room()
        others = f"({comma} {other})*" if other and guard is None else ""
        follow: list[str] = [f'""{_condition(may_end)}']
        first: list[tuple[str, int]] = []
        for i, pair in enumerate(pairs):
            bit = bits.get(i)
            change = "_" if bit is None else f"set_bit({bit})"
            conditions = ([] if bit is None else [f"bit_clear({bit})"]) + ([] if members[i].required else may_add)
            body = f"{pair} {others}".rstrip()
            follow.append(f"{comma} {body} {SELF}::{change}{_condition(conditions)}")
            first.append((body, 0 if bit is None else 1 << bit))
        if other and guard is not None:
            follow.append(f"{comma} {other} {SELF}::{guard.add()}{_condition(may_add)}")
            first.append((other, 1 << len(bits)))
        elif other:
            first.append((f"{other} {others}", 0))
        rest = self._text.parametric(follow)
        begun = [f"{body} {rest}::0x{parameter:x}" for body, parameter in first]
        if not needed and not fewest:
            begun.insert(0, '""')
        return f'"{{" {self._text.helper(" | ".join(begun))} "}}"', exact

    def _counted(
        self, members: Sequence[Member], pairs: Sequence[str], other: str, comma: str, fewest: int, most: int | None
    ) -> tuple[str, bool]:
        """Members as listed, and a count of them."""
        order = sorted(range(len(members)), key=lambda i: not members[i].required)
        bits = {i: bit for bit, i in enumerate(order)}
        guard = _Counts(len(members), sum(m.required for m in members), bool(other), fewest, most)
        if not guard.possible or len(members) > MOST_BITS:
            return self._ordered(members, pairs, other, comma), False
        room = guard.room()
        end = [f'""{_condition(guard.enough())}']
        after = self._text.parametric(
            [*end, f"{comma} {other} {SELF}::{guard.add()}{_condition(room)}"] if other else end
        )
        first = [f"{other} {after}::0x{1 << len(members):x}"] if other else []
        if not self._needs_any(members, fewest):
            first.append('""')
        for i in range(len(members) - 1, -1, -1):
            # What is still to come must be able to make up for what has been left out.
            left = len(members) - i - 1
            still = [] if other else guard.reachable(left)
            if members[i].required:
                first = []
            if other or fewest <= left + 1:
                first.append(f"{pairs[i]} {after}::0x{1 << bits[i]:x}")
            conditions = [*([] if members[i].required else room), *still]
            take = f"{comma} {pairs[i]} {after}::set_bit({bits[i]}){_condition(conditions)}"
            after = self._text.parametric([take, *([] if members[i].required else [f"{after}::_"])])
        inner = self._text.helper(" | ".join(reversed(first)))
        return f'"{{" {inner} "}}"', True

    @staticmethod
    def _needs_any(members: Sequence[Member], fewest: int) -> bool:
        return fewest > 0 or any(member.required for member in members)


class _Counts:
    """Conditions on the number of members: bits of the named ones, and a counter of the others."""

    def __init__(self, bits: int, required: int, others: bool, fewest: int, most: int | None) -> None:
        self._bits, self._others, self._fewest = bits, others, fewest
        #: Those that need not be there: bits of the required ones come first.
        self._optional = bits - required
        self._free = f"[{required}:{bits}]"
        self._most = None if most is None else most - required
        limit = max(fewest, most or 0)
        self._width = limit.bit_length() if others else 0
        self._field = f"[{bits}:{bits + self._width}]"
        self._named = f"[0:{bits}]"
        self.possible = bits + self._width <= 64 and (not others or limit <= _MOST_COUNTED)

    def add(self) -> str:
        """The parameter after one more of the others."""
        return f"incr({self._field})"

    def enough(self) -> list[str]:
        """The conditions under which the object may end."""
        return self._at_least(self._fewest) if self._fewest else []

    def room(self) -> list[str]:
        """The conditions under which a member may be added that need not be there."""
        if self._most is None:
            return []
        if not self._others:
            return [f"bit_count_lt({self._free}, {self._most})"]
        if not self._optional:
            return [f"lt({self._field}, {self._most})"]
        return [
            _any(
                [
                    f"and(bit_count_le({self._free}, {named}), lt({self._field}, {self._most - named}))"
                    for named in range(min(self._optional, self._most - 1) + 1)
                ]
            )
        ]

    def reachable(self, left: int) -> list[str]:
        """The conditions under which, with one member more and ``left`` to come, there can be enough."""
        needed = self._fewest - left - 1
        return [f"bit_count_ge({self._named}, {needed})"] if needed > 0 else []

    def _at_least(self, count: int) -> list[str]:
        if not self._others:
            return [f"bit_count_ge({self._named}, {count})"]
        return [
            _any(
                [
                    f"and(bit_count_ge({self._named}, {named}), ge({self._field}, {count - named}))"
                    for named in range(min(self._bits, count) + 1)
                ]
            )
        ]


def _any(conditions: list[str]) -> str:
    out = conditions[-1]
    for condition in reversed(conditions[:-1]):
        out = f"or({condition}, {out})"
    return out


def _condition(conditions: list[str]) -> str:
    if not conditions:
        return ""
    out = conditions[-1]
    for condition in reversed(conditions[:-1]):
        out = f"and({condition}, {out})"
    return f" %if {out}"


def _counts(fewest: int, most: int | None) -> str:
    if most is None:
        return "*" if fewest == 0 else f"{{{fewest},}}"
    return f"{{{fewest},{most}}}"
