"""Whatever a model wants, what a grounded contract lets it write stands in a source, and can be read back."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from logitrail.contract import Contract
from logitrail.engine import byte_vocabulary, compile_contract
from logitrail.errors import OptionError
from logitrail.grounding import read
from logitrail.grounding.candidates import within
from logitrail.grounding.entities import names as find_names
from logitrail.grounding.quotes import places
from logitrail.grounding.reading import candidates_of, slots_of
from logitrail.types import Quantity
from logitrail.verification.attribution import decide_each, is_value, reading
from tests.hosts import random_model, small_vocabulary

# fmt: off
PIECES = st.sampled_from((
    "营业收入46.2亿元", "净利润5%", "同比增长10.8%", "不得派息", "张某", "《会计法》", "博雅图书有限公司",
    "，", "。", "；", "：", "、", "\n", " ", ", ", ". ", "\t", "\x07", "\u2028", "“引用”", "😀", "👩\u200d👧", "é",
    "revenue was $5 million", "it rose by 12%", "the \"Company\" said", "Dr. Jane Smith", "A | 1 | 2\n", "null",
    "C:\\temp\\n", "\\u0041", "{\"a\": 1}", "\"", "\\", "/", "5", "7元", "2024年3月31日",
))
# fmt: on
SOURCES = st.lists(st.lists(PIECES, min_size=1, max_size=9).map("".join), min_size=1, max_size=2).filter(
    lambda texts: all(text.strip() for text in texts)
)
SLOTS: dict[str, dict[str, Any]] = {
    "revenue": {"type": "quantity", "unit": "money", "about": ["营业收入", "revenue"]},
    "any figure": {"type": "quantity"},
    'who "is" it': {"type": "entity"},
    "clause": {"type": "clause"},
    "date": {"type": "date"},
}


def check_value(contract: Contract, name: str, written: Any) -> None:
    """What the law says of one slot."""
    grounding = contract.grounding
    assert grounding is not None
    slot = next(slot for slot in slots_of(grounding) if slot.name == name)
    if written is None:
        return
    if grounding.strategy == "choose":
        candidate = next(one for one in candidates_of(grounding, slot) if one.key == written)
        source = next(source for source in grounding.sources if source.id == candidate.span.source)
        assert source.text[candidate.span.start : candidate.span.end] == candidate.span.text
        assert written.startswith(candidate.span.text)
        return
    here = list(places(written["quote"], grounding.sources, grounding.borders))
    assert here
    assert all(source.text[start:end] == written["quote"] for source, start, end in here)
    if written.get("value") is not None:
        assert any(written["value"] in {one.key for one in within(slot, *place)} for place in here)
        assert any(one.span.text in written["quote"] for place in here for one in within(slot, *place))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    texts=SOURCES,
    names=st.lists(st.sampled_from(list(SLOTS)), min_size=1, max_size=3, unique=True),
    strategy=st.sampled_from(("choose", "quote")),
    borders=st.sampled_from(("clause", "sentence")),
    extra=st.integers(0, 80),
    seed=st.integers(0, 10_000),
    small=st.booleans(),
)
def test_noise_writes_only_what_stands_in_a_source(
    texts: list[str], names: list[str], strategy: Any, borders: Any, extra: int, seed: int, small: bool
) -> None:
    contract = Contract.grounded({name: SLOTS[name] for name in names}, texts, strategy, borders=borders)
    vocabulary = small_vocabulary() if small else byte_vocabulary()
    needed = compile_contract(contract, vocabulary).shortest
    assert json.loads(vocabulary.decode(needed)) == dict.fromkeys(names)
    result = random_model(seed, vocabulary).generate(
        "p", contract, max_tokens=len(needed) + extra, temperature=1.0, seed=seed
    )
    value = json.loads(result.text)
    assert result.value == value
    assert list(value) == names
    assert contract.violations(result.text) == []
    for name in names:
        check_value(contract, name, value[name])
    found = read(contract, result)
    assert list(found) == names
    for name, one in found.items():
        assert (one.value is None) <= (one.reason is not None)
        if one.span is not None:
            source = next(s for s in contract.grounding.sources if s.id == one.span.source)  # type: ignore[union-attr]
            assert one.quote is not None
            assert source.text[one.span.start : one.span.end] == one.span.text
            assert one.quote.start <= one.span.start <= one.span.end <= one.quote.end
        if isinstance(one.quantity, Quantity):
            assert one.value == one.quantity.value
        if value[name] is None:
            assert one.value is None
    assert result.parsed == found


@settings(max_examples=25, deadline=None)
@given(texts=SOURCES, seed=st.integers(0, 1000), strategy=st.sampled_from(("choose", "quote")))
def test_the_blocklist_outranks_the_source(texts: list[str], seed: int, strategy: Any) -> None:
    contract = Contract.grounded({"figure": {"type": "quantity"}, "clause": {"type": "clause"}}, texts, strategy)
    blocked = contract.excluding(["元", "million", "净利润", "😀"])
    result = random_model(seed, small_vocabulary()).generate("p", blocked, max_tokens=90, temperature=1.0, seed=seed)
    assert blocked.violations(result.text) == []
    written = json.dumps(json.loads(result.text), ensure_ascii=False)
    assert not any(word in written for word in ("元", "million", "净利润", "😀"))
    assert set(read(blocked, result)) == {"figure", "clause"}


@settings(max_examples=25, deadline=None)
@given(texts=SOURCES, strategy=st.sampled_from(("choose", "quote")))
def test_a_saved_contract_is_the_same(texts: list[str], strategy: Any) -> None:
    contract = Contract.grounded(SLOTS, texts, strategy)
    again = Contract.from_dict(json.loads(json.dumps(contract.to_dict())))
    assert again == contract
    assert again.grounding == contract.grounding
    empty = json.dumps(dict.fromkeys(SLOTS))
    assert {name: one.value for name, one in read(again, empty).items()} == dict.fromkeys(SLOTS)


@settings(max_examples=150, deadline=None)
@given(
    text=st.one_of(st.text(max_size=80), st.lists(PIECES, max_size=12).map("".join)),
    about=st.sampled_from(("营业收入", "revenue", "5", "第1包", "）", "a|b")),
)
def test_any_text_can_be_read(text: str, about: str) -> None:
    read_text = reading(text)
    values = {q.span.start for q in read_text.quantities if is_value(text, q)}
    assert set(read_text.said) <= values
    places = [(said, at, read_text.base) for at, said in read_text.said.items()]
    assert len(decide_each([about], read_text.base, places)) == len(places)
    assert reading(text) is read_text
    for name in find_names(text):
        assert 0 <= name.start < name.end <= len(text)
        assert text[name.start : name.end].strip()


@pytest.mark.parametrize("strategy", ["choose", "quote"])
def test_what_no_source_says_is_refused(strategy: Any) -> None:
    source = "营业收入46.2亿元，净利润5.1亿元。"
    contract = Contract.grounded({"revenue": {"type": "quantity", "unit": "money"}}, source, strategy)
    refused: tuple[Any, ...] = (
        "46.3亿元",
        "6.2亿元",
        "46.2亿",
        {"quote": "营业收入46.2亿元", "value": "5.1亿元"},
        {"quote": "入46.2亿元", "value": "46.2亿元"},
        {"quote": "营业收入46.2亿元，", "value": None},
    )
    for written in refused:
        text = json.dumps({"revenue": written}, ensure_ascii=False)
        assert not contract.accepts(text)
        with pytest.raises(OptionError, match="does not obey"):
            read(contract, text)
