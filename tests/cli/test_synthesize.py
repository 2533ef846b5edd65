from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run

pytestmark = pytest.mark.usefixtures("no_model")

SOURCE = "公司2024年营业收入为3.2亿元，同比下降5.3%。"
SLOTS = {
    "revenue": {"value": "3.2亿元", "quote": "营业收入为3.2亿元"},
    "change": {"value": "5.3%", "quote": "同比下降5.3%"},
}
TEMPLATE = "Revenue was {revenue:million,1}; it {change.direction} {change}."


@pytest.fixture
def report(tmp_path: Path) -> str:
    path = tmp_path / "report.txt"
    path.write_text(SOURCE, encoding="utf-8")
    return str(path)


@pytest.fixture
def slots(tmp_path: Path) -> str:
    path = tmp_path / "slots.json"
    path.write_text(json.dumps(SLOTS, ensure_ascii=False), encoding="utf-8")
    return str(path)


def test_a_sentence(run: Run, report: str, slots: str) -> None:
    shown = run("synthesize", "-T", TEMPLATE, "--slots", slots, "--source", report)
    assert (shown.exit_code, shown.stdout) == (0, "Revenue was CNY 320 million; it fell 5.3%.\n")
    assert shown.stderr == ""


def test_from_files_and_stdin(run: Run, tmp_path: Path, report: str) -> None:
    path = tmp_path / "template.txt"
    path.write_text("营业收入{revenue}。\n", encoding="utf-8")
    shown = run("synthesize", str(path), "-s", report, stdin=json.dumps(SLOTS))
    assert (shown.exit_code, shown.stdout) == (0, "营业收入3.2亿元。\n")


def test_json_has_the_author_of_each_character(run: Run, report: str, slots: str) -> None:
    told = json.loads(run("synthesize", "-T", TEMPLATE, "--slots", slots, "-s", report, "--json").stdout)
    assert "".join(span["text"] for span in told["spans"]) == told["text"]
    assert told["spans"][1]["source"] == {"start": 12, "end": 17, "text": "3.2亿元", "source": report}
    assert [one["veto"] for one in told["findings"]] == [False] * len(told["findings"])


def test_a_slot_that_is_vetoed(run: Run, tmp_path: Path, report: str) -> None:
    path = tmp_path / "slots.json"
    path.write_text(json.dumps({"revenue": {"value": "3.5亿元", "quote": "营业收入为3.2亿元"}}))
    shown = run("synthesize", "-T", "收入{revenue}", "--slots", str(path), "-s", report)
    assert (shown.exit_code, shown.stdout) == (1, "")
    assert shown.stderr.startswith("veto: ")
    assert "/revenue: " in shown.stderr
    told = json.loads(run("synthesize", "-T", "收入{revenue}", "--slots", str(path), "-s", report, "--json").stdout)
    assert (told["text"], told["error"]) == (None, None)


def test_a_sentence_that_would_say_something_else(run: Run, report: str, slots: str) -> None:
    shown = run("synthesize", "-T", "同比增长{change}", "--slots", slots, "-s", report)
    assert (shown.exit_code, shown.stdout) == (1, "")
    assert shown.stderr.startswith("not written: change: the source says '5.3%' is down")
    told = json.loads(run("synthesize", "-T", "同比增长{change}", "--slots", slots, "-s", report, "--json").stdout)
    assert told["error"]["slot"] == "change"


@pytest.mark.parametrize(
    ("template", "message"),
    [
        ("收入{revenu}", "template:1:4: there is no slot 'revenu'"),
        ("收入{revenue", "template:1:3: this brace is not closed"),
    ],
)
def test_a_template_that_cannot_be_read(run: Run, report: str, slots: str, template: str, message: str) -> None:
    shown = run("synthesize", "-T", template, "--slots", slots, "-s", report)
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert shown.stderr.startswith(f"error: {message}")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--slots", "{slots}", "-s", "{report}"], "expected one template, got none"),
        (["-T", "a", "t.txt", "--slots", "{slots}", "-s", "{report}"], "expected one template, got both"),
        (["-T", "a", "--slots", "{slots}"], "--source: expected a source"),
        (["-T", "a", "--slots", "{report}", "-s", "{report}"], "{report}:1:1: not JSON"),
    ],
)
def test_bad_input(run: Run, report: str, slots: str, arguments: list[str], message: str) -> None:
    filled = [argument.replace("{slots}", slots).replace("{report}", report) for argument in arguments]
    shown = run("synthesize", *filled)
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert shown.stderr.startswith(f"error: {message.replace('{report}', report)}")
