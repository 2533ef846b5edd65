"""Which rules of a contract contradict each other, and what it cannot enforce. No tokenizer is needed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from logitrail.contract.keywords import keyword_notes
from logitrail.contract.killed import describe
from logitrail.contract.model import JsonShape
from logitrail.contract.satisfiable import contradiction
from logitrail.contract.survey import Conflict, Survey

if TYPE_CHECKING:
    from logitrail.contract.contract import Contract

_WORDS_NAMED = 5


@dataclass(frozen=True, slots=True)
class ConflictReport:
    """What ``Contract.check`` found.

    Attributes:
        conflicts: Places where the rules leave nothing to say.
        notes: What is true of the contract and easily missed: keywords without effect, values that can never be
            written, Python validators that only run on the finished value.
    """

    conflicts: tuple[Conflict, ...]
    notes: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Whether no rules contradict each other."""
        return not self.conflicts


def visible_conflicts(contract: Contract) -> tuple[Conflict, ...]:
    """Conflicts that the schema and the words show by themselves, without the grammar engine."""
    return tuple(_look_through(contract, contract.shape)[0]) if isinstance(contract.shape, JsonShape) else ()


def _look_through(contract: Contract, shape: JsonShape) -> tuple[list[Conflict], list[str]]:
    """Conflicts and notes."""
    survey = Survey(shape.schema, contract.block_rules, contract.spellings)
    against_itself = None if survey.conflicts else contradiction(shape.schema)
    return [against_itself] if against_itself is not None else survey.conflicts, survey.notes


def find_conflicts(contract: Contract) -> ConflictReport:
    """Checks a contract.

    Raises:
        ContractError: The grammar engine cannot hold the contract.
    """
    conflicts: list[Conflict] = []
    notes = list(contract.notes)
    if isinstance(contract.shape, JsonShape):
        conflicts, found = _look_through(contract, contract.shape)
        notes += found
        notes += keyword_notes(contract.shape.schema)
    if not conflicts and _nothing_can_be_said(contract):
        conflicts.append(_unexplained(contract))
    return ConflictReport(tuple(conflicts), tuple(dict.fromkeys(notes)))


def _nothing_can_be_said(contract: Contract) -> bool:
    from logitrail.engine import textual

    return textual.shortest(contract) is None


def _unexplained(contract: Contract) -> Conflict:
    words = [word for rule in contract.block_rules for word in rule.words]
    rules = [describe(word, contract.block_rules) for word in words[:_WORDS_NAMED]]
    if len(words) > _WORDS_NAMED:
        rules.append(f"and {len(words) - _WORDS_NAMED} more blocked words")
    shape = {"JsonShape": "schema", "RegexShape": "pattern", "GrammarShape": "grammar"}[type(contract.shape).__name__]
    return Conflict(
        "$",
        (f"the {shape}", *rules),
        f"no text obeys the {shape}{' and the blocked words' if words else ''}",
        "take rules out one by one until check() finds no conflict",
    )
