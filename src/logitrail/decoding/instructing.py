"""Puts the instructions of a contract into a prompt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from logitrail.contract import Contract
from logitrail.contract.phrases import Language
from logitrail.decoding.host import Host, Prompt
from logitrail.errors import OptionError, PromptError

_HAN = ((0x3400, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x3FFFF))
_SYSTEM = ("system", "developer")


def language_of(text: str) -> Language:
    """Chinese where a text has more Chinese characters than Latin letters."""
    han = sum(any(first <= ord(char) <= last for first, last in _HAN) for char in text)
    latin = sum(char.isalpha() and ord(char) < 0x250 for char in text)
    return "zh" if han > latin else "en"


def instructed(host: Host, prompt: Prompt, contract: Contract) -> Prompt:
    """A prompt with the instructions of a contract: in the language of the prompt.

    Args:
        host: The model whose chat template has the messages.
        prompt: A text: the instructions stand before it. Messages: they are the system message, or the end of the one
            there is; where the template has no place for one, they begin the last message of the user.
        contract: What the output must obey.

    Raises:
        OptionError: The prompt is a list of token ids.
        PromptError: The prompt is empty, or there is no message of the user.
        ModelError: The model has no chat template.
    """
    if isinstance(prompt, str):
        return f"{contract.instructions(language_of(prompt))}\n\n{prompt}" if prompt else prompt
    messages = [message for message in prompt if isinstance(message, Mapping)]
    if len(messages) < len(prompt):
        raise OptionError(
            "expected a text or messages, got token ids: instructions cannot be put into them",
            path="instruct",
            hint="give the prompt as text, or put contract.instructions() into it yourself",
        )
    texts = [text for message in messages if isinstance(text := message.get("content"), str)]
    instructions = contract.instructions(language_of("".join(texts)))
    as_system = _as_system(messages, instructions)
    return as_system if _says(host, as_system, instructions) else _as_user(messages, instructions)


def _as_system(messages: Sequence[Mapping[str, str]], instructions: str) -> list[Mapping[str, str]]:
    first = messages[0] if messages else {}
    if first.get("role") in _SYSTEM and isinstance(first.get("content"), str):
        return [{**first, "content": f"{first['content']}\n\n{instructions}"}, *messages[1:]]
    return [{"role": "system", "content": instructions}, *messages]


def _as_user(messages: Sequence[Mapping[str, str]], instructions: str) -> list[Mapping[str, str]]:
    at = next((i for i in reversed(range(len(messages))) if messages[i].get("role") == "user"), None)
    if at is None:
        raise PromptError(
            "expected a message of the user: the chat template has no place for a system message",
            path="prompt",
            hint='{"role": "user", "content": "…"}',
        )
    said = {**messages[at], "content": f"{instructions}\n\n{messages[at].get('content')}"}
    return [*messages[:at], said, *messages[at + 1 :]]


def _says(host: Host, messages: Sequence[Mapping[str, str]], text: str) -> bool:
    """Whether the template takes the messages and leaves the text in: some refuse a system message, some drop it."""
    try:
        encoded = host.encode(messages)
    except PromptError:
        return False
    return text.encode() in host.vocabulary.decode(encoded.ids)
