from __future__ import annotations

import json
import re
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from logitrail.engine.lowering.numerals import Bounds, number_regex, numbers, numbers_regex

EDGES = st.sampled_from(["0", "0.00005", "1e16", "1e17", "-0.00002", "-1e18", "100", "0.1", "9.99", "-7", "1e-320"])
LIMITS = st.none() | EDGES.map(Decimal) | st.decimals(-200, 200, places=3) | st.integers(-(10**20), 10**20).map(Decimal)
VALUES = (
    st.integers(-(10**21), 10**21)
    | st.integers(-210, 210)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.floats(-210, 210).map(lambda x: round(x, 3))
    | EDGES.map(float)
)


def spelled(alternatives: list[str], text: str) -> bool:
    return any(all(re.fullmatch(part[1:-1], text) for part in one.split(" & ")) for one in alternatives)


@given(LIMITS, LIMITS, st.booleans(), st.booleans(), VALUES)
def test_numbers_as_json_writes_them(
    low: Decimal | None, high: Decimal | None, low_open: bool, high_open: bool, value: float
) -> None:
    bounds = Bounds(low, low_open, high, high_open)
    if bounds.empty:
        return
    alternatives, exact = numbers(bounds)
    text = json.dumps(value)
    within = bounds.admits(Decimal(text))
    if within:
        assert spelled(alternatives, text)
    elif exact:
        assert not spelled(alternatives, text)


@given(LIMITS, LIMITS, st.integers(-(10**21), 10**21) | st.integers(-210, 210))
def test_integers(low: Decimal | None, high: Decimal | None, value: int) -> None:
    bounds = Bounds(low, False, high, False, whole=True)
    if bounds.empty:
        assert low is not None
        assert high is not None
        assert not low <= value <= high
        return
    alternatives, _ = numbers(bounds)
    assert spelled(alternatives, str(value)) == bounds.admits(Decimal(value))
    assert not spelled(alternatives, f"{value}.0")


@given(st.lists(VALUES, min_size=1, max_size=40), VALUES)
def test_listed_numbers(values: list[float], other: float) -> None:
    regex = numbers_regex(values)
    assert all(re.fullmatch(regex, json.dumps(value)) for value in values)
    listed = {Decimal(json.dumps(value)) for value in values}
    assert bool(re.fullmatch(regex, json.dumps(other))) == (Decimal(json.dumps(other)) in listed)


def test_digits_beyond_any_float_are_kept() -> None:
    number = 123456789012345678901234567890
    assert re.fullmatch(number_regex(number), str(number))
    assert not re.fullmatch(number_regex(number), str(number + 1))
