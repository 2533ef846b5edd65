"""Law 3 against models of noise: whatever they want, whatever the budget, what comes out is valid and complete."""

from __future__ import annotations

import json
from decimal import Decimal

import jsonschema_rs
import numpy as np
import pytest

import logitrail as lt
from logitrail.decoding.result import Result
from logitrail.engine import Vocabulary, byte_vocabulary, compile_contract
from logitrail.engine.stepper import Stepper
from tests.contracts40 import BLOCKLISTS, SCHEMAS, contract
from tests.hosts import random_model, small_vocabulary
from tests.words import found_in, read_float

RUNS = 50
"""For each of the forty contracts: two thousand in all."""


def vocabulary_of(run: int) -> Vocabulary:
    return byte_vocabulary() if run % 4 < 2 else small_vocabulary()


def check(result: Result, made: lt.Contract, name: str, budget: int, words: list[str]) -> None:
    """Everything that the law says about one output."""
    value = json.loads(result.text, parse_float=read_float)
    assert jsonschema_rs.validator_for(SCHEMAS[name], validate_formats=True).is_valid(value)
    assert made.violations(result.text) == []
    assert found_in(words, json.loads(result.text, parse_float=Decimal)) == []
    assert result.value == value
    assert len(result.token_ids) <= budget
    closed = result.trace is not None and any(token.closed for token in result.trace.tokens)
    ended = result.trace is not None and result.trace.tokens[-1].bytes == b""
    stepper = Stepper(compile_contract(made, byte_vocabulary()))
    stepper.read(result.text.encode())
    if result.finish_reason == "stop":
        assert not closed
        # The model said so, or nothing more may follow.
        assert result.trace is None or ended or not stepper.followers()
    else:
        assert result.finish_reason in ("closed", "loop")
        assert not ended
        assert result.trace is None or closed or stepper.followers()


@pytest.mark.parametrize("name", SCHEMAS)
def test_noise_writes_nothing_invalid(name: str) -> None:
    number = list(SCHEMAS).index(name)
    for run in range(RUNS):
        rng = np.random.default_rng((number, run))
        words = BLOCKLISTS.get(name, []) if run % 2 else []
        made = contract(name, blocked=bool(words))
        vocabulary = vocabulary_of(run)
        needed = len(compile_contract(made, vocabulary).shortest)
        budget = needed if run < 8 else needed + int(rng.integers(0, 60))
        result = random_model(run, vocabulary, spread=float(rng.choice([0.5, 3, 10]))).generate(
            "p{}",
            made,
            max_tokens=budget,
            temperature=float(rng.choice([0, 0.7, 1, 3])),
            top_p=float(rng.choice([1, 0.9])),
            seed=run,
            trace="off" if rng.random() < 0.5 else "summary",
            force=bool(rng.random() < 0.7),
            draft=bool(rng.random() < 0.7),
        )
        check(result, made, name, budget, words)


@pytest.mark.parametrize(("name", "blocked"), [(n, False) for n in SCHEMAS] + [(n, True) for n in BLOCKLISTS])
def test_the_number_needed_is_enough_and_no_token_less(name: str, blocked: bool) -> None:
    made = contract(name, blocked=blocked)
    for vocabulary in (byte_vocabulary(), small_vocabulary()):
        model = random_model(3, vocabulary)
        needed = len(compile_contract(made, vocabulary).shortest)
        if needed > 1:
            with pytest.raises(
                lt.errors.BudgetError, match=f"max_tokens is {needed - 1}.* needs {needed} tokens"
            ) as caught:
                model.generate("p", made, max_tokens=needed - 1)
            assert caught.value.needed == needed
            assert caught.value.hint == f"max_tokens={needed} or more"
        result = model.generate("p", made, max_tokens=needed, temperature=1.0)
        check(result, made, name, needed, BLOCKLISTS.get(name, []) if blocked else [])


PATTERNS = {
    "a code": r"[A-Z]{3}-[0-9]{4}",
    "words": r"(?:cat|dog|[a-f]{2,5})(?: (?:cat|dog))*",
    "Chinese": r"[一二三敏感词]{1,6}。",
    "anything": r"(?s:.)*",
}
GRAMMAR = r"""
start: item ("," item)*
item: NAME "=" VALUE
NAME: /[a-z]{1,3}/
VALUE: /[0-9]{1,4}/ | "敏感词" | "\"" /[a-z]*/ "\""
"""


@pytest.mark.parametrize("name", [*PATTERNS, "a grammar"])
def test_noise_under_patterns_and_grammars(name: str) -> None:
    plain = lt.Contract.from_grammar(GRAMMAR) if name == "a grammar" else lt.Contract.from_regex(PATTERNS[name])
    words = ["dog", "敏感", "42", "0000", "b"]
    for run in range(40):
        made = plain.excluding(words) if run % 2 else plain
        vocabulary = vocabulary_of(run)
        budget = len(compile_contract(made, vocabulary).shortest) + run % 23
        result = random_model(run, vocabulary).generate(
            "p", made, max_tokens=max(budget, 1), temperature=run % 3, seed=run
        )
        assert made.violations(result.text) == []
        assert found_in(words if run % 2 else [], result.text) == []
        assert len(result.token_ids) <= max(budget, 1)
        assert result.value == result.text


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_logits_that_are_no_numbers(bad: float) -> None:
    for name in ("five fields", "a list of objects", "a recursion"):
        model = random_model(1)
        noise = model.host.script

        def script(tokens: list[int], noise: object = noise) -> np.ndarray:
            logits = noise(tokens)
            if len(tokens) > 20:
                logits[:] = bad
            return logits

        model.host.script = script
        for temperature in (0.0, 1.0):
            result = model.generate("p", contract(name), max_tokens=90, temperature=temperature)
            check(result, contract(name), name, 90, [])
            assert result.trace is not None
            assert (
                result.trace.unknown
                == "at some step the model gave logits that define no probability (NaN, or infinite)"
            )
            assert any(token.raw_logprob is None for token in result.trace.tokens)
            json.dumps(result.to_dict(), allow_nan=False)
            if bad != np.inf:
                assert result.finish_reason == "closed"
                assert any("no finite logit" in warning for warning in result.warnings)
    if bad != np.inf:
        with pytest.raises(lt.errors.ModelError, match="no finite logit for token 1 of the output"):
            model.generate("a" * 20, max_tokens=5)
