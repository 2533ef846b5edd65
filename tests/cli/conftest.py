"""Runs the command line in this process; a model is loaded once for all tests."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from logitrail.cli.app import app
from logitrail.decoding.model import Model

RULES = {
    "status": {"type": "enum", "values": ["active", "inactive", "pending"], "case": "insensitive"},
    "level": {"type": "range", "min": 1, "max": 10},
    "priority": {"type": "text", "max_length": 20},
    "_global": {"type": "exclude", "words": ["urgent", "紧急"]},
}
CONFLICT = {"status": {"type": "enum", "values": ["urgent"]}, "_global": {"type": "exclude", "words": ["urgent"]}}
GOOD = '{"status": "Active", "level": 10, "priority": "soon"}'

Run = Callable[..., Result]


@pytest.fixture
def run() -> Run:
    """Runs ``logitrail`` with arguments; ``stdin`` is what it reads there."""

    def run_it(*arguments: str, stdin: str | bytes | None = None) -> Result:
        return CliRunner().invoke(app, list(arguments), input=stdin, prog_name="logitrail")

    return run_it


@pytest.fixture
def ticket(tmp_path: Path) -> str:
    """A rule file."""
    path = tmp_path / "ticket.json"
    path.write_text(json.dumps(RULES), encoding="utf-8")
    return str(path)


@pytest.fixture
def conflict(tmp_path: Path) -> str:
    """A rule file under which nothing can be said."""
    path = tmp_path / "conflict.json"
    path.write_text(json.dumps(CONFLICT), encoding="utf-8")
    return str(path)


@pytest.fixture
def loaded(smollm2: Model, monkeypatch: pytest.MonkeyPatch) -> Model:
    """Has every verb use the model that is loaded already."""

    def load_model(name: str, *options: Any) -> Model:
        assert name == "smollm2"
        return smollm2

    monkeypatch.setattr("logitrail.cli.loading.load_model", load_model)
    return smollm2


@pytest.fixture
def no_model(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fails the test when a model is loaded."""

    def load_model(name: str, *options: Any) -> Model:
        raise AssertionError("a model was loaded")

    monkeypatch.setattr("logitrail.cli.loading.load_model", load_model)
