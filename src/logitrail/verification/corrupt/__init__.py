"""Claims made false on purpose, to measure what the verifier catches. It decides nothing and asks no verifier.

Every corruption changes what the claim says: a digit becomes another value, a flip is made on a word that the scanner
takes for a cue, a borrowed number has the same kind and unit and another value. The draws depend on the seed, the
operation and the claim, so that a set of corrupted claims can be made again.
"""

from __future__ import annotations

from random import Random

from logitrail.errors import OptionError
from logitrail.types import Span
from logitrail.verification.corrupt import borrowing, digits, flips, scales
from logitrail.verification.corrupt.edits import Case, Corruption, Operation, applied

_OPERATIONS: dict[str, Operation] = {
    "digit_edit": digits.digit_edit,
    "digit_insert": digits.digit_insert,
    "digit_drop": digits.digit_drop,
    "decimal_shift": digits.decimal_shift,
    "wan_yi": scales.wan_yi,
    "million_billion": scales.million_billion,
    "currency_swap": scales.currency_swap,
    "percent_points": scales.percent_points,
    "unit_swap": scales.unit_swap,
    "negation_flip": flips.negation_flip,
    "direction_flip": flips.direction_flip,
    "bound_flip": flips.bound_flip,
    "borrowed_number": borrowing.borrowed_number,
    "period_swap": borrowing.period_swap,
}

#: The names of the operations.
OPERATIONS: tuple[str, ...] = tuple(_OPERATIONS)

__all__ = ["OPERATIONS", "Corruption", "corrupt"]


def corrupt(claim: str, source_text: str, *, op: str, seed: int) -> Corruption | None:
    """One corruption of a claim.

    Args:
        claim: A claim that its source supports.
        source_text: The source, from which numbers and periods are borrowed.
        op: One of ``OPERATIONS``.
        seed: With ``op`` and ``claim`` it decides what is changed.

    Returns:
        The claim with what was changed; None where it holds nothing that this operation could change.

    Raises:
        OptionError: There is no such operation.
    """
    if op not in _OPERATIONS:
        raise OptionError(f"there is no operation {op!r}", path="$.op", hint=f"one of: {', '.join(OPERATIONS)}")
    case = Case(claim, source_text, Random(f"{seed}:{op}:{claim}"))  # noqa: S311  # draws a test case, guards no secret
    for edit in _OPERATIONS[op](case):
        text = applied(claim, edit)
        if text != claim:
            end = edit.start + len(edit.text)
            return Corruption(
                text,
                op,
                Span(edit.start, edit.end, claim[edit.start : edit.end]),
                Span(edit.start, end, edit.text),
            )
    return None
