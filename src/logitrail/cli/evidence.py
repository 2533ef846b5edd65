"""What the verbs of verification read: sources, answers, policies, modules that register checks."""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from logitrail.cli.inputs import Inputs
from logitrail.errors import OptionError

if TYPE_CHECKING:
    from logitrail.types import Source
    from logitrail.verification import Policy


def sources_of(files: Sequence[str] | None, encoding: str | None) -> list[Source]:
    """The sources, each with its path as its id.

    Raises:
        OptionError: There is none.
        SourceError: One cannot be read.
    """
    from logitrail.pipeline import read_source

    if not files:
        raise OptionError("expected a source, got none", path="--source", hint="--source report.txt")
    return [read_source(file, encoding, id=file) for file in dict.fromkeys(files)]


def answer_of(file: str | None, text: str | None) -> Any:
    """The answer: a text, or the JSON of a file that ends in ``.json``.

    Raises:
        OptionError: There is none, or more than one, or it cannot be read.
    """
    if (file is None) == (text is None):
        got = "none" if file is None else "both a file and --text"
        raise OptionError(f"expected one answer, got {got}", hint='answer.json, or --text "…"')
    if text is not None:
        return Inputs().text(text, "--text")
    assert file is not None
    content = Inputs().file(file, "FILE")
    return json_of(content, file) if file.lower().endswith(".json") else content


def json_of(text: str, name: str) -> Any:
    """JSON data; numbers exactly.

    Raises:
        OptionError: It is no JSON (with line and column), or a key occurs twice.
    """
    from decimal import Decimal

    from logitrail.contract.jsontext import JsonTextError, line_column, read_json

    try:
        repeated = read_json(text).repeated
    except JsonTextError as error:
        raise OptionError(f"not JSON: {error.reason}", path=f"{name}:{error.line}:{error.column}") from None
    for part in repeated:
        line, column = line_column(text, part.start)
        raise OptionError(f"the key {part.value!r} occurs twice", path=f"{name}:{line}:{column}")
    return json.loads(text, parse_float=Decimal)


def policy_of(name: str, checks: Sequence[str] | None = None) -> Policy:
    """The policy of a name, with further checks.

    Raises:
        OptionError: There is no such policy, or no such check.
    """
    from logitrail.pipeline.case import POLICIES

    if name not in POLICIES:
        raise OptionError(f"expected one of {', '.join(POLICIES)}, got {name!r}", path="--policy")
    return POLICIES[name](checks=tuple(checks or ()))


def import_modules(names: Sequence[str] | None) -> None:
    """Imports modules of the user, from the working folder, too.

    Raises:
        OptionError: There is no such module.
    """
    if names and str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))
    for name in names or ():
        try:
            importlib.import_module(name)
        except ModuleNotFoundError as error:
            if error.name != name.split(".")[0] and error.name != name:
                raise
            raise OptionError(f"there is no module {name!r}", path="--import") from None
