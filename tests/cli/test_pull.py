from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from logitrail.backends import embedded
from logitrail.errors import CacheError, IntegrityError, LicenseError, LogitrailError
from tests.cli.conftest import Run


@pytest.mark.model
def test_a_model_that_is_there(run: Run, smollm2_dir: Path) -> None:
    shown = run("pull", "smollm2")
    assert (shown.exit_code, shown.stdout, shown.stderr) == (0, f"{smollm2_dir}\n", "")
    told = run("pull", "smollm2", "--json")
    assert json.loads(told.stdout) == {"model": "smollm2", "folder": str(smollm2_dir)}


def test_the_options_are_passed_on(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    seen: list[dict[str, Any]] = []

    def pull(name: str, **options: Any) -> Path:
        del options["progress"]
        seen.append({"name": name, **options})
        return tmp_path

    monkeypatch.setattr(embedded, "pull", pull)
    run("pull", "smollm2")
    run("pull", "gemma3-270m", "--accept-license", "--force")
    assert seen == [
        {"name": "smollm2", "accept_license": False, "force": False},
        {"name": "gemma3-270m", "accept_license": True, "force": True},
    ]


def test_an_unknown_name(run: Run) -> None:
    shown = run("pull", "smolm2")
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert "got 'smolm2'" in shown.stderr
    assert shown.stderr.endswith("hint: did you mean smollm2? logitrail pull smollm2\n")


@pytest.mark.parametrize(
    "error",
    [
        IntegrityError("expected SHA-256 aa, got bb", path="model.whl", hint="try again"),
        CacheError("the disk is full; smollm2 needs 0.75 GB", path="/cache", hint="export LOGITRAIL_CACHE=/room"),
        LicenseError("not accepted. Its notice:\n\nBe good.", hint="logitrail pull gemma3-270m --accept-license"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_what_can_go_wrong(run: Run, monkeypatch: pytest.MonkeyPatch, error: LogitrailError) -> None:
    def pull(name: str, **_: Any) -> Path:
        raise error

    monkeypatch.setattr(embedded, "pull", pull)
    shown = run("pull", "smollm2")
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert error.message in shown.stderr
    assert shown.stderr.endswith(f"hint: {error.hint}\n")
