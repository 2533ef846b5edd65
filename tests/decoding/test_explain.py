from __future__ import annotations

import json
import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from logitrail.backends.scripted import ScriptedHost
from logitrail.contract import Contract
from logitrail.decoding.explain import Explanation
from logitrail.decoding.model import Model
from logitrail.engine import Sequence as Output
from logitrail.engine import Verdict, Vocabulary, compile_contract
from logitrail.engine.mask import flags_of
from logitrail.errors import BudgetError, ConflictError, OptionError, PromptError

RULES = Contract.from_rules(
    {
        "status": {"type": "enum", "values": ["on", "off"]},
        "level": {"type": "range", "min": 1, "max": 10},
        "note": {"type": "text", "max_length": 12},
        "_global": {"type": "exclude", "words": ["bad"]},
    }
)
WORDS = [
    b'{"',
    b'": "',
    b'", "',
    b'"}',
    b"status",
    b"level",
    b"note",
    b"on",
    b"off",
    b" bad",
    b"ba",
    b"dge",
    b"10",
    b"11",
]
BYTES = [bytes([i]) for i in range(256)]
VOCABULARY = Vocabulary.from_tokens([*BYTES, *WORDS, b""], eos_id=256 + len(WORDS))
END = 256 + len(WORDS)


def liking(*favourites: bytes) -> Model:
    """A model that always likes the same tokens best, the first of them most, and all others alike."""
    logits = np.zeros(VOCABULARY.size, dtype=np.float32)
    for i, favourite in enumerate(favourites):
        logits[VOCABULARY.token_bytes.index(favourite)] = 10.0 - 2 * i

    def script(_: Sequence[int]) -> np.ndarray:
        return logits

    return Model(ScriptedHost(script, VOCABULARY))


def names(explanation: Explanation, what: str) -> list[bytes]:
    return [ruling.bytes for ruling in getattr(explanation, what)]


def test_probabilities_and_order() -> None:
    found = liking(b"11", b"10", b"1").explain("x", RULES, prefix='{"status": "on", "level": ', k=3)
    total = math.exp(10) + math.exp(8) + math.exp(6) + VOCABULARY.size - 3
    assert names(found, "allowed") == [b"10", b"1", b"2"]
    assert names(found, "masked") == [b"11"]
    assert found.allowed[0].raw_probability == pytest.approx(math.exp(8) / total, rel=1e-5)
    allowed = math.exp(8) + math.exp(6) + 8  # 2 to 9, each once
    assert found.allowed_tokens == 10
    assert found.allowed_mass == pytest.approx(allowed / total, rel=1e-5)
    assert found.pressure == pytest.approx(-math.log(allowed / total), rel=1e-5)
    assert found.allowed[0].masked_probability == pytest.approx(math.exp(8) / allowed, rel=1e-5)
    assert (found.masked[0].masked_probability, found.masked[0].rank) == (0.0, 0)
    assert (found.path, found.expected) == ("$.level", "an integer from 1 to 10")
    assert (found.may_stop, found.unknown) == (False, None)


@pytest.mark.parametrize(
    ("prefix", "token", "rule", "path", "reason"),
    [
        ('{"status": "', "on", "allowed", "$.status", 'one of "on", "off"'),
        ('{"status": "', "ba", "grammar", "$.status", 'expected one of "on", "off", got "ba"'),
        ('{"status": "o', "off", "grammar", "$.status", 'expected one of "on", "off", begun as "o", got "off"'),
        ('{"', "note", "grammar", "$", 'expected the key "status", got "note"'),
        ('{"', "level", "grammar", "$", 'expected the key "status", got "level"'),
        ('{"status": "on', '"}', "grammar", "$", 'expected a comma, then the key "level", got "}" after "\\""'),
        ('{"status": "on", "level": ', "11", "grammar", "$.level", "expected an integer from 1 to 10, begun as 1"),
        ('{"status": "on",', "\n", "grammar", "$", "(blanks stand only where the layout of the contract has them)"),
        ('{"status": "on", "level": 1, "note": "a', " bad", "blocklist", "$.note", 'the blocked word "bad"'),
        ('{"status": "on", "level": 1, "note": "ba', "dge", "blocklist", "$.note", 'the blocked word "bad"'),
        ('{"status": "on", "level": 1, "note": "a', "dge", "allowed", "$.note", "a string of at most 12 characters"),
        ('{"status": "on", "level": 1, "note": "a', '", "', "grammar", "$", "expected the end of the object, got"),
        ('{"status": "on"', "", "grammar", "$", "got the end of the text"),
        ('{"status": "on", "level": 1, "note": ""}', "", "allowed", "$", "the end of the text"),
        ('{"status": "on", "level": 1, "note": ""}', "x", "grammar", "$", 'expected the end of the text, got "x"'),
    ],
)
def test_rulings(prefix: str, token: str, rule: str, path: str, reason: str) -> None:
    ruling = liking(b"on").explain("x", RULES, prefix=prefix, tokens=[token]).asked[0]
    assert (ruling.rule, ruling.path) == (rule, path)
    assert reason in ruling.reason
    assert ruling.allowed == (rule == "allowed")
    assert ruling.asked == token
    assert ruling.end == (token == "")
    assert (ruling.masked_probability == 0) == (rule != "allowed")


