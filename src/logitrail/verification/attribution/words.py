"""Words that name something, and words that only join, compare or move it."""

from __future__ import annotations

import re
from functools import cache

from logitrail.verification.features import data_lines, stem

_HAN = "\u3400-\u4dbf\u4e00-\u9fff"

#: What says how a value stands to another one, or that there is one at all: it names nothing.
_JOINING_ZH = re.compile(
    "合计共|共计|总计|累计|达到|达至|约为|分别为|分别|以及|其中|增长至|增长到|上升至|下降至|降低至|提高至|减少至|增加至|上升|下降|降低|提高|减少"
    "|增加|增长|增至|升至|降至|调整为|调整至|调整|延长至|延长|缩短至|缩短|回升|回落|上涨|下跌|下滑|攀升|增幅|降幅|涨幅|跌幅|同比|环比|相比|相较"
    "|对比|幅度|有所|进一步|大幅|小幅|略有|不超过|不得超过|不低于|不少于|不足|超过|至少|至多|最多|最少|最高|最低|以上|以下|以内|左右|低于|高于"
    "|小于|大于|等于|人民币|港币|美元|每人每年|每人每月|每人|每年|每月|每日|每天|每次|每股|实现|录得|完成|取得|应当|不得|收取|给予|支付|主要|其余"
    "|上述|前述|同期|期间|报告期内|报告期|年度|全年|本年|本期|截至|公司|集团|财年"
)
#: Single characters that join, at the edges of what is left: within a word they may be anything.
_EDGES = "为是达至到由从自较比与和及以的了在于按将已均仍则而并且其该此这约近超逾可应须每共计处止年月日元个即"

_CHANGE_ZH = re.compile(
    r"(?:同比|环比|增长|增加|上升|提高|提升|上涨|下降|减少|降低|下跌|下滑|回落|增幅|降幅|涨幅|跌幅|增速|增长率|变动|减幅|扩大|缩小|收窄|翻)"
    r"(?:了|约|近|超|逾|为|达|幅度为?|[\s,，]|不足|超过)*$"
)
_REACHED_ZH = re.compile(r"(?:至|到|为)(?:约|近|超|逾|人民币|港币)*\s*$")
_FROM_ZH = re.compile(r"(?:由|从|自)[^，。；,;至到]{0,16}$")
_TO_ZH = re.compile(r"^[^，。；,;]{0,12}?(?:至|到|为)")

_CHANGE_EN = re.compile(
    r"\b(?:rose|rise[sn]?|rising|grew|grow[ns]?|growing|increas(?:e|es|ed|ing)|up|climb(?:s|ed)?|gain(?:s|ed)?|jump(?:s|ed)?|"
    r"fell|fall(?:s|en|ing)?|declin(?:e|es|ed|ing)|decreas(?:e|es|ed|ing)|drop(?:s|ped)?|down|lower|higher|growth|"
    r"reduc(?:ed|tion)|changed?|shrank|shrunk|improv(?:ed|ement))\b"
    r"(?:\s+(?:by|of|was|is|a|an|about|around|some|nearly|over|more than|in|rate))*\s*$"
)
_CHANGE_BEHIND_EN = re.compile(
    r"^\s*(?:\([^)]*\)\s*)?(?:increase|decrease|rise|fall|decline|drop|growth|higher|lower|more|less|up|down|reduction)\b"
)
_COMPARED = re.compile(r"(?:\b(?:vs\.?|versus|compared (?:with|to)|against)|较|对比)\s*$")
_FROM_EN = re.compile(r"\bfrom(?:\s+(?:a|an|the|about|around|some))?\s*$")

_JOINING_EN = frozenset(
    """
    rose rise rises risen rising grow grew grown grows growing increase increased increases increasing up climb
    climbed gain gained jump jumped fall fell fallen falls falling decline declined declines declining decrease
    decreased decreases drop dropped down lower higher reduce reduced reduction change changed amount amounted
    amounts total totaled totalled come came compare compared comparison versus vs against stand stood reach
    reached exceed exceeded record recorded report reported post posted remain remained approximately about
    around nearly almost roughly least most more less than between respectively year years month months quarter
    quarters day days end ended ending period fiscal same earlier prior previous last current per cent percent
    percentage point points million billion thousand thousands average level value number figure set pay paid
    pays cost costs spent spend estimated expected take takes took carry carries have has had run runs apply
    applies charge charged stay stays include includes hold holds receive received january february march april
    june july august september october november december balance opening closing beginning start one two three
    four five six seven eight nine ten eleven twelve hundred
    """.split()
)
#: Costs that are a thing, and not what something does.
_COSTS = re.compile(r"\bcosts?\s+(?:was|were|is|are|of|rose|fell|grew|came|total(?:l?ed|s)?|amounted)\b")
_WORD = re.compile(r"[a-zà-ÿ]+(?:['’&][a-zà-ÿ]+)*")
#: Words that are inflected like joining ones, but name something.
_JOINING_STEMS = frozenset(map(stem, _JOINING_EN))


