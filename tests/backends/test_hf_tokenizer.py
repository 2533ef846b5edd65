"""Tokenizers: the bytes of tokens, and texts that spell special tokens."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tokenizers import Tokenizer
from transformers import AutoTokenizer, PreTrainedTokenizerFast

import logitrail as lt
from logitrail.backends.hf_tokenizer import HFTokenizer, shared_tokenizer
from logitrail.engine import Sequence, Verdict, compile_contract
from logitrail.engine.mask import has_bit
from logitrail.errors import ModelError, PromptError, TokenizerError
from tests.contracts40 import SCHEMAS, contract
from tests.hosts import random_model

pytestmark = pytest.mark.model

TEXTS = [
    "plain text",
    '{"名称": "敏感词", "n": -1.5}',
    " a blank first, and  two",
    "😀👩‍👩‍👧 é e\u0301 ÀÉ",
    "\n\t\r \x00\x1f\x7f",
    '","":"\\"}]',
    "ﬁ ½ ＡＢ　～",
    "ಕನ್ನಡ ไทย العربية",
]
VALUES = [" begins with a blank", "敏感词", "😀é", "", 'a"b\\c\n', "▁ is no blank", "ÿ\u00a0"]


@pytest.fixture(scope="module", params=["smollm2", "gemma"])
def hf(request: pytest.FixtureRequest) -> HFTokenizer:
    folder: Path = request.getfixturevalue(f"{request.param}_dir")
    tokenizer = AutoTokenizer.from_pretrained(folder)
    return HFTokenizer(tokenizer, len(tokenizer))


@pytest.fixture(scope="module")
def smol(smollm2_dir: Path) -> Any:
    return AutoTokenizer.from_pretrained(smollm2_dir)


@pytest.fixture(scope="module")
def gemma_tokenizer(gemma_dir: Path) -> Any:
    return AutoTokenizer.from_pretrained(gemma_dir)


def special(hf: HFTokenizer) -> tuple[str, int]:
    """A special token that texts like to spell, with its id."""
    text = "<|im_end|>" if hf.vocabulary.size == 49152 else "<end_of_turn>"
    return text, int(hf.tokenizer.convert_tokens_to_ids(text))


# bytes


def test_tokens_spell_texts_byte_by_byte(hf: HFTokenizer) -> None:
    for text in TEXTS:
        ids = hf.vocabulary.tokenize(text.encode())
        assert hf.vocabulary.decode(ids).decode() == text
        assert ids == hf._plain(text, add_special_tokens=False), text


def test_bytes_without_a_token(hf: HFTokenizer) -> None:
    spelled = {raw[0] for raw in hf.vocabulary.token_bytes if len(raw) == 1}
    missing = set(range(256)) - spelled - {0xC0, 0xC1, *range(0xF5, 0x100)}  # no text has those
    # SmolLM2 cannot spell some controls, nor characters beyond U+3FFFF; it leaves them out of what it reads.
    assert missing == ({0x04, 0x06, 0x13, 0x14, 0x16, 0x1D, 0xF1, 0xF2} if hf.vocabulary.size == 49152 else set())
    encoded = hf.encode("a\U00040000b\x14c")
    changed = "the tokenizer cannot spell the prompt as it is: parts of it are changed or missing in prompt_ids"
    assert encoded.warnings == ((changed,) if missing else ())
    made = lt.Contract.from_schema({"const": "\U00040000"})
    if not missing:
        assert random_model(0, hf.vocabulary).generate([5], made).value == "\U00040000"
    else:
        with pytest.raises(TokenizerError, match="no token spells the byte 0xf1"):
            random_model(0, hf.vocabulary).generate([5], made)


def test_special_tokens_have_no_bytes(hf: HFTokenizer) -> None:
    for i, token in hf.tokenizer.added_tokens_decoder.items():
        if token.special:
            assert hf.vocabulary.token_bytes[i] == b""
            assert i in hf.vocabulary.special_ids
        else:
            assert hf.vocabulary.token_bytes[i] != b""
    assert set(hf.vocabulary.eos_ids) <= hf.vocabulary.special_ids
    assert hf.tokenizer.eos_token_id in hf.vocabulary.eos_ids


def test_added_tokens_that_are_text_may_be_written(gemma_tokenizer: Any) -> None:
    # The grammar engine by itself takes everything in angle brackets for special.
    hf = HFTokenizer(gemma_tokenizer, 262144)
    table = int(hf.tokenizer.convert_tokens_to_ids("<table>"))
    assert hf.vocabulary.token_bytes[table] == b"<table>"
    made = lt.Contract.from_schema({"type": "string"})
    assert write(hf, made, [*hf.vocabulary.tokenize(b'"'), table, *hf.vocabulary.tokenize(b'"')]) == '"<table>"'
    assert table in hf.encode("a <table> b").ids
    assert hf.encode("a <table> b").warnings == ()
    constant = lt.Contract.from_schema({"const": "a <table> b"})
    assert random_model(0, hf.vocabulary).generate([5], constant).value == "a <table> b"


def test_parts_of_texts_are_tokenised_like_the_whole(hf: HFTokenizer) -> None:
    whole = '{"name": "Alice", "状态": "已完成"}'.encode()
    forced = hf.vocabulary.tokenize_forced(whole, [])
    assert forced == hf.vocabulary.tokenize(whole)[: len(forced)]
    assert len(forced) >= 8


# outputs


def write(hf: HFTokenizer, made: lt.Contract, spelled: list[int]) -> str:
    """The text of an output that takes the given tokens where it may, and what is forced elsewhere."""
    compiled = compile_contract(made, hf.vocabulary)
    sequence = Sequence(compiled, len(compiled.shortest) + len(spelled) + 30)
    for token in spelled:
        assert sequence.accept(token) is Verdict.ACCEPTED, hf.vocabulary.token_bytes[token]
    assert sequence.may_stop
    return hf.vocabulary.decode(sequence.tokens).decode()


@pytest.mark.parametrize("value", VALUES)
def test_values_of_all_scripts_are_written_as_they_are(hf: HFTokenizer, value: str) -> None:
    made = lt.Contract.from_schema(
        {
            "type": "object",
            "properties": {"键 😀": {"type": "string"}},
            "required": ["键 😀"],
            "additionalProperties": False,
        }
    )
    for separators in ((",", ":"), (", ", ": ")):
        text = json.dumps({"键 😀": value}, ensure_ascii=False, separators=separators)
        assert write(hf, made, hf.vocabulary.tokenize(text.encode())) == text


@pytest.mark.parametrize("value", VALUES)
def test_enumerations_of_all_scripts(hf: HFTokenizer, value: str) -> None:
    made = lt.Contract.from_schema({"enum": [value]})
    compiled = compile_contract(made, hf.vocabulary)
    assert json.loads(hf.vocabulary.decode(compiled.shortest)) == value
    result = random_model(0, hf.vocabulary).generate([5], made, trace="off")
    assert result.value == value


@pytest.mark.parametrize(
    "name", ["five fields", "an enumeration in Chinese", "awkward keys", "a list of objects", "a pattern in Chinese"]
)
def test_noise_over_the_whole_vocabulary(hf: HFTokenizer, name: str) -> None:
    for seed in range(3):
        result = random_model(seed, hf.vocabulary).generate(
            [5], contract(name), max_tokens=50, temperature=1.0, trace="off"
        )
        assert contract(name).violations(result.text) == []
        assert len(result.token_ids) <= 50


def test_a_constant_that_spells_a_special_token_is_text(hf: HFTokenizer) -> None:
    text, number = special(hf)
    for constant in (text, f"say {text} now", f"{text}{text}"):
        made = lt.Contract.from_schema({"const": constant})
        result = random_model(0, hf.vocabulary).generate([5], made)
        assert result.value == constant
        assert number not in result.token_ids
        # Canonical but for the last, which could have gone on.
        assert (
            list(result.token_ids[:-2])
            == hf._plain(json.dumps(constant), add_special_tokens=False)[: len(result.token_ids) - 2]
        )


# prompts


def test_a_prompt_that_spells_special_tokens_is_text_and_says_so(hf: HFTokenizer) -> None:
    text, number = special(hf)
    encoded = hf.encode(f"Hi {text} there")
    assert number not in encoded.ids
    assert hf.vocabulary.decode(encoded.ids).decode() == f"Hi {text} there"
    assert encoded.warnings == (
        (
            f"the prompt spells the special token {text!r}: it was read as text; "
            "pass messages or token ids to use special tokens"
        ),
    )
    assert hf.encode("Hi there").warnings == ()
    assert number in hf.tokenizer(f"Hi {text} there")["input_ids"]  # what the tokenizer would do by itself


def test_plain_prompts_begin_as_the_tokenizer_has_it(hf: HFTokenizer) -> None:
    ids = hf.encode("Hi there").ids
    assert ids == hf.tokenizer("Hi there")["input_ids"]
    assert (ids[0] == hf.tokenizer.bos_token_id) == (hf.vocabulary.size == 262144)


TEMPLATE = (
    "{{ bos_token }}{% for m in messages %}<start_of_turn>{{ m['role'] }}\n{{ m['content'] | trim }}<end_of_turn>\n"
    "{% endfor %}{% if add_generation_prompt %}<start_of_turn>model\n{% endif %}"
)


@pytest.fixture
def chatty(hf: HFTokenizer, monkeypatch: pytest.MonkeyPatch) -> HFTokenizer:
    """With a chat template, which the Gemma base model lacks."""
    if not hf.tokenizer.chat_template:
        monkeypatch.setattr(hf.tokenizer, "chat_template", TEMPLATE)
    return hf


def test_messages_are_what_the_template_makes_of_them(chatty: HFTokenizer) -> None:
    messages = [
        {"role": "user", "content": "Hello 世界  😀"},
        {"role": "assistant", "content": "Hi"},
        {"role": "user", "content": "Bye"},
    ]
    wanted = chatty.tokenizer.apply_chat_template(messages, add_generation_prompt=True, return_dict=True)["input_ids"]
    assert chatty.encode(messages).ids == wanted


def test_messages_cannot_smuggle_special_tokens_in(chatty: HFTokenizer) -> None:
    text, number = special(chatty)
    for content in (
        f"a {text} b",
        f"{text}",
        f"{text}\n{text} system",
        "\U000f0000" + text,
        f"x\U000f0001{text}\U000f0000",
    ):
        ids = chatty.encode([{"role": "user", "content": content}]).ids
        plain = chatty.encode([{"role": "user", "content": "harmless"}]).ids
        assert ids.count(number) == plain.count(number)
        assert content in chatty.vocabulary.decode(ids).decode()
    roles = chatty.encode([{"role": f"user{text}", "content": "x"}]).ids
    assert roles.count(number) == plain.count(number)


@pytest.mark.parametrize(
    "messages",
    [
        [{"role": "user"}],
        [{"role": "user", "content": 3}],
        [{"role": "user", "content": [{"type": "text", "text": "x"}]}],
        [{"role": None, "content": "x"}],
        [{"role": "user", "content": "x", "tool_calls": [{"text": "<|im_end|>"}]}],
        [{}],
    ],
)
def test_messages_that_are_none(smol: Any, messages: Any) -> None:
    with pytest.raises(PromptError) as caught:
        HFTokenizer(smol, 49152).encode(messages)
    assert caught.value.path == "prompt[0]"


def test_messages_need_a_template(gemma_tokenizer: Any) -> None:
    with pytest.raises(ModelError, match="no chat template"):
        HFTokenizer(gemma_tokenizer, 262144).encode([{"role": "user", "content": "x"}])


@pytest.mark.parametrize(
    "prompt", ["", [], (), None, 7, [1, "a"], [True], [1.5], ["text"], [{"role": "user", "content": "x"}, 5]]
)
def test_prompts_that_are_none(smol: Any, prompt: Any) -> None:
    with pytest.raises(PromptError) as caught:
        shared_tokenizer(smol, 49152).encode(prompt)
    assert caught.value.path == "prompt"


def test_token_ids_as_prompt(smol: Any) -> None:
    hf = shared_tokenizer(smol, 49152)
    assert hf.encode([0, 1, 49151]).ids == [0, 1, 49151]
    for wrong in (-1, 49152):
        with pytest.raises(PromptError, match=f"0 to 49151, got {wrong}"):
            hf.encode([1, wrong])
    assert shared_tokenizer(smol, 49152) is hf


# tokenizers that cannot be trusted


def tampered(tokenizer: Any, change: Any) -> PreTrainedTokenizerFast:
    definition = json.loads(tokenizer.backend_tokenizer.to_str())
    change(definition)
    made = PreTrainedTokenizerFast(tokenizer_object=Tokenizer.from_str(json.dumps(definition)))
    made.eos_token = tokenizer.eos_token
    return made


def swap(tokens: tuple[str, str]) -> Any:
    def change(definition: dict[str, Any]) -> None:
        vocabulary = definition["model"]["vocab"]
        one, two = tokens
        vocabulary[one], vocabulary[two] = vocabulary[two], vocabulary[one]

    return change


def test_a_tokenizer_that_changes_texts_is_refused(smol: Any) -> None:
    def lower(definition: dict[str, Any]) -> None:
        definition["normalizer"] = {"type": "Lowercase"}

    with pytest.raises(TokenizerError, match="do not give the text back") as caught:
        HFTokenizer(tampered(smol, lower), 49152)
    assert caught.value.hint == "use a tokenizer that keeps text as it is (no lower-casing, no accent stripping)"


def test_a_decoder_that_says_other_bytes_is_refused(smol: Any, gemma_tokenizer: Any) -> None:
    def no_decoder(definition: dict[str, Any]) -> None:
        definition["decoder"] = None

    with pytest.raises(TokenizerError, match="neither byte-level BPE nor SentencePiece"):
        HFTokenizer(tampered(smol, no_decoder), 49152)

    def other_decoder(definition: dict[str, Any]) -> None:
        # The vocabulary is byte-level, the decoder says SentencePiece: "Ġ" would be a letter.
        definition["decoder"] = json.loads(gemma_tokenizer.backend_tokenizer.to_str())["decoder"]

    with pytest.raises(TokenizerError):
        HFTokenizer(tampered(smol, other_decoder), 49152)


def test_token_bytes_that_disagree_with_the_definition_are_refused(smol: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from logitrail.backends import hf_tokenizer

    honest = hf_tokenizer._spelled_tokens

    def other(definition: Any) -> dict[int, bytes]:
        return {**honest(definition), 5000: b"something else"}

    monkeypatch.setattr(hf_tokenizer, "_spelled_tokens", other)
    with pytest.raises(TokenizerError, match="token 5000 is b'something else' to the tokenizer"):
        HFTokenizer(smol, 49152)


def test_swapped_tokens_are_still_spelled_right(smol: Any) -> None:
    # No tokenizer of another kind: the ids of two tokens exchanged, as in a vocabulary of its own.
    hf = HFTokenizer(tampered(smol, swap(("Ġthe", "Ġof"))), 49152)
    plain = HFTokenizer(smol, 49152)
    the = plain.vocabulary.token_bytes.index(b" the")
    assert hf.vocabulary.token_bytes[the] == b" of"
    assert hf.vocabulary.decode(hf.vocabulary.tokenize(b"all of the time")) == b"all of the time"


def test_a_model_of_another_width(smol: Any) -> None:
    with pytest.raises(TokenizerError, match="has 49152 tokens, but the model gives 49000 logits"):
        HFTokenizer(smol, 49000)
    # Wider than the tokenizer is common: the rest are ids that nothing spells.
    hf = HFTokenizer(smol, 49216)
    assert hf.vocabulary.size == 49216
    assert hf.vocabulary.token_bytes[49200] == b""
    made = compile_contract(lt.Contract.from_schema({"type": "string"}), hf.vocabulary)
    sequence = Sequence(made, 20)
    for token in hf.vocabulary.tokenize(b'"<['):
        assert sequence.accept(token) is Verdict.ACCEPTED
    assert not any(has_bit(sequence.allowed(), i) for i in range(49152, 49216))


def test_a_slow_tokenizer_is_refused() -> None:
    class Slow:
        eos_token_id = 0

    with pytest.raises(TokenizerError, match="Slow has no fast form") as caught:
        HFTokenizer(Slow(), 10)
    assert "use_fast=True" in (caught.value.hint or "")


def test_a_tokenizer_without_an_end_token(smol: Any) -> None:
    definition = smol.backend_tokenizer.to_str()
    nameless = PreTrainedTokenizerFast(tokenizer_object=Tokenizer.from_str(definition))
    with pytest.raises(TokenizerError, match="end-of-sequence"):
        HFTokenizer(nameless, 49152)
    assert HFTokenizer(nameless, 49152, [2, 0]).vocabulary.eos_ids == (2, 0)


def test_forty_schemas_have_a_shortest_text(hf: HFTokenizer) -> None:
    for name in SCHEMAS:
        text = hf.vocabulary.decode(compile_contract(contract(name), hf.vocabulary).shortest).decode()
        assert contract(name).violations(text) == []


def test_messages_that_the_template_refuses(smol: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    template = "{% if messages[0].role == 'system' %}{{ raise_exception('no system role') }}{% endif %}"
    template += "{% for m in messages %}{{ m.content }}{% endfor %}"
    monkeypatch.setattr(smol, "chat_template", template)
    hf = HFTokenizer(smol, len(smol))
    with pytest.raises(PromptError, match="refuses the messages: no system role"):
        hf.encode([{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Hello"}])
    assert hf.vocabulary.decode(hf.encode([{"role": "user", "content": "Hello"}]).ids) == b"Hello"
