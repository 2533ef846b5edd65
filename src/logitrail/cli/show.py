"""How results look on a terminal and in a pipe."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from logitrail.cli.hints import spoken

if TYPE_CHECKING:
    from logitrail.trace import FieldTrace, Trace

#: Lowest probability, its style, words for a legend; likeliest first.
STEPS = (
    (0.9, "black on green", "90 % and more"),
    (0.5, "black on cyan", "50 %"),
    (0.1, "black on yellow", "10 %"),
    (0.01, "white on magenta", "1 %"),
    (0.0, "bold white on red", "less"),
)

_PIPE_WIDTH = 100_000  # lines in a pipe are not wrapped: other programs read them
_LONGEST_VALUE = 48


class _Output(Console):
    """A console that lets the program decide what a closed pipe means."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def console(*, stderr: bool = False) -> Console:
    """Stdout (or stderr) as a rich console; colours on a terminal without ``NO_COLOR`` only."""
    stream = sys.stderr if stderr else sys.stdout
    width = None if stream.isatty() else _PIPE_WIDTH
    return _Output(stderr=stderr, width=width, highlight=False, markup=False, emoji=False)


def write_json(document: Any) -> None:
    """One JSON document, on one line of stdout."""
    sys.stdout.write(json.dumps(document, ensure_ascii=False, allow_nan=False) + "\n")


def write_warnings(warnings: Sequence[str]) -> None:
    """Warnings, on stderr."""
    for warning in warnings:
        sys.stderr.write(f"warning: {spoken(warning)}\n")


@contextmanager
def busy(what: str) -> Iterator[None]:
    """Shows on stderr what is going on while the block runs, where stderr is a terminal."""
    if not sys.stderr.isatty():
        yield
        return
    with console(stderr=True).status(what):
        yield


def percent(probability: float | None) -> str:
    """A probability with three or four figures: ``96.4 %``, ``6.92 %``, ``0.0295 %``, ``3.1e-07 %``."""
    if probability is None:
        return "unknown"
    value = 100 * probability
    if value == 0:
        return "0 %"
    if value < 0.001:
        return f"{value:.1e} %"
    digits = 1 if value >= 9.995 else 2 if value >= 0.9995 else 3 if value >= 0.09995 else 4
    return f"{value:.{digits}f} %"


def probability_style(probability: float) -> str:
    """The colours of a probability."""
    return next(style for least, style, _ in STEPS if probability >= least)


def coloured_percent(probability: float | None) -> Text:
    """:func:`percent` in the colours of the probability."""
    return Text(percent(probability), "" if probability is None else probability_style(probability))


def nats(number: float | None) -> str:
    """A number of nats, two decimals."""
    return "unknown" if number is None else f"{number:.2f}"


def visible(data: bytes) -> str:
    """The bytes of a token with blanks as ``·``; control characters and bytes that are no text as escapes."""
    text = data.decode("utf-8", "backslashreplace").replace(" ", "·")
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)


def table(head: Sequence[str], rows: Sequence[Sequence[str | Text]], numbers: Sequence[int]) -> Table:
    """A plain table.

    Args:
        head: Titles of the columns.
        rows: Their cells.
        numbers: Columns set flush right.
    """
    out = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for i, title in enumerate(head):
        # Where the terminal is narrow, titles break between words only.
        widest = max((len(word) for word in title.split()), default=1)
        out.add_column(title, justify="right" if i in numbers else "left", overflow="fold", min_width=widest)
    for row in rows:
        out.add_row(*(Text(cell) if isinstance(cell, str) else cell for cell in row))
    return out


def write_table(out: Console, rows: Table) -> None:
    """Writes a table; in a pipe without the blanks that fill the last column."""
    if out.is_terminal:
        out.print(rows)
        return
    with out.capture() as drawn:
        out.print(rows)
    for line in drawn.get().splitlines():
        out.print(Text(line.rstrip()))


def scalar_fields(trace: Trace) -> list[tuple[str, FieldTrace]]:
    """The fields that are neither object nor list, with their JSON pointers."""
    return [(pointer, one) for pointer, one in trace.fields.items() if not isinstance(one.value, dict | list)]


def field_table(trace: Trace) -> Table:
    """The scalar fields with their probabilities; a last column says ``closed`` where the witness wrote one."""
    fields = scalar_fields(trace)
    closed = any(one.closed for _, one in fields)
    head = ["field", "value", "raw probability", "masked probability", "pressure (nats)", "first-token entropy (nats)"]
    rows: list[list[str | Text]] = [
        [
            pointer or "(all)",
            _short(one.value),
            coloured_percent(one.raw_probability),
            coloured_percent(one.masked_probability),
            nats(one.pressure),
            nats(one.first_token_entropy),
            *(["closed" if one.closed else ""] if closed else []),
        ]
        for pointer, one in fields
    ]
    return table([*head, ""] if closed else head, rows, numbers=(2, 3, 4, 5))


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST_VALUE else text[: _LONGEST_VALUE - 1] + "…"
