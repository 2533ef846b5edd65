from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path
from typing import Any

import pytest

import logitrail as lt

ROOT = Path(__file__).parents[1]
BLOCK = re.compile(r"```python\n(.*?)```\n(?:\n```text\n(.*?)```)?", re.DOTALL)


@pytest.mark.model
@pytest.mark.parametrize("name", ["README.md", "README.zh.md"])
def test_the_examples_print_what_the_page_shows(name: str, smollm2: lt.Model, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lt, "load", lambda _: smollm2)
    space: dict[str, Any] = {}
    blocks = BLOCK.findall((ROOT / name).read_text("utf-8"))
    assert len(blocks) == 6
    for code, shown in blocks:
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            try:
                exec(compile(code, name, "exec", dont_inherit=True), space)
            except lt.errors.LogitrailError as error:
                out.write(f"{type(error).__module__}.{type(error).__name__}: {error}\n")
        assert out.getvalue() == shown


def test_both_languages_show_the_same_calls() -> None:
    pages = [(ROOT / name).read_text("utf-8") for name in ("README.md", "README.zh.md")]
    calls = [re.findall(r"lt\.[\w.]+|model\.\w+", page) for page in pages]
    assert calls[0] == calls[1]
