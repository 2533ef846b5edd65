"""The tokens of an output with the raw probability of each: in colours on a terminal, in figures elsewhere."""

from __future__ import annotations

import math
from collections.abc import Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from logitrail.cli.show import STEPS, probability_style, visible
from logitrail.trace import TokenTrace

_WIDTH = 100
_OVERRIDE = "!"


def write_tokens(out: Console, tokens: Sequence[TokenTrace]) -> None:
    """Writes the tokens; an override (the model's own first choice was not allowed) is marked."""
    shown = [token for token in tokens if token.bytes]
    if out.is_terminal and not out.no_color and out.color_system is not None:
        _write_coloured(out, shown)
    else:
        _write_figures(out, shown)


def _style(token: TokenTrace) -> str:
    if token.raw_logprob is None:
        return ""
    probability = math.exp(token.raw_logprob)
    style = probability_style(probability)
    return f"{style} underline" if token.override else style


def _write_coloured(out: Console, tokens: Sequence[TokenTrace]) -> None:
    legend = Text("raw probability: ")
    for _, style, words in STEPS:
        legend.append(f" {words} ", style)
    legend.append("  ")
    legend.append("underlined", "underline")
    legend.append(": the model's own first choice was not allowed (override)")
    out.print(legend)
    text = Text()
    for token in tokens:
        text.append(token.bytes.decode("utf-8", "backslashreplace"), _style(token))
    out.print(text)


def _write_figures(out: Console, tokens: Sequence[TokenTrace]) -> None:
    """Two lines: the tokens, and below each its raw probability in percent."""
    out.print(
        "raw probability in % below each token; · is a blank; "
        f"{_OVERRIDE} is an override: the model's own first choice was not allowed",
        soft_wrap=True,
    )
    width = min(out.width, _WIDTH)
    upper, lower = "", ""
    for token in tokens:
        word, figure = visible(token.bytes), _figure(token)
        cell = max(cell_len(word), len(figure)) + 1
        if upper and cell_len(upper) + cell > width:
            out.print(Text(f"{upper.rstrip()}\n{lower.rstrip()}\n"))
            upper, lower = "", ""
        upper += word + " " * (cell - cell_len(word))
        lower += figure.ljust(cell)
    if upper:
        out.print(Text(f"{upper.rstrip()}\n{lower.rstrip()}"))


def _figure(token: TokenTrace) -> str:
    if token.raw_logprob is None:
        return "?"
    value = 100 * math.exp(token.raw_logprob)
    if value >= 9.95:
        figure = f"{value:.0f}"
    elif value >= 0.095:
        figure = f"{value:.1f}"
    else:
        figure = f"{value:.2f}" if value >= 0.0095 else "<.01"
    return figure + (_OVERRIDE if token.override else "")
