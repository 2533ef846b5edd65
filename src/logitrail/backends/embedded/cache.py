"""The cache folder: where it is, room in it, one writer at a time, and nothing half-written ever seen."""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from logitrail.errors import CacheError, MissingExtraError

_FULL = {errno.ENOSPC, errno.EDQUOT}
_MOVE_HINT = "export LOGITRAIL_CACHE=/a/folder/with/room"
_LOCK_SECONDS = 3600.0


def cache_dir() -> Path:
    """The folder for everything that can be fetched or computed again; it need not exist yet.

    ``LOGITRAIL_CACHE`` where it is set, else ``logitrail`` in ``XDG_CACHE_HOME`` or in ``~/.cache``.
    """
    chosen = os.environ.get("LOGITRAIL_CACHE")
    if chosen:
        return Path(chosen).expanduser().absolute()
    base = Path(os.environ.get("XDG_CACHE_HOME", ""))
    # The XDG specification has a relative path ignored.
    return (base if base.is_absolute() else Path.home() / ".cache") / "logitrail"


def size_text(count: int) -> str:
    """A number of bytes for people, in decimal units."""
    return f"{count / 1e9:.2f} GB" if count >= 10_000_000 else f"{count / 1e6:.2f} MB"


def check_room(folder: Path, needed: int, name: str) -> None:
    """See that the disk under a folder has room for a model.

    Args:
        folder: Where it will be written; it need not exist yet.
        needed: Bytes.
        name: The model.

    Raises:
        CacheError: It has not.
    """
    existing = next(parent for parent in (folder, *folder.parents) if parent.exists())
    free = shutil.disk_usage(existing).free
    if free < needed:
        raise CacheError(
            f"{name} needs {size_text(needed)} here while it is fetched and converted, {size_text(free)} are free",
            path=str(folder),
            hint=_MOVE_HINT,
        )


@contextmanager
def cache_errors(folder: Path, needed: int, name: str) -> Iterator[None]:
    """Turn what the operating system says about the cache folder into a ``CacheError``.

    Args:
        folder: What the error names.
        needed: Bytes that the model takes, for the message.
        name: The model.
    """
    try:
        yield
    except OSError as error:
        if error.errno is None:  # not from the operating system
            raise
        full = error.errno in _FULL
        reason = "the disk is full" if full else f"cannot write here: {os.strerror(error.errno)}"
        raise CacheError(f"{reason}; {name} needs {size_text(needed)}", path=str(folder), hint=_MOVE_HINT) from error


@contextmanager
def locked(folder: Path, name: str, on_wait: Callable[[], None]) -> Iterator[None]:
    """Be the only process that writes this model.

    Args:
        folder: The folder that holds the models.
        name: The model.
        on_wait: Called once where another process is at it, before waiting for it.

    Raises:
        CacheError: The other process took more than an hour.
        MissingExtraError: ``filelock`` is not installed.
    """
    try:
        from filelock import FileLock, Timeout
    except ImportError as error:
        raise MissingExtraError("fetching a model", "transformers") from error
    folder.mkdir(parents=True, exist_ok=True)
    # The system frees such a lock when its process dies: there is no stale lock to remove by hand.
    lock = FileLock(folder / f".{name}.lock")
    try:
        lock.acquire(blocking=False)
    except Timeout:
        on_wait()
        try:
            lock.acquire(timeout=_LOCK_SECONDS)
        except Timeout as error:
            raise CacheError(
                f"another process has been fetching {name} for {_LOCK_SECONDS / 60:.0f} minutes",
                path=str(folder),
                hint=_MOVE_HINT,
            ) from error
    try:
        yield
    finally:
        lock.release()


@contextmanager
def replacing(target: Path) -> Iterator[Path]:
    """Give an empty folder to fill, which takes the place of ``target`` when the block ends well.

    Readers see the old folder or the new one, whole. Call it under ``locked`` only: what an earlier process left
    half-written is removed.

    Args:
        target: The folder to create or replace.
    """
    for leftover in target.parent.glob(f".{target.name}.tmp-*"):
        shutil.rmtree(leftover)
    scratch = Path(tempfile.mkdtemp(dir=target.parent, prefix=f".{target.name}.tmp-"))
    try:
        fresh = scratch / "new"
        fresh.mkdir()
        yield fresh
        if target.exists():
            # A folder cannot be put in the place of one that is not empty. Between these two lines there is none.
            target.replace(scratch / "old")
        fresh.replace(target)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
