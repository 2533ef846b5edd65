"""Values of an output, whole or in progress."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from logitrail.contract.spelling import canonicalize_at
from logitrail.engine import Sequence
from logitrail.engine.reader import FieldSpan


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
        value = json.loads(written) if sequence.compiled.is_json else written
        return canonicalize_at(sequence.compiled.contract, value, span.path)

    return reader.fields, value_of
