"""From a GGUF file to a folder that Transformers loads fast: float32 weights as safetensors, and the tokenizer.

The work is done in a process of its own: its bars, warnings and settings do not reach the caller, its memory is given
back, and running out of memory ends it alone.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from logitrail.backends.embedded import unpacking
from logitrail.errors import MissingExtraError, ModelError, TokenizerError

_NEEDED = ("accelerate", "gguf", "safetensors", "torch", "transformers")
_FEATURE = "converting an embedded model"


def require() -> None:
    """See that what the conversion needs is installed, before anything is downloaded.

    Raises:
        MissingExtraError: It is not.
    """
    if any(find_spec(name) is None for name in _NEEDED):
        raise MissingExtraError(_FEATURE, "transformers")


def convert(gguf: Path, folder: Path, *, chat: bool) -> None:
    """Unpack a GGUF file into ``folder``, and check the tokenizer that it holds.

    Args:
        gguf: The file.
        folder: Receives config, weights and tokenizer.
        chat: Whether a chat template must be there.

    Raises:
        MissingExtraError: A package of the extra is too old or does not import.
        ModelError: Transformers could not read or write the model.
        TokenizerError: No fast tokenizer, a text that does not survive encoding and decoding, or a chat template that
            is missing or not expected.
        OSError: The disk is full.
    """
    # -P: a file torch.py in the working directory is not PyTorch.
    command = [sys.executable, "-P", unpacking.__file__, str(gguf), str(folder), "chat" if chat else "plain"]
    environment = os.environ | {"HF_HUB_OFFLINE": "1", "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", env=environment, check=False
    )
    if done.returncode == 0:
        return
    if done.returncode != unpacking.FAILED:
        last = (done.stderr.strip().splitlines() or ["no message"])[-1]
        # A negative status is the signal that ended it; the system's memory guard sends 9.
        why = "out of memory" if done.returncode == -9 else f"exit status {done.returncode}: {last}"
        raise ModelError(f"the conversion was ended: {why}", path=gguf.name)
    failure = json.loads(done.stdout.splitlines()[-1])
    message = failure["message"]
    if failure["kind"] == "system":
        raise OSError(failure["errno"], message)
    if failure["kind"] == "missing":
        raise MissingExtraError(f"{_FEATURE} ({message})", "transformers")
    if failure["kind"] == "tokenizer":
        raise TokenizerError(message, path=gguf.name)
    raise ModelError(f"the model could not be converted: {message}", path=gguf.name)
