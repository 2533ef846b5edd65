"""The shapes of an answer, quotes, slots, and what is refused."""

from __future__ import annotations

import json
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from logitrail.errors import OptionError
from logitrail.types import Source
from logitrail.verification import Policy, Verdict, verify

SOURCE = "公司2024年营业收入9.87亿元，同比增长23.5%。董事长为陈岚。首席财务官为李岳。"
QUOTE = "营业收入9.87亿元，同比增长23.5%"


def codes(verdict: Verdict) -> list[str]:
    return [finding.code for finding in verdict.findings]


@pytest.mark.parametrize(
    "answer",
    [
        "营业收入为9.87亿元。",
        {"claim": "营业收入为9.87亿元。", "quote": QUOTE},
        [{"claim": "营业收入为9.87亿元。", "quote": QUOTE}, "同比增长23.5%。"],
        {"revenue": {"value": "9.87亿元", "quote": QUOTE}},
        {"revenue": {"value": 987_000_000, "quote": QUOTE, "kind": "money", "unit": "CNY"}},
        {"revenue": {"value": Decimal("9.87"), "quote": QUOTE, "unit": "亿元"}},
        {"growth": {"value": 23.5, "kind": "percent", "quote": QUOTE}},
        {"people": {"value": ["陈岚", "李岳"], "quote": "董事长为陈岚。首席财务官为李岳。"}},
        {"chair": {"value": "陈岚", "quote": "董事长为陈岚"}},
        {"claim": {"value": "陈岚", "quote": "董事长为陈岚"}},
    ],
)
def test_every_shape_is_read(answer: Any) -> None:
    verdict = verify(answer, SOURCE)
    assert [finding.message for finding in verdict.vetoes] == []
    assert verdict.counts["SUPPORTED"] >= 1


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ({"revenue": {"value": "9.78亿元", "quote": QUOTE}}, "NUMBER_NOT_FOUND"),
        ({"revenue": {"value": "9.87亿元", "quote": "营业收入为9.87亿元"}}, "QUOTE_NOT_IN_SOURCE"),
        ({"chair": {"value": "李岳", "quote": "董事长为陈岚"}}, "VALUE_NOT_IN_QUOTE"),
        ({"chair": {"value": "陈岚", "quote": "董事长为陈岚", "kind": "money"}}, "KIND_MISMATCH"),
        ({"claim": "公司营业收入9.87亿美元。", "quote": QUOTE}, "CURRENCY_MISMATCH"),
    ],
)
def test_a_wrong_slot_names_its_reason_and_its_place(answer: Any, code: str) -> None:
    verdict = verify(answer, SOURCE)
    assert not verdict.accepted
    assert verdict.vetoes[0].code == code
    assert verdict.vetoes[0].slot == (None if "claim" in answer else "/" + next(iter(answer)))


def test_a_quote_may_differ_in_blanks_width_and_leave_out_a_middle() -> None:
    source = "Revenue   was\n$5 million, and  costs were $3 million."
    for quote in (
        "Revenue was $5 million",
        "Revenue was $5 million … costs were $3 million",
        "Ｒevenue was $5 million",
    ):
        assert verify({"claim": "Revenue was $5 million.", "quote": quote}, source).accepted, quote
    assert not verify({"claim": "Revenue was $5 million.", "quote": "costs were $3 million … Revenue"}, source).accepted


def test_null_abstains_and_slots_have_json_pointers() -> None:
    verdict = verify({"a/b": {"value": None}, "c~d": None}, SOURCE)
    assert [(finding.slot, finding.code) for finding in verdict.findings] == [
        ("/a~1b", "ABSTAINED"),
        ("/c~0d", "ABSTAINED"),
    ]
    assert verdict.accepted
    assert verdict.not_checkable == 1.0


@pytest.mark.parametrize(
    ("answer", "path"),
    [
        (float("nan"), "$"),
        ({"x": {"value": float("inf")}}, "$.x"),
        ({"x": {"value": Decimal("nan")}}, "$.x"),
        ({"x": {"quote": "y"}}, "$.x"),
        ({"x": {"value": 1, "note": 2}}, "$.x"),
        ({"x": {"value": 1, "kind": "colour"}}, "$.x.kind"),
        ({"x": {"value": object()}}, "$.x"),
        ({"claim": "a", "quote": 3}, "$.quote"),
        ([{"claim": 3}], "$[0].claim"),
        ({3: "a"}, "$"),
        ({"x": {"value": 1, "operands": 3}}, "$.x.operands"),
        (b"bytes", "$"),
    ],
)
def test_what_is_no_answer_is_refused_with_its_place(answer: Any, path: str) -> None:
    with pytest.raises(OptionError) as refused:
        verify(answer, SOURCE)
    assert refused.value.path == path


@pytest.mark.parametrize(("sources", "path"), [(3, "$.sources"), ([SOURCE, None], "$.sources[1]")])
def test_what_is_no_source_is_refused(sources: Any, path: str) -> None:
    with pytest.raises(OptionError) as refused:
        verify("a", sources)
    assert refused.value.path == path


@pytest.mark.parametrize(
    "answer", ["", " \n", "。", "\ud800 3亿元 \udfff", "\x00\x01", "１" * 400, "(" * 500, "a" * 3000, "|" * 300]
)
@pytest.mark.parametrize("source", ["", "\ud800", "。\n|\t|", SOURCE])
def test_odd_texts_end_in_findings(answer: str, source: str) -> None:
    verdict = verify(answer, source)
    assert verdict.findings
    assert verdict.accepted == (not verdict.vetoes)
    json.dumps(verdict.to_dict())


