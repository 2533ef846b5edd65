from __future__ import annotations

import unicodedata

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import logitrail as lt
from logitrail.engine import CompiledContract, Sequence, Verdict, Vocabulary, byte_vocabulary, compile_contract
from logitrail.engine.mask import has_bit, members
from tests.contracts40 import BLOCKLISTS, SCHEMAS, closed, contract
from tests.hosts import END, SPECIAL, small_vocabulary


def compiled(
    schema: object, *words: str, vocabulary: Vocabulary | None = None, layout: str = "compact"
) -> CompiledContract:
    made = lt.Contract.from_schema(schema, layout=layout)
    return compile_contract(made.excluding(words) if words else made, vocabulary or small_vocabulary())


def ids(*pieces: str | bytes) -> list[int]:
    table = small_vocabulary().token_bytes
    return [table.index(piece.encode() if isinstance(piece, str) else piece) for piece in pieces]


def offer(sequence: Sequence, *pieces: str | bytes) -> list[Verdict]:
    return [sequence.accept(i) for i in ids(*pieces)]


def look(sequence: Sequence) -> tuple[object, ...]:
    return (
        list(sequence.tokens),
        sequence.reader.pos,
        list(sequence.witness),
        members(sequence.allowed()).tolist(),
        sequence.forced(),
        sequence.may_stop,
        sequence.must_stop,
    )


def test_the_budget_must_hold_the_shortest_text() -> None:
    made = compiled(closed(a={"enum": ["cat", "z"]}))
    assert small_vocabulary().decode(made.shortest) == b'{"a":"z"}'
    needed = len(made.shortest)
    with pytest.raises(lt.errors.BudgetError) as caught:
        Sequence(made, needed - 1)
    assert caught.value.needed == needed
    assert Sequence(made, needed).witness == made.shortest


@pytest.mark.parametrize("last", ["5}", "1}"])
def test_a_token_may_end_a_value_and_the_text_at_once(last: str) -> None:
    sequence = Sequence(compiled(closed(a={"type": "integer"})), 20)
    assert offer(sequence, '{"', "a", '":', last) == [Verdict.ACCEPTED] * 4
    assert sequence.finished
    assert sequence.must_stop
    assert sequence.witness == []


def test_what_is_not_allowed_is_forbidden_and_changes_nothing() -> None:
    sequence = Sequence(compiled(closed(a={"type": "string"}), "cat"), 20)
    offer(sequence, '{"', "a", '":"')
    before = look(sequence)
    for piece in ("cat", '"]', b"\x98\x80"):
        assert offer(sequence, piece) == [Verdict.FORBIDDEN]
    assert sequence.accept(END) is Verdict.FORBIDDEN
    assert sequence.accept(SPECIAL) is Verdict.FORBIDDEN
    assert look(sequence) == before


def test_what_leaves_no_room_is_over_the_budget_and_changes_nothing() -> None:
    sequence = Sequence(compiled(closed(a={"type": "string"}, b={"const": "active"})), 9)
    assert offer(sequence, '{"', "a", '":"', "cat") == [Verdict.ACCEPTED] * 4
    before = look(sequence)
    assert sequence.room == 5
    assert offer(sequence, "z") == [Verdict.OVER_BUDGET]
    assert look(sequence) == before
    sequence.close()
    while not sequence.must_stop:
        token = sequence.forced()
        assert token is not None
        assert sequence.accept(token) is Verdict.ACCEPTED
    assert small_vocabulary().decode(sequence.tokens) == b'{"a":"cat","b":"active"}'
    assert sequence.closed_from == len('{"a":"cat')
    assert sequence.room == 0


def test_a_place_without_a_way_out_is_forbidden() -> None:
    # Behind "ac" only "active" goes on, and that is blocked.
    sequence = Sequence(compiled({"enum": ["active", "about"]}, "active"), 20)
    assert offer(sequence, '"', "a") == [Verdict.ACCEPTED] * 2
    assert has_bit(sequence.allowed(), ord("c"))
    assert sequence.accept(ord("c")) is Verdict.FORBIDDEN
    assert sequence.accept(ord("b")) is Verdict.ACCEPTED


def test_banned_tokens_leave_the_mask_until_the_next_token() -> None:
    sequence = Sequence(compiled({"type": "integer"}), 5)
    sequence.ban(ord("7"))
    assert not has_bit(sequence.allowed(), ord("7"))
    assert sequence.accept(ord("7")) is Verdict.FORBIDDEN
    assert sequence.accept(ord("1")) is Verdict.ACCEPTED
    assert has_bit(sequence.allowed(), ord("7"))


