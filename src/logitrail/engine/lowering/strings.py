"""Strings as terminals: length, patterns, formats and what is left out, all at once."""

from __future__ import annotations

from functools import lru_cache

from logitrail.contract.limits import current_limits
from logitrail.engine.lowering.ecma import language
from logitrail.engine.lowering.formats import FORMATS
from logitrail.engine.lowering.quoting import escape_literal, regex_of, spelled, words_regex
from logitrail.engine.lowering.shapes import Texts
from logitrail.engine.lowering.text import CHARACTER, STRING, hopeless
from logitrail.engine.lowering.tree import IrregularError, Tree

#: A terminal that no text matches.
NO_TEXT = r"/[^\s\S]/"
#: Words of more regular expression than this are not nested in each other.
_DEEPEST_WORD = 120


def text_expression(texts: Texts) -> tuple[str | None, list[str]]:
    """The terminal of the strings, and the keywords that it is too generous for.

    Returns:
        The expression, ``None`` where no string obeys.
    """
    expression, loose = _expression(
        texts.fewest, texts.most, texts.patterns, texts.formats, texts.unlike, texts.lacking
    )
    return expression, list(loose)


@lru_cache(maxsize=2048)
def _expression(
    fewest: int,
    most: int | None,
    patterns: tuple[str, ...],
    formats: tuple[str, ...],
    unlike: tuple[str, ...],
    lacking: tuple[str, ...],
) -> tuple[str | None, tuple[str, ...]]:
    texts = Texts(fewest, most, patterns, formats, unlike, lacking)
    parts: list[str] = []
    loose: list[str] = []
    if texts.fewest or texts.most is not None:
        parts.append(_counted(texts, loose))
    for pattern in texts.patterns:
        part, exact = pattern_expression(pattern)
        if not exact:
            loose.append("pattern")
        if part != STRING:
            parts.append(part)
    for pattern in texts.lacking:
        part, exact = pattern_expression(pattern)
        if exact:
            parts.append(f"~({part})")
        else:
            loose.append("not")
    for name in texts.formats:
        known = FORMATS.get(name)
        if known is None or known.pattern in texts.patterns:
            continue
        if known.pattern:
            parts.append(pattern_expression(known.pattern)[0])
        if not known.exact:
            loose.append("format")
    composed = len(parts) > 1 or bool(texts.unlike) or " & " in "".join(parts)
    if texts.lacking and all(part.startswith("~") for part in parts):
        parts.insert(0, STRING)
    if texts.unlike:
        parts = [*(parts or [STRING]), f"~{words_expression(list(texts.unlike))}"]
    expression = " & ".join(dict.fromkeys(parts)) or STRING
    if composed and hopeless(f"start: T\nT: {expression}\n"):
        return None, ()
    return expression, tuple(dict.fromkeys(loose))


def _counted(texts: Texts, loose: list[str]) -> str:
    fewest, most = texts.fewest, texts.most
    if most is not None and most > current_limits().counted:
        loose.append("maxLength")
        most = None
    counts = f"{{{fewest},{'' if most is None else most}}}"
    return f'/"{CHARACTER}{counts}"/'


def pattern_expression(pattern: str) -> tuple[str, bool]:
    """The terminal of the strings that a pattern is found in, and whether it has no others."""
    try:
        found = language(pattern)
    except IrregularError:
        return STRING, False
    parts = [expression_of(found.tree)]
    parts += [expression_of(tree) if positive else f"~{expression_of(tree)}" for positive, tree in found.also]
    return " & ".join(parts), found.exact


def expression_of(tree: Tree) -> str:
    """The terminal of the strings of a tree."""
    expression = f'/"(?:{regex_of(tree)})"/'
    return STRING if expression == f'/"(?:(?:{CHARACTER})*)"/' else expression


def words_expression(words: list[str]) -> str:
    """The terminal of just these strings."""
    listed = sorted({spelled(word) for word in words})
    return f"/{words_of(listed)}/"


def words_of(listed: list[str]) -> str:
    """A regular expression of texts; nested by common beginnings where the engine bears it."""
    if len(listed) > 40 and max(map(len, listed)) <= _DEEPEST_WORD:
        return words_regex(listed)
    return "(?:" + "|".join(map(escape_literal, listed)) + ")"
