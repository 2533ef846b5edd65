"""What a check is given: one claim, read, with its evidence, the policy, and the way to say what was found."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from logitrail.types import Finding, Quantity, Span
from logitrail.verification.aliases import Aliases
from logitrail.verification.claims import Statement
from logitrail.verification.codes import CODES
from logitrail.verification.compare import significant_digits
from logitrail.verification.evidence import Close, Evidence
from logitrail.verification.features import language
from logitrail.verification.mention import Mention
from logitrail.verification.messages import message
from logitrail.verification.pairing import Pair, pairs
from logitrail.verification.passage import Passage
from logitrail.verification.policy import Policy

#: A computation in brackets: (428+214), (184,306 - 101,877), (2 × 3 + 2).
FORMULA = re.compile(r"[(（](?=[^()（）\n]*\d[^()（）\n]*(?:[+×÷*]|\s[-−–/]\s)[^()（）\n]*\d)[^()（）\n]{3,200}[)）]")

_SCALES = re.compile(r"(?i)\b(?:thousand|million|billion|crore|lakh|percent|per cent|dollars?|euros?|pounds?)\b")
_YEARS = re.compile(r"\D*(?:1[5-9]|20)\d\d\s*[-−–/]\s*(?:1[5-9]|20)?\d\d\D*")


def _is_computation(text: str) -> bool:
    """Whether brackets hold arithmetic: not a stretch of time (1969 – 1972, 9 May – 3 June), not words."""
    if re.search("[+×÷*]", text):
        return True
    return _YEARS.fullmatch(text) is None and re.search(r"[A-Za-z]{3,}|[年月日]", _SCALES.sub("", text)) is None


#: Counts and lengths of time bear a unit too, but 两家 and "a year" are as often words as figures: those with two or
#: more digits are strong.
_COUNTED = frozenset(("count", "duration"))
_FIGURES = re.compile(r"\d\d|\d[.,]\d|[０-９]{2}|[一二三四五六七八九十两].*[一二三四五六七八九十]")
_UNIT_BEARING = frozenset("money percent pp bp permille mass length area volume dose temperature".split())


@dataclass
class Subject:
    """A claim to be checked.

    Attributes:
        statement: The claim with what its slot says.
        passage: The claim, read.
        evidence: What it is held against.
        policy: What vetoes.
        aliases: The names that count as one.
    """

    statement: Statement
    passage: Passage
    evidence: Evidence
    policy: Policy
    aliases: Aliases

    @cached_property
    def language(self) -> str:
        """The language of the messages."""
        return self.policy.language or language(self.statement.context or self.statement.claim.text)

    @cached_property
    def formulas(self) -> list[tuple[int, int]]:
        """Where the claim shows how a figure is computed."""
        found = FORMULA.finditer(self.passage.document.plain, self.passage.start, self.passage.end)
        return [match.span() for match in found if _is_computation(match[0])]

    @cached_property
    def pairs(self) -> list[list[Pair]]:
        """For each clause of the claim, the clauses of the evidence that are like it, best first."""
        return pairs(self.passage, self.evidence)

    @property
    def cited(self) -> bool:
        """Whether everything is decided against a quote."""
        return self.evidence.cited

    def strong(self, quantity: Quantity) -> bool:
        """Whether a quantity that is nowhere in the evidence is a veto: it bears a unit, or has enough digits."""
        return (
            self.cited
            or self.policy.require_citation
            or quantity.kind in _UNIT_BEARING
            or (quantity.kind in _COUNTED and quantity.unit is not None and _FIGURES.search(quantity.text) is not None)
            or significant_digits(quantity) >= self.policy.strong_digits
        )

    def in_formula(self, mention: Mention) -> bool:
        """Whether a quantity is an operand of a formula inside the claim."""
        return any(start <= mention.start and mention.end <= end for start, end in self.formulas)

    def computed(self, mention: Mention) -> bool:
        """Whether a quantity is the result of a formula: that check decides."""
        if self.statement.is_slot and self.statement.claim.formula is not None:
            return True
        return any(result is mention for result, _, _ in self.results)

    @cached_property
    def results(self) -> list[tuple[Mention, int, int]]:
        """The figures before computations in brackets, with where the brackets stand."""
        found = []
        for start, end in self.formulas:
            before = [m for m in self.passage.mentions if m.end <= start and m.is_value and not m.is_year]
            if before:
                found.append((before[-1], start, end))
        return found

    def finding(
        self,
        check: str,
        code: str,
        span: Span | None = None,
        *evidence: Span,
        veto: bool = True,
        detail: str = "",
    ) -> Finding:
        """A finding about a stretch of the claim, by default all of it.

        Args:
            check: The name of the check.
            code: The reason.
            span: What was checked, in the answer.
            evidence: What it was held against; the first is named in the message.
            veto: False where the code would veto, but the case is too weak.
            detail: What else the message says.
        """
        span = span or self.statement.claim.span
        return Finding(
            CODES[code],
            code,
            check,
            veto and CODES[code] in ("CONTRADICTED", "NOT_FOUND") and code in self.policy.veto,
            span,
            evidence,
            message(code, self.language, span.text, evidence[0].text if evidence else "", detail),
            self.statement.claim.slot,
        )

    def claimed(self, mention: Mention) -> Span:
        """Where a quantity stands in the answer."""
        return Span(mention.start, mention.end, self.passage.document.text[mention.start : mention.end])

    def shown(self, mention: Mention, close: Close) -> Span:
        """Where a quantity stands in the source."""
        return self.evidence.span(close, mention.start, mention.end)
