"""The program that unpacks a GGUF file; ``conversion`` runs it in a process of its own, by its path.

It imports nothing of this library, prints nothing but one JSON line about a failure, and exits with 0 or ``FAILED``.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

FAILED = 3

# Letters of one to four bytes, spaces at both ends, a line break, digits, and brackets that look like markup.
_ROUND_TRIP = ' The "quick" fox ran 12.5 km\n\tnaïve — 营业收入：３万元 🙂 <b>{"a": [1]}</b> '


class UnusableTokenizerError(Exception):
    """The tokenizer is not what contracts and traces need."""


def unpack(gguf: Path, folder: Path, *, chat: bool) -> None:
    """Write config, dense float32 weights and tokenizer of a GGUF file into a folder.

    Args:
        gguf: The file.
        folder: Where to write; it exists.
        chat: Whether a chat template must be there.
    """
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer, GgufConfig

    source: dict[str, Any] = {"gguf_file": gguf.name, "local_files_only": True}
    tokenizer = AutoTokenizer.from_pretrained(gguf.parent, **source)
    check_tokenizer(tokenizer, chat=chat)
    tokenizer.save_pretrained(folder)
    model = AutoModelForCausalLM.from_pretrained(
        gguf.parent,
        dtype=torch.float32,
        # Without it the weights stay packed, and a packed model cannot be saved.
        quantization_config=GgufConfig(dequantize=True),
        **source,
    )
    model.save_pretrained(folder)


def check_tokenizer(tokenizer: Any, *, chat: bool) -> None:
    """See that a tokenizer is fast, gives back the text it was given, and has a chat template where one is expected.

    Args:
        tokenizer: A Transformers tokenizer.
        chat: Whether a chat template must be there.

    Raises:
        UnusableTokenizerError: It does not.
    """
    if not tokenizer.is_fast:
        raise UnusableTokenizerError(f"expected a fast tokenizer, got {type(tokenizer).__name__}")
    back = tokenizer.decode(tokenizer.encode(_ROUND_TRIP, add_special_tokens=False))
    if back != _ROUND_TRIP:
        raise UnusableTokenizerError(f"expected {_ROUND_TRIP!r} after encoding and decoding, got {back!r}")
    if bool(tokenizer.chat_template) != chat:
        raise UnusableTokenizerError(f"expected {'a' if chat else 'no'} chat template, got {tokenizer.chat_template!r}")


def describe(error: Exception) -> dict[str, Any]:
    """What a failure was, for the process that waits: kind, message and, where there is one, the system's errno."""
    number = error.errno if isinstance(error, OSError) else None
    # safetensors writes from Rust: what the operating system said comes as text only.
    match = re.search(r"\(os error (\d+)\)", str(error))
    if number is None and match is not None:
        number = int(match.group(1))
    if number is not None:
        kind = "system"
    elif isinstance(error, ImportError):
        kind = "missing"
    elif isinstance(error, UnusableTokenizerError):
        kind = "tokenizer"
    else:
        kind = "model"
    return {"kind": kind, "message": f"{type(error).__name__}: {error}", "errno": number}


def main() -> int:
    """Unpack ``argv[1]`` into ``argv[2]``; ``argv[3]`` is ``chat`` or ``plain``."""
    gguf, folder, kind = sys.argv[1:]
    try:
        unpack(Path(gguf), Path(folder), chat=kind == "chat")
    except Exception as error:  # whatever it is, the waiting process has the words for it
        sys.stdout.write(json.dumps(describe(error)) + "\n")
        return FAILED
    return 0


if __name__ == "__main__":
    sys.exit(main())
