"""A sequence without a contract, under the same calls as one with it."""

from __future__ import annotations

from logitrail.engine import Verdict, Vocabulary


class FreeSequence:
    """Everything may follow; only the budget ends it, and then it is cut.

    Args:
        vocabulary: The tokens.
        budget: Most tokens.
    """

    def __init__(self, vocabulary: Vocabulary, budget: int) -> None:
        self.tokens: list[int] = []
        self.closing = False
        self.closed_from: int | None = None
        self._vocabulary = vocabulary
        self._budget = budget

    def fork(self) -> FreeSequence:
        """An independent copy."""
        twin = FreeSequence(self._vocabulary, self._budget)
        twin.tokens = list(self.tokens)
        return twin

    @property
    def room(self) -> int:
        """Tokens left in the budget."""
        return self._budget - len(self.tokens)

    @property
    def may_stop(self) -> bool:
        return True

    @property
    def must_stop(self) -> bool:
        return self.room <= 0

    def allowed(self) -> None:
        """No mask."""

    def forced(self) -> None:
        """Nothing is determined."""

    def accept(self, token: int) -> Verdict:
        """Appends a token."""
        self.tokens.append(token)
        return Verdict.ACCEPTED
