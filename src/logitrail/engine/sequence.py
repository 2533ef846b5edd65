"""One output in progress under a contract: what may follow, what must follow, and the proof that an end is in reach."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from itertools import chain

import numpy as np

from logitrail.engine import utf8, witness
from logitrail.engine.abstention import abstaining
from logitrail.engine.compiled import CompiledContract
from logitrail.engine.donors import Donors
from logitrail.engine.mask import Words, set_bit
from logitrail.engine.reader import STRING, JsonReader
from logitrail.errors import BudgetError

#: Bytes tried for a new witness behind one token, beside those of the old one.
_PATIENCE = 3_000

#: As many where an end is known, but beyond the budget.
_SHORTER = 200

#: As many where ends are proposed, too: what these do not find is seldom found by bytes.
_BESIDE_PROPOSALS = 400


class Verdict(Enum):
    """What became of a token that was offered."""

    ACCEPTED = "accepted"
    FORBIDDEN = "forbidden"  # not allowed, or no valid end lies behind it
    OVER_BUDGET = "over budget"  # a valid end lies behind it, but beyond the token budget


class Sequence:
    """State of one sequence. It grows by ``accept`` alone, and after each token a valid completion is known to fit.

    Args:
        compiled: The contract.
        budget: Most tokens the text may have, the end token not counted; ``None`` for no limit.

    Raises:
        BudgetError: The shortest valid text found needs more tokens than ``budget``.

    Attributes:
        tokens: Accepted tokens.
        reader: The shadow reader behind the last token.
        witness: Tokens that complete the text validly within the budget.
        closed_from: Byte offset from which the witness alone wrote; ``None`` while the model writes.
    """

    def __init__(self, compiled: CompiledContract, budget: int | None = None) -> None:
        needed = len(compiled.shortest)
        if budget is not None and budget < needed:
            raise BudgetError(
                f"max_tokens is {budget}, but the shortest valid output found needs {needed} tokens",
                needed=needed,
                hint=f"max_tokens={needed} or more",
            )
        self.compiled = compiled
        self.budget = budget
        self.tokens: list[int] = []
        self.reader = compiled.reader()
        preferred = compiled.abstaining
        self._abstains = budget is None or len(preferred) <= budget
        self.witness: list[int] = preferred if self._abstains else compiled.shortest
        self.closed_from: int | None = None
        self._matcher = compiled.matcher()
        self._byte_matcher = compiled.byte_matcher()
        self._unread = b""  # bytes that the byte matcher has not seen yet: it is needed for searches alone
        self._run: list[int] = []
        self._run_known = False
        self._banned: set[int] = set()
        #: Without a budget and what the grammar does not hold, its own guarantee (no dead ends) is enough.
        self.needs_witness = (
            budget is not None or compiled.blocker is not None or compiled.may_repeat_keys or compiled.watched
        )

    def fork(self) -> Sequence:
        """An independent copy."""
        twin = Sequence.__new__(Sequence)
        twin.compiled, twin.budget, twin.tokens = self.compiled, self.budget, list(self.tokens)
        twin.reader, twin.witness, twin.closed_from = self.reader.fork(), self.witness, self.closed_from
        twin._matcher, twin._byte_matcher = self._matcher.deep_copy(), self._byte_matcher.deep_copy()
        twin._unread, twin._run, twin._run_known = self._unread, list(self._run), self._run_known
        twin._banned, twin.needs_witness = set(self._banned), self.needs_witness
        twin._abstains = self._abstains
        return twin

    @property
    def room(self) -> int | None:
        """Tokens left in the budget."""
        return None if self.budget is None else self.budget - len(self.tokens)

    @property
    def may_stop(self) -> bool:
        """Whether the text is complete and valid as it stands."""
        return self._matcher.is_accepting() and self.reader.may_finish()

    @property
    def must_stop(self) -> bool:
        """Whether nothing may follow."""
        return self.finished or ((self.room == 0 or (self.closing and not self.witness)) and self.may_stop)

    @property
    def finished(self) -> bool:
        """Whether the text is complete and the contract lets nothing follow, whatever the budget."""
        return self._matcher.is_stopped() and self.may_stop

    @property
    def closing(self) -> bool:
        """Whether the witness is being followed."""
        return self.closed_from is not None

    @property
    def mask_suffices(self) -> bool:
        """Whether every allowed token would be accepted: else some lead to no end in reach, or to no readable value."""
        return not self.needs_witness and self.reader.mode == STRING

    def allowed(self) -> Words:
        """The token mask at this place: every token whose bytes keep the contract completable, less what was banned.

        Returns:
            One bit per id, int32 of shape ``(vocabulary.words,)``; the end tokens are set where the text may stop.
        """
        vocabulary = self.compiled.vocabulary
        mask = np.zeros(vocabulary.words, dtype=np.int32)
        self._matcher.unsafe_compute_mask_ptr(mask.ctypes.data, mask.nbytes)
        if self.compiled.blocker is not None:
            self.compiled.blocker.restrict(mask, self.reader)
        may_stop = self.may_stop
        for i in vocabulary.eos_ids:
            set_bit(mask, i, may_stop)
        for i in self._banned:
            set_bit(mask, i, False)
        return mask

    def forced(self) -> int | None:
        """The token that must come next: of the witness when closing, else canonical for bytes that are determined."""
        if self.closing:
            return self.witness[0] if self.witness else None
        if not self._run_known:
            self._run_known = True
            data = self._matcher.compute_ff_bytes()
            self._run = self.compiled.vocabulary.tokenize_forced(data, self.tokens) if data else []
        return self._run[0] if self._run else None

    def determined(self) -> bytes:
        """Bytes that must come next, also those whose tokenisation is still open."""
        return self._matcher.compute_ff_bytes()

    def accept(self, token: int) -> Verdict:
        """Offers a token. Only when the verdict is ``ACCEPTED`` has anything changed."""
        raw = self.compiled.vocabulary.token_bytes[token]
        if not raw or token in self._banned:
            return Verdict.FORBIDDEN
        reader = self.reader.fork()
        reader.feed(raw)
        if reader.broken:
            return Verdict.FORBIDDEN
        if self._matcher.try_consume_tokens([token]) != 1:
            return Verdict.FORBIDDEN
        before, self.reader = self.reader, reader.settled
        if self.needs_witness:
            following = self._witness_after(token, raw)
            if isinstance(following, Verdict):
                self._matcher.rollback(1)
                self.reader = before
                return following
            self.witness = following
        self._unread += raw
        self.tokens.append(token)
        if self._run and self._run[0] == token:
            self._run = self._run[1:]
        else:
            self._run = []
        self._run_known = bool(self._run)
        self._banned.clear()
        return Verdict.ACCEPTED

    def ban(self, token: int) -> None:
        """Takes a token out of the mask at this place."""
        self._banned.add(token)

    def close(self) -> None:
        """Follows the witness from here on."""
        if self.closed_from is None:
            self.closed_from = self.reader.pos

    def _witness_after(self, token: int, raw: bytes) -> list[int] | Verdict:
        """A completion from behind ``token``, which matcher and reader have consumed, within what the budget leaves."""
        old = self.witness
        if old and old[0] == token:
            return old[1:]
        room = None if self.budget is None else self.budget - len(self.tokens) - 1
        found = False
        for candidate in self._likely(old, raw):
            if self._completes(candidate):
                if room is None or len(candidate) <= room:
                    return candidate
                found = True
        proposals = self.compiled.proposals
        patience = _BESIDE_PROPOSALS if self.compiled.watched else _PATIENCE
        patience += 2 * len(self.compiled.vocabulary.decode(old))
        if found:  # something shorter is looked for, but not long
            patience = _SHORTER
        self._byte_matcher.try_consume_tokens(list(self._unread))
        self._unread = b""
        self._byte_matcher.try_consume_tokens(list(raw))
        try:
            for spaced in (False, True):
                text = witness.complete(
                    self._byte_matcher,
                    self.reader,
                    self.compiled.hints,
                    proposals=proposals,
                    donors=self._donors,
                    patience=patience,
                    spaced=spaced,
                )
                tokens = self.compiled.vocabulary.tokenize(text) if text is not None else None
                if text is None or tokens is None or not self._completes(tokens):
                    continue
                found = True
                if self._abstains and self.compiled.nullable:
                    tokens = self._abstaining(text)
                if room is None or len(tokens) <= room:
                    return tokens
        finally:
            self._byte_matcher.rollback(len(raw))
        return Verdict.OVER_BUDGET if found else Verdict.FORBIDDEN

    @property
    def _donors(self) -> Donors | None:
        return self.compiled.abstaining_donors if self._abstains else self.compiled.donors

    def _abstaining(self, text: bytes) -> list[int]:
        """Tokens of a completion, with null wherever null is allowed."""
        tokenize = self.compiled.vocabulary.tokenize
        ahead = self.reader.fork()
        ahead.feed(text)
        ahead.finish()
        fields = ahead.settled.fields
        return tokenize(abstaining(text, self.reader.pos, fields, lambda one: self._completes(tokenize(one))))

    def _likely(self, old: list[int], raw: bytes) -> Iterable[list[int]]:
        """Completions that need no search: mostly the old one still holds, whole or without its beginning."""
        vocabulary = self.compiled.vocabulary
        text = vocabulary.decode(old)
        rest = b""
        if isinstance(self.reader, JsonReader):
            for end in self.reader.ends_of_escape:
                yield vocabulary.tokenize(end + text)
                yield vocabulary.tokenize(end + utf8.without_characters(text, 1))
        if self.reader.in_text:
            rest = utf8.rest_of_character(vocabulary.decode(self.tokens[-3:]) + raw)
            if rest:
                yield vocabulary.tokenize(rest + text)
                yield vocabulary.tokenize(rest + utf8.without_characters(text, utf8.count_begun(raw)))
        if text.startswith(raw):
            yield vocabulary.tokenize(text[len(raw) :])
        if old:
            yield old[1:]
        yield old
        if self.reader.in_text and not rest:
            yield vocabulary.tokenize(utf8.without_characters(text, utf8.count_begun(raw)))
        donors, reader = self._donors, self.reader
        if donors is not None and isinstance(reader, JsonReader):
            any_order = self.compiled.contract.order == "any"
            ends = chain(donors.ends(reader), donors.members(reader)) if any_order else donors.ends(reader)
            for end in ends:
                for begun in reader.ends_of_escape or (rest,):
                    yield vocabulary.tokenize(begun + end)

    def _completes(self, candidate: list[int]) -> bool:
        if self._matcher.is_stopped():  # the engine takes nothing more, not even an end token
            return not candidate and self.may_stop
        end = self.compiled.vocabulary.eos_ids[0]
        if self._matcher.validate_tokens([*candidate, end]) != len(candidate) + 1:
            return False
        reader = self.reader.fork()
        reader.feed(self.compiled.vocabulary.decode(candidate))
        return reader.may_finish() and not reader.broken
