"""Which sentences of a source a claim is about: shared features, the rare ones first."""

from __future__ import annotations

from collections.abc import Iterable

from logitrail.verification.document import Document


def ranked(document: Document, wanted: Iterable[str], most: int) -> list[tuple[float, int]]:
    """The sentences that share most with a claim.

    Args:
        document: The source.
        wanted: The features of the claim.
        most: How many sentences at most.

    Returns:
        The share of the claim's weight that a sentence has, in [0, 1], with its number; best first, then in order.
    """
    scores: dict[int, int] = {}
    total = 0
    for feature in wanted:
        weight = document.weight(feature)
        total += weight
        for sentence in document.postings(feature):
            scores[sentence] = scores.get(sentence, 0) + weight
    best = sorted(scores.items(), key=lambda item: (-item[1], item[0]))[:most]
    return [(score / total, sentence) for sentence, score in best]


def covered(document: Document, part: frozenset[str], whole: frozenset[str]) -> float:
    """The share of the weight of ``part`` that lies in ``whole``, in [0, 1]; 1 where ``part`` is empty."""
    if part <= whole:
        return 1.0
    shared = part & whole
    return document.total(shared) / document.total(part) if shared else 0.0


def known(document: Document, part: frozenset[str], whole: frozenset[str]) -> float:
    """As ``covered``, of the words that the document has at all, and of the numbers shared; 0 where there are none."""
    there = frozenset(feature for feature in part if feature in whole or document.postings(feature))
    return covered(document, there, whole) if there else 0.0
