from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from logitrail.backends.scripted import ScriptedHost
from logitrail.decoding.model import Model
from logitrail.errors import PromptError
from tests.hosts import small_vocabulary


def lengths(tokens: Sequence[int]) -> list[float]:
    """Logits that tell how many tokens stood before them."""
    return [float(len(tokens)), float(tokens[-1])] + [0.0] * 255


def test_logits_come_for_each_of_the_last_tokens() -> None:
    session = ScriptedHost(lengths).open([[], []])
    out = session.forward({0: [5, 6, 7], 1: [9]}, {0: 2, 1: 1})
    assert out[0][:, :2].tolist() == [[2, 6], [3, 7]]
    assert out[1][:, :2].tolist() == [[1, 9]]
    assert out[0].dtype == np.float32
    session.rollback(0, 2)
    assert session.forward({0: [8]}, {0: 1})[0][:, :2].tolist() == [[2, 8]]


def test_prompts() -> None:
    host = ScriptedHost(lengths)
    assert host.encode("né").ids == list("né".encode())
    assert host.encode([1, 2]).ids == [1, 2]
    with pytest.raises(PromptError, match="no chat template"):
        host.encode([{"role": "user", "content": "x"}])


def test_a_vocabulary_of_its_own() -> None:
    host = ScriptedHost(lambda tokens: np.zeros(small_vocabulary().size), small_vocabulary(), name="nobody")
    assert host.encode("cat").ids == [small_vocabulary().token_bytes.index(b"cat")]
    assert repr(Model(host)) == "Model('nobody')"
