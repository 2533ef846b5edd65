"""Law 3 over random schemas: models of noise, any budget, blocked words in any spelling; nothing invalid comes out.

``pytest -m slow tests/property`` writes twenty thousand texts; by default a few hundred are.
"""

from __future__ import annotations

import json
import unicodedata
from decimal import Decimal
from random import Random
from typing import Any

import jsonschema_rs
import pytest

import logitrail as lt
from logitrail.engine import Vocabulary, byte_vocabulary, compile_contract
from logitrail.errors import ConflictError, ContractError
from tests.engine.lowering.schemas import random_schema
from tests.hosts import random_model, small_vocabulary
from tests.words import found_in, read_float, strings

WORDS = ["a", "b", "ab", "x", "aa", "1", "10", "0.5", "é", "敏感", "ＡＢ", "true", "x1", "-1", "c", "d"]
#: Characters that are not seen, and so hide nothing.
_UNSEEN = ("Cf", "Mn", "Cc")


def folded(text: str) -> str:
    """A text as it reads: compatibility forms, letter case and what is not seen make no difference."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    return "".join(char for char in plain if unicodedata.category(char) not in _UNSEEN)


def write(seed: int) -> str | None:
    """One text under a random contract, or ``None`` where nothing was to be said; everything about it is asserted."""
    rng = Random(seed)
    schema = random_schema(rng)
    words = rng.sample(WORDS, rng.choice([0, 0, 1, 2, 4]))
    try:
        contract = lt.Contract.from_schema(
            schema, order=rng.choice(["schema", "any"]), layout=rng.choice(["auto", "compact", "spaced"])
        )
        if words:
            contract = contract.excluding(words)
        vocabulary: Vocabulary = rng.choice([byte_vocabulary, small_vocabulary])()
        needed = len(compile_contract(contract, vocabulary).shortest)
    except (ConflictError, ContractError):
        return None
    result = random_model(seed, vocabulary, spread=rng.choice([0.5, 3.0, 10.0])).generate(
        "p",
        contract,
        max_tokens=needed + rng.choice([0, 0, 1, 5, 20, 60]),
        temperature=rng.choice([0.0, 1.0, 3.0]),
        seed=seed,
        trace="off",
        draft=rng.random() < 0.5,
    )
    place = (seed, schema, words, result.text)
    value: Any = json.loads(result.text, parse_float=read_float)
    assert jsonschema_rs.validator_for(schema, validate_formats=True).is_valid(value), place
    assert contract.violations(result.text) == [], place
    assert found_in(words, json.loads(result.text, parse_float=Decimal)) == [], place
    read = [folded(text) for text in strings(value)]
    # A word of digits ends where the digits do; found_in has looked for those.
    plain = [folded(word) for word in words if not any(char.isdigit() for char in word)]
    assert not any(word in text for word in plain for text in read), place
    return result.text


@pytest.mark.parametrize(
    ("first", "texts"), [(0, 300), *[pytest.param(10**6 * i, 2500, marks=pytest.mark.slow) for i in range(1, 9)]]
)
def test_nothing_invalid_is_written(first: int, texts: int) -> None:
    written = 0
    for seed in range(first, first + 3 * texts):
        written += write(seed) is not None
        if written == texts:
            return
    raise AssertionError(f"of {3 * texts} schemas only {written} let anything be said")
