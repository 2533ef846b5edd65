from __future__ import annotations

import pytest
import torch

from logitrail.backends.ragged import RaggedCache, attention_masks

pytestmark = pytest.mark.model


def filled(starts: list[int], counts: list[int], cache: RaggedCache, value: float) -> tuple[torch.Tensor, torch.Tensor]:
    cache.plan.starts, cache.plan.counts = starts, counts
    states = torch.full((len(starts), 2, max(counts), 3), value)
    return cache.update(states, -states, 0)


def test_rows_grow_each_by_its_own_number() -> None:
    cache = RaggedCache(1)
    keys, values = filled([0, 0], [3, 1], cache, 1)
    assert keys.shape == (2, 2, 3, 3)
    assert keys[1, 0, :, 0].tolist() == [1, 0, 0]
    assert torch.equal(values, -keys)
    keys, _ = filled([3, 1], [1, 4], cache, 2)
    assert keys.shape[2] == 5
    assert keys[0, 0, :, 0].tolist() == [1, 1, 1, 2, 0]
    assert keys[1, 1, :, 2].tolist() == [1, 2, 2, 2, 2]


def test_what_was_taken_back_is_written_over() -> None:
    cache = RaggedCache(1)
    filled([0], [4], cache, 1)
    keys, _ = filled([2], [1], cache, 5)
    assert keys[0, 0, :, 0].tolist() == [1, 1, 5]
    assert cache.get_seq_length() == 2


def test_rows_that_are_finished_leave() -> None:
    cache = RaggedCache(1)
    filled([0, 0, 0], [2, 2, 2], cache, 1)
    cache.plan.starts, cache.plan.counts = [2, 2, 2], [1, 1, 1]
    cache.update(torch.arange(3.0).reshape(3, 1, 1, 1).expand(3, 2, 1, 3), torch.zeros(3, 2, 1, 3), 0)
    cache.select([0, 2])
    keys, _ = filled([3, 3], [1, 1], cache, 9)
    assert keys[:, 0, :, 0].tolist() == [[1, 1, 0, 9], [1, 1, 2, 9]]


def test_more_slots_come_when_they_are_needed() -> None:
    cache = RaggedCache(1)
    filled([0], [250], cache, 1)
    keys, _ = filled([250], [300], cache, 2)
    assert keys.shape[2] == 550
    assert keys[0, 0, 249:251, 0].tolist() == [1, 2]


@pytest.mark.parametrize("window", [None, 1, 2, 4, 100])
def test_who_sees_whom(window: int | None) -> None:
    starts, width, length = [0, 3, 5], 4, 9
    seen = attention_masks(starts, width, length, window, torch.device("cpu"))
    assert seen.shape == (3, 1, 4, 9)
    for row, start in enumerate(starts):
        for column in range(width):
            position = start + column
            for slot in range(length):
                wanted = slot <= position and (window is None or position - slot < window)
                assert bool(seen[row, 0, column, slot]) == wanted
