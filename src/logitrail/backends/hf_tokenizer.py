"""A fast Hugging Face tokenizer: the bytes of its tokens, checked, and prompts that smuggle no special tokens in."""

from __future__ import annotations

import json
import re
import weakref
from collections.abc import Mapping, Sequence
from typing import Any

from llguidance import LLTokenizer

from logitrail.decoding.host import Encoded, Prompt
from logitrail.engine import Vocabulary
from logitrail.errors import ModelError, PromptError, TokenizerError

#: Text on which encoding and decoding must agree with the bytes of the vocabulary.
_SAMPLE = 'A quick test: {"名称": "敏感词", "n": -1.50, "e": "😀 é"}\n\tünïcödé  two blanks'

#: A byte that no UTF-8 text holds; the grammar engine marks special tokens with it.
_NO_TEXT = b"\xff"
_CHANGED = "the tokenizer cannot spell the prompt as it is: parts of it are changed or missing in prompt_ids"
_BYTE_TOKEN = re.compile(r"<0x([0-9A-F]{2})>")
#: A noncharacter (never text in Unicode), eight times.
_UNSPELLABLE = "\U0010ffff" * 8
# Private-use characters stand for special tokens spelled in messages while the chat template is rendered.
_STAND_IN = 0xF0000


def end_ids(model: Any) -> list[int]:
    """All ids that the model's own settings end a text with."""
    found: list[int] = []
    for config in (getattr(model, "generation_config", None), model.config.get_text_config()):
        ids = getattr(config, "eos_token_id", None)
        found += [ids] if isinstance(ids, int) else list(ids or ())
    return found


_SHARED: weakref.WeakKeyDictionary[Any, dict[tuple[int, ...], HFTokenizer]] = weakref.WeakKeyDictionary()


def shared_tokenizer(tokenizer: Any, width: int, eos_ids: Sequence[int] = ()) -> HFTokenizer:
    """:class:`HFTokenizer`, made once per tokenizer object: reading a vocabulary takes up to a second."""
    made = _SHARED.setdefault(tokenizer, {})
    key = (width, len(tokenizer), *eos_ids)
    if key not in made:
        made[key] = HFTokenizer(tokenizer, width, eos_ids)
    return made[key]


