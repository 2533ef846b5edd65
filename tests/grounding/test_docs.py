"""The examples of the pages print what the pages show."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path
from typing import Any

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"
BLOCK = re.compile(r"```python\n(.*?)```\n\n```text\n(.*?)```", re.DOTALL)


def page(name: str) -> list[tuple[str, str]]:
    """Code and what it prints, block by block."""
    return BLOCK.findall((DOCS / name).read_text("utf-8"))


@pytest.mark.parametrize("name", ["grounded-contracts.md", "grounded-contracts.zh.md"])
def test_the_examples_print_what_the_page_shows(name: str) -> None:
    space: dict[str, Any] = {}
    blocks = page(name)
    assert len(blocks) == 3
    for code, shown in blocks:
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile(code, name, "exec", dont_inherit=True), space)
        assert out.getvalue() == shown


def test_both_languages_have_the_same_examples() -> None:
    assert page("grounded-contracts.md") == page("grounded-contracts.zh.md")
