from __future__ import annotations

import inspect
import json
import subprocess
import sys
from typing import Any, NoReturn

import pytest

import logitrail
from logitrail import errors
from logitrail.cli.app import verbs
from tests.cli.conftest import Run

HEAVY = {"torch", "transformers", "numpy", "llguidance", "jsonschema_rs"}


def program(*arguments: str, before: str = "", **options: Any) -> subprocess.CompletedProcess[str]:
    """Runs the program in a process of its own; ``before`` is Python that runs first."""
    code = (
        f"import sys; sys.argv = ['logitrail', *{list(arguments)!r}]\n{before}\nfrom logitrail.cli import main\nmain()"
    )
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=False, timeout=120, **options
    )


def test_version(run: Run) -> None:
    shown = run("--version")
    assert (shown.exit_code, shown.stdout, shown.stderr) == (0, f"logitrail {logitrail.__version__}\n", "")


def test_the_verbs_of_this_release(run: Run) -> None:
    names = ["demo", "generate", "check", "explain", "score", "verify", "synthesize", "run", "pull"]
    assert verbs() == names
    listed = run("--help").stdout
    assert [verb for verb in verbs() if f"\n  {verb} " not in listed] == []
    assert "..." not in listed.partition("Commands:")[2], "a summary was cut"


@pytest.mark.parametrize("verb", verbs())
def test_each_verb_has_help_with_examples_and_both_common_options(run: Run, verb: str) -> None:
    shown = run(verb, "--help")
    assert (shown.exit_code, shown.stderr) == (0, "")
    assert f"Examples:\n    logitrail {verb}" in shown.stdout
    assert "--json" in shown.stdout
    assert "--debug" in shown.stdout


def test_help_is_quick_and_loads_no_engine() -> None:
    after = "import atexit; atexit.register(lambda: sys.stderr.write(' '.join(sys.modules)))"
    shown = program("generate", "--help", before=after)
    assert shown.returncode == 0
    assert {name.partition(".")[0] for name in shown.stderr.split()} & HEAVY == set()


def test_check_loads_no_framework(ticket: str) -> None:
    after = "import atexit; atexit.register(lambda: sys.stderr.write(' '.join(sys.modules)))"
    shown = program("check", ticket, before=after)
    assert shown.returncode == 0
    assert {name.partition(".")[0] for name in shown.stderr.split()} & {"torch", "transformers"} == set()


def test_python_m_logitrail() -> None:
    shown = subprocess.run(
        [sys.executable, "-m", "logitrail", "check", "no.yaml"], capture_output=True, encoding="utf-8", check=False
    )
    assert (shown.returncode, shown.stdout) == (2, "")
    assert shown.stderr.startswith("error: no.yaml: the file cannot be read")


def test_without_a_verb_the_help_goes_to_stderr(run: Run) -> None:
    shown = run()
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert "Usage: logitrail" in shown.stderr


@pytest.mark.parametrize(
    ("arguments", "message", "hint"),
    [
        (["frobnicate"], "No such command 'frobnicate'", "logitrail --help"),
        (["check"], "Missing argument 'FILE'", "logitrail check --help"),
        (["check", "a.yaml", "--frob"], "No such option: --frob", "logitrail check --help"),
        (["generate", "--max-tokens", "many"], "'--max-tokens'", "logitrail generate --help"),
        (["score", "--prompt", "x"], "Missing option '--output'", "logitrail score --help"),
    ],
)
def test_usage_errors(run: Run, arguments: list[str], message: str, hint: str) -> None:
    shown = run(*arguments)
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert shown.stderr.startswith("error: ")
    assert message in shown.stderr
    assert shown.stderr.endswith(f"hint: {hint}\n")
    told = run(*arguments, "--json")
    assert (told.exit_code, told.stderr) == (2, "")
    error = json.loads(told.stdout)["error"]
    assert message in error["message"]
    assert (error["path"], error["hint"]) == (None, hint)


