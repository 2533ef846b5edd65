"""Whether a word is the cue that it looks like, by what stands beside it."""

from __future__ import annotations

import re

from logitrail.scan.cue_context import BEHIND, Raw

_NUMBER = (
    r"(?:\d|[一二两三四五六七八九十百千万亿半几数]|[$£€¥₹]|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|"
    r"twelve|\w+teen|\w+ty|half|a\s+(?:hundred|thousand|million|third|quarter|half|year|month|week|day)|zero|none)\b)"
)
_NUMBER_AFTER = {True: re.compile(r"[^.;,\n]{0,24}?" + _NUMBER), False: re.compile(r"[^。、;,\n]{0,14}?" + _NUMBER)}
_NUMBER_BEFORE = re.compile(
    r"(?:\d|[一二两三四五六七八九十百千万亿半成倍])[^。;,\s大小]{0,4}\s?$|"
    r"(?:\d|hundred|thousand|million|billion|\w+ty|\w+een|one|two|three|five|ten|%|years?|months?|days?)\S{0,3}\s+"
    r"(?:\S+\s+){0,2}$"
)
_NUMBER_NEXT = re.compile(r"\s+(?:the\s+|an?\s+|of\s+|about\s+)?" + _NUMBER)
_AT_NUMBER = re.compile(r"(?:人民币|港币|美元|每\w{1,3})?\s*" + _NUMBER)

_BEHIND_ENGLISH = re.compile(
    r"(?:or|and)\s+(?:more|over|above|greater|higher|older|less|fewer|under|below|lower|younger)"
)
_NEAR = frozenset("nearly almost within under over above below beyond minimum maximum".split())
_COMPLETED = frozenset("满 年满 已满".split())
_FULL = re.compile(r"(?:了|足)?\s*" + _NUMBER)
_EXTREMES = frozenset("最高 最低 最长 最短".split())
_EXTREME_OF = re.compile(r"(?:可达|可以?|为|达到?|只|仅|不|限|罚款|处以?|支付|补贴|奖励)?(?:约|近|至|到)?\s*" + _NUMBER)
_COMPARED = re.compile(
    r"(?P<up>高于|多于|大于|超过|超出|超越|长于|高过|多过|(?:higher|more|greater|larger|bigger|longer)\s+than|above|"
    r"exceeded|exceeds|surpassed|topped)|"
    r"(?P<down>低于|少于|小于|不及|不足|短于|低过|少过|(?:lower|less|fewer|smaller|shorter)\s+than|below)"
)
_BASE = re.compile(
    r"\s*(?:上年|去年|上一年|同期|上季|上月|上期|前一年|年初|往年|前值|预期|市场预期|行业|同行|平均|全国|全市|全省|计划|目标|"
    r"(?:in|a\s+year|the\s+year|the\s+previous|the\s+prior|the\s+same|last|that\s+of|those\s+of|expected|forecast|"
    r"the\s+average|the\s+target|during|before|at\s+the)\b)"
)
_OTHER = re.compile(r"[\u4e00-\u9fff]{2}|\s+(?:the|a|an|that|those|its|their|in|of|for|[a-z]+s)\b")
_MOVED = re.compile(
    r"(?:\d\S*|%|points?|percent|per\s+cent|third|quarter|half|fifth|slightly|much|far|significantly|sharply)\s+$"
)

_SINGLE = frozenset("升降涨跌增减")
_MOVING = re.compile(r"[了至到为价息]|[^。,;\n]{0,8}?" + _NUMBER)
_STILL = frozenset("仍为 仍是 依然为 依旧为 仍然为 还是 仍旧为 维持在 保持在".split())
_RAISING = frozenset("raise raises raised boost lifts".split())
_STATIVE = re.compile(r"(?:edged|moved|closed|ended|finished|traded|came|pushed|trended|is|are|was|were|be|been)\s$")
_GATHERED = re.compile("增(?:产[能品值业]|收[入费购益到款]|资[产金本源料质])|减(?:产[品]|收[入购])")
_NUMBERED = re.compile(r"\s*\d")
_MONEY = re.compile(r"\s*(?:[$£€¥]\s*\d|a\s+total|capital|funds|money)")
_COMPARATIVE = frozenset("higher lower greater smaller shorter highest lowest".split())
_COMPARING = re.compile(r"\s+(?:than|in|at|by|on|from|year)\b|\s*[,.;]|$")

_MAY_BE = re.compile(
    r"\s+(?:be\s+(?:due|higher|lower|affected|able|unable|caused|associated|related|an?|the|more|less|at\s+risk|different|"
    r"harmful|linked|difficult|necessary|appropriate|possible|impaired|inaccurate|incomplete|volatile|exposed|material)|"
    r"experience|suffer|cause|vary|occur|result|differ|affect|lead|fail|lose|become|feel|fall|rise|exceed|arise|reflect|"
    r"continue|have|seem|appear|depend|develop|need|want|wish|face|increase|decrease|decline|worsen|improve|harm|impact|"
    r"impair|reduce|help)(?![a-z])"
)
_MAY = re.compile(r"may(?:\s+not)?")
_NOUNS = frozenset("permit permits need needs require ban bans bars allowance".split())
_DETERMINER = re.compile(
    r"(?<![a-z])(?:the|an?|this|that|any|each|every|no|such|valid|said|your|its|their|his|her|of)\s$"
)
_AUXILIARY = frozenset("可应须需必")
_NOUN_AFTER = frozenset("的求靠见性量惜方")
#: Where 能 is "may": behind a subject or an adverb, before a verb. Elsewhere it mostly ends a noun (产能, 功能).
_MAY_BEHIND = frozenset(",。;也都还就才仍均只便则者人方客员户司们你我他她您后前内时中不")
_MAY_BEFORE = re.compile(r"[力源量耗够效见手级动干否带斯的,。;\s]")
_REQUEST_BEHIND = frozenset("的合按照据足提出本等应其各无")
_REQUEST_BEFORE = re.compile(r"[的权,。;\s]|是|$")
_AT_REQUEST = re.compile(r"[^。,;\n可]{1,14}?(?:要求|邀请|请求|之邀|之请)")

