"""YAML with places, read by the core schema of YAML 1.2.

YAML 1.1, which the parser underneath defaults to, turns ``no`` into false, ``12:30`` into 750 and ``2024-01-01`` into a
date object; an enumeration written so would silently mean something else.
"""

from __future__ import annotations

import re
from typing import Any

import yaml

from logitrail.contract.paths import Path

_BOOLEANS = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_NULLS = frozenset(("", "~", "null", "Null", "NULL"))
_INTEGER = re.compile(r"[-+]?[0-9]+")
_OTHER_INTEGER = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_NOT_FINITE = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_LEADING_ZERO = re.compile(r"[-+]?0[0-9]+")

#: Values that a document may hold once its aliases are followed: enough for any contract, too few for a bomb.
_MOST_NODES = 100_000


class YamlTextError(ValueError):
    """The text is not YAML, or YAML that has no meaning as data.

    Attributes:
        reason: What is wrong.
        line: Line, from 1.
        column: Column in characters, from 1.
        hint: One line that helps, or ``None``.
    """

    def __init__(self, reason: str, mark: yaml.Mark | None, hint: str | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = mark.line + 1 if mark is not None else 1
        self.column = mark.column + 1 if mark is not None else 1
        self.hint = hint


class YamlText:
    """A YAML document, read.

    Attributes:
        value: The data: dictionaries, lists, strings, numbers, booleans, ``None``.
        places: Line and column (from 1) of each value.
        key_places: Line and column of each mapping key, by the path of its member.
    """

    def __init__(self) -> None:
        self.value: Any = None
        self.places: dict[Path, tuple[int, int]] = {}
        self.key_places: dict[Path, tuple[int, int]] = {}


def read_yaml(text: str) -> YamlText:
    """Parses a YAML text of one document.

    Raises:
        YamlTextError: It is not YAML, or holds what data cannot: tags, recursive aliases, keys that occur twice.
    """
    try:
        node = yaml.compose(text, Loader=_Loader)
    except yaml.MarkedYAMLError as error:
        raise YamlTextError(error.problem or "not YAML", error.problem_mark or error.context_mark) from None
    except yaml.YAMLError as error:
        raise YamlTextError(str(error).splitlines()[0], None) from None
    except RecursionError:
        raise YamlTextError("nested too deeply", None) from None
    reader = _Reader()
    try:
        reader.read.value = reader.data(node, ()) if node is not None else None
    except RecursionError:
        raise YamlTextError("nested too deeply", None) from None
    return reader.read


#: Tag of scalars that are neither quoted nor tagged: what they are is decided by the core schema.
_PLAIN = "plain"
_STRING = "tag:yaml.org,2002:str"


class _Loader(yaml.SafeLoader):
    """Leaves the meaning of plain scalars open, so that an explicit tag can be told from a guessed one."""

    def resolve(self, kind: type[yaml.Node], value: Any, implicit: Any) -> str:
        if kind is yaml.ScalarNode:
            return _PLAIN if implicit[0] else _STRING
        return "tag:yaml.org,2002:seq" if kind is yaml.SequenceNode else "tag:yaml.org,2002:map"


class _Reader:
    def __init__(self) -> None:
        self.read = YamlText()
        self._open: set[int] = set()
        self._nodes = 0

    def data(self, node: yaml.Node, path: Path) -> Any:
        self._nodes += 1
        if self._nodes > _MOST_NODES:
            raise YamlTextError(f"more than {_MOST_NODES} values once aliases are followed", node.start_mark)
        if id(node) in self._open:
            raise YamlTextError("an alias that contains itself", node.start_mark)
        self.read.places.setdefault(path, (node.start_mark.line + 1, node.start_mark.column + 1))
        if isinstance(node, yaml.ScalarNode):
            return _scalar(node)
        self._open.add(id(node))
        if isinstance(node, yaml.SequenceNode):
            _refuse_tag(node, "tag:yaml.org,2002:seq")
            value: Any = [self.data(child, (*path, i)) for i, child in enumerate(node.value)]
        else:
            assert isinstance(node, yaml.MappingNode)
            _refuse_tag(node, "tag:yaml.org,2002:map")
            value = self._mapping(node, path)
        self._open.discard(id(node))
        return value

    def _mapping(self, node: yaml.MappingNode, path: Path) -> dict[str, Any]:
        out: dict[str, Any] = {}
        for key_node, value_node in node.value:
            if not isinstance(key_node, yaml.ScalarNode):
                raise YamlTextError("expected a plain key, got a list or mapping as key", key_node.start_mark)
            key = key_node.value  # as written: JSON keys are strings, so 404 and yes are names here
            if key == "<<" and key_node.style is None:
                raise YamlTextError(
                    "merge keys are not part of YAML 1.2", key_node.start_mark, "write the keys out, or quote '<<'"
                )
            if key in out:
                raise YamlTextError(f"the key {key!r} occurs twice", key_node.start_mark, "remove one of the two")
            self.read.key_places[*path, key] = (key_node.start_mark.line + 1, key_node.start_mark.column + 1)
            out[key] = self.data(value_node, (*path, key))
        return out


def _refuse_tag(node: yaml.Node, plain: str) -> None:
    if node.tag != plain:
        raise YamlTextError(f"the tag {node.tag!r} has no meaning here", node.start_mark, "remove the tag")


def _scalar(node: yaml.ScalarNode) -> Any:
    text: str = node.value
    if node.tag != _PLAIN:
        _refuse_tag(node, _STRING)
        return text
    if text in _NULLS:
        return None
    if text in _BOOLEANS:
        return _BOOLEANS[text]
    if _LEADING_ZERO.fullmatch(text):
        raise YamlTextError(
            f"{text} is the number {int(text)} in YAML 1.2, an octal number in YAML 1.1",
            node.start_mark,
            f'"{text}" keeps the digits, {int(text)} is the number',
        )
    if _NOT_FINITE.fullmatch(text):
        raise YamlTextError(f"{text} is not a JSON number", node.start_mark, "remove the bound to leave it open")
    if _INTEGER.fullmatch(text) and len(text) < 4000:
        return int(text)
    if _OTHER_INTEGER.fullmatch(text):
        return int(text, 0)
    if _FLOAT.fullmatch(text):
        number = float(text)
        if abs(number) == float("inf"):
            raise YamlTextError(f"{text} is out of range", node.start_mark)
        return number
    return text
