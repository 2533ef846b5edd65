"""What grammars let through and readers of JSON do not read back."""

from __future__ import annotations

import math
import re
from decimal import Decimal, InvalidOperation

#: Containers within each other: JSON sets no limit, but most of its readers do.
DEEPEST = 256
#: Digits of an integer: Python reads 4,300.
_MOST_DIGITS = 4000
_LONG_NUMBER = 300
_WHOLE_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_LARGE_EXPONENT = re.compile(rb"[eE][+-]?[0-9]{3}")


def is_unreadable(number: bytes | bytearray) -> bool:
    """Whether a number, whole or begun, is beyond what can be read back: float64, or for integers 4,000 digits."""
    if len(number) < _LONG_NUMBER and _LARGE_EXPONENT.search(number) is None:
        return False
    found = _WHOLE_NUMBER.match(number.decode("ascii"))
    if found is None:
        return False
    text = found[0]
    if text.lstrip("-").isdigit():
        return len(text) > _MOST_DIGITS
    try:
        exact = Decimal(text)
    except InvalidOperation:  # an exponent of more than eighteen digits
        return True
    # Read as nought, a number so small may break what it obeys as written.
    return math.isinf(float(text)) or (float(text) == 0 and exact != 0)
