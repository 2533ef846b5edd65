"""The real model in our own loop: the laws of the trace, and what must not change the tokens."""

from __future__ import annotations

import asyncio
import math
from typing import Any

import numpy as np
import pytest

import logitrail as lt
from logitrail.decoding import row as row_module
from logitrail.decoding.model import Model
from logitrail.decoding.result import Result
from logitrail.engine import compile_contract
from tests.extractions import EXTRACTIONS
from tests.ties import assert_close, assert_same_tokens
from tests.words import found_in

pytestmark = pytest.mark.model

NAMES = [*EXTRACTIONS]


@pytest.fixture(scope="module")
def greedy(smollm2: Model) -> dict[str, Result]:
    """What the model answers as a matter of course."""
    return {name: smollm2.generate(prompt, made, max_tokens=60) for name, (prompt, made) in EXTRACTIONS.items()}


@pytest.fixture(scope="module")
def batch(smollm2: Model) -> dict[str, Result]:
    """The same in one batch: other prompts, contracts and forced runs beside each."""
    return dict(zip(EXTRACTIONS, smollm2.generate_batch(list(EXTRACTIONS.values()), max_tokens=60), strict=True))


def raw(result: Any) -> list[float | None]:
    trace = result.trace if isinstance(result, Result) else result
    return [token.raw_logprob for token in trace.tokens]


def assert_honest(model: Model, prompt: Any, result: Result) -> None:
    """ℓ = m + ln α for every token, and ℓ as teacher forcing gives it."""
    assert result.trace is not None
    for token in result.trace.tokens:
        assert token.allowed_mass is not None
        assert token.masked_logprob is not None
        assert token.raw_logprob == pytest.approx(token.masked_logprob + math.log(token.allowed_mass), abs=1e-4)
        assert token.pressure == pytest.approx(-math.log(token.allowed_mass), abs=1e-6)
    scored = model.score(prompt, result)
    assert_close(raw(result), raw(scored))
    assert_close([t.entropy for t in result.trace.tokens], [t.entropy for t in scored.tokens])
    assert [t.bytes for t in result.trace.tokens] == [t.bytes for t in scored.tokens]


# the laws of the trace


@pytest.mark.parametrize("name", NAMES)
def test_raw_is_what_teacher_forcing_gives(smollm2: Model, greedy: dict[str, Result], name: str) -> None:
    prompt, made = EXTRACTIONS[name]
    assert_honest(smollm2, prompt, greedy[name])
    assert made.violations(greedy[name].text) == []
    assert greedy[name].trace is not None
    assert greedy[name].trace.track == "raw"
    assert greedy[name].trace.unknown is None


def test_in_a_batch_too(smollm2: Model, batch: dict[str, Result]) -> None:
    for name, result in batch.items():
        assert_honest(smollm2, EXTRACTIONS[name][0], result)


@pytest.mark.parametrize("name", ["person", "blocked", "code"])
def test_sampled_closed_and_under_a_blocklist(smollm2: Model, name: str) -> None:
    prompt, made = EXTRACTIONS[name]
    needed = len(compile_contract(made, smollm2.host.vocabulary).shortest)
    for result in smollm2.generate(
        prompt, made, n=3, max_tokens=needed + 5, temperature=1.3, top_p=0.95, seed=4, repetition_penalty=1.2
    ):
        assert_honest(smollm2, prompt, result)
        assert made.violations(result.text) == []
        assert len(result.token_ids) <= needed + 5
        if name == "blocked":
            assert found_in(["the", "sun", "天气", "20", "rain"], result.value) == []


