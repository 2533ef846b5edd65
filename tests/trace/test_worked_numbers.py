"""Three tokens, A 10, B 8, C 2: what a mask does to the look of a choice, number by number."""

from __future__ import annotations

import numpy as np
import pytest

import logitrail as lt
from logitrail.backends.scripted import ScriptedHost
from logitrail.decoding.model import Model
from logitrail.engine import Vocabulary

A, B, C, END = range(4)


@pytest.fixture(scope="module")
def model() -> Model:
    vocabulary = Vocabulary.from_tokens([b"A", b"B", b"C", b""], eos_id=END)
    # The end token is part of every vocabulary; here the model never wants it.
    return Model(ScriptedHost(lambda tokens: np.array([10, 8, 2, -np.inf]), vocabulary))


def test_unmasked_probability(model: Model) -> None:
    token = model.score([A], [C]).tokens[0]
    assert token.raw_logprob == pytest.approx(-8.1272, abs=5e-5)
    assert np.exp(token.raw_logprob) == pytest.approx(0.00029539, abs=5e-9)
    assert 100 * np.exp(token.raw_logprob) == pytest.approx(0.029539, abs=5e-7)  # per cent
    assert token.rank == 2


def test_mask_that_leaves_c_alone(model: Model) -> None:
    result = model.generate([A], lt.Contract.from_regex("C"), max_tokens=1)
    assert (result.text, result.finish_reason) == ("C", "stop")
    assert result.trace is not None
    (token,) = result.trace.tokens
    assert token.raw_logprob == pytest.approx(-8.1272, abs=5e-5)
    assert token.masked_logprob == 0
    assert token.allowed_mass == pytest.approx(0.00029539, abs=5e-9)
    assert token.pressure == pytest.approx(8.1272, abs=5e-5)
    assert token.raw_logprob == pytest.approx(token.masked_logprob + np.log(token.allowed_mass), abs=1e-4)
    assert token.override


def test_the_field_shows_the_contrast(model: Model) -> None:
    result = model.generate([A], lt.Contract.from_regex("C"), max_tokens=1)
    assert result.trace is not None
    field = result.trace.fields[""]
    assert field.masked_probability == 1
    assert field.raw_probability == pytest.approx(0.00029539, abs=5e-9)
    assert field.overrides == 1
    assert result.trace.track == "raw"
    assert result.trace.unknown is None


def test_mask_that_leaves_b_and_c(model: Model) -> None:
    result = model.generate([A], lt.Contract.from_regex("B|C"), max_tokens=1)
    assert result.trace is not None
    (token,) = result.trace.tokens
    assert result.text == "B"
    assert token.masked_logprob == pytest.approx(-np.log1p(np.exp(-6)), abs=1e-6)
    mass = (np.exp(8) + np.exp(2)) / (np.exp(10) + np.exp(8) + np.exp(2))
    assert token.allowed_mass == pytest.approx(mass, rel=1e-6)
    assert token.pressure == pytest.approx(-np.log(mass), rel=1e-6)


def test_without_a_contract_nothing_presses(model: Model) -> None:
    result = model.generate([A], max_tokens=2)
    assert (result.text, result.finish_reason, result.value) == ("AA", "length", None)
    assert result.trace is not None
    for token in result.trace.tokens:
        assert (token.allowed_mass, token.pressure, token.override, token.rank) == (1, 0, False, 0)
        assert token.masked_logprob == token.raw_logprob
    assert result.trace.pressure == 0
