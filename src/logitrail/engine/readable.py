"""What grammars let through and readers of JSON do not read back."""

from __future__ import annotations

import math
import re
from decimal import Decimal, InvalidOperation

#: Containers within each other: JSON sets no limit, but most of its readers do.
DEEPEST = 256
#: Digits of an integer: Python reads 4,300.
_MOST_DIGITS = 4000
#: Decimal digits that every float64 keeps, and that the shortest spelling of one may have.
_ALWAYS_EXACT, _EXACT_AT_MOST = 15, 17
_WHOLE_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_LARGE_EXPONENT = re.compile(rb"[eE][+-]?[0-9]{3}")


def is_unreadable(number: bytes | bytearray, *, whole: bool = False) -> bool:
    """Whether a number is beyond what can be read back.

    With a fraction or an exponent it must be what its float64 says, as whatever ``json.dumps`` writes is: else it could
    obey as written and break the contract as read (760299478968866234.5 is no integer, its float is). Integers may have
    4,000 digits.

    Args:
        number: As spelled.
        whole: Whether the number ends there; else digits may still make it readable.
    """
    if len(number) <= _ALWAYS_EXACT and _LARGE_EXPONENT.search(number) is None:
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
    read = float(text)
    if math.isinf(read) or (read == 0 and exact != 0):
        return True
    digits = "".join(map(str, exact.as_tuple().digits)).strip("0")
    return len(digits) > _EXACT_AT_MOST or (whole and Decimal(repr(read)) != exact)
