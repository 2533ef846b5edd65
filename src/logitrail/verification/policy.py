"""What vetoes, and how strictly: a frozen set of choices that a verdict depends on besides its input."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, get_args

from logitrail.errors import OptionError
from logitrail.verification.codes import GRAVE, NOT_FOUND, VETOING

#: How a claim may round what the source says, to the precision the claim is written in.
Rounding = Literal["half_up", "half_even", "truncate"]
ROUNDINGS: tuple[Rounding, ...] = get_args(Rounding)


@dataclass(frozen=True)
class Policy:
    """Tightens or loosens the verifier.

    Attributes:
        require_citation: Whether a claim without a quote is vetoed (``CITATION_MISSING``), and whether a quantity that
            is nowhere in the evidence is vetoed even when it is weak.
        veto: The codes that reject an answer. The strength rule for ``NOT_FOUND`` codes applies on top.
        roundings: The ways in which a claim may round, to its own written precision.
        tolerance: The relative difference that counts as equal; none by default.
        strong_digits: Significant digits from which a quantity is strong; a unit makes it strong as well.
        aliases: Further names, ``{"name used in answers": "name used in sources"}``, on top of the built-in table.
        checks: The custom checks to run, by the names they were registered with.
        language: The language of the messages; by default that of each claim.

    Raises:
        OptionError: An unknown code, rounding or check, or a tolerance that is not in [0, 1).
    """

    require_citation: bool = False
    veto: frozenset[str] = field(default=VETOING)
    roundings: tuple[Rounding, ...] = ROUNDINGS
    tolerance: float = 0.0
    strong_digits: int = 3
    aliases: Mapping[str, str] = field(default_factory=dict)
    checks: tuple[str, ...] = ()
    language: Literal["zh", "en"] | None = None

    def __post_init__(self) -> None:
        if unknown := sorted(set(self.veto) - GRAVE):
            raise OptionError(
                f"not a code that can veto: {', '.join(unknown)}",
                path="$.veto",
                hint="logitrail.verification.CODES lists all codes; only CONTRADICTED and NOT_FOUND ones can veto",
            )
        if unknown := sorted(set(self.roundings) - set(ROUNDINGS)):
            raise OptionError(
                f"unknown rounding: {', '.join(unknown)}; expected some of {', '.join(ROUNDINGS)}", path="$.roundings"
            )
        if not 0 <= self.tolerance < 1:
            raise OptionError(f"tolerance must be in [0, 1), got {self.tolerance}", path="$.tolerance")
        if self.strong_digits < 1:
            raise OptionError(f"strong_digits must be at least 1, got {self.strong_digits}", path="$.strong_digits")
        object.__setattr__(self, "veto", frozenset(self.veto))

    @classmethod
    def strict(cls, **changes: Any) -> Policy:
        """Citations required, half-up rounding only, and every quantity counts as strong."""
        return replace(cls(require_citation=True, roundings=("half_up",), strong_digits=1), **changes)

    @classmethod
    def lenient(cls, **changes: Any) -> Policy:
        """Only contradictions veto; what is merely not found does not."""
        return replace(cls(veto=VETOING - NOT_FOUND), **changes)
