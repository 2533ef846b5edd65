from __future__ import annotations

import numpy as np
import pytest

from logitrail.engine.mask import pack
from logitrail.trace import measure

INF = np.inf


def one(logits: list[float], allowed: list[bool] | None, token: int) -> tuple[float, float, float, float]:
    got = measure(
        np.array([logits], dtype=np.float32), [pack(np.array(allowed)) if allowed is not None else None], [token]
    )
    return (
        float(got.raw_logprob[0]),
        float(got.masked_logprob[0]),
        float(got.log_allowed_mass[0]),
        float(got.entropy[0]),
    )


def test_a_token_that_is_not_allowed_has_no_masked_probability() -> None:
    raw, masked, mass, _ = one([1, 1, 1, 1], [True, True, False, False], 2)
    assert raw == pytest.approx(np.log(0.25))
    assert masked == -INF
    assert mass == pytest.approx(np.log(0.5))


def test_nothing_allowed() -> None:
    _, masked, mass, _ = one([1, 2], [False, False], 1)
    assert (masked, mass) == (-INF, -INF)


def test_the_only_allowed_token_was_impossible() -> None:
    raw, masked, mass, entropy = one([0, -INF, 0], [False, True, False], 1)
    assert (raw, masked, mass) == (-INF, 0, -INF)
    assert entropy == pytest.approx(np.log(2))


def test_several_impossible_tokens_have_no_order() -> None:
    raw, masked, mass, _ = one([0, -INF, -INF], [False, True, True], 1)
    assert (raw, mass) == (-INF, -INF)
    assert np.isnan(masked)


@pytest.mark.parametrize("bad", [np.nan, INF])
def test_logits_that_are_no_numbers_give_none(bad: float) -> None:
    assert all(np.isnan(number) for number in one([1, bad, 2], [True, True, False], 0)[:3])


def test_all_logits_impossible() -> None:
    assert np.isnan(one([-INF, -INF], None, 0)[0])


def test_without_a_mask_the_two_tracks_are_one() -> None:
    raw, masked, mass, _ = one([3, 1, 0], None, 1)
    assert raw == masked
    assert mass == 0


def test_of_equal_logits_the_rank_is_the_best() -> None:
    got = measure(np.array([[5, 7, 7, 1]], dtype=np.float32), [None], [2])
    assert got.rank[0] == 0


def test_top_tokens_are_ordered_by_logit_and_then_by_id() -> None:
    got = measure(np.array([[5, 7, 7, 1]], dtype=np.float32), [None], [0], top_k=3)
    assert [i for i, _ in got.top[0]] == [1, 2, 0]
    assert measure(np.array([[5.0]], dtype=np.float32), [None], [0], top_k=20).top == (((0, 0.0),),)
    assert measure(np.array([[5.0]], dtype=np.float32), [None], [0]).top == ((),)
