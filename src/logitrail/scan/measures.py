"""What follows a number: its scale, its unit, the 半 behind the unit, and the words that bound it."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction

from logitrail.scan import bounds, shares
from logitrail.scan.atoms import Atom
from logitrail.scan.numeral import moved, shifted
from logitrail.scan.units import Name, Unit, name_at
from logitrail.types import Kind

_SCALE_WORD = re.compile(
    r"[ -]?((?:thousand|million|billion|trillion|lakh|lkh|lac|crore)s?|mln|mn|mm|mil|bln|bn|trn|tn|k|m|b|g|t|w)"
    r"(?![a-z0-9²³])"
)
_SECOND_SCALE = re.compile(r" (crore|million|billion|trillion)(?![a-z])")
_POWERS = {
    "thousand": 3, "million": 6, "billion": 9, "trillion": 12, "lakh": 5, "lkh": 5, "lac": 5, "crore": 7, "mln": 6,
    "mn": 6, "mm": 6, "mil": 6, "bln": 9, "bn": 9, "trn": 12, "tn": 12, "k": 3, "m": 6, "b": 9, "g": 9, "t": 12, "w": 4,
}  # fmt: skip
#: Units of one letter that are read only right behind the digits: "5 A" is no current, "10 in 2009" no length.
_ATTACHED = frozenset({"A", "J", "x", "X", "×", "K", "in", "U", "″", "′", "ct", "W", "V"})
_GENERIC = frozenset({"元", "圆", "块", "元整", "圆整", "元正", "圆正", "dollar", "dollars", "块钱", "元钱"})
#: 块 before one of these is money, before another ideograph a piece: 三块五, 三块蛋糕.
_OF_MONEY = frozenset("一二三四五六七八九零多左上以半和到至的")
_MONEY_WORDS = re.compile(
    r"\b(?:pay|paid|costs?|prices?|priced|rents?|fees?|fines?|fined|salar\w+|wages?|worth|spen[dt]|budget|profits?|revenues?|tax\w*|award\w*|"
    r"per annum|bonus|debts?|loans?|sales|turnover|premium|sterling|dividend)\b"
)
#: "3 times a day" counts, "3 times as much" compares.
_AS_MUCH = re.compile(
    r" (?:as|the|that|those|what|its|higher|more|greater|larger|bigger|faster|lower|less|longer|over|ebitda|"
    r"[a-z]+ earnings)\b"
)
#: What may stand between a number and its unit: 60 consecutive days, 2 more minutes.
BETWEEN = (
    "more",
    "additional",
    "extra",
    "further",
    "full",
    "whole",
    "complete",
    "consecutive",
    "successive",
    "straight",
)
_BETWEEN = re.compile(rf" (?:{'|'.join(BETWEEN)}) ")
_LOOSE = "多余来几"
_HALF = Decimal("0.5")
_ARTICLE = re.compile(r"an? ")
_POINTS = re.compile(r"\s{0,4}个?\s{0,2}百\s{0,2}分\s{0,2}点")
_BRACKETED = re.compile(r" ?([({])")
_HEAT = re.compile(r"温|热|冷|烧|冻|冰|temperature|thermostat|weather|heat|cool|warm|hot|cold|oven|fever|freez|boil")
_PER = re.compile(r"\s?/\s?|每| per ")
_PHYSICAL = frozenset({"dose", "mass", "volume", "length", "number", "area"})


def read_scale(atom: Atom, text: str, lowered: str, money: Unit | None) -> None:
    """Takes the scale behind the digits (million, bn, k; what the numeral itself holds) into the value."""
    numeral = atom.numeral
    if not numeral.scale:
        following = text[atom.end : atom.end + 1]
        if following == " " or following == "-" or (following.isascii() and following.isalpha()):
            _scale_word(atom, text, lowered, money)
    if numeral.scale:
        apply_scale(atom, numeral.scale, numeral.end)


def apply_scale(atom: Atom, power: int, end: int) -> None:
    """Multiplies by a scale word that ends at ``end``."""
    atom.bare = atom.value if isinstance(atom.value, Decimal | Fraction) else None
    atom.value = shifted(atom.value, power)  # type: ignore[arg-type]
    atom.step = moved(atom.step, power)
    atom.scale, atom.end = power, max(atom.end, end)


def _scale_word(atom: Atom, text: str, lowered: str, money: Unit | None) -> None:
    match = _SCALE_WORD.match(lowered, atom.end)
    if match is None:
        return
    word = match[1]
    attached = match.end() - match.start() == len(word)
    upper = text[match.end() - 1].isupper()
    if match[0][0] == "-" and len(word) < 4:
        return  # 10-K
    if len(word) <= 2:
        if not attached and word not in ("mn", "bn", "tn", "k") and not (upper and word in "kmbg") and money is None:
            return
        if word in ("m", "b", "mm", "t") and money is None and not (upper and (attached or word != "t")):
            return
        if word == "g" and (not upper or atom.numeral.value in (2, 3, 4, 5, 6)):
            return
        if word == "w" and (upper or money is not None):
            return
    atom.numeral.scale, atom.numeral.end = _POWERS[word.removesuffix("s")], match.end()
    if len(word) > 3 and (second := _SECOND_SCALE.match(lowered, match.end())):  # 5 lakh crore, 3 thousand million
        atom.numeral.scale += _POWERS[second[1]]
        atom.numeral.end = second.end()


def read_unit(
    atom: Atom, text: str, lowered: str, currency: Unit | None, floor: int, before: str | None = None
) -> None:
    """Takes the unit, what modifies it, and the bounding words behind it.

    Args:
        atom: The number with its scale.
        text: In plain characters.
        lowered: The same in lower case.
        currency: The currency before the number.
        floor: Nothing before this place belongs to the number.
        before: The unit of the number before it.
    """
    end = atom.end
    loose = text[end : end + 1]
    is_loose = loose != "" and loose in _LOOSE and atom.numeral.step is not None
    if is_loose and not text.startswith(("多数", "多少"), end):
        end += 1
    loosened = end > atom.end
    if _read_name(atom, text, lowered, end, currency, floor, before):
        atom.approx = "above" if loosened else atom.approx
    elif loosened and loose in "多余":
        # 四百多: the 多 belongs to the quantity even where no unit follows; 来 is another word then
        atom.approx, atom.end = "above", end
    if currency is not None:
        atom.signed, atom.currency = True, currency
        if atom.kind == "number":
            atom.kind, atom.unit = "money", currency.name
    read_after(atom, lowered)


def _read_name(
    atom: Atom, text: str, lowered: str, end: int, currency: Unit | None, floor: int, before: str | None
) -> bool:
    """Takes the name of the unit that begins at ``end``; whether there is one."""
    following = text[end : end + 1]
    if following and following in " 成折番" and shares.read(atom, text, floor):
        return True
    if following and following in " 个百({" and _spelled_out(atom, text, lowered, end):
        return True
    found = _name_behind(atom, text, lowered, end)
    if found is None or not _suits(atom, found[0], text, found[1], currency, before):
        return False
    name, place = found
    atom.end = place + len(name.text)
    _apply(atom, name, text, lowered, currency, floor)
    return True


def _name_behind(atom: Atom, text: str, lowered: str, end: int) -> tuple[Name, int] | None:
    """The name of a unit behind the number, and where it begins."""
    following = text[end : end + 1]
    place = end + 1 if following and following in " -" else end
    if atom.numeral.script == "en" and atom.value == _HALF and (article := _ARTICLE.match(lowered, place)):
        place = article.end()  # half an hour
    name = name_at(text, lowered, place)
    if name is None and following == " " and (between := _BETWEEN.match(lowered, end)):
        place = between.end()
        name = name_at(text, lowered, place)
        if name is not None and name.unit.kind not in ("duration", "dose", "mass", "length", "count"):
            return None
    return None if name is None else (name, place)


def read_after(atom: Atom, lowered: str) -> None:
    """Takes the words behind the quantity that bound or loosen it: 以上, 左右, "or more"."""
    end = atom.end
    atom.inner = (atom.inner[0], end)
    following = lowered[end : end + 1]
    if following == "(" and lowered.startswith("(含)", end):
        end += 3  # 50万元(含)以上
    mark = bounds.after(lowered, end) or (bounds.after(lowered, end + 1) if following == " " else None)
    if mark is not None:
        atom.approx, atom.bound, atom.end = mark.approx or atom.approx, mark.bound or atom.bound, mark.edge
        atom.closed = mark.bound is not None


def _spelled_out(atom: Atom, text: str, lowered: str, end: int) -> bool:
    """Units written with blanks or brackets of their own: 六 个 百 分点, 20 (kg)."""
    if points := _POINTS.match(text, end):
        atom.kind, atom.unit, atom.end = "pp", "pp", points.end()
        return True
    bracket = _BRACKETED.match(text, end)
    if bracket is None:
        return False
    name = name_at(text, lowered, bracket.end())
    close = bracket.end() + len(name.text) if name is not None else 0
    if (
        name is None
        or name.unit.kind in ("count", "money")
        or text[close : close + 1] != {"(": ")", "{": "}"}[bracket[1]]
    ):
        return False
    atom.kind, atom.unit, atom.end = name.unit.kind, name.unit.name, close + 1
    return True


def names_currency(name: Name) -> bool:
    """Whether the name says which money is meant, as 元 alone does not."""
    return name.unit.kind == "money" and name.text not in _GENERIC


def _suits(atom: Atom, name: Name, text: str, place: int, currency: Unit | None, before: str | None) -> bool:
    """Whether the name can be the unit of this number, in this place."""
    end = place + len(name.text)
    attached = place == atom.end or text[place - 1] in _LOOSE
    kind = name.unit.kind
    if text[place - 1] == "-" and not (attached or text[place].isalpha()):
        return False
    if currency is not None:
        # $10 dollars is one amount, and so is 港币5亿元; in "rmb 10 usd 20" the second code opens another
        return kind == "money" and (name.unit == currency or name.text in _GENERIC) and text[place].isalpha()
    apart = (name.text == "in" and before == "[ft_i]") or (name.text == "U" and text[end : end + 1] != ".")
    if not attached and name.text in _ATTACHED and not apart:
        return False
    if kind == "money":
        if text[end : end + 1].isdigit() and (name.exact or text[place].isascii()):
            return False  # 3 USD50 cards
        if name.text == "won" and isinstance(atom.value, Decimal) and atom.value < 1000:
            return False
    decade = name.text == "s" and attached and isinstance(atom.value, Decimal) and atom.value % 10 == 0
    return not decade  # the 1990s


def _apply(atom: Atom, name: Name, text: str, lowered: str, currency: Unit | None, floor: int) -> None:
    unit = name.unit
    following = text[atom.end : atom.end + 1]
    if name.text == "块" and "\u4e00" <= following <= "\u9fff" and following not in _OF_MONEY:
        atom.kind, atom.unit = "count", "块"
    elif name.text == "times" and (
        atom.numeral.step is None or atom.numeral.step < 1 or _AS_MUCH.match(lowered, atom.end)
    ):
        atom.kind, atom.unit = "ratio", "倍"
    elif name.text in ("pound", "pounds") and _is_sterling(atom, text, lowered):
        atom.kind, atom.unit = "money", "GBP"
    else:
        atom.kind, atom.unit = unit.kind, unit.name
    if unit.name is None:
        atom.reason = atom.reason or f"which {name.text} is meant is not said"
    if currency is not None:
        atom.unit = currency.name
    if unit.name == "deg":
        _degrees(atom, text, lowered, floor)
    if unit.kind in _PHYSICAL and text[atom.end : atom.end + 1] in ("/", " ", "每"):
        _compound(atom, text, lowered)
    shift = name.shift
    if text.startswith("半", atom.end):
        _half(atom, name, text, lowered)
    if shift:
        atom.shift = shift
        atom.value = shifted(atom.value, shift)  # type: ignore[arg-type]
        atom.step = moved(atom.step, shift)
    if unit.kind == "money" and not atom.scale and text[atom.end : atom.end + 1] == " ":
        match = _SCALE_WORD.match(lowered, atom.end)  # 75 USD million
        if match is not None and len(match[1]) > 2:
            apply_scale(atom, _POWERS[match[1].removesuffix("s")], match.end())


def _is_sterling(atom: Atom, text: str, lowered: str) -> bool:
    """Whether pounds are money: by the £ of the text, a capital letter, or words of money nearby."""
    if "£" in text or "gbp" in lowered or text[atom.end - 6 : atom.end].lstrip()[:1] == "P":
        return True
    return bool(atom.scale >= 6 or _MONEY_WORDS.search(lowered, max(0, atom.start - 48), atom.end + 24))


def _half(atom: Atom, name: Name, text: str, lowered: str) -> None:
    """三斤半; 一个半小时, where the unit comes after the 半."""
    after = atom.end + 1
    if name.text == "个":
        unit = name_at(text, lowered, after)
        month = text.startswith("月", after)
        if unit is None and not month:
            return
        shares.half_of(atom, 0)
        if month:
            atom.kind, atom.unit, atom.end = "duration", "mo", after + 1
        elif unit is not None:
            atom.kind, atom.unit, atom.end = unit.unit.kind, unit.unit.name, after + len(unit.text)
    elif not ("\u4e00" <= text[after : after + 1] <= "\u9fff") or name.unit.kind in (
        "duration",
        "mass",
        "length",
        "ratio",
    ):
        if text[after : after + 1] in ("导", "径", "数", "价", "决", "岛"):
            return
        shares.half_of(atom, 0)
        atom.end = after


def _degrees(atom: Atom, text: str, lowered: str, floor: int) -> None:
    """A 度 alone: Fahrenheit or Celsius if the word before the number says so, an angle if nothing speaks of heat."""
    for word, unit in (("华氏温度", "[degF]"), ("华氏", "[degF]"), ("摄氏温度", "Cel"), ("摄氏", "Cel")):
        if atom.start - len(word) >= floor and text.startswith(word, atom.start - len(word)):
            atom.start -= len(word)
            atom.inner = (atom.start, atom.end)
            atom.unit = unit
            return
    if not _HEAT.search(lowered, max(0, atom.start - 48), atom.start):
        atom.kind = "number"


def _compound(atom: Atom, text: str, lowered: str) -> None:
    """mg/kg, 微克/立方米, 毫克每千克, mL/min: a unit for each of another."""
    for _ in range(2):
        per = _PER.match(lowered, atom.end)
        if per is None:
            return
        name = name_at(text, lowered, per.end())
        if (
            name is None
            or name.unit.kind in ("money", "percent", "pp", "bp", "permille", "ratio")
            or name.unit.name is None
        ):
            return
        atom.unit = f"{atom.unit}/{name.unit.name}"
        kind: Kind = "dose" if atom.kind == "dose" or atom.unit.startswith("mL/") else "number"
        atom.kind, atom.end = kind, per.end() + len(name.text)
