from __future__ import annotations

import json
from typing import Any

import pytest

from logitrail.contract import Contract
from logitrail.errors import OptionError
from logitrail.pipeline import Veto, register_action
from logitrail.pipeline.abstention import SENTENCES
from logitrail.verification import Policy, register_check
from tests.pipeline.reports import NOTHING, QUESTION, REPORT, RIGHT, SLOTS, WRONG, codes, pipeline

# the three outcomes


def test_an_answer_with_its_citations() -> None:
    answer = pipeline(RIGHT).answer(QUESTION, [REPORT])
    assert (answer.status, answer.reason, answer.attempts) == ("accepted", None, 1)
    assert answer.text == str(answer) == "营业收入为3.2亿元，同比增长5.3%。"
    assert [(one.slot, one.quote.text, one.title, one.agrees) for one in answer.citations] == [
        ("revenue", "公司2024年营业收入为3.2亿元", "2024年年度报告", True),
        ("change", "同比增长5.3%", "2024年年度报告", True),
    ]
    for citation in answer.citations:
        assert REPORT.text[citation.quote.start : citation.quote.end] == citation.quote.text
    assert [finding.status for finding in answer.findings if finding.veto] == []
    assert "".join(span.text for span in answer.spans) == answer.text


def test_a_veto_with_its_reasons() -> None:
    answer = pipeline(WRONG, retries=0).answer(QUESTION, [REPORT])
    assert (answer.status, answer.reason, answer.text) == ("vetoed", "vetoed", SENTENCES["vetoed"]["zh"])
    assert codes(answer) == ["METRIC_MISMATCH"]
    assert answer.spans == answer.citations == ()
    assert "1,234" not in answer.text


@pytest.mark.parametrize(
    ("question", "sources", "reason", "language"),
    [
        (QUESTION, [REPORT], "not_said", "zh"),
        ("What was the revenue?", [REPORT], "not_said", "en"),
        (QUESTION, [], "not_retrieved", "zh"),
        ("What was the revenue?", [], "not_retrieved", "en"),
        ("What was the revenue?", ["", " \n"], "not_retrieved", "en"),
    ],
)
def test_an_abstention_tells_why(question: str, sources: list[Any], reason: Any, language: Any) -> None:
    answer = pipeline(NOTHING).answer(question, sources)
    assert (answer.status, answer.reason) == ("abstained", reason)
    assert answer.text == SENTENCES[reason][language]
    assert answer.attempts == (0 if reason == "not_retrieved" else 1)


def test_the_fixed_sentences_all_differ() -> None:
    texts = [text for sentences in SENTENCES.values() for text in sentences.values()]
    assert len(set(texts)) == len(texts) == 2 * len(SENTENCES)


def test_a_slot_that_is_not_needed_may_be_missing() -> None:
    answer = pipeline('{"revenue":"3.2亿元","change":null}').answer(QUESTION, [REPORT])
    assert answer.text == "营业收入为3.2亿元。"
    assert [one.slot for one in answer.citations] == ["revenue"]


def test_a_slot_that_is_needed_must_not() -> None:
    answer = pipeline('{"revenue":null,"change":"5.3%"}').answer(QUESTION, [REPORT])
    assert (answer.status, answer.reason) == ("abstained", "not_said")


def test_what_the_budget_closed_is_never_rendered() -> None:
    template = "{if revenue}营业收入为{revenue}{else}没有披露营业收入{end}。{if change}同比{change}{end}"
    answer = pipeline(RIGHT, template=template, max_tokens=34).answer(QUESTION, [REPORT])
    assert (answer.status, answer.reason) == ("abstained", "unfinished")
    assert answer.text == SENTENCES["unfinished"]["zh"]


