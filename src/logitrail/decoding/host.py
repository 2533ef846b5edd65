"""The seam between the loop and the machines that compute logits: one file in ``backends`` per host."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from logitrail.engine import Vocabulary

#: Logits, float32.
Logits = npt.NDArray[np.float32]

#: A foreign processor: (ids of prompt and output, shape (1, length); scores, shape (1, vocabulary)) → scores, in the
#: array type of the host (torch tensors on Transformers).
Processor = Callable[[Any, Any], Any]


#: A text, chat messages, or token ids.
Prompt = str | Sequence[Mapping[str, str]] | Sequence[int]


@dataclass(frozen=True, slots=True)
class Encoded:
    """A prompt in tokens.

    Attributes:
        ids: Its tokens.
        warnings: What the caller should know about how it was read.
    """

    ids: list[int]
    warnings: tuple[str, ...] = ()


class Session(Protocol):
    """Sequences in progress. A row is numbered by its place in the prompts it was opened with."""

    def forward(self, feeds: Mapping[int, Sequence[int]], keep: Mapping[int, int]) -> dict[int, Logits]:
        """Appends tokens to rows and computes what may follow.

        Args:
            feeds: Row → its new tokens, at least one; rows may differ in number.
            keep: Row → after how many of its last new tokens the logits are wanted, at least one.

        Returns:
            Row → logits, shape ``(keep, vocabulary)``: the last is the distribution after the last new token.
        """

    def rollback(self, row: int, tokens: int) -> None:
        """Takes the last tokens of a row back."""

    def close(self) -> None:
        """Frees what the session holds."""


class Host(Protocol):
    """A loaded model."""

    @property
    def name(self) -> str:
        """What the model is called in records."""

    @property
    def vocabulary(self) -> Vocabulary:
        """Its tokens; as wide as its logits."""

    @property
    def context_length(self) -> int | None:
        """Most tokens of prompt and output together; ``None`` when there is no limit."""

    def encode(self, prompt: Prompt) -> Encoded:
        """A prompt in tokens."""

    def open(self, prompts: Sequence[Sequence[int]]) -> Session:
        """Starts one row per prompt; nothing is computed yet and the prompts are not fed."""

    def process(self, processor: Processor, ids: Sequence[int], scores: Logits) -> Logits:
        """Calls a foreign processor with the array type it expects; returns scores of shape ``(vocabulary,)``."""
