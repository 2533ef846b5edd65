"""Loads the model that a verb asks for, and shows the one who waits how far it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from logitrail.decoding.model import Model


def load_model(name: str, device: str | None = None, dtype: str | None = None, revision: str | None = None) -> Model:
    """The model, fetched first where it is an embedded one that is not in the cache yet.

    Raises:
        LogitrailError: As :func:`logitrail.load` and ``pull`` raise.
    """
    from logitrail.backends.embedded import EMBEDDED, console_progress, pull
    from logitrail.backends.load import load
    from logitrail.cli.show import busy

    embedded = name.removeprefix("transformers:")
    if embedded in EMBEDDED:
        with console_progress(embedded) as progress:
            pull(embedded, progress=progress)
    with busy(f"loading {name}"):
        return load(name, device=device, dtype=dtype, revision=revision)
