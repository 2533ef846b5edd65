"""Tells when a contract pushed so hard that the output says more of the contract than of the model."""

from __future__ import annotations

from collections.abc import Iterator

from logitrail.trace import Trace
from logitrail.trace.record import total

#: Shorter outputs are judged by their fields.
_FEWEST = 8
_MOST_OVERRIDDEN = 0.2
_MOST_PRESSURE = 2.0  # nats a token: on average the model gave what was allowed e⁻² of its probability


def overconstraint(trace: Trace, *, instructed: bool) -> Iterator[str]:
    """A warning where over a fifth of the tokens are no first choice of the model, or pressure exceeds 2 nats a token.

    Args:
        trace: Of the output.
        instructed: Whether the prompt has the contract in words already.
    """
    # What the witness wrote, the budget pushed: "closed" says so already.
    tokens = [token for token in trace.tokens if not token.closed]
    pressure = total([token.pressure for token in tokens])
    if len(tokens) < _FEWEST or pressure is None:
        return
    overrides = sum(token.override for token in tokens)
    if overrides > _MOST_OVERRIDDEN * len(tokens) or pressure > _MOST_PRESSURE * len(tokens):
        yield (
            f"the contract pushed hard: {overrides} of {len(tokens)} tokens override the model's first choice, "
            f"pressure {pressure:.1f} nats; say in the prompt what is wanted{'' if instructed else ' (instruct=True)'}"
        )
