from __future__ import annotations

import json
from pathlib import Path

import pytest

from logitrail.contract import Contract
from tests.cli.conftest import GOOD, Run

pytestmark = pytest.mark.usefixtures("no_model")

BAD = '{"status": "Active", "level": 11, "priority": "urgent"}'


def test_a_contract_in_order(run: Run, ticket: str) -> None:
    shown = run("check", ticket)
    assert (shown.exit_code, shown.stdout, shown.stderr) == (0, f"{ticket}: no conflicts\n", "")


def test_json(run: Run, ticket: str) -> None:
    shown = run("check", ticket, "--json")
    assert (shown.exit_code, shown.stderr) == (0, "")
    assert json.loads(shown.stdout) == {
        "file": ticket,
        "fingerprint": Contract.from_file(ticket).fingerprint,
        "ok": True,
        "conflicts": [],
        "notes": [],
    }


def test_a_conflict_is_a_finding(run: Run, conflict: str) -> None:
    report = Contract.from_file(conflict).check()
    shown = run("check", conflict)
    assert (shown.exit_code, shown.stderr) == (1, "")
    first = report.conflicts[0]
    assert shown.stdout.splitlines() == [
        f"conflict at {first.path}: {first.message}",
        *(f"  rule: {rule}" for rule in first.rules),
        f"  hint: {first.hint}",
    ]
    told = run("check", conflict, "--json")
    assert told.exit_code == 1
    document = json.loads(told.stdout)
    assert (document["ok"], document["conflicts"][0]["path"]) == (False, "$.status")


def test_notes_are_no_finding(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "noted.json"
    path.write_text('{"schema": {"type": "string", "deprecatd": true}}')
    shown = run("check", str(path))
    notes = Contract.from_file(path).check().notes
    assert notes
    assert shown.exit_code == 0
    assert shown.stdout.splitlines()[1:] == [f"note: {note}" for note in notes]


@pytest.mark.parametrize("source", ["option", "stdin"])
def test_a_text_that_is_accepted(run: Run, ticket: str, source: str) -> None:
    if source == "option":
        shown = run("check", ticket, "--text", GOOD)
    else:
        shown = run("check", ticket, "--text", "-", stdin=GOOD + "\n")
    assert shown.exit_code == 0
    assert shown.stdout.endswith("\ntext: accepted\n")


def test_a_text_that_is_not(run: Run, ticket: str) -> None:
    violations = Contract.from_file(ticket).violations(BAD)
    assert len(violations) == 2
    shown = run("check", ticket, "--text", BAD)
    assert shown.exit_code == 1
    assert shown.stdout.splitlines()[1:] == [f"violation at {v.path}: {v.reason} ({v.rule})" for v in violations]
    told = json.loads(run("check", ticket, "--text", BAD, "--json").stdout)
    assert (told["ok"], told["accepted"]) == (True, False)
    assert [violation["path"] for violation in told["violations"]] == ["$.level", "$.priority"]


def test_an_empty_text_is_a_text(run: Run, ticket: str) -> None:
    assert run("check", ticket, "--text", "").exit_code == 1


@pytest.mark.parametrize(
    ("name", "content", "place", "message"),
    [
        ("a.json", '{"status": ', ":1:", "not JSON"),
        ("a.yaml", "status: {type: enum", ":1:", "expected"),
        ("a.txt", "", "", "expected a file that ends in .yaml, .yml or .json"),
        ("a.json", '{"schema": {"type": "strin"}}', "", "expected a type"),
        ("a.json", '{"level": {"type": "range", "mni": 1}}', ":1:", "unknown key 'mni'"),
        ("a.json", "[]", "", "expected"),
        ("a.json", b"\xff", "", "expected UTF-8"),
    ],
)
def test_bad_input(run: Run, tmp_path: Path, name: str, content: str | bytes, place: str, message: str) -> None:
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    shown = run("check", str(path))
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert shown.stderr.startswith(f"error: {path}{place}")
    assert message in shown.stderr
    assert "Traceback" not in shown.stderr
