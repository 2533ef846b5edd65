"""Logits written by hand: a host for tests, demonstrations and adversaries."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from logitrail.decoding.host import Encoded, Logits, Processor, Prompt
from logitrail.engine import Vocabulary, byte_vocabulary
from logitrail.errors import PromptError

#: Tokens so far, prompt included → logits of the next, shape ``(vocabulary,)``.
Script = Callable[[Sequence[int]], Any]


class ScriptedHost:
    """A host whose logits a function computes from the tokens so far.

    Args:
        script: Tokens so far → logits of shape ``(vocabulary,)``.
        vocabulary: The tokens; bytes and an end token (id 256) by default.
        context_length: Most tokens of prompt and output.
        name: What to call it in records.
    """

    def __init__(
        self,
        script: Script,
        vocabulary: Vocabulary | None = None,
        *,
        context_length: int | None = None,
        name: str = "scripted",
    ) -> None:
        self.script = script
        self.vocabulary = vocabulary or byte_vocabulary()
        self.context_length = context_length
        self.name = name

    def encode(self, prompt: Prompt) -> Encoded:
        if isinstance(prompt, str):
            return Encoded(self.vocabulary.tokenize(prompt.encode()))
        if all(isinstance(item, int) for item in prompt):
            return Encoded([item for item in prompt if isinstance(item, int)])
        raise PromptError("expected a text or token ids: a script has no chat template", path="prompt")

    def open(self, prompts: Sequence[Sequence[int]]) -> ScriptedSession:
        return ScriptedSession(self, len(prompts))

    def process(self, processor: Processor, ids: Sequence[int], scores: Logits) -> Logits:
        out = processor(np.array([list(ids)], dtype=np.int64), np.array(scores)[None])
        return np.asarray(out[0], dtype=np.float32)


class ScriptedSession:
    """Rows of tokens."""

    def __init__(self, host: ScriptedHost, rows: int) -> None:
        self._host = host
        self._tokens: list[list[int]] = [[] for _ in range(rows)]

    def forward(self, feeds: Mapping[int, Sequence[int]], keep: Mapping[int, int]) -> dict[int, Logits]:
        out = {}
        for row, feed in feeds.items():
            tokens = self._tokens[row]
            tokens.extend(feed)
            ends = range(len(tokens) - keep[row] + 1, len(tokens) + 1)
            out[row] = np.stack([np.asarray(self._host.script(tokens[:end]), dtype=np.float32) for end in ends])
        return out

    def rollback(self, row: int, tokens: int) -> None:
        del self._tokens[row][len(self._tokens[row]) - tokens :]

    def close(self) -> None:
        self._tokens = []
