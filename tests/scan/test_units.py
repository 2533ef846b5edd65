from __future__ import annotations

from fractions import Fraction

import pytest

from logitrail.scan.units import convert, name_at, names_after, signs_before, units
from logitrail.types import KINDS


@pytest.mark.parametrize(
    ("value", "source", "target", "wanted"),
    [
        (20, "mg", "g", Fraction(1, 50)),
        (168, "d", "wk", 24),
        (12, "mo", "a", 1),
        (5, "km", "m", 5000),
        (1, "har", "[mu_i]", 15),
        (5, "%", "‰", 50),
        (3, "[foreign]", "[foreign]", 3),
    ],
)
def test_units_of_one_dimension_convert_exactly(value: int, source: str, target: str, wanted: Fraction | int) -> None:
    assert convert(Fraction(value), source, target) == wanted


@pytest.mark.parametrize(("source", "target"), [("mg", "mL"), ("a", "d"), ("%", "pp"), ("ton", "kg"), ("x", "y")])
def test_what_has_no_exact_factor_does_not_convert(source: str, target: str) -> None:
    assert convert(Fraction(1), source, target) is None


def test_the_tables_are_consistent() -> None:
    for name, unit in units().items():
        assert unit.name == name
        assert unit.kind in KINDS
        assert unit.factor is None or unit.factor > 0


def test_names_are_found_longest_first() -> None:
    by_char, by_word = names_after()
    for char, (lengths, names) in by_char.items():
        assert list(lengths) == sorted({len(text) for text in names}, reverse=True)
        assert all(text[0] == char for text in names)
    assert all(
        [len(name.text) for name in group] == sorted((len(name.text) for name in group), reverse=True)
        for group in by_word.values()
    )
    assert all(sign[-1].lower() == last for last, signs in signs_before().items() for sign, _, _ in signs)


@pytest.mark.parametrize(
    ("text", "name"),
    {
        "元人民币": "元人民币",
        "人民群众": None,
        "人": "人",
        "毫克": "毫克",
        "克服": None,
        "mg/kg": "mg",
        "mgs": None,
        "Metric Tons of": "metric tons",
        "square-foot": "square-foot",
        "usd": "usd",
        "try it": None,
        "TRY": "TRY",
    }.items(),
)
def test_a_name_ends_where_another_word_does_not_go_on(text: str, name: str | None) -> None:
    found = name_at(text, text.lower(), 0)
    assert (found.text if found else None) == name
