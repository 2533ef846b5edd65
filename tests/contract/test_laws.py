"""What holds for every contract, tried on many small ones."""

from __future__ import annotations

import json
import random
from typing import Any

import numpy as np
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from logitrail.contract import Contract
from logitrail.contract.spelling import canonicalize
from logitrail.engine import textual
from logitrail.engine.compiled import compile_contract
from logitrail.engine.vocabulary import byte_vocabulary

NAMES = ["a", "b", "name", "404", "中文键", "x y", 'z"q', "😀"]
WORDS = ["a", "b", "40", "404", "中文", "x", "2", "é", "null", "5", "😀", "AB"]
SCALARS = st.sampled_from(["a", "404", "Ab", "中文", "x y", 404, 4.5, 0, -7, None, True])

LEAVES = st.one_of(
    st.lists(SCALARS, min_size=1, max_size=4, unique_by=lambda v: (type(v), v)).map(lambda values: {"enum": values}),
    SCALARS.map(lambda value: {"const": value}),
    st.tuples(st.integers(-20, 500), st.integers(0, 300)).map(
        lambda b: {"type": "integer", "minimum": b[0], "maximum": b[0] + b[1]}
    ),
    st.sampled_from(
        [
            {"type": "number", "minimum": -1.5, "exclusiveMaximum": 405},
            {"type": "number", "multipleOf": 0.5, "minimum": 0, "maximum": 3},
            {"type": "string", "maxLength": 4},
            {"type": "string", "minLength": 2, "maxLength": 3},
            {"type": ["string", "null", "integer"]},
            {"type": "boolean"},
            *(
                {"type": "string", "pattern": p, "maxLength": 8}
                for p in (r"^\d+$", r"^.{1,3}$", r"^\S+\s\S+$", "4", r"\.$")
            ),
            *(
                {"type": "string", "format": f}
                for f in ("date", "time", "date-time", "email", "ipv4", "uuid", "hostname")
            ),
        ]
    ),
)


def _object(fields: dict[str, Any], required: list[bool]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": fields,
        "required": [name for name, needed in zip(fields, required, strict=False) if needed],
        "additionalProperties": False,
    }


SCHEMAS = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.tuples(inner, st.integers(0, 1), st.integers(1, 3)).map(
            lambda t: {"type": "array", "items": t[0], "minItems": t[1], "maxItems": t[2]}
        ),
        st.tuples(inner, inner).map(lambda t: {"anyOf": list(t)}),
        st.builds(
            _object,
            st.dictionaries(st.sampled_from(NAMES), inner, min_size=1, max_size=3),
            st.lists(st.booleans(), min_size=3, max_size=3),
        ),
    ),
    max_leaves=5,
)


@st.composite
def contracts(draw: st.DrawFn) -> Contract:
    contract = Contract.from_schema(draw(SCHEMAS))
    for _ in range(draw(st.integers(0, 2))):
        contract = contract.excluding(draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=3)))
    return contract


def written_at_random(contract: Contract, seed: int) -> str | None:
    """A text that the grammar alone allows (the blocklist is left out), written byte by byte."""
    rng = random.Random(seed)
    matcher = compile_contract(contract, byte_vocabulary()).byte_matcher()
    out = bytearray()
    while not matcher.is_stopped() and len(out) < 400:
        bits = np.unpackbits(np.frombuffer(matcher.compute_bitmask(), dtype=np.uint8), bitorder="little")
        options = [int(i) for i in np.flatnonzero(bits[:256])]
        if not options or (matcher.is_accepting() and rng.random() < 0.3):
            break
        closing = [byte for byte in options if byte in b'"]}']
        plain = [byte for byte in options if 32 <= byte < 127]
        choice = closing if closing and len(out) > 60 else plain if plain and rng.random() < 0.9 else options
        byte = rng.choice(choice)
        matcher.consume_token(byte)
        out.append(byte)
    try:
        return out.decode() if matcher.is_accepting() else None
    except UnicodeDecodeError:
        return None


MANY = settings(
    max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)


@MANY
@given(contracts(), st.integers(0, 2**32))
def test_a_text_of_the_grammar_breaks_no_rule_but_the_blocklist(contract: Contract, seed: int) -> None:
    assume(contract.check().ok)
    text = written_at_random(contract, seed)
    assume(text is not None)
    assert text is not None
    violations = contract.violations(text)
    assert [v for v in violations if not v.rule.startswith("blocked word")] == []
    assert textual.accepts(contract, text) is (violations == [])
    assert contract.accepts(text) is (violations == [])


@MANY
@given(contracts(), st.integers(0, 2**32), st.data())
def test_texts_are_accepted_exactly_when_nothing_is_wrong(contract: Contract, seed: int, data: st.DataObject) -> None:
    assume(contract.check().ok)
    text = written_at_random(contract, seed)
    assume(text)
    assert text is not None
    at = data.draw(st.integers(0, len(text)))
    cut = data.draw(st.integers(0, 2))
    put = data.draw(st.sampled_from(["", "0", "4", "a", '"', ",", " ", "}", "中", "é", ".", "\\", "-", "null"]))
    changed = text[:at] + put + text[at + cut :]
    violations = contract.violations(changed)
    assert textual.accepts(contract, changed) is (violations == [])
    assert contract.accepts(changed) is (violations == [])


@MANY
@given(contracts())
def test_the_check_tells_whether_anything_can_be_said(contract: Contract) -> None:
    report = contract.check()
    shortest = textual.shortest(contract)
    if report.ok:
        assert shortest is not None
        assert contract.violations(shortest.decode()) == []
    if shortest is None:
        assert not report.ok
    for conflict in report.conflicts:
        assert conflict.rules
        assert conflict.message


@MANY
@given(contracts())
def test_contracts_come_back_from_their_data(contract: Contract) -> None:
    data = json.loads(json.dumps(contract.to_dict()))
    again = Contract.from_dict(data)
    assert again == contract
    assert again.to_dict() == data
    assert again.fingerprint == contract.fingerprint


@MANY
@given(SCHEMAS, SCHEMAS, st.integers(0, 2**32))
def test_a_join_accepts_what_both_accept(left: Any, right: Any, seed: int) -> None:
    from logitrail.errors import ContractError

    one, other = Contract.from_schema(left), Contract.from_schema(right)
    try:
        both = one & other
    except ContractError:
        return
    text = written_at_random(both, seed)
    assume(text is not None)
    assert text is not None
    assert both.accepts(text)
    for single in (one, other):
        # The order of properties is that of the left contract.
        assert [v for v in single.violations(text) if v.rule != "order and layout"] == []


MEMBERS = st.lists(
    st.text(alphabet="abABéÉ中 .*", min_size=1, max_size=4), min_size=1, max_size=3, unique_by=str.casefold
)


@MANY
@given(MEMBERS, st.integers(0, 2**32))
def test_enums_in_any_case_are_read_in_their_canonical_spelling(members: list[str], seed: int) -> None:
    assume(len({member.upper() for member in members}) == len(members))
    rules = {
        "list": {"type": "list", "max_items": 2, "items": {"type": "enum", "values": members, "case": "insensitive"}}
    }
    contract = Contract.from_rules(rules)
    text = written_at_random(contract, seed)
    assume(text is not None)
    assert text is not None
    value = canonicalize(contract, json.loads(text))
    assert contract.violations(text) == []
    assert set(value["list"]) <= set(members)
    assert canonicalize(contract, value) == value