def every_error() -> list[errors.LogitrailError]:
    """One of each class of the tree."""
    special: dict[type, dict[str, Any]] = {errors.BudgetError: {"needed": 7}}
    made = []
    for kind in vars(errors).values():
        if inspect.isclass(kind) and issubclass(kind, errors.LogitrailError):
            if kind is errors.MissingExtraError:
                made.append(kind("running", "transformers"))
            else:
                made.append(kind("said", path="$.a", hint="do this", **special.get(kind, {})))
    return made


@pytest.mark.parametrize("error", every_error(), ids=lambda error: type(error).__name__)
def test_every_error_of_the_library_is_told(run: Run, monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    assert isinstance(error, errors.LogitrailError)

    def load_model(*_: Any) -> NoReturn:
        raise error

    monkeypatch.setattr("logitrail.cli.loading.load_model", load_model)
    shown = run("score", "--prompt", "a", "--output", "b")
    place = f"{error.path}: " if error.path else ""
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert shown.stderr == f"error: {place}{error.message}\nhint: {error.hint}\n"
    told = run("score", "--prompt", "a", "--output", "b", "--json")
    assert (told.exit_code, told.stderr) == (2, "")
    assert json.loads(told.stdout) == {
        "error": {"type": type(error).__name__, "message": error.message, "path": error.path, "hint": error.hint}
    }


def test_a_traceback_only_with_debug(run: Run) -> None:
    assert "Traceback" not in run("check", "no.yaml").stderr
    for arguments in (["check", "no.yaml", "--debug"], ["--debug", "check", "no.yaml"]):
        shown = run(*arguments)
        assert (shown.exit_code, shown.stdout) == (2, "")
        assert "Traceback (most recent call last)" in shown.stderr
        assert "error: no.yaml: the file cannot be read" in shown.stderr
    told = run("check", "no.yaml", "--debug", "--json")
    assert json.loads(told.stdout)["error"]["type"] == "RuleError"
    assert "Traceback" in told.stderr


def test_flags_behind_two_dashes_are_data(run: Run) -> None:
    shown = run("pull", "--", "--json")
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert "got '--json'" in shown.stderr


def test_a_defect_is_neither_a_finding_nor_bad_input(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def load_model(*_: Any) -> NoReturn:
        raise KeyError("oops")

    monkeypatch.setattr("logitrail.cli.loading.load_model", load_model)
    shown = run("score", "--prompt", "a", "--output", "b")
    assert (shown.exit_code, shown.stdout) == (3, "")
    assert shown.stderr.startswith("error: KeyError: 'oops' (a defect of logitrail)\nhint: ")


def test_an_interrupt(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def load_model(*_: Any) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr("logitrail.cli.loading.load_model", load_model)
    assert run("score", "--prompt", "a", "--output", "b").exit_code == 130


def test_a_reader_that_goes_away(ticket: str) -> None:
    # stdout is a pipe whose other end is closed before anything is written.
    close = "import os\nread, write = os.pipe()\nos.dup2(write, 1)\nos.close(write)\nos.close(read)"
    shown = program("check", ticket, before=close)
    assert (shown.returncode, shown.stderr) == (141, "")


def test_stdout_is_utf_8_whatever_the_locale(conflict: str) -> None:
    shown = program(
        "check", conflict, "--text", '{"status": "紧急"}', "--json", env={"PYTHONIOENCODING": "ascii", **_environment()}
    )
    assert shown.returncode == 1
    assert "紧急" in json.dumps(json.loads(shown.stdout), ensure_ascii=False)


def _environment() -> dict[str, str]:
    import os

    return {name: value for name, value in os.environ.items() if name != "PYTHONIOENCODING"}


def test_a_missing_extra_names_the_command_that_installs_it() -> None:
    shown = program("generate", "--prompt", "a", before="sys.modules['torch'] = None")
    assert (shown.returncode, shown.stdout) == (2, "")
    assert shown.stderr.endswith("hint: pip install 'logitrail[transformers]'\n")
    assert shown.stderr.startswith("error: ")