@pytest.mark.parametrize(
    ("text", "period", "revenue", "yoy", "expected"),
    [
        (
            "2024年前三季度，公司实现营业收入12.5亿元，较上年同期下降3.2%。",
            *("2024年前三季度", "12.5亿元", "3.2%"),
            "公司2024年前三季度营业收入为12.5亿元，同比下降3.2%。",
        ),
        (
            "２０２４年第一季度营业收入９．８７亿元，同比增长２３．５％",
            *("２０２４年第一季度", "９．８７亿元", "２３．５％"),
            "公司２０２４年第一季度营业收入为９．８７亿元，同比增长２３．５％。",
        ),
        (
            "2024年上半年，公司营业收入约3.2亿元，同比减少逾一成。",
            *("2024年上半年", "约3.2亿元", "逾一成"),
            "公司2024年上半年营业收入为约3.2亿元，同比下降逾一成。",
        ),
        (
            "公司2024年营业收入为3.2亿元，同比增速为-5.3%。",
            *("2024年", "3.2亿元", "-5.3%"),
            "公司2024年营业收入为3.2亿元，同比下降5.3%。",
        ),
    ],
)
def test_reports_of_several_styles(text: str, period: str, revenue: str, yoy: str, expected: str) -> None:
    slots = {"period": {"type": "period"}, "revenue": SLOTS["revenue"], "yoy": SLOTS["change"]}
    wish = json.dumps({"period": period, "revenue": revenue, "yoy": yoy}, ensure_ascii=False)
    template = "公司{period}营业收入为{revenue}，同比{yoy.direction}{yoy}。"
    assert pipeline(wish, contract=slots, template=template).answer(QUESTION, [text]).text == expected


# what follows from a veto


def test_a_retry_with_the_reasons_and_without_what_was_vetoed() -> None:
    prompts: list[Any] = []

    def prompt(question: str, sources: Any, findings: Any) -> str:
        from logitrail.pipeline.prompting import prompt_for

        prompts.append({finding.code for finding in findings})
        return str(prompt_for(question, sources, findings))

    answer = pipeline(WRONG, RIGHT, prompt=prompt).answer(QUESTION, [REPORT])
    assert (answer.status, answer.attempts) == ("accepted", 2)
    assert answer.text == "营业收入为3.2亿元，同比增长5.3%。"
    assert {"METRIC_MISMATCH"} in prompts
    assert [one["decision"] for one in answer.record["attempts"]] == ["retry", "accepted"]


def test_what_was_vetoed_cannot_be_chosen_again() -> None:
    answer = pipeline(WRONG, WRONG, retries=3).answer(QUESTION, [REPORT])
    values = [one["claims"].get("revenue", {}).get("value") for one in answer.record["attempts"]]
    assert values[0] == "1,234万元"
    assert "1,234万元" not in values[1:]


@pytest.mark.parametrize(
    ("decision", "status", "reason"), [("veto", "vetoed", "vetoed"), ("abstain", "abstained", "not_said")]
)
def test_an_action_may_end_it(decision: str, status: str, reason: str) -> None:
    answer = pipeline(WRONG, RIGHT, on_veto=decision).answer(QUESTION, [REPORT])
    assert (answer.status, answer.reason, answer.attempts) == (status, reason, 1)
    assert codes(answer) == ["METRIC_MISMATCH"]


def test_a_registered_action() -> None:
    told: list[Veto] = []

    @register_action("tests.note_and_retry")
    def note(veto: Veto) -> Any:
        told.append(veto)
        return "retry"

    answer = pipeline(WRONG, RIGHT, on_veto="tests.note_and_retry", retries=2).answer(QUESTION, [REPORT])
    assert answer.status == "accepted"
    (veto,) = told
    assert (veto.question, veto.attempt, veto.retries_left) == (QUESTION, 1, 2)
    assert veto.values["revenue"]["value"] == "1,234万元"
    assert "METRIC_MISMATCH" in [finding.code for finding in veto.findings]


def test_an_action_that_decides_nothing() -> None:
    with pytest.raises(OptionError, match="expected the action to return"):
        pipeline(WRONG, on_veto=lambda veto: "maybe").answer(QUESTION, [REPORT])


def test_a_sentence_that_cannot_be_written_is_a_veto() -> None:
    answer = pipeline(RIGHT, template="营业收入约{revenue}。", retries=0).answer(QUESTION, [REPORT])
    assert answer.status == "vetoed"
    (finding,) = [one for one in answer.findings if one.veto]
    assert (finding.code, finding.check, finding.slot) == ("NOT_WRITABLE", "synthesis", "/revenue")


def test_a_template_that_calls_a_value_what_it_is_not() -> None:
    answer = pipeline(RIGHT, template="公司2023年营业收入为{revenue}。", retries=0).answer(QUESTION, [REPORT])
    assert (answer.status, codes(answer)) == ("vetoed", ["PERIOD_MISMATCH"])
    (finding,) = [one for one in answer.findings if one.veto]
    assert finding.slot == "/revenue"


