from __future__ import annotations

from typing import Any

import pytest

from logitrail.errors import SlotError
from logitrail.grounding.slots import read_slots
from logitrail.types import Period


def one(**spec: Any) -> Any:
    return read_slots({"slot": spec})[0]


@pytest.mark.parametrize(
    ("unit", "kind", "name"),
    [
        ("money", "money", None),
        ("percent", "percent", None),
        ("元", "money", "CNY"),
        ("USD", "money", "USD"),
        ("%", "percent", "%"),
        ("mg", "dose", "mg"),
        ("个百分点", "pp", "pp"),
    ],
)
def test_a_unit_is_a_kind_or_what_the_scanner_reads(unit: str, kind: str, name: str | None) -> None:
    slot = one(type="quantity", unit=unit)
    assert (slot.kind, slot.unit) == (kind, name)


def test_what_is_asked_is_one_word_or_several() -> None:
    assert one(type="quantity", about="营业收入").about == ("营业收入",)
    assert one(type="entity", about=["chair", " chairman ", "chair"]).about == ("chair", "chairman")
    assert one(type="clause").about == ()


@pytest.mark.parametrize(
    ("written", "period"),
    [
        ("2024年", Period(year=2024)),
        ("2024", Period(year=2024)),
        ("2024年第一季度", Period(year=2024, quarter=1)),
        ("上年同期", Period(relative="same_period_last_year")),
        ("March 31, 2024", Period(year=2024, month=3, day=31)),
    ],
)
def test_periods_are_read(written: str, period: Period) -> None:
    slot = one(type="quantity", period=written)
    assert (slot.period, slot.period_text) == (period, written)


def test_a_slot_can_be_given_again() -> None:
    for spec in (
        {"type": "quantity", "kind": "money", "unit": "CNY", "about": ["营收"], "period": "2024年"},
        {"type": "entity", "kind": "person", "about": ["董事长"]},
        {"type": "clause"},
    ):
        assert one(**spec).to_dict() == spec
        assert read_slots({"slot": one(**spec).to_dict()}) == (one(**spec),)


@pytest.mark.parametrize(
    ("slots", "path", "message", "hint"),
    [
        ([], "$", "expected slots by name", "quantity"),
        ({}, "$", "expected slots by name", "quantity"),
        ({"": {"type": "clause"}}, "$", "expected a name", "revenue"),
        ({"a": "money"}, "$.a", "expected an object", "type"),
        ({"a": {}}, "$.a.type", "expected one of quantity, entity", "quantity"),
        ({"a": {"type": "quantiy"}}, "$.a.type", "got 'quantiy'", '"type": "quantity"'),
        ({"a": {"type": "quantity", "abut": "x"}}, "$.a.abut", "unknown key 'abut'", "did you mean 'about'?"),
        ({"a": {"type": "clause", "unit": "元"}}, "$.a.unit", "takes about", "remove 'unit'"),
        ({"a": {"type": "quantity", "kind": "mony"}}, "$.a.kind", "expected one of number, money", '"kind": "money"'),
        ({"a": {"type": "quantity", "unit": "blorps"}}, "$.a.unit", "neither a unit", "unit"),
        ({"a": {"type": "quantity", "unit": 5}}, "$.a.unit", "as text", None),
        (
            {"a": {"type": "quantity", "kind": "percent", "unit": "元"}},
            "$.a.unit",
            "of kind 'money'",
            '"kind": "money"',
        ),
        ({"a": {"type": "entity", "kind": "dog"}}, "$.a.kind", "expected one of organisation", "organisation"),
        ({"a": {"type": "quantity", "about": ""}}, "$.a.about", "expected words", "about"),
        ({"a": {"type": "quantity", "about": ["x", 1]}}, "$.a.about", "expected words", "about"),
        ({"a": {"type": "quantity", "period": "soon"}}, "$.a.period", "expected one period", "2024"),
        ({"a": {"type": "quantity", "period": 2024}}, "$.a.period", "got 2024", "2024"),
    ],
)
def test_what_cannot_be_is_said_with_its_place(slots: Any, path: str, message: str, hint: str | None) -> None:
    with pytest.raises(SlotError) as caught:
        read_slots(slots)
    assert caught.value.path == path
    assert message in caught.value.message
    if hint is not None:
        assert hint in (caught.value.hint or "")
