"""Finds the numbers of a text from left to right, and reads each with what stands around it."""

from __future__ import annotations

import re
from bisect import bisect_left
from decimal import Decimal

from logitrail.scan import (
    digits,
    english,
    identifiers,
    ideographs,
    measures,
    numerals_en,
    numerals_zh,
    preceding,
    shortcut,
)
from logitrail.scan.atoms import Atom
from logitrail.scan.idioms import idiom_at, idiom_end
from logitrail.scan.numeral import Numeral, exact, power_of_ten, times
from logitrail.scan.units import Unit, name_at
from logitrail.types import Interval

_START = re.compile("[0-9" + numerals_zh.FIRST + "".join(digits.VULGAR) + "半折]")
_ORDINAL_END = re.compile(r"(?:st|nd|rd|th)(?![a-z0-9])")
_CONTINUED = re.compile(
    r"[ -](?:hundred|(?:thousand|million|billion|trillion|lakh|crore)s?,? "
    r"(?:and |one |two |three |four |five |six |seven |eight |nine )"
    r"|and (?:a |one |half)|point |over |out of|in |dozen|doz|dz)"
)
_MORE_PLACES = re.compile(r" {1,2}[0-9]+ ?[千百十万]")
_TWO_DIGITS = re.compile(r"[1-9] [0-9](?= ?折)")
_LOOSE = frozenset("多余来几")
_HEXADECIMAL = re.compile(r"(?<![0-9])0[xX]$")
_LABEL_ENDS = frozenset(" :：.#§为是")