#: What may follow 如 and 若 where they do not open the clause: 乙方如未按时付款.
_SUPPOSED = re.compile(r"[未不无有需遇因经能在对与被拟要属系为将]|发生|出现|逾期|违反|超过|继续|提前|擅自|单方")
_OPENING = re.compile(r"(?:^|[\s,;。:(]|[则但且并])$")
_LISTED = re.compile(r"[^。,;\n]*?(?:等|、)")
_PREDICATIVE = re.compile(r"(?:is|are|was|were|be|been|being|not|become|becomes|made|remain|remains|also)\s$")
_GIVEN = re.compile(
    r"\s+(?:that|no|the|it|they|you|we|there|he|she|an?|all|any|always|such|this|these|your|his|her|its|their)\b"
)


def judged(text: str, raw: Raw) -> Raw | None:
    """The cue as its neighbours have it, or None where it is none.

    Args:
        text: The folded text in lower case.
        raw: A cue that the lexicon found.
    """
    word = text[raw.start : raw.end]
    match raw.kind:
        case "bound" if raw.value not in ("max", "min"):
            return _bound(text, raw, word)
        case "direction":
            return raw if _moves(text, raw, word) else None
        case "modality":
            return _modality(text, raw, word)
        case "negation" if word == "no":
            return raw if _NUMBERED.match(text, raw.end) is None else None  # No 10 Downing Street
        case "condition":
            return raw if _supposes(text, raw, word) else None
    return raw


def _bound(text: str, raw: Raw, word: str) -> Raw | None:
    if word in BEHIND or _BEHIND_ENGLISH.fullmatch(word):
        return raw if _NUMBER_BEFORE.search(text[max(0, raw.start - 32) : raw.start]) else None
    if word in _COMPLETED:
        return raw if _FULL.match(text, raw.end) else None
    if word in _EXTREMES:
        return raw if _EXTREME_OF.match(text, raw.end) else None  # 最高气温 is a measure
    compared = _COMPARED.fullmatch(word)
    if compared is not None:
        # "11% lower than in 2023", 高于上年 tell how a value moved, not where it ends.
        moved = word.endswith("than") and _MOVED.search(text[max(0, raw.start - 24) : raw.start])
        if _BASE.match(text, raw.end) or (moved and not re.match(r"\s*[$£€\d]", text[raw.end : raw.end + 4])):
            return raw._replace(kind="direction", value="up" if compared["up"] else "down")
    if word in _NEAR:
        return raw if _NUMBER_NEXT.match(text, raw.end) else None
    if _NUMBER_AFTER[word.isascii()].match(text, raw.end):
        return raw
    if compared is not None and _OTHER.match(text, raw.end) and word not in ("more than", "above", "below", "exceeds"):
        return raw._replace(kind="direction", value="up" if compared["up"] else "down")  # 高于对照组
    return None


def _moves(text: str, raw: Raw, word: str) -> bool:
    if word in _SINGLE:
        return _MOVING.match(text, raw.end) is not None
    if word in _STILL:
        return _AT_NUMBER.match(text, raw.end) is not None
    if word in _RAISING:
        return _MONEY.match(text, raw.end) is None  # raised $5 million is a financing
    if word in _COMPARATIVE:
        after = _COMPARING.match(text, raw.end)
        stated = _STATIVE.search(text[max(0, raw.start - 10) : raw.start]) is not None
        return after is not None or stated or _MOVED.search(text[max(0, raw.start - 24) : raw.start]) is not None
    if _GATHERED.match(text, raw.start):
        return False  # 新增产能, 新增收入
    return not (word in ("增长", "上升", "下降") and text[raw.end : raw.end + 1] in ("率", "点", "极"))


def _modality(text: str, raw: Raw, word: str) -> Raw | None:
    if word in _NOUNS and _DETERMINER.search(text[max(0, raw.start - 10) : raw.start]):
        return None  # the permit
    if word == "应" and _AT_REQUEST.match(text, raw.end):
        return None  # 应…邀请
    if word == "能" and (text[raw.start - 1 : raw.start] not in _MAY_BEHIND or _MAY_BEFORE.match(text, raw.end)):
        return None
    if word == "要求" and (text[raw.start - 1 : raw.start] in _REQUEST_BEHIND or _REQUEST_BEFORE.match(text, raw.end)):
        return None
    if word in _AUXILIARY and text[raw.end : raw.end + 1] in _NOUN_AFTER:
        return None
    if _MAY.fullmatch(word) and _MAY_BE.match(text, raw.end):
        return raw._replace(value="possible")
    return raw


def _supposes(text: str, raw: Raw, word: str) -> bool:
    if word in ("如", "若"):
        opens = _OPENING.search(text[max(0, raw.start - 1) : raw.start]) is not None
        listed = _LISTED.match(text, raw.end, raw.end + 40) is not None
        return (opens and not listed) or _SUPPOSED.match(text, raw.end) is not None
    if word == "subject to":  # "is subject to duty": liable to it
        return _PREDICATIVE.search(text[max(0, raw.start - 10) : raw.start]) is None
    if word == "provided":  # "cash provided by"
        return _GIVEN.match(text, raw.end) is not None
    return True
