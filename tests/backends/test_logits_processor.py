"""The drop-in for ``generate``: the same tokens, the same law, the same honest numbers."""

from __future__ import annotations

import gc
import json
import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
import torch
from transformers import LogitsProcessorList, RepetitionPenaltyLogitsProcessor

import logitrail as lt
from logitrail.decoding.model import Model
from logitrail.engine import compile_contract
from logitrail.trace import Trace
from tests.contracts40 import closed
from tests.extractions import EXTRACTIONS
from tests.ties import assert_close, assert_same_tokens

pytestmark = pytest.mark.model

COLOUR = lt.Contract.from_schema(
    closed(colour={"enum": ["red", "green", "blue"]}, n={"type": "integer", "maximum": 99, "minimum": 1}),
    layout="compact",
)
PROMPTS = ["The sky is blue and there are 7 clouds. As JSON:", "Grass is green. JSON:", "x"]


@pytest.fixture(autouse=True)
def no_hook_is_left(smollm2: Model) -> Iterator[None]:
    yield
    gc.collect()
    assert len(smollm2.model._forward_hooks) == 0


def generate(
    model: Model, prompts: Any, processor: Any, *, before: Any = (), behind: Any = (), **options: Any
) -> torch.Tensor:
    """``model.generate`` on texts, padded on the left."""
    tokenizer = model.tokenizer
    tokenizer.padding_side = "left"
    tokenizer.pad_token = tokenizer.pad_token or tokenizer.eos_token
    if isinstance(prompts, torch.Tensor):
        inputs = {"input_ids": prompts, "attention_mask": torch.ones_like(prompts)}
    else:
        inputs = dict(tokenizer([prompts] if isinstance(prompts, str) else prompts, return_tensors="pt", padding=True))
        inputs.pop("token_type_ids", None)
    options = {"do_sample": False, "max_new_tokens": 60, "pad_token_id": tokenizer.pad_token_id, **options}
    processors = LogitsProcessorList([*before, processor, *behind])
    return model.model.generate(**inputs, logits_processor=processors, **options)


def texts(model: Model, output: torch.Tensor, width: int) -> list[str]:
    """What was generated, without special tokens."""
    return [model.host.vocabulary.decode(row[width:].tolist()).decode() for row in output]


def assert_honest(model: Model, row: torch.Tensor, trace: Trace, width: int) -> None:
    """The identity, and raw logprobs as teacher forcing gives them."""
    assert trace.track == "raw"
    assert trace.unknown is None
    for token in trace.tokens:
        assert token.raw_logprob == pytest.approx(token.masked_logprob + math.log(token.allowed_mass), abs=1e-4)
    padding = int((row[:width] == model.tokenizer.pad_token_id).long().cumprod(0).sum())
    scored = model.score(row[padding:width].tolist(), [token.id for token in trace.tokens])
    assert_close([t.raw_logprob for t in trace.tokens], [t.raw_logprob for t in scored.tokens])


# the same tokens as our own loop


@pytest.mark.parametrize("name", EXTRACTIONS)
def test_greedy_tokens_are_those_of_our_own_loop(smollm2: Model, name: str) -> None:
    prompt, made = EXTRACTIONS[name]
    needed = len(compile_contract(made, smollm2.host.vocabulary).shortest)
    # With a budget; without one; and with one so small that the witness has to be followed.
    for budget in (60, None, needed + 2):
        ours = smollm2.generate(prompt, made, max_tokens=budget or 60)
        processor = lt.LogitsProcessor(made, smollm2.tokenizer, max_new_tokens=budget, model=smollm2.model)
        output = generate(smollm2, prompt, processor, max_new_tokens=budget or 60)
        width = len(ours.prompt_ids)
        theirs = [i for i in output[0, width:].tolist() if i not in smollm2.host.vocabulary.special_ids]
        assert_same_tokens(smollm2.host, ours.prompt_ids, ours.token_ids, theirs)
        (trace,) = processor.traces(output)
        assert_honest(smollm2, output[0], trace, width)
        if tuple(theirs) == ours.token_ids:
            assert ours.trace is not None
            own, other = ours.trace.tokens, trace.tokens[: len(ours.trace.tokens)]
            for what in ("raw_logprob", "masked_logprob", "pressure", "entropy"):
                assert_close([getattr(t, what) for t in own], [getattr(t, what) for t in other])
            assert [(t.forced, t.closed) for t in own] == [(t.forced, t.closed) for t in other]
            assert {p: f.value for p, f in trace.fields.items()} == {p: f.value for p, f in ours.trace.fields.items()}
            assert [f.closed for f in trace.fields.values()] == [f.closed for f in ours.trace.fields.values()]


