"""Each figure of a claim: found in the evidence, there with another value, or nowhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from logitrail.types import Finding, Period, Quantity
from logitrail.verification.checks.objections import objection
from logitrail.verification.compare import (
    Relation,
    comparable,
    difference,
    measure,
    relation,
    same_digits,
    significant_digits,
)
from logitrail.verification.derivation import announced, counts_itself, derivable, exactly, spoken
from logitrail.verification.evidence import Close
from logitrail.verification.mention import Mention, is_class
from logitrail.verification.slots import SAME, agreement
from logitrail.verification.subject import Subject

#: The share of a claim that a sentence must have to be taken for the rule that a figure falls under.
_NEAR = 0.4
_TIMES = {
    "d": re.compile(r"[日天]|\bday|daily"),
    "wk": re.compile(r"周|星期|week"),
    "mo": re.compile(r"月|month"),
    "a": re.compile(r"年|year|annu"),
    "h": re.compile(r"时|hour"),
}
_ENOUGH_DIGITS = 3
_SINCE = re.compile(r"至今|迄今|以来|距今|\b(?:since|ago|so far|to date)\b")
_CLOSENESS = {"EQUAL": 0, "CONVERTED": 1, "ROUNDED": 2, "IN_BOUND": 3}


def numbers(subject: Subject) -> Iterator[Finding]:
    """One finding for each figure."""
    for mention in subject.passage.mentions:
        checked = mention.is_value or (subject.cited and is_class(mention.quantity))
        if checked and not subject.in_formula(mention) and not subject.computed(mention):
            yield _number(subject, mention)


def _number(subject: Subject, mention: Mention) -> Finding:
    span = subject.claimed(mention)
    if measure(mention.quantity) is None:
        return subject.finding("numbers", "AMBIGUOUS", span, detail=mention.quantity.reason or "")
    for close in subject.evidence.close:
        for other in close.mentions:
            if other.is_value and other.quantity.value == mention.quantity.value:
                how = _agrees(subject, mention.quantity, other.quantity)
                if how == "EQUAL" and objection(subject, mention, other, close) is None:
                    return subject.finding("numbers", how, span, subject.shown(other, close))
    refused: tuple[str, Mention, Close, Mention | None] | None = None
    inside: tuple[Mention, Close] | None = None
    for place in (subject.evidence.mentions, subject.evidence.elsewhere):
        matches = [
            (_CLOSENESS[how], order, how, other, close)
            for order, (other, close) in enumerate(place())
            if (other.is_value or is_class(other.quantity))
            and (how := _agrees(subject, mention.quantity, other.quantity)) is not None
        ]
        for _, _, how, other, close in sorted(matches, key=lambda match: match[:2]):
            if how == "IN_BOUND":
                inside = inside or ((other, close) if _related(mention, other, close) else None)
                continue
            against = objection(subject, mention, other, close)
            if against is None:
                return subject.finding("numbers", how, span, subject.shown(other, close))
            refused = refused or (against.code, other, close, against.instead)
        if refused is not None:
            break
    if refused is not None and (subject.passage.features or subject.cited):
        code, other, close, instead = refused
        shown = [subject.shown(other, close)]
        if instead is not None:
            shown.insert(0, subject.evidence.span(close, instead.start, instead.end))
        return subject.finding("numbers", code, span, *shown)
    return _unmatched(subject, mention, inside)


def _agrees(subject: Subject, claim: Quantity, evidence: Quantity) -> Relation | None:
    how = relation(claim, evidence, subject.policy)
    if how is None and evidence.reason is not None and subject.passage.is_row and same_digits(claim, evidence):
        return "EQUAL"  # a row of a table, repeated without the heading that gives its scale
    return how


def _related(mention: Mention, other: Mention, close: Close) -> bool:
    return close.share >= _NEAR or bool(mention.label & (other.label | other.scope))


def _unmatched(subject: Subject, mention: Mention, inside: tuple[Mention, Close] | None) -> Finding:
    span, quantity = subject.claimed(mention), mention.quantity
    if not mention.label and not subject.passage.features and not subject.cited:
        return subject.finding("numbers", "NO_SUBJECT", span)
    if mention.is_year and subject.cited and (found := _at_large(subject, mention)) is not None:
        return found
    if _is_rate(subject, mention):
        return subject.finding("numbers", "NUMBER_NOT_FOUND", span, veto=False)
    if is_class(quantity) and _in_roman(subject, mention):
        return subject.finding("numbers", "EQUAL", span)
    if _change(subject, mention) or _elapsed(subject, mention):
        return subject.finding("numbers", "DERIVED", span)
    slot = None if mention.is_year and not subject.cited else _slot(subject, mention)
    if inside is not None and (slot is None or _agreement(subject, mention, *inside) >= slot[0]):
        return subject.finding("numbers", "IN_BOUND", span, subject.shown(*inside))
    if slot is not None:
        _, other, close = slot
        return subject.finding("numbers", difference(quantity, other.quantity), span, subject.shown(other, close))
    if _computed(subject, mention):
        return subject.finding("numbers", "DERIVED", span)
    if counts_itself(mention, [subject.passage, *(close.passage for close in subject.evidence.close)], subject.cited):
        return subject.finding("numbers", "SELF_COUNT", span)
    if (instead := _only_one(subject, mention)) is not None:
        other, close = instead
        return subject.finding("numbers", difference(quantity, other.quantity), span, subject.shown(other, close))
    weak = mention.is_year and not subject.cited
    return subject.finding("numbers", "NUMBER_NOT_FOUND", span, veto=subject.strong(quantity) and not weak)


def _in_roman(subject: Subject, mention: Mention) -> bool:
    """Whether the evidence writes a class with a Roman numeral: Ⅴ类 for 五类."""
    value = mention.quantity.value
    if value not in range(1, 13):
        return False
    written = chr(ord("Ⅰ") + int(value) - 1) + (mention.quantity.unit or "")  # type: ignore[arg-type]  # in the range
    return any(written in close.passage.document.text[close.start : close.end] for close in subject.evidence.close)


def _is_rate(subject: Subject, mention: Mention) -> bool:
    """Whether a single day, year or person is no amount but "each": 一天 for 每日, 每招用一名."""
    if not mention.is_unit_of_time:
        before = subject.passage.document.lower[max(0, mention.start - 5) : mention.start]
        return mention.quantity.value == 1 and mention.quantity.kind == "count" and "每" in before
    words = _TIMES.get(mention.quantity.unit or "")
    return (
        not subject.cited
        or words is None
        or any(words.search(close.passage.document.lower, close.start, close.end) for close in subject.evidence.close)
    )


def _change(subject: Subject, mention: Mention) -> bool:
    """Whether the figure is by how much something moved that the evidence gives from and to: 由5周延长至8周."""
    words, value = subject.passage.around(mention)[1], measure(mention.quantity)
    if words is None or value is None or value.value is None or not words.has("direction"):
        return False
    if subject.passage.change_end(mention) is not None:
        return False
    for (first, close), (second, other) in pairwise(subject.evidence.mentions()):
        if close.passage is not other.passage or not comparable(first.quantity, second.quantity):
            continue
        if close.passage.change_end(first) != "from" or close.passage.change_end(second) != "to":
            continue
        one, two = measure(first.quantity), measure(second.quantity)
        assert one is not None
        assert two is not None
        if one.value is None or two.value is None or not comparable(mention.quantity, first.quantity):
            continue
        if one.dimension == "ratio":
            continue  # percent differ by points, not by percent
        if abs(two.value - one.value) == abs(value.value):
            return True
    return False


def _elapsed(subject: Subject, mention: Mention) -> bool:
    """Whether the figure is a time since a date of the evidence, which depends on when the claim was made."""
    if mention.quantity.kind != "duration":
        return False
    start, end = subject.passage.segments[mention.segment]
    if _SINCE.search(subject.passage.document.lower, start, end) is None:
        return False
    return any(isinstance(other.quantity.value, Period) for other, _ in subject.evidence.mentions())


def _computed(subject: Subject, mention: Mention) -> bool:
    """Whether the figure may have been computed from those of the evidence."""
    if not subject.cited and announced(subject.passage, mention, "sums"):
        return True
    groups: list[list[Quantity]] = []
    rows: list[Quantity] = []
    for close in subject.evidence.close:
        figures = [other.quantity for other in close.mentions if other.is_value and not other.is_year]
        if close.passage.row is not None or subject.cited:
            rows += figures
        else:
            groups.append(figures)
    rest: list[Quantity] = []
    if not subject.cited:
        for other, close in subject.evidence.elsewhere():
            if other.is_value and not other.is_year:
                (rest if close.passage.row is None else rows).append(other.quantity)
    quotient = announced(subject.passage, mention, "quotients")
    words = subject.passage.around(mention)[1]
    moved = words is not None and words.has("direction")
    ratio = quotient or moved or announced(subject.passage, mention, "ratios")
    if quotient:
        groups = [sum(groups, rows)]
    if _spoken(subject, mention):
        return True
    if subject.cited and not _may_be_met(subject, mention):
        return False
    if derivable(mention.quantity, [*groups, rows], ratio):
        return True
    return not subject.cited and exactly(mention.quantity, [*sum(groups, rows), *rest])


def _spoken(subject: Subject, mention: Mention) -> bool:
    """Whether the evidence has the figure as it is said aloud, in two numbers."""
    places = [*subject.evidence.mentions(), *subject.evidence.elsewhere()]
    for (first, close), (second, other) in pairwise(places):
        if close.passage is other.passage and first.end <= second.start:
            between = close.passage.document.text[first.end : second.start]
            if spoken(mention.quantity, first, second, between):
                return True
    return False


def _may_be_met(subject: Subject, mention: Mention) -> bool:
    """Whether a figure has digits enough, or is announced, so that a result is not just met by chance."""
    if mention.quantity.bound is not None and not announced(subject.passage, mention, "sums"):
        return False
    enough = significant_digits(mention.quantity) >= _ENOUGH_DIGITS or mention.quantity.approx is not None
    return enough or announced(subject.passage, mention, "sums")


def _at_large(subject: Subject, mention: Mention) -> Finding | None:
    """A year need not stand in the quote: the source may name it once for all that follows."""
    for other, close in subject.evidence.at_large():
        if other.quantity.value == mention.quantity.value or mention.quantity.text in other.quantity.text:
            return subject.finding("numbers", "PERIOD_FOUND", subject.claimed(mention), subject.shown(other, close))
    return None


def _slot(subject: Subject, mention: Mention) -> tuple[float, Mention, Close] | None:
    """The figure of the evidence that stands where the claimed one should, with another value, and how well it fits."""
    best: tuple[float, Mention, Close] | None = None
    taken = {m.quantity.value for m in subject.passage.mentions if m is not mention and m.is_value}
    for other, close in subject.evidence.mentions():
        if not other.is_value or other.quantity.value in taken or not _of_one_kind(mention, other):
            continue
        if relation(mention.quantity, other.quantity, subject.policy) == "IN_BOUND":
            continue
        score = _agreement(subject, mention, other, close)
        if same_digits(mention.quantity, other.quantity) and (subject.strong(mention.quantity) or score >= SAME / 2):
            score = max(score, SAME)
        if score >= SAME and (best is None or score > best[0]):
            best = (score, other, close)
    return best


def _only_one(subject: Subject, mention: Mention) -> tuple[Mention, Close] | None:
    """The only figure of its unit in the closest sentence, if the word beside it is the claimed figure's too."""
    if not subject.strong(mention.quantity) or not subject.evidence.close:
        return None
    close = subject.evidence.close[0]
    alike = [other for other in close.mentions if other.is_value and comparable(mention.quantity, other.quantity)]
    if len(alike) != 1 or not alike[0].near & mention.near:
        return None
    if relation(mention.quantity, alike[0].quantity, subject.policy) is not None:
        return None
    return alike[0], close


def _agreement(subject: Subject, mention: Mention, other: Mention, close: Close) -> float:
    strong = subject.strong(mention.quantity)
    return agreement(close.passage.document, mention, subject.passage.features, other, strong)


def _of_one_kind(mention: Mention, other: Mention) -> bool:
    claim, evidence = mention.quantity, other.quantity
    if measure(evidence) is None:
        return False
    return comparable(claim, evidence) or same_digits(mention.quantity, other.quantity)
