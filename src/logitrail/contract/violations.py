"""What is wrong with a text under a contract: every rule that it breaks, with the place."""

from __future__ import annotations

import string
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import jsonschema_rs
from jsonschema_rs import ValidationErrorKind as Kind

from logitrail.contract.blocklist import covers, each_blocked, find_across, number_blocked
from logitrail.contract.custom import breaks
from logitrail.contract.explain import expected_got, listed, real_path, shown, value_at
from logitrail.contract.formats import EXACT_PATTERNS
from logitrail.contract.jsontext import JsonText, JsonTextError, line_column, read_json
from logitrail.contract.model import GAPS, BlockRule, JsonShape, Prelude, RegexShape
from logitrail.contract.paths import render
from logitrail.contract.schema import validator
from logitrail.contract.spelling import spelling_at

if TYPE_CHECKING:
    from logitrail.contract.contract import Contract
    from logitrail.contract.jsontext import Part

#: Characters tried to find out what could have stood where a text left the contract.
_TRIED = string.digits + string.ascii_letters + string.punctuation + " \n"
_MOST_NAMED = 12
_CONTEXT = 20


@dataclass(frozen=True, slots=True)
class Violation:
    """One broken rule.

    Attributes:
        path: The place in the output: ``$.items[0].name``.
        reason: What is wrong there: expected against got.
        rule: The rule: a keyword with its place in the schema, a blocked word, or what else asks for it.
    """

    path: str
    reason: str
    rule: str


def find_violations(contract: Contract, text: str) -> Iterator[Violation]:
    """The violations of a text, cheap checks first; none exactly when the contract accepts it.

    Raises:
        ContractError: The grammar engine cannot hold the contract.
    """
    surrogate = next((i for i, char in enumerate(text) if 0xD800 <= ord(char) < 0xE000), None)
    if surrogate is not None:
        yield Violation("$", f"character {surrogate} is half of a surrogate pair: not valid Unicode", "Unicode")
        return
    if contract.prelude is not None:
        yield from _behind_the_marker(contract, contract.prelude, text)
        return
    broken = False
    rules = (
        _json_violations(contract, text)
        if isinstance(contract.shape, JsonShape)
        else _blocked_text(contract.block_rules, text)
    )
    for violation in rules:
        broken = True
        yield violation
    if not broken:
        yield from _off_the_grammar(contract, text)


def _behind_the_marker(contract: Contract, prelude: Prelude, text: str) -> Iterator[Violation]:
    """Free text, the marker, then a text under the rest of the contract; positions count from there."""
    free, found, value = text.partition(prelude.marker)
    if prelude.max_length is not None and len(free) > prelude.max_length:
        reason = f"expected at most {prelude.max_length} characters before {shown(prelude.marker)}, got {len(free)}"
        yield Violation("$", reason, "max_length")
    if not found:
        yield Violation("$", f"expected {shown(prelude.marker)} somewhere in the text, got none", "marker")
        return
    everywhere = [rule for rule in contract.block_rules if rule.fields is None]
    yield from _blocked_text(everywhere, free + found)
    if isinstance(contract.shape, JsonShape):
        value = value.removeprefix(next((gap for gap in GAPS if value.startswith(gap)), ""))
    yield from find_violations(replace(contract, prelude=None), value)


def _json_violations(contract: Contract, text: str) -> Iterator[Violation]:
    assert isinstance(contract.shape, JsonShape)
    try:
        read = read_json(text)
    except JsonTextError as error:
        yield Violation("$", f"not JSON: {error.reason} at line {error.line}, column {error.column}", "JSON")
        return
    for part in read.repeated:
        yield Violation(render(part.path), f"the key {shown(part.value)} occurs twice", "unique keys")
    yield from _schema_violations(contract, contract.shape, read)
    for part in read.parts:
        yield from _blocked_part(contract, part)
    for rule in contract.block_rules:
        if rule.across_fields:
            yield from _blocked_across(rule, [p for p in read.parts if p.kind == "string" and covers(rule, p.path)])


def _schema_violations(contract: Contract, shape: JsonShape, read: JsonText) -> Iterator[Violation]:
    try:
        errors = list(validator(shape.schema, shape.registry).iter_errors(read.value))
    except ValueError:  # Python refuses to write integers of more than some thousand digits
        yield Violation("$", "the schema is broken, in a value that holds a number too long to be shown", "the schema")
        return
    starts = {part.path: part.start for part in read.parts if part.kind != "key"}
    placed = [(real_path(read.value, error.instance_path), error) for error in errors]
    placed.sort(key=lambda pair: (starts.get(pair[0], 0), render(pair[1].schema_path)))
    misformatted = {path for path, error in placed if isinstance(error.kind, Kind.Format)}
    for path, error in placed:
        if _made_exact(error) and path in misformatted:
            continue  # the pattern says in other words what the format has said already
        where = real_path(shape.schema, error.schema_path)
        rule = f"{where[-1] if where else 'false'} at {render(where)}"
        spelling = spelling_at(contract.spellings, path)
        if spelling is not None and isinstance(error.kind, Kind.Pattern | Kind.AnyOf | Kind.Type):
            wanted = f"one of {listed(spelling.canonical)}, in any letter case"
            if isinstance(error.kind, Kind.AnyOf):
                wanted += ", or another alternative of the schema"
            yield Violation(render(path), f"expected {wanted}, got {shown(value_at(read.value, error))}", rule)
        else:
            yield Violation(render(path), expected_got(error, read.value), rule)


