"""Whether a value belongs to what is asked for: held against everything else of its kind in the sources."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from logitrail.types import Period
from logitrail.verification.attribution.fitting import Fit, fit
from logitrail.verification.attribution.model import Attribution
from logitrail.verification.attribution.words import naming

Belonging = Literal["belongs", "other", "unknown"]

#: A share of words from which all is said that is asked about (words in a heading count a little less).
_ALL = 0.88
#: By so much another value must fit better before the one at hand is taken for another's: one that fits in part, and
#: one that fits in all.
_CLEARLY, _SLIGHTLY = 0.25, 0.1
#: Where another value fits in part only, the least that it does.
_MOST = 0.45
#: The least that a value fits whose words are all asked about.
_ENOUGH = 0.6
#: Of what is asked about, what may stand beside a value that is said of something else.
_LITTLE = 0.3
#: The least that words beside a value are ahead of words in a heading.
_BESIDE = 0.05


@dataclass(frozen=True, slots=True)
class Decision:
    """Whether a value belongs.

    Attributes:
        metric: To what is asked about.
        period: To the period asked for.
        better: A value that does, where the one at hand does not: its place among the others.
    """

    metric: Belonging
    period: Belonging
    better: int | None = None


def decide(
    about: Sequence[str],
    period: Period | None,
    chosen: Attribution | None,
    others: Iterable[Attribution],
    base: Period | None = None,
) -> Decision:
    """Whether a value belongs to what is asked for.

    Args:
        about: What is asked about, in several words for the same; none where nothing is.
        period: For when; ``None`` where that is not asked.
        chosen: What the value is said of; ``None`` where that is not known.
        others: The same of all values of the kind that are different ones.
        base: The period that the source is about.
    """
    if chosen is None or not (about or period):
        return Decision("unknown", "unknown")
    others = list(others)
    rest = [fit(about, period, other, base) for other in others]
    cells = [i for i, other in enumerate(others) if other.cell]
    return _decided(about, period, chosen, fit(about, period, chosen, base), rest, cells)


def decide_each(
    about: Sequence[str], period: Period | None, places: Sequence[tuple[Attribution | None, Any, Period | None]]
) -> list[Decision]:
    """:func:`decide` for every value of some sources, each against all others.

    Args:
        about: What is asked about.
        period: For when.
        places: For each value: what it is said of, the value itself, and the period that its source is about.
    """
    if not (about or period):
        return [Decision("unknown", "unknown")] * len(places)
    known = [(said, value, fit(about, period, said, base)) for said, value, base in places if said is not None]
    out: list[Decision] = []
    for said, value, base in places:
        if said is None:
            out.append(Decision("unknown", "unknown"))
            continue
        rivals = [(other, found) for other, rival, found in known if rival != value]
        cells = [i for i, (other, _) in enumerate(rivals) if other.cell]
        out.append(_decided(about, period, said, fit(about, period, said, base), [found for _, found in rivals], cells))
    return out


def _decided(
    about: Sequence[str],
    period: Period | None,
    chosen: Attribution,
    own: Fit,
    rest: Sequence[Fit],
    cells: Sequence[int],
) -> Decision:
    metric, better = _metric(own, rest, chosen, cells) if about else ("belongs", None)
    when: Belonging = "unknown"
    if period is not None:
        when, found = _period(own, rest, chosen, bool(about))
        better = found if better is None else better
    return Decision(metric, when, better)


def _metric(own: Fit, rest: Sequence[Fit], chosen: Attribution, cells: Sequence[int]) -> tuple[Belonging, int | None]:
    best = max(
        range(len(rest)), key=lambda i: (rest[i].metric, rest[i].exact, rest[i].period is not False), default=None
    )
    top = rest[best] if best is not None else None
    if chosen.cell and naming(chosen.near):  # "Total" says nothing
        found = _in_table(own, rest, cells)
        if found is not None:
            return "other", found
    ahead = 0.0 if top is None else top.metric - own.metric
    if own.metric >= _ALL:
        nearer = top is not None and top.beside >= 1 and ahead >= _BESIDE and own.beside < _LITTLE
        return ("other", best) if own.other and nearer else ("belongs", None)
    if own.known_other:
        return "other", best if top is not None and top.metric >= _ALL else None
    if top is not None and top.exact and not own.matched and (chosen.near or chosen.cell):
        return "other", best  # said of something that has no word of it, and another is said of just that
    if top is not None and top.metric >= _ALL:
        if (own.other and ahead >= _SLIGHTLY) or (own.apart and not chosen.cell and ahead >= _CLEARLY):
            return "other", best
    elif top is not None and own.other and top.metric >= _MOST and ahead >= _CLEARLY:
        return "other", best
    if own.other and not chosen.cell:
        for i, other in enumerate(rest):
            # 主张货款128万元、利息9.6万元: what is asked about has the one's own word, and lacks the other's.
            if other.inner >= 1 and other.metric >= max(own.metric, _ENOUGH) and other.matched - own.matched:
                return "other", i
    return "unknown", None


def _in_table(own: Fit, rest: Sequence[Fit], cells: Sequence[int]) -> int | None:
    """A cell whose row says all that is asked about which the row at hand says, and more of it or nothing else."""
    for i in cells:
        other = rest[i]
        if other.inner < 1 or not other.matched >= own.matched:
            continue
        ahead = other.metric - own.metric
        if ahead >= _SLIGHTLY or (own.inner < 1 and other.matched):
            return i
    return None


def _period(own: Fit, rest: Sequence[Fit], chosen: Attribution, asked: bool) -> tuple[Belonging, int | None]:
    fitting = [i for i, found in enumerate(rest) if found.period is not False and (not asked or found.metric >= _ALL)]
    right = [i for i in fitting if rest[i].period is True]
    if own.period is not False and chosen.before and not chosen.own_period and right:
        return "other", right[0]
    if own.period is False:
        if chosen.own_period or right:
            return "other", next(iter(right or fitting), None)
        return "unknown", None
    if own.period is True:
        return "belongs", None
    return "unknown", None
