"""Token masks against brute force: every token is read byte by byte by the grammar and by the shadow reader."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import logitrail as lt
from logitrail.engine import Sequence, Verdict, Vocabulary, byte_vocabulary, compile_contract
from logitrail.engine.mask import members
from logitrail.engine.reader import JsonReader
from logitrail.engine.stepper import Stepper
from tests.contracts40 import BLOCKLISTS, SCHEMAS, contract
from tests.hosts import END, small_vocabulary
from tests.words import occurs

WORDS = st.sampled_from(
    [
        "a",
        "aa",
        "ab",
        "12",
        "4",
        "404",
        "0a",
        "a0",
        "d1",
        "敏",
        "敏感",
        "感词",
        "😀",
        "é",
        "中1",
        "1中",
        "x,y",
        "x y",
        '"',
        "\\",
    ]
)

LIKELY = {text.encode()[:1] for text in ["a", "b", "0", "1", "4", "d", "敏", "感", "😀", "é", "中", "x", '"', "\\"]}


def brute_force(sequence: Sequence, stepper: Stepper, vocabulary: Vocabulary) -> set[int]:
    """Tokens whose bytes the contract takes one after the other."""
    found = {i for i in vocabulary.eos_ids if sequence.may_stop}
    for i, raw in enumerate(vocabulary.token_bytes):
        if raw and stepper.fork().read(raw) == len(raw):
            found.add(i)
    return found


def walk(made: lt.Contract, vocabulary: Vocabulary, seed: int, steps: int) -> None:
    """A random walk, the mask compared at each place."""
    compiled = compile_contract(made, vocabulary)
    sequence, stepper = Sequence(compiled), Stepper(compiled)
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        allowed = {int(i) for i in members(sequence.allowed())}
        # Numbers and depths that nothing reads back, and keys for the second time, are found out by accept alone.
        expected = brute_force(sequence, stepper, vocabulary)
        extra = {i for i in allowed - expected if sequence.fork().accept(i) is Verdict.FORBIDDEN}
        assert allowed - extra == expected
        choices = sorted(allowed - {*vocabulary.eos_ids})
        # Mostly what words are made of, so that words are begun.
        weights = [-(rng.random() + (rng.random() < 0.7) * (vocabulary.token_bytes[i][:1] in LIKELY)) for i in choices]
        for token in (choices[i] for i in np.argsort(weights)):
            if sequence.accept(token) is Verdict.ACCEPTED:
                assert stepper.read(vocabulary.token_bytes[token]) == len(vocabulary.token_bytes[token])
                break
        else:
            return


@pytest.mark.parametrize(("name", "blocked"), [(n, False) for n in SCHEMAS] + [(n, True) for n in BLOCKLISTS])
def test_masks_of_forty_contracts(name: str, blocked: bool) -> None:
    for vocabulary in (byte_vocabulary(), small_vocabulary()):
        walk(contract(name, blocked=blocked), vocabulary, seed=len(name), steps=8)


@settings(max_examples=40, deadline=None)
@given(st.sets(WORDS, min_size=1, max_size=4), st.integers(0, 2**32), st.sampled_from(["json", "regex", "fields"]))
def test_masks_under_random_words(words: set[str], seed: int, kind: str) -> None:
    if kind == "regex":
        made = lt.Contract.from_regex(r"(?s:.){0,30}")
    else:
        schema = {"type": "array", "items": {"type": ["string", "integer"]}, "minItems": 1, "maxItems": 4}
        if kind == "fields":
            schema = {
                "type": "object",
                "properties": {"a": schema, "b": {"type": "string"}},
                "required": ["a", "b"],
                "additionalProperties": False,
            }
        made = lt.Contract.from_schema(schema)
    try:
        made = made.excluding(sorted(words), fields=["/a"] if kind == "fields" else None)
    except lt.errors.ConflictError:
        return
    walk(made, small_vocabulary(), seed, steps=10)


@settings(max_examples=150, deadline=None)
@given(
    st.sets(WORDS, min_size=1, max_size=4),
    st.text(alphabet='aAbB014dxy敏感词中é😀 ,"\\\n', max_size=10),
    st.booleans(),
    st.data(),
)
def test_the_guard_finds_what_a_search_of_the_value_finds(
    words: set[str], value: str, ascii_only: bool, data: st.DataObject
) -> None:
    compiled = compile_contract(
        lt.Contract.from_schema({"type": ["string", "null"]}).excluding(sorted(words)), byte_vocabulary()
    )
    text = json.dumps(value, ensure_ascii=ascii_only).encode()
    reader = compiled.reader()
    at = data.draw(st.integers(0, len(text)))
    reader.feed(text[:at])
    reader.feed(text[at:])
    assert isinstance(reader, JsonReader)
    assert reader.broken == any(occurs(word, value) for word in words)


@pytest.mark.parametrize("number", ["404", "404.0", "4.04e2", "40400E-2", "0404e0"[1:], "404.000"])
def test_a_blocked_number_is_found_however_it_is_written(number: str) -> None:
    made = lt.Contract.from_schema({"type": "number"}).excluding(["404"])
    compiled = compile_contract(made, byte_vocabulary())
    reader = compiled.reader()
    reader.feed(number.encode())
    assert not reader.may_finish()
    reader.finish()
    assert reader.broken


@pytest.mark.parametrize("number", ["4040", "1404", "404.5", "-404", "4.04", "404e1"])
def test_other_numbers_are_free(number: str) -> None:
    compiled = compile_contract(lt.Contract.from_schema({"type": "number"}).excluding(["404"]), byte_vocabulary())
    reader = compiled.reader()
    reader.feed(number.encode())
    assert reader.may_finish()
    reader.finish()
    assert not reader.broken


def test_no_escape_can_spell_what_the_mask_would_miss() -> None:
    # The cache of the blocklist's masks relies on it: \u escapes spell control characters and nothing else.
    for text in (r'"\u0041"', r'"\u654f"', r'"\ud83d\ude00"', r'"\ud83d"', r'"\/"'):
        assert not lt.Contract.from_schema({"type": "string"}).accepts(text)
    assert lt.Contract.from_schema({"type": "string"}).accepts(r'"\u001f\n\"\\"')


def test_a_word_of_control_characters_is_found_in_escapes() -> None:
    compiled = compile_contract(lt.Contract.from_schema({"type": "string"}).excluding(["a\nb"]), small_vocabulary())
    sequence = Sequence(compiled)
    for piece in (b'"', b"a", b"\\n"):
        assert sequence.accept(small_vocabulary().token_bytes.index(piece)) is Verdict.ACCEPTED
    allowed = members(sequence.allowed())
    assert ord("b") not in allowed
    assert small_vocabulary().token_bytes.index(b"ba") not in allowed
    assert ord("c") in allowed


def test_the_end_token_is_allowed_where_the_text_may_stop() -> None:
    compiled = compile_contract(lt.Contract.from_schema({"type": "integer"}), byte_vocabulary())
    sequence = Sequence(compiled)
    assert END not in members(sequence.allowed())
    sequence.accept(ord("-"))
    assert END not in members(sequence.allowed())
    sequence.accept(ord("7"))
    assert END in members(sequence.allowed())
