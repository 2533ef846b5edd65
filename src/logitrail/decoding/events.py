"""Events of a stream. An accepted token is never taken back, so its bytes are final as soon as a character is whole."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from logitrail.contract import Contract
from logitrail.contract.paths import pointer
from logitrail.decoding.free import FreeSequence
from logitrail.decoding.reading import read_fields
from logitrail.decoding.result import Result
from logitrail.decoding.row import Row


@dataclass(frozen=True, slots=True)
class Event:
    """One piece of news.

    Attributes:
        kind: "text", "field" or "done".
        text: New text, whole characters.
        path: JSON pointer of a completed value.
        value: That value, in canonical spelling.
        result: The result, with "done".
    """

    kind: Literal["text", "field", "done"]
    text: str = ""
    path: str | None = None
    value: Any = None
    result: Result | None = None


class Streamer:
    """Tells what is new in a row since it was last asked."""

    def __init__(self, row: Row, contract: Contract | None) -> None:
        self._row = row
        self._contract = contract
        self._tokens = 0
        self._fields = 0
        self._sent = bytearray()
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        # A stop text is cut from free output: bytes that may be its beginning wait.
        self._hold = max((len(stop.encode()) - 1 for stop in row.options.stop), default=0) if contract is None else 0

    def news(self) -> Iterator[Event]:
        """Text first, then the fields that it completed."""
        row = self._row
        data = row.vocabulary.decode(row.sequence.tokens)
        if row.finish is None:
            data = data[: len(data) - self._hold] if self._hold else data
        elif row.stopped_at is not None:
            data = data[: row.stopped_at]
        fresh = data[len(self._sent) :]
        self._sent += fresh
        text = self._decoder.decode(fresh, final=row.finish is not None)
        if text:
            yield Event("text", text=text)
        if isinstance(row.sequence, FreeSequence) or self._contract is None:
            return
        spans, value_of = read_fields(row.sequence, data)
        # A text that could stop may yet go on: its last value is final only at the end.
        final = len(spans) if row.finish is not None else len(row.sequence.reader.fields)
        for span in spans[self._fields : final]:
            self._fields += 1
            yield Event("field", path=pointer(span.path), value=value_of(span))
