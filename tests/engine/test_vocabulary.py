from __future__ import annotations

import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logitrail.engine import Vocabulary, byte_vocabulary
from logitrail.errors import TokenizerError
from tests.hosts import END, SPECIAL, small_vocabulary


def test_special_tokens_have_no_bytes() -> None:
    vocabulary = small_vocabulary()
    assert vocabulary.token_bytes[END] == vocabulary.token_bytes[SPECIAL] == b""
    assert vocabulary.special_ids == {END, SPECIAL}
    assert vocabulary.eos_ids == (END,)
    assert vocabulary.decode([ord("a"), SPECIAL, ord("b"), END]) == b"ab"


def test_special_tokens_spelled_in_a_text_stay_text() -> None:
    text = b"a<|special|>b"
    tokens = small_vocabulary().tokenize(text)
    assert SPECIAL not in tokens
    assert small_vocabulary().decode(tokens) == text


@given(st.text(alphabet='ab1"{}:,é敏感词😀 \\', max_size=20))
def test_tokens_spell_the_text(text: str) -> None:
    for vocabulary in (byte_vocabulary(), small_vocabulary()):
        assert vocabulary.decode(vocabulary.tokenize(text.encode())).decode() == text
    assert byte_vocabulary().tokenize(text.encode()) == list(text.encode())


def test_sizes() -> None:
    assert (byte_vocabulary().size, byte_vocabulary().words) == (257, 9)
    size = small_vocabulary().size
    assert small_vocabulary().words == -(-size // 32)
    assert len(small_vocabulary().token_bytes) == size


def test_forced_bytes_are_tokenised_as_far_as_nothing_later_could_change_them() -> None:
    vocabulary = small_vocabulary()
    # "true" could go on to '"},{"' and the like only behind its end: the last token stays open.
    tokens = vocabulary.tokenize_forced(b'{"active":"', [])
    whole = vocabulary.tokenize(b'{"active":"')
    assert tokens == whole[: len(tokens)]
    assert len(tokens) >= len(whole) - 2


def test_a_vocabulary_needs_an_end_token() -> None:
    with pytest.raises(TokenizerError, match="end-of-sequence"):
        Vocabulary(byte_vocabulary().ll, ())


def test_no_token_for_a_byte() -> None:
    vocabulary = Vocabulary.from_tokens([b"a", b""], eos_id=1)
    with pytest.raises(TokenizerError, match="0x62"):
        vocabulary._exact(b"ab")


def test_remembers_the_last_used() -> None:
    vocabulary = Vocabulary.from_tokens([b"a", b""], eos_id=1)
    made: list[str] = []

    def make(key: str) -> str:
        made.append(key)
        return key.upper()

    for key in ("a", "b", "a", "c", "a", "b"):
        assert vocabulary.remember(key, lambda key=key: make(key), keep=2) == key.upper()
    assert made == ["a", "b", "c", "b"]


def test_remembering_holds_under_threads() -> None:
    vocabulary = Vocabulary.from_tokens([b"a", b""], eos_id=1)
    failures: list[Exception] = []

    def work(number: int) -> None:
        try:
            for i in range(300):
                key = f"{(i * number) % 7}"
                assert vocabulary.remember(key, lambda key=key: key, keep=3) == key
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(1, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
