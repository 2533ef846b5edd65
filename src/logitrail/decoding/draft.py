"""Guesses the next tokens from the prompt: values are often copied from it.

A guess costs one wider pass and changes no output: each guessed token is compared with the one that the loop would have
chosen. Prompt look-up decoding: Saxena, 2023 (apoorvumang/prompt-lookup-decoding).
"""

from __future__ import annotations

import re

from logitrail.engine import Sequence, Verdict, Vocabulary
from logitrail.engine.reader import JsonReader

_WORD = re.compile(rb"[0-9A-Za-z]+|[^\x00-\x7f]+")
_SEPARATOR = re.compile(rb"(?:\s|[:=#\-]|is\b|was\b|are\b|of\b|the\b|\xef\xbc\x9a|\xe4\xb8\xba|\xe6\x98\xaf)*")
_VALUE_END = re.compile(rb"[,;.!?\n\r\"(){}\[\]|]|\xef\xbc\x8c|\xe3\x80\x82|\xef\xbc\x9b|\xe3\x80\x81| (?:and|or|in|on|at|for|by|with|to|from) ")
_NUMBER = re.compile(rb"-?\d+(?:\.\d+)?")

_SHORTEST, _LONGEST = 2, 16
_KEY_BYTES = 24  # of what stands before, at most this much is looked up


class Drafter:
    """Proposes drafts for one sequence.

    Args:
        vocabulary: The tokens.
        prompt: Tokens of the prompt.
    """

    def __init__(self, vocabulary: Vocabulary, prompt: list[int]) -> None:
        self._vocabulary = vocabulary
        self._prompt = vocabulary.decode(prompt)
        self._folded = self._prompt.lower()
        self._length = 8.0  # how long a draft pays: grows with guesses that hold

    def learn(self, guessed: int, held: int) -> None:
        """Adapts the length of the next draft to how the last one did."""
        if guessed:
            self._length = min(_LONGEST, max(_SHORTEST, 0.6 * self._length + 0.4 * (held * 1.5 + 2)))

    def propose(self, sequence: Sequence) -> list[int]:
        """Tokens that may come next, all of them acceptable one after the other; empty when nothing is likely."""
        reader = sequence.reader
        if not isinstance(reader, JsonReader) or sequence.closing:
            return []
        plan = self._continuation(sequence, reader)
        return self._spell(plan, sequence) if plan else []

    def _continuation(self, sequence: Sequence, reader: JsonReader) -> bytes:
        """Bytes that may follow, from the prompt: of the value begun, or of the value that the key speaks of."""
        begun = reader.begun
        if begun is None:
            return b""
        at = self._find(begun, reader) if begun else self._find_by_key(reader)
        if at is None:
            return b""
        rest = self._prompt[at : at + 160]
        if not reader.in_text:
            number = _NUMBER.match(rest) if not begun else re.match(rb"[\d.]*\d", rest)
            return number[0] if number else b""
        end = _VALUE_END.search(rest, 1)
        return rest[: end.start()] + b'"' if end else rest

    def _find(self, begun: bytes, reader: JsonReader) -> int | None:
        """Place in the prompt behind the last bytes of the value begun; near its key if it occurs there."""
        key = begun[-_KEY_BYTES:]
        near = self._find_by_key(reader)
        for at in (self._prompt.find(key, near) if near is not None else -1, self._prompt.find(key)):
            if at >= 0:
                return at + len(key)
        return None

    def _find_by_key(self, reader: JsonReader) -> int | None:
        """Place in the prompt behind the name of the field in progress."""
        names = [step for step in reader.place if isinstance(step, str)]
        if not names:
            return None
        words = _WORD.findall(names[-1].lower().encode())
        if not words:
            return None
        for pattern in (rb"[\s_-]*".join(map(re.escape, words)), re.escape(words[-1]), re.escape(words[0])):
            found = re.search(pattern, self._folded)
            if found:
                separator = _SEPARATOR.match(self._prompt, found.end())
                return separator.end() if separator else found.end()
        return None

    def _spell(self, plan: bytes, sequence: Sequence) -> list[int]:
        """The plan in tokens, with what the grammar forces between and behind them."""
        limit = round(self._length)
        ahead = sequence.fork()
        draft: list[int] = []
        spelled = self._vocabulary.tokenize(plan)
        while len(draft) < limit and not ahead.must_stop:
            token = ahead.forced()
            if token is None:
                if not spelled:
                    break
                token, spelled = spelled[0], spelled[1:]
            elif spelled:
                if token == spelled[0]:
                    spelled = spelled[1:]
                else:
                    spelled = []
            if ahead.accept(token) is not Verdict.ACCEPTED:
                break
            draft.append(token)
        return draft
