"""Whether two quantities are figures of the same thing, judged by what stands around them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from logitrail.verification.align import covered, known
from logitrail.verification.document import Document
from logitrail.verification.mention import Mention
from logitrail.verification.passage import Passage

_IN_TURN = re.compile(r"分别|依次|各自|顺次|\brespective(?:ly)?\b|\bin turn\b|\bin that order\b")

#: The share of a label that must be shared before two figures are taken to be of one thing.
SAME = 0.6
#: The share where the two stand in different sentences.
ALIKE = 0.85
_PARAPHRASED = 0.8
_HALF = 0.5
_MOST = 0.75


def agreement(
    document: Document, claim: Mention, context: frozenset[str], evidence: Mention, loosely: bool = False
) -> float:
    """How much the labels of two quantities agree, in [0, 1]: the worse of both directions.

    Args:
        document: Weighs the features.
        claim: The claimed quantity.
        context: The features of the whole claim.
        evidence: The quantity of the source.
        loosely: Whether words that the source has nowhere count little against it.
    """
    if not claim.label or not evidence.label:
        return 0.0
    there = covered(document, claim.label, evidence.label | evidence.scope)
    if loosely:
        there = max(there, _PARAPHRASED * known(document, claim.label, evidence.label | evidence.scope))
    back = covered(document, evidence.label, context)
    return min(there, back)


def belongs_elsewhere(
    document: Document,
    claim: Mention,
    context: frozenset[str],
    match: Mention,
    rivals: Iterable[tuple[Mention, bool]],
    claims: Sequence[Mention],
) -> Mention | None:
    """The figure that a claim talks about, where it is not the one whose number it gives.

    A rival takes the place of the match when the claim names most of the rival's label, its nearest word included, says
    something that only the rival's label says, and nothing that only the match's label says. Two figures of the claim
    that have each other's labels are swapped.

    Args:
        document: Weighs the features.
        claim: The claimed quantity.
        context: The features of the whole claim.
        match: The quantity of the source that has its number.
        rivals: Other quantities of the source, and whether each stands in the sentence of the match.
        claims: The figures of the claim.

    Returns:
        The rival; ``None`` where the match may well be what is meant.
    """
    around = match.label | match.scope | match.beside
    said = claim.label | claim.beside
    for rival, together in rivals:
        own = rival.label | rival.scope | rival.beside
        only_match, only_rival = around - own, own - around
        beside = together and match.segment == rival.segment and match.passage == rival.passage
        parallel = match.label == rival.label and not beside
        if not beside and (
            not (only_match if parallel else (match.label | match.beside) - own) or not said & only_rival
        ):
            continue
        misses = said & only_match
        if beside:
            # One label for both: the nearest word tells them apart.
            if claim.near & rival.near and rival.near - match.near and match.near and not match.near & context:
                return rival
            continue
        if together and not misses and _swapped(match, rival, only_match, claims):
            return rival
        if any(other.quantity.value == rival.quantity.value for other in claims):
            continue  # the claim gives the rival's number as well
        if (
            together
            and not said & around
            and claim.near & rival.near
            and known(document, rival.label, context) >= _HALF
        ):
            return rival
        if together and not said & around and known(document, rival.label, context) >= _MOST:
            return rival
        if rival.near and not rival.near & context:
            continue
        named = only_rival if parallel else (rival.label | rival.beside) - around
        if not named:
            continue
        called = known(document, named, said | claim.scope)
        if misses:
            # 咳嗽的发生率 for 头晕发生率4.7%，咳嗽2.1%: what the labels would share is left out with the rival.
            other_than = not match.head & context and covered(document, match.label, context) <= SAME
            if not (together and called == 1.0 and other_than):
                continue
        needed = SAME if together else ALIKE
        if parallel and not misses and any(feature[0] == "#" for feature in said & named):
            return rival
        if called < needed or known(document, rival.label, context) < needed:
            continue
        if not together and known(document, claim.label, own) < needed:
            continue
        return rival
    return None


def _swapped(match: Mention, rival: Mention, only_match: frozenset[str], claims: Sequence[Mention]) -> bool:
    """Whether the claim gives the rival's number to what the match is the figure of."""
    return any(
        other.quantity.value == rival.quantity.value
        and other.quantity.kind == rival.quantity.kind
        and (other.label | other.beside) & only_match
        for other in claims
    )


def shared_out(passage: Passage, mention: Mention) -> bool:
    """Whether figures are dealt out to things named before them, in order: 分别, respectively."""
    start = passage.start
    for index in range(mention.segment, 0, -1):
        if passage.parts_before(index):
            start = passage.segments[index][0]
            break
    return _IN_TURN.search(passage.document.lower, start, passage.segments[mention.segment][1]) is not None
