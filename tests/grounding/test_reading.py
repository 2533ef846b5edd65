from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import numpy as np
import pytest

from logitrail.backends.scripted import ScriptedHost
from logitrail.contract import Contract
from logitrail.decoding.model import Model
from logitrail.engine import byte_vocabulary, compile_contract
from logitrail.errors import OptionError
from logitrail.grounding import read
from logitrail.types import Period, Source
from tests.hosts import eager_model

TEXT = "海岳公布2024年业绩：营业收入46.2亿元，较上年的51.8亿元减少10.8%；净利润5.1亿元。董事长“王明”出席，不派股息。"
SOURCE = Source(TEXT, "annual report")
SLOTS: dict[str, Any] = {
    "revenue": {"type": "quantity", "unit": "money", "about": "营业收入", "period": "2024年"},
    "chair": {"type": "entity", "kind": "person"},
    "dividend": {"type": "clause", "about": "股息"},
}


def written(**values: Any) -> str:
    return json.dumps({**dict.fromkeys(SLOTS), **values}, ensure_ascii=False)


def test_a_choice_is_read_with_its_place_and_quote() -> None:
    contract = Contract.grounded(SLOTS, SOURCE)
    found = read(contract, written(revenue="46.2亿元", chair="王明", dividend="不派股息"))
    revenue = found["revenue"]
    assert revenue.value == Decimal("4620000000")
    assert revenue.quantity is not None
    assert (revenue.quantity.unit, revenue.quantity.precision) == ("CNY", Decimal("10000000"))
    assert revenue.span == SOURCE.span(TEXT.index("46.2"), TEXT.index("46.2") + 6)
    assert revenue.quote == SOURCE.span(TEXT.index("营业收入"), TEXT.index("46.2") + 6)
    assert revenue.text == "46.2亿元"
    assert revenue.to_claim() == {
        "value": "46.2亿元", "quote": "营业收入46.2亿元", "about": ["营业收入"], "period": "2024年",
    }  # fmt: skip
    assert (found["chair"].value, found["chair"].quantity) == ("王明", None)
    assert found["dividend"].value == "不派股息"
    assert found["dividend"].quote == found["dividend"].span


def test_a_quote_is_read_with_the_value_in_it() -> None:
    contract = Contract.grounded(SLOTS, SOURCE, "quote")
    quote = "营业收入46.2亿元，较上年的51.8亿元减少10.8%"
    found = read(contract, written(revenue={"quote": quote, "value": "51.8亿元"}, dividend={"quote": "不派股息"}))
    assert found["revenue"].value == Decimal("5180000000")
    assert found["revenue"].span == SOURCE.span(TEXT.index("51.8"), TEXT.index("51.8") + 6)
    assert found["revenue"].quote == SOURCE.span(TEXT.index(quote), TEXT.index(quote) + len(quote))
    assert found["dividend"].value == "不派股息"
    assert found["chair"].value is None


def test_null_is_an_abstention_with_or_without_a_quote() -> None:
    contract = Contract.grounded(SLOTS, SOURCE, "quote")
    found = read(contract, written(revenue={"quote": "净利润5.1亿元", "value": None}))
    assert found["revenue"].value is None
    assert found["revenue"].quote is not None
    assert found["revenue"].reason == "abstained: null was written behind the quote"
    assert found["chair"].reason == "abstained: null was written"
    assert found["chair"].to_dict()["span"] is None


def test_of_two_places_that_which_the_slot_asks_for_is_meant() -> None:
    text = "净利润5元，营业收入5元。"
    contract = Contract.grounded({"it": {"type": "quantity", "unit": "money", "about": "营业收入"}}, text, "quote")
    found = read(contract, json.dumps({"it": {"quote": "净利润5元，营业收入5元", "value": found_key(contract)}}))
    assert found["it"].span is not None
    assert found["it"].span.start == text.rindex("5元")


def found_key(contract: Contract) -> str:
    """The one value that may be written behind the quote of both clauses."""
    schema = contract.shape.schema  # type: ignore[union-attr]
    passages = schema["$defs"]["value0"]["anyOf"][1:]
    return next(
        p["properties"]["value"]["enum"][0]
        for p in passages
        if "净利润5元，营业收入5元" in p["properties"]["quote"]["enum"]
    )


