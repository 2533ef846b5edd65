"""What a verb reads besides its options: texts, files, stdin."""

from __future__ import annotations

import sys
from pathlib import Path

from logitrail.errors import OptionError

Messages = list[dict[str, str]]


class Inputs:
    """The inputs of one run. Stdin can be read once only."""

    def __init__(self) -> None:
        self._stdin_used_for: str | None = None

    def text(self, value: str, option: str) -> str:
        """The text itself; ``-`` stands for stdin.

        Args:
            value: What was given.
            option: The option that it was given with, for errors.

        Raises:
            OptionError: Stdin was read before, or is not UTF-8.
        """
        if value != "-":
            return value
        if self._stdin_used_for is not None:
            raise OptionError(f"stdin was read for {self._stdin_used_for} already", path=option)
        self._stdin_used_for = option
        return _decoded(sys.stdin.buffer.read(), option)

    def file(self, path: str, option: str) -> str:
        """The text of a file.

        Raises:
            OptionError: It cannot be read, or is not UTF-8.
        """
        if path == "-":
            return self.text(path, option)
        try:
            data = Path(path).read_bytes()
        except OSError as error:
            raise OptionError(f"the file cannot be read: {error.strerror}", path=path) from None
        return _decoded(data, path)

    def prompt(self, text: str | None, file: str | None, messages: list[str] | None) -> str | Messages | None:
        """The prompt, given in one of three ways; ``None`` when it was given in none.

        Raises:
            OptionError: It was given in more than one way, or a message has no role.
        """
        given = [
            name
            for name, value in (("--prompt", text), ("--prompt-file", file), ("--message", messages))
            if value is not None and value != []
        ]
        if len(given) > 1:
            raise OptionError(f"expected one of --prompt, --prompt-file and --message, got {' and '.join(given)}")
        if text is not None:
            return self.text(text, "--prompt")
        if file is not None:
            return self.file(file, "--prompt-file")
        return [self._message(message) for message in messages] if messages else None

    def required_prompt(self, text: str | None, file: str | None, messages: list[str] | None) -> str | Messages:
        """The prompt, which must have been given.

        Raises:
            OptionError: It was not, or as for ``prompt``.
        """
        prompt = self.prompt(text, file, messages)
        if prompt is None:
            raise OptionError(
                "expected a prompt, got none", hint='--prompt "…", --prompt-file FILE or --message user="…"'
            )
        return prompt

    def _message(self, message: str) -> dict[str, str]:
        role, equals, content = message.partition("=")
        if not equals or not role.strip():
            raise OptionError(f"expected ROLE=TEXT, got {message!r}", path="--message", hint='--message user="…"')
        return {"role": role.strip(), "content": self.text(content, "--message")}


def _decoded(data: bytes, where: str) -> str:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise OptionError(
            f"expected UTF-8, got the byte 0x{data[error.start]:02x} at offset {error.start}", path=where
        ) from None
    # Editors and echo end a text with a line break that is no part of it.
    return text.removesuffix("\n").removesuffix("\r")