class HFTokenizer:
    """Encodes prompts and knows the vocabulary.

    Args:
        tokenizer: A fast tokenizer (``PreTrainedTokenizerFast`` or its successor).
        width: Number of logits of the model.
        eos_ids: Ids that end a text, from the model's settings; the tokenizer's own is added.

    Raises:
        TokenizerError: No fast form, no end token, or bytes that disagree with the tokenizer's own decoding.
    """

    def __init__(self, tokenizer: Any, width: int, eos_ids: Sequence[int] = ()) -> None:
        backend = getattr(tokenizer, "backend_tokenizer", None)
        if backend is None or not hasattr(backend, "to_str"):
            raise TokenizerError(
                f"{type(tokenizer).__name__} has no fast form, expected a tokenizer backed by the tokenizers library",
                hint="AutoTokenizer.from_pretrained(..., use_fast=True), or convert it to a tokenizer.json",
            )
        self.tokenizer = tokenizer
        ends = list(
            dict.fromkeys([*eos_ids, *([tokenizer.eos_token_id] if tokenizer.eos_token_id is not None else [])])
        )
        if not ends:
            raise TokenizerError(
                "neither the model nor the tokenizer names an end-of-sequence token",
                hint="tokenizer.eos_token = '</s>'",
            )
        definition = json.loads(backend.to_str())
        definition["padding"] = definition["truncation"] = None
        spelled = _spelled_tokens(definition)
        _keep_apart(definition)
        special = {i for i, token in tokenizer.added_tokens_decoder.items() if token.special}
        special |= set(range(width)) - spelled.keys() - tokenizer.added_tokens_decoder.keys()  # ids of nothing
        known = max(len(tokenizer), width)
        ll = LLTokenizer(json.dumps(definition), n_vocab=known, eos_token=ends)
        self.vocabulary = Vocabulary(ll, ends, special)
        if self.vocabulary.size != width:
            raise TokenizerError(
                f"the tokenizer has {len(tokenizer)} tokens, but the model gives {width} logits",
                hint="load the tokenizer that belongs to the model, or model.resize_token_embeddings(len(tokenizer))",
            )
        self._special_texts = sorted(
            (str(token) for token in tokenizer.added_tokens_decoder.values() if token.special), key=len, reverse=True
        )
        self._special = re.compile("|".join(map(re.escape, self._special_texts)) or r"(?!)")
        self._check(spelled)

    # --- prompts ----------------------------------------------------------------------------------------------------

    def encode(self, prompt: Prompt) -> Encoded:
        """A prompt in tokens.

        Raises:
            PromptError: It is empty, or is neither text, messages nor token ids.
            ModelError: Messages, but the tokenizer has no chat template.
        """
        if isinstance(prompt, str):
            return self._encode_text(prompt)
        if not isinstance(prompt, Sequence) or not prompt:
            raise PromptError(
                f"expected a text, a list of messages or a list of token ids, got {prompt!r}", path="prompt"
            )
        if all(isinstance(item, Mapping) for item in prompt):
            return self._encode_messages(prompt)  # type: ignore[arg-type]
        if all(isinstance(item, int) and not isinstance(item, bool) for item in prompt):
            ids = [item for item in prompt if isinstance(item, int)]
            wrong = next((i for i in ids if not 0 <= i < self.vocabulary.size), None)
            if wrong is not None:
                raise PromptError(
                    f"expected token ids from 0 to {self.vocabulary.size - 1}, got {wrong}", path="prompt"
                )
            return Encoded(ids)
        raise PromptError("expected a text, messages or token ids, got a mixture", path="prompt")

    def _encode_text(self, text: str) -> Encoded:
        if not text:
            raise PromptError("the prompt is empty", path="prompt")
        ids = self._plain(text, add_special_tokens=True)
        warnings = [] if self._keeps(text, ids) else [_CHANGED]
        found = self._special.search(text)
        if found is not None:
            warnings.append(
                f"the prompt spells the special token {found[0]!r}: it was read as text; "
                "pass messages or token ids to use special tokens"
            )
        return Encoded(ids, tuple(warnings))

    def _encode_messages(self, messages: Sequence[Mapping[str, str]]) -> Encoded:
        if not getattr(self.tokenizer, "chat_template", None):
            raise ModelError(
                "the tokenizer has no chat template, so messages cannot be put to this model",
                hint="pass the prompt as one text",
            )
        for i, message in enumerate(messages):
            if not {"role", "content"} <= set(message) or not all(isinstance(value, str) for value in message.values()):
                raise PromptError(
                    f"expected {{'role': text, 'content': text}}, got {dict(message)!r}", path=f"prompt[{i}]"
                )
        from jinja2 import TemplateError

        used = set("".join(value for message in messages for value in message.values()))
        unused = (char for code in range(_STAND_IN, 0x110000) if (char := chr(code)) not in used)
        stand_ins: dict[str, str] = {}

        def hide(found: re.Match[str]) -> str:
            if found[0] not in stand_ins:
                stand_ins[found[0]] = next(unused)
            return stand_ins[found[0]]

        safe = [{key: self._special.sub(hide, value) for key, value in message.items()} for message in messages]
        try:
            rendered = self.tokenizer.apply_chat_template(safe, tokenize=False, add_generation_prompt=True)
        except TemplateError as error:
            raise PromptError(
                f"the chat template of the model refuses the messages: {error}",
                path="prompt",
                hint="most templates want messages of the user and the assistant in turn",
            ) from None
        # What is special now came from the template. The parts between are text, with what was hidden put back.
        ids: list[int] = []
        kept = True
        at = 0
        for found in [*self._special.finditer(rendered), None]:
            part = rendered[at : found.start() if found else len(rendered)]
            for text, char in stand_ins.items():
                part = part.replace(char, text)
            if part:
                tokens = self._plain(part, add_special_tokens=False)
                kept = kept and self._keeps(part, tokens)
                ids += tokens
            if found:
                ids.append(int(self.tokenizer.convert_tokens_to_ids(found[0])))
                at = found.end()
        return Encoded(ids, () if kept else (_CHANGED,))

    def _keeps(self, text: str, ids: Sequence[int]) -> bool:
        """Whether the tokens spell the text; some tokenizers put a blank before it."""
        return self.vocabulary.decode(ids).decode("utf-8", "replace").strip() == text.strip()

    def _plain(self, text: str, *, add_special_tokens: bool) -> list[int]:
        """Tokens of a text in which nothing is special."""
        return list(self.tokenizer(text, add_special_tokens=add_special_tokens, split_special_tokens=True)["input_ids"])

    # --- the check at load ------------------------------------------------------------------------------------------

    def _check(self, spelled: Mapping[int, bytes]) -> None:
        table = self.vocabulary.token_bytes
        for i, want in spelled.items():
            if i in self.vocabulary.special_ids or i >= len(table) or want == _NO_TEXT:
                continue
            if table[i] != want:
                raise TokenizerError(
                    f"token {i} is {want!r} to the tokenizer, but the grammar engine reads {table[i]!r}",
                    hint="report this tokenizer; its masks could not be trusted",
                )
        ids = self._plain(_SAMPLE, add_special_tokens=False)
        joined = self.vocabulary.decode(ids).decode("utf-8", "replace")
        decoded = self.tokenizer.decode(ids, skip_special_tokens=False, clean_up_tokenization_spaces=False)
        if joined.strip() != _SAMPLE.strip() or decoded.strip() != _SAMPLE.strip():
            raise TokenizerError(
                f"encoding and decoding do not give the text back: expected {_SAMPLE!r}, the bytes of the tokens give "
                f"{joined!r} and the tokenizer {decoded!r}",
                hint="use a tokenizer that keeps text as it is (no lower-casing, no accent stripping)",
            )


