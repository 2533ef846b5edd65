from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from logitrail.contract import Contract
from logitrail.engine import Sequence, Verdict, byte_vocabulary, compile_contract
from logitrail.engine.mask import flags_of
from logitrail.engine.stepper import Stepper

RECORD = Contract.from_rules(
    {
        "kind": {"type": "enum", "values": ["ab", "cd"]},
        "n": {"type": "range", "min": 1, "max": 404},
        "text": {"type": "text", "max_length": 8},
        "_global": {"type": "exclude", "words": ["bad", "404", "坏"]},
    }
)
GOOD = '{"kind": "ab", "n": 40, "text": "ba 好"}'.encode()


def stepper(contract: Contract, data: bytes = b"") -> Stepper:
    made = Stepper(compile_contract(contract, byte_vocabulary()))
    assert made.read(data) == len(data)
    return made


def test_a_good_text_is_read_to_its_end() -> None:
    for at in range(len(GOOD) + 1):
        assert stepper(RECORD, GOOD[:at]).may_stop == (at == len(GOOD))


@pytest.mark.parametrize(
    ("begun", "more", "read", "word"),
    [
        ('{"kind": "ab", "n": 4', "05", 1, None),
        ('{"kind": "ab", "n": 40', "4,", 1, "404"),
        ('{"kind": "ab", "n": 1, "text": "', "BAD", 2, "bad"),
        ('{"kind": "ab", "n": 1, "text": "b', "\\u0061d", 4, None),
        ('{"kind": "ab", "n": 1, "text": "', "好坏", 5, "坏"),
        ('{"kind": "ab", "n": 1, "text": "1', "404", 3, None),
        ('{"kind": "ab", "n": 1, "text": "', '404"', 3, "404"),
        ('{"kind": "', "ax", 1, None),
    ],
)
def test_where_a_text_leaves(begun: str, more: str, read: int, word: str | None) -> None:
    made = stepper(RECORD, begun.encode())
    assert made.read(more.encode()) == read
    assert (made.blocked, made.word) == (word is not None, word)
    # It stays at the last byte that it could read.
    fresh = stepper(RECORD, begun.encode() + more.encode()[:read])
    assert made.followers() == fresh.followers()
    assert made.determined() == fresh.determined()
    assert made.reader.pos == fresh.reader.pos


def test_a_word_in_a_text_that_is_no_json() -> None:
    made = stepper(Contract.from_regex("[a-z ]+").excluding(["bad"]))
    assert made.read(b"a bad one") == 4
    assert made.word == "bad"


def test_a_fork_goes_its_own_way() -> None:
    made = stepper(RECORD, b'{"kind": "')
    twin = made.fork()
    assert twin.read(b'ab", "n": ') == 10
    assert made.read(b'cd", "n": ') == 10


def test_what_comes_next() -> None:
    made = stepper(RECORD)
    assert made.determined() == b'{"kind":'
    made = stepper(RECORD, b'{"kind": "')
    assert made.followers() == [ord("a"), ord("c")]


@given(st.integers(0, len(GOOD) - 1), st.integers(0, 255))
def test_it_reads_what_the_mask_allows(at: int, byte: int) -> None:
    compiled = compile_contract(RECORD, byte_vocabulary())
    sequence = Sequence(compiled)
    for token in GOOD[:at]:
        assert sequence.accept(token) is Verdict.ACCEPTED
    allowed = flags_of(sequence.allowed(), compiled.vocabulary.size)
    assert (stepper(RECORD, GOOD[:at]).read(bytes([byte])) == 1) == bool(allowed[byte])
    assert np.flatnonzero(allowed[:256]).size > 0


@given(st.text(max_size=6))
def test_any_text_is_read_as_far_as_it_is_valid(text: str) -> None:
    value = json.dumps({"kind": "ab", "n": 1, "text": text}, ensure_ascii=False)
    made = Stepper(compile_contract(RECORD, byte_vocabulary()))
    whole = made.read(value.encode()) == len(value.encode()) and made.may_stop
    assert whole == RECORD.accepts(value)
