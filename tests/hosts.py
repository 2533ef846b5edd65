"""Scripted hosts and a small vocabulary: what a model of any temper could do, without a model."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np

from logitrail.backends.scripted import ScriptedHost
from logitrail.decoding.model import Model
from logitrail.engine import Vocabulary, byte_vocabulary

END = 256
SPECIAL = 257

# fmt: off
_PIECES = (
    '","', '":"', '"}', '"]', '{"', '[{"', '},{"', '": "', '", "', '":', '",', '""', '"},{"', '":["', '"],"',
    "}}", "]]",
    "1}", "5}", "7]", "0,", '1,"', "12", "404", "00", "e9", "e999", "E+", ".5", "-1", "-0", "2020", "-01", "99",
    "\\n", '\\"', "\\\\", "\\u00", "1f", '\\",', "true", "false", "null", "tr", "ue", "rue}", "null,", 'e,"',
    "cat", "eg", "ory", "value ", "act", "ive", "in", "active", "aa", "aaa", "ab", "ba", "d1", "k9", "z", " a", "  ",
    "敏感", "感词", "敏", "词", "一二", "进行", "行中", "é", "😀", "状态", '"敏', '感"', "，", "ＡＢ",
)
# fmt: on
_BROKEN = [
    b"\xe6\x95",
    b"\x8f",
    b"\x8f\xe6",
    b"\xf0\x9f",
    b"\x98\x80",
    b"a\xe6",
    b'\x8d\xaf"',
    b'"\xe6',
    b"\xc3",
    b"\xa9}",
]


@cache
def small_vocabulary() -> Vocabulary:
    """All bytes, an end token, a special token, and pieces as byte-pair encoding has them: tokens that straddle quotes,
    hold parts of characters, several digits, or a blocked word together with what stands around it."""
    pieces = [text.encode() for text in _PIECES] + _BROKEN
    tokens = [bytes([i]) for i in range(256)] + [b"", b"<|special|>", *dict.fromkeys(p for p in pieces if len(p) > 1)]
    return Vocabulary.from_tokens(tokens, eos_id=END, special_ids=[SPECIAL])


def random_model(
    seed: int, vocabulary: Vocabulary | None = None, *, spread: float = 3.0, context_length: int | None = None
) -> Model:
    """A model whose logits are noise, always the same behind the same tokens."""
    made = vocabulary or byte_vocabulary()

    def script(tokens: Sequence[int]) -> np.ndarray:
        words = (seed, len(tokens), *tokens[-3:])
        noise = np.random.Generator(np.random.Philox(np.random.SeedSequence(words)))
        return noise.standard_normal(made.size, dtype=np.float32) * np.float32(spread)

    return Model(ScriptedHost(script, made, context_length=context_length))


def eager_model(wish: str, vocabulary: Vocabulary | None = None, *, prompt: int = 1) -> Model:
    """A model that wants to write one text and then to end, whatever stands before: token by token, canonically.

    Args:
        wish: The text.
        vocabulary: Bytes and an end token by default.
        prompt: Number of tokens of the prompt.
    """
    made = vocabulary or byte_vocabulary()
    ids = [*made.tokenize(wish.encode()), made.eos_ids[0]]

    def script(tokens: Sequence[int]) -> np.ndarray:
        at = len(tokens) - prompt
        logits = np.zeros(made.size, dtype=np.float32)
        logits[ids[at] if at < len(ids) else made.eos_ids[0]] = 10.0
        return logits

    return Model(ScriptedHost(script, made))
