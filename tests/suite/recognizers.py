"""What the scanner makes of the number, currency, percent and measure specifications of other libraries.

Each reader turns what was scanned into that specification's own model and changes nothing else: it takes the kinds that
the model is about, cuts words that loosen or bound a number off its span, and writes the unit as the model does.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from logitrail.scan import numerals
from logitrail.scan.atoms import Atom
from logitrail.scan.quantities import parts
from logitrail.scan.units import convert
from logitrail.types import Interval, Number, Quantity
from tests.suite.cases import DATA, Tally

RECOGNIZERS = DATA / "recognizers"
EXCEPTIONS = Path(__file__).with_name("recognizers_exceptions.txt")


@dataclass(frozen=True)
class Reading:
    """One result in a specification's model: a span, a value (``None``: no number or not compared), a unit."""

    start: int
    end: int
    value: Any = None
    unit: str | None = None


def cases(name: str) -> Iterator[dict[str, Any]]:
    """The lines of one specification."""
    with gzip.open(RECOGNIZERS / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def close(one: Any, other: Any) -> bool:
    """Whether two values are the same; the specifications round to 15 digits."""
    if not isinstance(one, Decimal | Fraction) or not isinstance(other, Decimal | Fraction):
        return bool(one == other)
    return abs(Fraction(one) - Fraction(other)) <= abs(Fraction(other)) * Fraction(1, 10**13)


def same(found: list[Reading], wanted: list[Reading]) -> bool:
    """Whether all results agree in span, value and unit."""
    return len(found) == len(wanted) and all(
        (one.start, one.end, one.unit) == (other.start, other.end, other.unit) and close(one.value, other.value)
        for one, other in zip(found, sorted(wanted, key=lambda reading: reading.start), strict=True)
    )


def _atoms(text: str) -> list[Atom]:
    return [part for part in parts(text) if isinstance(part, Atom)]


# numbers


def read_numbers(text: str) -> list[Reading]:
    """Bare numbers, also inside of other quantities, but not those of shares or glued to the letters of a unit."""
    shares = [
        atom for atom in _atoms(text) if atom.kind in ("percent", "permille", "bp") and atom.numeral.preset is None
    ]
    found = []
    for numeral in numerals(text):
        start = numeral.body if numeral.body >= 0 else numeral.start
        if numeral.value is None or isinstance(numeral.value, Interval):
            continue
        if (
            any(atom.start <= start < atom.end for atom in shares)
            or text[numeral.end : numeral.end + 1].encode().isalpha()
        ):
            continue
        found.append(Reading(start, numeral.end, numeral.value))
    return found


def want_numbers(case: dict[str, Any]) -> list[Reading]:
    """The results of a number specification."""
    return [
        Reading(result["Start"], result["End"] + 1, Decimal(result["Resolution"]["value"]))
        for result in case["Results"]
    ]


# shares


def read_percents(text: str) -> list[Reading]:
    """Percent, percentage points, permille and basis points, all as percent."""
    found = []
    for atom in _atoms(text):
        per = {"percent": 1, "pp": 1, "permille": 10, "bp": 100}.get(atom.kind)
        if per and isinstance(atom.value, Decimal | Fraction):
            found.append(Reading(*atom.inner, Fraction(atom.value) / per))
    return found


def want_percents(case: dict[str, Any]) -> list[Reading]:
    """The results of a percent specification; "null" is a percent sign without a number."""
    found = []
    for result in case["Results"]:
        written = result["Resolution"]["value"].rstrip("%")
        value = None if written == "null" else Fraction(Decimal(written))
        found.append(Reading(result["Start"], result["End"] + 1, value))
    return found


# money

_CURRENCIES = {"Dollar": "USD", "Cent": "USD", "Pound": "GBP", "Rupee": "INR", "Bitcoin": "XBT", "Peseta": "ESP"}


def read_money(text: str) -> list[Reading]:
    """Amounts of money with their ISO code."""
    return [
        Reading(*atom.inner, Fraction(atom.value), atom.unit)
        for atom in _atoms(text)
        if atom.kind == "money" and isinstance(atom.value, Decimal | Fraction)
    ]


def want_money(case: dict[str, Any]) -> list[Reading]:
    """The results of a currency specification: without a code the unit is a bare name, and cents are not converted."""
    found = []
    for result in case["Results"]:
        resolution = result["Resolution"]
        name = resolution["unit"]
        value = None if resolution["value"] is None else Fraction(Decimal(resolution["value"]))
        if name == "Cent" and value is not None:
            value /= 100
        unit = resolution.get("isoCurrency") or _CURRENCIES.get(name)
        found.append(Reading(result["Start"], result["End"] + 1, value, unit))
    return found


# measures

_UNITS = {
    "Year": "a", "Month": "mo", "Week": "wk", "Day": "d", "C": "Cel", "F": "[degF]", "Degree": "deg", "Mu": "[mu_i]",
    "Kilogram": "kg", "Centimeter": "cm", "Meter": "m", "Ton": "t", "Metric ton": "t", "Gram": "g", "Kilobit": "kbit",
    "Megabyte": "MBy", "Megahertz": "MHz", "Kilowatt": "kW", "Liang": "[liang_i]", "Kilometer": "km", "Microgram": "ug",
    "Pound": "[lb_av]", "Milliliter": "mL", "Inch": "[in_i]", "Mile": "[mi_i]", "Barrel": "[bbl]", "Foot": "[ft_i]",
    "Gallon": "[gal]", "Square meter": "m2", "Mile per hour": "[mi_i]/h", "Square kilometer": "km2", "Decimeter": "dm",
    "Tablespoon": "[tbs]", "Cup": "[cup]", "Dram": "[dr_av]", "Radian": "rad",
}  # fmt: skip
_MEASURES = frozenset({"mass", "length", "area", "volume", "dose", "number"})


def _measured(kinds: frozenset[str], accept: Callable[[str], bool]) -> Callable[[str], list[Reading]]:
    def read(text: str) -> list[Reading]:
        return [
            Reading(*atom.inner, Fraction(atom.value), "t" if atom.unit == "ton" else atom.unit)
            for atom in _atoms(text)
            if atom.kind in kinds
            and atom.unit is not None
            and isinstance(atom.value, Decimal | Fraction)
            and accept(text[atom.start : atom.end])
        ]

    return read


def want_measures(case: dict[str, Any]) -> list[Reading]:
    """The results of a measure specification, in our names; units without a number, which it lists, are left out."""
    found = []
    for result in case["Results"]:
        resolution = result["Resolution"]
        if resolution["value"] is None:
            continue
        value = Fraction(Decimal(resolution["value"]))
        found.append(
            Reading(result["Start"], result["End"] + 1, value, _UNITS.get(resolution["unit"], resolution["unit"]))
        )
    return found


def same_measures(found: list[Reading], wanted: list[Reading]) -> bool:
    """As ``same``, in whatever unit of the same dimension (5 ft 2 in is 62 inches here, 5.1666 feet there)."""
    if len(found) != len(wanted):
        return False
    for one, other in zip(found, sorted(wanted, key=lambda reading: reading.start), strict=True):
        value = one.value
        if one.unit != other.unit and value is not None and one.unit and other.unit:
            value = convert(value, one.unit, other.unit)
        if (one.start, one.end) != (other.start, other.end) or not close(value, other.value):
            return False
        if value is None and one.unit != other.unit:
            return False
    return True


_AGE = re.compile(r"岁|大$|old|of age|yo$|^age", re.IGNORECASE)


# ranges and ranks


def read_ranges(text: str) -> list[Reading]:
    """Intervals and bounded numbers, in the brackets of the specification, which leaves upper ends of ranges open."""
    found = []
    for atom in _atoms(text):
        value = atom.value
        if isinstance(value, Interval):
            found.append(Reading(atom.start, atom.end, f"[{_plain(value.low)},{_plain(value.high)})"))
        elif atom.bound is not None and isinstance(value, Decimal | Fraction):
            shape = {">": "({},)", ">=": "[{},)", "<": "(,{})", "<=": "(,{}]"}[atom.bound]
            found.append(Reading(atom.start, atom.end, shape.format(_plain(value))))
    return found


def _plain(value: Number | None) -> str:
    return "" if value is None else f"{float(value):g}"


def want_ranges(case: dict[str, Any]) -> list[Reading]:
    """The results of a range specification."""
    found = []
    for result in case["Results"]:
        ends = result["Resolution"]["value"]
        low, _, high = ends[1:-1].partition(",")
        plain = [f"{float(end):g}" if end else "" for end in (low, high)]
        found.append(Reading(result["Start"], result["End"] + 1, f"{ends[0]}{plain[0]},{plain[1]}{ends[-1]}"))
    return found


def read_ordinals(text: str) -> list[Reading]:
    """Ranks, and the numbers of passages, which that specification counts among them."""
    found = []
    for part in parts(text):
        if isinstance(part, Quantity) or part.kind != "ordinal" or not isinstance(part.value, Decimal):
            continue
        found.append(Reading(part.start, part.end, part.value))
    return found


def want_ordinals(case: dict[str, Any]) -> list[Reading]:
    """The results of an ordinal specification; its relative ones (next, last) are words without a number."""
    return [
        Reading(result["Start"], result["End"] + 1, Decimal(result["Resolution"]["value"]))
        for result in case["Results"]
        if result["TypeName"] == "ordinal"
    ]


@dataclass(frozen=True)
class Model:
    """One specification: how ours is read into it, how its results are read, and how the two are compared."""

    read: Callable[[str], list[Reading]]
    want: Callable[[dict[str, Any]], list[Reading]]
    same: Callable[[list[Reading], list[Reading]], bool] = same


_NUMBER, _PERCENT, _MONEY = (
    Model(read_numbers, want_numbers),
    Model(read_percents, want_percents),
    Model(read_money, want_money),
)
_DIMENSION = Model(_measured(_MEASURES, lambda _: True), want_measures, same_measures)
_AGES = Model(_measured(frozenset({"duration"}), lambda text: bool(_AGE.search(text))), want_measures, same_measures)
_TEMPERATURE = Model(_measured(frozenset({"temperature"}), lambda _: True), want_measures, same_measures)
_RANGE, _ORDINAL = Model(read_ranges, want_ranges), Model(read_ordinals, want_ordinals)

MODELS = {
    "zh_NumberModel": _NUMBER, "zh_PercentModel": _PERCENT, "zh_CurrencyModel": _MONEY, "en_NumberModel": _NUMBER,
    "en_CurrencyModel": _MONEY, "en_PercentModel": _PERCENT, "zh_DimensionModel": _DIMENSION,
    "en_DimensionModel": _DIMENSION, "zh_AgeModel": _AGES, "en_AgeModel": _AGES, "zh_TemperatureModel": _TEMPERATURE,
    "en_TemperatureModel": _TEMPERATURE, "zh_NumberRangeModel": _RANGE, "en_NumberRangeModel": _RANGE,
    "zh_OrdinalModel": _ORDINAL, "en_OrdinalModel": _ORDINAL,
}  # fmt: skip


@cache
def exceptions() -> dict[tuple[str, str], str]:
    """The inputs that are left out: model and input, and why."""
    lines = EXCEPTIONS.read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return {(model, written): reason for model, written, reason in rows}


def recognizers(name: str) -> Tally:
    """How many inputs of one specification are right: all its results agree."""
    model = MODELS[name]
    tally = Tally()
    for case in cases(name):
        text = case["Input"]
        if (name, text) in exceptions():
            continue
        tally.cases += 1
        found, wanted = model.read(text), model.want(case)
        if model.same(found, wanted):
            tally.right += 1
        else:
            tally.wrong.append(f"{name}: {text[:160]!r}: {_shown(text, found)}, wanted {_shown(text, wanted)}")
    return tally


def _shown(text: str, readings: list[Reading]) -> str:
    return ", ".join(
        " ".join(
            str(part)
            for part in (repr(text[reading.start : reading.end]), reading.value, reading.unit)
            if part is not None
        )
        for reading in readings
    )
