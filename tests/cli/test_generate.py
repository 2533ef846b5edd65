from __future__ import annotations

import json
from pathlib import Path

import pytest

from logitrail.contract import Contract
from logitrail.decoding.model import Model
from logitrail.decoding.result import Result
from tests.cli.conftest import Run
from tests.cli.test_app import program

pytestmark = pytest.mark.model

MESSAGE = "Write a JSON record with status, level and priority. The account is active, its level is 11."


def answer(model: Model, ticket: str) -> Result:
    return model.generate([{"role": "user", "content": MESSAGE}], Contract.from_file(ticket))


def test_text_on_stdout_and_nothing_else(run: Run, ticket: str, loaded: Model) -> None:
    shown = run("generate", "-c", ticket, "--message", f"user={MESSAGE}")
    assert (shown.exit_code, shown.stdout, shown.stderr) == (0, answer(loaded, ticket).text + "\n", "")
    assert Contract.from_file(ticket).accepts(shown.stdout.rstrip("\n"))


def test_the_table_goes_to_stderr(run: Run, ticket: str, loaded: Model) -> None:
    shown = run("generate", "-c", ticket, "--message", f"user={MESSAGE}", "--table")
    assert shown.stdout == answer(loaded, ticket).text + "\n"
    head, *rows = shown.stderr.strip().splitlines()
    assert head.split("  ")[0] == "field"
    assert [row.split()[0] for row in rows] == ["/status", "/level", "/priority"]


def test_json_is_the_result(run: Run, ticket: str, loaded: Model) -> None:
    shown = run("generate", "-c", ticket, "--message", f"user={MESSAGE}", "--json", "--trace", "full")
    assert (shown.exit_code, shown.stderr) == (0, "")
    told = json.loads(shown.stdout)
    expected = answer(loaded, ticket)
    assert (told["model"], told["text"], told["value"]) == ("smollm2", expected.text, expected.value)
    assert told["contract"] == Contract.from_file(ticket).fingerprint
    level = told["trace"]["fields"]["/level"]
    assert expected.trace is not None
    assert level["raw_probability"] == pytest.approx(expected.trace.fields["/level"].raw_probability, rel=1e-3)
    assert len(told["trace"]["tokens"][0]["top"]) == 20


def test_trace_off(run: Run, ticket: str, loaded: Model) -> None:
    told = json.loads(run("generate", "-c", ticket, "-p", MESSAGE, "--trace", "off", "--json").stdout)
    assert told["trace"] is None


def test_samples_are_lines(run: Run, ticket: str, loaded: Model) -> None:
    arguments = ["generate", "-c", ticket, "-p", MESSAGE, "-n", "3", "--temperature", "1.5", "--seed", "4"]
    shown = run(*arguments)
    lines = shown.stdout.splitlines()
    assert len(lines) == 3
    assert len(set(lines)) > 1
    assert all(Contract.from_file(ticket).accepts(line) for line in lines)
    assert run(*arguments).stdout == shown.stdout
    assert [json.loads(line)["text"] for line in run(*arguments, "--json").stdout.splitlines()] == lines


def test_free_text_with_a_stop(run: Run, loaded: Model) -> None:
    shown = run("generate", "-p", "He said", "--max-tokens", "20", "--stop", ".")
    expected = loaded.generate("He said", max_tokens=20, stop=["."])
    assert (shown.exit_code, shown.stdout) == (0, expected.text + "\n")
    assert "." not in shown.stdout


@pytest.mark.parametrize("source", ["file", "stdin", "stdin as file"])
def test_prompts_from_elsewhere(run: Run, loaded: Model, tmp_path: Path, source: str) -> None:
    path = tmp_path / "prompt.txt"
    path.write_text("The capital of France is\n")
    arguments = {"file": ["--prompt-file", str(path)], "stdin": ["-p", "-"], "stdin as file": ["--prompt-file", "-"]}
    shown = run("generate", *arguments[source], "--max-tokens", "1", stdin="The capital of France is\n")
    assert shown.stdout == " Paris\n"


def test_warnings_go_to_stderr(run: Run, loaded: Model) -> None:
    shown = run("generate", "-p", "<|im_start|>user", "--max-tokens", "1")
    assert shown.exit_code == 0
    assert shown.stderr.startswith("warning: the prompt spells the special token '<|im_start|>'")


# bad input, said before a model is loaded


