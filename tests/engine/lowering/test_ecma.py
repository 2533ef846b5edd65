from __future__ import annotations

import json
import re

import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from logitrail.contract import Contract
from logitrail.contract.dialect import respell
from logitrail.engine.lowering.ecma import language
from logitrail.engine.lowering.quoting import words_regex
from logitrail.engine.lowering.samples import sample
from logitrail.engine.lowering.tree import IrregularError

PATTERNS = [
    "^[a-z]{2}$", "foo", "^a|b$", "^(a|b$)", "(^a|b)c", r"^\d+(\.\d+)?$", "^(|x)$", "^$", "", "a{2,}b", r'^[^\s"]+$',
    r"\p{Lu}", "^(^a)?b$", r"^\S+@\S+\.\S+$", "[^/]+$", "^(?!x)[a-z]+$", "^(?=.*[0-9])(?=.*[a-z]).{3,}$", r"\bfoo\b",
    r"^(.)\1$", "(?i)^ab$", "^(?!a|b$)c?", "^a.b$", "[\\u4e00-\\u9fff]{2}", r"^[\w.-]*$", r'["\\/]', "^(?:a(?!b)|c)+$",
    r"^\x41\u0042$", "^.{0,3}$", "[^]a]", r"^\cA?$", "a+?b??",
]  # fmt: skip
TEXTS = st.text(alphabet='ab cfox0-9ABé中"\\/\n\x01@.1Zü', max_size=6) | st.sampled_from(
    ["foo", "a@b.c", "aa", "AB", "中文", "x", "", "a1b", 'a"b', "acac", "ab", "\x01", "A", "12.5"]
)


@pytest.mark.parametrize("pattern", PATTERNS)
@given(text=TEXTS)
def test_patterns_are_read_as_the_validator_reads_them(pattern: str, text: str) -> None:
    valid = jsonschema_rs.validator_for({"pattern": respell(pattern)}).is_valid(text)
    contract = Contract.from_schema({"type": "string", "pattern": pattern})
    assert contract.accepts(json.dumps(text, ensure_ascii=False)) == valid


@pytest.mark.parametrize("pattern", PATTERNS)
def test_samples_are_of_the_pattern(pattern: str) -> None:
    try:
        found = language(respell(pattern))
    except IrregularError:
        return
    if found.exact and not found.also:
        validator = jsonschema_rs.validator_for({"pattern": respell(pattern)})
        assert all(validator.is_valid(sample(found.tree, variant)) for variant in range(5))


@pytest.mark.parametrize("pattern", ["(a", "a)", "(?<n", "[a", "a**+", "(?x)a", "(" * 3000 + ")" * 3000])
def test_what_is_not_understood_is_irregular(pattern: str) -> None:
    with pytest.raises(IrregularError):
        language(pattern)


@given(
    st.lists(st.text(alphabet="abc'\"\n中", max_size=5), min_size=1, unique=True), st.text(alphabet="abc中", max_size=5)
)
def test_words(words: list[str], other: str) -> None:
    regex = re.sub(r"\\u\{([0-9a-f]+)\}", lambda m: re.escape(chr(int(m[1], 16))), words_regex(sorted(words)))
    assert all(re.fullmatch(regex, word) for word in words)
    assert bool(re.fullmatch(regex, other)) == (other in words)
