from __future__ import annotations

import pytest

from logitrail.errors import OptionError
from logitrail.grounding import quotes
from logitrail.grounding.quotes import groups, places, stretches
from logitrail.grounding.slots import read_slots
from logitrail.grounding.sources import indexed
from logitrail.types import Source

SLOT = read_slots({"slot": {"type": "quantity", "unit": "money"}})[0]
TEXT = "董事会批准年报，营业收入46.2亿元，净利润5.1亿元。不派股息。"


def texts(source: Source, borders: str) -> list[str]:
    return [source.text[start:end] for start, end in stretches(indexed(source), borders)]  # type: ignore[arg-type]


def test_quotes_end_where_clauses_end_within_one_sentence() -> None:
    found = texts(Source(TEXT), "clause")
    assert "营业收入46.2亿元" in found
    assert "营业收入46.2亿元，净利润5.1亿元" in found
    assert "不派股息" in found
    assert not any("股息" in one and "净利润" in one for one in found)
    assert texts(Source(TEXT), "sentence") == ["董事会批准年报，营业收入46.2亿元，净利润5.1亿元。", "不派股息。"]


def test_a_quote_holds_at_most_three_clauses_or_the_sentence() -> None:
    source = Source("甲，乙，丙，丁，戊。")
    found = texts(source, "clause")
    assert "甲，乙，丙" in found
    assert "甲，乙，丙，丁" not in found
    assert "甲，乙，丙，丁，戊" in found


def test_only_quotes_with_something_in_them_are_offered() -> None:
    found = {quote: group.keys for group in groups(SLOT, [Source(TEXT)], "clause") for quote in group.quotes}
    assert "董事会批准年报" not in found
    assert found["董事会批准年报，营业收入46.2亿元"] == ("46.2亿元",)
    assert found["营业收入46.2亿元，净利润5.1亿元"] == ("46.2亿元", "5.1亿元")


def test_words_that_stand_in_two_places_offer_what_either_does() -> None:
    sources = [Source("费用5元。费用5元。"), Source("费用5元，另加7元。")]
    found = [group for group in groups(SLOT, sources, "clause") if "费用5元" in group.quotes]
    assert [group.keys for group in found] == [("5元",)] or found[0].keys[0].startswith("5元")
    assert len(list(places("费用5元", sources, "clause"))) == 3


def test_too_many_passages_are_refused_before_the_first_token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotes, "MOST_GROUPS", 2)
    source = Source("费用5.1元。费用5.2元。费用5.3元。")
    with pytest.raises(OptionError, match=r"hold 3 passages for slot 'slot'") as caught:
        groups(SLOT, [source], "clause")
    assert 'strategy="choose"' in (caught.value.hint or "")