def _made_exact(error: jsonschema_rs.ValidationError) -> bool:
    return isinstance(error.kind, Kind.Pattern) and error.kind.pattern in EXACT_PATTERNS.values()


def _blocked_part(contract: Contract, part: Part) -> Iterator[Violation]:
    if part.kind not in ("key", "string", "number"):
        return
    is_key = part.kind == "key"
    place = part.path[:-1] if is_key else part.path  # a key is part of its object's value
    for rule in contract.block_rules:
        if not covers(rule, place):
            continue
        if part.kind == "number":
            word = number_blocked(part.value, rule.words)
            if word is not None:
                yield _blocked(part, word, f"the number {shown(part.value)} is the blocked word {shown(word)}")
        else:
            what = "the name of the property" if is_key else "the value"
            for word, start, end in each_blocked(part.value, rule):
                yield _blocked(
                    part, word, f"{what} holds the blocked word {shown(word)} at characters {start} to {end}"
                )
            if breaks(part.value, rule, place, is_key=is_key):
                yield _broken(render(part.path), what, part.value, rule)


def _blocked(part: Part, word: str, reason: str) -> Violation:
    return Violation(render(part.path), reason, f"blocked word {shown(word)}")


def _broken(path: str, what: str, text: str, rule: BlockRule) -> Violation:
    assert rule.custom is not None
    name = shown(rule.custom.name)
    return Violation(path, f"{what} breaks the rule {name}: got {shown(text)}", f"rule {name}")


def _blocked_across(rule: BlockRule, parts: list[Part]) -> Iterator[Violation]:
    for word, first, last in find_across([part.value for part in parts], rule):
        begins = render(parts[first].path)
        reason = f"the values from {begins} on, read as one text, hold the blocked word {shown(word)}, which ends here"
        yield _blocked(parts[last], word, reason)


def _blocked_text(rules: Iterable[BlockRule], text: str) -> Iterator[Violation]:
    for rule in rules:
        for word, start, end in each_blocked(text, rule):
            reason = f"the text holds the blocked word {shown(word)} at characters {start} to {end}"
            yield Violation("$", reason, f"blocked word {shown(word)}")
        if breaks(text, rule, ()):
            yield _broken("$", "the text", text, rule)


def _off_the_grammar(contract: Contract, text: str) -> Iterator[Violation]:
    """One violation when generation could not have written the text although no rule is broken."""
    from logitrail.engine import textual

    byte = textual.rejected_at(contract, text)
    if byte is None:
        return
    offset = len(text.encode()[:byte].decode(errors="ignore"))
    line, column = line_column(text, offset)
    got = shown(text[offset : offset + _CONTEXT]) if offset < len(text) else "the end"
    after = f" after {shown(text[max(0, offset - _CONTEXT) : offset])}" if offset else ""
    where = f"at character {offset} (line {line}, column {column})"
    wanted = _could_follow(contract, text[:offset])
    rule = {JsonShape: "order and layout", RegexShape: "pattern"}.get(type(contract.shape), "grammar")
    path = _path_at(contract, text, offset)
    if rule == "order and layout":
        reason = f"generation writes this differently {where}: expected {wanted}{after}, got {got}"
    else:
        reason = f"the text leaves the {rule} {where}: expected {wanted}{after}, got {got}"
    yield Violation(path, reason, rule)


def _path_at(contract: Contract, text: str, offset: int) -> str:
    if not isinstance(contract.shape, JsonShape):
        return "$"
    around = [part for part in read_json(text).parts if part.start <= offset < part.end]
    return render(min(around, key=lambda part: part.end - part.start).path) if around else "$"


def _could_follow(contract: Contract, start: str) -> str:
    """What may stand after the beginning of a text, in words; a run without a choice is followed a little."""
    from logitrail.engine import textual

    def may_follow(text: str) -> list[str]:
        found: list[str] = []
        for char in _TRIED:
            rejected = textual.rejected_at(contract, text + char)
            if rejected is None or rejected > len(text.encode()):
                found.append(char)
        return found

    options: list[Any] = may_follow(start)
    ends = textual.accepts(contract, start)
    if not options:
        return "the end" if ends else "a character beyond ASCII"
    if len(options) > _MOST_NAMED:
        return f"one of {len(options)} other characters"
    run = options[0]
    while len(options) == 1 and not ends and len(run) < _CONTEXT:
        following = may_follow(start + run)
        if len(following) != 1 or textual.accepts(contract, start + run):
            break
        run += following[0]
    choices = [shown(run)] if len(options) == 1 else [shown(option) for option in options]
    return " or ".join([*choices, *(["the end"] if ends else [])])