def test_a_text_of_several_tokens_is_ruled_on_by_its_first() -> None:
    ruling = liking(b"on").explain("x", RULES, prefix='{"status": "', tokens=["onx"]).asked[0]
    assert (ruling.bytes, ruling.asked_tokens, ruling.rule) == (b"on", 2, "allowed")


def test_the_budget() -> None:
    prefix = '{"status": "on", "level": 1, "note": "'
    needed = len(VOCABULARY.tokenize(prefix.encode())) + 1
    found = liking(b"on").explain("x", RULES, prefix=prefix, tokens=["a", '"}'], max_tokens=needed)
    assert [ruling.rule for ruling in found.asked] == ["budget", "allowed"]
    assert "more than the 1 tokens left" in found.asked[0].reason
    assert found.asked[0].masked_probability == 0
    roomy = liking(b"on").explain("x", RULES, prefix=prefix, tokens=["a"], max_tokens=needed + 1)
    assert roomy.asked[0].rule == "allowed"


def test_a_budget_that_the_prefix_has_spent() -> None:
    prefix = '{"status": "off", "level": 1, "note": "abcdefgh'
    with pytest.raises(OptionError, match="leaves no room for a valid end behind it") as caught:
        liking(b"on").explain("x", RULES, prefix=prefix, max_tokens=len(VOCABULARY.tokenize(prefix.encode())))
    assert caught.value.path == "prefix"


def test_what_is_determined() -> None:
    assert liking(b"on").explain("x", RULES).determined == '{"status":'
    assert liking(b"on").explain("x", RULES, prefix='{"status": "').determined == "o"


def test_without_prompt_and_prefix() -> None:
    found = liking(b"on").explain(None, RULES)
    assert found.unknown == "neither prompt nor prefix: there is nothing to continue from"
    assert (found.allowed_mass, found.pressure, found.entropy) == (None, None, None)
    assert names(found, "allowed") == [b"{", b'{"']
    assert found.allowed[0].raw_probability is None
    assert found.masked == ()
    assert liking(b"on").explain(None, RULES, prefix="{").unknown is None


@pytest.mark.parametrize(
    ("prefix", "place", "caret"),
    [
        ('{"status": "x', "character 12 (byte 12): at $.status: expected one of", 12),
        (
            '{"status": "on", "level": 1, "note": "你好 bad',
            'byte 47): at $.note: it would complete the blocked word "bad"',
            45,
        ),
        ("[", "character 0 (byte 0): at $: expected an object", 0),
    ],
)
def test_a_prefix_that_leaves_the_contract(prefix: str, place: str, caret: int) -> None:
    with pytest.raises(OptionError) as caught:
        liking(b"on").explain("x", RULES, prefix=prefix)
    message, context, pointer = caught.value.message.splitlines()
    assert place in message
    assert context == f"  {prefix}"
    assert pointer == f"  {' ' * caret}^"


def test_a_long_prefix_is_cut() -> None:
    text = Contract.from_schema({"type": "string", "pattern": "^[a-z]*$"})
    with pytest.raises(OptionError) as caught:
        liking(b"on").explain("x", text, prefix='"' + "a" * 500 + "B" + "c" * 500)
    _, context, pointer = caught.value.message.splitlines()
    assert context == "  " + "a" * 60 + "B" + "c" * 19
    assert pointer == "  " + " " * 60 + "^"


def test_bad_options() -> None:
    model = liking(b"on")
    with pytest.raises(OptionError, match="expected 1 or more, got 0"):
        model.explain("x", RULES, k=0)
    with pytest.raises(BudgetError, match="max_tokens is 2, but the shortest valid output"):
        model.explain("x", RULES, max_tokens=2)
    with pytest.raises(PromptError):
        model.explain("", RULES)
    with pytest.raises(ConflictError):
        model.explain("x", RULES.excluding(["status"]))


def test_plain_data() -> None:
    found = liking(b"11").explain("x", RULES, prefix='{"status": "on", "level": ', tokens=["10"])
    data = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert data["asked"][0]["text"] == "10"
    assert data["asked"][0]["allowed"] is True
    assert data["masked"][0]["rule"] == "grammar"
    assert data["allowed_tokens"] == 10


GOOD = '{"status": "off", "level": 10, "note": "ba n"}'


@given(st.integers(0, len(GOOD)), st.integers(0, END))
def test_rulings_agree_with_the_decoder(at: int, token: int) -> None:
    """Allowed is what mask and witness allow; each other ruling has a reason of its kind."""
    compiled = compile_contract(RULES, VOCABULARY)
    sequence = Output(compiled)
    for one in VOCABULARY.tokenize(GOOD[:at].encode()):
        assert sequence.accept(one) is Verdict.ACCEPTED
    allowed = bool(flags_of(sequence.allowed(), VOCABULARY.size)[token])
    raw = VOCABULARY.token_bytes[token]
    if token == END:
        text = ""
    elif raw.isascii() and VOCABULARY.tokenize(raw) == [token]:
        text = raw.decode()
    else:
        return
    ruling = liking(b"on").explain("x", RULES, prefix=GOOD[:at], tokens=[text]).asked[0]
    assert ruling.id == token
    if token == END:
        assert ruling.allowed == allowed
    else:
        assert ruling.allowed == (allowed and sequence.fork().accept(token) is Verdict.ACCEPTED)
