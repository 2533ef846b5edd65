from __future__ import annotations

import ast
import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

import logitrail
from logitrail.errors import MissingExtraError, OptionError
from logitrail.pipeline import BM25Retriever, Pipeline
from logitrail.types import Source
from tests.pipeline.models import wishful
from tests.pipeline.reports import NOTHING, QUESTION, REPORT, RIGHT, SLOTS, TEMPLATE, WRONG, pipeline

# async, streaming, records


def test_async_with_an_asynchronous_retriever() -> None:
    async def retrieve(question: str) -> list[Source]:
        await asyncio.sleep(0)
        return [REPORT]

    chain = pipeline(RIGHT, retriever=retrieve)
    answer = asyncio.run(chain.aanswer(QUESTION))
    assert answer.text == "营业收入为3.2亿元，同比增长5.3%。"
    with pytest.raises(OptionError, match="the retriever is asynchronous"):
        chain.answer(QUESTION)


def test_stages_as_they_end() -> None:
    events = list(pipeline(WRONG, RIGHT).stream(QUESTION, [REPORT]))
    assert [(event.kind, event.stage, event.attempt) for event in events] == [
        ("started", "retrieve", 0),
        ("finished", "retrieve", 0),
        ("started", "generate", 1),
        ("finished", "generate", 1),
        ("started", "verify", 1),
        ("finished", "verify", 1),
        ("started", "generate", 2),
        ("finished", "generate", 2),
        ("started", "verify", 2),
        ("finished", "verify", 2),
        ("started", "synthesize", 2),
        ("finished", "synthesize", 2),
        ("answer", None, 2),
    ]
    assert all((event.seconds is not None) == (event.kind == "finished") for event in events)
    assert events[5].data["accepted"] is False
    json.dumps([event.to_dict() for event in events])
    answer = events[-1].answer
    assert answer is not None
    assert set(answer.timings) == {"retrieve", "generate", "verify", "synthesize"}

    async def collected() -> list[Any]:
        return [event async for event in pipeline(WRONG, RIGHT).astream(QUESTION, [REPORT])]

    assert [event.kind for event in asyncio.run(collected())] == [event.kind for event in events]


def test_one_record_per_question(tmp_path: Path) -> None:
    file = tmp_path / "audit.jsonl"
    chain = pipeline(RIGHT, audit=file)
    first, second = chain.answer(QUESTION, [REPORT]), chain.answer("别的问题？", [])
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert lines == [first.record, second.record]
    record = first.record
    assert record["inputs"]["sources"][0]["characters"] == len(REPORT.text)
    assert record["outcome"]["text"] == first.text
    assert record["outcome"]["citations"] == [one.to_dict() for one in first.citations]
    assert record["attempts"][0]["findings"] == [one.to_dict() for one in first.findings]
    assert {"logitrail", "python", "llguidance"} <= set(record["versions"])
    assert QUESTION not in json.dumps(record, ensure_ascii=False)


def test_an_audit_file_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="the audit file cannot be written") as caught:
        pipeline(RIGHT, audit=tmp_path / "none" / "audit.jsonl")
    assert caught.value.path == str(tmp_path / "none" / "audit.jsonl")


def test_the_same_request_has_the_same_fingerprint() -> None:
    one, other = (pipeline(RIGHT).answer(QUESTION, [REPORT]).record["fingerprint"] for _ in range(2))
    assert one == other
    assert pipeline(RIGHT).answer("营业收入呢？", [REPORT]).record["fingerprint"] != one


def test_a_function_may_take_the_records() -> None:
    kept: list[Any] = []
    answer = pipeline(RIGHT, audit=kept.append).answer(QUESTION, [REPORT])
    assert kept == [answer.record]


# law 1: no probability decides


@pytest.mark.parametrize("wishes", [(RIGHT,), (WRONG, RIGHT), (WRONG, WRONG), (NOTHING,)])
def test_the_outcome_is_the_same_however_sure_the_model_is(wishes: tuple[str, ...]) -> None:
    outcomes = []
    for scale in (0.01, 1.0, 10.0, 1000.0):
        answer = Pipeline(wishful(*wishes, scale=scale), SLOTS, TEMPLATE).answer(QUESTION, [REPORT])
        outcomes.append((answer.record["attempts"], answer.record["outcome"]))
    assert outcomes.count(outcomes[0]) == len(outcomes)


@pytest.mark.parametrize("layer", ["pipeline", "synthesis", "verification", "grounding", "scan"])
def test_nothing_that_decides_knows_of_a_probability(layer: str) -> None:
    # Grounding alone reads a trace: to see what the budget closed, not how sure the model was.
    words = {"logprob", "logit", "probability", "softmax", "entropy", "allowed_mass"}
    for path in sorted((Path(logitrail.__file__).parent / layer).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            named = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
            assert not any(word in named for word in words), f"{path}: {named}"


def test_no_trace_is_made() -> None:
    seen: list[Any] = []

    class Watched:
        def __init__(self) -> None:
            self._model = wishful(RIGHT)

        def generate(self, prompt: Any, contract: Any, **options: Any) -> Any:
            result = self._model.generate(prompt, contract, **options)
            seen.append((options["trace"], result.trace))
            return result

    answer = Pipeline(Watched(), SLOTS, TEMPLATE).answer(QUESTION, [REPORT])  # type: ignore[arg-type]
    assert answer.status == "accepted"
    assert seen == [("off", None)]
    assert "prob" not in json.dumps(answer.record)


# retrieval


def test_bm25_over_a_folder(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(REPORT.text, encoding="utf-8")
    (tmp_path / "b.txt").write_text("公司治理与内部控制的有关情况。", encoding="utf-8")
    chain = pipeline(RIGHT, retriever=BM25Retriever.from_folder(tmp_path, k=1))
    answer = chain.answer(QUESTION)
    assert answer.text == "营业收入为3.2亿元，同比增长5.3%。"
    assert {one.quote.source for one in answer.citations} == {"a.txt"}
    assert chain.answer("weather?").reason == "not_retrieved"


def test_without_bm25s(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_module(name: str) -> Any:
        raise ImportError(name)

    monkeypatch.setattr("logitrail.pipeline.retrieval.import_module", no_module)
    with pytest.raises(MissingExtraError) as caught:
        BM25Retriever([REPORT])
    assert caught.value.hint == "pip install 'logitrail[retrieve]'"
