"""What one number and the words around it amount to, before neighbours are joined."""

from __future__ import annotations

from decimal import Decimal

from logitrail.scan.numeral import Numeral
from logitrail.scan.units import Unit
from logitrail.types import Approximation, Bound, Interval, Kind, Number


class Atom:
    """One number with its unit and marks. A text has hundreds, so what is rarely set costs nothing until it is.

    Attributes:
        start, end: Everything that belongs to it.
        numeral: The bare number.
        value: In ``unit``.
        step: The place value of the last written digit, in ``unit``.
        kind, unit: What it measures.
        approx, bound, reason: As in ``Quantity``.
        bare: The value before the scale word (40 of 40万): what the first end of a range is compared with.
        scale: The power of ten of the scale word; 0 without.
        shift: The power of ten of a minor unit (−2 for cents).
        signed: Its currency stands before it.
        sign: Where its minus sign stands; −1 without.
        inner: Where the amount itself stands, without the words that loosen or bound it.
        currency: The currency that stands before it.
        listed: It is an identifier whose label stands before another one (Sections 5 and 6).
        closed: Words behind it end it: no range or second unit can follow.
    """

    approx: Approximation | None = None
    bound: Bound | None = None
    reason: str | None = None
    bare: Number | None = None
    scale = 0
    shift = 0
    signed = False
    sign = -1
    currency: Unit | None = None
    listed = False
    closed = False

    def __init__(
        self,
        start: int,
        end: int,
        numeral: Numeral,
        value: Number | Interval | str | None,
        step: Decimal | None,
        kind: Kind = "number",
        unit: str | None = None,
    ) -> None:
        self.start = start
        self.end = end
        self.numeral = numeral
        self.value = value
        self.step = step
        self.kind: Kind = kind
        self.unit = unit
        self.inner = (start, end)