def test_batches_with_left_padding(smollm2: Model) -> None:
    processor = lt.LogitsProcessor(COLOUR, smollm2.tokenizer, max_new_tokens=30, model=smollm2.model)
    output = generate(smollm2, PROMPTS, processor, max_new_tokens=30)
    width = smollm2.tokenizer(PROMPTS, padding=True, return_tensors="pt")["input_ids"].shape[1]
    for prompt, row, trace in zip(PROMPTS, output, processor.traces(output), strict=True):
        ours = smollm2.generate(prompt, COLOUR, max_tokens=30)
        theirs = [i for i in row[width:].tolist() if i not in smollm2.host.vocabulary.special_ids]
        assert_same_tokens(smollm2.host, ours.prompt_ids, ours.token_ids, theirs)
        assert_honest(smollm2, row, trace, width)
        assert trace.fields[""].value == json.loads(smollm2.host.vocabulary.decode(theirs))


# beams, samples


@pytest.mark.parametrize("budget", [24, None])
def test_beams(smollm2: Model, budget: int | None) -> None:
    processor = lt.LogitsProcessor(COLOUR, smollm2.tokenizer, max_new_tokens=budget, model=smollm2.model)
    output = generate(smollm2, PROMPTS[:2], processor, max_new_tokens=24, num_beams=3, num_return_sequences=2)
    width = smollm2.tokenizer(PROMPTS[:2], padding=True, return_tensors="pt")["input_ids"].shape[1]
    found = texts(smollm2, output, width)
    assert len(found) == 4
    complete = 0
    for row, text, trace in zip(output, found, processor.traces(output), strict=True):
        assert_honest(smollm2, row, trace, width)
        if budget is None and "" not in trace.fields:
            continue  # generate() cut it off, as the processor warned
        complete += 1
        assert COLOUR.violations(text) == []
        assert trace.fields[""].value == json.loads(text)
    assert complete == 4 or budget is None


def test_more_beams_than_texts_run_dead_without_harm(smollm2: Model) -> None:
    made = lt.Contract.from_schema({"enum": ["yes", "no"]}, layout="compact")
    processor = lt.LogitsProcessor(made, smollm2.tokenizer, max_new_tokens=10, model=smollm2.model)
    output = generate(smollm2, PROMPTS[:2], processor, max_new_tokens=10, num_beams=5, num_return_sequences=5)
    width = smollm2.tokenizer(PROMPTS[:2], padding=True, return_tensors="pt")["input_ids"].shape[1]
    traces = processor.traces(output)
    for i in (0, 5):
        assert made.violations(texts(smollm2, output, width)[i]) == []
        assert_honest(smollm2, output[i], traces[i], width)
    for text, trace in zip(texts(smollm2, output, width), traces, strict=True):
        # A dead beam says so; a beam that lives is valid.
        if trace.track == "unknown":
            assert trace.unknown == "the row holds a token that the contract forbids (a dead beam)"
            assert trace.tokens == ()
        else:
            assert made.violations(text) == []


def test_samples(smollm2: Model) -> None:
    processor = lt.LogitsProcessor(COLOUR, smollm2.tokenizer, max_new_tokens=24, model=smollm2.model)
    torch.manual_seed(3)
    output = generate(
        smollm2,
        PROMPTS[:2],
        processor,
        max_new_tokens=24,
        do_sample=True,
        temperature=1.5,
        top_p=0.9,
        num_return_sequences=3,
    )
    width = smollm2.tokenizer(PROMPTS[:2], padding=True, return_tensors="pt")["input_ids"].shape[1]
    found = texts(smollm2, output, width)
    for row, text, trace in zip(output, found, processor.traces(output), strict=True):
        assert COLOUR.violations(text) == []
        assert_honest(smollm2, row, trace, width)
    assert len(set(found)) > 1


# others before and behind


def test_a_penalty_before_it_moves_the_choice_but_not_the_raw_track(smollm2: Model) -> None:
    processor = lt.LogitsProcessor(COLOUR, smollm2.tokenizer, max_new_tokens=30, model=smollm2.model)
    output = generate(smollm2, PROMPTS[0], processor, max_new_tokens=30, repetition_penalty=1.5)
    width = len(smollm2.tokenizer(PROMPTS[0])["input_ids"])
    (trace,) = processor.traces(output)
    assert_honest(smollm2, output[0], trace, width)
    assert COLOUR.violations(texts(smollm2, output, width)[0]) == []
    ours = smollm2.generate(PROMPTS[0], COLOUR, max_tokens=30, repetition_penalty=1.5)
    assert_close(
        [t.raw_logprob for t in ours.trace.tokens], [t.raw_logprob for t in trace.tokens][: len(ours.trace.tokens)]
    )


