"""The guard of the decoder, its token masks and the checks have one idea of what a blocked word is."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from logitrail.contract import BlockRule, Contract
from logitrail.contract.blocklist import find_across, find_blocked
from logitrail.engine import textual
from logitrail.engine.blocker import Blocker
from logitrail.engine.guard import Guard, WatchTable
from logitrail.engine.mask import Words, flags_of, set_bit
from logitrail.engine.reader import STRING, JsonReader
from logitrail.engine.vocabulary import Vocabulary
from logitrail.errors import BudgetError
from tests.hosts import random_model, small_vocabulary

LETTERS = "aAbB1２ é中國国.\u200b"
MANY = settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])


def text(most: int, least: int = 0) -> st.SearchStrategy[str]:
    return st.text(alphabet=LETTERS, min_size=least, max_size=most)


@st.composite
def rules(draw: st.DrawFn, **given: Any) -> BlockRule:
    words = tuple(draw(st.lists(text(3, 1), min_size=1, max_size=3, unique=True)))
    around = draw(st.lists(st.tuples(text(2), st.sampled_from(words), text(2)), max_size=2))
    options = {name: draw(st.booleans()) for name in ("whole_word", "inserted", "across_fields")}
    return BlockRule(words, except_in=tuple(map("".join, around)), **{**options, **given})


def values(rule: BlockRule) -> st.SearchStrategy[str]:
    """Values in which the words of the rule, and its excuses, are likely."""
    known = st.sampled_from([*rule.words, *rule.except_in])
    return st.lists(st.one_of(text(3), known), max_size=4).map("".join)


def guard_breaks(rule: BlockRule, said: list[str], cuts: st.DataObject) -> bool:
    """Whether the guard breaks over values that are fed in pieces of bytes."""
    guard = Guard(WatchTable((rule,)))
    for i, value in enumerate(said):
        data = value.encode()
        guard.begin((i,), is_key=False)
        while data:
            size = cuts.draw(st.integers(1, 4))
            guard.feed(data[:size])
            data = data[size:]
        guard.end()
    return guard.broken


@MANY
@given(rules(), st.data())
def test_the_guard_finds_what_the_checks_find(rule: BlockRule, data: st.DataObject) -> None:
    value = data.draw(values(rule))
    assert guard_breaks(rule, [value], data) is (find_blocked(value, (rule,)) is not None)


@MANY
@given(rules(across_fields=True), st.data())
def test_across_values_every_run_is_read_as_one_text(rule: BlockRule, data: st.DataObject) -> None:
    whole = data.draw(values(rule))
    cuts = sorted(data.draw(st.lists(st.integers(0, len(whole)), max_size=4)))
    said = [whole[a:b] for a, b in zip([0, *cuts], [*cuts, len(whole)], strict=True)]
    runs = ["".join(said[a:b]) for a in range(len(said)) for b in range(a + 1, len(said) + 1)]
    blocked = any(find_blocked(run, (rule,)) is not None for run in runs)
    alone = any(find_blocked(value, (rule,)) is not None for value in said)
    assert (alone or next(find_across(said, rule), None) is not None) is blocked
    assert guard_breaks(rule, said, data) is blocked


@MANY
@given(rules(across_fields=True), st.data())
def test_a_word_across_values_is_named_with_where_it_begins_and_ends(rule: BlockRule, data: st.DataObject) -> None:
    said = data.draw(st.lists(values(rule), max_size=5))
    for word, first, last in find_across(said, rule):
        run = "".join(said[first : last + 1])
        assert find_blocked(run, (BlockRule((word,), inserted=rule.inserted),)) is not None


TOKENS = [
    *(bytes([i]) for i in range(255)),
    *(t.encode() for t in ("中", "国a", "ab", "b1", '","', 'a"', "\\n", "\\u0061", "a.b", "1b2", "國", '1"', "２")),
    "é".encode()[:1],
    *(f"{a}{b}".encode() for a in LETTERS for b in LETTERS),
]
VOCABULARY = Vocabulary.from_tokens([*TOKENS, b""], eos_id=len(TOKENS))
BLOCKER = Blocker(VOCABULARY, escapes=True)


def everything() -> Words:
    mask = np.zeros(VOCABULARY.words, dtype=np.int32)
    for i in range(len(TOKENS)):
        set_bit(mask, i, True)
    return mask


@settings(MANY, max_examples=120)
@given(rules(), st.data())
def test_masks_are_those_of_reading_every_token(rule: BlockRule, data: st.DataObject) -> None:
    reader = JsonReader(Guard(WatchTable((rule,))))
    said = data.draw(values(rule))
    written = json.dumps({"a": said}, ensure_ascii=data.draw(st.booleans())).encode()[:-2]
    before = data.draw(st.sampled_from([b"", b'{"j":"a",', b'{"j":"\xe4\xb8\xad1",']))
    reader.feed((before + written.lstrip(b"{") if before else written)[: data.draw(st.integers(0, 40)) + 12])
    assert reader.guard is not None
    assume(not reader.broken and reader.mode == STRING and not reader.in_key)
    mask = everything()
    BLOCKER.restrict(mask, reader)
    allowed = flags_of(mask, VOCABULARY.size)
    for i, token in enumerate(TOKENS):
        twin = reader.fork()
        twin.feed(token)
        assert twin.guard is not None
        assert allowed[i] == (not twin.guard.broken), (token, said)


RECORD = {
    "type": "object",
    "properties": {
        "x": {"type": "string"},
        "n": {"type": "number"},
        "y": {"type": "object", "additionalProperties": {"type": "string"}},
        "z": {"type": "array", "items": {"type": ["string", "null"]}},
    },
    "required": ["x", "n", "y", "z"],
    "additionalProperties": False,
}


@st.composite
def excluding(draw: st.DrawFn) -> tuple[Contract, list[BlockRule]]:
    contract = Contract.from_schema(RECORD)
    for _ in range(draw(st.integers(1, 2))):
        rule = draw(rules())
        fields = draw(st.sampled_from([None, None, ["/x", "/z"], ["/y"], ["/z/*"], ["/z/1", "/x"]]))
        assume(all(any(c not in " .\u200b" for c in text) for text in (*rule.words, *rule.except_in)))
        contract = contract.excluding(
            rule.words,
            fields=fields,
            whole_word=rule.whole_word,
            except_in=rule.except_in,
            inserted=rule.inserted,
            across_fields=rule.across_fields,
        )
    return contract, list(contract.block_rules)


@settings(MANY, max_examples=80, suppress_health_check=list(HealthCheck))
@given(excluding(), st.data())
def test_the_engine_accepts_exactly_what_breaks_no_rule(
    made: tuple[Contract, list[BlockRule]], data: st.DataObject
) -> None:
    contract, block = made
    said = values(data.draw(st.sampled_from(block)))
    value = {
        "x": data.draw(said),
        "n": data.draw(st.sampled_from([1, 2.5, -1])),
        "y": data.draw(st.dictionaries(said, said, max_size=2)),
        "z": data.draw(st.lists(st.one_of(said, st.none()), max_size=4)),
    }
    written = json.dumps(value, ensure_ascii=False)
    violations = contract.violations(written)
    assert textual.accepts(contract, written) is (violations == [])
    assert contract.accepts(written) is (violations == [])
    assert all(violation.rule.startswith("blocked word") for violation in violations)


@settings(MANY, max_examples=40, suppress_health_check=list(HealthCheck))
@given(excluding(), st.integers(0, 2**32), st.integers(0, 80))
def test_no_model_writes_what_is_blocked(made: tuple[Contract, list[BlockRule]], seed: int, more: int) -> None:
    contract, _ = made
    model = random_model(seed, small_vocabulary())
    try:
        needed = model.generate("x", contract, max_tokens=1).usage.completion_tokens
    except BudgetError as error:
        needed = error.needed
    result = model.generate("x", contract, max_tokens=needed + more, temperature=1.0, seed=seed)
    assert contract.violations(result.text) == []
