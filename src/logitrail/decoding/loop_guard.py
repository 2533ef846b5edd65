"""Notices that an output repeats itself: too tight a contract can trap a model in saying one thing for ever."""

from __future__ import annotations

_LONGEST_PERIOD = 32
#: Tokens that repeat before it counts as a loop: at least this many, and at least four times the period.
_REPEATED = 48
_TIMES = 4


class LoopGuard:
    """Follows the tokens of one output.

    For each period p it counts how many tokens in a row equal the one p places before.
    """

    def __init__(self) -> None:
        self._tokens: list[int] = []
        self._runs = [0] * (_LONGEST_PERIOD + 1)

    def repeats(self, token: int) -> bool:
        """Takes the next token; whether the output goes round in circles with it."""
        tokens, runs = self._tokens, self._runs
        tokens.append(token)
        looped = False
        for period in range(1, min(_LONGEST_PERIOD, len(tokens) - 1) + 1):
            if tokens[-1 - period] == token:
                runs[period] += 1
                looped |= runs[period] >= max(_REPEATED, _TIMES * period)
            else:
                runs[period] = 0
        return looped