def test_without_the_model_nothing_is_known_and_it_says_why(smollm2: Model) -> None:
    processor = lt.LogitsProcessor(COLOUR, smollm2.tokenizer, max_new_tokens=30)
    (warning,) = processor.warnings
    assert warning.startswith("no model: the processor sees scores that others may have changed; give it model=")
    output = generate(smollm2, PROMPTS[0], processor, max_new_tokens=30, before=[RepetitionPenaltyLogitsProcessor(1.3)])
    (trace,) = processor.traces(output)
    assert trace.track == "unknown"
    assert trace.unknown == warning.removeprefix("no model: ")
    assert all(
        (t.raw_logprob, t.masked_logprob, t.allowed_mass, t.pressure, t.entropy, t.rank) == (None,) * 6
        for t in trace.tokens
    )
    assert trace.fields["/colour"].value in ("red", "green", "blue")
    assert trace.fields["/colour"].raw_logprob is None
    assert trace.pressure is None
    json.dumps(trace.to_dict(), allow_nan=False)


def test_warnings_say_what_cannot_be_held(smollm2: Model) -> None:
    both = lt.LogitsProcessor(COLOUR, smollm2.tokenizer).warnings
    assert both[0] == "no max_new_tokens: closing is void, generate() may cut an output off"
    assert both[1].startswith("no model: ")
    assert lt.LogitsProcessor(COLOUR, smollm2.tokenizer, model=smollm2.model, max_new_tokens=30).warnings == ()


def test_without_a_budget_an_output_may_be_cut(smollm2: Model) -> None:
    processor = lt.LogitsProcessor(COLOUR, smollm2.tokenizer, model=smollm2.model)
    output = generate(smollm2, PROMPTS[0], processor, max_new_tokens=3)
    (trace,) = processor.traces(output)
    assert len(trace.tokens) == 3
    assert "" not in trace.fields
    assert trace.track == "raw"


class Force:
    """A foreign processor that makes one token the only choice, from some length on."""

    def __init__(self, token: int, length: int, rows: slice = slice(None)) -> None:
        self.token, self.length, self.rows = token, length, rows

    def __call__(self, input_ids: torch.Tensor, scores: torch.Tensor) -> torch.Tensor:
        if input_ids.shape[1] < self.length:
            return scores
        out = scores.clone()
        out[self.rows] = -math.inf
        out[self.rows, self.token] = 0
        return out


def test_a_forbidden_token_forced_behind_it_is_a_broken_contract(smollm2: Model) -> None:
    width = len(smollm2.tokenizer(PROMPTS[0])["input_ids"])
    z = smollm2.host.vocabulary.tokenize(b"z")[0]
    processor = lt.LogitsProcessor(COLOUR, smollm2.tokenizer, max_new_tokens=30, model=smollm2.model)
    with pytest.raises(lt.errors.BrokenContractError) as caught:
        generate(smollm2, PROMPTS[0], processor, max_new_tokens=30, behind=[Force(z, width + 2)])
    assert caught.value.hint == "put this processor last in logits_processor"
    # In one row of a batch, too: nothing half-valid is returned.
    width = smollm2.tokenizer(PROMPTS[:2], padding=True, return_tensors="pt")["input_ids"].shape[1]
    with pytest.raises(lt.errors.BrokenContractError):
        generate(smollm2, PROMPTS[:2], processor, max_new_tokens=30, behind=[Force(z, width + 2, slice(1, 2))])


def test_what_others_forbid_before_it_is_allowed_again_where_nothing_else_is_left(smollm2: Model) -> None:
    width = len(smollm2.tokenizer(PROMPTS[0])["input_ids"])
    z = smollm2.host.vocabulary.tokenize(b"z")[0]
    processor = lt.LogitsProcessor(COLOUR, smollm2.tokenizer, max_new_tokens=30, model=smollm2.model)
    output = generate(smollm2, PROMPTS[0], processor, max_new_tokens=30, before=[Force(z, width)])
    (trace,) = processor.traces(output)
    assert_honest(smollm2, output[0], trace, width)
    ours = smollm2.generate(PROMPTS[0], COLOUR, max_tokens=30)
    assert_same_tokens(smollm2.host, ours.prompt_ids, ours.token_ids, [t.id for t in trace.tokens if t.bytes])
    assert processor.warnings == (
        "other processors left no allowed token at some step: there, the model's own logits decided",
    )


# one call after the other


