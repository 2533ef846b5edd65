from __future__ import annotations

import errno
from types import SimpleNamespace
from typing import Any

import pytest

from logitrail.backends.embedded.unpacking import UnusableTokenizerError, check_tokenizer, describe


def tokenizer(**changes: Any) -> SimpleNamespace:
    """A tokenizer whose tokens are the bytes of the text."""
    good = {
        "is_fast": True,
        "chat_template": "{{ messages }}",
        "encode": lambda text, add_special_tokens: list(text.encode()),
        "decode": lambda ids: bytes(ids).decode(),
    }
    return SimpleNamespace(**(good | changes))


def test_a_good_tokenizer_passes() -> None:
    check_tokenizer(tokenizer(), chat=True)
    check_tokenizer(tokenizer(chat_template=None), chat=False)


@pytest.mark.parametrize(
    ("changes", "chat", "message"),
    [
        ({"is_fast": False}, True, "expected a fast tokenizer, got SimpleNamespace"),
        ({"decode": lambda ids: bytes(ids).decode().strip()}, True, "after encoding and decoding, got 'The"),
        ({"decode": lambda ids: bytes(ids).decode("ascii", "replace")}, True, "after encoding and decoding"),
        ({"chat_template": None}, True, "expected a chat template, got None"),
        ({}, False, "expected no chat template, got '{{ messages }}'"),
    ],
    ids=["slow", "strips spaces", "loses letters", "no template", "unexpected template"],
)
def test_a_bad_tokenizer_is_named(changes: dict[str, Any], chat: bool, message: str) -> None:
    with pytest.raises(UnusableTokenizerError) as caught:
        check_tokenizer(tokenizer(**changes), chat=chat)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("error", "kind", "number"),
    [
        (OSError(errno.ENOSPC, "full"), "system", errno.ENOSPC),
        (RuntimeError("I/O error: No space left on device (os error 28)"), "system", errno.ENOSPC),
        (OSError("Can't load the tokenizer"), "model", None),
        (ImportError("cannot import name 'GgufConfig'"), "missing", None),
        (UnusableTokenizerError("slow"), "tokenizer", None),
        (ValueError("GGUF model with architecture x is not supported"), "model", None),
    ],
)
def test_failures_are_told_apart(error: Exception, kind: str, number: int | None) -> None:
    described = describe(error)
    assert (described["kind"], described["errno"]) == (kind, number)
    assert described["message"] == f"{type(error).__name__}: {error}"