def test_forced_and_overridden_tokens_are_told(greedy: dict[str, Result]) -> None:
    trace = greedy["person"].trace
    assert trace is not None
    assert trace.tokens[0].bytes.startswith(b"{")
    assert greedy["person"].usage.forced_tokens == sum(token.forced for token in trace.tokens) > 3
    for token in trace.tokens:
        # The model's own first choice is rank 0; it was overridden exactly where something else had to come.
        assert token.override <= (token.rank != 0)
    value = greedy["person"].value
    assert (value["name"], value["age"], value["city"]) == ("Alice Johnson", 34, "Rotterdam")
    fields = trace.fields
    assert list(fields) == ["", "/name", "/age", "/city"]
    # The age is copied from the prompt; the largest part of the doubt is whether the number ends there.
    assert fields["/age"].raw_probability > 0.1
    assert fields["/age"].pressure < 1


def test_a_choice_that_the_model_did_not_want(smollm2: Model) -> None:
    made = lt.Contract.from_schema({"enum": ["zebra", "quartz"]})
    result = smollm2.generate("The capital of France is", made)
    assert result.trace is not None
    field = result.trace.fields[""]
    assert field.masked_probability > 100 * field.raw_probability
    assert field.pressure > 5
    assert result.trace.overrides >= 1


