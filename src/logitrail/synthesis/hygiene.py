"""What a slot must not bring into a sentence: markup, control characters, reordering, template syntax."""

from __future__ import annotations

import re
import unicodedata

from logitrail.errors import SynthesisError

#: A line that is broken in the source goes on: with a blank between words, with nothing between Chinese characters.
_LINE_BREAK = re.compile(r"[ \t]*(?:\r\n|[\n\r\u2028\u2029])[ \t]*")

_MARKUP = (
    (re.compile(r"<[A-Za-z/!?]"), "an HTML tag"),
    (re.compile(r"&(?:[A-Za-z][A-Za-z0-9]*|#[0-9]+|#[xX][0-9A-Fa-f]+);"), "an HTML character reference"),
    (re.compile(r"!?\[[^\]]*\]\s*[(\[]"), "a Markdown link"),
    (re.compile(r"`"), "Markdown code"),
    (re.compile(r"\*\*|__|~~"), "Markdown emphasis"),
    (re.compile(r"^#{1,6}\s"), "a Markdown heading"),
    (re.compile(r"[{}]"), "template syntax"),
    (re.compile(r"\\[A-Za-z]+\b"), "a TeX command"),
)

#: Categories of Unicode that are not seen, or that change how what stands around them is read.
_UNSEEN = {
    "Cc": "a control character",
    "Cf": "an invisible or reordering character",
    "Cs": "half a surrogate pair",
    "Co": "a private-use character",
    "Cn": "an unassigned character",
    "Zl": "a line separator",
    "Zp": "a paragraph separator",
}

#: A sentence with a longer run of marks on one letter is drawn over its neighbours.
_MOST_MARKS = 3


def unwrapped(text: str) -> str:
    """A slot's text on one line."""

    def joined(found: re.Match[str]) -> str:
        before, after = text[: found.start()][-1:], text[found.end() :][:1]
        return "" if not before or not after or _is_wide(before) or _is_wide(after) else " "

    return _LINE_BREAK.sub(joined, text)


def refuse_unsafe(slot: str, text: str) -> None:
    """Refuses a text that would do more in a sentence than be read.

    Args:
        slot: Name of the slot, for the error.
        text: Its text, on one line.

    Raises:
        SynthesisError: It is blank, or holds markup, an unseen character or template syntax.
    """
    if not text.strip():
        raise SynthesisError("the slot is filled with blanks only", slot=slot, path=slot)
    for pattern, what in _MARKUP:
        if found := pattern.search(text):
            raise _unsafe(slot, text, found.start(), f"{what} ({found[0]!r})")
    marks = 0
    for at, char in enumerate(text):
        category = unicodedata.category(char)
        if category in _UNSEEN:
            raise _unsafe(slot, text, at, f"{_UNSEEN[category]} (U+{ord(char):04X})")
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if marks > _MOST_MARKS:
            raise _unsafe(slot, text, at, f"more than {_MOST_MARKS} combining marks on one letter")


def _unsafe(slot: str, text: str, at: int, what: str) -> SynthesisError:
    return SynthesisError(
        f"the slot's text holds {what} at character {at + 1}: {text[max(0, at - 10) : at + 10]!r}",
        slot=slot,
        path=slot,
        hint="clean the source before it is verified; what a sentence shows must be what was checked",
    )


def _is_wide(char: str) -> bool:
    return unicodedata.east_asian_width(char) in "WF"
