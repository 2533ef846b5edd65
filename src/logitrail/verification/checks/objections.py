"""Why a figure that is in the evidence may still not support the claim: it is the figure of something else."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from logitrail.types import Interval
from logitrail.verification.align import known
from logitrail.verification.checks.opposites import reverse
from logitrail.verification.clauses import Clause
from logitrail.verification.compare import comparable, measure
from logitrail.verification.evidence import Close
from logitrail.verification.mention import Mention
from logitrail.verification.passage import Passage
from logitrail.verification.periods import differ
from logitrail.verification.slots import SAME, agreement, belongs_elsewhere, shared_out
from logitrail.verification.subject import Subject


@dataclass(frozen=True, slots=True)
class Objection:
    """A reason against a match, with the figure that the claim should have given, where it is known."""

    code: str
    instead: Mention | None = None


_INSIDE = re.compile(r"(?i)\bwithin\b|内")
_BECAME = re.compile(r"(?<![a-z])(?:to|until|from)(?![a-z])|[至到为]|→|->")
_NOT = re.compile(r"(?i)[不未无没]|\b(?:no|not|never|neither|nor)\b|n't")
_LEAST = frozenset((">", ">="))
_BOUNDS = frozenset((">", ">=", "<", "<="))

Objector = Callable[[Subject, Mention, Mention, Close], Objection | None]


def objection(subject: Subject, claim: Mention, match: Mention, close: Close) -> Objection | None:
    """The first objection against taking ``match`` as what ``claim`` says; ``None`` where it supports the claim."""
    for objector in OBJECTORS:
        if (found := objector(subject, claim, match, close)) is not None:
            return found
    return None


def metric(subject: Subject, claim: Mention, match: Mention, close: Close) -> Objection | None:
    """The number belongs to another figure, whose label the claim does not name."""
    if claim.is_year or shared_out(subject.passage, claim) or shared_out(close.passage, match):
        return None
    rivals = [
        (other, subject.cited or place.passage is close.passage)
        for other, place in subject.evidence.mentions()
        if other.is_value
        and not other.is_year
        and other is not match
        and other.quantity.value != match.quantity.value
        and comparable(match.quantity, other.quantity)
        and not _counts_of_two_things(match, other)
        and not _changed(close.passage, match, other)
        and isinstance(other.quantity.value, Interval) == isinstance(match.quantity.value, Interval)
    ]
    claims = [mention for mention in subject.passage.mentions if mention.is_value]
    instead = belongs_elsewhere(close.passage.document, claim, subject.passage.features, match, rivals, claims)
    return Objection("METRIC_MISMATCH", instead) if instead else None


def _counts_of_two_things(one: Mention, other: Mention) -> bool:
    """Whether two counts have different measure words: 两人, 一段."""
    units = (one.quantity.unit, other.quantity.unit)
    return one.quantity.kind == other.quantity.kind == "count" and None not in units and units[0] != units[1]


def _changed(passage: Passage, one: Mention, other: Mention) -> bool:
    """Whether one figure is what the other became: 由23.4%上升至25.1%, "from £21,350 to £16,012.50"."""
    if one.segment != other.segment:
        return False
    first, last = sorted((one, other), key=lambda mention: mention.start)
    if _BECAME.search(passage.document.lower, first.end, last.start):
        return True
    clause = passage.around(first)[1]
    return clause is not None and any(
        cue.kind == "direction" and first.end <= cue.span.start < last.start for cue in clause.cues
    )


def loose_unit(subject: Subject, claim: Mention, match: Mention, close: Close) -> Objection | None:
    """The number is there in another unit or none, and another one in the claim's unit has its label."""
    one, other = claim.quantity, match.quantity
    if (one.kind, one.unit) == (other.kind, other.unit) or one.unit is None:
        return None
    if one.kind != "count" and other.unit is not None:
        return None  # converted
    for rival, place in subject.evidence.mentions():
        found = rival.quantity
        if (found.kind, found.unit) != (one.kind, one.unit) or found.value == one.value or not rival.is_value:
            continue
        if agreement(place.passage.document, claim, subject.passage.features, rival) >= SAME:
            return Objection("METRIC_MISMATCH", rival)
    return None


