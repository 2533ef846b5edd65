from __future__ import annotations

from typing import Any

import pytest

from logitrail.contract import Contract
from logitrail.grounding import read
from logitrail.pipeline import Pipeline
from logitrail.pipeline.choices import without_choices
from logitrail.pipeline.relevance import irrelevant, narrowed
from logitrail.types import Source
from logitrail.verification import Policy
from tests.pipeline.models import wishful

TEXT = Source(
    "第一条 合同期限三年。第二条 女职工在哺乳期的，甲方不得解除合同。董事长由陈海担任，总经理由李山担任。", "contract"
)


def contract(strategy: Any = "choose", **slot: Any) -> Contract:
    return Contract.grounded({"rule": {"type": "clause", **slot}}, [TEXT], strategy)


def choices(bound: Contract) -> list[str]:
    clauses = ["第一条 合同期限三年", "第二条 女职工在哺乳期的", "甲方不得解除合同", "董事长由陈海担任"]
    return [one for one in clauses if bound.accepts(f'{{"rule":"{one}"}}')]


def test_what_is_off_the_topic_cannot_be_chosen() -> None:
    assert len(choices(contract(about="解除合同"))) == 4
    assert choices(narrowed(contract(about="解除合同"))) == ["甲方不得解除合同"]
    assert choices(narrowed(contract(about=["哺乳期", "解除合同"]))) == ["第二条 女职工在哺乳期的", "甲方不得解除合同"]


@pytest.mark.parametrize("about", ["罚款", "notice"])
def test_where_nothing_is_on_the_topic_nothing_is_ruled_out(about: str) -> None:
    assert len(choices(narrowed(contract(about=about)))) == 4


def test_a_slot_that_asks_for_nothing_in_particular() -> None:
    assert len(choices(narrowed(contract()))) == 4


def test_english_by_stems() -> None:
    label = Source("The dose is 5 mg. Patients who are pregnant must not take it.", "label")
    bound = narrowed(Contract.grounded({"rule": {"type": "clause", "about": "takes"}}, [label]))
    assert bound.accepts('{"rule":"Patients who are pregnant must not take it"}')
    assert not bound.accepts('{"rule":"The dose is 5 mg"}')


def test_a_quote_off_the_topic_is_vetoed() -> None:
    wish = '{"rule":{"quote":"第一条 合同期限三年"}}'
    bound = contract("quote", about="解除合同")
    assert narrowed(bound) == bound
    (finding,) = irrelevant(bound, read(bound, wish), Policy())
    assert (finding.code, finding.veto, finding.slot) == ("METRIC_MISMATCH", True, "/rule")
    assert finding.evidence[0].text == "甲方不得解除合同"
    assert "说的不是“解除合同”" in finding.message
    assert not irrelevant(bound, read(bound, wish), Policy(veto=frozenset()))[0].veto
    answer = Pipeline(wishful(wish), bound, "“{rule}”", retries=0).answer("能否解除合同？", [TEXT])
    assert answer.status == "vetoed"


def test_names_too() -> None:
    board = Source("The chairman is Dr. Anna Holt. The finance director is Mr. Ben Reyes.", "board")
    bound = Contract.grounded({"chair": {"type": "entity", "about": "chairman"}}, [board])
    both = ['{"chair":"Anna Holt"}', '{"chair":"Ben Reyes"}']
    assert [bound.accepts(text) for text in both] == [True, True]
    assert [narrowed(bound).accepts(text) for text in both] == [True, False]


def test_a_choice_inside_a_longer_one() -> None:
    doses = Source("The doses are 5 mg, 2.5 mg and 15 mg.", "doses")
    bound = Contract.grounded({"dose": {"type": "quantity", "unit": "dose"}}, [doses])
    texts = ['{"dose":"5 mg"}', '{"dose":"2.5 mg"}', '{"dose":"15 mg"}', '{"dose":null}']
    assert [bound.accepts(text) for text in texts] == [True] * 4
    fewer = without_choices(bound, "dose", ["5 mg"])
    assert [fewer.accepts(text) for text in texts] == [False, True, True, True]
    assert without_choices(bound, "dose", []) == bound
