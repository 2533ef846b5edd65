"""What the model is shown: the sources, the question, and after a veto what was wrong with the last draft."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from logitrail.contract.phrases import Language
from logitrail.decoding.host import Prompt
from logitrail.decoding.instructing import language_of
from logitrail.types import Finding, Source

#: (question, sources, vetoes of the draft before) → a text or messages. The contract in words is put before it.
PromptBuilder = Callable[[str, Sequence[Source], Sequence[Finding]], Prompt]


@dataclass(frozen=True, slots=True)
class _Frame:
    source: str
    question: str
    rejected: str
    answer: str


_FRAMES: dict[Language, _Frame] = {
    "en": _Frame(
        source="Text",
        question="Question: {}",
        rejected="An earlier answer was rejected. Choose other passages of the text. What was wrong:",
        answer="JSON:",
    ),
    "zh": _Frame(
        source="资料", question="问题：{}", rejected="之前的回答被否决，请改用资料中的其他语句。原因：", answer="JSON："
    ),
}


def prompt_for(question: str, sources: Sequence[Source], findings: Sequence[Finding]) -> Prompt:
    """The default prompt: plain text, which models with and without a chat template take.

    Args:
        question: What is asked; its language is that of the words around it.
        sources: What the answer must come out of.
        findings: The vetoes of the draft before; none the first time.
    """
    frame = _FRAMES[language_of(question)]
    parts = []
    for i, source in enumerate(sources, 1):
        number = f" {i}" if len(sources) > 1 else ""
        title = f" ({source.title})" if source.title else ""
        parts.append(f"{frame.source}{number}{title}:\n{source.text.strip()}")
    parts.append(frame.question.format(question.strip()))
    if findings:
        reasons = dict.fromkeys(finding.message for finding in findings)
        parts.append("\n".join([frame.rejected, *(f"- {reason}" for reason in reasons)]))
    parts.append(frame.answer)
    return "\n\n".join(parts)
