r"""Reads regular expressions of JSON Schema (ECMA-262) into a small tree of what is regular in them.

``pattern`` searches: a pattern without anchors may match anywhere. The tree returned here is of the whole string.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from logitrail.contract.limits import current_limits
from logitrail.engine.lowering import charset
from logitrail.engine.lowering.anchors import begin_anchored, end_anchored
from logitrail.engine.lowering.charset import CharSet
from logitrail.engine.lowering.tree import (
    ANY_TEXT,
    NOTHING,
    Anchor,
    Chars,
    Choice,
    Concat,
    IrregularError,
    Repeat,
    Tree,
    optional,
)

#: Counted repetitions inside each other: their product is what an automaton has to count.
_MOST_COUNTED = 20_000

_CLASS_ESCAPES: dict[str, CharSet] = {
    "d": charset.DIGITS, "D": charset.complement(charset.DIGITS),
    "w": charset.WORD, "W": charset.complement(charset.WORD),
    "s": charset.SPACES, "S": charset.complement(charset.SPACES),
}  # fmt: skip
_CONTROL_ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "f": "\f", "v": "\v", "0": "\0", "a": "\a", "e": "\x1b"}


@dataclass(frozen=True, slots=True)
class Language:
    """The strings that a pattern is found in.

    Attributes:
        tree: A tree that every such string is of.
        also: Further trees: of those with a true beside them each string is, of the others it is not.
        exact: Whether there are no other strings of these.
    """

    tree: Tree
    also: tuple[tuple[bool, Tree], ...]
    exact: bool


@lru_cache(maxsize=4096)
def language(pattern: str) -> Language:
    """The strings that a pattern is found in.

    Look-ahead at the beginning of the string is told exactly; elsewhere, as other assertions of no width, it is left
    out, and a back-reference stands for any text.

    Raises:
        IrregularError: Something that is not understood, or counted repetition beyond any use.
    """
    try:
        parser = _Parser(pattern)
        tree = parser.read()
        if len(pattern) > current_limits().pattern:
            raise IrregularError("too long")
        if _counted(tree) > _MOST_COUNTED:
            raise IrregularError("counts too far")
        also = tuple((positive, end_anchored(ahead)) for positive, ahead in parser.ahead)
        return Language(end_anchored(begin_anchored(tree)), also, parser.exact)
    except RecursionError:
        raise IrregularError("nested too deeply") from None


class _Parser:
    """Reads a pattern.

    Attributes:
        ahead: Look-ahead at the beginning, each with whether it is positive.
        exact: Whether nothing was left out.
    """

    def __init__(self, pattern: str) -> None:
        self._text = pattern
        self._at = 0
        self._any_case = False
        self.ahead: list[tuple[bool, Tree]] = []
        self.exact = True

    def read(self) -> Tree:
        self._any_case = self._take("(?i)")
        anchored = self._take("^")
        while anchored and (self._peek("(?!") or self._peek("(?=")):
            positive = self._peek("(?=")
            self._at += 3
            kept = self.exact
            self.ahead.append((positive, self._inside()))
            if not self.exact and not positive:
                self.ahead.pop()  # of more strings than are refused, nothing can be told
            elif positive:
                self.exact = kept and self.exact
        options = self._options()
        if self._at < len(self._text):
            raise IrregularError("unbalanced parenthesis")
        if len(options) > 1 and self.ahead:
            raise IrregularError("look-ahead in one alternative")
        if anchored:  # "^a|b": the anchor belongs to the first alternative alone
            options[0] = Concat((Anchor(True), options[0]))
        return options[0] if len(options) == 1 else Choice(tuple(options))

    def _inside(self) -> Tree:
        inner = self._choice()
        if not self._take(")"):
            raise IrregularError("unbalanced parenthesis")
        return inner

    def _peek(self, text: str) -> bool:
        return self._text.startswith(text, self._at)

    def _take(self, text: str) -> bool:
        if self._peek(text):
            self._at += len(text)
            return True
        return False

    def _next(self) -> str:
        if self._at >= len(self._text):
            raise IrregularError("ends too early")
        char = self._text[self._at]
        self._at += 1
        return char

    def _options(self) -> list[Tree]:
        options = [self._sequence()]
        while self._take("|"):
            options.append(self._sequence())
        return options

    def _choice(self) -> Tree:
        options = self._options()
        return options[0] if len(options) == 1 else Choice(tuple(options))

    def _sequence(self) -> Tree:
        parts: list[Tree] = []
        while self._at < len(self._text) and self._text[self._at] not in "|)":
            parts.append(self._repeated(self._atom()))
        return parts[0] if len(parts) == 1 else Concat(tuple(parts))

    def _repeated(self, part: Tree) -> Tree:
        while True:
            if self._take("*"):
                bounds: tuple[int, int | None] = (0, None)
            elif self._take("+"):
                bounds = (1, None)
            elif self._take("?"):
                bounds = (0, 1)
            else:
                counted = self._counts()
                if counted is None:
                    return part
                bounds = counted
            self._take("?")  # what is matched first does not change whether there is a match
            if self._take("+"):
                raise IrregularError("possessive repetition")
            part = optional(part) if isinstance(part, Anchor) and bounds[0] == 0 else Repeat(part, *bounds)

    def _counts(self) -> tuple[int, int | None] | None:
        if not self._peek("{"):
            return None
        end = self._text.find("}", self._at)
        body = self._text[self._at + 1 : end] if end > 0 else ""
        low, comma, high = body.partition(",")
        if not low.isdecimal() or (high and not high.isdecimal()):
            return None
        self._at = end + 1
        fewest = int(low)
        most = fewest if not comma else int(high) if high else None
        if most is not None and most < fewest:
            raise IrregularError("bounds in the wrong order")
        return fewest, most

    def _atom(self) -> Tree:
        char = self._next()
        if char == "(":
            return self._group()
        if char == "[":
            return Chars(self._class())
        if char == ".":
            return Chars(charset.complement(charset.LINE_ENDS))
        if char in "^$":
            return Anchor(char == "^")
        if char == "\\":
            return self._escape()
        if char in "*+?":
            raise IrregularError("nothing to repeat")
        return self._one(ord(char))

    def _one(self, code: int) -> Tree:
        if not self._any_case:
            return Chars(charset.of((code, code)))
        return Chars(charset.in_any_case(charset.of((code, code))))

    def _group(self) -> Tree:
        if self._take("?"):
            if self._take(":"):
                pass
            elif self._take("P<") or (self._peek("<") and not self._peek("<=") and not self._peek("<!")):
                end = self._text.find(">", self._at)
                self._at = end + 1
                if end < 0:
                    raise IrregularError("group without a name")
            elif any(self._take(mark) for mark in ("=", "!", "<=", "<!")):
                self._inside()
                self.exact = False
                return NOTHING
            else:
                raise IrregularError("flags")
        return self._inside()

    def _escape(self) -> Tree:
        char = self._next()
        if char in _CLASS_ESCAPES:
            return Chars(_CLASS_ESCAPES[char])
        if char in "pP":
            return Chars(self._property(char == "P"))
        if char in "bB":
            self.exact = False
            return NOTHING
        if char in "123456789":
            self.exact = False
            return ANY_TEXT
        if char in "AzZGk":
            raise IrregularError(f"\\{char}")
        return self._one(self._code(char))

    def _property(self, negated: bool) -> CharSet:
        if self._take("{"):
            end = self._text.find("}", self._at)
            name = self._text[self._at : end]
            self._at = end + 1
        else:
            name = self._next()
        chars = charset.category(name)
        if chars is None:
            raise IrregularError(f"\\p{{{name}}}")
        return charset.complement(chars) if negated else chars

    def _code(self, char: str) -> int:
        """Code point of an escape whose letter was read."""
        if char in _CONTROL_ESCAPES:
            return ord(_CONTROL_ESCAPES[char])
        if char == "x" and not self._peek("{"):
            return self._hex(2)
        if char in "xu" and self._take("{"):
            end = self._text.find("}", self._at)
            digits = self._text[self._at : end]
            self._at = end + 1
            return self._scalar(digits)
        if char == "u":
            code = self._hex(4)
            if 0xD800 <= code < 0xDC00 and self._take("\\u"):
                return 0x10000 + ((code - 0xD800) << 10) + (self._hex(4) - 0xDC00)
            return self._scalar(f"{code:x}")
        if char == "c":
            return ord(self._next()) % 32
        return ord(char)

    def _hex(self, digits: int) -> int:
        text = self._text[self._at : self._at + digits]
        self._at += digits
        return self._scalar(text)

    def _scalar(self, digits: str) -> int:
        try:
            code = int(digits, 16)
        except ValueError:
            raise IrregularError("not hexadecimal") from None
        if code > charset.LAST:
            raise IrregularError("beyond Unicode")
        return code

    def _class(self) -> CharSet:
        negated = self._take("^")
        ranges: list[tuple[int, int]] = []
        while not self._take("]"):
            low = self._member()
            if isinstance(low, int) and self._peek("-") and not self._peek("-]"):
                self._at += 1
                high = self._member()
                if not isinstance(high, int):
                    ranges += [(low, low), (0x2D, 0x2D), *high]
                elif high < low:
                    raise IrregularError("range in the wrong order")
                else:
                    ranges.append((low, high))
            elif isinstance(low, int):
                ranges.append((low, low))
            else:
                ranges += low
        chars = charset.union(ranges)
        if self._any_case:
            chars = charset.in_any_case(chars)
        return charset.complement(chars) if negated else charset.intersection(chars, charset.ALL)

    def _member(self) -> int | CharSet:
        char = self._next()
        if char == "[" and self._peek(":"):
            raise IrregularError("POSIX class")
        if char != "\\":
            return ord(char)
        char = self._next()
        if char in _CLASS_ESCAPES:
            return _CLASS_ESCAPES[char]
        if char in "pP":
            return self._property(char == "P")
        return 8 if char == "b" else self._code(char)


def _counted(tree: Tree) -> int:
    if isinstance(tree, Repeat):
        inner = _counted(tree.part)
        return max(inner, 1) * max(tree.most or tree.fewest, 1) if tree.most != 1 else inner
    if isinstance(tree, Concat):
        return sum(_counted(part) for part in tree.parts)
    if isinstance(tree, Choice):
        return sum(_counted(option) for option in tree.options)
    return 1
