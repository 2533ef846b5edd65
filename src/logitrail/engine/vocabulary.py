"""The vocabulary of a model: the bytes of every token, and the canonical tokenisation of a text."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from functools import cache, cached_property
from typing import Any

from llguidance import LLTokenizer, TokenizerWrapper

from logitrail.errors import TokenizerError


class Vocabulary:
    """Token ids and their bytes, shared by every contract compiled for one tokenizer.

    Args:
        ll: The grammar engine's tokenizer over the same ids.
        eos_ids: Ids that end a text.
        special_ids: Ids that are no text; their bytes are empty here.

    Attributes:
        size: Number of token ids, equal to the width of the logits.
        words: Number of 32-bit words of a token mask: ``ceil(size / 32)``.
        token_bytes: For each id, the bytes it adds to a text; ``b""`` for special tokens and unused ids.
    """

    def __init__(self, ll: LLTokenizer, eos_ids: Iterable[int], special_ids: Iterable[int] = ()) -> None:
        self.ll = ll
        self.size: int = ll.vocab_size
        self.words: int = (self.size + 31) // 32
        self.eos_ids: tuple[int, ...] = tuple(dict.fromkeys(int(i) for i in eos_ids))
        if not self.eos_ids:
            raise TokenizerError("the tokenizer names no end-of-sequence token, expected at least one")
        special = set(special_ids) | set(self.eos_ids)
        self.special_ids: frozenset[int] = frozenset(special)
        self.token_bytes: list[bytes] = [b"" if i in special else ll.decode_bytes([i]) for i in range(self.size)]
        #: Tokens that the grammar engine never takes as text, whatever the tokenizer says.
        self._mute = frozenset(i for i in range(self.size) if ll.is_special_token(i))
        self._compiled: OrderedDict[str, Any] = OrderedDict()
        self._lock = threading.Lock()

    @classmethod
    def from_tokens(
        cls,
        tokens: Sequence[bytes],
        *,
        eos_id: int,
        special_ids: Iterable[int] = (),
        encode: Callable[[bytes], list[int]] | None = None,
    ) -> Vocabulary:
        """A vocabulary from a plain list of tokens.

        Args:
            tokens: The bytes of each id. Every single byte that a text may need must be a token.
            eos_id: The id that ends a text.
            special_ids: Further ids that are no text.
            encode: The canonical tokenisation; longest match first if not given.
        """
        longest = _LongestMatch(tokens, {eos_id, *special_ids})
        wrapper = TokenizerWrapper(_PlainTokenizer(list(tokens), eos_id, list(special_ids), encode or longest))
        return cls(LLTokenizer(wrapper), (eos_id,), special_ids)

    def tokenize(self, data: bytes) -> list[int]:
        """The canonical tokens of ``data``; greedy ones where the tokenizer would change it (Unicode normal forms)."""
        ids = list(self.ll.tokenize_bytes(data))
        return ids if self.decode(ids) == data and self._mute.isdisjoint(ids) else self._exact(data)

    def tokenize_forced(self, data: bytes, recent: Sequence[int]) -> list[int]:
        """The canonical tokens of ``data``, as far as no later byte could change them.

        Args:
            data: Bytes that must come next.
            recent: Tokens just before them.
        """
        ids = list(self.ll.tokenize_partial(data, list(recent[-4:]))[0])
        return ids if data.startswith(self.decode(ids)) and self._mute.isdisjoint(ids) else self._exact(data)

    def decode(self, ids: Iterable[int]) -> bytes:
        """The bytes that the tokens add to a text, special tokens adding none."""
        table = self.token_bytes
        return b"".join([table[i] for i in ids])

    @cached_property
    def _exact(self) -> _LongestMatch:
        return _LongestMatch(self.token_bytes, set(self._mute))

    def remember(self, key: str, make: Callable[[], Any], keep: int = 256) -> Any:
        """Value of ``make()`` under ``key``: made once, kept while among the ``keep`` last used; thread-safe."""
        with self._lock:
            if key in self._compiled:
                self._compiled.move_to_end(key)
                return self._compiled[key]
        value = make()
        with self._lock:
            self._compiled[key] = value
            while len(self._compiled) > keep:
                self._compiled.popitem(last=False)
        return value


class _PlainTokenizer:
    """What the grammar engine asks of a tokenizer that is a list of byte strings."""

    def __init__(
        self, tokens: list[bytes], eos_id: int, special_ids: list[int], encode: Callable[[bytes], list[int]]
    ) -> None:
        self.tokens = tokens
        self.eos_token_id = eos_id
        self.bos_token_id = None
        self.special_token_ids = sorted({eos_id, *special_ids})
        self._encode = encode

    def __call__(self, text: bytes | str) -> list[int]:
        return self._encode(text.encode() if isinstance(text, str) else text)


class _LongestMatch:
    """Greedy tokenisation: at each place the longest token."""

    def __init__(self, tokens: Sequence[bytes], special: set[int]) -> None:
        self._ids = {raw: i for i, raw in reversed(list(enumerate(tokens))) if raw and i not in special}
        self._longest = max(map(len, self._ids), default=0)

    def __call__(self, data: bytes) -> list[int]:
        out: list[int] = []
        at = 0
        while at < len(data):
            for length in range(min(self._longest, len(data) - at), 0, -1):
                found = self._ids.get(data[at : at + length])
                if found is not None:
                    out.append(found)
                    at += length
                    break
            else:
                raise TokenizerError(
                    f"no token spells the byte 0x{data[at]:02x}, which a text that the contract asks for has",
                    hint="use a model with a byte-complete tokenizer, or leave that character out of the contract",
                )
        return out


@cache
def byte_vocabulary() -> Vocabulary:
    """The vocabulary of the 256 bytes and an end token (id 256): contracts without any model's tokenizer."""
    tokens = [bytes([i]) for i in range(256)] + [b""]
    return Vocabulary.from_tokens(tokens, eos_id=256, encode=list)
