"""Which rules of a contract contradict each other, and what it cannot enforce. No tokenizer is needed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from logitrail.contract.exclusion import unnamed_fields, without_effect
from logitrail.contract.keywords import keyword_notes
from logitrail.contract.model import JsonShape
from logitrail.contract.satisfiable import contradiction
from logitrail.contract.survey import Conflict, Survey
from logitrail.contract.unsaid import blocked_marker, nothing_can_be_said, unsaid

if TYPE_CHECKING:
    from logitrail.contract.contract import Contract


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
    try:
        survey = Survey(shape.schema, contract.block_rules, contract.spellings)
    except RecursionError:  # a long chain of references: compiling refuses it, with the reason
        return [], []
    against_itself = None if survey.conflicts else contradiction(shape.schema)
    return [against_itself] if against_itself is not None else survey.conflicts, survey.notes


def find_conflicts(contract: Contract) -> ConflictReport:
    """Checks a contract.

    Raises:
        ContractError: The grammar engine cannot hold the contract.
    """
    if contract.prelude is not None:
        behind = find_conflicts(replace(contract, prelude=None))
        return ConflictReport((*blocked_marker(contract, contract.prelude), *behind.conflicts), behind.notes)
    conflicts: list[Conflict] = []
    notes = list(contract.notes)
    if isinstance(contract.shape, JsonShape):
        conflicts, found = _look_through(contract, contract.shape)
        notes += found
        notes += keyword_notes(contract.shape.schema)
        notes += unnamed_fields(contract.shape, contract.block_rules)
    if not conflicts and nothing_can_be_said(contract):
        conflicts.append(unsaid(contract))
    notes += without_effect(contract.block_rules)
    return ConflictReport(tuple(conflicts), tuple(dict.fromkeys(notes)))
