from __future__ import annotations

import json
import math

import pytest

from logitrail.decoding.model import Model
from tests.cli.conftest import Run

pytestmark = pytest.mark.model

PROMPT, OUTPUT = "The capital of France is", " Paris, not Rome."


def test_json(run: Run, loaded: Model) -> None:
    shown = run("score", "-p", PROMPT, "-o", OUTPUT, "--json")
    assert (shown.exit_code, shown.stderr) == (0, "")
    told = json.loads(shown.stdout)
    trace = loaded.score(PROMPT, OUTPUT)
    assert trace.raw_logprob is not None
    assert told["raw_logprob"] == pytest.approx(trace.raw_logprob, abs=1e-4)
    assert told["perplexity"] == pytest.approx(math.exp(-trace.raw_logprob / len(trace.tokens)), rel=1e-4)
    assert "".join(token["text"] for token in told["tokens"]) == OUTPUT
    assert (told["track"], told["pressure"]) == ("raw", 0.0)


def test_a_line_for_each_token(run: Run, loaded: Model) -> None:
    shown = run("score", "-p", PROMPT, "-o", "-", stdin=OUTPUT + "\n")
    trace = loaded.score(PROMPT, OUTPUT)
    head, *rows, blank, total = shown.stdout.splitlines()
    assert head.split() == ["token", "raw", "probability", "raw", "logprob", "rank", "entropy", "(nats)"]
    assert len(rows) == len(trace.tokens)
    assert rows[0].split()[0] == "·Paris"
    assert rows[0].split()[3] == f"{trace.tokens[0].raw_logprob:.2f}"
    assert blank == ""
    assert total.startswith(f"{len(trace.tokens)} tokens, raw logprob {trace.raw_logprob:.2f}, perplexity ")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-p", PROMPT, "-o", ""], "output: there is nothing to score"),
        (["-p", "", "-o", "a"], "prompt: the prompt is empty"),
        (["-o", "a"], "expected a prompt, got none"),
        (["-p", "-", "-o", "-"], "--output: stdin was read for --prompt already"),
    ],
)
def test_bad_input(run: Run, loaded: Model, arguments: list[str], message: str) -> None:
    shown = run("score", *arguments, stdin="a\n")
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert shown.stderr.startswith(f"error: {message}")
