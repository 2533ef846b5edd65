from __future__ import annotations

import json
from typing import Any

import pytest

from logitrail.cli.demo import RECORD, RULES, SCHEMA
from logitrail.contract import Contract
from logitrail.decoding.model import Model
from tests.cli.conftest import Run

pytestmark = pytest.mark.model


@pytest.fixture(scope="module")
def parts(smollm2: Model) -> list[dict[str, Any]]:
    """What ``demo --json`` says, of one run for all tests."""
    from typer.testing import CliRunner

    from logitrail.cli.app import app

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("logitrail.cli.loading.load_model", lambda *_: smollm2)
        shown = CliRunner().invoke(app, ["demo", "--json"])
    assert (shown.exit_code, shown.stderr) == (0, "")
    told = json.loads(shown.stdout)
    assert told["model"] == "smollm2"
    found: list[dict[str, Any]] = told["parts"]
    return found


def test_both_answers_obey_their_contracts(parts: list[dict[str, Any]]) -> None:
    contracts = (Contract.from_rules(RULES), Contract.from_schema(SCHEMA))
    for part, contract in zip(parts, contracts, strict=True):
        assert contract.violations(part["result"]["text"]) == []
        assert part["result"]["contract"] == contract.fingerprint
        assert part["result"]["finish_reason"] == "stop"


def test_the_extraction_is_right(parts: list[dict[str, Any]]) -> None:
    assert parts[1]["result"]["value"] == {
        "name": "Maria Gonzalez",
        "age": 47,
        "admitted": "2024-03-18",
        "ward": "cardiology",
        "insured": False,
    }


def test_the_contrast_is_that_of_the_run(parts: list[dict[str, Any]]) -> None:
    for part in parts:
        contrast, fields = part["contrast"], part["result"]["trace"]["fields"]
        gaps = {
            pointer: one["masked_probability"] - one["raw_probability"]
            for pointer, one in fields.items()
            if not isinstance(one["value"], dict | list)
        }
        assert contrast["field"] == max(gaps, key=lambda pointer: gaps[pointer])
        for name in ("value", "masked_probability", "raw_probability"):
            assert contrast[name] == fields[contrast["field"]][name]


def test_the_contrast_jumps_to_the_eye(parts: list[dict[str, Any]]) -> None:
    contrast = parts[0]["contrast"]
    assert contrast["masked_probability"] > 0.9
    assert contrast["raw_probability"] < 0.15
    assert contrast["preferred"] == "s", "the model would have written suspended"
    assert contrast["preferred_probability"] > contrast["raw_probability"]


def test_without_the_contract_the_model_breaks_it(parts: list[dict[str, Any]]) -> None:
    free = parts[0]["without_contract"]
    assert Contract.from_rules(RULES).violations(free) != []
    assert "urgent" in free


def test_in_words(run: Run, loaded: Model, parts: list[dict[str, Any]]) -> None:
    shown = run("demo")
    assert (shown.exit_code, shown.stderr) == (0, "")
    lines = shown.stdout.splitlines()
    for part in parts:
        assert f"asked:     {part['question']}" in lines
        assert f"answer:    {json.dumps(part['result']['value'], ensure_ascii=False)}" in lines
        rows = {line.split()[0]: line for line in lines if line.startswith("/")}
        assert set(part["result"]["trace"]["fields"]) - {""} <= set(rows)
    contrasts = [line for line in lines if line.startswith("Biggest contrast: ")]
    assert len(contrasts) == 2
    assert f"looks {100 * parts[0]['contrast']['masked_probability']:.1f} % certain" in contrasts[0]
    assert f"gives it {100 * parts[0]['contrast']['raw_probability']:.2f} %" in contrasts[0]
    assert "\x1b" not in shown.stdout


def test_a_model_without_a_chat_template_gets_one_text() -> None:
    messages = RECORD.prompt(chat=True)
    text = RECORD.prompt(chat=False)
    assert not isinstance(messages, str)
    assert text == "".join(f"{message['content']}\n\n" for message in messages if not isinstance(message, int))
