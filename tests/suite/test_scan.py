from __future__ import annotations

import pytest

from logitrail.scan import numerals
from tests.suite.recognizers import EXCEPTIONS, MODELS, RECOGNIZERS, cases, exceptions
from tests.suite.scan_tables import tables, worse_than_before


@pytest.mark.parametrize("table", ["recognizers", "duckling", "jionlp"])
def test_the_scanner_is_not_worse_than_before(table: str) -> None:
    folder, measure = tables()[table]
    if not folder.exists():
        pytest.skip(f"nothing at {folder}: set LOGITRAIL_DATA")
    assert worse_than_before(table, measure()) == []


def test_each_exception_names_an_input_and_says_why() -> None:
    if not RECOGNIZERS.exists():
        pytest.skip(f"nothing at {RECOGNIZERS}: set LOGITRAIL_DATA")
    inputs = {(model, case["Input"]) for model in MODELS for case in cases(model)}
    assert set(exceptions()) <= inputs
    assert all(len(reason.split()) > 3 for reason in exceptions().values())
    assert len(EXCEPTIONS.read_text(encoding="utf-8").splitlines()) < 40


def test_each_exception_is_one() -> None:
    """An input that the scanner reads as the specification wants needs no exception."""
    if not RECOGNIZERS.exists():
        pytest.skip(f"nothing at {RECOGNIZERS}: set LOGITRAIL_DATA")
    needless = [
        (name, case["Input"])
        for name, model in MODELS.items()
        for case in cases(name)
        if (name, case["Input"]) in exceptions() and model.same(model.read(case["Input"]), model.want(case))
    ]
    assert needless == []


def test_the_numbers_of_a_text_are_those_of_its_specification() -> None:
    assert [numeral.value for numeral in numerals("9217州的面积2252平方英尺")] == [9217, 2252]
