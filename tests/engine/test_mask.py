from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from logitrail.engine.mask import count, flags_of, has_bit, members, pack, set_bit

FLAGS = st.lists(st.booleans(), min_size=1, max_size=200).map(np.array)


@given(FLAGS)
def test_pack_and_back(flags: np.ndarray) -> None:
    mask = pack(flags)
    assert mask.dtype == np.int32
    assert len(mask) == -(-len(flags) // 32)
    assert np.array_equal(flags_of(mask, len(flags)), flags)
    assert members(mask).tolist() == np.flatnonzero(flags).tolist()
    assert count(mask) == flags.sum()


@given(FLAGS, st.data())
def test_one_bit(flags: np.ndarray, data: st.DataObject) -> None:
    mask = pack(flags)
    i = data.draw(st.integers(0, len(flags) - 1))
    assert has_bit(mask, i) == flags[i]
    for value in (True, False, True):
        set_bit(mask, i, value)
        flags[i] = value
        assert has_bit(mask, i) == value
        assert np.array_equal(flags_of(mask, len(flags)), flags)


def test_the_highest_bit_of_a_word() -> None:
    mask = np.zeros(2, dtype=np.int32)
    for i in (31, 63):
        set_bit(mask, i, True)
        assert has_bit(mask, i)
    assert count(mask) == 2
    assert mask.tolist() == [-(2**31)] * 2
