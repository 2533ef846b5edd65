"""Draws one token. Penalties and foreign processors come first, then the mask, then the shape of the distribution.

The draw inverts the cumulative distribution at one uniform number per (seed, sample, position), so that the same
position draws alike whether it is reached alone, in a batch, behind a forced run or behind a draft.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from logitrail.decoding.host import Host, Logits
from logitrail.decoding.options import Options
from logitrail.engine.mask import Words, flags_of


class Sampler:
    """Draws the tokens of one sequence.

    Args:
        options: Temperature, penalties, processors and so on.
        host: Calls foreign processors.
        prompt: Tokens of the prompt, for the repetition penalty and the processors.
        sample: Number of this sample among ``n``.
    """

    def __init__(self, options: Options, host: Host, prompt: Sequence[int], sample: int = 0) -> None:
        self._options = options
        self._host = host
        self._prompt = list(prompt)
        self._sample = sample

    def scores(self, logits: Logits, output: Sequence[int]) -> Logits:
        """Logits after penalty and processors, before the mask; a new array when anything changed.

        Args:
            logits: Of one step, shape ``(vocabulary,)``.
            output: Tokens so far.
        """
        options = self._options
        scores = logits
        if options.repetition_penalty != 1.0:
            seen = np.unique(np.array([*self._prompt, *output], dtype=np.int64))
            scores = scores.copy()
            at = scores[seen]
            scores[seen] = np.where(at < 0, at * options.repetition_penalty, at / options.repetition_penalty)
        for processor in options.processors:
            scores = self._host.process(processor, [*self._prompt, *output], scores)
        return scores

    def draw(self, scores: Logits, mask: Words | None, position: int) -> int | None:
        """The token at ``position`` of the output; ``None`` when no allowed token is left with a finite score.

        Args:
            scores: Of one step, shape ``(vocabulary,)``.
            mask: What is allowed; ``None`` for everything.
            position: Number of tokens before it.
        """
        if mask is not None:
            scores = np.where(flags_of(mask, len(scores)), scores, -np.inf)
        best = int(scores.argmax())  # of equal scores the lowest id
        if np.isnan(scores[best]):  # the maximum of anything and NaN is NaN
            scores = np.where(np.isnan(scores), -np.inf, scores)
            best = int(scores.argmax())
        if not scores[best] > -np.inf:
            return None
        options = self._options
        if options.temperature == 0 or scores[best] == np.inf:
            return best
        # float64: a cumulative sum over a vocabulary in float32 loses the rare tokens.
        kept = np.flatnonzero(scores > -np.inf)
        logits = scores[kept].astype(np.float64)
        with np.errstate(over="ignore"):  # a temperature near 0
            logits = (logits - logits.max()) / options.temperature
        if options.top_k and options.top_k < len(kept):
            floor = np.partition(logits, -options.top_k)[-options.top_k]
            kept, logits = kept[logits >= floor], logits[logits >= floor]
        weights = np.exp(logits)
        order = np.lexsort((kept, -weights))
        kept, weights = kept[order], weights[order]
        if options.top_p < 1:
            mass = np.cumsum(weights)
            upto = int(np.searchsorted(mass, options.top_p * mass[-1])) + 1
            kept, weights = kept[:upto], weights[:upto]
        if options.min_p > 0:
            upto = int((weights >= options.min_p * weights[0]).sum())
            kept, weights = kept[:upto], weights[:upto]
        mass = np.cumsum(weights)
        at = int(np.searchsorted(mass, self._uniform(position) * mass[-1], side="right"))
        return int(kept[min(at, len(kept) - 1)])

    def _uniform(self, position: int) -> float:
        words = (self._options.seed, self._sample, position)
        return float(np.random.Generator(np.random.Philox(np.random.SeedSequence(words))).random())
