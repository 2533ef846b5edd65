"""Same tokens, ties told apart: two ways through float32 may order two nearly equal logits differently."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from logitrail.decoding.host import Host

NOISE = 1e-3
"""Logits closer than this are a tie: passes of other widths add in another order, which moves a logit by about 1e-5."""


def assert_same_tokens(host: Host, prompt: Sequence[int], one: Sequence[int], two: Sequence[int]) -> None:
    """Fails unless both are equal, or their first difference is a tie of the model's own logits."""
    if list(one) == list(two):
        return
    at = next((i for i, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
    assert at < min(len(one), len(two)), f"one ends at token {at}: {one} against {two}"
    session = host.open([list(prompt)])
    logits = session.forward({0: [*prompt, *one[:at]]}, {0: 1})[0][-1]
    session.close()
    difference = abs(float(logits[one[at]]) - float(logits[two[at]]))
    assert difference < NOISE, f"token {at} is {one[at]} against {two[at]}, their logits {difference} apart"


def assert_close(one: Sequence[float | None], two: Sequence[float | None], within: float = NOISE) -> None:
    """Fails unless all numbers are known and close."""
    assert len(one) == len(two)
    assert None not in (*one, *two)
    assert np.allclose(np.array(one, dtype=float), np.array(two, dtype=float), rtol=0, atol=within)
