"""A warning where the output says more of the contract than of the model."""

from __future__ import annotations

import logitrail as lt
from tests.contracts40 import closed
from tests.hosts import eager_model, random_model

RECORD = lt.Contract.from_schema(closed(name={"type": "string"}, n={"type": "integer"}))
WANTED = '{"name":"Ada Lovelace","n":4}'


def test_a_model_that_says_what_is_wanted_is_not_pushed() -> None:
    assert eager_model(WANTED).generate("p", RECORD).warnings == ()


def test_a_model_of_noise_is() -> None:
    result = random_model(4).generate("p", RECORD, max_tokens=120)
    assert result.trace is not None
    own = [token for token in result.trace.tokens if not token.closed]
    overrides = sum(token.override for token in own)
    assert overrides > len(own) / 5
    warning = next(warning for warning in result.warnings if warning.startswith("the contract pushed hard"))
    assert f"{overrides} of {len(own)} tokens override" in warning
    assert warning.endswith("say in the prompt what is wanted (instruct=True)")


def test_without_a_trace_nothing_is_known() -> None:
    assert random_model(4).generate("p", RECORD, max_tokens=120, trace="off").warnings == ()
