"""The examples, on the models that they name."""

from __future__ import annotations

from pathlib import Path

import pytest

from logitrail.pipeline.case import read_case

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
MODELS = {"smollm2": "smollm2", "gemma3-270m": "gemma"}


def test_there_are_four() -> None:
    names = ["earnings.en.yaml", "earnings.zh.yaml", "label.en.yaml", "statute.zh.yaml"]
    assert sorted(path.name for path in EXAMPLES.glob("*.yaml")) == names


@pytest.mark.model
@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.yaml")), ids=lambda path: path.stem)
def test_an_example_is_answered_as_it_expects(path: Path, request: pytest.FixtureRequest) -> None:
    case = read_case(path)
    assert set(case.expected) == {"status", "text"}
    model = request.getfixturevalue(MODELS[case.model])
    answer = case.pipeline(model).answer(case.question, case.sources)
    assert case.unexpected(answer) == []
    assert {citation.quote.source for citation in answer.citations} == {source.id for source in case.sources or ()}
