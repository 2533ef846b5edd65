"""The rule dictionary: one rule for each field, and ``_global`` for words that must not occur anywhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from logitrail.contract.document import Document
from logitrail.contract.exclusion import FLAGS, rule_of
from logitrail.contract.limits import current_limits
from logitrail.contract.model import BlockRule, Spelling
from logitrail.contract.rule_reader import Reader
from logitrail.contract.rule_types import Gathered, build_fields
from logitrail.contract.walk import depth
from logitrail.errors import RuleError

_RESERVED = frozenset({"_global", "_open"})
_LIKE_THIS = '"_global": {"type": "exclude", "words": ["word"]}'


@dataclass(frozen=True, slots=True)
class CompiledRules:
    """A rule document as the parts of a contract."""

    schema: dict[str, Any]
    block_rules: tuple[BlockRule, ...]
    spellings: tuple[Spelling, ...]


def compile_rules(document: Document) -> CompiledRules:
    """Reads a rule document.

    Raises:
        RuleError: With the place (``$.level.mni``, or ``file:line:col``), what was expected and what was got.
    """
    deepest = current_limits().nesting
    if depth(document.value, deepest + 1) > deepest:
        raise RuleError(
            f"expected at most {deepest} levels of nesting, got more",
            path=document.where(()),
            hint="split the record into several contracts",
        )
    rules = Reader(document.value, (), document)
    gathered = Gathered()
    schema = build_fields(rules, (), gathered, reserved=_RESERVED)
    if "_global" in rules.data:
        # First, as the words that hold everywhere are the ones to be named in a conflict.
        gathered.block_rules.insert(0, _global_rule(rules.inner("_global")))
    return CompiledRules(schema, tuple(gathered.block_rules), tuple(gathered.spellings))


def _global_rule(rule: Reader) -> BlockRule:
    rule.only(frozenset({"type", "words", "except_in", *FLAGS}), "'_global'")
    if rule.text("type") != "exclude":
        raise (
            rule.wrong("type", "'exclude'", hint='"type": "exclude"')
            if "type" in rule.data
            else rule.error("expected the key 'type'", hint=_LIKE_THIS)
        )
    if "words" not in rule.data:
        raise rule.error("expected the key 'words'", hint=_LIKE_THIS)
    return rule_of(rule, None)