def bound(subject: Subject, claim: Mention, match: Mention, close: Close) -> Objection | None:
    """One says at least, the other at most."""
    one, other = subject.passage.around(claim), close.passage.around(match)
    said = _turned(one[1], claim) or claim.quantity.bound or _side(one[0])
    there = _end(claim, match) or _turned(other[1], match) or match.quantity.bound or _side(other[0])
    if said is None or there is None or (said in _LEAST) == (there in _LEAST):
        return None
    if (
        one[1] is not None
        and other[1] is not None
        and (one[1].contraries(claim.start) + other[1].contraries(match.start)) % 2
    ):
        return None  # refused above three is granted up to three
    denials = sum(words.denials for words in (one[1], other[1]) if words is not None)
    if any(map(_within, (one[1], other[1]))) and denials % 2:
        return None  # not paid within 21 days is over 21 days
    return Objection("BOUND_FLIPPED")


def _turned(words: Clause | None, mention: Mention) -> str | None:
    """The bound of a quantity with the negation before it: 不得逾20 is at most 20."""
    for cue in words.cues if words is not None else ():
        overlaps = cue.span.start < mention.start < cue.span.end <= mention.end
        if cue.kind == "bound" and overlaps and _NOT.search(cue.span.text):
            return cue.value
    return None


def _end(claim: Mention, match: Mention) -> str | None:
    """Which end of a range a number is, as a bound."""
    span, value = match.quantity.value, claim.quantity.value
    if not isinstance(span, Interval) or isinstance(value, Interval) or value is None:
        return None
    return ">=" if value == span.low else "<=" if value == span.high else None


def _within(words: Clause | None) -> bool:
    return words is not None and any(cue.kind == "bound" and _INSIDE.search(cue.span.text) for cue in words.cues)


def _side(words: Clause | None) -> str | None:
    """The bound that the words around a figure give it, where they give one only."""
    found = words.values("bound") & _BOUNDS if words is not None else frozenset()
    return next(iter(found)) if len(found) == 1 else None


def direction(subject: Subject, claim: Mention, match: Mention, close: Close) -> Objection | None:
    """What rose fell, what was a profit was a loss."""
    one, other = subject.passage.around(claim), close.passage.around(match)
    for said, there in zip(one, other, strict=True):
        if said is not None and there is not None and (code := reverse(said, there)) is not None:
            return Objection(code)
    return None


def end_of_change(subject: Subject, claim: Mention, match: Mention, close: Close) -> Objection | None:
    """What it came to is given as what it came from, or the reverse; or it is said to fall to a larger number."""
    said, there = subject.passage.change_end(claim), close.passage.change_end(match)
    if said is not None and there is not None and said != there:
        return Objection("METRIC_MISMATCH")
    if said is not None and there is None:
        # "rose to £766m" where the source says "rose to £812m (a year before: £766m)".
        document = close.passage.document
        for other in close.mentions:
            right = other.is_value and other.quantity.value != match.quantity.value
            if not right or not comparable(match.quantity, other.quantity):
                continue
            named = known(document, claim.label, other.label | other.scope) >= SAME and bool(match.label & claim.label)
            if named and close.passage.change_end(other) == said:
                return Objection("METRIC_MISMATCH", other)
    return Objection("DIRECTION_FLIPPED") if subject.passage.contradicts_itself(claim) else None


def denied(subject: Subject, claim: Mention, match: Mention, close: Close) -> Objection | None:
    """The claim says that the figure is not this one: "was not $184.3 million", 不是三倍."""
    if claim.quantity.bound or match.quantity.bound:
        return None
    one, other = subject.passage.denied(claim), close.passage.denied(match)
    return Objection("NEGATION_FLIPPED") if one != other else None


def sign(subject: Subject, claim: Mention, match: Mention, close: Close) -> Objection | None:
    """A minus sign against a word of growth, or a minus sign on one side without any such word."""
    one, other = measure(claim.quantity), measure(match.quantity)
    if one is None or other is None or not one.value or not other.value or (one.value < 0) == (other.value < 0):
        return None
    positive = (subject.passage, claim) if other.value < 0 else (close.passage, match)
    words = positive[0].around(positive[1])[0]
    if words is not None and words.has("direction", "up") and not words.has("direction", "down"):
        return Objection("SIGN_MISMATCH")
    return None


def period(subject: Subject, claim: Mention, match: Mention, close: Close) -> Objection | None:
    """The figure is that of another period than the one that the claim names."""
    if claim.is_year or not claim.periods or not match.periods:
        return None
    apart = all(differ(one, other) for one in claim.periods for other in match.periods)
    return Objection("PERIOD_MISMATCH") if apart else None


OBJECTORS: tuple[Objector, ...] = (loose_unit, bound, direction, end_of_change, denied, sign, period, metric)