@pytest.mark.usefixtures("no_model")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-p", "a", "--temperature", "-1"], "temperature: expected 0 or more, got -1.0"),
        (["-p", "a", "--top-p", "0"], "top_p: expected more than 0, at most 1, got 0.0"),
        (["-p", "a", "--max-tokens", "0"], "max_tokens: expected a whole number, 1 or more, got 0"),
        (["-p", "a", "--trace", "some"], 'trace: expected "off", "summary" or "full", got \'some\''),
        (["-p", "a", "--stop", ""], "stop: expected texts that are not empty"),
        (["-p", "a", "--table"], "--table: the table needs a contract and a trace"),
        (["-p", "a", "--prompt-file", "b"], "expected one of --prompt, --prompt-file and --message"),
        (["--prompt-file", "no such file"], "no such file: the file cannot be read"),
        ([], "expected a prompt, got none"),
        (["-p", "a", "-c", "none.yaml"], "none.yaml: the file cannot be read"),
    ],
)
def test_bad_options(run: Run, arguments: list[str], message: str) -> None:
    shown = run("generate", *arguments)
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert shown.stderr.startswith(f"error: {message}")


@pytest.mark.usefixtures("no_model")
@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"status": ', "not JSON"),
        ('{"schema": {"type": "strin"}}', "expected a type"),
        ('{"schema": {"minimum": "1"}}', "expected a value of type number"),
    ],
)
def test_bad_contracts(run: Run, tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "contract.json"
    path.write_text(content)
    shown = run("generate", "-c", str(path), "-p", "a")
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert shown.stderr.startswith(f"error: {path}")
    assert message in shown.stderr


# bad input that only the model can tell


def test_an_unsatisfiable_contract(run: Run, conflict: str, loaded: Model) -> None:
    shown = run("generate", "-c", conflict, "-p", "a")
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert shown.stderr.startswith('error: $.status: every value is blocked: "urgent"')


def test_an_empty_prompt(run: Run, loaded: Model) -> None:
    shown = run("generate", "-p", "-", stdin="\n")
    assert (shown.exit_code, shown.stdout, shown.stderr) == (2, "", "error: prompt: the prompt is empty\n")


def test_a_prompt_beyond_the_context(run: Run, loaded: Model) -> None:
    context = loaded.host.context_length
    assert context is not None
    shown = run("generate", "-p", "-", stdin="a " * context)
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert shown.stderr.startswith("error: prompt: the prompt has ")
    assert f"holds {context}\nhint: shorten the prompt" in shown.stderr


def test_a_budget_below_the_shortest_output(run: Run, ticket: str, loaded: Model) -> None:
    shown = run("generate", "-c", ticket, "-p", "a", "--max-tokens", "5", "--json")
    told = json.loads(shown.stdout)["error"]
    assert (shown.exit_code, told["type"]) == (2, "BudgetError")
    needed = int(told["hint"].removeprefix("--max-tokens ").split()[0])
    enough = run("generate", "-c", ticket, "-p", "a", "--max-tokens", str(needed))
    assert enough.exit_code == 0
    assert Contract.from_file(ticket).accepts(enough.stdout.rstrip("\n"))
    assert run("generate", "-c", ticket, "-p", "a", "--max-tokens", str(needed - 1)).exit_code == 2


def test_no_samples(run: Run, loaded: Model) -> None:
    shown = run("generate", "-p", "a", "-n", "0")
    assert (shown.exit_code, shown.stderr) == (2, "error: n: expected 1 or more, got 0\n")


@pytest.mark.parametrize("name", ["nobody/no-such-model", "./no-such-folder", "vlm:x", "smollm3"])
def test_an_unknown_model(run: Run, name: str) -> None:
    shown = run("generate", "-p", "a", "-m", name)
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert shown.stderr.startswith(f"error: {name}: ")
    assert "\nhint: " in shown.stderr


def test_in_a_process_of_its_own(ticket: str, loaded: Model) -> None:
    shown = program("generate", "-c", ticket, "--message", f"user={MESSAGE}")
    assert (shown.returncode, shown.stdout, shown.stderr) == (0, answer(loaded, ticket).text + "\n", "")


def test_free_text_first_and_the_contract_in_words(run: Run, ticket: str, loaded: Model) -> None:
    arguments = ["generate", "-c", ticket, "--message", f"user={MESSAGE}", "--max-tokens", "90", "--json"]
    shown = run(*arguments, "--instruct", "--after", "Answer:")
    told = json.loads(shown.stdout)
    contract = Contract.from_file(ticket).after("Answer:")
    expected = loaded.generate([{"role": "user", "content": MESSAGE}], contract, max_tokens=90, instruct=True)
    assert isinstance(expected, Result)
    assert (told["text"], told["contract"]) == (expected.text, contract.fingerprint)
    assert contract.accepts(told["text"])


def test_a_marker_needs_a_contract(run: Run) -> None:
    shown = run("generate", "-p", "x", "--after", "Answer:")
    assert shown.exit_code == 2
    assert "there is no contract to come after a marker" in shown.stderr
