"""What a contract expects at a place in a text, in words, with the JSON path."""

from __future__ import annotations

import json
from dataclasses import dataclass

from logitrail.contract import Contract
from logitrail.contract.explain import listed, shown
from logitrail.contract.paths import Path, render
from logitrail.contract.rule_at import property_names, rule_at
from logitrail.engine.reader import AFTER, COLON, DONE, KEY, VALUE, JsonReader
from logitrail.engine.stepper import Stepper

_CLOSING = {ord("}"): "the end of the object", ord("]"): "the end of the list"}


@dataclass(frozen=True, slots=True)
class Expectation:
    """What comes next.

    Attributes:
        path: The value that is in progress or comes next, ``$.a[0]``; between values, the object or list they are in.
        rule: What the contract asks for there.
    """

    path: str
    rule: str


def expect(contract: Contract, stepper: Stepper) -> Expectation:
    """What the contract expects at the place that ``stepper`` has read up to."""
    reader = stepper.reader
    if not isinstance(reader, JsonReader):
        return Expectation("$", rule_at(contract, ()))
    place = reader.place
    if reader.mode == DONE:
        return Expectation("$", "the end of the text")
    if reader.mode == AFTER:
        return Expectation(render(place[:-1]), _behind_a_value(contract, stepper, reader))
    if reader.mode == COLON:
        return Expectation(render(place), "a colon, then " + rule_at(contract, place))
    if reader.mode == KEY or (reader.in_text and reader.in_key):
        return Expectation(render(place[:-1]), _key(contract, stepper, reader))
    rule = rule_at(contract, place)
    if reader.mode == VALUE:
        if _may_close_list(stepper, place):
            rule = f"{rule}, or the end of the list"
        return Expectation(render(place), rule)
    begun = reader.decoded.decode("utf-8", "backslashreplace")
    if reader.in_text:
        return Expectation(render(place), f"{rule}, begun as {shown(begun)}" if begun else rule)
    rule = f"{rule}, begun as {begun}"
    if any(byte in stepper.followers() for byte in b",]}"):
        rule = f"{rule}, or {_behind_a_value(contract, stepper, reader)}"
    elif stepper.may_stop:
        rule = f"{rule}, or the end of the text"
    return Expectation(render(place), rule)


def _may_close_list(stepper: Stepper, place: Path) -> bool:
    return bool(place) and place[-1] == 0 and ord("]") in stepper.followers()


def _behind_a_value(contract: Contract, stepper: Stepper, reader: JsonReader) -> str:
    """A comma and what follows it, or the end of the object or list."""
    followers = stepper.followers()
    options = []
    if ord(",") in followers:
        ahead = stepper.fork()
        ahead.read(b",")
        if isinstance(reader.place[-1], int):
            options.append(f"a comma, then {rule_at(contract, (*reader.place[:-1], reader.place[-1] + 1))}")
        else:
            assert isinstance(ahead.reader, JsonReader)
            options.append(f"a comma, then {_key(contract, ahead, ahead.reader)}")
    options += [words for byte, words in _CLOSING.items() if byte in followers]
    return ", or ".join(options) or "nothing that the blocklist leaves"


def _key(contract: Contract, stepper: Stepper, reader: JsonReader) -> str:
    """The keys that may come next or be in progress, and the end of the object where it may end."""
    names = [name for name in property_names(contract, reader.place[:-1]) if _readable(name, stepper, reader)]
    if not names:
        words = "a key"
    elif len(names) == 1:
        words = f"the key {shown(names[0])}"
    else:
        words = f"one of the keys {listed(names)}"
    ends = reader.mode == KEY and ord("}") in stepper.followers()
    if ends:
        return f"{words}, or the end of the object" if names else "the end of the object"
    return words


def _readable(name: str, stepper: Stepper, reader: JsonReader) -> bool:
    """Whether the whole key can be read from here."""
    spelled = json.dumps(name, ensure_ascii=False)
    if reader.mode == KEY:
        blank = b" " if ord('"') not in stepper.followers() else b""
        rest = blank + spelled.encode()
    else:
        begun = json.dumps(reader.decoded.decode("utf-8", "replace"), ensure_ascii=False)[:-1]
        if not spelled.startswith(begun):
            return False
        rest = spelled[len(begun) :].encode()
    return stepper.fork().read(rest) == len(rest)
