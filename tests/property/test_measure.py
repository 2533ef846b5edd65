"""Every number of the trace against plain float64, on logits of any shape."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logitrail.engine.mask import pack
from logitrail.trace import measure

KINDS = ("plain", "huge spread", "some −inf", "one allowed", "far below", "ties", "all allowed")


@st.composite
def steps(draw: st.DrawFn) -> tuple[npt.NDArray[np.float32], list[npt.NDArray[np.bool_]], list[int]]:
    """Logits, what is allowed, and an allowed choice for each of some steps."""
    size = draw(st.sampled_from([1, 2, 3, 31, 32, 33, 257, 1000]))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    rows, allowed, chosen = [], [], []
    for _ in range(draw(st.integers(1, 4))):
        kind = draw(st.sampled_from(KINDS))
        logits = rng.normal(0, 5, size).astype(np.float32)
        keep = rng.random(size) < draw(st.sampled_from([0.02, 0.5, 0.98]))
        if kind == "huge spread":
            logits = rng.uniform(-1e4, 1e4, size).astype(np.float32)
        elif kind == "some −inf":
            logits[rng.random(size) < 0.5] = -np.inf
            logits[rng.integers(size)] = 3
        elif kind == "one allowed":
            keep[:] = False
        elif kind == "far below":  # α underflows in float32 and in float64
            logits[keep] -= 2000
        elif kind == "ties":
            logits = rng.integers(0, 2, size).astype(np.float32)
        elif kind == "all allowed":
            keep[:] = True
        keep[rng.integers(size)] = True
        possible = np.flatnonzero(keep & np.isfinite(logits))
        if not len(possible):
            logits[np.flatnonzero(keep)[0]] = 1
            possible = np.flatnonzero(keep)[:1]
        rows.append(logits)
        allowed.append(keep)
        chosen.append(int(rng.choice(possible)))
    return np.stack(rows), allowed, chosen


def log_sum_exp(values: npt.NDArray[np.float64]) -> float:
    peak = values.max()
    return float(peak + np.log(np.exp(values - peak).sum()))


@settings(max_examples=300, deadline=None)
@given(steps())
def test_all_numbers_equal_float64(
    case: tuple[npt.NDArray[np.float32], list[npt.NDArray[np.bool_]], list[int]],
) -> None:
    logits, allowed, chosen = case
    before = logits.copy()
    got = measure(logits, [pack(keep) for keep in allowed], chosen, top_k=5)
    assert np.array_equal(logits, before)
    for i, (keep, token) in enumerate(zip(allowed, chosen, strict=True)):
        exact = logits[i].astype(np.float64)
        total = log_sum_exp(exact)
        raw = exact[token] - total
        masked = exact[token] - log_sum_exp(exact[keep])
        mass = log_sum_exp(exact[keep]) - total
        p = np.exp(exact - total)
        entropy = -(p[p > 0] * np.log(p[p > 0])).sum()
        # float32 holds seven digits: of a logarithm of 20,000 the fourth decimal is noise.
        close = {"rel": 1e-6, "abs": 2e-5}
        assert got.raw_logprob[i] == pytest.approx(raw, **close)
        assert got.masked_logprob[i] == pytest.approx(masked, **close)
        assert got.log_allowed_mass[i] == pytest.approx(mass, **close)
        assert got.entropy[i] == pytest.approx(entropy, rel=1e-4, abs=1e-4)
        assert got.entropy[i] >= 0
        assert got.rank[i] == (exact > exact[token]).sum()
        assert got.override[i] == (not keep[exact.argmax()])
        assert got.raw_logprob[i] == pytest.approx(got.masked_logprob[i] + got.log_allowed_mass[i], rel=1e-6, abs=1e-4)
        order = np.lexsort((np.arange(len(exact)), -exact))[:5]
        assert [value for _, value in got.top[i]] == pytest.approx(
            [exact[j] - total for j in order], rel=1e-6, abs=2e-5
        )


@given(st.integers(0, 2**32), st.integers(1, 6))
def test_steps_are_measured_alike_alone_and_together(seed: int, number: int) -> None:
    rng = np.random.default_rng(seed)
    logits = rng.normal(0, 4, (number, 300)).astype(np.float32)
    masks = [pack(rng.random(300) < 0.3) if rng.random() < 0.7 else None for _ in range(number)]
    chosen = [int(i) for i in rng.integers(0, 300, number)]
    together = measure(logits, masks, chosen)
    for i in range(number):
        alone = measure(logits[i : i + 1], masks[i : i + 1], chosen[i : i + 1])
        for name in ("raw_logprob", "masked_logprob", "log_allowed_mass", "entropy", "rank", "override"):
            assert getattr(alone, name)[0] == getattr(together, name)[i], name
