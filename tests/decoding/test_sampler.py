"""The sampler against plain definitions: which tokens can come, and how often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import logitrail as lt
from logitrail.backends.scripted import ScriptedHost
from logitrail.decoding.model import Model
from logitrail.engine import Vocabulary

SIZE = 12
VOCABULARY = Vocabulary.from_tokens([bytes([ord("a") + i]) for i in range(SIZE)] + [b""], eos_id=SIZE)
LETTER = lt.Contract.from_regex("[a-l]")
LOGITS = np.array([2.0, -1.0, 0.5, 3.0, 0.5, -4.0, 1.0, 0.0, 2.5, -2.0, 1.5, -0.5, -np.inf], dtype=np.float32)
DRAWS = 1200


def model(logits: npt.ArrayLike = LOGITS) -> Model:
    return Model(ScriptedHost(lambda tokens: np.asarray(logits), VOCABULARY))


def draw(
    number: int = DRAWS, logits: npt.ArrayLike = LOGITS, contract: lt.Contract | None = LETTER, **options: Any
) -> Counter[int]:
    """First tokens of many seeds."""
    made = model(logits)
    options = {"max_tokens": 1, "trace": "off", "prompt": [0], **options}
    prompt = options.pop("prompt")
    results = made.generate(prompt, contract, n=number, **options)
    return Counter(result.token_ids[0] for result in results)


def reference(
    logits: npt.ArrayLike, *, temperature: float = 1.0, top_k: int = 0, top_p: float = 1.0, min_p: float = 0.0
) -> npt.NDArray[np.float64]:
    """The distribution, the plain way."""
    x = np.asarray(logits, dtype=np.float64) / temperature
    p = np.exp(x - x.max())
    p /= p.sum()
    order = np.argsort(-p, kind="stable")
    keep = np.ones(len(p), dtype=bool)
    if top_k:
        keep &= p >= p[order[min(top_k, len(p)) - 1]]
    q = np.where(keep, p, 0) / p[keep].sum()
    if top_p < 1:
        above = np.cumsum(q[order]) - q[order]  # the mass before each
        keep[order[above >= top_p]] = False
    keep &= p >= min_p * p.max()
    out: npt.NDArray[np.float64] = np.where(keep, p, 0) / p[keep].sum()
    return out


def assert_drawn_from(counts: Counter[int], wanted: npt.NDArray[np.float64]) -> None:
    number = sum(counts.values())
    assert set(counts) <= set(np.flatnonzero(wanted))
    likely = np.flatnonzero(wanted * number >= 5)
    assert set(likely) <= set(counts)
    chi = sum((counts[i] - number * wanted[i]) ** 2 / (number * wanted[i]) for i in likely)
    # Mean k, standard deviation √(2k): six of those are as good as certain, and the seeds are fixed.
    assert chi < len(likely) + 6 * np.sqrt(2 * len(likely))


@pytest.mark.parametrize(
    "options",
    [
        {"temperature": 1.0},
        {"temperature": 0.5},
        {"temperature": 3.0},
        {"temperature": 1.0, "top_k": 3},
        {"temperature": 1.0, "top_k": 1},
        {"temperature": 2.0, "top_p": 0.7},
        {"temperature": 1.0, "top_p": 0.01},
        {"temperature": 1.0, "min_p": 0.2},
        {"temperature": 1.5, "min_p": 1.0},
        {"temperature": 1.2, "top_k": 6, "top_p": 0.8, "min_p": 0.1},
        {"temperature": 1.0, "top_k": 500},
    ],
)
def test_distribution(options: dict[str, Any]) -> None:
    assert_drawn_from(draw(**options), reference(LOGITS, **options))


def test_the_mask_comes_before_the_shape_of_the_distribution() -> None:
    masked = np.where(np.isin(np.arange(SIZE + 1), [1, 5, 7, 9]), LOGITS, -np.inf)
    made = lt.Contract.from_regex("[bfhj]")
    for options in ({"temperature": 1.0}, {"temperature": 1.0, "top_k": 2}, {"temperature": 1.0, "top_p": 0.6}):
        assert_drawn_from(draw(contract=made, **options), reference(masked, **options))


def test_temperature_zero_takes_the_likeliest_and_of_equals_the_first() -> None:
    assert draw(50, temperature=0.0) == {3: 50}
    assert draw(50, logits=[0.0] * 6 + [1.0] * 6 + [-9.0], temperature=0.0) == {6: 50}


@pytest.mark.parametrize("temperature", [1e-3, 1e-30, 1e-300, 5e-324])
def test_a_temperature_near_zero_is_greedy(temperature: float) -> None:
    assert draw(20, temperature=temperature) == {3: 20}


def test_top_p_keeps_the_smallest_set_that_reaches_it() -> None:
    logits = np.log(np.array([0.4, 0.3, 0.2, 0.1] + [1e-30] * 9))
    for top_p, kept in ((0.39, {0}), (0.41, {0, 1}), (0.69, {0, 1}), (0.71, {0, 1, 2}), (0.95, {0, 1, 2, 3})):
        assert set(draw(400, logits=logits, temperature=1.0, top_p=top_p)) == kept


def test_repetition_penalty_divides_and_multiplies() -> None:
    # Tokens of the prompt: 3 (logit 3), 5 (logit −4). Hand-made: 3 → 3 / 2, 5 → −4 · 2.
    wanted = LOGITS.copy()
    wanted[[3, 5]] = 1.5, -8
    assert_drawn_from(draw(prompt=[3, 5, 3], temperature=1.0, repetition_penalty=2.0), reference(wanted))
    assert draw(10, prompt=[3], temperature=0.0, repetition_penalty=2.0) == {8: 10}


def test_repetition_penalty_counts_the_output_too() -> None:
    result = model().generate([0], lt.Contract.from_regex("[a-l]{4}"), max_tokens=4, repetition_penalty=4.0)
    assert result.text == "dikg"  # 3, 2.5, 1.5, 1: each but a quarter once it has come, as has a, of the prompt
    assert result.trace is not None
    for token in result.trace.tokens:  # the penalty moves the choice, not the numbers
        p = np.exp(LOGITS.astype(np.float64))
        assert token.raw_logprob == pytest.approx(LOGITS[token.id] - np.log(p.sum()), abs=1e-5)


def test_same_seed_same_text_and_other_seeds_other_texts() -> None:
    made = lt.Contract.from_regex("[a-l]{20}")
    texts = [model().generate([0], made, max_tokens=20, temperature=1.0, seed=seed).text for seed in (1, 1, 2, 2**70)]
    assert texts[0] == texts[1]
    assert len({*texts}) == 3


def test_samples_differ_and_are_those_of_a_batch() -> None:
    made = lt.Contract.from_regex("[a-l]{20}")
    options = {"max_tokens": 20, "temperature": 1.0, "seed": 5}
    results = model().generate([0], made, n=4, **options)
    assert len({result.text for result in results}) == 4
    batch = model().generate_batch([([0], made)] * 4, **options)
    assert [r.text for r in batch] == [r.text for r in results]
    assert results[0].text == model().generate([0], made, **options).text


def test_one_sample_is_a_result_and_more_are_a_list() -> None:
    assert model().generate([0], LETTER, n=1, max_tokens=1).text == "d"
    assert [r.text for r in model().generate([0], LETTER, n=2, max_tokens=1)] == ["d", "d"]
    with pytest.raises(lt.errors.OptionError) as caught:
        model().generate([0], LETTER, n=0)
    assert caught.value.path == "n"


# foreign processors


def add(bias: dict[int, float]) -> Any:
    def processor(ids: npt.NDArray[np.int64], scores: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        out = scores.copy()
        for i, value in bias.items():
            out[:, i] += value
        return out

    return processor


def test_processors_are_called_in_order_with_all_tokens_so_far() -> None:
    seen: list[list[int]] = []

    def watch(ids: npt.NDArray[np.int64], scores: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        assert ids.shape == (1, len(seen) + 2)
        assert scores.shape == (1, SIZE + 1)
        seen.append(ids[0].tolist())
        assert scores[0, 7] == LOGITS[7] + 10
        return scores

    result = model().generate(
        [1, 2], lt.Contract.from_regex("[a-l]{3}"), max_tokens=3, processors=[add({7: 10}), watch]
    )
    assert result.text == "hhh"
    assert seen == [[1, 2], [1, 2, 7], [1, 2, 7, 7]]


def test_processors_leave_the_raw_track_alone() -> None:
    plain = model().generate([0], LETTER, max_tokens=1)
    pushed = model().generate([0], LETTER, max_tokens=1, processors=[add({5: 30})])
    assert pushed.text == "f"
    assert pushed.trace is not None
    assert plain.trace is not None
    token = pushed.trace.tokens[0]
    total = plain.trace.tokens[0].raw_logprob - LOGITS[3]
    assert token.raw_logprob == pytest.approx(LOGITS[5] + total, abs=1e-5)
    assert token.rank == 11


def test_the_mask_has_the_last_word() -> None:
    result = model().generate([0], lt.Contract.from_regex("[bc]"), max_tokens=1, processors=[add({3: 1e6})])
    assert result.text == "c"
    assert draw(50, contract=lt.Contract.from_regex("[bc]"), temperature=1.0, processors=[add({3: 1e6, 1: 50})]) == {
        1: 50
    }


def forbid_all(ids: Any, scores: Any) -> Any:
    return np.full_like(scores, -np.inf)


def forbid_allowed(ids: Any, scores: Any) -> Any:
    return np.where(np.isin(np.arange(scores.shape[1]), [1, 2]), -np.inf, scores)


@pytest.mark.parametrize("processor", [forbid_all, forbid_allowed, lambda ids, scores: np.full_like(scores, np.nan)])
@pytest.mark.parametrize("temperature", [0.0, 1.0])
def test_processors_that_leave_nothing_are_passed_over_with_a_warning(processor: Any, temperature: float) -> None:
    result = model().generate(
        [0], lt.Contract.from_regex("[bc]"), max_tokens=1, processors=[processor], temperature=temperature
    )
    assert result.text in ("b", "c")
    assert result.finish_reason == "stop"
    assert result.warnings == (
        "the processors left no allowed token at some step: there, the model's own logits decided",
    )
    free = model().generate([0], max_tokens=1, processors=[forbid_all])
    assert free.text == "d"
    assert free.warnings == result.warnings


def test_a_processor_may_forbid_some_and_force_one() -> None:
    def some(ids: Any, scores: Any) -> Any:
        out = scores.copy()
        out[0, :6] = np.nan
        out[0, 6] = -np.inf
        return out

    assert draw(200, temperature=1.0, processors=[some], top_p=1.0).keys() <= set(range(7, SIZE))
    assert draw(50, temperature=1.0, processors=[add({9: np.inf})]) == {9: 50}


# whatever the numbers


@settings(max_examples=80, deadline=None)
@given(
    st.lists(st.floats(-1e4, 1e4, width=32) | st.just(-np.inf), min_size=SIZE, max_size=SIZE),
    st.sampled_from([0.0, 0.3, 1.0, 50.0]),
    st.integers(0, 13),
    st.sampled_from([1.0, 0.9, 0.2]),
    st.sampled_from([0.0, 0.05, 1.0]),
    st.integers(0, 2**40),
)
def test_only_kept_tokens_are_drawn(
    logits: Sequence[float], temperature: float, top_k: int, top_p: float, min_p: float, seed: int
) -> None:
    result = model([*logits, -np.inf]).generate(
        [0],
        LETTER,
        max_tokens=1,
        temperature=temperature,
        top_k=top_k,
        top_p=top_p,
        min_p=min_p,
        seed=seed,
        trace="off",
    )
    token = result.token_ids[0]
    if max(logits) == -np.inf:
        assert result.finish_reason in ("closed", "stop")
    elif temperature == 0:
        assert token == np.argmax(np.array(logits, dtype=np.float32))
    else:
        shape = reference(
            [*logits, -np.inf],
            temperature=temperature,
            top_k=top_k,
            top_p=min(top_p + 1e-9, 1),
            min_p=min_p * (1 - 1e-9),
        )
        assert shape[token] > 0
