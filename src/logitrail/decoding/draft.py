"""Guesses the next tokens from the prompt: values are often copied from it.

A guess costs one wider pass and changes no output: each guessed token is compared with the one that the loop would have
chosen. Prompt look-up decoding: Saxena, 2023 (apoorvumang/prompt-lookup-decoding).
"""

from __future__ import annotations

import re

from logitrail.engine import Sequence, Verdict, Vocabulary
from logitrail.engine.reader import VALUE, JsonReader

_WORD = re.compile(rb"[0-9a-z]+|[^\x00-\x7f]+")
#: What stands between the name of a field and its value when the prompt says the value outright.
_SAYS = re.compile(rb"[\s\"'*)]*(?:[:=#]|\xef\xbc\x9a|\xe4\xb8\xba|\xe6\x98\xaf|\bis\b|\bwas\b|\bof\b)[\s\"'*]*")
_VALUE_END = re.compile(
    rb"[,;!?\n\r\"(){}\[\]|]|\.(?:\s|$)|\xef\xbc\x8c|\xe3\x80\x82|\xef\xbc\x9b|\xe3\x80\x81"
    rb"| (?:and|or|in|on|at|for|by|with|to|from|is|was|will|has|reported) "
)
_NUMBER = re.compile(rb"-?\d+(?:\.\d+)?")
_NUMBER_REST = re.compile(rb"\d*(?:\.\d+)?")

_SHORTEST, _LONGEST = 4.0, 20.0
_NEAR = 48  # bytes behind the name of a field in which its number is looked for
_KEY_BYTES = 24  # of what stands before, at most this much is looked up
_PLAN_BYTES = 160


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
        self._length = 10.0

    def learn(self, guessed: int, held: int) -> None:
        """Adapts the length of the next draft: one that held makes it longer, one that failed shorter."""
        if guessed == held:
            self._length = min(_LONGEST, self._length + held / 2)
        else:
            self._length = max(_SHORTEST, 0.75 * self._length + 0.5 * held)

    def propose(self, sequence: Sequence) -> list[int]:
        """Tokens that may come next, all of them acceptable one after the other; empty when nothing is likely."""
        reader = sequence.reader
        if not isinstance(reader, JsonReader) or sequence.closing:
            return []
        # Bytes that are determined, though not yet how they are tokenised: mostly canonically.
        plan = sequence.determined()
        if not plan and reader.begun is not None:
            plan = self._value(reader.begun, reader)
        if not plan:
            # The layout is still open before the first value: most models put a blank there.
            plan = b' "' if reader.mode == VALUE else b""
        if not plan:
            return []
        probe = sequence.fork()
        if plan.endswith(b'"') and all(probe.accept(t) is Verdict.ACCEPTED for t in self._vocabulary.tokenize(plan)):
            plan += probe.determined()  # a closing quote is mostly one token with what follows it
        return self._spell(plan, sequence)

    def _value(self, begun: bytes, reader: JsonReader) -> bytes:
        """Bytes of the value in progress that the prompt suggests."""
        name = self._find_name(reader)
        if begun:
            return self._rest(begun, name or 0, reader)
        if name is None:
            return b""
        if not reader.in_text:
            number = _NUMBER.search(self._prompt, name, name + _NEAR)
            return number[0] if number else b""
        says = _SAYS.match(self._folded, name)
        return self._text_from(says.end()) if says else b""

    def _rest(self, begun: bytes, near: int, reader: JsonReader) -> bytes:
        """What follows, in the prompt, the last bytes of the value begun; near the name of its field if it occurs."""
        key = re.escape(begun[-_KEY_BYTES:].lower())
        if len(begun) <= _KEY_BYTES:
            key = rb"(?<![0-9a-z])" + key  # a value begins where a word does
        found = None
        for found in re.finditer(key, self._folded):
            if found.start() >= near:
                break
        if found is None:
            return b""
        at = found.end()
        if reader.in_text:
            return self._text_from(at)
        number = _NUMBER_REST.match(self._prompt, at)
        return number[0] if number else b""

    def _text_from(self, at: int) -> bytes:
        rest = self._prompt[at : at + _PLAN_BYTES]
        end = _VALUE_END.search(rest)
        return rest[: end.start()] + b'"' if end else rest

    def _find_name(self, reader: JsonReader) -> int | None:
        """Place in the prompt behind the name of the field in progress: behind its last mention, mostly the data."""
        names = [step for step in reader.place if isinstance(step, str)]
        words = _WORD.findall(names[-1].lower().encode()) if names else []
        if not words:
            return None
        for wanted in (words, words[:1], words[-1:]):
            found = None
            for found in re.finditer(rb"[\s_-]*".join(map(re.escape, wanted)), self._folded):
                if _SAYS.match(self._folded, found.end()):
                    break
            if found is not None:
                return found.end()
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
                    spelled = self._vocabulary.tokenize(ahead.determined())
                if not spelled:
                    break
                token = spelled[0]
            spelled = spelled[1:] if spelled and spelled[0] == token else []
            if ahead.accept(token) is not Verdict.ACCEPTED:
                break
            draft.append(token)
        return draft
