from __future__ import annotations

import json
from pathlib import Path

import pytest

from logitrail.decoding.model import Model
from tests.cli.conftest import Run
from tests.pipeline.models import wishful

CASE = """
question: 公司的营业收入是多少？
sources: [{text: "公司2024年营业收入为3.2亿元。净利润为1,234万元。", title: 年度报告, id: report}]
slots: {revenue: {type: quantity, unit: money, about: 营业收入}}
template: 营业收入为{revenue}。
"""


@pytest.fixture
def case(tmp_path: Path) -> Path:
    path = tmp_path / "case.yaml"
    path.write_text(CASE, encoding="utf-8")
    return path


def scripted(monkeypatch: pytest.MonkeyPatch, *wishes: str) -> list[str]:
    """Has the verb use a scripted model; returns the names that it asks for."""
    asked: list[str] = []

    def load_model(name: str, *options: object) -> Model:
        asked.append(name)
        return wishful(*wishes)

    monkeypatch.setattr("logitrail.cli.loading.load_model", load_model)
    return asked


def test_an_answer_and_where_it_stands(run: Run, case: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = scripted(monkeypatch, '{"revenue":"3.2亿元"}')
    shown = run("run", str(case))
    assert (shown.exit_code, shown.stderr) == (0, "")
    assert shown.stdout == "营业收入为3.2亿元。\n  [revenue] 年度报告: 公司2024年营业收入为3.2亿元\n"
    assert asked == ["smollm2"]


def test_a_veto_with_its_reasons(run: Run, case: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scripted(monkeypatch, '{"revenue":"1,234万元"}', '{"revenue":null}')
    case.write_text(case.read_text(encoding="utf-8") + "on_veto: veto\n", encoding="utf-8")
    shown = run("run", str(case))
    assert shown.exit_code == 1
    lines = shown.stdout.splitlines()
    assert lines[0] == "拟出的回答与资料不符，因此不予给出。"
    assert lines[1] == "  vetoed (vetoed)"
    assert lines[2].startswith("  veto: CONTRADICTED METRIC_MISMATCH: /revenue: ")


def test_an_abstention_is_a_finding_too(run: Run, case: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scripted(monkeypatch, '{"revenue":null}')
    shown = run("run", str(case))
    assert (shown.exit_code, shown.stdout.splitlines()[1]) == (1, "  abstained (not_said)")


def test_json(run: Run, case: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scripted(monkeypatch, '{"revenue":"3.2亿元"}')
    told = json.loads(run("run", str(case), "--json").stdout)
    assert (told["file"], told["model"], told["status"]) == (str(case), "smollm2", "accepted")
    assert (told["text"], told["unexpected"]) == ("营业收入为3.2亿元。", [])
    assert told["citations"][0]["quote"]["source"] == "report"
    assert told["record"]["inputs"]["sources"][0]["id"] == "report"


def test_stages(run: Run, case: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scripted(monkeypatch, '{"revenue":"3.2亿元"}')
    *stages, last = map(json.loads, run("run", str(case), "--json", "--stages").stdout.splitlines())
    assert [(one["kind"], one["stage"]) for one in stages] == [
        (kind, stage) for stage in ("retrieve", "generate", "verify", "synthesize") for kind in ("started", "finished")
    ]
    assert last["status"] == "accepted"


def test_expectations_decide_the_exit_status(run: Run, case: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scripted(monkeypatch, '{"revenue":null}')
    text = case.read_text(encoding="utf-8")
    case.write_text(text + "expected: {status: abstained}\n", encoding="utf-8")
    assert run("run", str(case)).exit_code == 0
    case.write_text(text + "expected: {status: accepted}\n", encoding="utf-8")
    shown = run("run", str(case))
    assert shown.exit_code == 1
    assert "  not as expected: expected the status 'accepted', got 'abstained'" in shown.stdout


def test_several_cases_load_a_model_once(run: Run, case: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = scripted(monkeypatch, '{"revenue":"3.2亿元"}')
    shown = run("run", str(case), str(case), "--model", "gemma3-270m")
    assert asked == ["gemma3-270m"]
    assert shown.stdout.count(f"{case}:\n") == 2


def test_another_question_expects_nothing(run: Run, case: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scripted(monkeypatch, '{"revenue":null}')
    case.write_text(case.read_text(encoding="utf-8") + "expected: {status: accepted}\n", encoding="utf-8")
    shown = run("run", str(case), "--question", "What was the revenue?")
    assert shown.stdout.splitlines()[0] == "The sources do not say this, so there is no answer."
    assert "not as expected" not in shown.stdout


def test_the_audit_file_grows(run: Run, case: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scripted(monkeypatch, '{"revenue":"3.2亿元"}')
    file = tmp_path / "audit.jsonl"
    for _ in range(2):
        run("run", str(case), "--audit", str(file))
    one, other = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    assert one["fingerprint"] == other["fingerprint"]


@pytest.mark.usefixtures("no_model")
@pytest.mark.parametrize(
    ("old", "new", "place", "message"),
    [
        ("{revenue}", "{revenu}", ":5:17", "there is no slot 'revenu'"),
        ("unit: money", "unit: monny", ":4:41", "is neither a unit"),
        ("question:", "qestion:", ":2:1", "there is no such key 'qestion'"),
    ],
)
def test_bad_cases_are_told_before_a_model_is_loaded(
    run: Run, case: Path, old: str, new: str, place: str, message: str
) -> None:
    case.write_text(case.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    shown = run("run", str(case))
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert shown.stderr.startswith(f"error: {case}{place}: ")
    assert message in shown.stderr


@pytest.mark.usefixtures("no_model")
def test_other_bad_input(run: Run, case: Path, tmp_path: Path) -> None:
    assert run("run", str(tmp_path / "none.yaml")).stderr.startswith(
        f"error: {tmp_path / 'none.yaml'}: the file cannot"
    )
    assert run("run", str(case), "--stages").stderr.startswith("error: --stages: stages are shown as JSON")
    assert run("run").exit_code == 2
