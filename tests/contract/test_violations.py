from __future__ import annotations

from typing import Any

import pytest

from logitrail.contract import Contract, Violation
from logitrail.errors import OptionError

RULES: dict[str, Any] = {
    "status": {"type": "enum", "values": ["active", "inactive"], "case": "insensitive"},
    "level": {"type": "range", "min": 1, "max": 500},
    "note": {"type": "text", "max_length": 20, "exclude": ["urgent"]},
    "_global": {"type": "exclude", "words": ["敏感词", "404"]},
}


@pytest.fixture(scope="module")
def contract() -> Contract:
    return Contract.from_rules(RULES)


def reasons(contract: Contract, text: str) -> list[tuple[str, str]]:
    return [(violation.path, violation.reason) for violation in contract.violations(text)]


def test_all_that_is_wrong_is_listed(contract: Contract) -> None:
    text = '{"status": "done", "level": 404, "note": "Urgent 敏感词", "敏感词": [4.04e2, "x404x"]}'
    assert contract.violations(text) == [
        Violation("$", 'expected no property "敏感词", got an object with "status", "level", "note", "敏感词"',
                  "additionalProperties at $.additionalProperties"),
        Violation("$.status", 'expected one of "active", "inactive", in any letter case, got "done"',
                  "pattern at $.properties.status.pattern"),
        Violation("$.level", 'the number 404 is the blocked word "404"', 'blocked word "404"'),
        Violation("$.note", 'the value holds the blocked word "敏感词" at characters 7 to 10', 'blocked word "敏感词"'),
        Violation("$.note", 'the value holds the blocked word "urgent" at characters 0 to 6', 'blocked word "urgent"'),
        Violation("$.敏感词", 'the name of the property holds the blocked word "敏感词" at characters 0 to 3',
                  'blocked word "敏感词"'),
        Violation("$.敏感词[0]", 'the number 404 is the blocked word "404"', 'blocked word "404"'),
        Violation("$.敏感词[1]", 'the value holds the blocked word "404" at characters 1 to 4', 'blocked word "404"'),
    ]  # fmt: skip


def test_escapes_hide_nothing(contract: Contract) -> None:
    text = '{"status":"active","level":1,"note":"\\u654f\\u611f\\u8bcd \\u0075RGENT"}'
    assert [violation.rule for violation in contract.violations(text)] == [
        'blocked word "敏感词"', 'blocked word "urgent"',
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "path", "reason"),
    [
        ("", "$", "not JSON: expecting value at line 1, column 1"),
        ('{"status": "active",\n "level" 1}', "$", "not JSON: expecting ':' delimiter at line 2, column 10"),
        ('{"status":"active","level":1,"note":NaN}', "$", "not JSON: NaN is not JSON at line 1, column 37"),
        ('{"status":"active","level":1,"note":"x"', "$", "not JSON: expecting ',' delimiter at line 1, column 40"),
        ('{"status":"active","level":1,"note":"\ud800"}', "$", "character 37 is half of a surrogate pair"),
        ('{"status":"active","level":1,"note":"x","note":"y"}', "$.note", 'the key "note" occurs twice'),
        ('{"status":"active","level":0,"note":"x"}', "$.level", "expected at least 1, got 0"),
        ('{"status":"active","level":"1","note":"x"}', "$.level", 'expected a value of type integer, got "1"'),
        ('{"status":"active","level":1}', "$", 'expected the property "note", got an object with "status", "level"'),
        ("{}", "$", 'expected the property "status", got an empty object'),
        (
            '{"status":"active","level":1,"note":"' + "😀" * 21 + '"}',
            "$.note",
            "expected at most 20 characters, got 21 in",
        ),
        ("[]", "$", "expected a value of type object, got []"),
    ],
)
def test_the_first_violation(contract: Contract, text: str, path: str, reason: str) -> None:
    first = reasons(contract, text)[0]
    assert first[0] == path
    assert first[1].startswith(reason)
    assert not contract.accepts(text)


