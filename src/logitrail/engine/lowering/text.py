"""The grammar as text: terminals and rules, each written once."""

from __future__ import annotations

from functools import lru_cache

from llguidance import LLMatcher, LLParserLimits

from logitrail.engine.lowering.quoting import escape_literal, spelled

#: Characters of a string as they are spelled.
CHARACTER = (
    r"(?:[\u{20}-\u{21}\u{23}-\u{5b}\u{5d}-\u{d7ff}\u{e000}-\u{10ffff}]"
    r'|\u{5c}(?:["\u{5c}bfnrt]|u00(?:0[0-7bef]|1[0-9a-f])))'
)
STRING = f'/"{CHARACTER}*"/'

#: Stands for the name of a rule in its own lines; no text of a schema holds it unescaped.
SELF = "\0"


class GrammarText:
    """Collects rules and terminals."""

    def __init__(self) -> None:
        self._terminals: dict[str, str] = {}
        self._helpers: dict[str, str] = {}
        self._lines: list[str] = []
        self.size = 0

    @property
    def rules(self) -> int:
        """Number of rules and terminals."""
        return len(self._terminals) + len(self._lines)

    def terminal(self, expression: str) -> str:
        """The name of a terminal with this expression."""
        name = self._terminals.get(expression)
        if name is None:
            name = self._terminals[expression] = f"T{len(self._terminals)}"
            self.size += len(expression)
        return name

    def rule(self, name: str, body: str) -> None:
        """Writes a rule."""
        self._lines.append(f"{name}: {body}\n")
        self.size += len(body)

    def helper(self, body: str) -> str:
        """The name of a rule with this body."""
        name = self._helpers.get(body)
        if name is None:
            name = self._helpers[body] = f"h{len(self._helpers)}"
            self.rule(name, body)
        return name

    def parametric(self, lines: list[str]) -> str:
        """The name of a rule with a parameter; ``SELF`` in its lines stands for the name."""
        if not any("%if" in line or "::" in line for line in lines):
            lines = [f"{lines[0]} %if ge([0:1], 0)", *lines[1:]]  # the engine insists that the parameter is used
        body = "\n    | ".join(lines)
        name = self._helpers.get(body)
        if name is None:
            name = self._helpers[body] = f"p{len(self._helpers)}"
            self.rule(f"{name}::_", body.replace(SELF, name))
        return name

    def lines(self) -> str:
        """All rules and terminals."""
        terminals = [f"{name}: {expression}\n" for expression, name in self._terminals.items()]
        return "".join(self._lines) + "".join(terminals)


def literal(text: str) -> str:
    """A text as it stands, for rules."""
    if text.isprintable():
        return spelled(text)
    return f"/{escape_literal(text)}/"


def string_literal(text: str) -> str:
    """A JSON string as it is spelled, for rules."""
    return literal(spelled(text))


#: Without forcing, a mask allows every token whose bytes keep the text completable, not the canonical one alone.
OPTIONS = '%llguidance {"no_forcing": true}\n'


def engine_limits() -> LLParserLimits:
    """Resources of the grammar engine; errors stay short because the grammar's text is in the contract anyway."""
    return LLParserLimits(
        verbose_errors=False,
        max_items_in_row=20_000,
        step_max_items=200_000,
        initial_lexer_fuel=5_000_000,
        step_lexer_fuel=5_000_000,
        max_grammar_size=5_000_000,
    )


def compiled(grammar: str) -> LLMatcher:
    """A matcher over bytes at the start of a grammar; it may be in error."""
    from logitrail.engine.vocabulary import byte_vocabulary

    lark = LLMatcher.grammar_from_lark(OPTIONS + grammar)
    return LLMatcher(byte_vocabulary().ll, lark, log_level=0, limits=engine_limits())


@lru_cache(maxsize=2048)
def hopeless(grammar: str) -> bool:
    """Whether a small grammar cannot be compiled or has no text at all."""
    matcher = compiled(grammar)
    return matcher.is_error() or (not matcher.is_accepting() and not any(matcher.compute_bitmask()))


@lru_cache(maxsize=512)
def shortest_text(expression: str) -> bytes | None:
    """A text of a terminal, as short as is found quickly."""
    from logitrail.engine import witness
    from logitrail.engine.reader import TextReader

    matcher = compiled(f"start: T\nT: {expression}\n")
    return None if matcher.is_error() else witness.complete(matcher, TextReader(None), {}, patience=2_000)