class Reader:
    """Finds and reads the numbers of one text.

    Args:
        text: In plain characters.
        lowered: The same in lower case.
        written: The text as it was given.

    Attributes:
        unit_before: The unit of the number before, for "5 ft 2 in".
        resume: Where to look for the next number after ``read`` found none.
    """

    def __init__(self, text: str, lowered: str, written: str) -> None:
        self.written = written
        self.text = text
        self.lowered = lowered
        self.resume = 0
        self.unit_before: str | None = None
        self._english = english.starts(lowered)
        match = _START.search(text)
        self._sign = match.start() if match else -1  # the next sign of a number that is not an English word

    def next_start(self, pos: int) -> int:
        """Where the next number may begin; −1 when there is none."""
        if 0 <= self._sign < pos:
            match = _START.search(self.text, pos)
            self._sign = match.start() if match else -1
        start = self._sign
        if self._english:
            index = bisect_left(self._english, pos)
            if index < len(self._english) and (start < 0 or self._english[index] < start):
                return self._english[index]
        return start

    def read(self, pos: int, floor: int, money: Unit | None = None) -> Atom | None:
        """The number that begins at ``pos``, with what stands around it.

        Args:
            pos: Where a number may begin.
            floor: Nothing before this place belongs to it.
            money: The currency of the first end, when this may be the second end of a range.

        Returns:
            ``None`` when it is no number; ``resume`` then says where to go on.
        """
        self.resume = pos + 1
        char = self.text[pos]
        if "0" <= char <= "9":
            return shortcut.digits_at(self.text, self.lowered, pos, floor) or self._western(pos, floor, money)
        if char.isascii():
            numeral, self.resume = english.numeral_at(self.text, self.lowered, pos, floor)
            if numeral is not None and numeral.preset is None and (named := self._named_in_words(numeral, floor)):
                return named
        elif char == "半":
            numeral = ideographs.half_at(self.text, self.lowered, pos, floor)
            self.resume = max(self.resume, idiom_end(self.text, pos))
        elif char == "折":
            return self._half_price(pos, floor)
        elif char in digits.VULGAR:
            numeral = Numeral(pos, pos + 1, exact(digits.VULGAR[char]), None)
        else:
            return self._chinese(pos, floor)
        return None if numeral is None else self._complete(numeral, floor, money)

    def _named_in_words(self, numeral: Numeral, floor: int) -> Atom | None:
        """Round three, Section five: what a digit would name."""
        value, start = numeral.value, numeral.start
        if not isinstance(value, Decimal) or value > 999 or start < 2 or self.text[start - 1] != " ":
            return None
        label = identifiers.label_before(self.text, self.lowered, start, floor)
        if label is None or label not in identifiers.COUNTED or value != value.to_integral_value():
            return None
        atom = self._identifier(start, numeral.end, label)
        atom.value = format(value, "f")
        return atom

    # Western digits

    def _western(self, pos: int, floor: int, money: Unit | None) -> Atom | None:
        text = self.text
        previous = text[pos - 1] if pos > floor else ""
        if previous:
            if previous == ".":
                before = text[pos - 2 : pos - 1]
                pos -= pos == 1 or not (before.isalnum() or before == ".")
            elif previous == "第":
                return self._ranked(digits.numeral_at(text, pos), pos - 1)
            elif previous.isascii() and (previous.isalpha() or previous in "-_/#"):
                token = self._token(pos, floor, previous)
                if token is not None:
                    return token
            if previous in _LABEL_ENDS or previous in _ZH_LABEL_ENDS:
                labelled = self._labelled(pos, floor)
                if labelled is not None:
                    return labelled
        numeral = digits.numeral_at(text, pos)
        following = text[numeral.end : numeral.end + 1]
        if (following and following in "-.") or numeral.end - pos > 10 or (previous and previous in "〔[(+"):
            span = identifiers.number_at(text, pos, floor)
            if span is not None:
                return self._identifier(*span)
        if following:
            numeral = self._continued(numeral, following)
        atom = self._complete(numeral, floor, money)
        if (
            atom.currency is not None
            and (comma := text.find(",", pos, numeral.end)) > 0
            and self._of_another(atom, numeral.end, comma)
        ):
            # $20，300美元: the name behind it shows that these are two amounts
            numeral = Numeral(pos, comma, Decimal(text[pos:comma]), power_of_ten(0))
            atom = self._complete(numeral, floor, money)
        if atom.kind == "number" and atom.end == numeral.end and not numeral.scale and numeral.preset is None:
            return self._named(atom, pos, floor)
        return atom

    def _of_another(self, atom: Atom, end: int, comma: int) -> bool:
        """Whether the currency behind the number is not that of the sign before it, or a wide comma parts the two."""
        name = name_at(self.text, self.lowered, end)
        if name is None or not measures.names_currency(name):
            return False
        return name.unit != atom.currency or self.written[comma] == "，"

    def _continued(self, numeral: Numeral, following: str) -> Numeral:
        """The number with what may follow its digits and belong to it: 25万6千, 21st, 3 hundred and 21."""
        if following in ideographs.PLACES or following in _LOOSE or following in "分又 ":
            numeral = self._mixed(numeral)
        elif following == "个":
            return ideographs.hundred_millions(self.text, numeral)
        elif following == "打":
            return ideographs.dozens(self.text, numeral)
        elif following in "snrtSNRT" and (end := _ORDINAL_END.match(self.lowered, numeral.end)):
            numeral.end, numeral.preset = end.end(), "ordinal"
            return numeral
        if following in " -" and _CONTINUED.match(self.lowered, numeral.end):
            worded = numerals_en.numeral_at(self.lowered, numeral.start)
            if worded is not None and worded.end > numeral.end:
                return worded
        return numeral

    def _named(self, atom: Atom, pos: int, floor: int) -> Atom:
        """A bare number that what follows turns into a name: 777F, 27号, 2型."""
        following = self.text[atom.end : atom.end + 1]
        if following in ("x", "X") and atom.value != 0 and self.text[atom.end + 1 : atom.end + 2].isdigit():
            return atom  # 3x4: two measures
        if following.isascii() and (following.isalpha() or following == "_"):
            token = identifiers.token_around(self.text, pos, floor)
            if token is not None:
                return self._identifier(*token)
        elif following and following in "号型" and isinstance(atom.value, Decimal) and atom.start == atom.numeral.start:
            named = self._identifier(atom.start, atom.end, following)
            named.end = atom.end + 1
            return named
        return atom

    def _token(self, pos: int, floor: int, previous: str) -> Atom | None:
        """A digit behind a letter: part of a code (PM2.5, CYZC-2024-0336), unless the letters are a currency."""
        if previous == "#":
            return self._identifier(pos - 1, identifiers.numbered_at(self.text, pos), "no")
        if (
            previous in "xX"
            and self.text[pos - 2 : pos - 1].isdigit()
            and not _HEXADECIMAL.search(self.text, max(0, pos - 3), pos)
        ):
            return None
        if previous.isalpha():
            if preceding.currency_before(self.text, self.lowered, pos, floor)[0] is not None:
                return None
        else:
            before = self.text[pos - 2 : pos - 1]
            if not (pos - 2 >= floor and before.isascii() and before.isalpha()):
                return None
        token = identifiers.token_around(self.text, pos, floor)
        if token is None or (previous == "-" and self.text[token[0] : pos - 1].islower()):
            return None  # top-10, mid-50s
        return self._identifier(*token)

    def _labelled(self, pos: int, floor: int) -> Atom | None:
        label = identifiers.label_before(self.text, self.lowered, pos, floor)
        if label is None:
            return None
        end = identifiers.numbered_at(self.text, pos)
        if end == pos:
            return None
        if name_at(self.text, self.lowered, end) is not None and len(label) == 1:
            return None  # 图3, but not 图3张
        return self._identifier(pos, end, label)

    def _identifier(self, start: int, end: int, unit: str | None = None) -> Atom:
        atom = Atom(
            start, end, Numeral(start, end, None, None), identifiers.value_of(self.text[start:end]), None, "id", unit
        )
        atom.closed = True
        return atom

    def _mixed(self, numeral: Numeral) -> Numeral:
        """Western digits that ideographs may continue: 25万6千, 500余万, 16分之3."""
        text = self.text
        if not isinstance(numeral.value, Decimal):
            return numeral
        end = numeral.end
        following = text[end : end + 1]
        if following == " ":
            if spaced := _TWO_DIGITS.match(text, numeral.start):
                return Numeral(numeral.start, spaced.end(), Decimal(spaced[0].replace(" ", "")), Decimal(1))
            if text[end + 1 : end + 2].isascii() and text[end + 1 : end + 2] != " ":
                return numeral
        elif following in ideographs.PLACES:
            if name_at(text, self.lowered, end) is not None:
                return numeral
            power, after = numerals_zh.scale_after(text, end)
            further = text[after : after + 1]
            if power and (
                not further
                or further not in ideographs.CONTINUING
                or further in "两点打"
                or (further == " " and not _MORE_PLACES.match(text, after))
            ):
                return self._scaled(numeral, power, after)
        mixed = numerals_zh.numeral_at(text, numeral.start)
        if mixed is None or mixed.end <= numeral.end:
            return numeral
        return ideographs.less_unit(text, self.lowered, mixed)

    def _scaled(self, numeral: Numeral, power: int, after: int) -> Numeral:
        numeral.scale, numeral.end = power, after
        last = after - 1
        if self.text[last] in "千兆百" and (name := name_at(self.text, self.lowered, last)) and len(name.text) > 1:
            numeral.scale, numeral.end = power - {"千": 3, "兆": 12, "百": 2}[self.text[last]], last
        return numeral

    # ideographs

    def _bracketed(self, pos: int, floor: int) -> Atom | None:
        """第（二）项: the passage is named in brackets."""
        text = self.text
        numeral = numerals_zh.numeral_at(text, pos)
        if numeral is None or text[numeral.end : numeral.end + 1] != ")" or pos - 2 < floor:
            return None
        sign = text[numeral.end + 1 : numeral.end + 2]
        if not sign or not identifiers.is_passage(sign) or not isinstance(numeral.value, Decimal):
            return None
        atom = Atom(pos - 2, numeral.end + 2, numeral, format(numeral.value, "f"), None, "id", sign)
        atom.closed = True
        return atom

    def _chinese(self, pos: int, floor: int) -> Atom | None:
        text = self.text
        if text[pos - 1 : pos] == "(" and text[pos - 2 : pos - 1] == "第" and (passage := self._bracketed(pos, floor)):
            return passage
        if pos > floor and text[pos - 1] == "第":
            covered = idiom_end(text, pos)
            if covered > 0 and text[covered - 1] != text[pos]:
                self.resume = covered
                return None
            ranked = numerals_zh.numeral_at(text, pos)
            return self._ranked(ranked, pos - 1) if ranked is not None else None
        minutes = self.unit_before == "h" and pos == floor and text.startswith("分", pos + 1)  # 两小时十分
        idiom = None if minutes else idiom_at(text, pos)
        covered = idiom[1] if idiom else -1
        if idiom and (idiom[0] < pos or (covered > pos + 2 and text[pos + 1 : pos + 2] not in ideographs.CONTINUING)):
            # 大陆一家: the 陆 belongs to the word before it
            self.resume = covered
            return None
        if idiom is None and (quick := shortcut.ideograph_at(text, self.lowered, pos, floor)):
            return quick
        numeral = ideographs.numeral_at(text, self.lowered, pos, floor)
        if numeral is None:
            return None
        if covered > numeral.end + 1:
            self.resume = covered
            return None
        atom = self._complete(numeral, floor, None)
        if covered >= numeral.end and covered >= atom.end and atom.kind != "ratio":  # 翻了一番
            self.resume = max(covered, pos + 1)
            return None
        short = atom.kind == "number" and atom.value is not None and ideographs.is_short(text, numeral)
        return None if short and not ideographs.stands_alone(text, numeral) else atom

    def _ranked(self, numeral: Numeral, start: int) -> Atom | None:
        """第三 is a rank, 第十条 names a passage."""
        text = self.text
        if numeral.value is None or isinstance(numeral.value, Interval) or numeral.preset == "id":
            return None
        if numeral.script == "digits" and text[numeral.end : numeral.end + 1] in ideographs.PLACES:
            numeral = self._mixed(numeral)
        value = numeral.value
        if numeral.scale and isinstance(value, Decimal) and numeral.script == "digits":
            value = times(value, power_of_ten(numeral.scale))
        place = numeral.end + (text[numeral.end : numeral.end + 1] == " ")
        sign = text[place : place + 1]
        if sign and identifiers.is_passage(sign) and isinstance(value, Decimal):
            atom = Atom(start, place + 1, numeral, format(value, "f"), None, "id", sign)
        else:
            atom = Atom(start, numeral.end, numeral, value, None, "ordinal")
        atom.closed = True
        return atom

    def _half_price(self, pos: int, floor: int) -> Atom | None:
        """打对折: half the price."""
        start = pos - 1
        if start <= floor or self.text[start] != "对" or self.text[start - 1] not in "打了个":
            return None
        numeral = Numeral(start, pos + 1, Decimal(50), None, "zh")
        return Atom(start, pos + 1, numeral, numeral.value, None, "percent", "%")

    # what stands around it

    def _complete(self, numeral: Numeral, floor: int, money: Unit | None) -> Atom:
        atom = Atom(numeral.start, numeral.end, numeral, numeral.value, numeral.step)
        atom.reason = numeral.reason
        if numeral.preset == "id":
            atom.kind, atom.value = "id", identifiers.value_of(self.text[numeral.start : numeral.end])
            return atom
        if numeral.preset == "ordinal":
            atom.kind, atom.step, atom.closed = "ordinal", None, True
            return atom
        if numeral.loose:
            atom.approx = "about" if isinstance(numeral.value, Interval) else "above"
        elif self.text[numeral.start] in "过破":
            atom.bound = ">"
        currency = preceding.read(atom, self.text, self.lowered, floor)
        if numeral.script == "digits":
            measures.read_scale(atom, self.text, self.lowered, currency or money)
        if numeral.preset is not None:
            atom.kind, atom.unit = ("percent", "%") if numeral.preset == "percent" else ("permille", "‰")
            measures.read_after(atom, self.lowered)
        else:
            measures.read_unit(atom, self.text, self.lowered, currency, floor, self.unit_before)
        return atom


_ZH_LABEL_ENDS = identifiers.label_ends()
