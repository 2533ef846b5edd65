from __future__ import annotations

import pytest

from tests.suite.claims_cases import BAD, CLAIMS, GOOD, Outcome, corrupted, measured, worse_than_before

pytestmark = pytest.mark.skipif(not CLAIMS.exists(), reason=f"no claims at {CLAIMS}: set LOGITRAIL_DATA")

#: The most of the good claims that may be vetoed, and the least of the bad ones that must be, in percent.
LIMITS = {
    "adjudicated": (0.5, {"contradicted structured": 90.0, "contradicted free": 75.0}),
    "uhgeval": (0.0, {"unsupported": 24.0}),
    "tatqa_dev": (0.0, {}),
    "halueval_qa": (0.5, {}),
    "summedits": (0.5, {}),
}
#: The least of the corruptions that must be vetoed, in percent. A digit dropped at the end may leave a true rounding.
CAUGHT = {
    "digit_edit": 99.0,
    "digit_insert": 99.0,
    "digit_drop": 99.0,
    "unit_swap": 99.0,
    "wan_yi": 99.0,
    "currency_swap": 99.0,
    "percent_points": 99.0,
    "direction_flip": 96.0,
    "negation_flip": 92.0,
    "borrowed_number": 94.0,
}


def together(outcomes: dict[str, Outcome], labels: tuple[str, ...]) -> Outcome:
    total = Outcome()
    for key, outcome in outcomes.items():
        if key.startswith(labels):
            total.claims += outcome.claims
            total.vetoed += outcome.vetoed
            total.wrong += outcome.wrong
    return total


@pytest.mark.parametrize("name", sorted(LIMITS))
def test_claims_are_judged_no_worse_than_before(name: str) -> None:
    most, least = LIMITS[name]
    outcomes = measured(name)
    assert worse_than_before(name, outcomes) == []
    good = together(outcomes, GOOD)
    assert good.share <= most, "\n".join(good.wrong)
    assert {key: share for key, share in least.items() if outcomes[key].share < share} == {}
    assert together(outcomes, BAD).share > good.share or name == "tatqa_dev"


def test_claims_made_false_are_caught_no_worse_than_before() -> None:
    untouched, outcomes = corrupted()
    assert worse_than_before("corrupted", {"supported as it is": untouched, **outcomes}) == []
    missed = {op: outcomes[op].wrong[:10] for op, share in CAUGHT.items() if outcomes[op].share < share}
    assert missed == {}
