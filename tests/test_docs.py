"""The pages about contracts show what their examples print."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path
from typing import Any

import pytest

from logitrail.contract.rule_types import COMMON, TYPES
from tests.test_readme import BLOCK

DOCS = Path(__file__).parents[1] / "docs"


@pytest.mark.parametrize(("name", "examples"), [("contracts.md", 4), ("contracts.zh.md", 4), ("rules.md", 1)])
def test_the_examples_print_what_the_page_shows(name: str, examples: int) -> None:
    space: dict[str, Any] = {}
    blocks = BLOCK.findall((DOCS / name).read_text("utf-8"))
    assert len(blocks) == examples
    for code, shown in blocks:
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile(code, name, "exec", dont_inherit=True), space)
        assert out.getvalue().strip() == shown.strip()


def test_the_page_of_rules_names_every_type_and_key() -> None:
    page = (DOCS / "rules.md").read_text("utf-8")
    for kind, (keys, _) in TYPES.items():
        assert f"`{kind}`" in page
        assert all(f"`{key}`" in page for key in keys), kind
    assert all(f"`{key}`" in page for key in COMMON - {"type"})
