"""What the verifier says about an answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, get_args

from logitrail.types import Claim, Finding, Status

STATUSES: tuple[Status, ...] = get_args(Status)


@dataclass(frozen=True, slots=True)
class Verdict:
    """All findings on an answer, in the order of its claims.

    Attributes:
        findings: One for each check of each claim.
        claims: What was checked; a claim's findings carry its ``slot`` and lie inside its ``span``.
    """

    findings: tuple[Finding, ...]
    claims: tuple[Claim, ...]

    @property
    def accepted(self) -> bool:
        """False exactly when a finding vetoes."""
        return not any(finding.veto for finding in self.findings)

    @property
    def vetoes(self) -> tuple[Finding, ...]:
        """The findings that reject the answer."""
        return tuple(finding for finding in self.findings if finding.veto)

    @property
    def counts(self) -> dict[Status, int]:
        """How many findings have each status; every status is named."""
        counts = dict.fromkeys(STATUSES, 0)
        for finding in self.findings:
            counts[finding.status] += 1
        return counts

    @property
    def not_checkable(self) -> float | None:
        """The share of findings that decide nothing, in [0, 1]; ``None`` without findings."""
        return self.counts["NOT_CHECKABLE"] / len(self.findings) if self.findings else None

    def to_dict(self) -> dict[str, Any]:
        """As JSON; the same input gives the same bytes."""
        return {
            "accepted": self.accepted,
            "counts": dict(self.counts),
            "not_checkable": self.not_checkable,
            "claims": [_claim(claim) for claim in self.claims],
            "findings": [finding.to_dict() for finding in self.findings],
        }


def _claim(claim: Claim) -> dict[str, Any]:
    data: dict[str, Any] = {"text": claim.text, "span": claim.span.to_dict()}
    for name in ("quote", "slot", "formula"):
        if (value := getattr(claim, name)) is not None:
            data[name] = value
    if claim.operands:
        data["operands"] = [str(operand) for operand in claim.operands]
    return data
