"""A sentence repeated with a word changed: where nearly all of it is the same, what differs decides.

The other checks compare what clauses are about; this one lines up the words. It sees the 不 that was left out of a long
sentence, and the second that became a third.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import Match, SequenceMatcher
from itertools import combinations

from logitrail.scan.cues import Cue, opposed
from logitrail.types import Finding, Period, Span
from logitrail.verification.clauses import affixed
from logitrail.verification.compare import difference, measure, relation
from logitrail.verification.evidence import Close
from logitrail.verification.features import words
from logitrail.verification.passage import Passage
from logitrail.verification.periods import differ
from logitrail.verification.subject import Subject

#: The share of a claim's words that must stand in the evidence, in order.
_SAME = 0.8
#: How many words may differ in one place.
_FEW = 6
#: How many words on both sides of a change must be the same before a number is held against the one in its place.
_SEVERAL = 4
_LEAST, _MOST = 5, 400
_LISTED = re.compile(r"\s*(?:[、,，]|和|与|及|或|以及|and|or|as well as|&|/)?\s*")
#: Alone, these answer and do not deny.
_BARE = frozenset("no not none never 不 无 没 没有 未 非 否".split())
_CLAUSE = re.compile("[，,;；。、：:]")
_NEGATED = re.compile(r"(?i)[不未无没]|\b(?:no|not|without)\b|n't")
_CODES = {
    "direction": "DIRECTION_FLIPPED",
    "bound": "BOUND_FLIPPED",
    "outcome": "OPPOSITE_WORD",
    "modality": "MODALITY_CHANGED",
}


@dataclass(frozen=True, slots=True)
class _Change:
    """A stretch of the claim, and what stands in the evidence in its place; both may be empty.

    ``firm``: whether several words on both sides are the same, so that the two stretches stand for each other.
    """

    start: int
    end: int
    there: int
    until: int
    firm: bool = False


def wording(subject: Subject) -> Iterator[Finding]:
    """One finding for the first change of a word that turns a repeated sentence into its contrary."""
    if any(subject.passage.plain in close.passage.plain for close in subject.evidence.close):
        return  # nothing differs
    for close in subject.evidence.close:
        if not subject.cited and close.share < _SAME:
            continue
        changes, whole = _changes(subject.passage, close)
        for change in changes:
            code = _turned(subject, close.passage, change)
            if code is not None:
                yield subject.finding("wording", code, _said(subject, change), _shown(subject, close, change))
                return
        if (swapped := _swapped(subject.passage, close.passage, changes)) is not None:
            yield subject.finding("wording", "ROLES_SWAPPED", _said(subject, swapped), _shown(subject, close, swapped))
            return
        if whole is not None and changes and (denied := _denied(subject.passage, close.passage, changes, whole)):
            yield subject.finding("wording", "NEGATION_FLIPPED", _said(subject, denied), _shown(subject, close, denied))
            return


def _changes(passage: Passage, close: Close) -> tuple[list[_Change], _Change | None]:
    """Where the claim departs from the evidence, in a few words at a time; nothing where it is not a repetition.

    Returns:
        The changes, and the whole stretch that is repeated; ``None`` for it where many words differ in one place.
    """
    said, there = passage.words, close.words
    if not _LEAST <= len(said) <= _MOST or not _LEAST <= len(there) <= 2 * _MOST:
        return [], None
    one, other = [word[0] for word in said], [word[0] for word in there]
    known = set(other)
    if sum(word in known for word in one) < _SAME * len(one):
        return [], None
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    blocks = [block for block in matcher.get_matching_blocks() if block.size]
    if sum(block.size for block in blocks) < _SAME * len(said):
        return [], None
    gaps = [
        (before.a + before.size, after.a, before.b + before.size, after.b)
        for before, after in itertools.pairwise(blocks)
    ]
    first, last = blocks[0], blocks[-1]
    edges = [(0, first.a, 0, first.b), (last.a + last.size, len(said), last.b + last.size, len(there))]
    inside = [gap for gap in gaps if _few(gap)]
    outside = [edge for edge in edges if _few(edge) and edge[0] < edge[1]]  # else the claim is just a part
    last = blocks[-1]
    firm = {
        (before.a + before.size, after.a)
        for before, after in itertools.pairwise(blocks)
        if before.size >= _SEVERAL and (after.size >= _SEVERAL or (after is last and _ends(after, said, there)))
    }
    changes = [_change(said, there, gap, gap[:2] in firm) for gap in sorted([*inside, *outside])]
    if len(inside) < len(gaps):
        return changes, None
    a = 0 if edges[0] in outside else first.a
    b = len(said) if edges[1] in outside else last.a + last.size
    c = 0 if edges[0] in outside else first.b
    d = len(there) if edges[1] in outside else last.b + last.size
    return changes, _Change(said[a].start(), said[b - 1].end(), there[c].start(), there[d - 1].end())


def _ends(block: Match, said: list[re.Match[str]], there: list[re.Match[str]]) -> bool:
    return block.a + block.size == len(said) and block.b + block.size == len(there)


def _few(gap: tuple[int, int, int, int]) -> bool:
    return gap[1] - gap[0] <= _FEW and gap[3] - gap[2] <= _FEW


def _change(
    said: list[re.Match[str]], there: list[re.Match[str]], gap: tuple[int, int, int, int], firm: bool
) -> _Change:
    return _Change(*_stretch(said, gap[0], gap[1]), *_stretch(there, gap[2], gap[3]), firm)


def _stretch(words: list[re.Match[str]], first: int, last: int) -> tuple[int, int]:
    if first < last:
        return words[first].start(), words[last - 1].end()
    at = words[first - 1].end() if first else words[0].start()
    return at, at


def _turned(subject: Subject, evidence: Passage, change: _Change) -> str | None:
    one = _cues(subject.passage, change.start, change.end)
    other = _cues(evidence, change.there, change.until)
    for cue in one:
        for against in other:
            if opposed(cue, against) and cue.kind in _CODES:
                return _CODES[cue.kind]
    return _renumbered(subject, evidence, change) if change.firm else None


def _swapped(claim: Passage, evidence: Passage, changes: list[_Change]) -> _Change | None:
    """Two words that have changed places: 乙负主要责任，甲负次要责任. The order of a mere list says nothing."""
    for first, second in combinations(changes, 2):
        one, two = (claim.document.lower[c.start : c.end] for c in (first, second))
        there = tuple(evidence.document.lower[c.there : c.until] for c in (first, second))
        between = claim.document.lower[first.end : second.start]
        if one.strip() and two.strip() and one != two and there == (two, one) and not _LISTED.fullmatch(between):
            return first
    return None


def _denied(claim: Passage, evidence: Passage, changes: list[_Change], whole: _Change) -> _Change | None:
    """The change that makes a denial of an assertion, or the reverse: the one side denies once more than the other."""
    one = [cue for cue in _cues(claim, whole.start, whole.end) if _denies(cue)]
    other = [cue for cue in _cues(evidence, whole.there, whole.until) if _denies(cue)]
    if abs(len(one) - len(other)) != 1:
        return None
    for change in changes:
        near = [*_cues(claim, change.start, change.end), *_cues(evidence, change.there, change.until)]
        # A bound or a state ("unchanged") may be said with a negation and without.
        if any(cue.kind in ("bound", "direction", "exception") for cue in near):
            continue
        alone = all(
            _is_the_cue(passage, start, end, near)
            for passage, start, end in (
                (claim, change.start, change.end),
                (evidence, change.there, change.until),
            )
            if near
        )
        if any(map(_denies, near)) and alone:
            return change
    return None


def _is_the_cue(passage: Passage, start: int, end: int, near: list[Cue]) -> bool:
    """Whether a stretch is hardly more than the word that denies: not a phrase or a clause that has one in it."""
    text = passage.document.lower[start:end]
    longest = max(len(words(cue.span.text)) for cue in near)
    return _CLAUSE.search(text) is None and len(words(text)) <= longest + 1


def _denies(cue: Cue) -> bool:
    if cue.kind == "outcome":
        return _NEGATED.search(cue.span.text) is not None  # 未获通过
    bare = cue.scope is None and cue.span.text.lower() in _BARE
    if not cue.negative or bare or affixed(cue):
        return False
    return cue.kind == "negation" or not re.match(
        "[a-z]*(?:ing|ed|s)$|(?:bar|ban|forbid|prohibit)", cue.span.text.lower()
    )


def _cues(passage: Passage, start: int, end: int) -> list[Cue]:
    return [cue for clause in passage.clauses for cue in clause.cues if cue.span.start < end and start < cue.span.end]


def _renumbered(subject: Subject, evidence: Passage, change: _Change) -> str | None:
    """A number, a class, a position or a period in whose place the evidence has another one."""
    one = [q for q in subject.passage.found if q.span.start < change.end and change.start < q.span.end]
    other = [q for q in evidence.found if q.span.start < change.until and change.there < q.span.end]
    if len(one) != 1 or len(other) != 1 or one[0].kind != other[0].kind:
        return None
    claim, there = one[0], other[0]
    if isinstance(claim.value, Period) and isinstance(there.value, Period):
        relative = claim.value.relative != there.value.relative and None not in (
            claim.value.relative,
            there.value.relative,
        )
        return "PERIOD_MISMATCH" if relative or differ(claim.value, there.value) else None
    if claim.kind == "ordinal":
        return "NUMBER_MISMATCH" if claim.value != there.value else None
    if measure(claim) is None or measure(there) is None:
        return None
    if not subject.cited and any(m.quantity.value == claim.value for m, _ in subject.evidence.mentions()):
        return None  # another sentence, much like this one, may say it
    return difference(claim, there) if relation(claim, there, subject.policy) is None else None


def _said(subject: Subject, change: _Change) -> Span:
    text = subject.passage.document.text
    start, end = _widened(text, change.start, change.end)
    return Span(start, end, text[start:end])


def _shown(subject: Subject, close: Close, change: _Change) -> Span:
    return subject.evidence.span(close, *_widened(close.passage.document.text, change.there, change.until))


def _widened(text: str, start: int, end: int) -> tuple[int, int]:
    """With a few characters on both sides, so that the place can be read."""
    return max(0, start - 8), min(len(text), end + 8)
