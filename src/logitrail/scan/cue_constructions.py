"""Cues that are no fixed words: "up 5%", debt-free, 除…外."""

from __future__ import annotations

import re

from logitrail.scan.cue_context import Raw

_UP_DOWN = re.compile(r"(?:up|down)(?![a-z-])")
_AMOUNT = (
    r"(?:[$£€¥₹]?\d|half|an?\s+(?:third|quarter|fifth|tenth|half|further|record|total|net|modest|sharp|percentage|full)|"
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|forty|fifty)\b)"
)
_STRETCH = (
    r"(?:year|quarter|month|week|day|previous|prior|same|preceding|first|second|third|fourth|last|three|six|nine)\b"
)
_MEASURED = re.compile(
    rf"\s+(?:(?:by|to|about|around|nearly|almost|over|some|roughly|just|more\s+than|less\s+than|as\s+much\s+as|another)\s+)*"
    rf"(?:{_AMOUNT}|sharply|slightly|significantly|marginally|strongly|steeply|year[\s-]|quarter[\s-]on|compared\b|versus\b|"
    rf"(?:on|in|from|over)\s+(?:{_AMOUNT}|last\b|a\s+year|the\s+{_STRETCH}|19\d\d|20\d\d))"
)
_STATED = re.compile(r"(?:[\d%]|(?<![a-z])(?:is|are|was|were|be|been|stay|stayed))\s+$")
_FREE = re.compile(r"(?<=[a-z])-free(?![a-z-])")
_UNDONE = re.compile(
    r"un(?!der|it)(?<![a-z-]..)(?P<stem>[a-z]{3,}ed)(?![a-z-])|non-(?<![a-z-]....)(?P<noun>[a-z]{4,})(?![a-z])"
)
_STEM = re.compile(r"(?<![a-z-])[a-z]{3,}$")
_NOT_FREE = frozenset("hands toll care scot cost fancy semi".split())
_APPROVED = re.compile(
    r"经(?<![未非已曾业].)(?P<what>[^。,;\n]{1,14}?(?:批准|同意|许可|审批|核准|授权|审议通过|备案|考核合格|检验合格|验收合格))"
)
_MORE_THAN_BEFORE = re.compile(
    r"(?P<way>more|fewer|less)(?<![a-z]....)(?<![a-z].....)\s+(?:[a-z]+\s+){1,3}than\s+"
    r"(?=(?:in|last|a\s+year|the\s+previous|the\s+prior|the\s+same|before|expected)\b)"
)
_EXCEPT_FOR = re.compile(
    r"除(?<![解清删扣拆废免排消切铲剔去根开].)(?!非|权|息|夕|尘|外|以|数|法运|颤)了?(?P<what>[^。;,\n]{1,60}?)"
    r"(?:以外|之外|外(?![包部国面边资汇观形科语伤销围交]))"
)
_ADDING = re.compile(r"[^。;\n]{0,60}?(?:还|也|亦|另|同时|并(?!未|不|无))")
_APART = re.compile(r"(?:以外|之外)(?=,)")
_LEADING = re.compile(r"(?:^|[。;\n])([^。,;\n除]{2,30})$")


def constructions(text: str, taken: list[tuple[int, int]]) -> list[Raw]:
    """The cues of a folded lower-case text that the lexicons do not hold.

    Args:
        text: The text.
        taken: Where words stand that are known already: "up" inside them says nothing.
    """
    covered = {at for start, end in taken for at in range(start, end)}
    found: list[Raw] = []
    for match in _UP_DOWN.finditer(text):
        start, end = match.span()
        before = text[start - 1 : start] if start else ""
        if start in covered or before == "-" or "a" <= before <= "z":
            continue
        if _MEASURED.match(text, end) or _STATED.search(text, max(0, start - 12), start):
            found.append(Raw("direction", match[0], start, end))
    found += [
        Raw("negation", "not", *match.span(), match.span(match.lastgroup or "stem"))
        for match in _UNDONE.finditer(text)
        if match.start() not in covered
    ]
    for match in _FREE.finditer(text):
        stem = _STEM.search(text[max(0, match.start() - 24) : match.start()])
        if stem is not None and stem[0] not in _NOT_FREE:
            start = match.start() - len(stem[0])
            found.append(Raw("negation", "not", start, match.end(), (start, match.start())))
    found += [
        Raw("direction", "up" if match["way"] == "more" else "down", *match.span("way"))
        for match in _MORE_THAN_BEFORE.finditer(text)
    ]
    found += [
        Raw("condition", "if", *match.span(), match.span("what"))
        for match in _APPROVED.finditer(text)
        if match.start() not in covered
    ]
    for match in _APART.finditer(text):
        lead = _LEADING.search(text[max(0, match.start() - 32) : match.start()])
        if lead is not None:
            found.append(Raw("exception", "except", *match.span(), (match.start() - len(lead[1]), match.start())))
    found += [
        Raw("exception", "except", *match.span(), match.span("what"))
        for match in _EXCEPT_FOR.finditer(text)
        if not _ADDING.match(text, match.end())  # 除A外，还有B adds
    ]
    return found
