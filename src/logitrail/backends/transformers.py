"""Models of Hugging Face Transformers, in our own loop."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch

from logitrail.backends.hf_tokenizer import end_ids, shared_tokenizer
from logitrail.backends.ragged import RaggedCache, attention_masks
from logitrail.decoding.host import Encoded, Logits, Processor, Prompt
from logitrail.decoding.model import Model
from logitrail.engine import Vocabulary
from logitrail.errors import ModelError

_KNOWN_LAYERS = {"full_attention", "sliding_attention"}


class TransformersHost:
    """A causal language model and its fast tokenizer.

    Args:
        model: A loaded model, in evaluation mode; used as it is.
        tokenizer: Its fast tokenizer.
        name: What to call it in records.

    Raises:
        TokenizerError: The tokenizer has no fast form, or its token bytes disagree with its own decoding.
        ModelError: The attention of the model is not one that rows of different lengths can share.
    """

    def __init__(self, model: Any, tokenizer: Any, name: str | None = None) -> None:
        self.model = model.eval()
        self.tokenizer = tokenizer
        self.config = model.config.get_text_config()
        self.name = name or str(getattr(model.config, "_name_or_path", "") or type(model).__name__)
        width = int(model.get_output_embeddings().weight.shape[0])
        self._tokens = shared_tokenizer(tokenizer, width, end_ids(model))
        self.vocabulary: Vocabulary = self._tokens.vocabulary
        length = getattr(self.config, "max_position_embeddings", None)
        self.context_length: int | None = int(length) if length else None
        self._cache_name = "cache" if "cache" in inspect.signature(model.forward).parameters else "past_key_values"
        self._windows = _windows(self.config)
        if self.config._attn_implementation not in ("sdpa", "eager"):
            raise ModelError(
                f"attention {self.config._attn_implementation!r} cannot hold rows of different lengths, "
                "expected 'sdpa' or 'eager'",
                hint="from_pretrained(..., attn_implementation='sdpa')",
            )
        self._check()

    @property
    def device(self) -> torch.device:
        device: torch.device = next(self.model.parameters()).device
        return device

    def encode(self, prompt: Prompt) -> Encoded:
        return self._tokens.encode(prompt)

    def open(self, prompts: Sequence[Sequence[int]]) -> TransformersSession:
        return TransformersSession(self, len(prompts))

    def process(self, processor: Processor, ids: Sequence[int], scores: Logits) -> Logits:
        device = self.device
        out = processor(torch.tensor([list(ids)], device=device), torch.from_numpy(np.array(scores))[None].to(device))
        return np.asarray(out[0].detach().float().cpu().numpy(), dtype=np.float32)

    @torch.inference_mode()
    def forward(self, ids: torch.Tensor, cache: RaggedCache, columns: torch.Tensor) -> torch.Tensor:
        """Logits at some columns of a padded batch, shape ``(rows, len(columns), vocabulary)``, float32."""
        plan = cache.plan
        width = ids.shape[1]
        starts = torch.tensor(plan.starts, device=ids.device)[:, None]
        # What pads a short row is never written; its positions only have to exist.
        positions = starts + torch.arange(width, device=ids.device)[None]
        masks = {
            kind: self._mask(attention_masks(plan.starts, width, plan.length, window, ids.device))
            for kind, window in self._windows.items()
        }
        out = self.model(
            input_ids=ids,
            attention_mask=masks if len(masks) > 1 or getattr(self.config, "layer_types", None) else masks["all"],
            position_ids=positions,
            use_cache=True,
            logits_to_keep=columns,
            **{self._cache_name: cache},
        )
        return out.logits.float()  # type: ignore[no-any-return]

    def _mask(self, seen: torch.Tensor) -> torch.Tensor:
        if self.config._attn_implementation == "sdpa":
            return seen
        dtype = next(self.model.parameters()).dtype
        return torch.zeros(seen.shape, dtype=dtype, device=seen.device).masked_fill(~seen, torch.finfo(dtype).min)

    def _check(self) -> None:
        """Two rows of different lengths, in two steps, against one plain pass each: the cache must not matter."""
        rows = [[i % self.vocabulary.size for i in range(5, 12)], [i % self.vocabulary.size for i in range(20, 23)]]
        session = self.open(rows)
        session.forward({0: rows[0][:-2], 1: rows[1][:-1]}, {0: 1, 1: 1})
        got = session.forward({0: rows[0][-2:], 1: rows[1][-1:]}, {0: 1, 1: 1})
        for i, row in enumerate(rows):
            with torch.inference_mode():
                want = self.model(input_ids=torch.tensor([row], device=self.device), use_cache=False).logits[0, -1]
            difference = float(np.abs(got[i][-1] - want.float().cpu().numpy()).max())
            scale = max(float(want.abs().max()), 1.0)
            # float32 agrees to about 1e-6 of the scale, half precision to about 1e-2.
            if not difference <= scale * (1e-3 if want.dtype == torch.float32 else 0.1):
                raise ModelError(
                    f"{self.name} computes other logits with rows of different lengths than alone "
                    f"(largest difference {difference:.3g}): its attention or cache is of a kind not supported here"
                )


class TransformersSession:
    """Rows of one batch over a ragged cache."""

    def __init__(self, host: TransformersHost, rows: int) -> None:
        self._host = host
        self._cache = RaggedCache(int(host.config.num_hidden_layers))
        self._rows = list(range(rows))  # rows of the cache, by their numbers in the prompts
        self._lengths = [0] * rows

    def forward(self, feeds: Mapping[int, Sequence[int]], keep: Mapping[int, int]) -> dict[int, Logits]:
        rows = [row for row in self._rows if row in feeds]
        if len(rows) < len(self._rows):  # the others are finished
            self._cache.select([self._rows.index(row) for row in rows])
            self._rows = rows
        counts = [len(feeds[row]) for row in rows]
        width = max(counts)
        device = self._host.device
        ids = torch.zeros((len(rows), width), dtype=torch.long)
        for i, row in enumerate(rows):
            ids[i, : counts[i]] = torch.tensor(list(feeds[row]))
        plan = self._cache.plan
        plan.starts, plan.counts = [self._lengths[row] for row in rows], counts
        wanted = sorted({c for i, row in enumerate(rows) for c in range(counts[i] - keep[row], counts[i])})
        logits = self._host.forward(ids.to(device), self._cache, torch.tensor(wanted, device=device))
        for i, row in enumerate(rows):
            self._lengths[row] += counts[i]
        place = {column: at for at, column in enumerate(wanted)}
        return {
            row: logits[i, place[counts[i] - keep[row]] : place[counts[i] - 1] + 1].cpu().numpy()
            for i, row in enumerate(rows)
        }

    def rollback(self, row: int, tokens: int) -> None:
        self._lengths[row] -= tokens

    def close(self) -> None:
        self._cache = RaggedCache(0)


class TransformersModel(Model):
    """A model on Transformers, with the loaded objects at hand.

    Attributes:
        model: The ``PreTrainedModel``.
        tokenizer: Its fast tokenizer.
    """

    def __init__(self, host: TransformersHost) -> None:
        super().__init__(host)
        self.model = host.model
        self.tokenizer = host.tokenizer


def _windows(config: Any) -> dict[str, int | None]:
    """Kind of layer → how far it looks back."""
    kinds = set(getattr(config, "layer_types", None) or ())
    if not kinds <= _KNOWN_LAYERS:
        raise ModelError(
            f"layers of kind {', '.join(sorted(kinds - _KNOWN_LAYERS))} are not supported: rows of different lengths "
            "need full or sliding attention"
        )
    window = getattr(config, "sliding_window", None)
    if kinds:
        return {kind: int(window) if kind == "sliding_attention" and window else None for kind in sorted(kinds)}
    return {"all": int(window) if window else None}