def test_dates_and_periods_come_as_periods() -> None:
    contract = Contract.grounded({"start": {"type": "date"}}, "自2024年6月1日起施行。")
    assert read(contract, '{"start": "2024年6月1日"}')["start"].value == Period(year=2024, month=6, day=1)


def test_what_stands_before_a_marker_is_left_out() -> None:
    contract = Contract.grounded(SLOTS, SOURCE).after("Answer:")
    assert read(contract, "Let me see. Answer: " + written(chair="王明"))["chair"].value == "王明"


def test_how_a_text_spells_its_characters_does_not_matter() -> None:
    contract = Contract.grounded(SLOTS, SOURCE)
    escaped = json.dumps({**dict.fromkeys(SLOTS), "chair": "王明"}, indent=1)
    assert "\\u738b" in escaped
    assert read(contract, escaped)["chair"].value == "王明"


def test_what_does_not_obey_is_refused_with_its_place() -> None:
    contract = Contract.grounded(SLOTS, SOURCE)
    with pytest.raises(OptionError, match="does not obey the contract") as caught:
        read(contract, written(revenue="46.3亿元"))
    assert caught.value.path == "$.revenue"
    with pytest.raises(OptionError, match="not grounded"):
        read(Contract.from_type(int), "1")


# closing


def unfinished(wish: str, budget: int, **options: Any) -> Any:
    """What comes of a model that wants to write ``wish`` within a budget, one token a byte."""
    contract = Contract.grounded(
        {"a": {"type": "quantity"}, "b": {"type": "quantity"}}, "甲46.2亿元，乙46.5亿元，丙7.25%"
    )
    needed = len(compile_contract(contract, byte_vocabulary()).shortest)
    result = eager_model(wish).generate("p", contract, max_tokens=needed + budget, **options)
    return contract, result


def test_closed_slots_are_null() -> None:
    _, result = unfinished('{"a":"46.2亿元","b":"7.25%"}', 8)
    assert result.finish_reason == "closed"
    assert json.loads(result.text) == {"a": "46.2亿元", "b": None}
    assert result.parsed["a"].value == Decimal("4620000000")
    assert result.parsed["b"].value is None


def test_a_choice_that_the_witness_finished_is_none() -> None:
    host = ScriptedHost(_until_forty_six, byte_vocabulary())
    contract = Contract.grounded({"a": {"type": "quantity"}}, "甲46.2亿元，乙46.57亿元")
    needed = len(compile_contract(contract, byte_vocabulary()).shortest)
    for trace in ("summary", "off"):
        result = Model(host).generate("p", contract, max_tokens=needed + 8, trace=trace)
        assert result.finish_reason == "closed"
        assert json.loads(result.text) == {"a": "46.2亿元"}  # a valid text, but no choice of the model
        assert result.parsed["a"].value is None
        assert result.parsed["a"].reason == "closed: the budget ended before the choice was made"


def _until_forty_six(tokens: Any) -> np.ndarray:
    """Wants 46.57亿元, for which the budget has no room."""
    wish = '{"a":"46.57亿元"}'.encode()
    at = len(tokens) - 1
    logits = np.zeros(257, dtype=np.float32)
    logits[wish[at] if at < len(wish) else 256] = 10
    return logits


@pytest.mark.parametrize("trace", ["summary", "off"])
def test_a_choice_made_before_the_closing_counts_with_or_without_a_trace(trace: Any) -> None:
    _, result = unfinished('{"a":"46.2亿元","b":"7.25%"}', 8, trace=trace)
    assert result.finish_reason == "closed"
    assert result.parsed["a"].text == "46.2亿元"
    assert result.parsed["b"].value is None


def test_what_was_all_but_written_counts() -> None:
    _, result = unfinished('{"a":"46.2亿元","b":null}', 40)
    assert result.finish_reason == "stop"
    assert result.parsed["a"].text == "46.2亿元"