def test_the_figures_of_the_template_are_its_authors() -> None:
    answer = pipeline(RIGHT, template="（共7页，第3页）营业收入为{revenue}。").answer(QUESTION, [REPORT])
    assert answer.text == "（共7页，第3页）营业收入为3.2亿元。"


# checks and policies


def test_a_custom_check() -> None:
    @register_check("tests.no_money")
    def no_money(subject: Any) -> Any:
        if "亿" in subject.statement.claim.text:
            yield subject.finding("no_money", "NUMBER_MISMATCH")

    assert pipeline(RIGHT, checks=["tests.no_money"], retries=0).answer(QUESTION, [REPORT]).status == "vetoed"
    assert pipeline(RIGHT, checks=[no_money], retries=0).answer(QUESTION, [REPORT]).status == "vetoed"
    assert pipeline(RIGHT).answer(QUESTION, [REPORT]).status == "accepted"


def test_functions_of_one_name_are_told_apart() -> None:
    def rejecting(code: str) -> Any:
        def check(subject: Any) -> Any:
            yield subject.finding("check", code)

        return check

    first = pipeline(RIGHT, checks=[rejecting("KIND_MISMATCH")], retries=0)
    second = pipeline(RIGHT, checks=[rejecting("ENTITY_MISMATCH")], retries=0)
    assert set(codes(first.answer(QUESTION, [REPORT]))) == {"KIND_MISMATCH"}
    assert set(codes(second.answer(QUESTION, [REPORT]))) == {"ENTITY_MISMATCH"}


def test_a_policy_loosens() -> None:
    loose = Policy(veto=Policy().veto - {"METRIC_MISMATCH"})
    answer = pipeline(WRONG, policy=loose).answer(QUESTION, [REPORT])
    assert answer.status == "accepted"


# contracts of all kinds


def test_a_grounded_contract_is_bound_to_the_sources_of_each_question() -> None:
    bound = Contract.grounded(SLOTS, ["营业收入为9元"]).excluding(["机密"])
    answer = pipeline(RIGHT, contract=bound).answer(QUESTION, [REPORT])
    assert answer.text == "营业收入为3.2亿元，同比增长5.3%。"


def test_a_grounded_contract_brings_its_own_sources() -> None:
    bound = Contract.grounded(SLOTS, [REPORT])
    assert pipeline(RIGHT, contract=bound).answer(QUESTION).text == "营业收入为3.2亿元，同比增长5.3%。"


def test_quotes() -> None:
    bound = Contract.grounded(SLOTS, ["x"], strategy="quote")
    wish = json.dumps(
        {
            "revenue": {"quote": "公司2024年营业收入为3.2亿元", "value": "3.2亿元"},
            "change": {"quote": "同比增长5.3%", "value": "5.3%"},
        },
        ensure_ascii=False,
    )
    answer = pipeline(wish, contract=bound).answer(QUESTION, [REPORT])
    assert answer.text == "营业收入为3.2亿元，同比增长5.3%。"


def test_a_plain_contract() -> None:
    rule = {
        "type": "object",
        "fields": {"value": {"type": "text", "max_length": 20}, "quote": {"type": "text", "max_length": 40}},
    }
    contract = Contract.from_rules({"revenue": rule})
    template = "营业收入为{revenue}。"
    right = '{"revenue": {"value": "32000万元", "quote": "公司2024年营业收入为3.2亿元"}}'
    answer = pipeline(right, contract=contract, template=template).answer(QUESTION, [REPORT])
    # In the words of the source, whatever the model's own were.
    assert (answer.status, answer.text) == ("accepted", "营业收入为3.2亿元。")
    optional = Contract.from_rules({"revenue": rule, "change": {"type": "text", "max_length": 9, "required": False}})
    assert pipeline(right, contract=optional).answer(QUESTION, [REPORT]).text == "营业收入为3.2亿元。"
    invented = right.replace("3.2亿元", "3.5亿元")
    assert codes(pipeline(invented, contract=contract, template=template, retries=0).answer(QUESTION, [REPORT])) == [
        "QUOTE_NOT_IN_SOURCE"
    ]
