"""Removes from a token mask whatever would complete a blocked word.

For a token that says plain text inside a string, the answer depends on the automaton's state alone: it is either banned
from the start state (the word lies within the token) or begins with what completes a word already begun, which is a
range of the sorted vocabulary. Tokens that begin within a character, stop within an escape or begin another value are
read one by one.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import replace
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from logitrail.contract.lanes import EDGE, Lane
from logitrail.engine.automaton import DEAD, ROOT, Automaton
from logitrail.engine.gapped import GappedAutomaton
from logitrail.engine.guard import Finder, Watch, may_end, whole_characters
from logitrail.engine.mask import Words, has_bit, members, pack, set_bit, set_bits
from logitrail.engine.reader import AFTER, KEY, STRING, VALUE, JsonReader, Reader
from logitrail.engine.vocabulary import Vocabulary

_REMEMBERED = 512
#: Tokens that begin one string: what they say depends on nothing but the words that are blocked in it.
_OPENS_ONE = re.compile(rb'[ \n,]*"[^"\\]*(?:"[ \n,:\]}]*)?')
#: Halves of surrogate pairs are put together by the reader.
_SURROGATE = r"\ud"


class _Group:
    """Plain tokens that begin with characters of one class, sorted by their marked bytes without a leading edge."""

    def __init__(self, size: int, entries: list[tuple[bytes, int]]) -> None:
        entries.sort()
        self.keys = [key for key, _ in entries]
        self.ids = np.array([i for _, i in entries], dtype=np.int64)
        self._size = size
        self.all = self._mask(self.ids)

    def _mask(self, ids: npt.NDArray[np.int64] | list[int]) -> Words:
        flags = np.zeros(self._size, dtype=bool)
        flags[ids] = True
        return pack(flags)

    def starting_with(self, prefix: bytes) -> npt.NDArray[np.int64]:
        start = bisect_left(self.keys, prefix)
        head = prefix.rstrip(b"\xff")  # 0xff has no successor; being the highest byte, it ends the range of its head
        stop = bisect_left(self.keys, head[:-1] + bytes([head[-1] + 1])) if head else len(self.keys)
        return self.ids[start:stop]

    def going_on(self, texts: list[bytes]) -> Words:
        """Tokens that begin with one of the texts, or with which one of them begins."""
        out: list[int] = []
        for text in texts:
            out.extend(self.starting_with(text))
            for end in range(1, len(text)):
                at = bisect_left(self.keys, text[:end])
                while at < len(self.keys) and self.keys[at] == text[:end]:
                    out.append(int(self.ids[at]))
                    at += 1
        return self._mask(out)


class _LaneTokens:
    """The plain tokens as one lane reads them."""

    def __init__(self, lane: Lane, size: int, texts: dict[int, tuple[str, bool]]) -> None:
        entries: dict[bool, list[tuple[bytes, int]]] = {False: [], True: []}
        closers = np.zeros(size, dtype=bool)
        for i, (text, ends) in texts.items():
            kind = lane.first_kind(text)
            key = lane.mark(text, before=kind, ends=ends)
            if key or lane.folded(text):
                # What is skipped at the beginning is an edge of its own.
                entries[kind].append((key if lane.gapped else key.removeprefix(bytes([EDGE])), i))
            else:
                closers[i] = ends
        #: Tokens that end the string before anything that counts.
        self.closers = pack(closers)
        self.groups = {kind: _Group(size, found) for kind, found in entries.items()}


class Blocker:
    """The blocklist over one vocabulary.

    Args:
        vocabulary: The tokens.
        escapes: Whether quotes and backslashes have a meaning (JSON), or all bytes are text.
    """

    def __init__(self, vocabulary: Vocabulary, *, escapes: bool) -> None:
        size = vocabulary.size
        hard, straddles, opens, ends_number = (np.zeros(size, dtype=bool) for _ in range(4))
        #: What a token says inside a string, and whether it ends the string.
        self._texts: dict[int, tuple[str, bool]] = {}
        for i, raw in enumerate(vocabulary.token_bytes):
            if not raw:
                continue
            if escapes:
                straddles[i] = b'"' in raw[:-1]
                opens[i] = _OPENS_ONE.fullmatch(raw) is not None
                ends_number[i] = any(byte in b",]} \n\t\r" for byte in raw)
            said = _said_in_string(raw) if escapes else _plain(raw)
            if said is None:
                hard[i] = True
            else:
                self._texts[i] = said
        self._token_bytes = vocabulary.token_bytes
        self._size = size
        self._hard, self._straddles, self._ends_number = pack(hard), pack(straddles), pack(ends_number)
        self._opens = pack(opens)
        self._inside = ~self._straddles
        self._lanes: dict[Lane, _LaneTokens] = {}
        self._whole: WeakKeyDictionary[Finder, Words] = WeakKeyDictionary()
        self._plain: OrderedDict[Hashable, tuple[Words, Words | None]] = OrderedDict()
        self._read: OrderedDict[Hashable, tuple[Words, Words]] = OrderedDict()

    def restrict(self, mask: Words, reader: Reader) -> None:
        """Clears from ``mask``, in place, the tokens that would complete a blocked word at the reader's place."""
        guard = reader.guard
        assert guard is not None
        watch = guard.watch
        if reader.in_text and watch is not None:
            if reader.mode == STRING and not guard.pending:
                suspects = mask & self._clear_plain(mask, watch, guard.states)
                # A token that leaves the string says something of the next one, too.
                self._read_each(mask, suspects, reader, (guard.look, reader.mode), self._inside)
            else:
                self._read_each(mask, mask.copy(), reader)
            return
        suspects = mask & self._straddles
        if guard.table.has_numbers:
            suspects |= mask & self._ends_number
        self._read_each(mask, suspects, reader, _next_look(reader), self._opens)

    def _clear_plain(self, mask: Words, watch: Watch, states: tuple[tuple[int, bool], ...]) -> Words:
        """Clears plain tokens that surely complete a word; returns those that must be read to know."""
        unsure = self._hard
        for (lane, automaton), (state, kind) in zip(watch.lanes, states, strict=True):
            spared, suspects = self._spared(lane, automaton, state, kind)
            mask &= spared
            if suspects is not None:
                unsure = unsure | suspects
        return unsure

    def _spared(self, lane: Lane, automaton: Finder, state: int, kind: bool) -> tuple[Words, Words | None]:
        """All tokens but the plain ones that surely complete a word, and plain ones that may complete one."""
        key = (automaton, state, kind)
        known = self._plain.get(key)
        if known is None:
            tokens = self._tokens(lane)
            found = self._within(tokens, automaton).copy()
            sure = np.zeros_like(found) if automaton.patient else found
            for first, group in tokens.groups.items():
                start = automaton.step(state, EDGE) if lane.edge(kind, first) else state
                if start == DEAD:
                    sure |= group.all
                elif automaton.owes(start) and isinstance(automaton, GappedAutomaton):
                    found |= group.all
                elif automaton.owes(start):
                    assert isinstance(automaton, Automaton)
                    going = group.going_on(automaton.excuses(start))
                    sure |= group.all
                    sure &= ~going
                    found |= going
                else:
                    for first_key, stop in automaton.completions(start, group.keys):
                        set_bits(found, group.ids[first_key:stop])
            if not may_end(lane, automaton, state, kind):
                sure |= tokens.closers
            known = self._plain[key] = (~sure, found if automaton.patient else None)
            if len(self._plain) > _REMEMBERED:
                self._plain.popitem(last=False)
        return known

    def _tokens(self, lane: Lane) -> _LaneTokens:
        # Reading on between values makes no difference within one.
        reading = replace(lane, across=False)
        if reading not in self._lanes:
            self._lanes[reading] = _LaneTokens(reading, self._size, self._texts)
        return self._lanes[reading]

    def _within(self, tokens: _LaneTokens, automaton: Finder) -> Words:
        """Tokens that hold a blocked word by themselves."""
        found = self._whole.get(automaton)
        if found is None:
            flags = np.zeros(self._size, dtype=bool)
            for group in tokens.groups.values():
                for key, i in zip(group.keys, group.ids, strict=True):
                    state = automaton.run(ROOT, key)
                    flags[i] = state == DEAD or automaton.owes(state)
            found = self._whole[automaton] = pack(flags)
        return found

    def _read_each(
        self,
        mask: Words,
        suspects: Words,
        reader: Reader,
        key: Hashable | None = None,
        alike: Words | None = None,
    ) -> None:
        """Reads the suspects one by one and clears those that break the guard.

        Args:
            mask: Changed in place.
            suspects: The tokens to read.
            reader: At the place.
            key: Readers of one key judge tokens of ``alike`` alike, so that these are read once; ``None``: none do.
            alike: Those tokens.
        """
        unread = good = None
        if key is not None:
            if key not in self._read:
                self._read[key] = (np.full_like(mask, -1), np.full_like(mask, -1))
                if len(self._read) > _REMEMBERED:
                    self._read.popitem(last=False)
            unread, good = self._read[key]
            mask &= good
            suspects = suspects & unread
        for i in members(suspects):
            twin = reader.fork()
            twin.feed(self._token_bytes[i])
            assert twin.guard is not None
            if twin.guard.broken:
                set_bit(mask, int(i), False)
            if unread is not None and good is not None and alike is not None and has_bit(alike, int(i)):
                set_bit(unread, int(i), False)
                set_bit(good, int(i), not twin.guard.broken)


