"""Values of an output, whole or in progress."""

from __future__ import annotations

import json
from collections.abc import Callable
from decimal import Decimal
from typing import Any

from logitrail.contract.spelling import canonicalize_at
from logitrail.engine import Sequence
from logitrail.engine.reader import FieldSpan


def _read_float(text: str) -> float | int:
    """A number with a fraction or an exponent: a float, but an integer where it is one that a float would miss."""
    value, exact = float(text), Decimal(text)
    return value if value == exact or exact != exact.to_integral_value() else int(exact)


def read_fields(sequence: Sequence, data: bytes) -> tuple[list[FieldSpan], Callable[[FieldSpan], Any]]:
    """The values completed so far.

    Args:
        sequence: The output.
        data: Its bytes.

    Returns:
        Their spans, and a function that parses one of them into canonical spelling.
    """
    reader = sequence.reader
    if sequence.may_stop:  # a number or a text at the end has no terminator of its own
        reader = reader.fork()
        reader.finish()

    def value_of(span: FieldSpan) -> Any:
        written = data[span.start : span.end].decode("utf-8")
        value = json.loads(written, parse_float=_read_float) if sequence.compiled.is_json else written
        return canonicalize_at(sequence.compiled.contract, value, span.path)

    return reader.fields, value_of
