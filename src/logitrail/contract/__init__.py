"""What may be said: schema, rules, regex or grammar, and words that must not occur."""

from logitrail.contract.conflicts import ConflictReport
from logitrail.contract.contract import Contract
from logitrail.contract.custom import Rule, register_rule
from logitrail.contract.model import (
    BlockRule,
    Custom,
    GrammarShape,
    JsonShape,
    Layout,
    Order,
    RegexShape,
    Shape,
    Spelling,
)
from logitrail.contract.survey import Conflict
from logitrail.contract.violations import Violation

__all__ = [
    "BlockRule",
    "Conflict",
    "ConflictReport",
    "Contract",
    "Custom",
    "GrammarShape",
    "JsonShape",
    "Layout",
    "Order",
    "RegexShape",
    "Rule",
    "Shape",
    "Spelling",
    "Violation",
    "register_rule",
]
