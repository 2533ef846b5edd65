"""Frozen values that the layers hand to one another: where something stands, what it says, what was found.

Positions are counted in characters (Unicode code points) of the text as it was given, half open: ``text[start:end]``.
Numbers are exact: a ``Decimal`` where it can hold the value, else a ``Fraction``; never a float.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from hashlib import sha256
from typing import Any, Literal, get_args

#: An exact number.
Number = Decimal | Fraction

#: What a quantity measures. Percent, percentage points, basis points and permille are four kinds, never one.
Kind = Literal[
    "number",
    "money",
    "percent",
    "pp",
    "bp",
    "permille",
    "mass",
    "length",
    "area",
    "volume",
    "dose",
    "temperature",
    "duration",
    "count",
    "ratio",
    "ordinal",
    "id",
    "period",
]
KINDS: tuple[Kind, ...] = get_args(Kind)

#: On which side of the written number the meant one may lie: 约 / about, 近 / nearly, 余 多 / odd, some … more.
Approximation = Literal["about", "below", "above"]

#: How a written number bounds the meant one: 超 ``>``, 至少 ``>=``, 不足 ``<``, 至多 ``<=``.
Bound = Literal[">", ">=", "<", "<="]

Status = Literal["SUPPORTED", "CONTRADICTED", "NOT_FOUND", "NOT_CHECKABLE"]


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a text.

    Attributes:
        start, end: Characters of the text as given, half open.
        text: The stretch itself, as written.
        source: The ``Source.id`` it stands in; ``None`` for the text that is being checked.
    """

    start: int
    end: int
    text: str
    source: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """As JSON; ``source`` only where there is one."""
        data: dict[str, Any] = {"start": self.start, "end": self.end, "text": self.text}
        if self.source is not None:
            data["source"] = self.source
        return data


@dataclass(frozen=True, slots=True)
class Interval:
    """All numbers between two ends.

    Attributes:
        low, high: The ends; ``None`` where there is no end.
        low_open, high_open: Whether that end itself is left out.
    """

    low: Number | None
    high: Number | None
    low_open: bool = False
    high_open: bool = False

    def __contains__(self, value: Number) -> bool:
        exact = Fraction(value)
        if self.low is not None:
            low = Fraction(self.low)
            if exact < low or (self.low_open and exact == low):
                return False
        if self.high is not None:
            high = Fraction(self.high)
            if exact > high or (self.high_open and exact == high):
                return False
        return True


@dataclass(frozen=True, slots=True)
class Period:
    """A date or a stretch of time, component by component; a component that is not written is ``None``.

    Attributes:
        year: Western calendar (民国 and Japanese eras are converted).
        half, quarter: 1–2, 1–4.
        month, day: As written.
        hour, minute: Time of day, where written.
        fiscal: Whether the year is a fiscal year (FY2024, 2024 财年, 财政年度).
        relative: What a relative expression points at, in one spelling for all languages: ``"previous_year"``,
            ``"same_period_last_year"``, ``"previous_quarter"``, ``"this_year"``, ``"year_end"`` …
        end: The last period of a range (2022–2024年); ``None`` when it is not a range.
    """

    year: int | None = None
    half: int | None = None
    quarter: int | None = None
    month: int | None = None
    day: int | None = None
    hour: int | None = None
    minute: int | None = None
    fiscal: bool = False
    relative: str | None = None
    end: Period | None = None

    def parts(self) -> dict[str, Any]:
        """The written components only, in order of size."""
        names = ("year", "half", "quarter", "month", "day", "hour", "minute", "fiscal", "relative")
        parts: dict[str, Any] = {
            name: value for name in names if (value := getattr(self, name)) is not None and value is not False
        }
        if self.end is not None:
            parts["end"] = self.end.parts()
        return parts


