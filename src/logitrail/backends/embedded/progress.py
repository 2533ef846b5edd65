"""What a long fetch tells the person who waits for it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal, Protocol

Stage = Literal["wait", "download", "convert"]


class Progress(Protocol):
    """Told how far a fetch has come."""

    def __call__(self, stage: Stage, done: int, total: int | None) -> None:
        """Take one report.

        Args:
            stage: ``wait`` (for another process), ``download`` or ``convert``.
            done: Bytes done.
            total: Bytes in all; ``None`` where that is not known.
        """


def silent(stage: Stage, done: int, total: int | None) -> None:
    """Say nothing: a library does not write to the terminal unless asked."""


@contextmanager
def console_progress(name: str) -> Iterator[Progress]:
    """Show a bar on stderr while the block runs, where stderr is a terminal; elsewhere stay silent.

    Args:
        name: The model.
    """
    if not sys.stderr.isatty():
        yield silent
        return
    from rich.console import Console
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn())
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(name, total=None)

        def report(stage: Stage, done: int, total: int | None) -> None:
            words = {
                "wait": f"waiting for another process that fetches {name}",
                "download": f"downloading {name}" + (f" ({total / 1e6:.0f} MB)" if total else ""),
                "convert": f"converting {name}, once",
            }
            if total is None:
                bar.reset(task, total=None, description=words[stage])
            else:
                bar.update(task, description=words[stage], completed=done, total=total)

        yield report