@pytest.mark.parametrize(
    ("text", "path", "reason"),
    [
        (
            '{"level":1,"status":"active","note":"x"}',
            "$.level",
            'character 2 (line 1, column 3): expected "status\\":" after "{\\"", got "level\\":1,\\"status\\":\\"a"',
        ),
        (
            '{"status": "active","level": 1,"note": "x"}',
            "$.level",
            'character 20 (line 1, column 21): expected " \\"level\\": " after "{\\"status\\": \\"active\\","',
        ),
        ('{"status":"active","level":1e0,"note":"x"}', "$.level", "character 28 (line 1, column 29): expected"),
        ('{"status":"active","level":1,"note":"x"} ', "$", "character 40 (line 1, column 41): expected the end after"),
        ('{"status":"active","level":1,"note":"\\u0061"}', "$.note", "character"),
    ],
)
def test_order_and_layout_are_said_as_such(contract: Contract, text: str, path: str, reason: str) -> None:
    (violation,) = contract.violations(text)
    assert violation.rule == "order and layout"
    assert violation.reason.startswith(f"generation writes this differently at {reason}")
    assert violation.path == path


def test_keys_that_look_like_numbers_stay_keys() -> None:
    schema = {"properties": {"007": {"properties": {"404": {"type": "string"}}}}}
    contract = Contract.from_schema(schema)
    assert contract.violations('{"7": 1, "007": {"404": 5}}') == [
        Violation(
            '$["007"]["404"]',
            "expected a value of type string, got 5",
            'type at $.properties["007"].properties["404"].type',
        )
    ]


def test_a_format_is_said_once() -> None:
    contract = Contract.from_schema({"type": "string", "format": "date"})
    assert contract.violations('"2023-02-29"') == [
        Violation("$", "expected a text of format 'date', got \"2023-02-29\"", "format at $.format")
    ]
    # A leap second with an offset is of the format; generation does not write it.
    times = Contract.from_schema({"type": "string", "format": "time"})
    assert [v.rule for v in times.violations('"00:59:60+01:00"')] == ["pattern at $.pattern"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("ABC-12", "the text leaves the pattern at character 6 (line 1, column 7): expected"),
        ("abc", "the text leaves the pattern at character 0 (line 1, column 1): expected one of 26 other characters"),
        ("ABC-12345", "the text leaves the pattern at character 8 (line 1, column 9): expected the end after"),
        ("ABC-6661", None),
        ("BAD-1234", 'the text holds the blocked word "bad" at characters 0 to 3'),
        ("ABC-0666", None),
        ("XYZ-666", "the text holds the blocked word \"666\" at characters 4 to 7"),
    ],
)  # fmt: skip
def test_texts_of_a_regex(text: str, reason: str | None) -> None:
    contract = Contract.from_regex(r"[A-Z]{3}-\d{4}").excluding(["bad", "666"])
    found = contract.violations(text)
    assert (found == []) is (reason is None) is contract.accepts(text)
    if reason is not None:
        assert found[0].reason.startswith(reason)
        assert found[0].path == "$"


def test_texts_of_a_grammar() -> None:
    contract = Contract.from_grammar('start: "yes" | "no"')
    assert contract.accepts("yes")
    (violation,) = contract.violations("maybe")
    assert violation.rule == "grammar"
    assert 'expected "n" or "y", got "maybe"' in violation.reason


@pytest.mark.parametrize("text", [5, None, b"{}", {}])
def test_only_text_is_judged(contract: Contract, text: Any) -> None:
    with pytest.raises(OptionError, match="expected a string"):
        contract.accepts(text)
    with pytest.raises(OptionError, match="expected a string"):
        contract.violations(text)


@pytest.mark.parametrize(
    "text", ["[" * 50_000, '{"a":' + "9" * 20_000 + "}", '"' + "a" * 100_000 + '"', "1e" + "9" * 50]
)
def test_hostile_texts_get_an_answer(contract: Contract, text: str) -> None:
    assert contract.violations(text)
    assert not contract.accepts(text)
