"""What cues beside each other mean together: a negated bound is the other bound, "no person shall" is a prohibition."""

from __future__ import annotations

import re
from typing import NamedTuple


class Raw(NamedTuple):
    """A cue as its words say it, with positions in the folded text; ``scope`` where the words themselves give it."""

    kind: str
    value: str
    start: int
    end: int
    scope: tuple[int, int] | None = None


_INVERSE = {">": "<=", ">=": "<", "<": ">=", "<=": ">"}
_OF_NOBODY = {"obliged": "not_obliged", "prohibited": "permitted", "permitted": "prohibited"}

#: Bounds that stand behind their number: a negation before them negates something else.
BEHIND = frozenset("以上 及以上 或以上 以下 及以下 或以下 以内 之内 有余 封顶".split())
_SUBJECT = re.compile(r"no|neither|nobody|no\s+one|none(?:\s+of)?|nothing|no\s+such|no\s+further")
_PREDICATE = re.compile(r"[,;:.。\n]|(?<![a-z])(?:is|are|was|were|that|which|who|has|have)(?![a-z])")
_BARE = frozenset(("shall", "must", "may", "can", "should", "must be"))
_NEITHER = re.compile(r"(?<![a-z])neither(?![a-z])[^.;\n]*$")
_LEADING_TO_BOUND = re.compile(r"\s*(?:be|been|to|fall|drop|have|ever|in\s+aggregate|in\s+total|any\s+event)?\s*")
_AFTER_MODAL = frozenset(("not", "never", "no longer", "in no case", "at no time"))

_CONSENT = r"(?:consent|approval|permission|authori[sz]ation|licen[cs]e|permit|prescription|notice|agreement)"
_WITHOUT = re.compile(
    rf"without\s+(?P<what>(?:(?!and\b|or\b|with\b|but\b)[\w'-]+\s+){{0,6}}?{_CONSENT})(?![a-z])|"
    r"[未非不](?<![尚还仍从并].)(?:经(?!营|济|常|历|意|过)|(?:取得|获得?|征得)(?=[^。;]{0,24}(?:不得|不能|不可|禁止|擅自|的[,，])))"
    r"(?P<said>[^。,;]{0,16}?(?:同意|批准|许可|授权|允许|审批|核准|备案|认可|委托))"
)
_WITH = re.compile(
    r"(?:with|upon|after)(?<![a-z-]with)(?<![a-z-]upon)(?<![a-z-]after)\s+"
    r"(?P<what>(?:(?!and\b|or\b|with\b|but\b|a\b|three\b)[\w'-]+\s+){0,5}?(?:consent|approval|permission))(?![a-z])"
)


def combined(text: str, found: list[Raw]) -> list[Raw]:
    """The cues with those made one that are one.

    Args:
        text: The folded text in lower case.
        found: The cues that its words are, in any order.
    """
    ordered = sorted(found, key=lambda raw: (raw.start, -raw.end))
    return _negated(text, _without_subject(text, _consents(text, ordered)))


def _consents(text: str, found: list[Raw]) -> list[Raw]:
    # "Without the lender's consent" and 未经…同意 are one exception, not a negation.
    if not any(word in text for word in ("未", "非经", "不经", "without", "consent", "approval", "permission")):
        return found
    asked = [
        Raw("exception", "without", match.start(), match.end(), match.span("what" if match["what"] else "said"))
        for match in _WITHOUT.finditer(text)
    ]
    asked += [Raw("condition", "if", match.start(), match.end(), match.span("what")) for match in _WITH.finditer(text)]
    if not asked:
        return found
    starts = {one.start for one in asked}
    # 可以不经同意: the 不 is that of the exception.
    found = [raw._replace(value="permitted", end=raw.end - 1) if raw.end - 1 in starts else raw for raw in found]
    inside = {at for one in asked for at in range(one.start, one.end)}
    return sorted([*(raw for raw in found if raw.start not in inside), *asked], key=lambda raw: (raw.start, -raw.end))


def _without_subject(text: str, found: list[Raw]) -> list[Raw]:
    # "No person shall" and "neither party may" are prohibitions; "no one is required to" is no obligation.
    out: list[Raw] = []
    for raw in found:
        before = out[-1] if out else None
        word = text[raw.start : raw.end]
        if word == "nor" and _NEITHER.search(text, max(0, raw.start - 120), raw.start):
            continue  # "neither A nor B" is one negation of both
        if before is not None and _denies_everyone(text, before, raw):
            value = "prohibited" if word in _BARE else _OF_NOBODY[raw.value]
            out[-1] = Raw("modality", value, before.start, raw.end)
        else:
            out.append(raw)
    return out


def _denies_everyone(text: str, before: Raw, raw: Raw) -> bool:
    return (
        before.kind == "negation"
        and raw.kind == "modality"
        and raw.value in _OF_NOBODY
        and raw.start - before.end <= 60
        and _SUBJECT.fullmatch(text, before.start, before.end) is not None
        and _PREDICATE.search(text, before.end, raw.start) is None
    )


def _refuses(text: str, raw: Raw) -> bool:
    """Whether it denies the word behind it; 禁止 and its like refuse what a noun names."""
    if raw.kind == "negation":
        return True
    return (
        raw.kind == "modality" and raw.value == "prohibited" and (text[raw.start] == "不" or text[raw.start].isascii())
    )


def _negated(text: str, found: list[Raw]) -> list[Raw]:
    # "Shall not be less than" is "at least", "may in no case" a prohibition.
    out: list[Raw] = []
    for raw in found:
        before = out[-1] if out else None
        if before is not None:
            word = text[raw.start : raw.end]
            bound = raw.kind == "bound" and raw.value in _INVERSE and word not in BEHIND and word[0] not in "不未"
            if bound and _refuses(text, before) and _LEADING_TO_BOUND.fullmatch(text, before.end, raw.start):
                out[-1] = Raw("bound", _INVERSE[raw.value], before.start, raw.end)
                continue
            beside = not text[before.end : raw.start].strip()
            if beside and before.kind == "negation" and raw.kind == "modality" and raw.value in _OF_NOBODY:
                out[-1] = Raw("modality", _OF_NOBODY[raw.value], before.start, raw.end)  # "isn't obliged to"
                continue
            permitted = before.kind == "modality" and before.value == "permitted"
            if permitted and word in _AFTER_MODAL and text[before.end : raw.start].isspace():
                out[-1] = Raw("modality", "prohibited", before.start, raw.end)
                continue
        out.append(raw)
    return out
