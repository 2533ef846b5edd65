"""From a verdict to slots: what was found supported, in the words of the source that supports it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from logitrail.contract.paths import parse_pointer
from logitrail.errors import SynthesisError
from logitrail.scan import quantities
from logitrail.synthesis.slot import Filling, Missing, Slot
from logitrail.synthesis.sourcing import slot_at
from logitrail.types import Claim, Finding, Source, Span, Status
from logitrail.verification import Verdict


def verified_slots(verdict: Verdict, sources: Iterable[Source | str]) -> dict[str, Filling]:
    """The slots of a structured answer that was verified, by name.

    Args:
        verdict: Of ``{slot: {"value": …, "quote": …}}``.
        sources: Those that it was verified against.

    Returns:
        For each slot its value (a list of them where the answer has a list), with its status; :class:`Missing` where
        the answer abstains.

    Raises:
        SynthesisError: The verdict is on a text without slots, or a supported value stands nowhere in its evidence.
    """
    known = {one.id: one for one in (Source(s) if isinstance(s, str) else s for s in sources)}
    filled: dict[str, Filling] = {}
    for claim in verdict.claims:
        if claim.slot is None:
            raise SynthesisError(
                f"{claim.text!r} fills no slot", hint='lt.verify({"revenue": {"value": …, "quote": …}}, sources)'
            )
        name, *rest = parse_pointer(claim.slot)
        filling = _filling(name, claim, [one for one in verdict.findings if one.slot == claim.slot], known)
        if not rest:
            filled[name] = filling
            continue
        listed = filled.setdefault(name, [])
        if isinstance(filling, Slot) and isinstance(listed, list):
            filled[name] = [*listed, filling]
    return filled


def status_of(findings: Iterable[Finding]) -> Status:
    """The status of a slot: a veto outweighs all, then support; what decides nothing comes last.

    That its quote is genuine says nothing of the value yet.
    """
    told = [finding for finding in findings if finding.code != "QUOTE_FOUND"]
    vetoed: list[Status] = [finding.status for finding in told if finding.veto]
    by_weight: tuple[Status, ...] = ("SUPPORTED", "CONTRADICTED", "NOT_FOUND")
    statuses = {finding.status for finding in told}
    return vetoed[0] if vetoed else next((one for one in by_weight if one in statuses), "NOT_CHECKABLE")


def _filling(name: str, claim: Claim, findings: list[Finding], sources: dict[str, Source]) -> Slot | Missing:
    if any(finding.code == "ABSTAINED" for finding in findings):
        return Missing()
    status, span = status_of(findings), _place(claim, findings, sources)
    if status == "NOT_CHECKABLE" and span is not None and not quantities(claim.text):
        status = "SUPPORTED"  # words without a figure, word for word in their genuine quote
    if status != "SUPPORTED":
        return Slot(claim.text, status)
    if span is None or span.source is None:
        raise SynthesisError(
            f"{claim.text!r} is supported, but stands in none of its evidence as it is",
            slot=name,
            path=name,
            hint="write the value in the words of its quote",
        )
    return slot_at(sources[span.source], span, status, name=name)


def _place(claim: Claim, findings: Sequence[Finding], sources: dict[str, Source]) -> Span | None:
    """Where the value stands: the quantity that a check held it against, else the words themselves."""
    supported = [finding for finding in findings if finding.status == "SUPPORTED"]
    if len(quantities(claim.text)) == 1:
        for finding in supported:
            for span in finding.evidence:
                if span.source in sources and len(quantities(span.text)) == 1:
                    found = quantities(span.text)[0]
                    if found.text == span.text:
                        return span
    for finding in supported:
        for span in finding.evidence:
            at = span.text.find(claim.text)
            if span.source in sources and claim.text and at >= 0:
                return Span(span.start + at, span.start + at + len(claim.text), claim.text, span.source)
    return None
