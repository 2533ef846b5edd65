"""Numbers of the trace, from one clone of the raw logits.

Definitions (p = softmax of the raw logits, A = the allowed tokens, t = the token chosen)::

    raw logprob      ℓ = ln p(t)
    masked logprob   m = ln softmax of the logits within A, at t
    allowed mass     α = Σ p over A                     so that ℓ = m + ln α
    entropy          H = −Σ p ln p                      (nats)
    rank             number of tokens with a higher logit

m is computed from the logits within A, α from the raw probabilities: the identity is a test of both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from logitrail.engine.mask import Words, flags_of

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Measures:
    """One row per step, natural logarithms throughout.

    NaN stands where the logits define no number: NaN or +inf is among them, or no finite one among several allowed.

    Attributes:
        raw_logprob: ℓ, shape ``(steps,)``.
        masked_logprob: m, shape ``(steps,)``; −inf where the token was not allowed.
        log_allowed_mass: ln α, shape ``(steps,)``.
        entropy: H in nats, shape ``(steps,)``.
        rank: 0 for the model's own first choice, shape ``(steps,)``.
        override: Whether the model's own first choice was not allowed, shape ``(steps,)``.
        top: For each step the ``top_k`` likeliest ids with their raw logprobs, likeliest first.
    """

    raw_logprob: Floats
    masked_logprob: Floats
    log_allowed_mass: Floats
    entropy: Floats
    rank: npt.NDArray[np.int64]
    override: npt.NDArray[np.bool_]
    top: tuple[tuple[tuple[int, float], ...], ...]


@np.errstate(invalid="ignore")  # inf − inf is NaN, which is what is meant
def measure(logits: Floats, masks: Sequence[Words | None], chosen: Sequence[int], *, top_k: int = 0) -> Measures:
    """Measures the chosen tokens.

    Args:
        logits: The model's own logits, shape ``(steps, vocabulary)``; left as they are.
        masks: What was allowed at each step; ``None`` where everything was.
        chosen: The token of each step.
        top_k: Number of likeliest tokens to keep.
    """
    steps, size = logits.shape
    at = np.arange(steps)
    ids = np.asarray(chosen, dtype=np.int64)
    raw = np.array(logits, dtype=np.float32)  # the clone: nothing here touches what sampling sees
    peak = raw.max(axis=1, keepdims=True)
    raw -= peak
    rank = (raw > raw[at, ids][:, None]).sum(axis=1)
    first = raw.argmax(axis=1)
    weights = np.exp(raw)
    total = weights.sum(axis=1, keepdims=True)
    log_total = np.log(total)
    # p ln p would be 0·inf where a logit is −inf.
    finite = np.where(np.isfinite(raw), raw, 0.0) if np.isneginf(raw).any() else raw
    entropy = (log_total - (weights * finite).sum(axis=1, keepdims=True) / total)[:, 0]
    logprobs = raw - log_total
    ell = logprobs[at, ids]
    masked = ell.copy()
    log_mass = np.zeros(steps, dtype=np.float32)
    override = np.zeros(steps, dtype=np.bool_)
    for i, mask in enumerate(masks):
        if mask is None:
            continue
        allowed = flags_of(mask, size)
        masked[i] = _within(logits[i], allowed, ids[i])
        log_mass[i] = _log_mass(weights[i], float(total[i, 0]), logprobs[i], allowed)
        override[i] = not allowed[first[i]]
    top = tuple(_top(logprobs[i], top_k) for i in range(steps)) if top_k else ((),) * steps
    return Measures(ell, masked, log_mass, np.maximum(entropy, 0), rank, override, top)


def _within(logits: Floats, allowed: npt.NDArray[np.bool_], token: np.int64) -> float:
    """ln softmax over the allowed logits, at ``token``."""
    if not allowed[token]:
        return -np.inf
    kept = np.asarray(logits[allowed], dtype=np.float32)
    if len(kept) == 1:
        return 0.0  # even where its logit is −inf
    peak = kept.max()
    return float(logits[token] - peak - np.log(np.exp(kept - peak).sum()))


def _log_mass(weights: Floats, total: float, logprobs: Floats, allowed: npt.NDArray[np.bool_]) -> float:
    """ln of the raw probability of the allowed tokens."""
    mass = float(np.dot(weights, allowed)) / total
    if not mass <= 1e-30:
        return float(np.log(mass))
    kept = logprobs[allowed]  # the probabilities underflow: add them as logarithms
    if not len(kept):
        return -np.inf
    peak = kept.max()
    return float(peak + np.log(np.exp(kept - peak).sum())) if np.isfinite(peak) else -np.inf


def _top(logprobs: Floats, k: int) -> tuple[tuple[int, float], ...]:
    k = min(k, len(logprobs))
    likeliest = np.argpartition(-logprobs, k - 1)[:k]
    likeliest = likeliest[np.lexsort((likeliest, -logprobs[likeliest]))]
    return tuple((int(i), float(logprobs[i])) for i in likeliest)
