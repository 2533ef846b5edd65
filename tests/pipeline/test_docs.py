"""The pages on templates and on the online chain: what they show is what happens."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

import logitrail as lt
from logitrail.pipeline import Pipeline
from logitrail.pipeline.case import read_case
from logitrail.synthesis import synthesize
from logitrail.verification import verify

DOCS = Path(__file__).resolve().parents[2] / "docs"
BLOCK = re.compile(r"```python\n(.*?)```\n(?:\n```text\n(.*?)```)?", re.DOTALL)


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("Pipeline", Pipeline), ("synthesize", synthesize), ("verify", verify)):
        monkeypatch.setattr(lt, name, value, raising=False)


def printed(page: str) -> list[tuple[str, str]]:
    """What the blocks of a page print, with what the page shows."""
    space: dict[str, Any] = {}
    out = []
    for code, shown in BLOCK.findall((DOCS / page).read_text("utf-8")):
        text = io.StringIO()
        with contextlib.redirect_stdout(text):
            exec(compile(code, page, "exec", dont_inherit=True), space)
        out.append((text.getvalue(), shown))
    return out


@pytest.mark.usefixtures("names")
@pytest.mark.parametrize("page", ["templates.md", "templates.zh.md"])
def test_templates(page: str) -> None:
    ((got, shown),) = printed(page)
    assert got == shown != ""


@pytest.mark.model
@pytest.mark.usefixtures("names")
@pytest.mark.parametrize(("page", "fixture"), [("online-chain.md", "smollm2"), ("online-chain.zh.md", "gemma")])
def test_the_chain(page: str, fixture: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    model = request.getfixturevalue(fixture)
    monkeypatch.setattr(lt, "load", lambda _: model)
    (first, checks) = printed(page)
    assert first[0] == first[1] != ""
    assert checks == ("", "")


@pytest.mark.parametrize("page", ["online-chain.md", "online-chain.zh.md"])
def test_the_case_file_can_be_read(page: str, tmp_path: Path) -> None:
    (text,) = re.findall(r"```yaml\n(.*?)```", (DOCS / page).read_text("utf-8"), re.DOTALL)
    (tmp_path / "case.yaml").write_text(text, encoding="utf-8")
    for source in yaml.safe_load(text)["sources"]:
        if "file" in source:
            (tmp_path / source["file"]).write_bytes("见附件。".encode(source.get("encoding", "utf-8")))
    case = read_case(tmp_path / "case.yaml")
    assert case.expected["status"] == "accepted"


def test_both_languages_show_the_same_templates() -> None:
    pages = [(DOCS / name).read_text("utf-8") for name in ("templates.md", "templates.zh.md")]
    shown = [re.findall(r"`(\{[^`]*\})[^`]*`", page) for page in pages]
    assert shown[0] == shown[1]


def test_the_caret_of_the_page_is_the_librarys() -> None:
    page = (DOCS / "templates.md").read_text("utf-8")
    with pytest.raises(lt.errors.TemplateError) as caught:
        synthesize("营业收入为{revenu}", {"revenue": None, "yoy": None})
    assert str(caught.value) in page
