from __future__ import annotations

from typing import Any

import pytest

from logitrail.errors import SynthesisError
from logitrail.synthesis import Missing, Slot, synthesize, verified_slots
from logitrail.types import Source
from logitrail.verification import Policy, verify

REPORT = Source("公司2024年营业收入为3.2亿元，同比下降5.3%。董事长由陈海担任。承租人不得转租。", "report")


def slots_of(answer: Any, *sources: Source, policy: Policy | None = None) -> dict[str, Any]:
    read = list(sources or (REPORT,))
    return verified_slots(verify(answer, read, policy), read)


def test_a_supported_value_in_the_words_of_its_source() -> None:
    slots = slots_of({"revenue": {"value": "32000万元", "quote": "营业收入为3.2亿元"}})
    revenue = slots["revenue"]
    assert isinstance(revenue, Slot)
    assert (revenue.text, revenue.status) == ("3.2亿元", "SUPPORTED")
    assert revenue.span == REPORT.span(REPORT.text.index("3.2"), REPORT.text.index("3.2") + 5)
    assert synthesize("收入{revenue}。", slots).text == "收入3.2亿元。"


def test_a_rounded_value_is_written_as_the_source_has_it() -> None:
    source = Source("营业收入为3.2471亿元。", "s")
    slots = slots_of({"revenue": {"value": "3.2亿元", "quote": "营业收入为3.2471亿元"}}, source)
    assert synthesize("收入{revenue}", slots).text == "收入3.2471亿元"
    assert synthesize("收入{revenue:亿元,1}", slots).text == "收入3.2亿元"


def test_the_direction_of_the_source() -> None:
    slots = slots_of({"change": {"value": "5.3%", "quote": "同比下降5.3%"}})
    assert slots["change"].direction == "down"


def test_words_from_their_quote() -> None:
    slots = slots_of({"chair": {"value": "陈海", "quote": "董事长由陈海担任"}})
    assert synthesize("董事长：{chair}", slots).text == "董事长：陈海"
    made = synthesize("{duty}。", slots_of({"duty": {"value": "承租人不得转租", "quote": "承租人不得转租"}}))
    assert made.text == "承租人不得转租。"


@pytest.mark.parametrize(
    ("slot", "status"),
    [
        ({"value": "3.5亿元", "quote": "营业收入为3.2亿元", "about": "营业收入"}, None),
        ({"value": "3.2亿美元", "quote": "营业收入为3.2亿元"}, "CONTRADICTED"),
        ({"value": "3.2亿元", "quote": "营业收入为9.9亿元"}, "NOT_FOUND"),
    ],
)
def test_what_is_vetoed_keeps_its_status(slot: Any, status: str | None) -> None:
    slots = slots_of({"revenue": slot})
    assert slots["revenue"].status == (status or verify({"revenue": slot}, REPORT).vetoes[0].status)
    with pytest.raises(SynthesisError, match=slots["revenue"].status):
        synthesize("收入{revenue}", slots)


def test_words_that_their_quote_does_not_have_are_not_written() -> None:
    slots = slots_of({"chair": {"value": "李山", "quote": "董事长由陈海担任"}})
    with pytest.raises(SynthesisError):
        synthesize("董事长：{chair}", slots)


def test_null_is_missing() -> None:
    assert slots_of({"revenue": {"value": None}, "chair": None}) == {"revenue": Missing(), "chair": Missing()}


def test_lists() -> None:
    source = Source("股东为甲公司和乙公司，另有丙公司。", "s")
    answer = {"owners": {"value": ["甲公司", "乙公司"], "quote": "股东为甲公司和乙公司"}}
    slots = slots_of(answer, source)
    assert synthesize("股东：{owners.list}。", slots).text == "股东：甲公司和乙公司。"


def test_a_text_has_no_slots() -> None:
    with pytest.raises(SynthesisError, match="fills no slot"):
        slots_of("营业收入为3.2亿元。")


def test_names_with_odd_characters() -> None:
    slots = slots_of({"a/b~c": {"value": "3.2亿元", "quote": "营业收入为3.2亿元"}})
    assert list(slots) == ["a/b~c"]