def test_a_new_call_starts_afresh(smollm2: Model) -> None:
    processor = lt.LogitsProcessor(COLOUR, smollm2.tokenizer, max_new_tokens=24, model=smollm2.model)
    first = generate(smollm2, PROMPTS[0], processor, max_new_tokens=24)
    again = generate(smollm2, PROMPTS[0], processor, max_new_tokens=24)  # the same prompt
    assert again.tolist() == first.tolist()
    width = len(smollm2.tokenizer(PROMPTS[0])["input_ids"])
    assert_honest(smollm2, again[0], processor.traces(again)[0], width)
    other = generate(smollm2, PROMPTS[1], processor, max_new_tokens=24)  # a shorter one
    width = len(smollm2.tokenizer(PROMPTS[1])["input_ids"])
    assert_honest(smollm2, other[0], processor.traces(other)[0], width)
    with pytest.raises(lt.errors.OptionError, match="another prompt"):
        processor.traces(first)
    longer = generate(smollm2, PROMPTS[1] + " " + PROMPTS[0], processor, max_new_tokens=24)
    assert (
        COLOUR.violations(texts(smollm2, longer, len(smollm2.tokenizer(PROMPTS[1] + " " + PROMPTS[0])["input_ids"]))[0])
        == []
    )


@pytest.mark.parametrize("end", ["as it is", "with more behind it", "cut by the budget"])
def test_a_former_output_as_prompt(smollm2: Model, end: str) -> None:
    made = (
        lt.Contract.from_schema({"type": "integer", "minimum": 100, "maximum": 99999})
        if end == "cut by the budget"
        else COLOUR
    )
    budget = 3 if end == "cut by the budget" else 24
    processor = lt.LogitsProcessor(made, smollm2.tokenizer, max_new_tokens=budget, model=smollm2.model)
    first = generate(smollm2, PROMPTS[0], processor, max_new_tokens=budget)
    prompt = first
    if end == "with more behind it":
        more = torch.tensor([smollm2.host.vocabulary.tokenize(b" And now again: ")])
        prompt = torch.cat(
            [first[:, :-1] if first[0, -1] in smollm2.host.vocabulary.special_ids else first, more], dim=1
        )
    second = generate(smollm2, prompt, processor, max_new_tokens=budget)
    text = texts(smollm2, second, prompt.shape[1])[0]
    assert made.violations(text) == []
    assert_honest(smollm2, second[0], processor.traces(second)[0], prompt.shape[1])


def test_reset(smollm2: Model) -> None:
    processor = lt.LogitsProcessor(COLOUR, smollm2.tokenizer, max_new_tokens=24, model=smollm2.model)
    first = generate(smollm2, PROMPTS[2], processor, max_new_tokens=24)
    assert len(processor.traces(first)) == 1
    processor.reset()
    with pytest.raises(lt.errors.OptionError):
        processor.traces(first)


# set up


def test_errors_before_the_first_token(smollm2: Model) -> None:
    with pytest.raises(lt.errors.BudgetError) as caught:
        lt.LogitsProcessor(COLOUR, smollm2.tokenizer, max_new_tokens=3, model=smollm2.model)
    assert caught.value.needed == len(compile_contract(COLOUR, smollm2.host.vocabulary).shortest)
    with pytest.raises(lt.errors.OptionError) as wrong:
        lt.LogitsProcessor(COLOUR, smollm2.tokenizer, max_new_tokens=0)
    assert wrong.value.path == "max_new_tokens"
    with pytest.raises(lt.errors.BudgetError):
        generate(smollm2, "x", lt.LogitsProcessor(COLOUR, smollm2.tokenizer, max_new_tokens=3), max_new_tokens=3)


def test_logits_of_several_steps_at_once_are_not_taken_for_one(smollm2: Model) -> None:
    """As assisted generation gives them: which of them a call belongs to is not known, so nothing is."""
    processor = lt.LogitsProcessor(COLOUR, smollm2.tokenizer, max_new_tokens=24, model=smollm2.model)
    ids = smollm2.tokenizer(PROMPTS[0], return_tensors="pt")["input_ids"]
    with torch.inference_mode():
        logits = smollm2.model(ids).logits
    masked = processor(ids[:, :-2], logits[:, -3])
    token = int(masked.argmax())
    (trace,) = processor.traces(torch.cat([ids[:, :-2], torch.tensor([[token]])], dim=1))
    assert trace.track == "unknown"
    assert trace.unknown == "the logits of some step were not seen"
    assert trace.tokens[0].raw_logprob is None


def test_the_scores_given_are_not_changed(smollm2: Model) -> None:
    processor = lt.LogitsProcessor(COLOUR, smollm2.tokenizer, max_new_tokens=24)
    scores = torch.randn(2, 49152)
    before = scores.clone()
    out = processor(torch.tensor([[5, 6], [5, 7]]), scores)
    assert torch.equal(scores, before)
    kept = torch.isfinite(out)
    assert 0 < kept.sum() < 100
    assert torch.equal(out[kept], scores[kept])
    assert np.isneginf(out[~kept].numpy()).all()
