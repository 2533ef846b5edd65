from __future__ import annotations

import io

import pytest
from rich.console import Console

from logitrail.cli.show import nats, percent, table, visible, write_table
from logitrail.cli.tokens import write_tokens
from logitrail.trace import TokenTrace


@pytest.mark.parametrize(
    ("probability", "text"),
    [
        (None, "unknown"),
        (0.0, "0 %"),
        (3.1e-9, "3.1e-07 %"),
        (0.00029539, "0.0295 %"),
        (0.0069164, "0.692 %"),
        (0.069164, "6.92 %"),
        (0.0999, "9.99 %"),
        (0.963, "96.3 %"),
        (1.0, "100.0 %"),
    ],
)
def test_percent(probability: float | None, text: str) -> None:
    assert percent(probability) == text


def test_nats() -> None:
    assert (nats(None), nats(2.625)) == ("unknown", "2.62")


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b' "', '·"'),
        (b"\n\t", "\\n\\t"),
        ("你".encode()[:2], "\\xe4\\xbd"),
        ("你好".encode(), "你好"),
        (b"\x1b[1m", "\\x1b[1m"),
    ],
)
def test_tokens_are_made_visible(data: bytes, text: str) -> None:
    assert visible(data) == text


def pipe(width: int = 100) -> tuple[Console, io.StringIO]:
    file = io.StringIO()
    return Console(file=file, width=width, highlight=False, markup=False), file


def terminal(*, no_color: bool = False) -> tuple[Console, io.StringIO]:
    file = io.StringIO()
    options = {"color_system": "256", "force_terminal": True, "highlight": False, "markup": False}
    return Console(file=file, width=60, no_color=no_color, _environ={"TERM": "xterm-256color"}, **options), file  # type: ignore[arg-type]


def test_a_table_in_a_pipe_has_no_blanks_at_its_ends() -> None:
    out, file = pipe()
    write_table(out, table(["field", "value", ""], [["/a", "[bold]x", "closed"], ["/long", "1", ""]], numbers=(1,)))
    assert file.getvalue().splitlines() == ["field    value", "/a     [bold]x  closed", "/long        1"]


def token(text: str | bytes, raw: float | None, *, override: bool = False) -> TokenTrace:
    data = text.encode() if isinstance(text, str) else text
    return TokenTrace(0, data, 0, raw, raw, 1.0, 0.0, 0.0, 0, override, False, False, False)


TOKENS = [token('{"', -0.01), token(" 数", -4.0, override=True), token("b", -30.0), token("c", None), token("", -0.1)]


def test_tokens_in_a_pipe_have_their_figures_below() -> None:
    out, file = pipe()
    write_tokens(out, TOKENS)
    legend, upper, lower = file.getvalue().splitlines()
    assert "%" in legend
    assert upper == '{" ·数  b    c'
    assert lower == "99 1.8! <.01 ?"


def test_many_tokens_are_folded() -> None:
    out, file = pipe(width=20)
    write_tokens(out, [token("abcd", -0.01)] * 9)
    lines = file.getvalue().splitlines()[1:]
    assert max(map(len, lines)) <= 20
    assert sum(line.count("abcd") for line in lines) == 9
    assert sum(line.count("99") for line in lines) == 9


def test_tokens_on_a_terminal_are_coloured() -> None:
    out, file = terminal()
    write_tokens(out, TOKENS)
    text = file.getvalue().splitlines()[-1]
    assert text.startswith('\x1b[30;42m{"\x1b[0m')
    assert "\x1b[4;37;45m 数\x1b[0m" in text
    assert "\x1b[1;37;41mb\x1b[0m" in text
    assert "90 % and more" in file.getvalue()


def test_without_colours_a_terminal_gets_the_figures() -> None:
    out, file = terminal(no_color=True)
    write_tokens(out, TOKENS)
    assert "99 1.8! <.01 ?" in file.getvalue()
