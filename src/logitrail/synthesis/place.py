"""Where in a template something stands: line, column, and a caret under it."""

from __future__ import annotations

import unicodedata

from logitrail.errors import TemplateError


def template_error(text: str, at: int, message: str, *, name: str, hint: str | None = None) -> TemplateError:
    """An error at one place of a template.

    Args:
        text: The whole template.
        at: Offset of the place.
        message: Expected against got.
        name: What to call the template: a file, or ``template``.
        hint: One line that can be pasted.
    """
    return TemplateError(f"{message}\n{excerpt(text, at)}", path=place(text, at, name), hint=hint)


def place(text: str, at: int, name: str) -> str:
    """``name:line:col``; both counted from 1, columns in characters."""
    before = text[:at]
    line = before.count("\n") + 1
    return f"{name}:{line}:{at - (before.rfind(chr(10)) + 1) + 1}"


def excerpt(text: str, at: int) -> str:
    """The line, and a caret under the place."""
    start = text.rfind("\n", 0, at) + 1
    end = text.find("\n", at)
    line = text[start : len(text) if end < 0 else end]
    # Chinese characters are two columns wide on a terminal: blanks as wide keep the caret in place.
    pad = "".join("　" if unicodedata.east_asian_width(char) in "WF" else " " for char in line[: at - start])
    return f"    {_visible(line)}\n    {pad}^"


def _visible(line: str) -> str:
    return "".join(char if char.isprintable() else " " for char in line)
