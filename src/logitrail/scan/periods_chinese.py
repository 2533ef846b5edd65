"""Dates and stretches of time as Chinese writes them: 2024年3月31日, 上年第三季度, 截至…止年度, 令和6年, 晚7点."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from logitrail.scan.calendar_terms import ERAS, full_year, relative_pattern, relative_spellings, small_number
from logitrail.scan.periods_numeric import Candidate
from logitrail.types import Period

_CN = "〇零○一二三四五六七八九"
_N = f"(?:\\d{{1,2}}|[{_CN}十廿卅]{{1,3}})"
_TO = r"\s*[-–—―~～至到]\s*"

_YEAR = rf"""
    (?:(?P<era>(?:中华)?民国|明治|大正|昭和|平成|令和|公元前?|西元)\s*(?P<era_year>元|\d{{1,4}}|[{_CN}十百]{{1,5}})\s*年度?
     |(?P<year>\d{{4}}|[{_CN}]{{4}})\s*(?P<year_word>年度?|财年|财政年度|会计年度|学年)
     |(?P<short>(?<![\d.])\d\d|[{_CN}]{{2}})\s*(?:(?P<short_word>财年|年度|年(?=末|底|初|报))
        |年(?=\s*(?:\d{{1,2}}月|[{_CN}十]{{1,3}}月|第?[一二三四1-4]季|[上下]半年|[春夏秋冬]季))))
    (?:的?(?P<same>同期))?
"""
_MONTH = rf"""
    (?P<month>{_N})\s*月(?!龄)份?
    (?:\s*(?P<day>\d{{1,2}}|[{_CN}十廿卅]{{1,3}})\s*(?:日|号(?!楼|线|院|店|机|文|令|公告))
     |(?P<part>上旬|中旬|下旬|月?初|月?底|末|中(?=[，。、；,;\s旬]|$)))?
"""
_PART_OF_YEAR = rf"""
    (?:(?P<half>[上下])半(?:年度?)|(?P<half_word>半年度(?=报|末|$|[，。、）\)]))
     |(?P<first>[前首])(?P<quarters>[二两三23])个?季度?
     |第(?P<quarter>[一二三四五六七八九1-9])个?季度?(?![节军后赛])|(?P<quarter_short>[一二三四五六七八九1-9])季(?:度|(?=报))
     |(?P<quarter_word>首|末)季(?:度|(?![节军后赛]))|[Qq](?P<q>[1-9])(?![\dA-Za-z])
     |(?P<month_from>{_N})月?(?:{_TO})(?P<month_to>{_N})月(?!\s*\d{{1,2}}[日号])份?
     |(?P<from_start>[前首])(?P<months>{_N})个?月
     |{_MONTH}
     |(?P<season>[春夏秋冬])[季天])
"""
_POINT = r"(?P<point>年?末|年?底|年终|年?初|年?中(?=[，。、；：,;:\s）)的时至到]|$)|期末|期初)"
_TIME = rf"""
    (?P<daypart>凌晨|清晨|早晨|早上|早|上午|中午|午间|下午|午后|傍晚|晚上|晚间|夜间|深夜|夜里|晚|夜)?\s*
    (?P<hour>\d{{1,2}}|[{_CN}十两]{{1,3}})\s*
    (?:(?P<clock>时(?![间候段期代刻空速])|点(?![\d{_CN}]*[%％个建])(?:钟|整)?)(?:\s*(?P<minutes>(?:\d{{1,2}}|[{_CN}十]{{1,3}})(?=分)分?|半|[一三]刻))?|
       :(?P<colon>\d\d)(?::\d\d)?(?!\d)时?)
