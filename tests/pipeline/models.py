"""Models that want to write what a test says, whatever stands before."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from logitrail.backends.scripted import ScriptedHost
from logitrail.decoding.model import Model
from logitrail.engine import byte_vocabulary

_ENDS = (b"JSON:", "JSON：".encode())
_REJECTED = (b"was rejected", "被否决".encode())


def wishful(*wishes: str, scale: float = 10.0, context_length: int | None = None) -> Model:
    """A model that writes the first wish, and after a veto the next one (the last again and again).

    Args:
        wishes: JSON texts.
        scale: How sure it is: the logit of the byte it wants; the others have 0.
        context_length: Most tokens of prompt and output.
    """
    vocabulary = byte_vocabulary()
    vetoes: dict[bytes, int] = {}

    def script(tokens: Sequence[int]) -> np.ndarray:
        data = bytes(token for token in tokens if token < 256)
        cut = max(data.rfind(end) + len(end) for end in _ENDS if end in data)
        prompt, written = data[:cut], data[cut:]
        again = any(mark in prompt for mark in _REJECTED)
        wish = vetoes.setdefault(prompt, len(vetoes) + 1) if again else 0
        wanted = wishes[min(wish, len(wishes) - 1)].encode()
        logits = np.zeros(vocabulary.size, dtype=np.float32)
        at = len(written)
        logits[wanted[at] if at < len(wanted) else vocabulary.eos_ids[0]] = scale
        return logits

    return Model(ScriptedHost(script, vocabulary, context_length=context_length))
