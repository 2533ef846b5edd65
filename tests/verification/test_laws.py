"""What holds of every verdict, whatever the texts."""

from __future__ import annotations

import json
import re
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from logitrail.scan.clauses import sentences
from logitrail.types import Finding, Source
from logitrail.verification import CODES, Policy, Subject, register_check, verify
from logitrail.verification.formula import Amount, FormulaError, evaluate

SUBJECTS = ["甲公司", "乙公司", "该项目", "The Group", "Net revenue", "The Tenant", "第2包", "全市PM2.5平均浓度"]
VERBS = [
    "营业收入为",
    "不得超过",
    "同比下降",
    "应当在",
    " rose to ",
    " must not exceed ",
    " was not ",
    " may be up to ",
    "增至",
]
FIGURES = [
    "9.87亿元",
    "15个百分点",
    "30日内",
    "$5 million",
    "12.5%",
    "2024年3月31日",
    "no more than 70",
    "三分之一",
    "(2,713)",
    "20 mg",
]
ENDS = [
    "，但经批准的除外。",
    "。",
    "；其余由乙方承担。",
    ", unless waived.",
    ".",
    ", up from 5%.",
    "\n",
    "，同比持平。",
]

sentence = st.tuples(*(st.sampled_from(part) for part in (SUBJECTS, VERBS, FIGURES, ENDS))).map("".join)
prose = st.lists(st.one_of(sentence, st.text(max_size=30)), max_size=6).map("".join)
relaxed = settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def checked(findings: tuple[Finding, ...], source: Source, answer: str) -> None:
    for finding in findings:
        assert CODES[finding.code] == finding.status
        assert not finding.veto or finding.status in ("CONTRADICTED", "NOT_FOUND")
        assert finding.message
        if finding.code != "QUOTE_NOT_IN_SOURCE":
            assert answer[finding.span.start : finding.span.end] == finding.span.text
        for span in finding.evidence:
            if span.source is not None:
                assert source.text[span.start : span.end] == span.text


@relaxed
@given(prose, prose)
def test_verdicts_are_determined_and_their_spans_are_true(answer: str, text: str) -> None:
    source = Source(text)
    verdict = verify(answer, source)
    checked(verdict.findings, source, answer)
    assert verdict.accepted == (not any(finding.veto for finding in verdict.findings))
    assert sum(verdict.counts.values()) == len(verdict.findings)
    again = verify(answer, text)
    assert json.dumps(again.to_dict()) == json.dumps(verdict.to_dict())


@relaxed
@given(st.lists(sentence, min_size=1, max_size=6), st.data())
def test_the_words_of_a_source_are_never_vetoed_against_it(parts: list[str], data: st.DataObject) -> None:
    source = Source("".join(parts))
    spans = sentences(source.text)
    chosen = data.draw(st.lists(st.sampled_from(spans), min_size=1, max_size=4)) if spans else []
    for span in chosen:
        assert verify(span.text, source).accepted
        assert verify({"claim": span.text, "quote": span.text}, source).accepted
    assert verify("\n".join(span.text for span in chosen), source).accepted
    assert verify(source.text, source).accepted


@relaxed
@given(prose)
def test_without_a_source_only_the_figures_of_an_answer_can_veto(answer: str) -> None:
    verdict = verify(answer, [])
    assert all(finding.status in ("NOT_FOUND", "NOT_CHECKABLE") or not finding.veto for finding in verdict.findings)


numbers = st.integers(-50, 50)
expressions = st.recursive(
    numbers.map(lambda n: f"({n})" if n < 0 else str(n)),
    lambda inner: st.tuples(inner, st.sampled_from("+-*/"), inner).map(
        lambda parts: f"({parts[0]} {parts[1]} {parts[2]})"
    ),
    max_leaves=8,
)


def literal(text: str) -> Amount | None:
    return Amount(Fraction(text)) if re.fullmatch(r"\d+", text) else None


@relaxed
@given(expressions)
def test_formulas_are_arithmetic(text: str) -> None:
    try:
        expected = eval(re.sub(r"(\d+)", r"Fraction(\1)", text), {"Fraction": Fraction})
    except ZeroDivisionError:
        with pytest.raises(FormulaError, match="division by zero"):
            evaluate(text, {}, literal)
    else:
        assert evaluate(text, {}, literal).value == expected


@given(st.text(max_size=40))
def test_no_formula_breaks_the_reader(text: str) -> None:
    try:
        amount = evaluate(text, {"a": Amount(Fraction(1))}, literal)
    except FormulaError:
        return  # what is no formula is refused, and nothing else is raised
    assert isinstance(amount.value, Fraction)


def test_a_registered_check_is_run_when_it_is_named() -> None:
    @register_check("no_superlatives")
    def no_superlatives(subject: Subject) -> list[Finding]:
        if "best" in subject.statement.claim.text:
            return [subject.finding("no_superlatives", "OPPOSITE_WORD")]
        return []

    assert verify("It is the best.", "It is good.").accepted
    verdict = verify("It is the best.", "It is good.", Policy(checks=("no_superlatives",)))
    assert [finding.check for finding in verdict.vetoes] == ["no_superlatives"]
