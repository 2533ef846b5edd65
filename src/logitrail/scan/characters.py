"""The text in plain characters, one character for one, so that every position stays that of the text itself.

Full-width forms become ASCII, traditional characters simplified ones, odd blanks, apostrophes, dashes and currency
signs the plain ones, digits of other scripts Western ones. Not NFKC, which may change the length (㎡, ½). Case is kept:
``May`` is a month and ``may`` is not. Ideographic numerals stay what they are, since a 陆 is not always a 6.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from logitrail.scan.simplification import simplified

_VARIANTS = {
    **dict.fromkeys("\u00a0\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000", " "),
    **dict.fromkeys("\u2018\u2019\u02bc\u2032", "'"),
    **dict.fromkeys("−‐‑﹣", "-"),
    **dict.fromkeys("〜∼∽﹏", "~"),
    **dict.fromkeys("‒―", "–"),
    "￥": "¥",
    "￡": "£",
    "￠": "¢",
    "￦": "₩",
    "﹪": "%",
    "µ": "μ",
}
#: No row of a table begins with one of these words: the line is a line of print.
_WRAPPED = re.compile(
    r"(?<=[0-9]) ?\r?\n ?(?=(?:thousand|million|billion|trillion|crore|lakh|per ?cent|percentage points?|basis points?"
    r"|years?|months?|weeks?|days?|hours?|minutes?)\b|[万亿兆%]|千万|百万|个百分点|百分点|美元|港元|欧元|元)",
    re.IGNORECASE,
)
_ZEROS = (0x660, 0x6F0, 0x966, 0x9E6, 0xE50, 0x1D7CE, 0x1D7D8, 0x1D7E2, 0x1D7EC, 0x1D7F6)
_LOWER = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}
#: Up to so many different characters, it is quicker to replace one after the other than to look at each position.
_FEW = 64


@cache
def _table() -> dict[str, str]:
    table = dict(simplified())
    table |= {chr(code + 0xFEE0): chr(code) for code in range(0x21, 0x7F)}
    table |= {chr(zero + digit): str(digit) for zero in _ZEROS for digit in range(10)}
    return table | _VARIANTS


@lru_cache(maxsize=8)
def plain(text: str) -> str:
    """The text in plain characters, without the line break where a line ends between a number and its scale or unit.

    Returns:
        A text of the same length.
    """
    text = _common(text)
    return _WRAPPED.sub(_one_line, text) if "\n" in text else text


def _one_line(wrapped: re.Match[str]) -> str:
    return wrapped[0].replace("\n", " ").replace("\r", " ")


def _common(text: str) -> str:
    if text.isascii():
        return text
    table = _table()
    odd = table.keys() & set(text)
    if len(odd) > _FEW:
        return text.translate({ord(char): table[char] for char in odd})
    for char in odd:
        text = text.replace(char, table[char])
    return text


def lower(text: str) -> str:
    """The text in lower case; only its ASCII letters where ``str.lower`` would change the length."""
    lowered = text.lower()
    return lowered if len(lowered) == len(text) else text.translate(_LOWER)
