"""From what people give to a block rule: words, where they are blocked, and how they are read."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from logitrail.contract.custom import custom_of
from logitrail.contract.explain import shown
from logitrail.contract.keywords import closest
from logitrail.contract.lanes import Lane
from logitrail.contract.model import BlockRule, JsonShape, Shape
from logitrail.contract.paths import ANY, parse_pointer
from logitrail.contract.places import can_reach, known_pointers
from logitrail.contract.rule_reader import Reader
from logitrail.errors import ContractError, OptionError

#: Options that are on or off.
FLAGS = ("whole_word", "inserted", "across_fields")


def block_rule(shape: Shape, words: Any, fields: Any = None, *, except_in: Any = (), **flags: Any) -> BlockRule:
    """A block rule for a shape.

    Args:
        shape: What the words are blocked in.
        words: The words.
        fields: JSON pointers, or ``None`` for everywhere.
        except_in: Phrases in which a word is let through.
        **flags: ``whole_word``, ``inserted``, ``across_fields``.

    Raises:
        ContractError: Something of it cannot be.
        OptionError: A flag is not a boolean.
    """
    for name, value in flags.items():
        if not isinstance(value, bool):
            raise OptionError(f"{name}: expected True or False, got {value!r:.80}", hint=f"{name}=True")
    rule = BlockRule(
        _texts(words, "word", "excluding([{}])"),
        None if fields is None else read_fields(shape, fields),
        except_in=_texts(except_in, "phrase", "except_in=[{}]"),
        **flags,
    )
    if not rule.words:
        raise ContractError(
            "expected at least one word to block, got none", hint="leave excluding(…) out without words"
        )
    if rule.across_fields and not isinstance(shape, JsonShape):
        raise ContractError("only JSON has fields; this contract is one text", hint="across_fields=False")
    lane = Lane.of(rule)
    for text in (*rule.words, *rule.except_in):
        problem = unreadable(text, lane)
        if problem is not None:
            raise ContractError(problem, hint="remove it from the list")
    return rule


def _texts(given: Any, what: str, hint: str) -> tuple[str, ...]:
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise ContractError(f"expected a list of {what}s, got {given!r:.80}", hint=hint.format(f"{given!r:.60}"))
    listed = tuple(dict.fromkeys(given))
    for text in listed:
        if not isinstance(text, str):
            raise ContractError(f"expected {what}s, got {text!r:.80}", hint=hint.format(f'"{text!s:.60}"'))
    return listed


def custom_rule(shape: Shape, name: Any, fields: Any, options: Mapping[str, Any]) -> BlockRule:
    """A block rule that carries a registered rule.

    Raises:
        ContractError: No such rule is registered, it does not take the options, or a field leads nowhere.
    """
    return BlockRule((), None if fields is None else read_fields(shape, fields), custom=custom_of(name, options))


def check_rule(shape: Shape, rule: BlockRule) -> None:
    """Refuses a rule that cannot be: one that was read from a file, say.

    Raises:
        ContractError: Something of it cannot be.
    """
    if rule.custom is not None:
        custom_rule(shape, rule.custom.name, rule.fields, json.loads(rule.custom.options))
    else:
        flags = {name: getattr(rule, name) for name in FLAGS}
        block_rule(shape, rule.words, rule.fields, except_in=rule.except_in, **flags)


def unreadable(text: str, lane: Lane) -> str | None:
    """Why a word or phrase cannot be looked for; ``None`` when it can."""
    half = next((i for i, char in enumerate(text) if 0xD800 <= ord(char) < 0xE000), None)
    if half is not None:
        return f"{text!r:.80}: character {half} is half of a surrogate pair: not valid Unicode"
    if not text.strip():
        return f"expected a word, got {text!r}: it would block every text"
    if not lane.folded(text):
        skipped = "blanks, punctuation and symbols are skipped" if lane.inserted else "invisible characters are skipped"
        return f"expected a word, got {text!r:.80}: {skipped}, and nothing of it is left"
    return None


def read_fields(shape: Shape, fields: Any) -> tuple[str, ...]:
    """JSON pointers that lead to values of a shape.

    Raises:
        ContractError: Not a list of pointers, or one that leads nowhere.
    """
    if isinstance(fields, str) or not isinstance(fields, Iterable):
        raise ContractError(f"expected a list of JSON pointers, got {fields!r:.80}", hint=f"fields=[{fields!r:.60}]")
    pointers = tuple(dict.fromkeys(fields))
    if not pointers:
        raise ContractError("expected at least one field, got none", hint="fields=None covers all fields")
    for pointer in pointers:
        if not isinstance(pointer, str):
            raise ContractError(f"expected a JSON pointer, got {pointer!r:.80}", hint=f'"/{pointer!s:.60}"')
        segments = parse_pointer(pointer)
        if not isinstance(shape, JsonShape):
            raise ContractError("only JSON has fields; this contract is one text", path=pointer, hint="fields=None")
        if not can_reach(shape.schema, segments):
            meant = closest(pointer, known_pointers(shape.schema))
            raise ContractError(
                f"no value of this contract has the field {pointer!r}",
                path=pointer,
                hint=f"fields=[{meant!r}]" if meant else "fields=None covers all fields",
            )
    return pointers


def rule_of(reader: Reader, fields: tuple[str, ...] | None, *, words: str = "words") -> BlockRule:
    """A block rule from a rule document: words, and beside them the options that are given.

    Args:
        reader: The mapping; its keys have been checked.
        fields: JSON pointers of the values covered, ``None`` for all.
        words: The key of the words.

    Raises:
        RuleError: A value that cannot be.
    """
    rule = BlockRule(
        reader.words(words),
        fields,
        whole_word=reader.flag("whole_word", default=False),
        except_in=reader.words("except_in") if "except_in" in reader.data else (),
        inserted=reader.flag("inserted", default=False),
        across_fields=reader.flag("across_fields", default=False),
    )
    lane = Lane.of(rule)
    for key, texts in ((words, rule.words), ("except_in", rule.except_in)):
        for text in texts:
            problem = unreadable(text, lane)
            if problem is not None:
                raise reader.error(f"{key}: {problem}", key, hint="remove it from the list")
    return rule


def without_effect(rules: Sequence[BlockRule]) -> Iterator[str]:
    """What of the block rules has no effect, or more than it seems: one sentence each."""
    for rule in rules:
        lane = Lane.of(rule)
        marked = [lane.word(word) for word in rule.words]
        for phrase in rule.except_in:
            longer = lane.word(phrase)
            if not any(lane.excuses(longer, word) for word in marked):
                why = "is itself a blocked word" if longer in marked else "holds none of the blocked words"
                yield f"$: the exception {shown(phrase)} has no effect: it {why}{_among(rule.words)}"
        for word in rule.words if rule.inserted else ():
            kept = lane.folded(word)
            if len(kept) == 1 and len(word) > 1:
                yield (
                    f"$: the blocked word {shown(word)} blocks every {shown(kept)}: "
                    "with inserted=True its blanks and punctuation are skipped"
                )


def unnamed_fields(shape: JsonShape, rules: Sequence[BlockRule]) -> Iterator[str]:
    """Fields of block rules that the schema does not name, although it leaves room for them."""
    pointers = dict.fromkeys(pointer for rule in rules for pointer in rule.fields or ())
    if not pointers:
        return
    known = known_pointers(shape.schema)
    for pointer in pointers:
        steps = parse_pointer(pointer)
        if not steps or any(_alike(parse_pointer(name), steps) for name in known):
            continue
        meant = closest(pointer, known)
        yield (
            f"$: the schema names no field {pointer!r}: words blocked there are blocked only where the model adds it"
            + (f"; did you mean {meant!r}?" if meant else "")
        )


def _alike(named: Sequence[str], steps: Sequence[str]) -> bool:
    return len(named) == len(steps) and all(
        a == b or ANY in (a, b) or (a == ANY and b.isdigit()) for a, b in zip(named, steps, strict=True)
    )


def _among(words: Sequence[str]) -> str:
    return f" ({shown(words[0])})" if len(words) == 1 else f" ({shown(words[0])} and {len(words) - 1} more)"
