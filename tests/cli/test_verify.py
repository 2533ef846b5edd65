from __future__ import annotations

import json
from pathlib import Path

import pytest

from logitrail.types import Source
from logitrail.verification import verify
from tests.cli.conftest import Run

pytestmark = pytest.mark.usefixtures("no_model")

SOURCE = "公司2024年营业收入为3.2亿元，同比增长5.3%。"
RIGHT = {"revenue": {"value": "3.2亿元", "quote": "营业收入为3.2亿元"}}
WRONG = {"revenue": {"value": "3.5亿元", "quote": "营业收入为3.2亿元"}}


@pytest.fixture
def report(tmp_path: Path) -> str:
    path = tmp_path / "report.txt"
    path.write_text(SOURCE, encoding="utf-8")
    return str(path)


def answer(folder: Path, data: object) -> str:
    path = folder / "answer.json"
    path.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
    return str(path)


def test_an_answer_that_is_accepted(run: Run, tmp_path: Path, report: str) -> None:
    shown = run("verify", "--source", report, answer(tmp_path, RIGHT))
    assert (shown.exit_code, shown.stderr) == (0, "")
    verdict = verify(RIGHT, [Source(SOURCE, report)])
    lines = shown.stdout.splitlines()
    assert lines[-1].startswith("accepted: ")
    assert [line for line in lines if line.startswith("note: ")] == [
        f"note: {one.status} {one.code}: {one.slot}: {one.message}" for one in verdict.findings
    ]
    assert f'  {report}[12:17] "3.2亿元"' in lines


def test_an_answer_that_is_vetoed(run: Run, tmp_path: Path, report: str) -> None:
    shown = run("verify", "-s", report, answer(tmp_path, WRONG))
    assert shown.exit_code == 1
    (veto,) = verify(WRONG, [Source(SOURCE, report)]).vetoes
    assert f"veto: {veto.status} {veto.code}: /revenue: {veto.message}" in shown.stdout.splitlines()
    assert shown.stdout.splitlines()[-1].startswith("rejected by 1: ")


def test_json_is_the_verdict(run: Run, tmp_path: Path, report: str) -> None:
    shown = run("verify", "-s", report, answer(tmp_path, WRONG), "--json")
    assert shown.exit_code == 1
    assert json.loads(shown.stdout) == verify(WRONG, [Source(SOURCE, report)]).to_dict()


@pytest.mark.parametrize("source", ["option", "stdin", "file"])
def test_a_text(run: Run, tmp_path: Path, report: str, source: str) -> None:
    text = "公司2024年营业收入为3.2亿元。"
    if source == "option":
        shown = run("verify", "-s", report, "--text", text, "--json")
    elif source == "stdin":
        shown = run("verify", "-s", report, "--text", "-", "--json", stdin=text + "\n")
    else:
        (tmp_path / "answer.txt").write_text(text, encoding="utf-8")
        shown = run("verify", "-s", report, str(tmp_path / "answer.txt"), "--json")
    assert shown.exit_code == 0
    assert json.loads(shown.stdout)["claims"][0]["text"] == text


def test_numbers_in_json_are_exact(run: Run, tmp_path: Path) -> None:
    (tmp_path / "s.txt").write_text("The rate is 0.1000000000000000055.", encoding="utf-8")
    (tmp_path / "a.json").write_text(
        '{"rate": {"value": 0.1000000000000000055, "quote": "The rate is 0.1000000000000000055"}}'
    )
    shown = run("verify", "-s", str(tmp_path / "s.txt"), str(tmp_path / "a.json"), "--json")
    assert "EQUAL" in [one["code"] for one in json.loads(shown.stdout)["findings"]]


def test_a_policy(run: Run, report: str) -> None:
    text = "公司2024年营业收入为3.2亿元。"
    assert run("verify", "-s", report, "--text", text).exit_code == 0
    strict = run("verify", "-s", report, "--text", text, "--policy", "strict")
    assert strict.exit_code == 1
    assert "CITATION_MISSING" in strict.stdout


def test_a_check_from_a_module(run: Run, tmp_path: Path, report: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "house_checks.py").write_text(
        "from logitrail.verification import register_check\n"
        "@register_check('tests.cli.never')\n"
        "def never(subject):\n"
        "    yield subject.finding('never', 'NUMBER_MISMATCH')\n"
    )
    monkeypatch.chdir(tmp_path)
    arguments = ["verify", "-s", report, "--text", "营业收入为3.2亿元。", "--check", "tests.cli.never"]
    assert run(*arguments).exit_code == 2
    shown = run(*arguments, "--import", "house_checks")
    assert shown.exit_code == 1
    assert "NUMBER_MISMATCH" in shown.stdout


def test_an_encoding(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "report.txt"
    path.write_bytes(SOURCE.encode("gb18030"))
    wrong = run("verify", "-s", str(path), "--text", "营业收入为3.2亿元。")
    assert wrong.exit_code == 2
    assert wrong.stderr.startswith(f"error: {path}: expected utf-8, got the bytes ")
    assert wrong.stderr.endswith("hint: encoding: gb18030\n")
    assert run("verify", "-s", str(path), "--encoding", "gb18030", "--text", "营业收入为3.2亿元。").exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--text", "a"], "--source: expected a source, got none"),
        (["-s", "{report}"], "expected one answer, got none"),
        (["-s", "{report}", "--text", "a", "answer.txt"], "expected one answer, got both a file and --text"),
        (["-s", "none.txt", "--text", "a"], "none.txt: the file cannot be read"),
        (["-s", "{report}", "none.json"], "none.json: the file cannot be read"),
        (["-s", "{report}", "--text", "a", "--policy", "harsh"], "--policy: expected one of default, strict, lenient"),
        (["-s", "{report}", "--text", "a", "--import", "no_such_module"], "--import: there is no module"),
    ],
)
def test_bad_input(run: Run, report: str, arguments: list[str], message: str) -> None:
    shown = run("verify", *(argument.replace("{report}", report) for argument in arguments))
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert shown.stderr.startswith(f"error: {message}")


@pytest.mark.parametrize(
    ("content", "place", "message"),
    [('{"a": ', ":1:", "not JSON"), ('{"a": 1,\n "a": 2}', ":2:2", "the key 'a' occurs twice")],
)
def test_an_answer_that_is_no_json(
    run: Run, tmp_path: Path, report: str, content: str, place: str, message: str
) -> None:
    path = tmp_path / "answer.json"
    path.write_text(content)
    shown = run("verify", "-s", report, str(path))
    assert shown.exit_code == 2
    assert shown.stderr.startswith(f"error: {path}{place}")
    assert message in shown.stderr
