"""Gemma 3 270M: SentencePiece with byte fallback, and layers that look back 512 tokens."""

from __future__ import annotations

import json

import numpy as np
import pytest
import torch

import logitrail as lt
from logitrail.decoding.model import Model
from tests.contracts40 import I, S, closed
from tests.ties import assert_close, assert_same_tokens
from tests.words import found_in

pytestmark = pytest.mark.model

ORDER = lt.Contract.from_schema(closed(姓名=S, 城市=S, 数量=I, 状态={"enum": ["已完成", "进行中"]}))
EXAMPLE = (
    "文本：王芳住在上海，买了 3 本书，订单已完成。\n"
    'JSON：{"姓名": "王芳", "城市": "上海", "数量": 3, "状态": "已完成"}\n\n'
    "文本：李雷住在北京，买了 12 支笔，订单进行中。\nJSON："
)


def full_logprobs(model: Model, prompt: list[int], output: list[int]) -> list[float]:
    """Logprobs of the output by one plain pass over everything, without any cache."""
    with torch.inference_mode():
        logits = model.model(
            torch.tensor([[*prompt, *output]]), use_cache=False, logits_to_keep=len(output) + 1
        ).logits[0, :-1]
    logprobs = torch.log_softmax(logits.double(), dim=-1)
    return logprobs[torch.arange(len(output)), torch.tensor(output)].tolist()


def test_chinese_keys_values_and_choices(gemma: Model) -> None:
    result = gemma.generate(EXAMPLE, ORDER, max_tokens=80)
    assert ORDER.violations(result.text) == []
    assert json.loads(result.text) == result.value
    assert {**result.value, "状态": ""} == {"姓名": "李雷", "城市": "北京", "数量": 12, "状态": ""}
    trace = result.trace
    assert list(trace.fields) == ["", "/姓名", "/城市", "/数量", "/状态"]
    for field in trace.fields.values():
        start, end = field.span
        assert json.loads(result.text[start:end]) == field.value
        start, end = field.byte_span
        assert json.loads(result.text.encode()[start:end]) == field.value
    ids = [token.id for token in trace.tokens]
    assert_close([token.raw_logprob for token in trace.tokens], full_logprobs(gemma, list(result.prompt_ids), ids))
    for token in trace.tokens:
        assert token.raw_logprob == pytest.approx(token.masked_logprob + np.log(token.allowed_mass), abs=1e-4)


def test_a_blocked_word_is_not_written_in_any_spelling(gemma: Model) -> None:
    made = ORDER.excluding(["北京", "雷", "12"])
    result = gemma.generate(EXAMPLE, made, max_tokens=80)
    assert made.violations(result.text) == []
    assert found_in(["北京", "雷", "12"], result.value) == []


def test_beyond_the_sliding_window(gemma: Model) -> None:
    """Prompts of more than 512 tokens, drafts taken back: as one plain pass over everything has it."""
    filler = "".join(f"第{i}行：今天没有新的订单，仓库照常开门。\n" for i in range(1, 41))
    long = filler + EXAMPLE
    assert len(gemma.host.encode(long).ids) > 560
    result = gemma.generate(long, ORDER, max_tokens=80)
    assert result.usage.drafted_tokens > result.usage.accepted_drafts > 0
    ids = [token.id for token in result.trace.tokens]
    exact = full_logprobs(gemma, list(result.prompt_ids), ids)
    assert_close([token.raw_logprob for token in result.trace.tokens], exact)
    assert_close([token.raw_logprob for token in gemma.score(long, ids).tokens], exact)
    # In a batch with a short one, whose slots the long one's fill.
    batch = gemma.generate_batch([(EXAMPLE, ORDER), (long, ORDER)], max_tokens=80)
    assert_same_tokens(gemma.host, result.prompt_ids, batch[1].token_ids, result.token_ids)
    for row in batch:
        ids = [token.id for token in row.trace.tokens]
        exact = full_logprobs(gemma, list(row.prompt_ids), ids)
        assert_close([token.raw_logprob for token in row.trace.tokens], exact)
