"""Files that hold contracts: read once, with the line and column of everything in them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path as FilePath
from typing import Any

from logitrail.contract.jsontext import JsonTextError, line_column, read_json
from logitrail.contract.paths import Path, render
from logitrail.contract.yamltext import YamlTextError, read_yaml
from logitrail.errors import RuleError


class Document:
    """Data, and where it came from.

    Args:
        value: The data.
        name: Name of the file; ``None`` for data that was given as Python objects.
        places: Line and column of each value.
        key_places: Line and column of each key, by the path of its member.
    """

    def __init__(
        self,
        value: Any,
        name: str | None = None,
        places: dict[Path, tuple[int, int]] | None = None,
        key_places: dict[Path, tuple[int, int]] | None = None,
    ) -> None:
        self.value = value
        self.name = name
        self._places = places or {}
        self._key_places = key_places or {}

    def where(self, path: Sequence[str | int], *, key: bool = False) -> str:
        """``file:line:col`` of a value (of its key, if asked), or ``$.a.b`` where there is no file."""
        place = tuple(path)
        if self.name is None:
            return render(place)
        tables = (self._key_places, self._places) if key else (self._places, self._key_places)
        while True:
            for table in tables:
                if place in table:
                    line, column = table[place]
                    return f"{self.name}:{line}:{column}"
            if not place:
                return self.name
            place = place[:-1]

    def where_rendered(self, rendered: str | None) -> str | None:
        """Like ``where``, for a place as errors show it; the file alone where the document has no such place."""
        if self.name is None:
            return rendered
        for table in (self._places, self._key_places):
            for path, (line, column) in table.items():
                if render(path) == rendered:
                    return f"{self.name}:{line}:{column}"
        return self.name

    def within(self, step: str) -> Document:
        """The part of the document under one key, with places of its own."""
        return Document(
            self.value[step],
            self.name,
            {path[1:]: place for path, place in self._places.items() if path[:1] == (step,)},
            {path[1:]: place for path, place in self._key_places.items() if path[:1] == (step,) and len(path) > 1},
        )


def read_document(path: str | os.PathLike[str]) -> Document:
    """Reads a YAML or JSON file (by its suffix: ``.json``, ``.yaml``, ``.yml``).

    Raises:
        RuleError: The file cannot be read, is not UTF-8, or is not what its suffix says (with line and column).
    """
    file = FilePath(path)
    name = str(file)
    if file.is_dir():
        raise RuleError("expected a file, got a folder", path=name[:200], hint=f"{file / 'contract.yaml'}")
    if file.suffix.lower() not in (".json", ".yaml", ".yml"):
        raise RuleError(
            f"expected a file that ends in .yaml, .yml or .json, got {file.suffix or 'no suffix'!r}",
            path=name[:200],
            hint="text in memory: parse it first, then give the dictionary",
        )
    try:
        text = file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise RuleError(
            f"expected UTF-8, got the byte 0x{error.object[error.start]:02x}",
            path=f"{name}:{line}",
            hint=f"iconv -f gb18030 -t utf-8 {name} > utf8{file.suffix}",
        ) from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise RuleError(f"the file cannot be read: {reason}", path=name) from None
    return _from_json(text, name) if file.suffix.lower() == ".json" else _from_yaml(text, name)


def _from_yaml(text: str, name: str) -> Document:
    try:
        read = read_yaml(text)
    except YamlTextError as error:
        raise RuleError(error.reason, path=f"{name}:{error.line}:{error.column}", hint=error.hint) from None
    return Document(read.value, name, read.places, read.key_places)


def _from_json(text: str, name: str) -> Document:
    try:
        read = read_json(text)
    except JsonTextError as error:
        raise RuleError(f"not JSON: {error.reason}", path=f"{name}:{error.line}:{error.column}") from None
    for part in read.repeated:
        line, column = line_column(text, part.start)
        raise RuleError(
            f"the key {part.value!r} occurs twice", path=f"{name}:{line}:{column}", hint="remove one of the two"
        )
    places = {part.path: line_column(text, part.start) for part in read.parts if part.kind != "key"}
    key_places = {part.path: line_column(text, part.start) for part in read.parts if part.kind == "key"}
    return Document(read.value, name, places, key_places)