@cache
def stop_words() -> frozenset[str]:
    """English words that say nothing about what a text is about."""
    return frozenset(word for line in data_lines("stopwords_en.txt") for word in line.split())


def naming(text: str) -> frozenset[str]:
    """What names something in a folded text: stems in English, in Chinese the stretches that are left (two or more)."""
    found: set[str] = set()
    for word in _WORD.findall(text):
        if word not in stop_words() and (root := stem(word)) not in _JOINING_STEMS and len(word) > 1:
            found.add(root)
    if _COSTS.search(text) is not None:
        found.add(stem("costs"))
    for stretch in re.findall(f"[{_HAN}]+", text):
        parts = (part.strip(_EDGES) for part in _JOINING_ZH.split(stretch))
        found.update(part for part in parts if len(part) >= 2)
    return frozenset(found)


def stems(text: str) -> frozenset[str]:
    """The stems of the English words of a folded text that are no stop words."""
    return frozenset(stem(word) for word in _WORD.findall(text) if word not in stop_words() and len(word) > 1)


def numbered(text: str) -> frozenset[str]:
    """Names that hold a number: 第1包, q2, scope 1."""
    return frozenset("".join(found.split()) for found in _NUMBERED.findall(text))


_NUMBERED = re.compile(
    r"第\s*[\d一二三四五六七八九十]+\s*[\u4e00-\u9fff]|(?<![\d.,])\b[a-z]{1,8}[ -]?\d{1,3}\b(?![\d.,])"
    r"|[一二三四五六七八九][级类型档等期]"
)


def han(text: str) -> str:
    """The Chinese characters of a text, other things taken out."""
    return "".join(re.findall(f"[{_HAN}]", text))


def is_sum(text: str) -> bool:
    """Whether a text is a word for a sum and nothing else."""
    return text.strip() in (
        "合计",
        "共计",
        "总计",
        "小计",
        "in total",
        "totaling",
        "totalling",
        "for a total of",
        "total",
    )


def is_change(before: str, behind: str) -> bool:
    """Whether a quantity between two texts is by how much something changed."""
    if _CHANGE_ZH.search(before) is not None and _REACHED_ZH.search(before) is None:
        return True
    return _CHANGE_EN.search(before) is not None or _CHANGE_BEHIND_EN.search(behind) is not None


def asks_for_change(text: str) -> bool:
    """Whether words that are asked about mean a change: 增速, 同比降幅, growth."""
    return (
        re.search(r"增速|增长率|增幅|降幅|减幅|涨幅|跌幅|变动|变化|同比|环比|增长|减少|下降|上升|提高", text)
        is not None
        or re.search(r"\b(?:growth|increase|decrease|rise|fall|decline|change|drop|reduction)s?\b", text) is not None
    )


def is_share(before: str) -> bool:
    """Whether a quantity behind a text is which part of something else something is: 占营收的18.3%."""
    return (
        re.search(r"(?<!应)占[^，。；,;：:]{0,16}?(?:的|比例?为?|比重为?|比)?(?:约|近|超|逾)*\s*$", before) is not None
    )


def asks_for_share(text: str) -> bool:
    """Whether words that are asked about mean a part of something."""
    return re.search(r"(?<!应)占|比重|份额|\b(?:share|proportion|percentage|fraction|portion)\b", text) is not None


def asks_for(text: str) -> bool | None:
    """Whether words that are asked about mean the value before a change (``False``) or behind it (``True``)."""
    if (
        re.search(
            r"(?:调整|变更|修订|修改|上调|下调|[降涨调改]价?)后|调整为|现行|最新|\b(?:new|after|current|revised)\b",
            text,
        )
        is not None
    ):
        return True
    if (
        re.search(
            r"(?:调整|变更|修订|修改|上调|下调|[降涨调改]价?)前|原来|原先|原(?:价|值|额|定|标准|费)|\b(?:old|before|previous|former|original)\b",
            text,
        )
        is not None
    ):
        return False
    return None


def is_before(before: str, behind: str) -> bool:
    """Whether a quantity between two texts is the value that something changed from, or is compared with."""
    if _COMPARED.search(before) is not None:
        return True
    if _FROM_ZH.search(before) is not None:
        return _TO_ZH.search(behind) is not None
    return _FROM_EN.search(before) is not None
