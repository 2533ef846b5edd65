"""One spelling for all spellings of a character, so that a blocked word is found however it is written.

Folding is per character: compatibility forms (full and half width, ligatures: NFKC), letter case (simple folding, one
character for one), traditional Chinese to simplified (the character table of OpenCC), and nothing at all for characters
that are not seen (Unicode: Default_Ignorable_Code_Point). Phrases are not converted.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from itertools import product

#: Default_Ignorable_Code_Point, Unicode 15 (DerivedCoreProperties.txt).
_IGNORABLE = (
    (0x00AD, 0x00AD), (0x034F, 0x034F), (0x061C, 0x061C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F),
    (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
)  # fmt: skip


@cache
def _simplified() -> dict[str, str]:
    # Loaded when first needed: what is ASCII alone should not wait for the scanner's package.
    from logitrail.scan.simplification import simplified

    return simplified()


@cache
def fold_char(char: str) -> str:
    """A character as all its spellings have it: one or more characters, none for one that is not seen."""
    if "!" <= char <= "~":  # ASCII is most of what is asked
        return char.lower()
    code = ord(char)
    if any(first <= code <= last for first, last in _IGNORABLE):
        return ""
    table = _simplified()
    out = []
    for part in unicodedata.normalize("NFKC", char):
        if part != char and any(first <= ord(part) <= last for first, last in _IGNORABLE):
            continue
        folded = part.casefold()
        if len(folded) != 1:  # ß to ss is full folding
            folded = part.lower() if len(part.lower()) == 1 else part
        out.append(table.get(folded, folded))
    return "".join(out)


@cache
def is_filler(char: str) -> bool:
    """Whether the character may be pushed between the letters of a word: blanks, controls, punctuation and symbols."""
    return unicodedata.category(char)[0] in "ZCPS"


@cache
def joins(char: str) -> bool:
    """Whether the character makes one word with its neighbour: letters, digits and marks of scripts that use blanks.

    Chinese, Japanese and Korean syllables, Thai and the like stand for themselves: each of their characters is a word's
    edge on both sides.
    """
    if char == "_":
        return True
    if unicodedata.category(char)[0] not in "LNM":
        return False
    code = ord(char)
    return not (0x0E00 <= code <= 0x0EFF or 0x1100 <= code <= 0x11FF or 0x2E80 <= code <= 0xD7FF or code >= 0x1B000)


#: Characters of a word that are written composed or decomposed each by itself; of more, all are written one way.
_MOST_MIXED = 4


@cache
def compositions(word: str) -> tuple[str, ...]:
    """The word with its characters composed and decomposed: é is one character, or two; ガ in half width is two.

    Folding is per character and cannot put together what stands apart, so it is the words that are taken apart.
    """
    whole = unicodedata.normalize("NFC", word)
    if whole.isascii():
        return (word,)
    choices = [tuple(dict.fromkeys((char, unicodedata.normalize("NFD", char)))) for char in whole]
    if sum(len(options) > 1 for options in choices) > _MOST_MIXED:
        mixed = [whole, unicodedata.normalize("NFD", word)]
    else:
        mixed = ["".join(chosen) for chosen in product(*choices)]
    return tuple(dict.fromkeys([word, *mixed]))
