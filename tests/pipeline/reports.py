"""A report, slots over it, and pipelines whose model writes what a test says."""

from __future__ import annotations

from typing import Any

from logitrail.pipeline import Answer, Pipeline
from logitrail.types import Source
from tests.pipeline.models import wishful

REPORT = Source(
    "公司2024年营业收入为3.2亿元，同比增长5.3%。净利润为1,234万元，同比下降2.1%。", "report", "2024年年度报告"
)
SLOTS = {
    "revenue": {"type": "quantity", "unit": "money", "about": "营业收入"},
    "change": {"type": "quantity", "unit": "percent", "about": "营业收入"},
}
TEMPLATE = "营业收入为{revenue}{if change}，同比{change.direction}{change}{end}。"
QUESTION = "公司的营业收入是多少？"
RIGHT = '{"revenue":"3.2亿元","change":"5.3%"}'
WRONG = '{"revenue":"1,234万元","change":null}'
NOTHING = '{"revenue":null,"change":null}'


def pipeline(*wishes: str, contract: Any = SLOTS, template: str = TEMPLATE, **arguments: Any) -> Pipeline:
    return Pipeline(wishful(*wishes), contract, template, **arguments)


def codes(answer: Answer) -> list[str]:
    """The codes of the vetoes, each once: how many checks object is the verifier's affair."""
    return list(dict.fromkeys(finding.code for finding in answer.findings if finding.veto))
