from __future__ import annotations

import random

import jsonschema_rs
import pytest

from logitrail.contract import Contract
from logitrail.contract.dialect import respell
from logitrail.contract.exact import exact
from logitrail.contract.formats import EXACT_PATTERNS
from logitrail.engine import textual

#: Characters on which dialects of regular expressions disagree, and some on which they agree.
TRICKY = [
    *map(chr, range(128)),
    "\x85",
    "\xa0",
    "\u1680",
    "\u2028",
    "\u2029",
    "\u202f",
    "\u3000",
    "\ufeff",
    "é",
    "中",
    "😀",
]


def accepted(pattern: str) -> tuple[set[str], set[str]]:
    """Single characters that the validator accepts, and those that the mask lets through."""
    contract = Contract.from_schema({"type": "string", "pattern": pattern})
    given = jsonschema_rs.validator_for({"pattern": pattern})
    # U+007F cannot be written in JSON by the grammar engine, whatever the pattern.
    texts = [char for char in TRICKY if char != "\x7f"]
    written = {char: '"' + char.translate({34: '\\"', 92: "\\\\"}) + '"' for char in texts if ord(char) > 31}
    return (
        {char for char in written if given.is_valid(char)},
        {char for char, text in written.items() if textual.accepts(contract, text)},
    )


@pytest.mark.parametrize(
    "pattern",
    [
        "^.$", r"^\s$", r"^\S$", r"^\w$", r"^\W$", r"^\d$", r"^[\s]$", r"^[\S]$", r"^[^\s]$", r"^[^.]$", "^[a&&b]$",
        "^[a~~b]$", "^[[:alpha:]]$", "^[a[b]$", r"^[\]a]$", r"^\.$", "^(?s).$",
    ],
)  # fmt: skip
def test_a_pattern_means_to_the_grammar_what_it_means_to_the_validator(pattern: str) -> None:
    by_validator, by_grammar = accepted(pattern)
    assert by_grammar == by_validator


@pytest.mark.parametrize(
    "pattern", [".", r"\s", "[^.]", "[]a]", "[[]", r"\\s", "[a--z]", "[a-z.]", "\\", "[", "(?<n>.)"]
)
def test_respelling_is_done_once(pattern: str) -> None:
    assert respell(respell(pattern)) == respell(pattern)


@pytest.mark.parametrize("pattern", ["^[a-z]{2,4}$", r"^\d+(?:\.\d\d)?$", "^(?:中|文)+$", r"a\.b\[c\]", "^[^a]$"])
def test_what_both_read_alike_stays(pattern: str) -> None:
    assert respell(pattern) == pattern


@pytest.mark.parametrize("name", sorted(EXACT_PATTERNS))
def test_what_the_mask_lets_through_is_of_the_format(name: str) -> None:
    validator = jsonschema_rs.validator_for({"format": name}, validate_formats=True)
    contract = Contract.from_schema({"type": "string", "format": name})
    rng = random.Random(name)
    seeds = {
        "date": "2024-02-29", "time": "23:59:60Z", "date-time": "1999-12-31T23:59:59.9+08:00",
        "hostname": "xn--a.b-c.example", "email": "a.b+c@d-e.example",
    }  # fmt: skip
    alphabet = sorted(set("".join(seeds.values())) | set("0123456789"))
    tried = hits = 0
    for _ in range(2000):
        text = list(seeds[name])
        for _ in range(rng.randint(1, 3)):
            text[rng.randrange(len(text))] = rng.choice(alphabet)
        candidate = "".join(text)
        tried += 1
        if textual.accepts(contract, f'"{candidate}"'):
            hits += 1
            assert validator.is_valid(candidate), candidate
    assert hits > tried / 50


@pytest.mark.parametrize(
    ("name", "good", "bad"),
    [
        ("date", ["2024-02-29", "2000-02-29", "0000-01-31", "2023-04-30"], ["2023-02-29", "1900-02-29", "2023-04-31"]),
        ("time", ["23:59:60Z", "00:00:00.5-23:59"], ["12:00:60Z", "24:00:00Z", "12:00:00"]),
        ("date-time", ["2024-02-29T23:59:60z"], ["2023-02-29T00:00:00Z", "2024-01-01 00:00:00Z"]),
        ("hostname", ["a", "a-b.c1", "a" * 63], ["-a", "a" * 64, "xn--a", ".".join(["a" * 60] * 5)]),
        ("email", ["a@b", "a@[1.2.3.4]", "a" * 64 + "@b.c"], ["a" * 65 + "@b", "a@xn--a", "a@" + "b" * 64, "@b"]),
        ("ipv4", ["1.2.3.4"], ["1.2.3.256"]),
        ("uuid", ["01234567-89ab-cdef-0123-456789abcdef"], ["0123"]),
    ],
)
def test_formats_are_asserted_and_never_written_wrongly(name: str, good: list[str], bad: list[str]) -> None:
    contract = Contract.from_schema({"type": "string", "format": name})
    assert [text for text in good if not textual.accepts(contract, f'"{text}"')] == []
    assert [text for text in bad if textual.accepts(contract, f'"{text}"')] == []


def test_a_format_beside_a_pattern_keeps_both() -> None:
    contract = Contract.from_schema({"type": "string", "format": "date", "pattern": "^2024"})
    texts = ("2024-02-29", "2023-01-01", "2024-02-30")
    assert [textual.accepts(contract, f'"{text}"') for text in texts] == [True, False, False]


def test_exactness_is_added_once() -> None:
    schema = {
        "properties": {"d": {"format": "email", "pattern": "."}},
        "patternProperties": {"^.$": {"pattern": r"\s"}},
    }
    assert exact(exact(schema)) == exact(schema) != schema
