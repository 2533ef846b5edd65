"""A grounded contract as text for a prompt: slots, what they ask for, and what may be written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from logitrail.contract.explain import shown
from logitrail.contract.killed import cause_against
from logitrail.contract.phrases import Language
from logitrail.grounding.reading import candidates_of, slots_of
from logitrail.grounding.slots import Slot

if TYPE_CHECKING:
    from logitrail.contract import Contract

#: Candidates that are listed; more are left to the model, which has the sources before it.
_MOST_LISTED = 40
_LONGEST_LISTED = 160


@dataclass(frozen=True, slots=True)
class _Frame:
    answer: str
    quote_rule: str
    choose_rule: str
    listed: str
    more: str
    between: str
    colon: str
    about: str
    period: str
    types: dict[str, str]
    quoted: str
    clause_quoted: str


_FRAMES: dict[Language, _Frame] = {
    "en": _Frame(
        answer="Answer with one JSON object on one line and nothing else. Its fields, in this order:",
        quote_rule="Each field: first copy the passage of the text that says it, word for word, then the value from"
        " that passage as it is written there. Write null where the text does not say it.",
        choose_rule="Write each value as it is listed. Write null where the text does not say it.",
        listed="one of {}",
        more="{} and {} more of this kind in the text",
        between=", ",
        colon=": ",
        about=" of {}",
        period=" for {}",
        types={
            "quantity": "the figure", "entity": "the name", "clause": "the passage", "date": "the date",
            "period": "the period",
        },
        quoted='{"quote": "…", "value": "…"}',
        clause_quoted='{"quote": "…"}',
    ),
    "zh": _Frame(
        answer="只回答一个写在一行内的JSON对象。字段依次为：",
        quote_rule="每个字段先逐字抄录原文中的相关语句，再照原样写出该语句中的值。原文没有说的，写 null。",
        choose_rule="值必须与所列的写法完全一致。原文没有说的，写 null。",
        listed="以下之一：{}",
        more="{}，以及原文中其他 {} 个同类的值",
        between="、",
        colon="：",
        about="{}",
        period="（{}）",
        types={"quantity": "的数值", "entity": "的名称", "clause": "的语句", "date": "的日期", "period": "的期间"},
        quoted='{"quote": "…", "value": "…"}',
        clause_quoted='{"quote": "…"}',
    ),
}  # fmt: skip


def rules(contract: Contract, language: Language) -> Iterator[str]:
    """The lines that say what a grounded contract asks for. What the blocklist kills is not listed."""
    assert contract.grounding is not None
    frame = _FRAMES[language]
    choosing = contract.grounding.strategy == "choose"
    yield frame.answer
    for slot in slots_of(contract.grounding):
        line = f"- {shown(slot.name)}{frame.colon}{_asked(contract, slot, frame, language)}"
        if choosing:
            listed = _listed(contract, slot, frame)
            line += f"{frame.colon}{listed}" if listed else f"{frame.colon}null"
        else:
            line += f"{frame.colon}{frame.clause_quoted if slot.type == 'clause' else frame.quoted}"
        yield line
    yield frame.choose_rule if choosing else frame.quote_rule


def _asked(contract: Contract, slot: Slot, frame: _Frame, language: Language) -> str:
    clean = [word for word in slot.about if cause_against(word, contract.block_rules, (slot.name,)) is None]
    about = clean[0] if clean else slot.name
    period = frame.period.format(slot.period_text) if slot.period_text is not None else ""
    if language == "zh":
        return f"{about}{period}{frame.types[slot.type]}"
    return f"{frame.types[slot.type]}{frame.about.format(about)}{period}"


def _listed(contract: Contract, slot: Slot, frame: _Frame) -> str:
    assert contract.grounding is not None
    found = [
        one.key
        for one in candidates_of(contract.grounding, slot)
        if cause_against(one.key, contract.block_rules, (slot.name,)) is None
    ]
    first = [shown(key) for key in found[:_MOST_LISTED] if len(key) <= _LONGEST_LISTED]
    if not first:
        return ""
    text = frame.between.join(first)
    if len(first) < len(found):
        text = frame.more.format(text, len(found) - len(first))
    return frame.listed.format(text)
