"""What a generation returns."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any, Literal

from logitrail.contract import Contract
from logitrail.contract.model import JsonShape
from logitrail.errors import OptionError
from logitrail.trace import Trace

FinishReason = Literal["stop", "closed", "loop", "length"]


@dataclass(frozen=True, slots=True)
class Usage:
    """Counts of one output.

    Attributes:
        prompt_tokens: Tokens of the prompt.
        completion_tokens: Tokens of the output, the end token not counted.
        forward_passes: Passes through the model, the prompt's included.
        forced_tokens: Tokens that were determined and appended without a draw.
        drafted_tokens: Tokens guessed from the prompt.
        accepted_drafts: Guesses that held.
    """

    prompt_tokens: int
    completion_tokens: int
    forward_passes: int
    forced_tokens: int = 0
    drafted_tokens: int = 0
    accepted_drafts: int = 0


@dataclass(frozen=True)
class Result:
    """One answer.

    Attributes:
        text: Exactly what was generated.
        value: Parsed and in canonical spelling; the text itself for regex and grammar contracts; ``None`` without one.
        finish_reason: "stop", "closed" (the budget ended and the witness was followed, valid), "loop" (the loop guard
            ended it, valid) or "length" (cut off; only without a contract).
        usage: Counts.
        warnings: What the caller should know.
        token_ids: Of the output, the end token not counted.
        prompt_ids: Of the prompt.
        trace: Confidence; ``None`` with ``trace="off"``.
        contract: What it was generated under.
        closed_from: Byte of the text in UTF-8 from which the witness alone wrote; ``None`` where it did not.
    """

    text: str
    value: Any
    finish_reason: FinishReason
    usage: Usage
    warnings: tuple[str, ...]
    token_ids: tuple[int, ...]
    prompt_ids: tuple[int, ...] = field(repr=False)
    trace: Trace | None = field(repr=False)
    contract: Contract | None = field(default=None, repr=False)
    closed_from: int | None = None

    @cached_property
    def parsed(self) -> Any:
        """The object of the Python type that the contract came from; of a grounded one, the typed value of each slot.

        Raises:
            OptionError: The contract came from no Python type, and is not grounded.
            pydantic.ValidationError: A validator written in Python rejects the value; the mask cannot enforce those.
        """
        if self.contract is not None and self.contract.grounding is not None:
            return self.contract.grounded_values(self)
        adapter = self.contract.adapter if self.contract is not None else None
        if adapter is None:
            raise OptionError(
                "the contract did not come from a Python type, so there is nothing to parse into; use .value",
                hint="Contract.from_schema(YourModel) or Contract.from_type(YourType)",
            )
        assert self.contract is not None
        prelude = self.contract.prelude
        text = self.text if prelude is None else self.text.partition(prelude.marker)[2]
        return adapter.validate_json(text) if isinstance(self.contract.shape, JsonShape) else self.value

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "text": self.text,
            "value": self.value,
            "finish_reason": self.finish_reason,
            "usage": asdict(self.usage),
            "warnings": list(self.warnings),
            "trace": self.trace.to_dict() if self.trace is not None else None,
            "contract": self.contract.fingerprint if self.contract is not None else None,
        }
