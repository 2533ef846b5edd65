"""Reads a text under a contract byte by byte, and stops where it leaves the contract."""

from __future__ import annotations

import numpy as np
from llguidance import LLMatcher

from logitrail.contract.blocklist import covers, number_blocked, read_number
from logitrail.contract.killed import word_in
from logitrail.engine.compiled import CompiledContract
from logitrail.engine.reader import NUMBER, JsonReader, Reader


class Stepper:
    """A place in a text, without tokens.

    Args:
        compiled: The contract; over which vocabulary does not matter.

    Attributes:
        reader: The shadow reader at the place.
        blocked: Whether the last ``read`` stopped because its next byte would have completed a blocked word.
        word: That word, as listed; ``None`` where none was, or where it cannot be told which.
    """

    def __init__(self, compiled: CompiledContract) -> None:
        self.reader: Reader = compiled.reader()
        self.blocked = False
        self.word: str | None = None
        self._rules = compiled.contract.block_rules
        self._matcher: LLMatcher = compiled.byte_matcher()
        self._text = bytearray()

    def fork(self) -> Stepper:
        """An independent copy."""
        twin = Stepper.__new__(Stepper)
        twin.reader, twin.blocked, twin.word, twin._rules = self.reader.fork(), self.blocked, self.word, self._rules
        twin._matcher, twin._text = self._matcher.deep_copy(), bytearray(self._text)
        return twin

    def read(self, data: bytes) -> int:
        """Reads on, as far as the contract lets.

        Returns:
            How many bytes of ``data`` were read; less than all when the next one is not allowed.
        """
        self.blocked, self.word = False, None
        fits = self._matcher.try_consume_tokens(list(data))
        before = self.reader
        ahead = before.fork()
        at = fits
        for i in range(fits):
            ahead.feed(data[i : i + 1])
            if ahead.broken:
                at = i
                break
        if at < fits:
            before.feed(data[:at])
            self.reader = before.settled
            if ahead.guard is not None and ahead.guard.broken:
                self.blocked, self.word = True, self._word(before, ahead, data[: at + 1])
            self._matcher.rollback(fits - at)
        else:
            self.reader = ahead.settled
        self._text += data[:at]
        return at

    @property
    def may_stop(self) -> bool:
        """Whether the text is complete and valid as it stands."""
        return self._matcher.is_accepting() and self.reader.may_finish()

    def determined(self) -> bytes:
        """Bytes that must come next."""
        return self._matcher.compute_ff_bytes()

    def followers(self) -> list[int]:
        """Bytes that the shape lets come next, whatever the blocklist says."""
        mask = np.frombuffer(self._matcher.compute_bitmask(), dtype=np.uint8)[:32]
        return np.flatnonzero(np.unpackbits(mask, bitorder="little")).tolist()

    def _word(self, before: Reader, behind: Reader, data: bytes) -> str | None:
        """The word that ends with the last byte of ``data``."""
        if not isinstance(before, JsonReader) or not isinstance(behind, JsonReader):
            return word_in((bytes(self._text) + data).decode("utf-8", "replace"), self._rules, ())
        if before.mode == NUMBER:
            number = read_number(before.decoded.decode())
            rules = [rule for rule in self._rules if covers(rule, before.place)]
            hits = (number_blocked(number, rule.words) for rule in rules if number is not None)
            return next((hit for hit in hits if hit is not None), None)
        place = before.place[:-1] if before.in_key else before.place
        return word_in(behind.decoded.decode("utf-8", "replace"), self._rules, place, is_key=before.in_key)