@dataclass(frozen=True, slots=True)
class Quantity:
    """One quantity of a text, with what it means and where it stands.

    Attributes:
        kind: What it measures.
        value: In ``unit``, after scale (1,100万 → 11000000; 百分之五 → 5 percent); an ``Interval`` for a range, a
            ``Period`` for a period, the identifier without separators for an id; ``None`` when the text can be read
            in more than one way (``reason`` says which).
        unit: ISO 4217 code for money, a UCUM-like name for a measure, the measure word for a count; ``None`` without.
        span: Everything that belongs to it, unit and approximation included.
        approx: Whether the number is meant loosely, and on which side.
        bound: How the number bounds the meant one; ``None`` when it is the number itself.
        precision: The place value of the last written digit, in ``unit`` (1.10亿 → 1000000); ``None`` when the text
            gives no digits to round to.
        reason: Why ``value`` is ``None``, or what was taken for granted (a scale from a table's header).
    """

    kind: Kind
    value: Number | Interval | Period | str | None
    unit: str | None
    span: Span
    approx: Approximation | None = None
    bound: Bound | None = None
    precision: Number | None = None
    reason: str | None = None

    @property
    def text(self) -> str:
        """The quantity as written."""
        return self.span.text

    def to_dict(self) -> dict[str, Any]:
        """As JSON: numbers as strings, so that none is rounded."""
        return {
            "kind": self.kind,
            "value": _plain(self.value),
            "unit": self.unit,
            "span": self.span.to_dict(),
            "approx": self.approx,
            "bound": self.bound,
            "precision": _plain(self.precision),
            "reason": self.reason,
        }


@dataclass(frozen=True)
class Source:
    """A text that facts are checked against. Index it once and use it often: what is derived from it is kept with it.

    Attributes:
        text: The source as it is; positions point into it.
        id: A name that spans and findings refer to; by default the head of the text's SHA-256.
        title: For citations.
        meta: Whatever the caller wants to find again (url, page, date).
    """

    text: str
    id: str = ""
    title: str | None = None
    meta: Mapping[str, Any] = field(default_factory=dict, compare=False)
    #: Derived views by the name of the layer that made them; not part of the value.
    derived: dict[str, Any] = field(default_factory=dict, init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        if not self.id:
            object.__setattr__(self, "id", sha256(self.text.encode("utf-8", "surrogatepass")).hexdigest()[:12])

    def span(self, start: int, end: int) -> Span:
        """The stretch ``[start, end)`` of this source."""
        return Span(start, end, self.text[start:end], self.id)


@dataclass(frozen=True, slots=True)
class Claim:
    """Something said that can be held against a source.

    Attributes:
        text: The claim as said.
        span: Where it stands in the answer.
        quote: The evidence that came with it, word for word; ``None`` in free text.
        slot: JSON pointer of the slot it fills; ``None`` in free text.
        formula: How the value follows from ``operands`` (``"a - b"``); ``None`` when it is not derived.
        operands: The values that the formula names, in order.
    """

    text: str
    span: Span
    quote: str | None = None
    slot: str | None = None
    formula: str | None = None
    operands: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """One check of one claim.

    Attributes:
        status: SUPPORTED, CONTRADICTED, NOT_FOUND or NOT_CHECKABLE.
        code: Why, as a constant (``NUMBER_MISMATCH``, ``NEGATION_FLIPPED`` …).
        check: The name of the check that found it.
        veto: Whether this finding alone rejects the answer.
        span: What was checked, in the answer.
        evidence: What it was held against, in the sources.
        message: One sentence for a reader, in the language of the claim.
        slot: JSON pointer of the slot; ``None`` in free text.
    """

    status: Status
    code: str
    check: str
    veto: bool
    span: Span
    evidence: tuple[Span, ...] = ()
    message: str = ""
    slot: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "status": self.status,
            "code": self.code,
            "check": self.check,
            "veto": self.veto,
            "span": self.span.to_dict(),
            "evidence": [span.to_dict() for span in self.evidence],
            "message": self.message,
            "slot": self.slot,
        }


def _plain(value: Any) -> Any:
    match value:
        case Interval():
            return {
                "low": _plain(value.low),
                "high": _plain(value.high),
                "low_open": value.low_open,
                "high_open": value.high_open,
            }
        case Period():
            return value.parts()
        case Decimal():
            return format(value, "f")
        case Fraction():
            return f"{value.numerator}/{value.denominator}"
    return value
