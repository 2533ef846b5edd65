from __future__ import annotations

import json

import pytest

from logitrail.contract import Contract
from logitrail.decoding.model import Model
from tests.cli.conftest import Run

pytestmark = pytest.mark.model

MESSAGE = "Write a JSON record with status, level and priority. The account is active, its level is 11."
PREFIX = '{"status": "active", "level": 1'


def test_json_is_the_explanation(run: Run, ticket: str, loaded: Model) -> None:
    shown = run(
        "explain", ticket, "--message", f"user={MESSAGE}", "--prefix", PREFIX, "--token", "1", "-k", "4", "--json"
    )
    assert (shown.exit_code, shown.stderr) == (0, "")
    told = json.loads(shown.stdout)
    found = loaded.explain(
        [{"role": "user", "content": MESSAGE}], Contract.from_file(ticket), prefix=PREFIX, tokens=["1"], k=4
    )
    assert told == {"model": "smollm2", **json.loads(json.dumps(found.to_dict()))}
    assert {ruling["text"] for ruling in told["allowed"]} == {"0", ","}
    assert told["asked"][0]["rule"] == "grammar"
    assert told["asked"][0]["path"] == "$.level"


def test_in_words(run: Run, ticket: str, loaded: Model) -> None:
    tokens = ["--token", "1", "--token", "0", "--token", "", "--token", "12 apples"]
    shown = run("explain", ticket, "--message", f"user={MESSAGE}", "--prefix", PREFIX, *tokens)
    assert (shown.exit_code, shown.stderr) == (0, "")
    lines = shown.stdout.splitlines()
    assert lines[0] == 'at $.level: an integer from 1 to 10, begun as 1, or a comma, then the key "priority"'
    assert lines[1].startswith("2 tokens allowed, allowed mass ")
    assert lines[1].endswith("; the output may not end here")
    asked = [line.split() for line in lines[lines.index("") :] if line][-4:]
    assert (asked[0][0], asked[0][-3:]) == ("1", ["grammar", "got", '"1"'])
    assert (asked[1][0], asked[1][-1]) == ("0", "allowed")
    assert asked[2][:2] == ["(the", "end)"]
    assert " ".join(asked[3]).startswith("1 (the first of 3 tokens of '12 apples')")


def test_the_blocklist_is_named(run: Run, ticket: str, loaded: Model) -> None:
    prefix = '{"status": "active", "level": 1, "priority": "very'
    shown = run("explain", ticket, "-p", MESSAGE, "--prefix", "-", "--token", " urgent", stdin=prefix)
    assert 'blocklist  at $.priority: it would complete the blocked word "urgent"' in shown.stdout


def test_without_prompt_and_prefix_there_are_no_probabilities(run: Run, ticket: str, loaded: Model) -> None:
    shown = run("explain", ticket)
    assert shown.exit_code == 0
    assert "no probabilities: neither prompt nor prefix" in shown.stdout
    assert "determined: '{\"status\":' comes next" in shown.stdout
    assert "unknown" in shown.stdout


def test_a_prefix_that_leaves_the_contract(run: Run, ticket: str, loaded: Model) -> None:
    shown = run("explain", ticket, "--prefix", PREFIX + "1")
    assert (shown.exit_code, shown.stdout) == (2, "")
    first, context, caret, hint = shown.stderr.splitlines()
    assert first.startswith(
        "error: prefix: leaves the contract at character 31 (byte 31): at $.level: expected an integer"
    )
    assert context == f"  {PREFIX}1"
    assert caret == " " * (2 + 31) + "^"
    assert hint.startswith("hint: ")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-k", "0"], "k: expected 1 or more, got 0"),
        (["--max-tokens", "3"], "max_tokens is 3, but the shortest valid output"),
        (["--prefix", "{", "--max-tokens", "0"], "max_tokens is 0, but"),
        (["-p", ""], "prompt: the prompt is empty"),
    ],
)
def test_bad_input(run: Run, ticket: str, loaded: Model, arguments: list[str], message: str) -> None:
    shown = run("explain", ticket, *arguments)
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert shown.stderr.startswith(f"error: {message}")


def test_an_unsatisfiable_contract(run: Run, conflict: str, loaded: Model) -> None:
    shown = run("explain", conflict, "-p", "a")
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert shown.stderr.startswith("error: $.status: ")
