"""Texts that are known to obey: from any place in another text, what they have behind the same place may complete it.

A search for a whole end takes many steps; of most texts only the value in progress is their own.
"""

from __future__ import annotations

from collections.abc import Iterator

from logitrail.engine.guard import Path
from logitrail.engine.reader import AFTER, COLON, KEY, LITERAL, NUMBER, STRING, VALUE, JsonReader

_MOST = 6
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
        elif mode == STRING:
            for tail in self.tails(place):
                yield b'"' + tail
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
