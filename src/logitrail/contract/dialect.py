r"""Regular expressions of JSON Schema (ECMA-262), respelled so that a Rust engine reads them alike.

Three things are read differently there: ``.`` (which line ends it leaves out), ``\s`` (U+0085 against U+FEFF) and,
inside a class, ``[``, ``&&``, ``--`` and ``~~`` (set operations in Rust). They are spelled out; the rest stays as it
is. The result means the same in both dialects, and respelling it once more changes nothing.
"""

from __future__ import annotations

_ANY_CHAR = r"[^\n\r\u2028\u2029]"
_SPACES = r"\t\n\x0b\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
_NO_SPACES = (
    r"\x00-\x08\x0e-\x1f!-\u009f\u00a1-\u167f\u1681-\u1fff\u200b-\u2027\u202a-\u202e\u2030-\u205e\u2060-\u2fff"
    "\\u3001-\\ufefe\\uff00-\U0010ffff"
)
_SET_OPERATORS = ("&&", "--", "~~")


def respell(pattern: str) -> str:
    """The pattern in a spelling that both dialects read alike."""
    out: list[str] = []
    at = 0
    in_class = False
    while at < len(pattern):
        char = pattern[at]
        pair = pattern[at : at + 2]
        if char == "\\":
            out.append(_escape(pair, in_class=in_class))
            at += 2
            continue
        if in_class:
            if char == "]":
                in_class = False
            elif char == "[":
                char = "\\["
            elif pair in _SET_OPERATORS:
                char = f"\\{char}"
        elif char == "[":
            in_class = True
            if pattern.startswith("[^", at):
                char = "[^"
        elif char == ".":
            char = _ANY_CHAR
        at += 2 if char == "[^" else 1
        if in_class and char in ("[", "[^") and pattern.startswith("]", at):
            char += "\\]"  # "[]…]": refused by the validator or read as an empty class; kept as a plain bracket
            at += 1
        out.append(char)
    return "".join(out)


def _escape(pair: str, *, in_class: bool) -> str:
    if pair == "\\s":
        return _SPACES if in_class else f"[{_SPACES}]"
    if pair == "\\S":
        return _NO_SPACES if in_class else f"[^{_SPACES}]"
    return pair
