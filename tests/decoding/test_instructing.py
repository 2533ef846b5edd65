from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

import logitrail as lt
from logitrail.backends.scripted import ScriptedHost
from logitrail.decoding.host import Encoded, Prompt
from logitrail.decoding.instructing import instructed, language_of
from logitrail.decoding.model import Model
from logitrail.errors import OptionError, PromptError
from tests.hosts import random_model

CONTRACT = lt.Contract.from_rules({"level": {"type": "range", "min": 1, "max": 10}})
ENGLISH, CHINESE = CONTRACT.instructions("en"), CONTRACT.instructions("zh")
USER = {"role": "user", "content": "How urgent?"}
SYSTEM = {"role": "system", "content": "Be brief."}


class Chat(ScriptedHost):
    """A host with a chat template: one that has system messages, drops them, or refuses them."""

    def __init__(self, system: str) -> None:
        super().__init__(lambda tokens: [0.0] * 257)
        self._system = system

    def encode(self, prompt: Prompt) -> Encoded:
        if isinstance(prompt, str) or not isinstance(prompt[0], Mapping):
            return super().encode(prompt)
        said = ""
        for message in prompt:
            assert isinstance(message, Mapping)
            if message["role"] == "system" and self._system == "refused":
                raise PromptError("the chat template of the model refuses the messages", path="prompt")
            if message["role"] != "system" or self._system == "kept":
                said += f"[{message['role']}]{message['content'].strip()}"
        return super().encode(said)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("How urgent is it?", "en"), ("这件事有多急？", "zh"), ("请用 JSON 答", "en"), ("请用 JSON 回答：有多急", "zh"),
        ("", "en"), ("42 + 1", "en"), ("até já", "en"), ("絕密", "zh"),
    ],
)  # fmt: skip
def test_the_language_is_that_of_the_prompt(text: str, language: str) -> None:
    assert language_of(text) == language


def test_before_a_plain_prompt() -> None:
    model = random_model(1)
    assert model.instructed("How urgent?", CONTRACT) == f"{ENGLISH}\n\nHow urgent?"
    assert model.instructed("有多急？", CONTRACT) == f"{CHINESE}\n\n有多急？"


@pytest.mark.parametrize(
    ("system", "messages", "expected"),
    [
        ("kept", [USER], [{"role": "system", "content": ENGLISH}, USER]),
        ("kept", [SYSTEM, USER], [{"role": "system", "content": f"Be brief.\n\n{ENGLISH}"}, USER]),
        ("dropped", [USER], [{"role": "user", "content": f"{ENGLISH}\n\nHow urgent?"}]),
        ("refused", [USER], [{"role": "user", "content": f"{ENGLISH}\n\nHow urgent?"}]),
        ("dropped", [SYSTEM, USER], [SYSTEM, {"role": "user", "content": f"{ENGLISH}\n\nHow urgent?"}]),
        ("dropped", [USER, {"role": "assistant", "content": "Very."}, {"role": "user", "content": "As JSON?"}],
         [USER, {"role": "assistant", "content": "Very."}, {"role": "user", "content": f"{ENGLISH}\n\nAs JSON?"}]),
    ],
)  # fmt: skip
def test_into_messages(system: str, messages: Sequence[Mapping[str, str]], expected: Any) -> None:
    before = [dict(message) for message in messages]
    assert instructed(Chat(system), messages, CONTRACT) == expected
    assert [dict(message) for message in messages] == before


def test_what_has_no_place_for_them() -> None:
    with pytest.raises(OptionError, match="got token ids"):
        random_model(1).generate([1, 2, 3], CONTRACT, instruct=True)
    with pytest.raises(OptionError) as caught:
        random_model(1).generate("x", instruct=True)
    assert caught.value.path == "instruct"
    with pytest.raises(PromptError, match="expected a message of the user"):
        instructed(Chat("dropped"), [{"role": "assistant", "content": "Well."}], CONTRACT)
    with pytest.raises(PromptError, match="the prompt is empty"):
        random_model(1).generate("", CONTRACT, instruct=True)


def test_the_model_gets_them() -> None:
    model = random_model(3)
    told = model.generate("How urgent?", CONTRACT, instruct=True, max_tokens=40)
    assert bytes(told.prompt_ids).decode() == f"{ENGLISH}\n\nHow urgent?"
    again = model.generate(f"{ENGLISH}\n\nHow urgent?", CONTRACT, max_tokens=40)
    assert again.token_ids == told.token_ids
    plain = model.generate("How urgent?", CONTRACT, max_tokens=40)
    assert bytes(plain.prompt_ids).decode() == "How urgent?"
    both = model.generate_batch([("How urgent?", CONTRACT), ("有多急？", CONTRACT)], instruct=True, max_tokens=40)
    assert bytes(both[1].prompt_ids).decode() == f"{CHINESE}\n\n有多急？"


def test_chat_models_get_them_too() -> None:
    result = Model(Chat("kept")).generate([USER], CONTRACT, instruct=True, max_tokens=40)
    assert bytes(result.prompt_ids).decode() == f"[system]{ENGLISH}[user]How urgent?"


@pytest.mark.model
def test_on_a_real_model(smollm2: Model) -> None:
    messages = [{"role": "user", "content": "Alice Johnson is 34 and lives in Rotterdam. Give name and age as JSON."}]
    made = lt.Contract.from_rules({"name": {"type": "text"}, "age": {"type": "range", "min": 1, "max": 120}})
    told = smollm2.instructed(messages, made)
    assert told == [{"role": "system", "content": made.instructions("en")}, *messages]
    plain = smollm2.generate(messages, made, max_tokens=60)
    result = smollm2.generate(messages, made, max_tokens=60, instruct=True)
    assert result.value == {"name": "Alice Johnson", "age": 34}
    assert result.trace is not None
    assert plain.trace is not None
    assert result.trace.pressure is not None
    assert plain.trace.pressure is not None
    assert result.trace.pressure < plain.trace.pressure
