"""The shadow reader: follows the output byte by byte and knows at each the path, the decoded value and the spans.

It reads bytes, not tokens, so that a token that straddles a quote or ends within a character shifts nothing. It never
judges the format (the grammar does): what it is given is the beginning of a valid text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Protocol

from logitrail.engine.guard import Guard, Path
from logitrail.engine.monitors import Monitor
from logitrail.engine.readable import DEEPEST, is_unreadable

# What is expected next.
VALUE, STRING, ESCAPE, UNICODE, NUMBER, LITERAL, AFTER, KEY, COLON, DONE = range(10)
#: Neither within a scalar nor within a key.
BETWEEN = (VALUE, AFTER, KEY, COLON)

_STRING_STOP = re.compile(rb'["\\]')
_SCALAR_STOP = re.compile(rb"[,\]}\s]")
#: Control characters as they are spelled, one for each beginning.
_CODES = (b"000b", b"001f", b"0000", b"007f", b"0041")
_SIMPLE_ESCAPES = {
    ord("n"): b"\n", ord("t"): b"\t", ord("r"): b"\r", ord("b"): b"\b", ord("f"): b"\f",
    ord('"'): b'"', ord("\\"): b"\\", ord("/"): b"/",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class FieldSpan:
    """One completed value.

    Attributes:
        path: Keys and indices from the root.
        start: First byte of the value as written.
        end: Byte after the value as written.
        content_start: First byte that carries the value: for strings, the one after the quote.
        decided_end: Byte after the last that decides it: for strings, the closing quote; for numbers, which have no end
            of their own, the byte that follows.
        scalar: Whether it is neither object nor array.
    """

    path: Path
    start: int
    end: int
    content_start: int
    decided_end: int
    scalar: bool


class Reader(Protocol):
    """What the decoder asks of a shadow reader."""

    guard: Guard | None
    monitor: Monitor | None
    fields: list[FieldSpan]
    mode: int
    pos: int

    def fork(self) -> Reader: ...

    def feed(self, data: bytes) -> None: ...

    def finish(self) -> None: ...

    def may_finish(self) -> bool: ...

    @property
    def settled(self) -> Reader:
        """What reads on from here: another reader where one kind of text has given way to the next."""
        ...

    @property
    def lead(self) -> bytes:
        """The fewest bytes behind which the value begins; ``b""`` from there on."""
        ...

    @property
    def broken(self) -> bool: ...

    @property
    def in_text(self) -> bool: ...

    @property
    def place(self) -> Path: ...


class TextReader:
    """Reads a text that is one value (regex and Lark contracts)."""

    __slots__ = ("_begin", "fields", "guard", "mode", "monitor", "pos")

    lead = b""

    def __init__(self, guard: Guard | None) -> None:
        self.guard = guard
        self.monitor: Monitor | None = None  # patterns and grammars hold everything themselves
        self.fields: list[FieldSpan] = []
        self.pos = self._begin = 0
        self.mode = STRING
        if guard is not None:
            guard.begin((), is_key=False)

    def fork(self) -> TextReader:
        twin = TextReader.__new__(TextReader)
        twin.guard, twin.monitor = self.guard.fork() if self.guard is not None else None, None
        twin.fields, twin.pos, twin.mode, twin._begin = list(self.fields), self.pos, self.mode, self._begin
        return twin

    def start_at(self, pos: int) -> None:
        """The value begins at byte ``pos`` of the output."""
        self.pos = self._begin = pos

    @property
    def settled(self) -> TextReader:
        return self

    def feed(self, data: bytes) -> None:
        self.pos += len(data)
        if self.guard is not None:
            self.guard.feed(data)

    def finish(self) -> None:
        """The text ends here."""
        self.fields.append(FieldSpan((), self._begin, self.pos, self._begin, self.pos + 1, True))
        self.mode = DONE
        if self.guard is not None:
            self.guard.end()

    def may_finish(self) -> bool:
        return self.guard is None or self.guard.may_end()

    @property
    def broken(self) -> bool:
        """Whether a blocked word was completed."""
        return self.guard is not None and self.guard.broken

    @property
    def in_text(self) -> bool:
        """Whether the bytes to come are the text of a value, as they are."""
        return self.mode == STRING

    @property
    def place(self) -> Path:
        return ()


class JsonReader:
    """Reads JSON.

    Attributes:
        mode: What is expected next.
        pos: Bytes read.
        fields: Values completed, in the order of their ends.
    """

    __slots__ = (
        "_escape",
        "_high",
        "_is_key",
        "_keys",
        "_open",
        "_scalar",
        "_start",
        "_steps",
        "_unreadable",
        "fields",
        "guard",
        "mode",
        "monitor",
        "pos",
    )

    lead = b""

    def __init__(self, guard: Guard | None, monitor: Monitor | None = None) -> None:
        self.guard = guard
        self.monitor = monitor
        self.fields: list[FieldSpan] = []
        self.mode = VALUE
        self.pos = 0
        self._steps: list[str | int] = []  # path of the value in progress
        self._open: list[int] = []  # start of each open container
        self._keys: list[frozenset[str]] = []  # keys of each, none for arrays
        self._start = 0
        self._scalar = bytearray()
        self._escape = b""
        self._high = 0  # first half of a surrogate pair
        self._is_key = False
        self._unreadable = False

    def fork(self) -> JsonReader:
        twin = JsonReader.__new__(JsonReader)
        twin.guard = self.guard.fork() if self.guard is not None else None
        twin.monitor = self.monitor.fork() if self.monitor is not None else None
        twin.fields, twin.mode, twin.pos = list(self.fields), self.mode, self.pos
        twin._steps, twin._open, twin._start = list(self._steps), list(self._open), self._start
        twin._keys = list(self._keys)
        twin._scalar, twin._escape, twin._high = bytearray(self._scalar), self._escape, self._high
        twin._is_key, twin._unreadable = self._is_key, self._unreadable
        return twin

    def start_at(self, pos: int) -> None:
        """The value begins at byte ``pos`` of the output."""
        self.pos = pos

    @property
    def settled(self) -> JsonReader:
        return self

    @property
    def keys_here(self) -> frozenset[str]:
        """Keys of the innermost open container, without the one in progress; none for an array."""
        return self._keys[-1] if self._keys else frozenset()

    @property
    def ends_of_escape(self) -> tuple[bytes, ...]:
        """What may end the escape in progress; ``()`` outside of one."""
        if self.mode == ESCAPE:
            return b"n", b'"', b"\\"
        if self.mode == UNICODE:
            return tuple(code[len(self._escape) :] for code in _CODES if code.startswith(self._escape.lower()))
        return ()

    @property
    def at_start(self) -> bool:
        """Whether nothing of the value has been read."""
        return self.mode == VALUE and not self._open

    @property
    def broken(self) -> bool:
        """Whether a blocked word was completed, or a value that breaks what the grammar does not hold, or something
        that readers of JSON do not read: a key for the second time, a number or a depth beyond their limits.
        """
        return (
            self._unreadable
            or (self.guard is not None and self.guard.broken)
            or (self.monitor is not None and self.monitor.broken)
        )

    @property
    def in_text(self) -> bool:
        """Whether the bytes to come are text inside a string."""
        return self.mode in (STRING, ESCAPE, UNICODE)

    @property
    def place(self) -> Path:
        """Path of the value in progress (inside an object, of the last key until the next one)."""
        return tuple(self._steps)

    @property
    def in_key(self) -> bool:
        """Whether an object key is being read, or was the last string read."""
        return self._is_key

    def closers(self) -> bytes:
        """Brackets that end what is open."""
        return b"".join(b"]" if isinstance(step, int) else b"}" for step in reversed(self._steps))

    @property
    def decoded(self) -> bytes:
        """The decoded string, number or literal in progress; behind its end, the last one."""
        return bytes(self._scalar)

    @property
    def begun(self) -> bytes | None:
        """The part of a scalar value that was read, decoded: ``b""`` before its first byte; ``None`` elsewhere."""
        if self.mode == VALUE:
            return b""
        if self.mode == NUMBER or (self.mode == STRING and not self._is_key):
            return bytes(self._scalar)
        return None

    def feed(self, data: bytes) -> None:
        at = 0
        end = len(data)
        if self.monitor is not None:
            self.monitor.feed(data, self.pos)
        while at < end:
            mode = self.mode
            if mode == STRING:
                stop = _STRING_STOP.search(data, at)
                upto = stop.start() if stop else end
                if upto > at:
                    self._text(data[at:upto])
                    at = upto
                if stop:
                    at += 1
                    if stop[0] == b'"':
                        self._end_string(self.pos + at)
                    else:
                        self.mode = ESCAPE
            elif mode in (NUMBER, LITERAL):
                stop = _SCALAR_STOP.search(data, at)
                upto = stop.start() if stop else end
                self._scalar += data[at:upto]
                if mode == NUMBER and is_unreadable(self._scalar):
                    self._unreadable = True
                at = upto
                if stop:
                    self._end_scalar(self.pos + at)
            else:
                self._structure(data[at], self.pos + at)
                at += 1
        self.pos += end

    def finish(self) -> None:
        """The text ends here."""
        if self.mode in (NUMBER, LITERAL):
            self._end_scalar(self.pos)

    def may_finish(self) -> bool:
        if self.mode == NUMBER and is_unreadable(self._scalar, whole=True):
            return False
        if (self.guard is None and self.monitor is None) or self.mode not in (NUMBER, LITERAL):
            return not self.broken
        twin = self.fork()
        twin.finish()
        return not twin.broken

    def _structure(self, byte: int, at: int) -> None:
        if self.mode == ESCAPE:
            self._escaped(byte)
        elif self.mode == UNICODE:
            self._hex(byte)
        elif byte in b" \t\r\n":
            return
        elif self.mode == VALUE:
            self._value(byte, at)
        elif self.mode == KEY:
            if byte == ord("}"):
                self._close(at + 1)
            elif byte == ord('"'):
                self._begin_string(at, is_key=True)
        elif self.mode == COLON:
            self.mode = VALUE
        elif self.mode == AFTER:
            if byte == ord(","):
                if isinstance(self._steps[-1], int):
                    self._steps[-1] += 1
                    self.mode = VALUE
                    if self.monitor is not None:
                        self.monitor.next_item(self._steps[-1])
                else:
                    self.mode = KEY
            else:
                self._close(at + 1)

    def _value(self, byte: int, at: int) -> None:
        if byte == ord('"'):
            self._begin_string(at, is_key=False)
        elif byte in b"{[":
            self._open.append(at)
            if self.monitor is not None:
                self.monitor.opened(is_object=byte == ord("{"))
            self._keys.append(frozenset())
            self._steps.append("" if byte == ord("{") else 0)
            self.mode = KEY if byte == ord("{") else VALUE
            if len(self._open) > DEEPEST:
                self._unreadable = True
        elif byte == ord("]"):
            self._close(at + 1)
        else:
            self._start = at
            self._scalar = bytearray([byte])
            self.mode = NUMBER if byte in b"-0123456789" else LITERAL

    def _begin_string(self, at: int, *, is_key: bool) -> None:
        self._start, self._is_key, self._high = at, is_key, 0
        self._scalar = bytearray()
        self.mode = STRING
        if self.guard is not None:
            self.guard.begin(tuple(self._steps[:-1]) if is_key else tuple(self._steps), is_key=is_key)

    def _text(self, decoded: bytes) -> None:
        if self._high:  # the first half of a surrogate pair, without its second
            decoded = _utf8(self._high) + decoded
            self._high = 0
        self._scalar += decoded
        if self.guard is not None:
            self.guard.feed(decoded)

    def _end_string(self, end: int) -> None:
        self._text(b"")
        if self.guard is not None:
            self.guard.end()
        if self._is_key:
            key = self._scalar.decode("utf-8", "surrogatepass")
            if key in self._keys[-1]:
                self._unreadable = True
            self._keys[-1] |= {key}
            self._steps[-1] = key
            self.mode = COLON
            if self.monitor is not None:
                self.monitor.key(key)
        else:
            self._record(self._start, end, self._start + 1, end)

    def _end_scalar(self, end: int) -> None:
        if self.mode == NUMBER and is_unreadable(self._scalar, whole=True):
            self._unreadable = True
        if self.mode == NUMBER and self.guard is not None:
            self.guard.number(tuple(self._steps), self._scalar.decode("ascii"))
        self._record(self._start, end, self._start, end + (self.mode == NUMBER))

    def _record(self, start: int, end: int, content_start: int, decided_end: int, *, scalar: bool = True) -> None:
        self.fields.append(FieldSpan(tuple(self._steps), start, end, content_start, decided_end, scalar))
        if self.monitor is not None:
            if scalar:
                self.monitor.ended(start, end)
            else:
                self.monitor.closed(start, end)
        self.mode = AFTER if self._open else DONE

    def _close(self, end: int) -> None:
        start = self._open.pop()
        self._keys.pop()
        self._steps.pop()
        self._record(start, end, start, end, scalar=False)

    def _escaped(self, byte: int) -> None:
        if byte == ord("u"):
            self._escape = b""
            self.mode = UNICODE
            return
        self.mode = STRING
        self._text(_SIMPLE_ESCAPES.get(byte, bytes([byte])))

    def _hex(self, byte: int) -> None:
        self._escape += bytes([byte])
        if len(self._escape) < 4:
            return
        code = int(self._escape, 16)
        self._escape = b""
        self.mode = STRING
        if 0xD800 <= code < 0xDC00:
            self._text(b"")
            self._high = code
            return
        if self._high and 0xDC00 <= code < 0xE000:
            code = 0x10000 + ((self._high - 0xD800) << 10) + (code - 0xDC00)
            self._high = 0
        self._text(_utf8(code))


def _utf8(code: int) -> bytes:
    return chr(code).encode("utf-8", "surrogatepass")
