"""Loads models by name, id, folder, or from objects already loaded."""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import Any

from logitrail.backends.embedded import EMBEDDED, pull
from logitrail.decoding.model import Model
from logitrail.errors import MissingExtraError, OptionError, UnknownModelError


def load(
    name: str | None = None,
    *,
    model: Any = None,
    tokenizer: Any = None,
    device: str | None = None,
    dtype: Any = None,
    revision: str | None = None,
) -> Model:
    """A model, ready to generate.

    Args:
        name: An embedded model (``"smollm2"``, ``"gemma3-270m"``: fetched once), ``"transformers:ID_OR_FOLDER"``, a
            Hugging Face id, or a local folder.
        model: A Transformers model that is loaded already (instead of a name); used as it is.
        tokenizer: Its fast tokenizer.
        device: For example ``"cpu"`` or ``"cuda:0"``; the first accelerator, else the CPU, if not given.
        dtype: For example ``torch.bfloat16`` or ``"bfloat16"``; as the model is stored if not given
            (embedded models: float32).
        revision: Branch, tag or commit of a Hugging Face id.

    Raises:
        UnknownModelError: There is no such model.
        MissingExtraError: The libraries of its backend are not installed.
        ModelError: It cannot be loaded or used.
    """
    if model is not None or tokenizer is not None:
        if name is not None or model is None or tokenizer is None:
            raise OptionError("expected a name, or model= and tokenizer= together", hint='lt.load("smollm2")')
        _require_transformers()
        from logitrail.backends.transformers import TransformersHost, TransformersModel

        return TransformersModel(TransformersHost(model, tokenizer))
    if name is None:
        raise OptionError("expected a name, or model= and tokenizer=", hint='lt.load("smollm2")')
    if not isinstance(name, str):
        raise OptionError(f"expected a name, got {name!r:.80}", hint='lt.load("smollm2")')
    scheme, colon, rest = name.partition(":")
    if not colon and name not in EMBEDDED and not Path(name).exists():
        _refuse_misspelt(name)
    if not colon or scheme == "transformers":
        return _load_transformers(rest if colon else name, device, dtype, revision)
    raise UnknownModelError(
        f"expected 'transformers:ID_OR_FOLDER' or one of {', '.join(EMBEDDED)}, got {name!r}",
        path=name,
        hint=f"lt.load('transformers:{rest}')",
    )


def _refuse_misspelt(name: str) -> None:
    close = difflib.get_close_matches(name.lower(), EMBEDDED, n=1, cutoff=0.6)
    if close and "/" not in name:  # ids of the hub name their owner, but for a few old ones
        raise UnknownModelError(
            f"there is no such model; embedded are {' and '.join(EMBEDDED)}",
            path=name,
            hint=f'lt.load("{close[0]}"), or lt.load("transformers:{name}") for an id of the hub',
        )


def _require_transformers() -> None:
    try:
        import torch  # noqa: F401
        import transformers  # noqa: F401
    except ImportError:
        raise MissingExtraError("running a model on Transformers", "transformers") from None


def _load_transformers(name: str, device: str | None, dtype: Any, revision: str | None) -> Model:
    _require_transformers()
    import torch

    from logitrail.backends.packing import pack_linear_layers
    from logitrail.backends.transformers import TransformersHost, TransformersModel

    dtype = _dtype(dtype)
    source = _source(name)
    if device is None:
        device = "cuda" if torch.cuda.is_available() else "mps" if torch.backends.mps.is_available() else "cpu"
    model, tokenizer = _from_pretrained(source, name, dtype, revision)
    try:
        model = model.to(device)
    except (RuntimeError, AssertionError) as error:
        raise OptionError(
            f"device {device!r} cannot be used: {str(error).splitlines()[0]}", path="device", hint='device="cpu"'
        ) from error
    pack_linear_layers(model)
    return TransformersModel(TransformersHost(model, tokenizer, name))


def _dtype(given: Any) -> Any:
    """A floating dtype of torch, or ``None``."""
    import torch

    found = getattr(torch, given, None) if isinstance(given, str) else given
    if given is not None and not (isinstance(found, torch.dtype) and found.is_floating_point):
        raise OptionError(
            f"expected float32, bfloat16 or float16, got {given!r:.80}", path="dtype", hint='dtype="float32"'
        )
    return found


def _source(name: str) -> str:
    """The folder or id to load from."""
    if name in EMBEDDED:
        return str(pull(name))
    if Path(name).is_dir():
        return name
    if name.startswith((".", "/", "~")) or "\\" in name:
        raise UnknownModelError(f"there is no folder {name!r}", path=name, hint='lt.load("smollm2")')
    return name


def _from_pretrained(source: str, name: str, dtype: Any, revision: str | None) -> tuple[Any, Any]:
    from transformers import AutoModelForCausalLM, AutoTokenizer
    from transformers.utils import logging

    quiet = logging.get_verbosity(), logging.is_progress_bar_enabled()
    logging.set_verbosity_error()  # type: ignore[no-untyped-call]
    logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    try:
        return (
            AutoModelForCausalLM.from_pretrained(source, dtype=dtype or "auto", revision=revision or "main"),
            AutoTokenizer.from_pretrained(source, revision=revision or "main"),
        )
    except (OSError, ValueError, KeyError) as error:
        close = difflib.get_close_matches(name, EMBEDDED, n=1, cutoff=0.4)
        raise UnknownModelError(
            f"cannot be loaded: {str(error).strip().splitlines()[0]}",
            path=name,
            hint=f'lt.load("{close[0] if close else "smollm2"}")',
        ) from error
    finally:
        logging.set_verbosity(quiet[0])
        if quiet[1]:
            logging.enable_progress_bar()  # type: ignore[no-untyped-call]
