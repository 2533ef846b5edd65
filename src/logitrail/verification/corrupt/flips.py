"""Statements turned round: denied instead of affirmed, down instead of up, at most instead of at least."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from logitrail.scan.characters import lower, plain
from logitrail.scan.cues import Cue, cues, opposed
from logitrail.scan.words import lines
from logitrail.verification.corrupt.edits import Case, Edit, applied, cased, shuffled

_SUBJECT = re.compile(
    r"(?i)(?P<no>no|neither|nobody|no\s+one|none(?:\s+of)?)(?P<who>\b.*\s|\s)(?P<modal>shall|must|may|can)$"
)
_ANYONE = {
    "no": "any",
    "neither": "either",
    "nobody": "anybody",
    "no one": "anyone",
    "none of": "any of",
    "none": "any",
}
_CONTRACTED = {"won't": "will", "can't": "can", "shan't": "shall"}
#: Where a denial can be put into a plain English statement: "was" becomes "was not".
_AFFIRMED_ENGLISH = re.compile(
    r"(?i)(?<![a-z])(?:is|are|was|were|has|have|had|will|would|could|did|does)(?![a-z'])(?!\s+(?:not|no|never)\b)"
)
#: What makes "has" an auxiliary, behind which "not" can stand.
_PARTICIPLE = re.compile(
    r"(?i)\s+(?:\w+ly\s+)?(?:been|\w+ed|\w+en|become|made|had|won|lost|sold|paid|set|cut|put|met|left|held|found|built|kept|"
    r"led|shown|grown|done|gone|come|begun|run)(?![a-z])"
)
_BEFORE_DATE = {"之前": "之后", "以前": "以后", "前": "后", "之后": "之前", "以后": "以前", "后": "前"}
_RELATIVE = re.compile(r"(?i)(?<![a-z])(?:that|which|who)\s$")
_CASE = re.compile(r"[^，。；,;]{0,30}[的者][，,]")
_DATE_WORD = re.compile(r"(?i)(?<![a-z])(?:before|after)\s+(?:the\s+)?$")


def negation_flip(case: Case) -> Iterator[Edit]:
    """What is denied, forbidden or required is affirmed, allowed or not required, and the other way round."""
    found = cues(case.claim)
    main = [cue for cue in found if not _is_subordinate(case.claim, cue, found)]
    edits = [edit for cue in main if _decides(cue) for edit in _turned(case, "negation_flip", cue)]
    edits += [
        edit for cue in found if cue.kind == "exception" and cue.value == "without" for edit in _allowed(case, cue)
    ]
    for edit in shuffled(case, edits):
        if _denials(applied(case.claim, edit)) != _denials(case.claim):
            yield edit
    yield from shuffled(case, _denied(case, found))


def direction_flip(case: Case) -> Iterator[Edit]:
    """Up becomes down, profit becomes loss, and the other way round."""
    found = [cue for cue in cues(case.claim) if cue.kind == "direction"]
    yield from _opposite(case, "direction_flip", found)


def bound_flip(case: Case) -> Iterator[Edit]:
    """At least becomes at most, before becomes after, and the other way round."""
    found = [cue for cue in cues(case.claim) if cue.kind == "bound"]
    yield from _opposite(case, "bound_flip", found)
    for quantity in case.found:
        if quantity.kind != "period" or quantity.bound is None:
            continue
        end = quantity.span.end
        word = next((word for word in _BEFORE_DATE if case.claim.startswith(word, end)), None)
        if word is not None:
            yield Edit(end, end + len(word), _BEFORE_DATE[word])
        lead = _DATE_WORD.search(case.claim, 0, quantity.span.start)
        if lead is not None:
            start, was = lead.start(), lead[0].split()[0]
            yield Edit(start, start + len(was), cased(was, "after" if was.lower() == "before" else "before"))


def _opposite(case: Case, op: str, found: list[Cue]) -> Iterator[Edit]:
    edits = [(cue, edit) for cue in found for edit in _turned(case, op, cue)]
    case.random.shuffle(edits)
    for cue, edit in edits:
        now = [
            new
            for new in cues(applied(case.claim, edit))
            if new.kind == cue.kind and new.span.start <= edit.start + len(edit.text)
        ]
        if any(opposed(cue, new) and new.span.end > edit.start for new in now):
            yield edit


def _turned(case: Case, op: str, cue: Cue) -> Iterator[Edit]:
    """The words of a cue turned round, as the table has them."""
    word = " ".join(lower(plain(cue.span.text)).split())
    other = _flips(op).get(word)
    if other is None and op == "negation_flip":
        other = _rule(word, cue)
    if other is None:
        return
    start, end = cue.span.start, cue.span.end
    if word[0] in "不未没无" and case.claim[start - 1 : start] in ("并", "並"):
        start -= 1  # 并不建议: 并 stands with a denial alone
    if other == "" and case.claim[end : end + 1] == " ":
        end += 1
    if cue.affixed:
        yield Edit(start, start + (cue.scope.start - start if cue.scope else 0), "")
    else:
        yield Edit(start, end, cased(cue.span.text, other))


def _rule(word: str, cue: Cue) -> str | None:
    """What a denial becomes that no table holds."""
    if cue.affixed:
        return ""
    if (match := _SUBJECT.fullmatch(word)) is not None:
        modal = "may" if match["modal"] in ("shall", "must") else match["modal"]
        return f"{_ANYONE[match['no'].lower()]}{match['who']}{modal}"
    if word in _CONTRACTED:
        return _CONTRACTED[word]
    if word.endswith("n't"):
        return word.removesuffix("n't")
    return None


def _allowed(case: Case, cue: Cue) -> Iterator[Edit]:
    word = cue.span.text
    if word.startswith("未经"):
        yield Edit(cue.span.start, cue.span.start + 1, "")
    elif word.lower().startswith("without"):
        yield Edit(cue.span.start, cue.span.start + 7, cased(word, "with"))


def _denied(case: Case, found: list[Cue]) -> list[Edit]:
    """A denial put into a statement that has none."""
    if any(cue.negative for cue in found):
        return []
    taken = [(cue.span.start, cue.span.end) for cue in found] + [(q.span.start, q.span.end) for q in case.found]
    scopes = [cue.scope for cue in found if cue.kind in ("condition", "exception")]
    conditions = [(scope.start, scope.end) for scope in scopes if scope is not None]
    edits = []
    for word, denied in _flips("deny").items():
        at = case.claim.find(word)
        noun = case.claim[at + len(word) : at + len(word) + 1] in ("率", "额", "地", "器", "力", "度", "者")
        if at >= 0 and not noun and not any(start < at + len(word) and at < end for start, end in taken):
            edits.append(Edit(at, at + len(word), denied))
    for match in _AFFIRMED_ENGLISH.finditer(case.claim):
        perfect = match[0].lower() not in ("has", "have", "had") or _PARTICIPLE.match(case.claim, match.end())
        inner = _RELATIVE.search(case.claim, max(0, match.start() - 8), match.start()) or any(
            low <= match.start() < high for low, high in conditions
        )
        if perfect and not inner and not any(start < match.end() and match.start() < end for start, end in taken):
            edits.append(Edit(match.end(), match.end(), " not"))
    denials = _denials(case.claim)
    return [edit for edit in edits if _denials(applied(case.claim, edit)) != denials]


def _is_subordinate(claim: str, cue: Cue, found: list[Cue]) -> bool:
    """Whether a cue is part of a condition or a relative clause: turned round there, the claim may still be true."""
    scopes = [other.scope for other in found if other.kind in ("condition", "exception") and other is not cue]
    if any(scope is not None and scope.start <= cue.span.start < scope.end for scope in scopes):
        return True
    if _RELATIVE.search(claim, max(0, cue.span.start - 8), cue.span.start):
        return True
    return _CASE.match(claim, cue.span.end) is not None


def _decides(cue: Cue) -> bool:
    """Whether to deny the cue is to say the contrary: what may happen may as well not happen."""
    return cue.kind in ("negation", "modality") and cue.value != "possible"


def _denials(text: str) -> list[str]:
    """What decides whether a text affirms or denies, in order."""
    return [cue.value for cue in cues(text) if cue.kind in ("negation", "modality") or cue.value == "without"]


@cache
def _flips(op: str) -> dict[str, str]:
    table: dict[str, str] = {}
    for line in lines("flips.txt", "logitrail.verification.corrupt"):
        name, _, pairs = line.partition(":")
        for pair in pairs.split("|") if name == op else ():
            both = "=" in pair
            one, _, other = (side.strip() for side in pair.partition("=" if both else ">"))
            table[one] = other
            if both:
                table.setdefault(other, one)
    return table
