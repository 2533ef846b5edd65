"""``logitrail demo``: the main job, on a real model."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from logitrail.cli.options import Debug, Device, Dtype, Json, ModelName

if TYPE_CHECKING:
    from rich.console import Console

    from logitrail.cli.contrast import Contrast
    from logitrail.contract import Contract
    from logitrail.decoding.host import Prompt
    from logitrail.decoding.model import Model
    from logitrail.decoding.result import Result

EXAMPLES = """\b
Examples:
  logitrail demo
  logitrail demo --json | jq '.parts[].contrast'
  NO_COLOR=1 logitrail demo"""

RULES: dict[str, Any] = {
    "status": {"type": "enum", "values": ["active", "inactive", "pending"], "case": "insensitive"},
    "level": {"type": "range", "min": 1, "max": 10},
    "priority": {"type": "text", "max_length": 80},
    "_global": {"type": "exclude", "words": ["urgent", "urgency", "asap", "紧急", "机密"]},
}

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "maxLength": 60},
        "age": {"type": "integer", "minimum": 0, "maximum": 120},
        "admitted": {"type": "string", "format": "date"},
        "ward": {"enum": ["cardiology", "surgery", "neurology"]},
        "insured": {"type": "boolean"},
    },
    "required": ["name", "age", "admitted", "ward", "insured"],
    "additionalProperties": False,
}

_MAX_TOKENS = 100


@dataclass(frozen=True, slots=True)
class Part:
    """One half of the demonstration: a task, one worked example of it, and what is asked."""

    title: str
    task: str
    example: tuple[str, str]
    question: str

    def prompt(self, *, chat: bool) -> Prompt:
        """The prompt, as chat messages or as one text."""
        texts = [f"{self.task}\n\n{self.example[0]}", self.example[1], f"{self.task}\n\n{self.question}"]
        if not chat:
            return "\n\n".join([*texts, ""])
        return [
            {"role": role, "content": text} for role, text in zip(("user", "assistant", "user"), texts, strict=True)
        ]


RECORD = Part(
    title="A record under rules",
    task="Turn the ticket into a JSON record with status, level and priority.",
    example=(
        "The account is inactive. The level is 4. The priority is to send the invoice again.",
        '{"status": "inactive", "level": 4, "priority": "send the invoice again"}',
    ),
    # None of the three statuses fits, the level is out of range, and a blocked word is in the way.
    question=(
        "The account is suspended since yesterday. The level is 11 of 10. "
        "The priority is to make an urgent call before noon."
    ),
)

EXTRACTION = Part(
    title="An extraction",
    task="Extract name, age, admitted, ward and insured as JSON.",
    example=(
        "Peter Lindholm is 62 years old. He was admitted to surgery on 2023-11-05. He has insurance.",
        '{"name": "Peter Lindholm", "age": 62, "admitted": "2023-11-05", "ward": "surgery", "insured": true}',
    ),
    question=(
        "Maria Gonzalez is 47 years old. She came in with chest pain on 2024-03-18 and was moved to the cardiology "
        "ward the same evening. She has no insurance."
    ),
)


def demo(
    model: ModelName = "smollm2",
    device: Device = None,
    dtype: Dtype = None,
    as_json: Json = False,
    debug: Debug = False,
) -> None:
    """Run the main job on a real model.

    A record under rules, and an extraction. Each shows the JSON, the fields with the raw and the masked probability
    side by side, and every token with its raw probability. The model is fetched when it is used for the first time
    (smollm2: 93 MB, 0.6 GB in the cache).
    """
    from logitrail.cli.contrast import biggest_contrast
    from logitrail.cli.loading import load_model
    from logitrail.cli.show import busy, console, write_json
    from logitrail.contract import Contract

    loaded = load_model(model, device, dtype)
    parts = ((RECORD, Contract.from_rules(RULES)), (EXTRACTION, Contract.from_schema(SCHEMA)))
    documents = []
    for i, (part, contract) in enumerate(parts):
        with busy("generating"):
            result, free = _answers(loaded, part, contract)
        assert result.trace is not None
        contrast = biggest_contrast(result.trace, loaded.host.vocabulary.token_bytes)
        if as_json:
            documents.append(
                {
                    "title": part.title,
                    "question": part.question,
                    "result": result.to_dict(),
                    "contrast": asdict(contrast) if contrast is not None else None,
                    "without_contract": free.text,
                }
            )
        else:
            out = console()
            out.print("\n" if i else "", end="")
            _write(out, "ab"[i], part, contract, result, free, contrast)
    if as_json:
        write_json({"model": model, "parts": documents})


def _answers(model: Model, part: Part, contract: Contract) -> tuple[Result, Result]:
    """With the contract, and without."""
    from logitrail.errors import ModelError

    chat = part.prompt(chat=True)
    try:
        model.host.encode(chat)
    except ModelError:  # a base model has no chat template
        chat = part.prompt(chat=False)
    return (
        model.generate(chat, contract, max_tokens=_MAX_TOKENS, trace="full"),
        model.generate(chat, max_tokens=_MAX_TOKENS, stop=["\n\n"], trace="off"),
    )


def _rules(contract: Contract) -> Iterator[str]:
    """The contract, one rule a line."""
    from logitrail.contract.rule_at import property_names, rule_at

    for name in property_names(contract, ()):
        yield f"{name}: {rule_at(contract, (name,))}"
    for rule in contract.block_rules:
        yield f"nowhere: {', '.join(rule.words)}"


def _write(
    out: Console,
    letter: str,
    part: Part,
    contract: Contract,
    result: Result,
    free: Result,
    contrast: Contrast | None,
) -> None:
    import json

    from rich.text import Text

    from logitrail.cli.show import field_table, write_table
    from logitrail.cli.tokens import write_tokens

    assert result.trace is not None
    out.print(Text(f"({letter}) {part.title}", "bold"))
    # The terminal wraps these lines, so that they can be copied whole.
    out.print(f"asked:     {part.question}", soft_wrap=True)
    for i, line in enumerate(_rules(contract)):
        out.print(f"{'' if i else 'contract:':<11}{line}", soft_wrap=True)
    out.print(f"answer:    {json.dumps(result.value, ensure_ascii=False)}", soft_wrap=True)
    out.print(
        f"unbound:   {' '.join(free.text.split())} (what the same model writes without a contract)", soft_wrap=True
    )
    out.print()
    write_table(out, field_table(result.trace))
    if contrast is not None:
        out.print()
        out.print(Text(contrast.sentence(), "bold"), soft_wrap=True)
    out.print()
    write_tokens(out, result.trace.tokens)
