"""The same model and prompt behind ``generate()`` with other libraries' masks, greedy."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import torch
from llguidance import LLMatcher
from llguidance.hf import from_tokenizer
from llguidance.numpy import allocate_token_bitmask, fill_next_token_bitmask

#: Prompt ids and schema → text of the answer.
Peer = Callable[[list[int], dict[str, Any]], str]

MAX_NEW_TOKENS = 200


class BareMask:
    """llguidance's mask in a logits processor, and nothing else."""

    def __init__(self, tokenizer: Any, matcher: LLMatcher, width: int) -> None:
        self._tokenizer, self._matcher, self._width = tokenizer, matcher, width
        self._bitmask = allocate_token_bitmask(1, width)
        self._seen: int | None = None

    def __call__(self, input_ids: Any, scores: Any) -> Any:
        if self._seen is not None:
            self._matcher.consume_token(int(input_ids[0, -1]))
        self._seen = input_ids.shape[1]
        fill_next_token_bitmask(self._matcher, self._bitmask)
        bits = torch.from_numpy(self._bitmask.view("uint8").copy())
        keep = (bits[..., None] >> torch.arange(8, dtype=torch.uint8) & 1).reshape(1, -1)[:, : self._width].bool()
        return scores.masked_fill(~keep, float("-inf"))


def peers(model: Any, tokenizer: Any) -> dict[str, Peer]:
    """The peers by name. Schemas are compiled once each, outside of what is timed, where a library allows it."""
    width = model.get_output_embeddings().weight.shape[0]
    ll = from_tokenizer(tokenizer, n_vocab=width)
    cache: dict[tuple[str, str], Any] = {}

    def generate(ids: list[int], processor: Any) -> str:
        prompt = torch.tensor([ids])
        out = model.generate(
            prompt,
            attention_mask=torch.ones_like(prompt),
            logits_processor=[processor],
            max_new_tokens=MAX_NEW_TOKENS,
            do_sample=False,
            pad_token_id=tokenizer.eos_token_id,
        )
        return str(tokenizer.decode(out[0, len(ids) :], skip_special_tokens=True))

    def once(name: str, schema: dict[str, Any], make: Callable[[], Any]) -> Any:
        key = (name, json.dumps(schema))
        if key not in cache:
            cache[key] = make()
        return cache[key]

    def bare(ids: list[int], schema: dict[str, Any]) -> str:
        # The same two layouts that ours accepts; its own default lets blanks repeat.
        options = {"item_separator": ", ?", "key_separator": ": ?", "whitespace_flexible": False}
        grammar = LLMatcher.grammar_from_json_schema(schema, overrides=options)
        matcher = once("llguidance", schema, lambda: LLMatcher(ll, grammar)).deep_copy()
        return generate(ids, BareMask(tokenizer, matcher, width))

    import outlines
    from outlines.generator import Generator
    from outlines.types import JsonSchema

    wrapped = outlines.from_transformers(model, tokenizer)

    def with_outlines(ids: list[int], schema: dict[str, Any]) -> str:
        processor = once("outlines", schema, lambda: Generator(wrapped, JsonSchema(schema))).logits_processor
        processor.reset()
        return generate(ids, processor)

    import xgrammar
    from xgrammar.contrib.hf import LogitsProcessor

    compiler = xgrammar.GrammarCompiler(xgrammar.TokenizerInfo.from_huggingface(tokenizer, vocab_size=width))

    def with_xgrammar(ids: list[int], schema: dict[str, Any]) -> str:
        compiled = once(
            "xgrammar", schema, lambda: compiler.compile_json_schema(json.dumps(schema), any_whitespace=False)
        )
        return generate(ids, LogitsProcessor(compiled))

    return {"llguidance mask": bare, "outlines": with_outlines, "xgrammar": with_xgrammar}
