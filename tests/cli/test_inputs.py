from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from logitrail.cli.inputs import Inputs
from logitrail.errors import OptionError


@pytest.fixture
def stdin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("一\nzwei\n".encode())))


def test_a_text_is_itself() -> None:
    assert Inputs().text("a - b\n", "--text") == "a - b\n"


@pytest.mark.usefixtures("stdin")
def test_stdin_loses_one_line_break() -> None:
    assert Inputs().text("-", "--text") == "一\nzwei"


@pytest.mark.usefixtures("stdin")
def test_stdin_can_be_read_once() -> None:
    inputs = Inputs()
    inputs.text("-", "--prompt")
    with pytest.raises(OptionError, match="stdin was read for --prompt already") as caught:
        inputs.text("-", "--output")
    assert caught.value.path == "--output"


@pytest.mark.parametrize(("data", "text"), [(b"a\n", "a"), (b"a\r\n", "a"), (b"a\n\n", "a\n"), (b"", ""), (b"\n", "")])
def test_a_file_loses_one_line_break(tmp_path: Path, data: bytes, text: str) -> None:
    path = tmp_path / "prompt.txt"
    path.write_bytes(data)
    assert Inputs().file(str(path), "--prompt-file") == text


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="the file cannot be read: No such file or directory") as caught:
        Inputs().file(str(tmp_path / "none"), "--prompt-file")
    assert caught.value.path == str(tmp_path / "none")


def test_a_file_that_is_not_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "prompt.txt"
    path.write_bytes(b"ab\xff")
    with pytest.raises(OptionError, match="expected UTF-8, got the byte 0xff at offset 2"):
        Inputs().file(str(path), "--prompt-file")


def test_messages() -> None:
    assert Inputs().prompt(None, None, ["system=Be short.", "user=a=b"]) == [
        {"role": "system", "content": "Be short."},
        {"role": "user", "content": "a=b"},
    ]


@pytest.mark.usefixtures("stdin")
def test_a_message_from_stdin() -> None:
    assert Inputs().prompt(None, None, ["user=-"]) == [{"role": "user", "content": "一\nzwei"}]


@pytest.mark.parametrize("message", ["no role", "=text"])
def test_a_message_without_a_role(message: str) -> None:
    with pytest.raises(OptionError, match="expected ROLE=TEXT"):
        Inputs().prompt(None, None, [message])


def test_one_prompt_only() -> None:
    with pytest.raises(OptionError, match="got --prompt and --message"):
        Inputs().prompt("a", None, ["user=b"])


def test_no_prompt() -> None:
    assert Inputs().prompt(None, None, None) is None
    with pytest.raises(OptionError, match="expected a prompt, got none"):
        Inputs().required_prompt(None, None, [])


def test_an_empty_prompt_is_a_prompt() -> None:
    assert Inputs().required_prompt("", None, None) == ""
