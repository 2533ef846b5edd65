"""A tiny Llama with random weights and a real tokenizer, given to ``load`` as objects."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
from transformers import AutoTokenizer, LlamaConfig, LlamaForCausalLM

import logitrail as lt
from logitrail.decoding.model import Model
from logitrail.engine import compile_contract
from tests.contracts40 import BLOCKLISTS, SCHEMAS, contract
from tests.extractions import EXTRACTIONS
from tests.ties import assert_close, assert_same_tokens
from tests.words import found_in

pytestmark = pytest.mark.model


def tiny(vocabulary: int = 49152, **more: Any) -> LlamaForCausalLM:
    torch.manual_seed(5)
    config = LlamaConfig(
        **{
            "vocab_size": vocabulary, "hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 2,
            "num_attention_heads": 4, "num_key_value_heads": 2, "max_position_embeddings": 512,
            "eos_token_id": 2, "bos_token_id": 1, "initializer_range": 0.4, **more,
        }
    )  # fmt: skip
    return LlamaForCausalLM(config).eval()


@pytest.fixture(scope="module")
def tokenizer(smollm2_dir: Any) -> Any:
    return AutoTokenizer.from_pretrained(smollm2_dir)


@pytest.fixture(scope="module")
def model(tokenizer: Any) -> Model:
    return lt.load(model=tiny(), tokenizer=tokenizer)


@pytest.mark.parametrize("name", SCHEMAS)
def test_random_weights_write_nothing_invalid(model: Model, name: str) -> None:
    rng = np.random.default_rng(len(name))
    for run, blocked in enumerate([False, True] if name in BLOCKLISTS else [False]):
        made = contract(name, blocked=blocked)
        budget = len(compile_contract(made, model.host.vocabulary).shortest) + int(rng.integers(0, 25))
        for result in model.generate("Any JSON:", made, n=2, max_tokens=budget, temperature=1.0, seed=run):
            assert made.violations(result.text) == []
            assert len(result.token_ids) <= budget
            assert found_in(BLOCKLISTS[name] if blocked else [], result.value) == []


def test_the_objects_are_used_as_they_are(model: Model, tokenizer: Any) -> None:
    assert model.tokenizer is tokenizer
    assert isinstance(model.model, LlamaForCausalLM)
    assert model.host.context_length == 512
    assert not model.model.training


def test_batches_and_plain_passes_agree(model: Model) -> None:
    requests = list(EXTRACTIONS.values())
    batch = model.generate_batch(requests, max_tokens=60, temperature=0.7)
    for i, ((prompt, made), result) in enumerate(zip(requests, batch, strict=True)):
        alone = model.generate(prompt, made, n=i + 1, max_tokens=60, temperature=0.7)
        alone = alone[i] if isinstance(alone, list) else alone
        assert_same_tokens(model.host, result.prompt_ids, result.token_ids, alone.token_ids)
        scored = model.score(prompt, result)
        assert_close([t.raw_logprob for t in result.trace.tokens], [t.raw_logprob for t in scored.tokens])


def test_eager_attention_gives_the_same(model: Model, tokenizer: Any) -> None:
    eager = lt.load(model=tiny(attn_implementation="eager"), tokenizer=tokenizer)
    prompt, made = EXTRACTIONS["person"]
    one, two = model.generate(prompt, made, max_tokens=60), eager.generate(prompt, made, max_tokens=60)
    assert_same_tokens(model.host, one.prompt_ids, one.token_ids, two.token_ids)


def test_half_precision(tokenizer: Any) -> None:
    half = lt.load(model=tiny().to(torch.bfloat16), tokenizer=tokenizer)
    prompt, made = EXTRACTIONS["flags"]
    result = half.generate(prompt, made, max_tokens=60, temperature=1.0)
    assert made.violations(result.text) == []
    assert result.trace.track == "raw"


def test_weights_that_overflow(tokenizer: Any) -> None:
    """Law 3 holds whatever the weights: what the model says is no number, what comes out is valid."""
    broken = tiny()
    good = lt.load(model=broken, tokenizer=tokenizer)
    with torch.no_grad():
        broken.lm_head.weight.fill_(float("nan"))
    prompt, made = EXTRACTIONS["person"]
    result = good.generate(prompt, made, max_tokens=60, temperature=1.0)
    assert made.violations(result.text) == []
    assert result.finish_reason == "closed"
    assert result.trace.unknown is not None
    assert result.trace.fields["/name"].raw_logprob is None
    with pytest.raises(lt.errors.ModelError, match="no finite logit"):
        good.generate(prompt, max_tokens=3)


def test_a_vocabulary_wider_than_the_tokenizer(tokenizer: Any) -> None:
    wide = lt.load(model=tiny(49280), tokenizer=tokenizer)
    with torch.no_grad():
        wide.model.lm_head.weight[49152:] += 3  # what nothing spells is what the model likes best
    made = lt.Contract.from_schema({"type": "string", "maxLength": 20})
    for result in wide.generate("x", made, n=3, temperature=2.0, max_tokens=30):
        assert made.violations(result.text) == []
        assert max(result.token_ids) < 49152


def test_a_tokenizer_that_is_not_the_models(tokenizer: Any) -> None:
    with pytest.raises(lt.errors.TokenizerError, match="has 49152 tokens, but the model gives 100 logits"):
        lt.load(model=tiny(100), tokenizer=tokenizer)


def test_attention_that_rows_cannot_share(tokenizer: Any) -> None:
    other = tiny()
    other.config._attn_implementation = "flash_attention_2"
    with pytest.raises(lt.errors.ModelError, match="flash_attention_2"):
        lt.load(model=other, tokenizer=tokenizer)
