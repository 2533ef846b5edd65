"""Null wherever null is allowed: what a model did not say is not made up by the witness."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from logitrail.engine.reader import FieldSpan

_NULL = b"null"


def abstaining(text: bytes, begin: int, fields: Iterable[FieldSpan], completes: Callable[[bytes], bool]) -> bytes:
    """A text with null in place of every value that may be null.

    Args:
        text: Completes an output validly.
        begin: Where it begins in the output.
        fields: Values of the output; those that began before are left as they are.
        completes: Whether another text would do, too.
    """
    spans = [(span.start - begin, span.end - begin) for span in fields if span.start >= begin]
    replaced: list[tuple[int, int]] = []
    # Whole values before their parts; from the last to the first, so that the places of the others stay.
    for start, end in sorted(spans, key=lambda span: (-span[1], span[0])):
        if text[start:end] == _NULL or any(first <= start and end <= last for first, last in replaced):
            continue
        candidate = text[:start] + _NULL + text[end:]
        if completes(candidate):
            text = candidate
            replaced.append((start, end))
    return text
