"""Free text before the value: prose or reasoning, up to the first place where a marker stands."""

from __future__ import annotations

from logitrail.engine import utf8
from logitrail.engine.guard import Guard, Path
from logitrail.engine.monitors import Monitor
from logitrail.engine.reader import STRING, FieldSpan, JsonReader, Reader, TextReader


class PreludeReader:
    """Reads free text; once the marker is whole, ``settled`` is a reader of the value behind it.

    Args:
        marker: Where the free text ends; the blocklist holds for it as for the text before.
        guard: Follows the free text.
        value: Reads what comes behind.
    """

    __slots__ = ("_is_behind", "_marker", "_tail", "_value", "fields", "guard", "mode", "monitor", "pos")

    def __init__(self, marker: bytes, guard: Guard | None, value: JsonReader | TextReader) -> None:
        self.guard = guard
        self.monitor: Monitor | None = None
        self.fields: list[FieldSpan] = []
        self.mode = STRING
        self.pos = 0
        self._is_behind = False
        self._marker = marker
        self._tail = b""  # as much as the beginning of a marker, or of a character, may take
        self._value = value
        if guard is not None:
            guard.begin((), is_key=False)

    def fork(self) -> PreludeReader:
        twin = PreludeReader.__new__(PreludeReader)
        twin.guard = self.guard.fork() if self.guard is not None else None
        twin.monitor, twin.fields, twin.mode, twin.pos = None, list(self.fields), self.mode, self.pos
        twin._marker, twin._tail, twin._value = self._marker, self._tail, self._value.fork()
        twin._is_behind = self._is_behind
        return twin

    @property
    def settled(self) -> Reader:
        """What reads on from here."""
        broken = self.guard is not None and self.guard.broken
        return self._value if self._is_behind and not broken else self

    @property
    def lead(self) -> bytes:
        """The fewest bytes behind which the value begins."""
        for begun in range(min(len(self._marker) - 1, len(self._tail)), 0, -1):
            if self._tail.endswith(self._marker[:begun]):
                return self._marker[begun:]
        return utf8.rest_of_character(self._tail) + self._marker

    def feed(self, data: bytes) -> None:
        if self._is_behind:
            self._value.feed(data)
            return
        seen = self._tail + data
        at = seen.find(self._marker)
        end = len(data) if at < 0 else at + len(self._marker) - len(self._tail)
        if self.guard is not None:
            self.guard.feed(data[:end])
        self.pos += end
        self._tail = seen[-max(len(self._marker), 4) :]
        if at >= 0:
            self._is_behind = True
            if self.guard is not None:
                self.guard.end()
            self._value.start_at(self.pos)
            self._value.feed(data[end:])

    def finish(self) -> None:
        """The text ends here."""
        self._value.finish()

    def may_finish(self) -> bool:
        return self._is_behind and not self.broken and self._value.may_finish()

    @property
    def broken(self) -> bool:
        """Whether a blocked word was completed, or the value behind is broken."""
        return (self.guard is not None and self.guard.broken) or (self._is_behind and self._value.broken)

    @property
    def in_text(self) -> bool:
        """Whether the bytes to come are free text."""
        return True

    @property
    def place(self) -> Path:
        return ()