def test_no_source_at_all() -> None:
    assert not verify("收入3.5亿元。", []).accepted
    assert codes(verify("收入增加。", [])) == ["NOTHING_TO_CHECK"]


def test_a_long_source_is_read_where_it_matters() -> None:
    source = Source("无关的一句话，没有数字。" * 90_000 + SOURCE)
    assert verify("公司营业收入9.87亿元。", source).accepted


def test_every_span_is_true_and_sources_are_told_apart() -> None:
    first, second = Source("甲公司收入3.5亿元。", id="one"), Source("乙公司收入4.5亿元。", id="two")
    verdict = verify("乙公司收入4.5亿元。甲公司收入3.5亿元。", [first, second])
    texts = {"one": first.text, "two": second.text}
    shown = [span for finding in verdict.findings for span in finding.evidence]
    assert {span.source for span in shown} == {"one", "two"}
    assert all(texts[str(span.source)][span.start : span.end] == span.text for span in shown)


def test_the_same_bytes_whatever_the_hash_seed() -> None:
    program = (
        "import json, sys; from logitrail.verification import verify;"
        "s = '第1包中标金额192.8万元；第2包中标金额168.45万元。The fee shall not exceed $5; costs rose 3%.';"
        "a = ['第2包中标金额192.8万元。', 'Costs fell 3%.', {'x': {'value': 3, 'quote': 'rose 3%'}}];"
        "print(json.dumps(verify(a, s).to_dict()))"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "77")
    }
    assert len(outputs) == 1


@pytest.mark.parametrize(
    ("slot", "accepted"),
    [
        ({"value": "361.25万元", "formula": "a + b", "operands": ["192.8万元", "168.45万元"]}, True),
        ({"value": 361.25, "unit": "万元", "formula": "a + b", "operands": ["192.8万元", "168.45万元"]}, True),
        ({"value": "361.52万元", "formula": "a + b", "operands": ["192.8万元", "168.45万元"]}, False),
        ({"value": "24.35万元", "formula": "a - b", "operands": ["192.8万元", "168.45万元"]}, True),
        ({"value": "14.5%", "formula": "(a - b) / b", "operands": ["192.8万元", "168.45万元"]}, True),
        ({"value": "15.4%", "formula": "(a - b) / b", "operands": ["192.8万元", "168.45万元"]}, False),
        ({"value": "361.25万元", "formula": "a + b", "operands": ["192.8万元", "168.54万元"]}, False),
        ({"value": "361.25万元", "formula": "a + b", "operands": ["192.8万元"]}, False),
        ({"value": "361.25万元", "formula": "a + * b", "operands": ["192.8万元", "168.45万元"]}, False),
        ({"value": "361.25万元", "formula": "a / (b - b)", "operands": ["192.8万元", "168.45万元"]}, False),
        ({"value": "192.8万元", "formula": "a + n", "operands": ["192.8万元", "2个"]}, False),
    ],
)
def test_formulas(slot: dict[str, Any], accepted: bool) -> None:
    source = "本项目分2个包：第1包中标金额192.8万元；第2包中标金额168.45万元。"
    verdict = verify({"x": slot}, source)
    assert verdict.accepted == accepted, codes(verdict)
    assert ("FORMULA_HOLDS" in codes(verdict)) == accepted


def test_a_fraction_is_a_value() -> None:
    assert verify(
        {"x": {"value": Fraction(1, 4), "quote": "a quarter of all"}}, "It is a quarter of all votes."
    ).accepted


@pytest.mark.parametrize(
    ("claim", "accepted"),
    [("赔付人民币叁万元整（¥30,000）。", True), ("赔付人民币叁万元整（¥300,000）。", False)],
)
def test_words_and_figures_of_an_amount(claim: str, accepted: bool) -> None:
    verdict = verify(claim, "合计赔付三万元整。")
    assert ("CAPITALS_MISMATCH" not in codes(verdict)) == accepted


def test_policies() -> None:
    source, claim = "净利润1.04亿元。", "净利润1.0亿元。"
    assert verify(claim, source).accepted
    assert not verify({"claim": claim, "quote": source}, source, Policy(roundings=())).accepted
    assert verify({"claim": "净利润1.05亿元。", "quote": source}, source, Policy(tolerance=0.02)).accepted
    assert "CITATION_MISSING" in codes(verify(claim, source, Policy.strict()))
    assert verify("净利润1.04亿元，现金3.21亿元。", source, Policy.lenient()).accepted
    assert not verify("净利润2.04亿元。", source, Policy.lenient()).accepted
    aliased = Policy(aliases={"EBITDA": "息税折旧摊销前利润"})
    wrong = "EBITDA为5亿元。"
    two = "净利润5亿元，息税折旧摊销前利润9亿元。"
    assert not verify(wrong, two, aliased).accepted


@pytest.mark.parametrize(
    "options", [{"veto": {"DERIVED"}}, {"roundings": ("up",)}, {"tolerance": 1.5}, {"strong_digits": 0}]
)
def test_a_policy_refuses_what_it_cannot_do(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        Policy(**options)