def _keep_apart(definition: dict[str, Any]) -> None:
    """Makes the grammar engine take for text what is text, and for special what is special; in place, ids stay.

    It would read a special token wherever a text that the contract determines spells its name: those get names that no
    text spells. And it takes each added token in angle brackets for special, which ``<table>`` may not be: those stay
    in the vocabulary, but are no longer added.
    """
    names = {
        token["content"]: f"{_UNSPELLABLE}{token['id']}{_UNSPELLABLE}"
        for token in definition["added_tokens"]
        if token["special"]
    }
    for token in definition["added_tokens"]:
        token["content"] = names.get(token["content"], token["content"])
    model = definition["model"]
    vocabulary = model.get("vocab")
    if isinstance(vocabulary, dict):
        definition["added_tokens"] = [
            token
            for token in definition["added_tokens"]
            if token["special"] or token["content"][:1] != "<" or vocabulary.get(token["content"]) != token["id"]
        ]
        model["vocab"] = {names.get(text, text): i for text, i in vocabulary.items()}
    elif vocabulary:
        model["vocab"] = [[names.get(entry[0], entry[0]), *entry[1:]] for entry in vocabulary]
    if model.get("unk_token") is not None:
        model["unk_token"] = names.get(model["unk_token"], model["unk_token"])


def _spelled_tokens(definition: Mapping[str, Any]) -> dict[int, bytes]:
    """The bytes of each token, read from the tokenizer's definition: a second opinion on the grammar engine's."""
    vocabulary = definition["model"].get("vocab") or {}
    pairs = (
        vocabulary.items() if isinstance(vocabulary, dict) else ((entry[0], i) for i, entry in enumerate(vocabulary))
    )
    decoder = json.dumps(definition.get("decoder") or {})
    if '"ByteLevel"' in decoder:
        table = _byte_level_table()
        return {i: bytes(table[c] for c in text) for text, i in pairs if all(c in table for c in text)}
    if '"ByteFallback"' in decoder or "\u2581" in decoder or "\\u2581" in decoder:
        out = {}
        for text, i in pairs:
            byte = _BYTE_TOKEN.fullmatch(text)
            out[i] = bytes([int(byte[1], 16)]) if byte else text.replace("\u2581", " ").encode()
        return out
    raise TokenizerError(
        f"the decoder {definition.get('decoder')!r} is neither byte-level BPE nor SentencePiece with byte fallback",
        hint="use a model with a byte-complete tokenizer: others cannot spell every valid output",
    )


def _byte_level_table() -> dict[str, int]:
    """The characters that byte-level BPE writes for bytes (Radford et al., GPT-2, 2019: printable ones as they are)."""
    printable = [*range(ord("!"), ord("~") + 1), *range(ord("¡"), ord("¬") + 1), *range(ord("®"), ord("ÿ") + 1)]
    table = {chr(byte): byte for byte in printable}
    spare = 256
    for byte in range(256):
        if byte not in printable:
            table[chr(spare)] = byte
            spare += 1
    return table
