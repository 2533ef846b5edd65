"""Texts that are known to obey: from any place in another text, what they have behind the same place may complete it.

A search for a whole end takes many steps; of most texts only the value in progress is their own.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from logitrail.engine.guard import Path
from logitrail.engine.reader import AFTER, COLON, ESCAPE, KEY, LITERAL, NUMBER, STRING, UNICODE, VALUE, JsonReader

_MOST = 6
_QUOTE = ord('"')
#: Values of which one fits almost anywhere.
_VALUES = (b'""', b"0", b"null", b"true", b"[]", b"{}")
#: What may be written before the tail of a number that is not whole yet.
_DIGITS = (b"", *(b"%d" % digit for digit in range(10)))


class Donors:
    """Ends taken from known texts.

    Args:
        texts: Valid texts of the contract, the best first.

    Attributes:
        texts: Those that are kept.
    """

    def __init__(self, texts: list[bytes]) -> None:
        self.texts = list(dict.fromkeys(texts))[:_MOST]
        self._spans: list[dict[Path, tuple[int, int]]] = []
        for text in self.texts:
            reader = JsonReader(None)
            reader.feed(text)
            reader.finish()
            self._spans.append({field.path: (field.start, field.end) for field in reader.fields})

    def tails(self, place: Path) -> Iterator[bytes]:
        """What known texts have behind the value at a place."""
        for text, spans in zip(self.texts, self._spans, strict=True):
            if place in spans:
                yield text[spans[place][1] :]

    def ends(self, reader: JsonReader) -> Iterator[bytes]:
        """What may complete a text; whether it does is for grammar and reader to say."""
        place, mode = reader.place, reader.mode
        if mode == VALUE:
            for text, spans in zip(self.texts, self._spans, strict=True):
                if place in spans:
                    yield text[spans[place][0] :]
        elif mode == KEY or (mode == STRING and reader.in_key):
            yield from self._keys(reader, place)
        elif mode == AFTER:
            yield from self.tails(place)
        elif mode in (STRING, ESCAPE, UNICODE):
            for tail in self.tails(place):
                yield b'"' + tail
            # What a pattern asks for somewhere may be written here.
            for text, spans in zip(self.texts, self._spans, strict=True):
                if place in spans and text[spans[place][0]] == _QUOTE:
                    yield text[spans[place][0] + 1 :]
        elif mode == NUMBER:
            for digit in _DIGITS:
                for tail in self.tails(place):
                    yield digit + tail
        elif mode == LITERAL:
            yield from self._begun(reader, place)
        elif mode == COLON:
            for text, spans in zip(self.texts, self._spans, strict=True):
                if place in spans:
                    start = text.rindex(b'"', 0, spans[place][0]) + 1
                    yield text[start:]

    def members(self, reader: JsonReader) -> Iterator[bytes]:
        """For an object whose keys come in any order: the member in progress, then those that a known text has and this
        one has not.
        """
        place, written = reader.place, reader.keys_here
        if not place or isinstance(place[-1], int):
            return
        for text, spans, spaced in self._first_of_each_layout():
            item, colon = (b", ", b": ") if spaced else (b",", b":")
            if place[:-1] not in spans:
                continue
            key = place[-1] if reader.mode in (COLON, VALUE) else None
            lacking = [
                json.dumps(path[-1], ensure_ascii=False).encode() + colon + text[start:end]
                for path, (start, end) in spans.items()
                if path[:-1] == place[:-1] and len(path) == len(place) and path[-1] not in written and path[-1] != key
            ]
            close = b"}" + text[spans[place[:-1]][1] :]
            rest = item.join(lacking) + close
            for begun in self._member(reader, colon):
                yield begun + (item if lacking and reader.mode != KEY else b"") + rest

    def _member(self, reader: JsonReader, colon: bytes) -> Iterator[bytes]:
        """Ends of the member in progress."""
        mode = reader.mode
        if mode == KEY:
            yield b""
        elif mode in (STRING, ESCAPE, UNICODE) and reader.in_key:
            yield from (b'"' + colon + value for value in _VALUES)
        elif mode == COLON:
            yield from (colon + value for value in _VALUES)
        elif mode == VALUE:
            yield from _VALUES
        elif mode in (STRING, ESCAPE, UNICODE):
            yield b'"'
        elif mode in (AFTER, NUMBER):
            yield b""
            if mode == NUMBER:
                yield b"0"

    def _first_of_each_layout(self) -> Iterator[tuple[bytes, dict[Path, tuple[int, int]], bool]]:
        seen: set[bool] = set()
        for text, spans in zip(self.texts, self._spans, strict=True):
            spaced = b'": ' in text
            if spaced not in seen:
                seen.add(spaced)
                yield text, spans, spaced

    def _keys(self, reader: JsonReader, place: Path) -> Iterator[bytes]:
        """Behind a comma or within a key: what comes behind the value before it, less what was written of it."""
        begun = b'"' + reader.decoded if reader.mode == STRING else b""
        for tail in self.tails(place):
            start = tail.find(b'"')
            if tail[:1] == b"," and tail.startswith(begun, start):
                yield tail[start + len(begun) :]
                if not begun and start == 2:
                    yield tail[1:]

    def _begun(self, reader: JsonReader, place: Path) -> Iterator[bytes]:
        for word in (b"true", b"false", b"null"):
            if word.startswith(reader.decoded):
                for tail in self.tails(place):
                    yield word[len(reader.decoded) :] + tail
