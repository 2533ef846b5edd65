"""Formats as patterns: what the validator asks for, or somewhat more where that is no regular language."""

from __future__ import annotations

from dataclasses import dataclass

from logitrail.contract.formats import EXACT_PATTERNS, LATER_PATTERNS


@dataclass(frozen=True, slots=True)
class Format:
    """A format.

    Attributes:
        pattern: A pattern that every such string matches; ``None`` where none helps.
        exact: Whether only such strings match it.
    """

    pattern: str | None
    exact: bool = False


_OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])"
_IPV4 = rf"{_OCTET}(?:\.{_OCTET}){{3}}"
_GROUP = "[0-9A-Fa-f]{1,4}"
_LAST = f"(?:{_GROUP}:{_GROUP}|{_IPV4})"
_IPV6 = "|".join(
    [
        f"(?:{_GROUP}:){{6}}{_LAST}",
        f"::(?:{_GROUP}:){{5}}{_LAST}",
        f"(?:{_GROUP})?::(?:{_GROUP}:){{4}}{_LAST}",
        f"(?:(?:{_GROUP}:){{0,1}}{_GROUP})?::(?:{_GROUP}:){{3}}{_LAST}",
        f"(?:(?:{_GROUP}:){{0,2}}{_GROUP})?::(?:{_GROUP}:){{2}}{_LAST}",
        f"(?:(?:{_GROUP}:){{0,3}}{_GROUP})?::{_GROUP}:{_LAST}",
        f"(?:(?:{_GROUP}:){{0,4}}{_GROUP})?::{_LAST}",
        f"(?:(?:{_GROUP}:){{0,5}}{_GROUP})?::{_GROUP}",
        f"(?:(?:{_GROUP}:){{0,6}}{_GROUP})?::",
    ]
)
_POINTER = "(?:/(?:[^~/]|~[01])*)*"
# RFC 5321; what stands behind the @ is said by the pattern that comes with the format.
_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_QUOTED = r'"(?:[\t\x20\x21\x23-\x5b\x5d-\x7e]|\\[\t\x20-\x7e])*"'
_MAILBOX = rf"(?:{_ATOM}(?:\.{_ATOM})*|{_QUOTED})@"
# Characters of RFC 3986, and for IRIs those beyond ASCII.
_URI = r"[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2}"
_IRI = r"[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=\u{a0}-\u{10ffff}]|%[0-9A-Fa-f]{2}"

FORMATS: dict[str, Format] = {
    **{name: Format(pattern, exact=True) for name, pattern in EXACT_PATTERNS.items()},
    "email": Format(f"^{_MAILBOX}", exact=True),
    **{name: Format(pattern, exact=name == "uuid") for name, pattern in LATER_PATTERNS.items()},
    "ipv4": Format(f"^{_IPV4}$", exact=True),
    "ipv6": Format(f"^(?:{_IPV6})$"),
    "json-pointer": Format(f"^{_POINTER}$"),
    "relative-json-pointer": Format(f"^(?:0|[1-9][0-9]*)(?:#|{_POINTER})$"),
    "uri": Format(f"^[A-Za-z][A-Za-z0-9+.-]*:(?:{_URI})*$"),
    "uri-reference": Format(f"^(?:{_URI})*$"),
    "iri": Format(f"^[A-Za-z][A-Za-z0-9+.-]*:(?:{_IRI})*$"),
    "iri-reference": Format(f"^(?:{_IRI})*$"),
    "uri-template": Format(None),
    "idn-email": Format("^.+@.+$"),
    "idn-hostname": Format("^.+$"),
    "regex": Format(None),
}