def test_a_fork_is_independent() -> None:
    sequence = Sequence(compiled(closed(a={"type": "string"}, b={"type": "integer"}), "cat"), 30)
    offer(sequence, '{"', "a", '":"', "z")
    before = look(sequence)
    twin = sequence.fork()
    assert look(twin) == before
    twin.ban(ord("x"))
    offer(twin, '","', "b", '":', "12")
    twin.close()
    assert look(sequence) == before
    assert not sequence.closing
    assert offer(sequence, "k9") == [Verdict.ACCEPTED]
    assert twin.closing


def test_forced_tokens_are_the_canonical_ones() -> None:
    sequence = Sequence(compiled(closed(active={"const": "active"})), 30)
    canonical = small_vocabulary().tokenize(b'{"active":"active"}')
    while (token := sequence.forced()) is not None:
        assert sequence.accept(token) is Verdict.ACCEPTED
    # Only the last one stays open: a longer token could spell its bytes together with what comes then.
    assert sequence.tokens == canonical[:-1]
    assert set(members(sequence.allowed())) == set(ids('"', '"}'))
    # A place where bytes are determined still allows every token that spells them.
    sequence = Sequence(compiled(closed(active={"const": "active"})), 30)
    assert set(members(sequence.allowed())) == set(ids("{", '{"'))


def test_a_text_without_a_blocklist_and_a_budget_needs_no_witness() -> None:
    assert not Sequence(compiled(closed(a={"type": "string"}))).needs_witness
    assert Sequence(compiled(closed(a={"type": "string"})), 9).needs_witness
    assert Sequence(compiled(closed(a={"type": "string"}), "z")).needs_witness
    # The grammar would write a key of an open object for the second time.
    assert Sequence(compiled({"type": "object"})).needs_witness
    assert Sequence(compiled({})).needs_witness
    assert Sequence(compiled({"type": "array", "items": True})).needs_witness
    assert not Sequence(compiled({"anyOf": [closed(a={"type": "integer"}), {"enum": [{}, 1]}]})).needs_witness


def test_no_key_comes_twice() -> None:
    sequence = Sequence(compiled({"type": "object", "additionalProperties": {"type": "boolean"}}), 40)
    offer(sequence, '{"', "a", '":', "true", ",", '"', "a")
    assert sequence.accept(ord('"')) is Verdict.FORBIDDEN
    assert offer(sequence, '":') == [Verdict.FORBIDDEN]
    assert offer(sequence, "b", '":') == [Verdict.ACCEPTED] * 2


def test_no_number_is_too_large_to_be_read() -> None:
    sequence = Sequence(compiled({"type": "number"}), 40)
    assert offer(sequence, "1", "e9", "9") == [Verdict.ACCEPTED] * 3
    assert offer(sequence, "9", "12") == [Verdict.FORBIDDEN] * 2
    assert sequence.may_stop


def test_a_normalising_tokenizer_does_not_change_the_text() -> None:
    tokens = [*small_vocabulary().token_bytes[:END], b"", "é".encode()]

    def encode(data: bytes) -> list[int]:
        composed = unicodedata.normalize("NFC", data.decode()).encode()
        out = []
        while composed:
            whole = composed.startswith("é".encode())
            out.append(257 if whole else composed[0])
            composed = composed[2 if whole else 1 :]
        return out

    vocabulary = Vocabulary.from_tokens(tokens, eos_id=END, encode=encode)
    decomposed = "cafe\u0301"
    made = compile_contract(lt.Contract.from_schema({"const": decomposed}), vocabulary)
    assert vocabulary.decode(made.shortest).decode() == f'"{decomposed}"'
    sequence = Sequence(made, 10)
    while not sequence.must_stop:
        token = sequence.forced()
        assert sequence.accept(token if token is not None else int(members(sequence.allowed())[0])) is Verdict.ACCEPTED
    assert vocabulary.decode(sequence.tokens).decode() == f'"{decomposed}"'


@settings(max_examples=60, deadline=None)
@given(st.sampled_from([*SCHEMAS]), st.booleans(), st.booleans(), st.integers(0, 2**32), st.integers(0, 30))
def test_behind_every_token_stands_a_proof(name: str, blocked: bool, small: bool, seed: int, extra: int) -> None:
    made = contract(name, blocked=blocked and name in BLOCKLISTS)
    vocabulary = small_vocabulary() if small else byte_vocabulary()
    compiled_contract = compile_contract(made, vocabulary)
    sequence = Sequence(compiled_contract, len(compiled_contract.shortest) + extra)
    rng = np.random.default_rng(seed)
    for _ in range(12):
        text = vocabulary.decode([*sequence.tokens, *sequence.witness]).decode()
        assert made.accepts(text)
        assert len(sequence.witness) <= (sequence.room or 0)
        choices = [int(i) for i in members(sequence.allowed()) if int(i) not in vocabulary.eos_ids]
        if sequence.must_stop or not choices:
            break
        sequence.accept(int(rng.choice(choices)))
