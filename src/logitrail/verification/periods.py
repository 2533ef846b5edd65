"""Whether two periods are one, or two different ones, component by component."""

from __future__ import annotations

from logitrail.types import Bound, Period

_COMPONENTS = ("year", "half", "quarter", "month", "day", "hour", "minute")


def differ(one: Period, other: Period) -> bool:
    """Whether a component that both name differs; what only one of them names decides nothing."""
    if (one.end is None) != (other.end is None):
        return False
    shared = [(getattr(one, name), getattr(other, name)) for name in _COMPONENTS]
    if any(a is not None and b is not None and a != b for a, b in shared):
        return True
    return one.end is not None and other.end is not None and differ(one.end, other.end)


def contains(found: Period, claimed: Period) -> bool:
    """Whether a period of the source says all that the claim says of it.

    What stands before the largest component of the source's period (its year, mostly) may have been named earlier.
    """
    if claimed.end is not None:
        if found.end is None:
            return False
        return _contains(found, claimed) and contains(found.end, claimed.end)
    return _contains(found, claimed) or (found.end is not None and contains(found.end, claimed))


def _contains(found: Period, claimed: Period) -> bool:
    begun = agreed = False
    for name in _COMPONENTS:
        there, said = getattr(found, name), getattr(claimed, name)
        begun = begun or there is not None
        if said is None:
            continue
        if there is None and begun:
            return False
        if there is not None:
            if there != said:
                return False
            agreed = True
    return agreed


def as_fine(found: Period, claimed: Period) -> bool:
    """Whether a period of the source names every component that the claim names."""
    return all(getattr(found, name) is not None for name in _COMPONENTS if getattr(claimed, name) is not None)


def finest(period: Period) -> str | None:
    """The smallest component that is named; ``None`` where there is none (last year, today)."""
    return next((name for name in reversed(_COMPONENTS) if getattr(period, name) is not None), None)


def within(claimed: Period, limit: Period, bound: Bound | None) -> bool:
    """Whether a date lies on the right side of one that bounds it (before 15 December, 自5月6日起), or in a range."""
    if claimed.end is not None:
        return False
    if limit.end is not None:
        return _order(claimed, limit) in (0, 1) and _order(claimed, limit.end) in (0, -1)
    order = _order(claimed, limit)
    if bound is None or order is None:
        return False
    return order < 0 if bound in ("<", "<=") else order > 0


def _order(one: Period, other: Period) -> int | None:
    """-1, 0 or 1; ``None`` where the two have not the same components from the year down."""
    names = [name for name in _COMPONENTS if getattr(one, name) is not None]
    if not names or names != [name for name in _COMPONENTS if getattr(other, name) is not None]:
        return None
    first, second = ([getattr(period, name) for name in names] for period in (one, other))
    return (first > second) - (first < second)