"""
#: Where a date may start. The first line tells most places off at once.
_STARTS = (
    "(?=[0-9〇零○一二三四五六七八九十廿卅两昨翌上下本今去前来次当同年月季期半首末第报岁这后春夏秋冬"
    "民中明大昭平令公西Qq])"
    "(?=[0-9](?=[0-9]{0,3}[ ]?[年月季财学会~至到–—-])|"
    "[〇零○一二三四五六七八九十廿卅两](?=[〇零○一二三四五六七八九十]{0,3}[ ]?[年月季财学会至到])|"
    "[昨翌]|[上下](?:一|个|年|半|季|月|期|周|星|礼|财|度)|"
    "本(?:年|季|月|期|财|会|报|个|半|周|星)|今[年日天晨晚]|去年|前(?:年|日|天|期|一|二|三|两|[0-9四五六七八九十])|来年|"
    "次[年日月季]|当[年月天日季]|同[期年日比]|年[末底初内终中]|月[末底初]|季[末度]|期[末初]|半年|首[季一二两三四五六七八九0-9]|末季|"
    "第[一二三四五六1-9]|报告期|岁末|这[周个]|后[天日]|[春夏秋冬]|民国|中华|明[治年天日晚]|大正|昭和|平成|令和|公元|西元|[Qq][1-4])"
)
_WHOSE = rf"(?:{_YEAR}|(?P<relative>(?<!以)(?:{relative_pattern(chinese=True)})))"
#: A part of a year stands behind a year or alone: the pattern holds it twice, the second time under other names.
_DATE = re.compile(
    rf"{_STARTS}(?<![\d.])(?<!\d,)(?:{_WHOSE}(?:[ ]?[的度]?[ ]?{_PART_OF_YEAR}|[ ]?{_POINT})?|"
    rf"{_PART_OF_YEAR.replace('?P<', '?P<alone_')})",
    re.VERBOSE,
)
_CLOCK = re.compile(rf"(?=[\d{_CN}十两凌清早上中午下傍晚夜深])(?<![\d.:])(?<!\d,){_TIME}", re.VERBOSE)
_YEARS = re.compile(
    rf"(?=[0-9])(?<![\d.])(?<!\d,)(?P<a>\d{{4}}|\d\d){_TO}(?P<b>\d{{4}}|\d\d)\s*(?P<word>年度?|财年|学年)(?![龄限期级])"
)
_DECADE = re.compile(
    rf"(?=[0-9{_CN}十])(?<![\d.])(?<!\d,)(?P<decade>\d{{2,4}}|[{_CN}十]{{2,4}})年代(?:(?P<part>初|中|末)期?)?"
)
_DAY = re.compile(
    r"(?=[0-9])(?<![\d.提每满达足起逾超近约共内隔前后为第过了用限的各])(?<!\d,)(?:(?P<from>\d{1,2})日?\s*[-–—~至到]\s*)?"
    r"(?P<day>\d{1,2})日(?![内前后以之起间均期龄游用圆元行平常夜者立志照报])"
)
_ENDED = re.compile(
    r"\s*(?:止|为止)?(?:的)?(?:之)?(?P<length>(?:十二|12)个月|(?:六|6)个月|(?:九|9)个月|(?:三|3)个月|"
    r"(?P<fiscal>财政|会计|财务)?年度|财年|半年度|季度)"
)
#: What makes a number before 年 or 月 a length of time.
_LENGTH_BEFORE = re.compile(
    r"(?:每|满|逾|超过?|近|达|共|约|数|徒刑|为期|长达|历时|持续|连续|不足|至少|最多|最长|过去|未来|刑)$"
)
_LENGTH_AFTER = re.compile(r"历史|之久|期限|有余|左右的历|来[，,]|内(?!蒙)|期(?!间|末|初|货|待)")

_TO_CLOCK = re.compile(rf"{_TO}\d{{1,2}}:\d\d(?!\d)")
_CHINESE = re.compile("[\u4e00-\u9fff]|[0-9]:")
_LENGTHS = {"十二": "year", "12": "year", "六": "half", "6": "half", "九": "nine_months", "9": "nine_months"}
_SEASONS = {"春": "spring", "夏": "summer", "秋": "autumn", "冬": "winter"}
_PARTS = {
    "上旬": "early",
    "中旬": "mid",
    "下旬": "late",
    "初": "early",
    "中": "mid",
    "底": "month_end",
    "末": "month_end",
}
_AFTERNOON = frozenset("下午 午后 傍晚 晚上 晚间 夜间 深夜 夜里 晚 夜".split())


def candidates(text: str) -> Iterator[Candidate]:
    """The Chinese periods of a folded text; they may overlap."""
    if not _CHINESE.search(text):
        return
    for match in _YEARS.finditer(text):
        yield from _years(match)
    for match in _DECADE.finditer(text):
        part = match["part"]
        year = full_year(match["decade"][:4]) if match["decade"].isascii() else _spoken_decade(match["decade"])
        relative = "decade" if part is None else f"decade_{_PARTS[part].replace('month_end', 'late')}"
        yield match.start(), match.end(), Period(year=year, relative=relative)
    for match in _DATE.finditer(text):
        if (found := _date(match, text)) is not None:
            yield found
    for match in _DAY.finditer(text):
        day, first = int(match["day"]), match["from"]
        if first is not None:
            yield match.start(), match.end(), Period(day=int(first), end=Period(day=day))
        yield match.start("day"), match.end(), Period(day=day)
    for match in _CLOCK.finditer(text):
        if (found := _clock(match, text)) is not None:
            yield found


def ended(text: str, end: int) -> tuple[int, str, bool] | None:
    """``止年度`` after a date: where it ends, the stretch that the date closes, and whether it is fiscal."""
    match = _ENDED.match(text, end)
    if match is None or not (match[0].lstrip().startswith(("止", "为止", "的", "之")) or match["fiscal"]):
        return None
    length = match["length"]
    word = next((name for head, name in _LENGTHS.items() if length.startswith(head)), None)
    word = word or ("half" if length == "半年度" else "quarter" if "季" in length or "个月" in length else "year")
    return match.end(), f"{word}_ended", bool(match["fiscal"]) or length == "财年"


def _years(match: re.Match[str]) -> Iterator[Candidate]:
    first, last = full_year(match["a"]), full_year(match["b"])
    if len(match["a"]) == len(match["b"]) and last <= first:
        return
    if len(match["a"]) == 4 and len(match["b"]) == 2:
        last = first // 100 * 100 + int(match["b"])
    if match["word"] in ("财年", "学年") and last == first + 1:
        yield match.start(), match.end(), Period(year=last, fiscal=True)
    elif 1000 <= first < last <= 2999 and (len(match["a"]) == 4 or match["word"] != "年"):
        yield match.start(), match.end(), Period(year=first, end=Period(year=last))


def _spoken_decade(text: str) -> int:
    value = small_number(text) if len(text) < 4 else full_year(text)
    return value if value > 999 else 1900 + value if value >= 30 else 2000 + value


def _date(match: re.Match[str], text: str) -> Candidate | None:
    start, end = match.span()
    said = {name.removeprefix("alone_"): value for name, value in match.groupdict().items() if value is not None}
    year, fiscal, relative = _year(said)
    if "relative" in said:
        known = relative_spellings()[said["relative"]]
        relative, fiscal = known.relative, known.fiscal
        if said["relative"][0] in "上下" and text[start - 1 : start] == said["relative"][0]:
            return None  # 上上个月
        if said["relative"].startswith("本") and text[max(0, start - 1) : start] in ("日", "基", "资", "成", "版"):
            return None
        if said["relative"] == "年内" and re.search(rf"[\d{_CN}十两几数半]$", text[max(0, start - 1) : start]):
            return None
    if said.keys() & {"year", "short", "month"} and _is_length(said, text, start, end):
        return None
    if "q" in said and year is None and relative is None:
        return None  # Q3 alone is read as English
    if "same" in said:
        relative = "same_period"
    if (relative or "").endswith(("_end", "_start")) and "point" in said:
        end = match.start("point")  # 年底 年末: the second is one of its own
    elif (point := said.get("point")) is not None:
        suffix = "start" if "初" in point else "mid" if "中" in point else "end"
        stretch = (relative or "this_year").removeprefix("this_") if "期" not in point else "period"
        relative = "mid" if stretch == "year" and suffix == "mid" else f"{stretch}_{suffix}"
    half = {"上": 1, "下": 2}.get(said.get("half", ""), 1 if "half_word" in said else None)
    quarter, month, day = _quarter(said), None, None
    closing: Period | None = None
    if "quarters" in said:
        quarter, closing = 1, Period(year=year, quarter=small_number(said["quarters"]))
    if "months" in said:
        if year is None and relative is None and said["from_start"] == "前":
            return None  # 前三个月 may be the three months before
        month, closing = 1, Period(year=year, month=small_number(said["months"]))
    elif "month_from" in said:
        month, closing = small_number(said["month_from"]), Period(year=year, month=small_number(said["month_to"]))
    elif "month" in said:
        month = small_number(said["month"])
        day = small_number(said["day"]) if "day" in said else None
        if "part" in said:
            relative = relative or _PARTS[said["part"].removeprefix("月")]
    if "season" in said:
        if year is None and relative is None:
            return None
        relative = relative or _SEASONS[said["season"]]
    return start, end, Period(year, half, quarter, month, day, fiscal=fiscal, relative=relative, end=closing)


def _year(said: Mapping[str, str]) -> tuple[int | None, bool, str | None]:
    if "era" in said:
        number = 1 if said["era_year"] == "元" else small_number(said["era_year"])
        era = said["era"].removeprefix("中华")
        return (-number if era == "公元前" else ERAS[era] + number), False, None
    if "year" in said:
        return full_year(said["year"]), said["year_word"] in ("财年", "财政年度", "会计年度", "学年"), None
    if "short" in said:
        number = small_number(said["short"])
        return number + (2000 if number < 50 else 1900), said.get("short_word") == "财年", None
    return None, False, None


def _quarter(said: Mapping[str, str]) -> int | None:
    if number := said.get("quarter") or said.get("quarter_short") or said.get("q"):
        return small_number(number)
    return {"首": 1, "末": 4}.get(said.get("quarter_word", ""))


def _is_length(said: Mapping[str, str], text: str, start: int, end: int) -> bool:
    """Whether this is so many years or months, not a date."""
    named = "month" in said and ("day" in said or "year" in said or "relative" in said)
    if named or "era" in said:
        return False
    before = text[max(0, start - 3) : start]
    if "year" in said and said["year"].isascii() and 1900 <= int(said["year"]) <= 2100:
        return bool(re.match("(?:悠久)?的?历史|之久", text[end : end + 4])) and end - start <= 5
    return bool(_LENGTH_BEFORE.search(before) or _LENGTH_AFTER.match(text, end))


def _clock(match: re.Match[str], text: str) -> Candidate | None:
    start = match.start()
    hour = small_number(match["hour"])
    minutes = match["minutes"] or ""
    minute = {"半": 30, "一刻": 15, "三刻": 45}.get(minutes)
    if match["colon"]:
        minute = int(match["colon"])
    elif minutes and minute is None:
        minute = small_number(minutes.removesuffix("分"))
    after_date = bool(re.search(r"[日号天晨晚午][,，的]?\s*(?:当地时间|北京时间)?$", text[max(0, start - 7) : start]))
    plain = match["daypart"] is None and not after_date
    if match["colon"] is None:
        numeral = match["hour"].isascii()
        sure = (match["clock"].startswith("时") and numeral) or match["clock"] in ("点钟", "点整") or minutes
        if (plain and not sure) or (match["clock"].startswith("时") and not numeral and plain):
            return None
    elif plain and _TO_CLOCK.match(text, match.end()) is None:
        ratio = re.search(r"[比率]\S{0,4}$", text[max(0, start - 6) : start])
        if len(match["hour"]) < 2 or hour > 24 or ratio:
            return None
    if match["daypart"] in _AFTERNOON and 1 <= hour < 12:
        hour += 12
    elif (match["daypart"] in ("中午", "午间") and hour == 1) or (match["daypart"] == "凌晨" and hour == 12):
        hour = (hour + 12) % 24
    if plain and hour > 24:
        return None
    return start, match.end(), Period(hour=hour, minute=minute or 0)
