"""Whether a claim stands in its evidence word for word, as a sentence or as whole clauses of one."""

from __future__ import annotations

import re
from typing import Literal

from logitrail.types import Span
from logitrail.verification.subject import Subject

#: After a whole sentence nothing is left to decide; clauses may have left a condition behind.
Extent = Literal["sentence", "clauses"]

_SENTENCE_BEFORE = re.compile(r"(?:^|[。！？!?；;\n]|[.．:：]\s)[\s“”\"'‘’「『（(]*$")
_SENTENCE_AFTER = re.compile(r"[\s”\"'’」』）)]*(?:$|[。！？!?；;\n.．])")
_CLAUSE_BEFORE = re.compile(r"[，,、：:—][\s“”\"'‘’「『（(]*$")
_CLAUSE_AFTER = re.compile(r"[\s”\"'’」』）)]*[，,：:—]")
_ENDS = re.compile(r"[。！？!?；;.．][”\"'’」』）)]*$")
_REACH = 12
_LEAST = 4


def verbatim(subject: Subject) -> tuple[Span, Extent] | None:
    """Where the claim stands in the evidence, and whether as a whole sentence; ``None`` where it does not."""
    claim = subject.passage.document.plain[subject.passage.start : subject.passage.end].strip()
    if len(claim) < _LEAST:
        return None
    if subject.cited:
        places = subject.evidence.quotes
    else:
        places = [(index, 0, len(index.text)) for index in subject.evidence.indexes]
    part: Span | None = None
    for index, start, end in places:
        at = index.plain.find(claim, start, end)
        while at >= 0:
            stop = at + len(claim)
            before = index.plain[max(0, at - _REACH) : at] if at > _REACH else index.plain[:at]
            begins = at == 0 or _SENTENCE_BEFORE.search(before) is not None
            ends = _ENDS.search(claim) is not None or _SENTENCE_AFTER.match(index.plain, stop) is not None
            span = Span(at, stop, index.text[at:stop], index.source)
            if begins and ends:
                return span, "sentence"
            bounded = begins or _CLAUSE_BEFORE.search(before) is not None
            if part is None and bounded and (ends or _CLAUSE_AFTER.match(index.plain, stop) is not None):
                part = span
            at = index.plain.find(claim, at + 1, end)
    return None if part is None else (part, "clauses")
