from __future__ import annotations

import json
from typing import Any

import pytest

from logitrail.contract import Contract
from logitrail.errors import ContractError, OptionError
from logitrail.types import Source

TEXT = "营业收入46.2亿元，净利润5.1亿元。"
SLOTS: dict[str, Any] = {"revenue": {"type": "quantity", "unit": "money", "about": "营业收入"}}


def text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def test_a_slot_without_candidates_is_noted_and_always_null() -> None:
    contract = Contract.grounded({**SLOTS, "chair": {"type": "entity"}}, TEXT)
    assert any("$.chair: nothing in the sources can fill it" in note for note in contract.check().notes)
    assert contract.check().ok
    assert contract.accepts(text({"revenue": "5.1亿元", "chair": None}))


def test_every_slot_must_be_there_in_order_and_no_other() -> None:
    contract = Contract.grounded({**SLOTS, "profit": {"type": "quantity", "unit": "money"}}, TEXT)
    assert contract.accepts(text({"revenue": "46.2亿元", "profit": "5.1亿元"}))
    for broken in (
        {"revenue": "46.2亿元"},
        {"profit": None, "revenue": None},
        {"revenue": None, "profit": None, "x": 1},
    ):
        assert not contract.accepts(text(broken))


def test_the_shape_is_the_same_for_other_sources() -> None:
    one, other = Contract.grounded(SLOTS, TEXT), Contract.grounded(SLOTS, "营业收入9.9亿元。")
    assert one != other
    assert one.fingerprint != other.fingerprint
    assert one.shape_fingerprint == other.shape_fingerprint
    asks_more = Contract.grounded({**SLOTS, "chair": {"type": "entity"}}, TEXT)
    assert asks_more.shape_fingerprint != one.shape_fingerprint
    assert Contract.grounded(SLOTS, TEXT, "quote").shape_fingerprint != one.shape_fingerprint


def test_a_saved_contract_keeps_its_sources() -> None:
    source = Source(TEXT, "report", "Annual report", {"page": 3})
    data = Contract.grounded(SLOTS, source, "quote", borders="sentence").to_dict()
    assert data["grounding"]["sources"] == [
        {"id": "report", "text": TEXT, "title": "Annual report", "meta": {"page": 3}}
    ]
    again = Contract.from_dict(json.loads(text(data)))
    assert again.grounding is not None
    assert again.grounding.sources[0].meta == {"page": 3}
    assert again.grounding.borders == "sentence"
    lost = Contract.grounded(SLOTS, Source(TEXT, meta={"page": object()})).to_dict()
    assert "meta" not in lost["grounding"]["sources"][0]
    assert any("sources[0].meta" in note for note in lost["notes"])


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"strategy": "guess"}, "$.grounding.strategy"),
        ({"borders": "page"}, "$.grounding.borders"),
        ({"slots": []}, "$.grounding.slots"),
        ({"bound": "yes"}, "$.grounding.bound"),
        ({"sources": "text"}, "$.grounding.sources"),
        ({"sources": [{"text": 5}]}, "$.grounding.sources[0]"),
        ({"more": 1}, "$.grounding"),
    ],
)
def test_a_broken_saved_grounding_is_refused_with_its_place(change: dict[str, Any], path: str) -> None:
    data = Contract.grounded(SLOTS, TEXT).to_dict()
    data["grounding"].update(change)
    with pytest.raises(ContractError) as caught:
        Contract.from_dict(data)
    assert caught.value.path == path


def test_it_can_be_joined_with_another_contract() -> None:
    more = Contract.from_schema({"type": "object", "properties": {"revenue": {"enum": ["46.2亿元", None]}}})
    joined = Contract.grounded(SLOTS, TEXT) & more
    assert joined.grounding is not None
    assert joined.accepts(text({"revenue": "46.2亿元"}))
    assert not joined.accepts(text({"revenue": "5.1亿元"}))
    assert joined.grounded_values(text({"revenue": "46.2亿元"}))["revenue"].text == "46.2亿元"
    with pytest.raises(ContractError, match="both contracts are grounded"):
        Contract.grounded(SLOTS, TEXT) & Contract.grounded(SLOTS, "营业收入1元")


def test_the_blocklist_holds_for_quotes_and_values() -> None:
    contract = Contract.grounded(SLOTS, TEXT, "quote").excluding(["净利润"], fields=["/revenue/quote"])
    assert contract.accepts(text({"revenue": {"quote": "营业收入46.2亿元", "value": "46.2亿元"}}))
    assert not contract.accepts(text({"revenue": {"quote": "净利润5.1亿元", "value": "5.1亿元"}}))


@pytest.mark.parametrize("strategy", ["choose", "quote"])
def test_bound_slots_leave_out_what_is_said_of_something_else(strategy: Any) -> None:
    slots = {
        "revenue": {"type": "quantity", "unit": "money", "about": "营收", "period": "2024年"},
        "profit": {"type": "quantity", "unit": "money", "about": "净利润"},
        "fee": {"type": "quantity", "unit": "money"},
    }
    source = "2024年，公司营业收入46.2亿元，上年同期41.8亿元；净利润5.1亿元。"
    contract = Contract.grounded(slots, source, strategy, bound=True)
    told = contract.instructions("zh").splitlines() if strategy == "choose" else []
    schema = contract.shape.schema  # type: ignore[union-attr]
    offered = {
        name: {
            value for value in ("46.2亿元", "41.8亿元", "5.1亿元") if f'"{value}"' in text(_definition(schema, name))
        }
        for name in slots
    }
    assert offered == {"revenue": {"46.2亿元"}, "profit": {"5.1亿元"}, "fee": {"46.2亿元", "41.8亿元", "5.1亿元"}}
    if told:
        assert told[1].endswith('以下之一："46.2亿元"')
    assert Contract.from_dict(contract.to_dict()) == contract


def _definition(schema: Any, name: str) -> Any:
    return schema["$defs"][schema["properties"][name]["$ref"].rsplit("/", 1)[-1]]


@pytest.mark.parametrize("option", [{"strategy": "guess"}, {"borders": "page"}, {"bound": 1}, {"layout": "loose"}])
def test_unknown_options_are_refused(option: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match=next(iter(option))):
        Contract.grounded(SLOTS, TEXT, **option)


def test_a_source_of_many_passages_is_held_by_the_grammar_alone() -> None:
    from logitrail.engine import byte_vocabulary, compile_contract

    source = "".join(f"第{i}家分店营业收入{i}.{i % 10}5亿元。" for i in range(10, 410))
    contract = Contract.grounded(SLOTS, source, "quote")
    compiled = compile_contract(contract, byte_vocabulary())
    assert not compiled.watched
    assert contract.accepts(text({"revenue": {"quote": "第99家分店营业收入99.95亿元", "value": "99.95亿元"}}))
    assert not contract.accepts(text({"revenue": {"quote": "第99家分店营业收入99.95亿元", "value": "98.85亿元"}}))
