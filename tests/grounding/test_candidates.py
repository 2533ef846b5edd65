from __future__ import annotations

from typing import Any

import pytest

from logitrail.errors import OptionError
from logitrail.grounding.candidates import candidates, within
from logitrail.grounding.slots import read_slots
from logitrail.grounding.sources import indexed, read_sources
from logitrail.types import Source


def keys(spec: dict[str, Any], *texts: str) -> list[str]:
    return [one.key for one in candidates(read_slots({"slot": spec})[0], read_sources(texts))]


def test_keys_are_the_words_of_the_source() -> None:
    text = "营业收入46.2亿元，同比增长10.8%，研发投入4.1亿元。"
    assert keys({"type": "quantity", "unit": "money"}, text) == ["46.2亿元", "4.1亿元"]
    assert keys({"type": "quantity", "kind": "percent"}, text) == ["10.8%"]


def test_what_is_written_alike_is_told_apart_by_what_it_is_said_of() -> None:
    text = "一级医院自付200元，二级医院自付500元，挂号费200元。"
    found = keys({"type": "quantity", "unit": "money"}, text)
    assert found[1] == "500元"
    assert found[0].startswith("200元 (")
    assert "一级医院" in found[0]
    assert found[2] == "200元 (挂号费)"


def test_at_last_a_number_tells_apart() -> None:
    found = keys({"type": "quantity", "unit": "money"}, "费用500元。", "费用500元，费用500元")
    assert len(found) == len(set(found)) == 3
    assert all(key.startswith("500元 (费用)") for key in found)
    assert found[1:] == ["500元 (费用) #2", "500元 (费用) #3"]


def test_no_key_is_as_short_as_null() -> None:
    text = "Green Front: 5; Unity Alliance: 12; seats 5"
    found = keys({"type": "quantity"}, text)
    assert len(found) == 3
    assert all(len(key.encode()) >= 3 for key in found)


def test_cells_need_no_unit_and_prose_does() -> None:
    table = "Three months | 2024 | 2023\nNet revenue | 184,306 | 171,950\n"
    assert keys({"type": "quantity", "unit": "money"}, table) == ["184,306", "171,950"]
    assert keys({"type": "quantity", "unit": "money"}, "It took 184,306 attempts.") == []
    assert keys({"type": "quantity", "kind": "count"}, "Emergency attendances: 118,640.") == ["118,640"]


def test_a_unit_leaves_out_other_units() -> None:
    text = "付款5万美元，另付300万元。"
    assert keys({"type": "quantity", "unit": "元"}, text) == ["300万元"]
    assert keys({"type": "quantity", "unit": "USD"}, text) == ["5万美元"]


def test_dates_are_periods_with_a_day() -> None:
    text = "自2024年6月1日起施行，有效期至2025年。"
    assert keys({"type": "date"}, text) == ["2024年6月1日"]
    assert keys({"type": "period"}, text) == ["2024年6月1日", "2025年"]


def test_clauses_are_those_of_the_scanner() -> None:
    assert keys({"type": "clause"}, "不得转租，须按月付租。") == ["不得转租", "须按月付租"]


def test_months_and_currencies_are_no_names() -> None:
    assert keys({"type": "entity"}, "It paid EUR 500 to Acme Ltd on 5 March 2024.") == ["Acme Ltd"]


def test_within_takes_each_text_once() -> None:
    source = Source("甲付5元，乙付5元，丙付7元")
    slot = read_slots({"slot": {"type": "quantity", "unit": "money"}})[0]
    found = within(slot, source, 0, len(source.text))
    assert [one.span.text for one in found] == ["5元", "7元"]
    assert found[0].span.start == source.text.index("5元")


def test_a_source_is_read_once() -> None:
    source = Source("营业收入46.2亿元")
    assert indexed(source) is indexed(source)
    assert indexed(source).quantities[0].span.source == source.id


@pytest.mark.parametrize(
    ("sources", "message"),
    [
        ([], "at least one source"),
        ("  \n", "is empty"),
        (5, "expected texts, got int"),
        (["a", 5], "expected a text or a Source, got int"),
        (["a\ud800"], "surrogate"),
        ([Source("a", id="x"), Source("b", id="x")], "the id 'x'"),
    ],
)
def test_sources_that_cannot_be(sources: Any, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        read_sources(sources)
