"""Which block rules kill which values: the smallest evidence that nothing is left to say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any, NamedTuple

from logitrail.contract.blocklist import blocked_numbers, covers, find_blocked, number_blocked
from logitrail.contract.custom import breaks
from logitrail.contract.explain import shown
from logitrail.contract.model import BlockRule
from logitrail.contract.paths import Path

#: Options of a rule, as messages name them.
_READ_AS = (
    ("whole_word", "as a whole word"), ("inserted", "with insertions"), ("across_fields", "across fields"),
)  # fmt: skip


class Cause(NamedTuple):
    """What kills a value.

    Attributes:
        rule: The block rule.
        word: The word of it, as listed; empty where the rule is a registered one.
    """

    rule: BlockRule
    word: str

    @property
    def label(self) -> str:
        """The word in quotes, or the rule by name."""
        return shown(self.word) if self.rule.custom is None else f"rule {shown(self.rule.custom.name)}"

    @property
    def brief(self) -> str:
        """The word or the rule, with what it is."""
        return self.label if self.rule.custom is not None else f"blocked word {self.label}"

    def __str__(self) -> str:
        """With where it is blocked and how it is read, for messages."""
        rule = self.rule
        fields = rule.fields
        said = ["everywhere" if fields is None else "at " + ", ".join(field or "the whole text" for field in fields)]
        said += [words for option, words in _READ_AS if getattr(rule, option)]
        if rule.except_in:
            said.append(f"but not in {shown(rule.except_in[0])}" + (" and others" if len(rule.except_in) > 1 else ""))
        return f"{self.brief} ({', '.join(said)})"

    @property
    def alone(self) -> BlockRule:
        """The rule with this word only."""
        return self.rule if self.rule.custom is not None else replace(self.rule, words=(self.word,))


def causes_of(rules: Iterable[BlockRule]) -> list[Cause]:
    """Every word and every registered rule by itself."""
    return [Cause(rule, word) for rule in rules for word in (rule.words if rule.custom is None else ("",))]


def cause_against(value: Any, rules: Sequence[BlockRule], path: Path) -> Cause | None:
    """Because of what ``value`` can never be written at ``path``; ``None`` when it can.

    Args:
        value: A JSON value (numbers may be ``Decimal``); in lists and objects everything is looked at, keys too.
        rules: The block rules of the contract.
        path: Where it would stand.
    """
    if isinstance(value, str):
        return cause_in(value, rules, path)
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float | Decimal):
        hits = ((rule, number_blocked(value, rule.words)) for rule in rules if covers(rule, path))
        return next((Cause(rule, word) for rule, word in hits if word is not None), None)
    return next((cause for cause in _inside(value, rules, path) if cause is not None), None)


def cause_in(text: str, rules: Iterable[BlockRule], path: Path, *, is_key: bool = False) -> Cause | None:
    """Because of what a string (or key) can never be written at a place; ``None`` when it can."""
    for rule in rules:
        if covers(rule, path):
            hit = find_blocked(text, (rule,))
            if hit is not None:
                return Cause(rule, hit.word)
            if breaks(text, rule, path, is_key=is_key):
                return Cause(rule, "")
    return None


def word_in(text: str, rules: Iterable[BlockRule], path: Path, *, is_key: bool = False) -> str | None:
    """A blocked word that occurs in a string (or key) at a place, or ``None``."""
    cause = cause_in(text, rules, path, is_key=is_key)
    return cause.word or None if cause is not None else None


def _inside(value: Any, rules: Sequence[BlockRule], path: Path) -> Iterator[Cause | None]:
    if isinstance(value, dict):
        for key, child in value.items():
            yield cause_in(key, rules, path, is_key=True)
            yield cause_against(child, rules, (*path, key))
    else:
        for i, child in enumerate(value):
            yield cause_against(child, rules, (*path, i))


def fewest_causes(values: Sequence[Any], causes: Sequence[Cause], path: Path) -> list[Cause]:
    """Causes of which none can be spared, that together kill all values.

    Args:
        values: Values that are all dead.
        causes: One cause against each of them.
        path: Where the values would stand.
    """
    kills = {
        cause: {i for i, v in enumerate(values) if cause == causes[i] or cause_against(v, (cause.alone,), path)}
        for cause in dict.fromkeys(causes)
    }
    chosen: list[Cause] = []
    left = set(range(len(values)))
    while left:
        best = max(kills, key=lambda cause: len(kills[cause] & left))
        chosen.append(best)
        left -= kills[best]
    for cause in list(chosen):
        others = set().union(*(kills[other] for other in chosen if other != cause))
        if len(others) == len(values):
            chosen.remove(cause)
    return chosen


def blocked_integers(low: int, high: int, step: int, rules: Sequence[BlockRule], path: Path) -> dict[int, Cause]:
    """Integers from ``low`` to ``high`` that are multiples of ``step`` and blocked, with the cause of each."""
    found: dict[int, Cause] = {}
    for rule in rules:
        for number, word in blocked_numbers(rule.words).items() if covers(rule, path) else ():
            if low <= number <= high and number == number.to_integral_value() and int(number) % step == 0:
                found.setdefault(int(number), Cause(rule, word))
    return found


def remedy(causes: Iterable[Cause]) -> str:
    """What can be done about the causes: the beginning of a hint."""
    causes = list(causes)
    words = ", ".join(dict.fromkeys(cause.label for cause in causes if cause.rule.custom is None))
    rules = ", ".join(dict.fromkeys(cause.label for cause in causes if cause.rule.custom is not None))
    parts = [f"remove {words} from the blocked words"] if words else []
    return " and ".join([*parts, *([f"take {rules} off"] if rules else [])])