def test_trace_off_measures_nothing(smollm2: Model, greedy: dict[str, Result], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(row_module, "measure", lambda *args, **kwargs: pytest.fail("something was measured"))
    for name in ("code", "status"):
        prompt, made = EXTRACTIONS[name]
        result = smollm2.generate(prompt, made, max_tokens=60, trace="off")
        assert result.trace is None
        assert_same_tokens(smollm2.host, result.prompt_ids, result.token_ids, greedy[name].token_ids)


# what changes nothing


@pytest.mark.parametrize("name", NAMES)
def test_without_forced_runs_and_drafts(smollm2: Model, greedy: dict[str, Result], name: str) -> None:
    prompt, made = EXTRACTIONS[name]
    plain = smollm2.generate(prompt, made, max_tokens=60, force=False, draft=False)
    result = greedy[name]
    assert_same_tokens(smollm2.host, result.prompt_ids, result.token_ids, plain.token_ids)
    if result.token_ids == plain.token_ids:
        assert result.trace is not None
        assert plain.trace is not None
        assert_close(raw(result), raw(plain))
        assert_close([t.pressure for t in result.trace.tokens], [t.pressure for t in plain.trace.tokens])
        assert [t.forced for t in result.trace.tokens] == [t.forced for t in plain.trace.tokens]
        assert result.usage.forward_passes <= plain.usage.forward_passes


def test_drafts_alone_and_forced_runs_alone(smollm2: Model, greedy: dict[str, Result]) -> None:
    for name, more in (("person", {"force": False}), ("invoice", {"draft": False})):
        prompt, made = EXTRACTIONS[name]
        result = smollm2.generate(prompt, made, max_tokens=60, **more)
        assert_same_tokens(smollm2.host, result.prompt_ids, result.token_ids, greedy[name].token_ids)


def test_in_a_ragged_batch(smollm2: Model, greedy: dict[str, Result], batch: dict[str, Result]) -> None:
    assert len({len(result.prompt_ids) for result in batch.values()}) > 4
    for name, result in batch.items():
        assert_same_tokens(smollm2.host, result.prompt_ids, result.token_ids, greedy[name].token_ids)
        if result.token_ids == greedy[name].token_ids:
            assert_close(raw(result), raw(greedy[name]))


def test_drafts_copied_from_the_prompt_hold(greedy: dict[str, Result]) -> None:
    used = [result.usage for result in greedy.values()]
    assert sum(u.accepted_drafts for u in used) > 10
    tokens = sum(u.completion_tokens for u in used if u.accepted_drafts)
    assert tokens / sum(u.forward_passes for u in used if u.accepted_drafts) > 1.5


def test_drafts_that_fail_where_the_text_ends(smollm2: Model) -> None:
    """Whatever becomes of a draft in the last passes, the forced tokens behind it are measured right."""
    seen = 0
    for word, wrong in (
        ("in", "inches of rain"),
        ("A", "A4 paper and ink"),
        ("no", "no, not at all"),
        ("red", "reddish brown"),
    ):
        prompt = f"kind: {wrong}. Answer with the kind as JSON.\n\nJSON:"
        made = lt.Contract.from_schema(
            {
                "type": "object",
                "properties": {"kind": {"enum": [word, "zzz"]}},
                "required": ["kind"],
                "additionalProperties": False,
            }
        )
        result = smollm2.generate(prompt, made)
        assert_honest(smollm2, prompt, result)
        seen += result.usage.drafted_tokens - result.usage.accepted_drafts
    assert seen > 0


def test_stream_and_agenerate(smollm2: Model, greedy: dict[str, Result]) -> None:
    prompt, made = EXTRACTIONS["code"]
    events = list(smollm2.stream(prompt, made, max_tokens=60))
    assert "".join(event.text for event in events) == greedy["code"].text
    assert events[-1].result.token_ids == greedy["code"].token_ids
    result = asyncio.run(smollm2.agenerate(prompt, made, max_tokens=60))
    assert result.token_ids == greedy["code"].token_ids


# prompts


def test_messages_go_through_the_chat_template(smollm2: Model) -> None:
    result = smollm2.generate([{"role": "user", "content": "Say yes."}], lt.Contract.from_regex("yes|no"))
    text = smollm2.tokenizer.decode(result.prompt_ids)
    assert text.endswith("<|im_start|>user\nSay yes.<|im_end|>\n<|im_start|>assistant\n")


def test_free_text_as_generate_writes_it(smollm2: Model) -> None:
    import torch

    prompt = "The first three prime numbers are"
    result = smollm2.generate(prompt, max_tokens=12)
    ids = torch.tensor([list(result.prompt_ids)])
    theirs = smollm2.model.generate(ids, attention_mask=torch.ones_like(ids), max_new_tokens=12, do_sample=False)
    assert_same_tokens(smollm2.host, result.prompt_ids, result.token_ids, theirs[0, ids.shape[1] :].tolist())
    assert result.finish_reason == "length"
    assert_close(raw(result), raw(smollm2.score(prompt, result)))


def test_a_prompt_longer_than_the_context(smollm2: Model) -> None:
    context = smollm2.host.context_length
    assert context == 8192
    with pytest.raises(lt.errors.PromptError, match=r"8192 tokens.*holds 8192"):
        smollm2.generate([5] * context, max_tokens=1)
    with pytest.raises(lt.errors.PromptError, match="0 to 49151, got 49152"):
        smollm2.generate([49152])


def test_foreign_processors_see_tensors(smollm2: Model) -> None:
    import torch
    from transformers import RepetitionPenaltyLogitsProcessor, SuppressTokensLogitsProcessor

    prompt, made = EXTRACTIONS["person"]
    plain = smollm2.generate(prompt, made, max_tokens=60)
    first = next(t.id for t in plain.trace.tokens if not t.forced and t.bytes.strip(b' "{:'))
    processors = [RepetitionPenaltyLogitsProcessor(1.05), SuppressTokensLogitsProcessor([first])]
    result = smollm2.generate(prompt, made, max_tokens=60, processors=processors)
    assert first not in [t.id for t in result.trace.tokens if not t.forced]
    assert made.violations(result.text) == []
    assert_honest(smollm2, prompt, result)

    def check(ids: Any, scores: Any) -> Any:
        assert isinstance(ids, torch.Tensor)
        assert ids.shape[0] == 1
        assert scores.shape == (1, 49152)
        return scores

    code = EXTRACTIONS["code"]
    assert smollm2.generate(*code, processors=[check]).text == smollm2.generate(*code).text


def test_full_traces_name_the_likeliest(smollm2: Model) -> None:
    prompt, made = EXTRACTIONS["code"]
    result = smollm2.generate(prompt, made, trace="full")
    for token in result.trace.tokens:
        top = dict(token.top)
        assert len(top) == 20
        if token.rank == 0:
            assert token.top[0] == (token.id, pytest.approx(token.raw_logprob))
        assert np.exp(list(top.values())).sum() <= 1 + 1e-5