def _next_look(reader: Reader) -> Hashable | None:
    """What the judgement of a token that opens one string, and no more, depends on; ``None`` where that is unknown."""
    guard = reader.guard
    if guard is None or not isinstance(reader, JsonReader) or reader.mode not in (VALUE, KEY, AFTER):
        return None
    place, is_key = reader.place, False
    if reader.mode == KEY or (reader.mode == AFTER and place and isinstance(place[-1], str)):
        place, is_key = place[:-1], True
    elif reader.mode == AFTER and place:
        index = place[-1]
        assert isinstance(index, int)
        place = (*place[:-1], index + 1)
    return guard.table.at(place, is_key=is_key), is_key, guard.look


def _plain(raw: bytes) -> tuple[str, bool] | None:
    """What a token says where all bytes are text; ``None`` when it begins within a character."""
    text, _ = whole_characters(raw)
    return None if "\ufffd" in text else (text, False)


def _said_in_string(raw: bytes) -> tuple[str, bool] | None:
    """What a token says inside a JSON string, and whether it ends it.

    ``None`` when that is not all there is to say: it begins within a character, stops within an escape, or begins
    another string or a number behind the end of this one.
    """
    inside, ends, behind = raw, False, b""
    at = 0
    while at < len(raw):
        if raw[at] == ord('"'):
            inside, ends, behind = raw[:at], True, raw[at + 1 :]
            break
        at += 2 if raw[at] == ord("\\") else 1
    if any(byte in b'"-0123456789' for byte in behind):
        return None
    # A character that the token stops within says nothing yet.
    text, _ = whole_characters(inside)
    if "\ufffd" in text or _SURROGATE in text.lower():
        return None
    if "\\" not in text:
        return text, ends
    try:
        return json.loads(f'"{text}"', strict=False), ends
    except ValueError:
        return None
