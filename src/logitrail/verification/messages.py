"""One sentence a person understands for each reason code, in Chinese and in English."""

from __future__ import annotations

_MOST = 60

#: ``{claim}`` is what was said, ``{evidence}`` what the source says, ``{detail}`` what else matters.
_TEMPLATES: dict[str, tuple[str, str]] = {
    "VERBATIM": ("原文中有这句话。", "The source says exactly this."),
    "EQUAL": ("“{claim}”与原文的“{evidence}”一致。", "“{claim}” agrees with “{evidence}” in the source."),
    "CONVERTED": (
        "“{claim}”由原文的“{evidence}”换算而来。",
        "“{claim}” is “{evidence}” of the source in another unit.",
    ),
    "ROUNDED": ("“{claim}”是原文“{evidence}”的约数。", "“{claim}” is “{evidence}” of the source, rounded."),
    "IN_BOUND": (
        "“{claim}”在原文“{evidence}”的范围之内。",
        "“{claim}” lies within what the source says: “{evidence}”.",
    ),
    "STATED": ("原文有相同的说法：“{evidence}”。", "The source says the same: “{evidence}”."),
    "QUOTE_FOUND": ("引文出自原文。", "The quote stands in the source."),
    "FORMULA_HOLDS": ("算式成立：{detail}。", "The formula holds: {detail}."),
    "PERIOD_FOUND": ("“{claim}”与原文的“{evidence}”一致。", "“{claim}” agrees with “{evidence}” in the source."),
    "IDENTIFIER_FOUND": ("编号“{claim}”见于原文。", "The identifier “{claim}” stands in the source."),
    "NUMBER_MISMATCH": (
        "答案说“{claim}”，原文是“{evidence}”。",
        "The answer says “{claim}”; the source says “{evidence}”.",
    ),
    "MAGNITUDE_MISMATCH": (
        "数量级不符：答案说“{claim}”，原文是“{evidence}”。",
        "The magnitude differs: the answer says “{claim}”, the source “{evidence}”.",
    ),
    "UNIT_MISMATCH": (
        "单位不符：答案说“{claim}”，原文是“{evidence}”。",
        "The unit differs: the answer says “{claim}”, the source “{evidence}”.",
    ),
    "CURRENCY_MISMATCH": (
        "币种不符：答案说“{claim}”，原文是“{evidence}”。",
        "The currency differs: the answer says “{claim}”, the source “{evidence}”.",
    ),
    "RATIO_KIND_MISMATCH": (
        "百分比与百分点不可混用：答案说“{claim}”，原文是“{evidence}”。",
        "Percent, percentage points and basis points differ: the answer says “{claim}”, the source “{evidence}”.",
    ),
    "SIGN_MISMATCH": (
        "正负相反：答案说“{claim}”，原文是“{evidence}”。",
        "The sign is reversed: the answer says “{claim}”, the source “{evidence}”.",
    ),
    "RANGE_MISMATCH": (
        "范围不符：答案说“{claim}”，原文是“{evidence}”。",
        "The range differs: the answer says “{claim}”, the source “{evidence}”.",
    ),
    "DIRECTION_FLIPPED": (
        "增减方向相反：原文说“{evidence}”。",
        "The direction is reversed: the source says “{evidence}”.",
    ),
    "BOUND_FLIPPED": (
        "上下限相反：答案说“{claim}”，原文是“{evidence}”。",
        "The bound is reversed: the answer says “{claim}”, the source “{evidence}”.",
    ),
    "PERIOD_MISMATCH": (
        "时间不符：答案说“{claim}”，原文是“{evidence}”。",
        "The period differs: the answer says “{claim}”, the source “{evidence}”.",
    ),
    "METRIC_MISMATCH": (
        "“{claim}”在原文中属于另一项：“{evidence}”。",
        "“{claim}” belongs to something else in the source: “{evidence}”.",
    ),
    "ENTITY_MISMATCH": ("原文说的是“{evidence}”，不是“{claim}”。", "The source names “{evidence}”, not “{claim}”."),
    "NEGATION_FLIPPED": (
        "肯定与否定相反：原文说“{evidence}”。",
        "What the source denies is affirmed, or the reverse: “{evidence}”.",
    ),
    "MODALITY_CHANGED": (
        "可以、应当与不得有别：原文说“{evidence}”。",
        "May, must and must not differ: the source says “{evidence}”.",
    ),
    "CONDITION_DROPPED": (
        "遗漏了原文的条件或例外：“{evidence}”。",
        "A condition or exception of the source is dropped: “{evidence}”.",
    ),
    "OPPOSITE_WORD": ("含义相反：原文说“{evidence}”。", "The meaning is reversed: the source says “{evidence}”."),
    "ROLES_SWAPPED": ("对象互换：原文说“{evidence}”。", "The parts are swapped: the source says “{evidence}”."),
    "FORMULA_WRONG": ("算式不成立：{detail}。", "The formula does not hold: {detail}."),
    "CAPITALS_MISMATCH": (
        "大小写金额不一致：“{claim}”与“{evidence}”。",
        "The amount in words and the amount in figures differ: “{claim}” and “{evidence}”.",
    ),
    "KIND_MISMATCH": ("“{claim}”不是所要求的类型（{detail}）。", "“{claim}” is not of the kind asked for ({detail})."),
    "QUOTE_NOT_IN_SOURCE": ("引文不在原文中：“{claim}”。", "The quote does not stand in any source: “{claim}”."),
    "CITATION_MISSING": ("这句话没有引文。", "The claim comes without a quote."),
    "NUMBER_NOT_FOUND": ("原文中没有“{claim}”。", "The source does not say “{claim}”."),
    "PERIOD_NOT_FOUND": ("原文中没有“{claim}”这个时间。", "The source does not name the period “{claim}”."),
    "IDENTIFIER_NOT_FOUND": ("原文中没有编号“{claim}”。", "The source has no identifier “{claim}”."),
    "OPERAND_NOT_FOUND": ("算式中的“{claim}”不在原文中。", "“{claim}” in the formula is not in the source."),
    "VALUE_NOT_IN_QUOTE": ("引文中没有“{claim}”。", "The quote does not say “{claim}”."),
    "DERIVED": (
        "“{claim}”看来由原文数字推算，未给算式，无法核对。",
        "“{claim}” looks computed from figures of the source; without a formula it cannot be checked.",
    ),
    "SELF_COUNT": (
        "“{claim}”是答案自己的计数，不作核对。",
        "“{claim}” counts what the text itself lists; it is not checked.",
    ),
    "NO_SUBJECT": (
        "“{claim}”没有说明所指，无法核对。",
        "“{claim}” does not say what it is about; it cannot be checked.",
    ),
    "NOTHING_TO_CHECK": ("没有可以核对的内容。", "There is nothing in it that code can check."),
    "QUESTION": ("这是问句，不是论断。", "This is a question, not a claim."),
    "AMBIGUOUS": ("“{claim}”有多种读法（{detail}）。", "“{claim}” can be read in more than one way ({detail})."),
    "ABSTAINED": ("没有给出值。", "No value was given."),
    "CONTRADICTED_BY_OTHER_SOURCE": (
        "另一来源的说法不同：“{evidence}”。",
        "Another source says otherwise: “{evidence}”.",
    ),
}


def message(code: str, language: str, claim: str = "", evidence: str = "", detail: str = "") -> str:
    """The sentence for a code; a long passage is shortened in the middle."""
    template = _TEMPLATES[code][0 if language == "zh" else 1]
    return template.format(claim=_short(claim), evidence=_short(evidence), detail=detail)


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _MOST else f"{text[: _MOST // 2]} … {text[-_MOST // 2 :]}"
