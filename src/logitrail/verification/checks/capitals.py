"""An amount in words and in figures, side by side: 人民币壹佰万元整（¥1,000,000）."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from logitrail.types import Finding
from logitrail.verification.compare import measure
from logitrail.verification.mention import Mention
from logitrail.verification.subject import Subject

_BETWEEN = re.compile(r"[\s(（\[:：,，]*(?:(?:大写|小写|即|人民币|rmb|say|in words|in figures)[\s:：为]*)*")
_DIGIT = re.compile(r"\d")


def capitals(subject: Subject) -> Iterator[Finding]:
    """A finding for each amount whose words and figures differ."""
    figures = [mention for mention in subject.passage.mentions if mention.quantity.kind in ("money", "number")]
    for first, second in itertools.pairwise(figures):
        between = subject.passage.document.lower[first.end : second.start]
        if not between.strip() or _BETWEEN.fullmatch(between) is None or not re.search(r"[(（\[]|大写|小写", between):
            continue
        if (_in_figures(first) or _in_figures(second)) and _in_figures(first) != _in_figures(second):
            one, other = measure(first.quantity), measure(second.quantity)
            if one is not None and other is not None and one.value != other.value:
                yield subject.finding("capitals", "CAPITALS_MISMATCH", subject.claimed(first), subject.claimed(second))


def _in_figures(mention: Mention) -> bool:
    return _DIGIT.search(mention.quantity.text) is not None
