from __future__ import annotations

from typing import Any

import pytest

from logitrail.contract import Contract
from logitrail.errors import OptionError, PromptError, SlotError, TemplateError
from logitrail.pipeline import Pipeline
from logitrail.types import Source
from logitrail.verification import Policy
from tests.pipeline.models import wishful
from tests.pipeline.reports import QUESTION, REPORT, RIGHT, SLOTS, TEMPLATE, WRONG, codes, pipeline

# bad input


def test_an_unknown_slot_in_the_template() -> None:
    with pytest.raises(TemplateError, match="there is no slot 'revenu'; the slots are: revenue, change"):
        pipeline(RIGHT, template="{revenu}")


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"retries": -1}, OptionError, "expected 0 or more"),
        ({"on_veto": "rtry"}, OptionError, "there is no action 'rtry'"),
        ({"checks": ["none"]}, OptionError, "no check named 'none'"),
        ({"trace": "full"}, OptionError, "looks at no probability"),
        ({"max_token": 1}, OptionError, "there is no such option"),
        ({"temperature": -1.0}, OptionError, "expected 0 or more"),
        ({"contract": {"revenue": {"type": "quantiy"}}}, SlotError, "expected one of"),
        ({"contract": Contract.from_regex("a+")}, OptionError, "expected slots"),
    ],
)
def test_what_is_wrong_is_said_before_a_question(arguments: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        pipeline(RIGHT, **arguments)


@pytest.mark.parametrize(
    ("question", "sources", "message"),
    [
        ("", [REPORT], "expected a question"),
        (QUESTION, None, "expected sources, or a retriever"),
        (QUESTION, [7], "expected a text or a Source, got int"),
        (QUESTION, 7, "expected texts, got int"),
        (QUESTION, ["\ud800"], "half of a surrogate pair"),
        (QUESTION, [Source("a", "x"), Source("b", "x")], "two different sources have the id 'x'"),
    ],
)
def test_bad_questions_and_sources(question: str, sources: Any, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        pipeline(RIGHT).answer(question, sources)


def test_the_same_source_twice_is_one() -> None:
    answer = pipeline(RIGHT).answer(QUESTION, [REPORT, Source(REPORT.text, "report")])
    assert [one["id"] for one in answer.record["inputs"]["sources"]] == ["report"]


def test_sources_that_contradict_each_other() -> None:
    other = Source("公司2024年营业收入为3.5亿元。", "flash", "业绩快报")
    answer = pipeline('{"revenue":"3.2亿元","change":null}').answer(QUESTION, [REPORT, other])
    assert answer.status == "accepted"
    first, *others = answer.text.splitlines()
    assert first == "营业收入为3.2亿元。"
    assert others == ["注意：另有资料（业绩快报）的说法不同：“公司2024年营业收入为3.5亿元。”"]
    (finding,) = [one for one in answer.findings if one.code == "CONTRADICTED_BY_OTHER_SOURCE"]
    assert (finding.status, finding.veto) == ("CONTRADICTED", False)
    assert {span.source for span in finding.evidence} == {"report", "flash"}
    assert [(one.title, one.agrees) for one in answer.citations] == [("2024年年度报告", True), ("业绩快报", False)]
    assert "".join(span.text for span in answer.spans) == answer.text


def test_a_policy_may_veto_what_is_contradicted_elsewhere() -> None:
    other = Source("公司2024年营业收入为3.5亿元。", "flash", "业绩快报")
    policy = Policy(veto=Policy().veto | {"CONTRADICTED_BY_OTHER_SOURCE"})
    answer = pipeline(RIGHT, policy=policy, retries=0).answer(QUESTION, [REPORT, other])
    assert (answer.status, codes(answer)) == ("vetoed", ["CONTRADICTED_BY_OTHER_SOURCE"])


def test_sources_that_agree_are_not_mentioned() -> None:
    other = Source("2024年，公司营业收入为32,000万元。", "flash", "业绩快报")
    answer = pipeline(RIGHT).answer(QUESTION, [REPORT, other])
    assert answer.text == "营业收入为3.2亿元，同比增长5.3%。"


def test_an_answer_in_another_language_than_its_source() -> None:
    template = "Revenue was {revenue:million,1}{if change}; it {change.direction} {change}{end}."
    answer = pipeline(RIGHT, template=template).answer("What was the revenue?", [REPORT])
    assert answer.text == "Revenue was CNY 320 million; it rose 5.3%."


def test_a_source_that_is_longer_than_the_context() -> None:
    noise = "\n\n".join(f"第{i}节 本节介绍公司治理与内部控制的有关情况，不涉及财务数据。" for i in range(3000))
    long = Source(f"{noise}\n\n{REPORT.text}\n\n{noise}", "long")
    assert len(long.text) > 150_000
    model = wishful(RIGHT, context_length=6000)
    answer = Pipeline(model, SLOTS, TEMPLATE, max_tokens=120).answer(QUESTION, [long])
    assert answer.text == "营业收入为3.2亿元，同比增长5.3%。"
    for citation in answer.citations:
        assert citation.quote.source == "long"
        assert long.text[citation.quote.start : citation.quote.end] == citation.quote.text


def test_a_source_that_is_read_in_sections(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("logitrail.pipeline.passages.LONG", 2000)
    monkeypatch.setattr("logitrail.pipeline.passages.SECTION", 800)
    noise = "\n".join(f"第{i}节 会议{i}次，费用{i}.5万元。" for i in range(300))
    long = Source(f"{noise}\n{REPORT.text}\n{noise}", "long", "年度报告")
    answer = Pipeline(wishful(RIGHT, context_length=6000), SLOTS, TEMPLATE, max_tokens=120).answer(QUESTION, [long])
    assert answer.text == "营业收入为3.2亿元，同比增长5.3%。"
    assert [one["id"] for one in answer.record["inputs"]["sources"]] == ["long"]
    spans = [one.quote for one in answer.citations] + [one.source for one in answer.spans if one.source is not None]
    spans += [span for finding in answer.findings for span in finding.evidence]
    assert len(spans) > 4
    for span in spans:
        assert (span.source, long.text[span.start : span.end]) == ("long", span.text)
    invented = WRONG.replace("1,234万元", "7.5万元")
    vetoed = Pipeline(wishful(invented), SLOTS, TEMPLATE, retries=0).answer(QUESTION, [long])
    assert vetoed.status == "vetoed"


def test_a_context_that_is_too_short_for_anything() -> None:
    with pytest.raises(PromptError, match="too few for a passage"):
        Pipeline(wishful(RIGHT, context_length=300), SLOTS, TEMPLATE, max_tokens=120).answer(QUESTION, [REPORT])
