"""The exact language of those formats where the grammar engine is more generous than the validator.

Without this, a date could be written that no calendar has (2023-02-29), and a contract would be broken by its own mask.
"""

from __future__ import annotations

import re
from collections.abc import Callable

_LEAP_YEAR = "(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)"
_DATE = (
    f"(?:{_LEAP_YEAR}-02-29|[0-9]{{4}}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])"
    "|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8])))"
)
_CLOCK = "(?:[01][0-9]|2[0-3]):[0-5][0-9]"
_FRACTION = "(?:\\.[0-9]+)?"
# A leap second exists at 23:59:60 UTC alone; with an offset it is left out, as that would take a sum.
_TIME = f"(?:{_CLOCK}:[0-5][0-9]{_FRACTION}(?:[zZ]|[+-]{_CLOCK})|23:59:60{_FRACTION}(?:[zZ]|[+-]00:00))"
# One to 63 letters, digits and hyphens; no hyphen at either end, nor at the third and fourth place (RFC 5891, 4.2.3.1).
_ALNUM, _INNER = "[a-zA-Z0-9]", "[a-zA-Z0-9-]"
_LABEL = (
    f"{_ALNUM}(?:{_ALNUM}|{_INNER}{_ALNUM}|{_INNER}{{2}}{_ALNUM}"
    f"|{_INNER}(?:{_ALNUM}{_INNER}|-{_ALNUM}){_INNER}{{0,58}}{_ALNUM})?"
)
_HOST = f"{_LABEL}(?:\\.{_LABEL})*"

#: The formats of JSON Schema. Others are annotations, whatever they are called.
NAMES = frozenset(
    "date date-time duration email hostname idn-email idn-hostname ipv4 ipv6 iri iri-reference json-pointer regex"
    " relative-json-pointer time uri uri-reference uri-template uuid".split()
)

#: Pattern by format.
EXACT_PATTERNS: dict[str, str] = {
    "date": f"^{_DATE}$",
    "time": f"^{_TIME}$",
    "date-time": f"^{_DATE}[tT]{_TIME}$",
    "hostname": f"^{_HOST}$",
    "email": f"^[^@]{{1,64}}@(?:\\[[0-9.]+\\]|{_HOST})$",
}

_HEX = "[0-9A-Fa-f]"
_DAYS = "(?:[0-9]+Y(?:[0-9]+M(?:[0-9]+D)?)?|[0-9]+M(?:[0-9]+D)?|[0-9]+D)"
_HOURS = "(?:[0-9]+H(?:[0-9]+M(?:[0-9]+S)?)?|[0-9]+M(?:[0-9]+S)?|[0-9]+S)"
#: Formats that came with draft 2019-09. The validator leaves them alone in older drafts; here they are asserted.
LATER_PATTERNS: dict[str, str] = {
    "uuid": f"^{_HEX}{{8}}-{_HEX}{{4}}-{_HEX}{{4}}-{_HEX}{{4}}-{_HEX}{{12}}$",
    "duration": f"^P(?:{_DAYS}(?:T{_HOURS})?|T{_HOURS}|[0-9]+W)$",
}

#: Longest text by format, in characters: a name in the DNS (RFC 1035) and the path of a mailbox (RFC 5321).
EXACT_LENGTHS: dict[str, int] = {"hostname": 253, "email": 254}


def _asserts(pattern: str) -> Callable[[str], bool]:
    compiled = re.compile(pattern.removeprefix("^").removesuffix("$"))
    return lambda text: compiled.fullmatch(text) is not None


#: Checks of these formats, for validators of older drafts.
LATER_CHECKS: dict[str, Callable[[str], bool]] = {name: _asserts(pattern) for name, pattern in LATER_PATTERNS.items()}
