"""Genuine values in the wrong slot are caught, right ones are let through: on sources from outside the project."""

from __future__ import annotations

import pytest

from tests.grounding.binding_cases import CLAIMS, SETS, Tally, measure, paragraphs

#: The least share of swaps that is caught, and the largest of right values that are vetoed.
CAUGHT, VETOED = 0.95, 0.005


def test_slots_of_paragraphs_written_for_the_purpose() -> None:
    found = measure(paragraphs())
    assert (found.right, found.lost) == (135, 0)
    assert found.caught >= CAUGHT * found.swaps, "\n".join(found.wrong)
    assert found.vetoed == 0, "\n".join(found.wrong)


@pytest.mark.skipif(not CLAIMS.exists(), reason=f"nothing at {CLAIMS}: set LOGITRAIL_DATA to the folder with claims/")
def test_swapped_slots_are_vetoed_and_right_ones_are_not() -> None:
    tallies = {name: measure(load()) for name, load in SETS.items()}
    found = sum(tallies.values(), Tally())
    assert found.right > 600
    assert found.swaps > 1000
    assert found.caught >= CAUGHT * found.swaps, "\n".join(found.wrong)
    assert found.vetoed <= VETOED * found.right, "\n".join(found.wrong)
    # By hand and by form: neither carries the other.
    assert tallies["adjudicated"].caught >= CAUGHT * tallies["adjudicated"].swaps
    assert tallies["adjudicated"].vetoed <= VETOED * tallies["adjudicated"].right
