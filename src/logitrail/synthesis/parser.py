r"""Reads templates. The grammar is small on purpose: nothing in a template is computed, and nothing loops.

::

    template  = { words | "{{" | "}}" | field | if }
    field     = "{" slot [ "." part ] [ ":" argument { "," argument } ] "}"
    if        = "{if" all "}" template { "{elif" all "}" template } [ "{else}" template ] "{end}"
    all       = condition { "and" condition } | condition { "or" condition }
    condition = [ "not" ] slot
    part      = "direction" | "number" | "plural" | "list"
    argument  = bare words, or "…" with \" and \\
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import get_args

from logitrail.contract.keywords import closest
from logitrail.errors import TemplateError
from logitrail.synthesis.nodes import Argument, Branch, Condition, Conditional, Field, Literally, Node, Part
from logitrail.synthesis.place import template_error

KEYWORDS = ("if", "elif", "else", "end")
_RESERVED = frozenset((*KEYWORDS, "and", "or", "not"))
_PARTS: tuple[Part, ...] = tuple(part for part in get_args(Part) if part)
_NAME = re.compile(r"[^\W\d][\w-]*")
_WORD = re.compile(r"[\w-]+")
_BLANKS = re.compile(r"\s*")

#: part → least and most arguments, and a field that shows how it is used.
_ARITY: dict[Part, tuple[int, int, str]] = {
    "": (0, 2, "{revenue:亿元,2}"),
    "direction": (0, 3, "{yoy.direction:上升,下滑,持平}"),
    "number": (0, 0, "{stores.number}"),
    "plural": (2, 2, "{stores.plural:store,stores}"),
    "list": (0, 2, '{names.list:"、","和"}'),
}


def parse(text: str, name: str = "template") -> tuple[Node, ...]:
    """The nodes of a template.

    Args:
        text: The template.
        name: What errors call it.

    Raises:
        TemplateError: It cannot be read; the error shows line, column and what was expected.
    """
    return _Parser(text, name).template()


@dataclass
class _Open:
    """A conditional that has not ended yet."""

    at: int
    branches: list[Branch] = field(default_factory=list)
    conditions: tuple[Condition, ...] = ()
    any_of: bool = False
    has_else: bool = False
    body: list[Node] = field(default_factory=list)

    def close_branch(self) -> None:
        self.branches.append(Branch(self.conditions, self.any_of, tuple(self.body)))
        self.body = []


class _Parser:
    def __init__(self, text: str, name: str) -> None:
        self._text = text
        self._name = name
        self._at = 0
        self._open: list[_Open] = []
        self._nodes: list[Node] = []

    def template(self) -> tuple[Node, ...]:
        while self._at < len(self._text):
            if self._literally():
                continue
            at = self._at
            self._at += 1
            self._blanks()
            word = _WORD.match(self._text, self._at)
            if word is not None and word[0] in KEYWORDS:
                self._at = word.end()
                self._keyword(word[0], at)
            else:
                self._body.append(self._field(at))
        if self._open:
            raise self._error(self._open[-1].at, "this {if …} does not end: expected {end}", "{end}")
        return tuple(self._nodes)

    @property
    def _body(self) -> list[Node]:
        return self._open[-1].body if self._open else self._nodes

    # --- words ------------------------------------------------------------------------------------------------------

    def _literally(self) -> bool:
        """Reads words up to the next field; whether there were any."""
        start, out = self._at, []
        while self._at < len(self._text):
            char = self._text[self._at]
            if char in "{}":
                if self._text[self._at : self._at + 2] != char * 2:
                    if char == "}":
                        raise self._error(self._at, "a closing brace that nothing opened", "}} is a brace to be shown")
                    break
                self._at += 1
            out.append(char)
            self._at += 1
        if out:
            self._body.append(Literally("".join(out), start))
        return bool(out)

    # --- conditionals -----------------------------------------------------------------------------------------------

    def _keyword(self, word: str, at: int) -> None:
        if word == "if":
            opened = _Open(at)
            opened.conditions, opened.any_of = self._conditions("if")
            self._close(at)
            self._open.append(opened)
            return
        if not self._open:
            raise self._error(at, f"{{{word}}} without an {{if …}} before it", "{if slot}…{else}…{end}")
        opened = self._open[-1]
        if word == "end":
            self._close(at)
            opened.close_branch()
            self._open.pop()
            self._body.append(Conditional(tuple(opened.branches), opened.at))
            return
        if opened.has_else:
            raise self._error(at, f"expected {{end}} after {{else}}, got {{{word}}}", "{end}")
        opened.close_branch()
        if word == "elif":
            opened.conditions, opened.any_of = self._conditions("elif")
        else:
            opened.conditions, opened.any_of, opened.has_else = (), False, True
        self._close(at)

    def _conditions(self, word: str) -> tuple[tuple[Condition, ...], bool]:
        conditions = [self._condition(word)]
        joint = None
        while (found := self._peek_word()) in ("and", "or"):
            if joint is not None and found != joint:
                raise self._error(
                    self._at, "expected either only 'and' or only 'or' in one test", "{if a}{if b or c}…{end}{end}"
                )
            joint = found
            self._at += len(found)
            conditions.append(self._condition(word))
        return tuple(conditions), joint == "or"

    def _condition(self, word: str) -> Condition:
        self._blanks()
        negated = self._peek_word() == "not"
        if negated:
            self._at += len("not")
        at, name = self._slot_name(f"{{{word} revenue}}")
        return Condition(name, at, negated)

    def _peek_word(self) -> str | None:
        self._blanks()
        word = _WORD.match(self._text, self._at)
        return word[0] if word is not None else None

    # --- fields -----------------------------------------------------------------------------------------------------

    def _field(self, at: int) -> Field:
        slot_at, slot = self._slot_name("{revenue}", opened=at)
        part: Part = ""
        self._blanks()
        if self._take("."):
            part = self._part(slot)
            self._blanks()
        arguments: list[Argument] = []
        if self._take(":"):
            arguments.append(self._argument(at))
            while self._take(","):
                arguments.append(self._argument(at))
        self._close(at)
        least, most, example = _ARITY[part]
        if not least <= len(arguments) <= most:
            wanted = str(least) if least == most else f"{least} to {most}"
            what = f".{part}" if part else "a slot"
            plural = "" if wanted == "1" else "s"
            raise self._error(at, f"{what} takes {wanted} argument{plural}, got {len(arguments)}", example)
        return Field(slot, part, tuple(arguments), at, slot_at)

    def _slot_name(self, example: str, opened: int | None = None) -> tuple[int, str]:
        self._blanks()
        found = _NAME.match(self._text, self._at)
        if found is None:
            got = self._got()
            if got == "the end of the template" and opened is not None:
                raise self._error(opened, "this brace is not closed: expected the name of a slot and }", example)
            raise self._error(self._at, f"expected the name of a slot, got {got}", f"{example}, or {{{{ for a brace")
        if found[0] in _RESERVED:
            raise self._error(self._at, f"expected the name of a slot, got the keyword {found[0]!r}", example)
        self._at = found.end()
        return found.start(), found[0]

    def _part(self, slot: str) -> Part:
        self._blanks()
        found = _WORD.match(self._text, self._at)
        for part in _PARTS:
            if found is not None and found[0] == part:
                self._at = found.end()
                return part
        close = closest(found[0], _PARTS) if found is not None else None
        got = repr(found[0]) if found is not None else self._got()
        raise self._error(
            self._at,
            f"expected {', '.join(_PARTS[:-1])} or {_PARTS[-1]} after the dot, got {got}",
            f"{{{slot}.{close or 'direction'}}}",
        )

    def _argument(self, opened: int) -> Argument:
        self._blanks()
        if self._text[self._at : self._at + 1] == '"':
            return self._quoted()
        start = self._at
        self._skip(lambda char: char not in ',{}"\n')
        text = self._text[start : self._at].rstrip()
        if not text:
            got = self._got()
            if got == "the end of the template":
                raise self._unclosed(opened)
            raise self._error(start, f"expected an argument, got {got}", '"…" for one that is empty or has blanks')
        return Argument(text, start)

    def _quoted(self) -> Argument:
        start = self._at
        self._at += 1
        out = []
        while self._at < len(self._text) and self._text[self._at] != '"':
            if self._text[self._at] == "\\" and self._text[self._at + 1 : self._at + 2] in ('"', "\\"):
                self._at += 1
            out.append(self._text[self._at])
            self._at += 1
        if not self._take('"'):
            raise self._error(start, "this quote is not closed", '"、"')
        self._blanks()
        return Argument("".join(out), start, quoted=True)

    # --- characters -------------------------------------------------------------------------------------------------

    def _close(self, opened: int) -> None:
        self._blanks()
        if self._take("}"):
            return
        if self._at >= len(self._text) or self._text[self._at] == "{":
            raise self._unclosed(opened)
        raise self._error(
            self._at,
            f"expected }} to close the field, got {self._got()}",
            f"{self._text[opened : self._at].rstrip()}}}",
        )

    def _unclosed(self, opened: int) -> TemplateError:
        begun = self._text[opened : self._at].splitlines()[0].rstrip()
        return self._error(opened, "this brace is not closed: expected }", f"{begun}}}")

    def _take(self, char: str) -> bool:
        taken = self._text.startswith(char, self._at)
        self._at += taken
        return taken

    def _blanks(self) -> None:
        found = _BLANKS.match(self._text, self._at)
        assert found is not None
        self._at = found.end()

    def _skip(self, wanted: Callable[[str], bool]) -> None:
        while self._at < len(self._text) and wanted(self._text[self._at]):
            self._at += 1

    def _got(self) -> str:
        return repr(self._text[self._at]) if self._at < len(self._text) else "the end of the template"

    def _error(self, at: int, message: str, hint: str | None = None) -> TemplateError:
        return template_error(self._text, at, message, name=self._name, hint=hint)
