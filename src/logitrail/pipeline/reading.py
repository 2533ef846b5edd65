"""Source files as text: the encoding is declared, or told by a byte order mark, or UTF-8. It is never guessed."""

from __future__ import annotations

import codecs
import os
from pathlib import Path

from logitrail.errors import OptionError, SourceError
from logitrail.types import Source

#: The longer marks first: that of UTF-32 little-endian begins with that of UTF-16.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_LIKELY = ("gb18030", "utf-16-le", "utf-16-be")


def read_source(
    path: str | os.PathLike[str],
    encoding: str | None = None,
    *,
    id: str | None = None,  # noqa: A002 - the name of the field of Source
    title: str | None = None,
) -> Source:
    """A file as a source.

    Args:
        path: The file.
        encoding: Such as ``gb18030``; ``None``: by its byte order mark, else UTF-8.
        id: What spans and findings call it; by default the name of the file.
        title: For citations; by default the name of the file.

    Raises:
        SourceError: It cannot be read, or holds a byte that its encoding does not have (with its offset).
        OptionError: There is no such encoding.
    """
    file = Path(path)
    try:
        data = file.read_bytes()
    except OSError as error:
        raise SourceError(f"the file cannot be read: {error.strerror}", path=str(path)) from None
    text = decode(data, str(path), encoding)
    return Source(text, id or file.name, title or file.name, {"path": str(path)})


def decode(data: bytes, name: str, encoding: str | None = None) -> str:
    """Bytes as text, without the byte order mark.

    Args:
        data: The bytes.
        name: What errors call them.
        encoding: The declared one; ``None``: by the byte order mark, else UTF-8.

    Raises:
        SourceError: A byte does not belong (with its offset), or the mark speaks against the declaration.
        OptionError: There is no such encoding.
    """
    marked = next((known for mark, known in _MARKS if data.startswith(mark)), None)
    chosen = (marked or "utf-8") if encoding is None else _declared(encoding, marked, name)
    try:
        return data.decode(chosen)
    except UnicodeDecodeError as error:
        shown = " ".join(f"{byte:02x}" for byte in data[error.start : error.start + 4])
        raise SourceError(
            f"expected {chosen}, got the bytes {shown} at offset {error.start} ({error.reason})",
            path=name,
            hint=_likely(data) if encoding is None and marked is None else None,
        ) from None


def _declared(encoding: str, marked: str | None, name: str) -> str:
    try:
        codec = codecs.lookup(encoding)
    except LookupError:
        raise OptionError(f"there is no encoding {encoding!r}", path=name, hint="encoding: gb18030") from None
    if not getattr(codec, "_is_text_encoding", True):
        raise OptionError(f"{encoding!r} is no encoding of text", path=name, hint="encoding: gb18030")
    if marked is None:
        return codec.name
    family = marked.removesuffix("-sig")
    if not codec.name.startswith(family):
        # A few encodings can spell the mark of another one; what looks like a mark is one.
        raise SourceError(
            f"declared as {encoding}, but it begins with the byte order mark of {family}",
            path=name,
            hint=f"encoding: {family}",
        )
    return marked


def _likely(data: bytes) -> str | None:
    """A declaration to try: the first encoding that reads all the bytes as assigned characters."""
    for encoding in _LIKELY:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if text.isprintable() or all(char.isprintable() or char in "\r\n\t\x0c" for char in text):
            return f"encoding: {encoding}"
    return None
