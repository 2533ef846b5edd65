"""Free text up to a marker, then the contract."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

import logitrail as lt
from logitrail.engine import textual
from logitrail.errors import BudgetError, ConflictError, ContractError, OptionError
from tests.hosts import random_model, small_vocabulary

RECORD = {
    "type": "object",
    "properties": {"level": {"type": "integer", "minimum": 1, "maximum": 10}, "note": {"type": "string"}},
    "required": ["level", "note"],
    "additionalProperties": False,
}
MARKER = "</think>"
CONTRACT = lt.Contract.from_schema(RECORD).excluding(["secret", "绝密"]).excluding(["level"], fields=["/note"])
BEHIND = CONTRACT.after(MARKER)
VALUE = '{"level":3,"note":"ok"}'


@pytest.mark.parametrize(
    ("text", "accepted"),
    [
        (MARKER + VALUE, True),
        ("seven is more, 七 too" + MARKER + VALUE, True),
        ("x" + MARKER + "\n\n" + VALUE, True),
        ("x" + MARKER + " " + VALUE, True),
        ("x" + MARKER + "\n\n\n" + VALUE, False),
        ("</thi <think> </thin" + MARKER + VALUE, True),
        (MARKER + MARKER + VALUE, False),  # the first marker ends the free text
        (VALUE, False),
        ("only prose", False),
        ("a secret" + MARKER + VALUE, False),
        ("ＳＥＣＲＥＴ" + MARKER + VALUE, False),
        ("this level" + MARKER + VALUE, True),  # blocked in one field only
        (MARKER + '{"level":3,"note":"the level"}', False),
        (MARKER + '{"level":11,"note":"ok"}', False),
        (MARKER + VALUE + " more", False),
    ],
)
def test_texts_behind_a_marker(text: str, accepted: bool) -> None:
    assert BEHIND.accepts(text) is accepted
    assert textual.accepts(BEHIND, text) is accepted
    assert (BEHIND.violations(text) == []) is accepted


def test_violations_name_what_is_wrong() -> None:
    assert [v.rule for v in BEHIND.violations("no end")] == ["marker"]
    assert BEHIND.violations("no end")[0].reason == 'expected "</think>" somewhere in the text, got none'
    found = BEHIND.violations("a secret" + MARKER + '{"level":11,"note":"ok"}')
    assert [(v.path, v.rule) for v in found] == [
        ("$", 'blocked word "secret"'),
        ("$.level", "maximum at $.properties.level.maximum"),
    ]


def test_a_limit_of_characters_leaves_room_for_the_answer() -> None:
    short = CONTRACT.after(MARKER, max_length=5)
    assert short.accepts("五个字符啊" + MARKER + VALUE)
    assert not short.accepts("六个字符啊!" + MARKER + VALUE)
    assert not textual.accepts(short, "六个字符啊!" + MARKER + VALUE)
    assert [v.rule for v in short.violations("六个字符啊!" + MARKER + VALUE)] == ["max_length"]


def test_a_contract_with_a_marker_is_saved_and_joined() -> None:
    again = lt.Contract.from_dict(json.loads(json.dumps(BEHIND.to_dict())))
    assert again == BEHIND
    assert BEHIND.fingerprint != CONTRACT.fingerprint
    assert (BEHIND & CONTRACT).prelude == BEHIND.prelude
    assert (BEHIND & CONTRACT.after(MARKER, max_length=9)).prelude == CONTRACT.after(MARKER, max_length=9).prelude
    with pytest.raises(ContractError, match="one contract begins after '</think>', the other after 'Answer:'"):
        BEHIND & CONTRACT.after("Answer:")


def test_bad_markers() -> None:
    with pytest.raises(ContractError, match="expected a marker as text, got ''"):
        CONTRACT.after("")
    with pytest.raises(ContractError, match="begins after '</think>' already"):
        BEHIND.after("Answer:")
    with pytest.raises(OptionError, match="max_length: expected a number of characters"):
        CONTRACT.after("x", max_length=-1)
    conflict = CONTRACT.after("the secret:").check().conflicts[0]
    assert conflict.rules == ('the marker "the secret:"', 'blocked word "secret" (everywhere)')


def test_instructions_speak_of_the_marker() -> None:
    assert BEHIND.instructions().startswith("First think in free text. Then write </think>, and behind it the answer")
    assert BEHIND.instructions("zh").startswith("先自由思考，然后写出 </think>")
    assert "secret" not in BEHIND.instructions()


def test_the_shortest_text_is_the_marker_and_the_shortest_value() -> None:
    assert textual.shortest(BEHIND) == b'</think>{"level":1,"note":""}'
    assert textual.shortest(lt.Contract.from_regex("[A-Z]{3}").after("答：")) == "答：ACA".encode()


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), budget=st.integers(1, 90), sampled=st.booleans())
def test_any_model_and_budget_ends_validly(seed: int, budget: int, sampled: bool) -> None:
    model = random_model(seed, small_vocabulary())
    options: dict[str, Any] = {"max_tokens": budget, "temperature": 1.5 if sampled else 0.0, "seed": seed}
    for contract in (BEHIND, CONTRACT.after("答：", max_length=7), lt.Contract.from_regex("[A-Z]{2,4}").after("::")):
        try:
            result = model.generate("prompt", contract=contract, **options)
        except BudgetError as error:
            assert budget < error.needed  # noqa: PT017
            continue
        assert contract.violations(result.text) == []
        assert textual.accepts(contract, result.text)
        assert result.trace is not None
        for token in result.trace.tokens:
            assert token.raw_logprob == pytest.approx(token.masked_logprob + math.log(token.allowed_mass), abs=1e-4)


class Answer(BaseModel):
    level: int
    note: str


def test_values_spans_and_objects_come_from_behind_the_marker(smollm2: Any) -> None:
    contract = lt.Contract.from_schema(Answer).after(MARKER, max_length=60)
    result = smollm2.generate("Is seven more than five?", contract=contract, max_tokens=80, temperature=0.8, seed=3)
    free, marker, written = result.text.partition(MARKER)
    assert marker == MARKER
    assert len(free) <= 60
    assert result.value == json.loads(written)
    assert result.parsed == Answer(**result.value)
    start, end = result.trace.fields["/level"].span
    assert int(result.text[start:end]) == result.value["level"]
    assert start > len(free + marker)


@pytest.mark.parametrize("contract", [lt.Contract.from_schema({"type": "integer"}), lt.Contract.from_regex("[0-9]+")])
def test_a_marker_that_is_blocked_is_refused_before_the_first_token(contract: lt.Contract) -> None:
    blocked = contract.excluding(["think"]).after(MARKER)
    assert not blocked.check().ok
    with pytest.raises(ConflictError, match="holds the blocked word"):
        random_model(0, small_vocabulary()).generate("p", blocked)
