"""Figures that a claim may have computed: without a formula they cannot be checked, nor be taken for invented."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Literal

from logitrail.types import Quantity
from logitrail.verification.compare import Measure, measure, significant_digits
from logitrail.verification.features import data_lines
from logitrail.verification.mention import Mention
from logitrail.verification.passage import Passage

#: Figures of the evidence that are combined at most, and the most that are added up.
_MOST, _MOST_SUMMED, _MOST_AT_LARGE = 40, 12, 200
#: Significant digits from which a sum or difference is hardly ever met by chance.
_LONG = 4
_COUNTABLE = 20
#: The most characters between the two.
_SPOKEN_GAP = 14
_PURE = frozenset(("number", "ratio"))


@cache
def _words(group: str) -> re.Pattern[str]:
    words = [
        word
        for line in data_lines("arithmetic.txt")
        if line.startswith(group)
        for word in line.partition(":")[2].split()
    ]
    english = "|".join(word for word in words if word.isascii())
    return re.compile("|".join([*(word for word in words if not word.isascii()), rf"\b(?:{english})\b"]))


def announced(passage: Passage, mention: Mention, group: Literal["sums", "ratios", "quotients"]) -> bool:
    """Whether the claim says that the figure is computed: a total or a mean; a share, a rate, a comparison."""
    start, end = passage.segments[mention.segment]
    return _words(group).search(passage.document.lower, start, end) is not None


def counts_itself(mention: Mention, passages: Sequence[Passage], strictly: bool) -> bool:
    """Whether a small count may be the text's own: how many items it lists.

    Args:
        mention: The count.
        passages: The claim and its evidence.
        strictly: Whether the items must be found; else any small count in words may be one.
    """
    value = measure(mention.quantity)
    if (
        value is None
        or value.value is None
        or mention.quantity.kind not in ("count", "number")
        or value.value.denominator != 1
        or not 0 < value.value <= _COUNTABLE
    ):
        return False
    if not strictly:
        return not re.search(r"\d", mention.quantity.text)
    return any(value.value in _listed(passage) for passage in passages)


def _listed(passage: Passage) -> set[int]:
    """How many items the lists of a passage have."""
    text = passage.document.plain[passage.start : passage.end]
    sizes = {len(re.split("、|和|及|与|以及", part)) for part in re.split("[，。；：,;:（）()]", text)}
    sizes |= {len(re.split(r",\s*(?:and\s+|or\s+)?|\s+and\s+|\s+or\s+", part)) for part in re.split(r"[.;:()]\s", text)}
    sizes.add(len(re.findall(r"(?:^|\s|[（(。；;])(?:\d{1,2}|[a-h])[.)、）]\s?(?=\D)", text)))
    sizes.add(len(re.findall("[一二三四五六七八九十]、|第[一二三四五六七八九十]+[条款项]", text)))
    sizes.add(sum(mention.is_value for mention in passage.mentions))
    return sizes - {0, 1}


def derivable(claim: Quantity, groups: Sequence[Sequence[Quantity]], ratios: bool) -> bool:
    """Whether two figures of one passage give the claimed one.

    Args:
        claim: The claimed figure.
        groups: The figures of each passage.
        ratios: Whether products, quotients, growth rates and means count, and sums of few digits; else only sums and
            differences that are hardly met by chance.
    """
    wanted = measure(claim)
    if wanted is None or wanted.value is None:
        return False
    if not ratios and significant_digits(claim) < _LONG - 1:
        return False
    step = abs(Fraction(claim.precision)) * wanted.factor if claim.precision else Fraction(0)
    target = abs(wanted.value)
    return any(
        abs(abs(result) - target) <= (step / 2 if ratios else 0)
        for group in groups
        for result in _results(_pool(group), wanted.dimension, ratios)
    )


def _pool(group: Sequence[Quantity]) -> list[Measure]:
    pool: list[Measure] = []
    for quantity in group:
        value = measure(quantity)
        if value is None or value.value is None:
            continue
        if value not in pool:
            pool.append(value)
        if quantity.kind == "duration":
            # Twelve months of 6,000 each: the number of months is a factor.
            pool.append(Measure("number", value.value / value.factor, value.value / value.factor, Fraction(1)))
    return pool[:_MOST]


def spoken(claim: Quantity, first: Mention, second: Mention, between: str) -> bool:
    """Whether two number words after each other are one spoken number: "twelve dot fifty", "twelve Euros and fifty"."""
    said, whole, part = measure(claim), measure(first.quantity), measure(second.quantity)
    if said is None or whole is None or part is None or None in (said.value, whole.value, part.value):
        return False
    if len(between) > _SPOKEN_GAP or re.search(r"\d", first.quantity.text + second.quantity.text + between):
        return False
    assert said.value is not None
    assert whole.value is not None
    assert part.value is not None
    return 0 < part.value < 100 and said.value == whole.value + part.value / 100


def exactly(claim: Quantity, evidence: Sequence[Quantity]) -> bool:
    """Whether a figure of many digits is the exact sum or difference of two of one unit, wherever they stand."""
    wanted = measure(claim)
    if wanted is None or wanted.value is None or significant_digits(claim) < _LONG:
        return False
    values: dict[str, set[Fraction]] = {}
    for quantity in evidence[:_MOST_AT_LARGE]:
        value = measure(quantity)
        if value is not None and value.value is not None:
            values.setdefault(value.dimension, set()).add(value.value)
    group = values.get(wanted.dimension, set())
    target = abs(wanted.value)
    return any(value + target in group or target - value in group for value in group)


def _results(pool: Sequence[Measure], dimension: str, ratios: bool) -> Iterator[Fraction]:
    for one, two in combinations(pool, 2):
        a, b = one.value, two.value
        assert a is not None
        assert b is not None
        if one.dimension == two.dimension:
            points = one.dimension == "ratio" and dimension == "points"
            if points or dimension in (one.dimension, "number"):
                scale = 100 if points else 1
                yield (a - b) * scale
                yield (a + b) * scale
                if ratios:
                    yield (a + b) / 2 * scale
            if ratios and dimension in _PURE:
                for x, y in ((a, b), (b, a)):
                    if y:
                        yield x / y
                        yield x / y - 1
        elif ratios:
            named = {one.dimension, two.dimension}
            if named & _PURE and dimension in {*(named - _PURE), "number"}:
                yield a * b
            # Per square foot, per month: in the units as written.
            x, y = a / one.factor, b / two.factor
            if y:
                yield x / y
            if x:
                yield y / x
    yield from _sums(pool, dimension)


def _sums(pool: Sequence[Measure], dimension: str) -> Iterator[Fraction]:
    """The sums of three or more figures of one unit that follow one another."""
    groups: dict[str, list[Fraction]] = {}
    for item in pool:
        if item.value is not None:
            groups.setdefault(item.dimension, []).append(item.value)
    for name, values in groups.items():
        if dimension in (name, "number"):
            for start in range(len(values)):
                for end in range(start + 3, min(len(values), start + _MOST_SUMMED) + 1):
                    yield sum(values[start:end], Fraction(0))
