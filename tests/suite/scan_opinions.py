"""Second opinions on the scanner: the corpora of two other libraries, which say one value for each input."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

from logitrail.scan import numerals, quantities
from logitrail.scan.units import convert
from logitrail.types import Interval, Quantity
from tests.suite.cases import DATA, Tally

DUCKLING = DATA / "duckling_corpus"
JIONLP = DATA / "jionlp_tests"

#: Their names of units in ours.
_UNITS = {
    "Gram": "g",
    "Pound": "[lb_av]",
    "Ounce": "[oz_av]",
    "Cup": "[cup]",
    "Kilometre": "km",
    "Mile": "[mi_i]",
    "Metre": "m",
    "M": "m",
    "Centimetre": "cm",
    "Inch": "[in_i]",
    "Foot": "[ft_i]",
    "Millimetre": "mm",
    "Litre": "L",
    "Millilitre": "mL",
    "Gallon": "[gal]",
    "Hectolitre": "hL",
    "Celsius": "Cel",
    "Fahrenheit": "[degF]",
    "Degree": "deg",
    "Second": "s",
    "Minute": "min",
    "Hour": "h",
    "Day": "d",
    "Week": "wk",
    "Month": "mo",
    "Quarter": "quarter",
    "Year": "a",
}
_CURRENCIES = {"Dollar": ("USD", "CNY", "HKD"), "Pound": ("GBP",), "Cent": ("USD", "CNY"), "Unnamed": (None, "USD")}
_SHAPE = re.compile(r"(simple|under|above|between)? ?([A-Za-z]*) ?\(?(-?[0-9.e]+)(?:, ?(-?[0-9.e]+))?\)?")


def duckling(name: str) -> Tally:
    """How many inputs of one of its dimensions have the value that it says."""
    right = {"Numeral": _is_number, "Ordinal": _is_ordinal, "AmountOfMoney": _is_money}.get(name[:-3], _is_measure)
    tally = Tally()
    for example in json.loads((DUCKLING / f"{name}.json").read_text(encoding="utf-8")):
        for written in example["inputs"]:
            tally.cases += 1
            if right(example["value"], written):
                tally.right += 1
            else:
                shown = [(q.text, q.kind, str(q.value), q.unit) for q in quantities(written)]
                tally.wrong.append(f"{name}: {written!r}: {shown}, wanted {example['value']}")
    return tally


def _number(written: str) -> Fraction:
    return Fraction(Decimal(written))


def _is_number(value: str, written: str) -> bool:
    wanted = _number(value.removeprefix("NumeralValue ").strip("()"))
    found = numerals(written)
    return len(found) >= 1 and all(
        isinstance(numeral.value, Decimal | Fraction) and Fraction(numeral.value) == wanted for numeral in found
    )


def _is_ordinal(value: str, written: str) -> bool:
    found = quantities(written)
    return len(found) == 1 and found[0].kind == "ordinal" and found[0].value == Decimal(value.split()[1])


def _is_money(value: str, written: str) -> bool:
    match = _SHAPE.match(value)
    found = quantities(written)
    if match is None or len(found) != 1 or (found[0].kind != "money" and match[2] != "Unnamed"):
        return False
    units = _CURRENCIES.get(match[2], (match[2], None))
    if found[0].unit not in units:
        return False
    scale = Fraction(1, 100) if match[2] == "Cent" else Fraction(1)
    return _has_value(match, found[0], lambda number: number * scale)


def _is_measure(value: str, written: str) -> bool:
    if value.startswith("DurationData"):
        _, number, unit = value.split()
        value = f"simple {unit} {number}"
    match = _SHAPE.match(value)
    found = [quantity for quantity in quantities(written) if quantity.unit is not None or quantity.kind == "number"]
    if match is None or len(found) != 1:
        return False
    unit = _UNITS.get(match[2])
    ours = found[0].unit
    if unit is None or ours is None:
        return unit == ours and _has_value(match, found[0], lambda number: number)
    return _has_value(match, found[0], lambda number: convert(number, unit, ours))


def _has_value(match: re.Match[str], quantity: Quantity, ours: Callable[[Fraction], Fraction | None]) -> bool:
    low = ours(_number(match[3]))
    value = quantity.value
    if match[1] == "between":
        high = ours(_number(match[4]))
        return isinstance(value, Interval) and (value.low, value.high) == (low, high)
    bounds = {"under": ("<", "<="), "above": (">", ">="), "simple": (None,)}[match[1] or "simple"]
    return isinstance(value, Decimal | Fraction) and Fraction(value) == low and quantity.bound in bounds


def _money_cases() -> Iterator[tuple[str, dict[str, Any]]]:
    for row in json.loads((JIONLP / "test_money_parser.json").read_text(encoding="utf-8")):
        if isinstance(row[1], dict):
            yield row[0], row[1]


_CASES = {
    "元": "CNY",
    "港元": "HKD",
    "美元": "USD",
    "日元": "JPY",
    "新台币": "TWD",
    "泰铢": "THB",
    "卢布": "RUB",
    "欧元": "EUR",
    "澳元": "AUD",
    "韩元": "KRW",
    "英镑": "GBP",
    "加元": "CAD",
    "新加坡元": "SGD",
    "澳门元": "MOP",
    "卢比": "INR",
}


def jionlp_money() -> Tally:
    """How many amounts are read as that library reads them; a number alone is money there, and rounded to cents."""
    tally = Tally()
    for written, wanted in _money_cases():
        tally.cases += 1
        found = [quantity for quantity in quantities(written) if quantity.kind in ("money", "number")]
        unit = _CASES.get(wanted["case"], wanted["case"])
        good = len(found) == 1 and (found[0].unit == unit or (found[0].unit is None and unit == "CNY"))
        if good and _agrees(found[0], wanted["num"]):
            tally.right += 1
        else:
            shown = [(q.text, str(q.value), q.unit) for q in found]
            tally.wrong.append(f"jionlp money: {written!r}: {shown}, wanted {wanted['num']} {wanted['case']}")
    return tally


def _agrees(quantity: Quantity, wanted: str | list[str]) -> bool:
    value = quantity.value
    if isinstance(wanted, list):
        low, high = (Decimal(end) for end in wanted)
        if isinstance(value, Interval):
            return (value.low, value.high) == (low, high)
        return value == low and quantity.approx == "above"  # 3000多: we keep the number, and say on which side
    return isinstance(value, Decimal) and round(value, 2) == Decimal(wanted)
