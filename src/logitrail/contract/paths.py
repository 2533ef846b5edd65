"""Places in JSON data: as tuples of keys and indices, as ``$.a[0]`` for people, as JSON pointers (RFC 6901)."""

from __future__ import annotations

import json
from collections.abc import Sequence

from logitrail.errors import ContractError

#: Object keys and array indices from the root.
Path = tuple[str | int, ...]

#: A segment of a pattern that stands for any key or index.
ANY = "*"


def render(path: Sequence[str | int]) -> str:
    """``("a", 0, "b c")`` as ``$.a[0]["b c"]``."""
    parts = ["$"]
    for step in path:
        if isinstance(step, int):
            parts.append(f"[{step}]")
        elif step == ANY or step.replace("$", "_").replace("-", "_").isidentifier():
            parts.append(f".{step}")
        else:
            parts.append(f"[{json.dumps(step, ensure_ascii=False)}]")
    return "".join(parts)


def parse_pointer(pointer: str) -> tuple[str, ...]:
    """The segments of a JSON pointer; the empty pointer is the whole document.

    Raises:
        ContractError: It neither is empty nor begins with ``/``, or holds a ``~`` that is not ``~0`` or ``~1``.
    """
    if pointer == "":
        return ()
    if not pointer.startswith("/"):
        raise ContractError(
            f"expected a JSON pointer that begins with '/', got {pointer!r}",
            path=pointer,
            hint=f"fields=[{'/' + pointer.removeprefix('$').lstrip('.').replace('.', '/')!r}]",
        )
    segments = pointer[1:].split("/")
    for segment in segments:
        if "~" in segment.replace("~0", "").replace("~1", ""):
            raise ContractError(
                f"expected '~0' or '~1' after a tilde, got {segment!r}",
                path=pointer,
                hint="in a JSON pointer '~' is written '~0' and '/' is written '~1'",
            )
    return tuple(segment.replace("~1", "/").replace("~0", "~") for segment in segments)


def pointer(path: Sequence[str | int]) -> str:
    """The JSON pointer of a path."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)


def matches_start(pattern: Sequence[str], path: Sequence[str | int]) -> bool:
    """Whether the pattern leads to the path or to a place above it."""
    return len(pattern) <= len(path) and all(want in (ANY, str(got)) for want, got in zip(pattern, path, strict=False))
