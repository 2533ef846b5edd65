"""A key-value cache whose rows grow by different numbers of tokens.

Each row is contiguous from slot 0, so the slot of a token is its position: masks, sliding windows and rotary positions
are right whatever the neighbours do, and taking tokens back is a change of one number.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from transformers.cache_utils import Cache, CacheLayerMixin

_GROW = 256


class Plan:
    """What the pass in progress writes: per row of the batch, where its new tokens start and how many there are."""

    def __init__(self) -> None:
        self.starts: list[int] = []
        self.counts: list[int] = []

    @property
    def length(self) -> int:
        """Slots in use after the pass."""
        return max((s + c for s, c in zip(self.starts, self.counts, strict=True)), default=0)


class RaggedLayer(CacheLayerMixin):  # type: ignore[no-untyped-call]
    """Keys and values of one layer, shape ``(rows, heads, slots, head_dim)``."""

    keys: torch.Tensor
    values: torch.Tensor

    is_sliding = False
    is_croppable = False

    def __init__(self, plan: Plan) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._plan = plan

    def lazy_initialization(self, key_states: torch.Tensor, value_states: torch.Tensor) -> None:
        self.keys = key_states.new_zeros(*key_states.shape[:2], 0, key_states.shape[-1])
        self.values = value_states.new_zeros(*value_states.shape[:2], 0, value_states.shape[-1])
        self.is_initialized = True

    def update(
        self, key_states: torch.Tensor, value_states: torch.Tensor, *args: Any, **kwargs: Any
    ) -> tuple[torch.Tensor, torch.Tensor]:
        if not self.is_initialized:
            self.lazy_initialization(key_states, value_states)
        length = self._plan.length
        if length > self.keys.shape[2]:
            self.keys, self.values = _grown(self.keys, length), _grown(self.values, length)
        for row, (start, count) in enumerate(zip(self._plan.starts, self._plan.counts, strict=True)):
            self.keys[row, :, start : start + count] = key_states[row, :, :count]
            self.values[row, :, start : start + count] = value_states[row, :, :count]
        return self.keys[:, :, :length], self.values[:, :, :length]

    def select(self, rows: torch.Tensor) -> None:
        """Keeps these rows alone."""
        if self.is_initialized:
            self.keys, self.values = self.keys[rows], self.values[rows]

    def get_mask_sizes(self, query_length: int) -> tuple[int, int]:
        return self._plan.length, 0

    def get_seq_length(self) -> int:
        return max(self._plan.starts, default=0)

    def get_max_length(self) -> int:
        return -1


def _grown(states: torch.Tensor, length: int) -> torch.Tensor:
    slots = -(-max(length, states.shape[2] * 5 // 4) // _GROW) * _GROW
    larger = states.new_zeros(*states.shape[:2], slots, states.shape[-1])
    larger[:, :, : states.shape[2]] = states
    return larger


class RaggedCache(Cache):
    """The layers of a model, sharing one plan."""

    def __init__(self, layers: int) -> None:
        self.plan = Plan()
        self._own = [RaggedLayer(self.plan) for _ in range(layers)]
        super().__init__(layers=list(self._own))

    def select(self, rows: Sequence[int]) -> None:
        """Keeps these rows of the batch alone."""
        for layer in self._own:
            if layer.is_initialized:
                layer.select(torch.tensor(rows, device=layer.keys.device))


def attention_masks(
    starts: Sequence[int], width: int, length: int, window: int | None, device: torch.device
) -> torch.Tensor:
    """Which slots each new token sees: bool of shape ``(rows, 1, width, length)``.

    Args:
        starts: Position of the first new token of each row.
        width: New tokens of the widest row; what is beyond a row's own sees something and is never looked at.
        length: Slots in use.
        window: Most recent positions that are seen, its own included; ``None`` for all.
        device: Where the masks are needed.
    """
    positions = torch.tensor(starts, device=device)[:, None] + torch.arange(width, device=device)[None]
    slots = torch.arange(length, device=device)
    behind = positions[:, :, None] - slots
    seen = behind >= 0
    if window is not None:
        seen &= behind < window
    return seen[:, None]
