"""Ways of reading a text for blocked words: what counts as a letter, what is skipped, and where a word has its edges.

Edges are symbols in the stream instead of look-around. For substrings they stand where a digit meets a non-digit, so
that "40" is not found in "1405"; for whole words, wherever two characters do not join. The words carry the same
symbols, and a plain substring match then means the right thing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from logitrail.contract.folding import fold_char, is_filler, joins
from logitrail.contract.model import BlockRule

#: Never a byte of UTF-8.
EDGE = 0xFF


@dataclass(frozen=True, slots=True)
class Lane:
    """One way of reading.

    Attributes:
        whole: Whether words match only where nothing joins them to their neighbours.
        inserted: Whether blanks, punctuation and symbols are skipped.
        across: Whether reading goes on from one value to the next.
        gapped: Whether what is skipped is an edge, too: some word must stand by itself, and is found with anything
            between its letters.
    """

    whole: bool
    inserted: bool
    across: bool
    gapped: bool = False

    @classmethod
    def of(cls, rule: BlockRule) -> Lane:
        """The lane that a rule needs."""
        gapped = rule.inserted and (rule.whole_word or any(map(_has_digit_at_an_end, (*rule.words, *rule.except_in))))
        return cls(rule.whole_word, rule.inserted, rule.across_fields, gapped)

    def kind(self, char: str) -> bool:
        """The class of a character: digit or not; for whole words, joining or not."""
        return joins(char) if self.whole else char in "0123456789"

    def edge(self, before: bool, after: bool) -> bool:
        """Whether an edge stands between characters of these classes."""
        return not (before and after) if self.whole else before != after

    def folded(self, text: str) -> str:
        """The characters that count, in their common spelling."""
        return _folded(text, self.inserted)

    def excuses(self, phrase: bytes, word: bytes) -> bool:
        """Whether a longer phrase holds a word, both as :meth:`word` gives them."""
        if self.gapped:
            phrase, word = (marked.replace(bytes([EDGE]), b"") for marked in (phrase, word))
        return word in phrase and word != phrase

    def mark(self, text: str, *, before: bool = False, ends: bool = False) -> bytes:
        """The stream of a text.

        Args:
            text: Any characters.
            before: Class of the character that stands before; at the beginning of a text, false.
            ends: Whether the text ends with it.
        """
        out = bytearray()
        for char in _folded(text, self.inserted and not self.gapped):
            if self.gapped and is_filler(char):
                out.append(EDGE)
                before = False
                continue
            now = self.kind(char)
            if self.edge(before, now):
                out.append(EDGE)
            out += char.encode("utf-8", "replace")
            before = now
        if ends and out and self.edge(before, False):
            out.append(EDGE)
        return bytes(out)

    def last_kind(self, text: str, before: bool) -> bool:
        """Class of the last character that counts, and where what is skipped is an edge, of that, too."""
        folded = _folded(text, self.inserted and not self.gapped)
        if self.gapped and folded and is_filler(folded[-1]):
            return False
        return self.kind(folded[-1]) if folded else before

    def first_kind(self, text: str) -> bool:
        """Class of the first character, as ``last_kind`` has it; false for a text of which nothing counts."""
        folded = _folded(text, self.inserted and not self.gapped)
        return bool(folded) and not (self.gapped and is_filler(folded[0])) and self.kind(folded[0])

    def word(self, text: str) -> bytes:
        """The stream of a word or phrase; what is skipped in it makes no difference."""
        return self.mark(self.folded(text) if self.inserted else text, ends=True)


def _has_digit_at_an_end(word: str) -> bool:
    folded = _folded(word, True)
    return bool(folded) and (folded[0] in "0123456789" or folded[-1] in "0123456789")


@cache
def _folded_char(char: str, inserted: bool) -> str:
    folded = fold_char(char)
    return "".join(c for c in folded if not is_filler(c)) if inserted else folded


def _folded(text: str, inserted: bool) -> str:
    if text.isascii() and not inserted:
        # Control characters fold to themselves, as do blanks.
        return text.lower()
    return "".join([_folded_char(char, inserted) for char in text])
