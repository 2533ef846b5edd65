from __future__ import annotations

import builtins
import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

import pytest

ROOT = Path(__file__).resolve().parents[2]
PINS = "numpy==2.0\ntorch==2.13.0\ntorchvision==0.1\n"


@pytest.fixture
def environment() -> ModuleType:
    spec = importlib.util.spec_from_file_location("environment", ROOT / "scripts" / "environment.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def project(environment: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project and an environment with a Python in it; pip's commands are written down and not run."""
    (tmp_path / "pyproject.toml").write_text("[project]")
    (tmp_path / "constraints.txt").write_text(PINS)
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.symlink_to(sys.executable)
    monkeypatch.setattr(environment, "ROOT", tmp_path)
    return tmp_path


@pytest.fixture
def commands(environment: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    seen: list[list[str]] = []
    monkeypatch.setattr(environment, "run", seen.append)
    return seen


def test_the_pin_of_torch_is_found_and_replaced(environment: ModuleType) -> None:
    assert environment.pinned_torch(PINS) == "2.13.0"
    assert environment.with_torch(PINS, "2.9.1+cu130") == "numpy==2.0\ntorch==2.9.1+cu130\ntorchvision==0.1\n"


def test_constraints_without_torch_are_refused(environment: ModuleType) -> None:
    with pytest.raises(environment.SetupError, match="no line torch==VERSION"):
        environment.pinned_torch("numpy==2.0\n")


def test_the_real_constraints_pin_torch(environment: ModuleType) -> None:
    assert environment.pinned_torch((ROOT / "constraints.txt").read_text()) == "2.13.0"


def test_torch_that_is_there_is_kept(
    environment: ModuleType, project: Path, commands: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(environment, "torch_of", lambda _: ("2.9.1+cu130", "/somewhere"))
    environment.prepare(project / ".venv", {"local"})
    assert [command[-2:] for command in commands] == [["-e", ".[local]"]]
    assert "torch==2.9.1+cu130\n" in (project / ".venv" / "logitrail-constraints.txt").read_text()


def test_torch_that_is_missing_comes_first_and_pinned(
    environment: ModuleType, project: Path, commands: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter([None, ("2.13.0", "/somewhere")])
    monkeypatch.setattr(environment, "torch_of", lambda _: next(answers))
    monkeypatch.setattr(sys, "platform", "darwin")  # where there is no CPU build beside the default one
    environment.prepare(project / ".venv", {"local"})
    assert [command[-1] for command in commands] == ["torch==2.13.0", ".[local]"]


@pytest.mark.parametrize(("status", "asked"), [(0, []), (1, ["torch==2.13.0"])])
def test_linux_takes_the_cpu_build_where_there_is_one(
    environment: ModuleType,
    commands: list[list[str]],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    status: int,
    asked: list[str],
) -> None:
    tried: list[str] = []

    def run(command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        tried.append(command[-1])
        return subprocess.CompletedProcess(command, status)

    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(subprocess, "run", run)
    environment.install_torch(["pip"], "2.13.0", tmp_path / "constraints.txt")
    assert tried == ["torch==2.13.0+cpu"]
    assert [command[-1] for command in commands] == asked


def test_a_second_call_runs_nothing(
    environment: ModuleType, project: Path, commands: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(environment, "torch_of", lambda _: ("2.13.0", "/somewhere"))
    environment.prepare(project / ".venv", {"local", "test"})

    def refuse(*_: Any, **__: Any) -> NoReturn:
        pytest.fail("a process was started")

    monkeypatch.setattr(subprocess, "run", refuse)
    environment.prepare(project / ".venv", {"local"})
    assert len(commands) == 1


def test_new_pins_and_new_extras_install_again(
    environment: ModuleType, project: Path, commands: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(environment, "torch_of", lambda _: ("2.13.0", "/somewhere"))
    environment.prepare(project / ".venv", {"local"})
    environment.prepare(project / ".venv", {"test"})
    (project / "constraints.txt").write_text(PINS + "rich==15\n")
    environment.prepare(project / ".venv", {"local"})
    assert [command[-1] for command in commands] == [".[local]", ".[local,test]", ".[local,test]"]
    assert json.loads((project / ".venv" / environment.STAMP).read_text())["extras"] == ["local", "test"]


def test_a_debian_python_without_ensurepip(
    environment: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any) -> ModuleType:
        if name == "ensurepip":
            raise ModuleNotFoundError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(environment.SetupError) as caught:
        environment.create(tmp_path / "venv")
    package = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
    assert str(caught.value).endswith(f"hint: sudo apt-get install {package}")
    assert not (tmp_path / "venv").exists()


def test_an_old_python_is_told(
    environment: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(environment, "OLDEST", (4, 0))
    monkeypatch.setattr(sys, "argv", ["environment.py", "local"])
    assert environment.main() == 2
    assert "3.11 or later needed" in capsys.readouterr().err


def test_torch_of_this_python_is_found(environment: ModuleType) -> None:
    import torch

    assert environment.torch_of(sys.executable) == (torch.__version__, str(Path(torch.__file__).parents[1]))


def test_torch_of_a_python_without_one(environment: ModuleType, tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(tmp_path / "bare")], check=True)
    assert environment.torch_of(tmp_path / "bare" / "bin" / "python") is None


def test_a_new_environment_borrows_the_torch_of_its_maker(environment: ModuleType, tmp_path: Path) -> None:
    environment.create(tmp_path / "venv")
    python = environment.interpreter(tmp_path / "venv")
    assert environment.torch_of(python) == environment.torch_of(sys.executable)
