"""The pages about contracts show what their examples print."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path
from typing import Any

import pytest

from tests.test_readme import BLOCK

DOCS = Path(__file__).parents[1] / "docs"


@pytest.mark.parametrize("name", ["contracts.md", "contracts.zh.md"])
def test_the_examples_print_what_the_page_shows(name: str) -> None:
    space: dict[str, Any] = {}
    blocks = BLOCK.findall((DOCS / name).read_text("utf-8"))
    assert len(blocks) == 4
    for code, shown in blocks:
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile(code, name, "exec", dont_inherit=True), space)
        assert out.getvalue().strip() == shown.strip()
