"""One draft: what the model wrote, as claims with their quotes, and as slots once they are verified."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from logitrail.contract import Contract
from logitrail.contract.paths import pointer
from logitrail.decoding.result import Result
from logitrail.errors import OptionError
from logitrail.grounding import GroundedValue, read
from logitrail.pipeline.passages import in_whole
from logitrail.synthesis import Filling, Missing
from logitrail.synthesis.sourcing import slot_at
from logitrail.synthesis.verified import status_of, verified_slots
from logitrail.types import Source, Span
from logitrail.verification import Verdict
from logitrail.verification.claims import written


@dataclass(frozen=True)
class Draft:
    """What the model wrote.

    Attributes:
        claims: Slot → value and quote, as the verifier takes them; slots that were left open are not in it.
        missing: The slots without a value, with whether the sources are known not to say.
        values: For grounded contracts: the values with their places, in whole sources.
        finished: Whether the model ended it; else the budget did.
        keys: For grounded contracts: slot → how the model wrote what it chose.
    """

    claims: dict[str, Any]
    missing: dict[str, Missing] = field(default_factory=dict)
    values: dict[str, GroundedValue] = field(default_factory=dict)
    finished: bool = True
    keys: dict[str, str] = field(default_factory=dict)

    def quotes(self) -> dict[str, Span | None]:
        """The quote of each value, where the contract is grounded."""
        return {name: value.quote for name, value in self.values.items()}

    def shown(self) -> dict[str, Any]:
        """The claims as JSON data: numbers as they are written, so that none is rounded."""
        return {name: _shown(claim) for name, claim in self.claims.items()}

    def texts(self) -> list[str] | None:
        """The texts of all quotes; ``None`` where a claim has none."""
        quotes = [claim.get("quote") if isinstance(claim, Mapping) else None for claim in self.claims.values()]
        texts = [quote for quote in quotes if isinstance(quote, str)]
        return texts if len(texts) == len(quotes) else None

    def fillings(self, verdict: Verdict, sources: Sequence[Source]) -> dict[str, Filling]:
        """The slots, each with the status that the verdict gives it.

        Raises:
            SynthesisError: A supported value stands nowhere in its evidence.
        """
        if not self.values:
            return {**verified_slots(verdict, sources), **self.missing} if self.claims else dict(self.missing)
        by_id = {source.id: source for source in sources}
        filled: dict[str, Filling] = dict(self.missing)
        for name, value in self.values.items():
            if name in self.missing or value.span is None:
                continue
            status = status_of(finding for finding in verdict.findings if finding.slot == pointer((name,)))
            # The contract itself lets nothing else be written than what stands there: words need no further support.
            if status == "NOT_CHECKABLE" and value.quantity is None:
                status = "SUPPORTED"
            filled[name] = slot_at(by_id[value.span.source or ""], value.span, status, name=name)
        return filled


def draft_of(contract: Contract, result: Result, passages: Mapping[str, Source]) -> Draft:
    """Reads what was generated.

    Args:
        contract: What it was generated under: grounded, or with an object of slots.
        result: What was generated.
        passages: The parts of sources that the model was shown, by id; spans in them become spans of the whole.

    Raises:
        OptionError: The contract gives no object of slots.
    """
    finished = result.finish_reason == "stop"
    if contract.grounding is None:
        return _plain(result.value, finished)
    values = {name: _whole(value, passages) for name, value in read(contract, result).items()}
    missing = {
        # Behind the place where the budget ended, null was nobody's choice.
        name: Missing(known=finished)
        for name, value in values.items()
        if value.span is None
    }
    claims = {name: value.to_claim() for name, value in values.items() if name not in missing}
    return Draft(claims, missing, values, finished, {name: _key(result.value[name]) for name in claims})


def _plain(value: Any, finished: bool) -> Draft:
    if not isinstance(value, Mapping):
        raise OptionError(
            f"expected a contract for an object of slots, got {type(value).__name__}",
            path="contract",
            hint='{"revenue": {"type": "quantity", "unit": "money", "about": "revenue"}}',
        )
    claims, missing = {}, {}
    for name, slot in value.items():
        if slot is None or (isinstance(slot, Mapping) and slot.get("value") is None):
            missing[str(name)] = Missing(known=finished)
        else:
            claims[str(name)] = slot
    return Draft(claims, missing, {}, finished)


def _shown(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _shown(child) for key, child in value.items()}
    if isinstance(value, list | tuple):
        return [_shown(child) for child in value]
    return value if value is None or isinstance(value, str | bool | int | float) else written(value)


def _key(chosen: Any) -> str:
    """What the model wrote for a slot: the choice, or the quote it chose from."""
    return str(chosen["quote"]) if isinstance(chosen, Mapping) else str(chosen)


def _whole(value: GroundedValue, passages: Mapping[str, Source]) -> GroundedValue:
    def moved(span: Span | None) -> Span | None:
        return None if span is None else in_whole(span, passages)

    return replace(value, span=moved(value.span), quote=moved(value.quote))
