"""The loop: what must not change its output, and how it ends."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import logitrail as lt
from logitrail.backends.scripted import ScriptedHost, ScriptedSession
from logitrail.decoding import row as row_module
from logitrail.decoding.model import Model
from logitrail.decoding.result import Result
from logitrail.engine import byte_vocabulary
from tests.contracts40 import SCHEMAS, closed, contract
from tests.hosts import END, eager_model, random_model, small_vocabulary

RECORD = lt.Contract.from_schema(
    closed(name={"type": "string"}, n={"type": "integer"}, ok={"type": "boolean"}), layout="compact"
)
NAMES = [*SCHEMAS][::3]


def numbers(result: Result) -> list[tuple[Any, ...]]:
    """What the trace says of each token, as far as it does not say how the token was got."""
    assert result.trace is not None
    return [
        (t.id, t.raw_logprob, t.masked_logprob, t.allowed_mass, t.entropy, t.rank, t.override, t.forced, t.closed)
        for t in result.trace.tokens
    ]


# what changes nothing


@pytest.mark.parametrize("temperature", [0.0, 1.0])
@pytest.mark.parametrize("name", NAMES)
def test_forced_runs_drafts_and_batches_change_nothing(name: str, temperature: float) -> None:
    prompt = 'The name is "cat", the level 42 and the tag is red: {"a": true}'
    options = {"max_tokens": 70, "temperature": temperature, "seed": 3}
    made = contract(name)
    for vocabulary in (byte_vocabulary(), small_vocabulary()):
        model = random_model(7, vocabulary)
        plain = model.generate(prompt, made, force=False, draft=False, **options)
        for more in ({}, {"force": False}, {"draft": False}, {"trace": "full"}):
            result = model.generate(prompt, made, **{**options, **more})
            assert (result.text, result.token_ids, result.finish_reason) == (
                plain.text, plain.token_ids, plain.finish_reason,
            )  # fmt: skip
            assert numbers(result) == numbers(plain)
        assert model.generate(prompt, made, trace="off", **options).token_ids == plain.token_ids
        # As row 0 of a batch; the others have other prompts and contracts.
        batch = model.generate_batch(
            [(prompt, made), ("x", RECORD), ("yy", None), ("zzz", contract("a list"))], **options
        )
        assert batch[0].token_ids == plain.token_ids
        assert numbers(batch[0]) == numbers(plain)


def test_rows_of_a_batch_are_as_alone() -> None:
    model = random_model(11, small_vocabulary())
    requests = [(f"prompt {i}" * (i + 1), contract(name)) for i, name in enumerate(NAMES)] + [("free", None)]
    batch = model.generate_batch(requests, max_tokens=60)
    for (prompt, made), result in zip(requests, batch, strict=True):
        alone = model.generate(prompt, made, max_tokens=60)
        assert result.token_ids == alone.token_ids
        assert numbers(result) == numbers(alone)
        assert result.usage == alone.usage
        assert result.contract is made
    assert model.generate_batch([]) == []


@pytest.mark.parametrize("name", NAMES)
def test_traces_are_those_of_teacher_forcing(name: str) -> None:
    model = random_model(2, small_vocabulary())
    for seed in range(3):
        result = model.generate('{"a": 12}', contract(name), max_tokens=50, temperature=1.0, seed=seed)
        scored = model.score('{"a": 12}', result)
        assert result.trace is not None
        assert [t.id for t in scored.tokens] == [t.id for t in result.trace.tokens]
        for got, want in zip(result.trace.tokens, scored.tokens, strict=True):
            assert (got.raw_logprob, got.entropy, got.rank) == (want.raw_logprob, want.entropy, want.rank)
            assert got.raw_logprob == pytest.approx(got.masked_logprob + np.log(got.allowed_mass), abs=1e-4)
            assert (want.masked_logprob, want.allowed_mass, want.override) == (want.raw_logprob, 1.0, False)


def test_a_draft_that_fails_in_the_pass_in_which_the_text_ends() -> None:
    # The prompt suggests "cat sat" for the last field; the model says "cow", and what follows is forced.
    model = eager_model('{"a":"cow"}', small_vocabulary(), prompt=len(small_vocabulary().tokenize(b"a: cat sat")))
    made = lt.Contract.from_schema(closed(a={"enum": ["cow", "cat sat"]}), layout="compact")
    seen = 0
    for prompt in ("a: cat sat",):
        result = model.generate(prompt, made)
        assert result.text == '{"a":"cow"}'
        seen += result.usage.drafted_tokens - result.usage.accepted_drafts
        scored = model.score(prompt, result)
        assert result.trace is not None
        assert [t.raw_logprob for t in result.trace.tokens] == [t.raw_logprob for t in scored.tokens]
    assert seen > 0


def test_drafts_that_hold_save_passes() -> None:
    text = '{"name":"Alice Johnson of Rotterdam","n":42,"ok":true}'
    prompt = "name: Alice Johnson of Rotterdam, n: 42, ok: true. "
    model = eager_model(text, prompt=len(prompt))
    drafted, plain = (model.generate(prompt, RECORD, draft=draft) for draft in (True, False))
    assert drafted.text == plain.text == text
    assert drafted.usage.accepted_drafts > 20
    assert drafted.usage.forward_passes < plain.usage.forward_passes / 2
    assert plain.usage.drafted_tokens == 0
    assert drafted.trace is not None
    assert sum(t.drafted for t in drafted.trace.tokens) == drafted.usage.accepted_drafts


def test_forced_runs_save_passes() -> None:
    text = '{"name":"x","n":4,"ok":true}'
    model = eager_model(text)
    forced, plain = (model.generate("p", RECORD, force=force, draft=False) for force in (True, False))
    assert forced.token_ids == plain.token_ids == tuple(text.encode())
    assert forced.usage.forced_tokens == plain.usage.forced_tokens
    assert plain.usage.forward_passes == len(text)
    # Drawn are the letter and the quote, the 4 and the comma, and the t of true; one pass more measures the end.
    assert forced.usage.forward_passes == 6
    assert forced.usage.completion_tokens == len(text)
    assert forced.usage.prompt_tokens == 1


def test_a_text_without_a_choice_takes_one_pass_to_measure_and_none_without_a_trace() -> None:
    made = lt.Contract.from_schema({"const": "abc"})
    assert random_model(0).generate("p", made).usage.forward_passes == 1
    assert random_model(0).generate("p", made, trace="off").usage.forward_passes == 0


# levels of the trace


def test_trace_off_measures_and_stores_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: object, **kwargs: object) -> None:
        pytest.fail("something was measured")

    monkeypatch.setattr(row_module, "measure", refuse)
    monkeypatch.setattr("logitrail.decoding.loop.raw_trace", refuse)
    monkeypatch.setattr("logitrail.decoding.loop.trace_fields", refuse)
    model = random_model(1)
    for made in (RECORD, None):
        result = model.generate("p", made, trace="off", max_tokens=60)
        assert result.trace is None
        assert result.to_dict()["trace"] is None
    with pytest.raises(pytest.fail.Exception, match="measured"):
        model.generate("p", RECORD, max_tokens=60)


def test_full_keeps_the_likeliest_tokens() -> None:
    result = random_model(1).generate("p", RECORD, trace="full", max_tokens=60)
    assert result.trace is not None
    for token in result.trace.tokens:
        assert len(token.top) == 20
        logprobs = [value for _, value in token.top]
        assert logprobs == sorted(logprobs, reverse=True)
        if token.rank < 20:
            assert dict(token.top)[token.id] == pytest.approx(token.raw_logprob)
    summary = random_model(1).generate("p", RECORD, max_tokens=60)
    assert summary.trace is not None
    assert all(token.top == () for token in summary.trace.tokens)
    assert numbers(summary) == numbers(result)


def test_the_logits_of_the_host_are_not_touched() -> None:
    given: list[np.ndarray] = []

    def script(tokens: Sequence[int]) -> np.ndarray:
        logits = np.linspace(-3, 3, 257, dtype=np.float32)
        given.append(logits)
        return logits

    Model(ScriptedHost(script)).generate("ab", RECORD, max_tokens=40, temperature=0.8, repetition_penalty=1.3, top_k=9)
    assert all(np.array_equal(logits, np.linspace(-3, 3, 257, dtype=np.float32)) for logits in given)


# how texts end


def test_stop_when_nothing_can_follow() -> None:
    result = eager_model('{"name":"x","n":4,"ok":true}').generate("p", RECORD)
    assert (result.finish_reason, result.value) == ("stop", {"name": "x", "n": 4, "ok": True})
    assert result.trace is not None
    assert result.trace.tokens[-1].bytes == b"}"


def test_stop_when_the_model_ends_a_text_that_could_go_on() -> None:
    result = eager_model("12").generate("p", lt.Contract.from_schema({"type": "integer"}))
    assert (result.text, result.value, result.finish_reason) == ("12", 12, "stop")
    assert result.trace is not None
    assert [t.bytes for t in result.trace.tokens] == [b"1", b"2", b""]
    assert result.token_ids == tuple(b"12")
    assert result.usage.completion_tokens == 2
    assert result.trace.fields[""].token_span == (0, 3)  # that it ends here is part of the number


def test_closed_when_the_budget_ends() -> None:
    model = eager_model('{"name":"' + "x" * 100)
    result = model.generate("p", RECORD, max_tokens=40)
    assert result.finish_reason == "closed"
    assert len(result.token_ids) == 40
    assert json.loads(result.text) == result.value
    assert result.trace is not None
    fields = result.trace.fields
    assert [fields[p].closed for p in ("/name", "/n", "/ok")] == [False, True, True]
    at = next(i for i, token in enumerate(result.trace.tokens) if token.closed)
    assert all(token.closed for token in result.trace.tokens[at:])
    assert b"".join(token.bytes for token in result.trace.tokens[:at]).endswith(b"xx")


def test_closed_when_the_text_could_go_on_beyond_the_budget() -> None:
    result = eager_model("1" * 50).generate("p", lt.Contract.from_schema({"type": "integer"}), max_tokens=5)
    assert (result.text, result.finish_reason) == ("11111", "closed")
    exact = eager_model("[1]").generate("p", lt.Contract.from_schema({"type": "array"}), max_tokens=3)
    assert (exact.text, exact.finish_reason) == ("[1]", "stop")


def test_length_without_a_contract() -> None:
    result = eager_model("hello world").generate("p", max_tokens=5)
    assert (result.text, result.finish_reason, result.value, result.contract) == ("hello", "length", None, None)
    full = eager_model("hello world").generate("p", max_tokens=50)
    assert (full.text, full.finish_reason) == ("hello world", "stop")
    cut = eager_model("é" * 9).generate("p", max_tokens=3)
    assert cut.text == "é\ufffd"


def test_a_model_that_goes_round_in_circles_is_ended() -> None:
    made = lt.Contract.from_schema({"type": "array", "items": {"type": "integer"}}, layout="compact")
    model = eager_model("[" + "12," * 200)
    result = model.generate("p", made, max_tokens=500)
    assert result.finish_reason == "loop"
    assert json.loads(result.text) == result.value
    assert len(result.token_ids) < 80
    free = model.generate("p", made, max_tokens=500, loop_guard=False)
    assert free.finish_reason == "closed"
    assert 490 < len(free.token_ids) <= 500


# stop texts


@pytest.mark.parametrize("stop", ["wor", ("wor",), ["zzz", "wor"], ("world", "o w")])
def test_stop_texts_end_free_text_before_themselves(stop: Any) -> None:
    result = eager_model("hello world").generate("p", stop=stop)
    assert result.finish_reason == "stop"
    assert result.text == ("hell" if stop == ("world", "o w") else "hello ")


def test_a_stop_text_that_straddles_tokens() -> None:
    model = eager_model('cat"}aaab', small_vocabulary())
    assert model.generate("p", stop='t"}a').text == "ca"
    assert model.generate("p", stop="}aaab").text == 'cat"'
    assert model.generate("p", stop="nothing").text == 'cat"}aaab'


def test_under_a_contract_the_text_is_completed_validly() -> None:
    model = eager_model('{"name":"one STOP two","n":4,"ok":true}')
    result = model.generate("p", RECORD, stop="STOP")
    assert json.loads(result.text)["name"] == "one STOP"
    assert result.finish_reason == "closed"
    assert result.warnings == (
        "2 of 3 values are not the model's: they were written to end the text validly (closed)",
        "the stop text 'STOP' came before the text was complete: it was closed validly",
    )
    assert RECORD.violations(result.text) == []
    assert result.trace is not None
    assert [result.trace.fields[p].closed for p in ("/name", "/n", "/ok")] == [False, True, True]


def test_a_stop_text_where_the_text_is_complete_just_ends_it() -> None:
    made = lt.Contract.from_regex("[a-z]+")
    result = eager_model("abcdef").generate("p", made, stop="cd")
    assert (result.text, result.finish_reason, result.warnings) == ("abcd", "stop", ())


# errors before the first token


def test_a_prompt_must_fit() -> None:
    model = random_model(0, context_length=60)
    with pytest.raises(lt.errors.PromptError) as caught:
        model.generate("x" * 60)
    assert "60 tokens" in caught.value.message
    assert caught.value.path == "prompt"
    with pytest.raises(lt.errors.PromptError, match="output needs at least 27"):
        model.generate("x" * 34, RECORD)
    result = model.generate("x" * 33, RECORD)
    assert result.warnings[0] == "the context leaves 27 tokens: max_tokens is 27, not 256"
    assert len(result.token_ids) == 27


@pytest.mark.parametrize("prompt", ["", []])
def test_an_empty_prompt(prompt: Any) -> None:
    for call in (random_model(0).generate, random_model(0).stream, random_model(0).score):
        with pytest.raises(lt.errors.PromptError, match="empty"):
            call(prompt, "x" if call.__name__ == "score" else None)


def test_an_empty_output_cannot_be_scored() -> None:
    for output in ("", [], ()):
        with pytest.raises(lt.errors.PromptError) as caught:
            random_model(0).score("p", output)
        assert caught.value.path == "output"


def test_what_cannot_be_said_names_the_conflict() -> None:
    made = lt.Contract.from_schema(closed(level={"enum": ["a", "b"]})).excluding(["a", "b"], fields=["/level"])
    with pytest.raises(lt.errors.ConflictError) as caught:
        random_model(0).generate("p", made)
    assert caught.value.path == "$.level"


def test_nothing_is_computed_before_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ScriptedSession, "forward", lambda *args: pytest.fail("the model was asked"))
    for more in ({"max_tokens": 3}, {"max_tokens": 0}, {"temperature": -1}):
        with pytest.raises((lt.errors.BudgetError, lt.errors.OptionError)):
            random_model(0).generate("p", RECORD, **more)
        with pytest.raises((lt.errors.BudgetError, lt.errors.OptionError)):
            random_model(0).generate_batch([("p", None), ("p", RECORD)], **more)


# other ways in


def test_agenerate() -> None:
    model = random_model(4)

    async def both() -> list[Result]:
        return await asyncio.gather(
            model.agenerate("p", RECORD), model.agenerate("q", contract("a list"), temperature=1.0)
        )

    one, two = asyncio.run(both())
    assert one.token_ids == model.generate("p", RECORD).token_ids
    assert two.token_ids == model.generate("q", contract("a list"), temperature=1.0).token_ids


def test_token_ids_as_prompt() -> None:
    model = random_model(4)
    assert model.generate([112], RECORD).token_ids == model.generate("p", RECORD).token_ids
    assert model.generate([112], RECORD).prompt_ids == (112,)


def test_scores_of_texts_and_ids() -> None:
    model = random_model(4)
    text, ids = model.score("p", "né"), model.score("p", list("né".encode()))
    assert text.tokens == ids.tokens
    assert text.track == "raw"
    assert [t.bytes for t in text.tokens] == [b"n", b"\xc3", b"\xa9"]
    assert text.raw_logprob == pytest.approx(sum(t.raw_logprob for t in text.tokens))
    # Longer than what is computed at once.
    long = model.score("p", "a" * 200)
    assert len(long.tokens) == 200
    assert long.tokens[150].raw_logprob == model.score("p" + "a" * 150, "a").tokens[0].raw_logprob


def test_a_large_integer_keeps_its_value_however_it_is_written() -> None:
    for text, value in (
        ("299599992020202005", 299599992020202005),
        ("29959999202020.00", 29959999202020.0),
        ("12.0", 12.0),
        ("0.1", 0.1),
        ("1e23", 10**23),
        ("1e22", 1e22),
    ):
        result = eager_model(text).generate("p", lt.Contract.from_schema({"type": "number"}))
        assert (result.text, result.value) == (text, value)
        assert type(result.value) is type(value)


def test_plain_data_of_a_result() -> None:
    result = random_model(4).generate("p", RECORD, max_tokens=60)
    data = json.loads(json.dumps(result.to_dict(), allow_nan=False))
    assert data["value"] == result.value
    assert data["usage"]["completion_tokens"] == len(result.token_ids)
    assert result.trace is not None
    assert data["trace"]["fields"]["/n"]["raw_logprob"] == pytest.approx(result.trace.fields["/n"].raw_logprob)
    assert data["contract"] == RECORD.fingerprint
    assert END not in result.token_ids
