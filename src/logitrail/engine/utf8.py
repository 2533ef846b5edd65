"""Characters in UTF-8 bytes that may begin or end within one."""

from __future__ import annotations

_SECOND = {0xE0: 0xA0, 0xF0: 0x90}  # the lowest second byte behind these; 0x80 behind all others


def rest_of_character(data: bytes) -> bytes:
    """Bytes that complete the character in which ``data`` ends; ``b""`` where it ends with a whole one."""
    for behind in range(1, min(3, len(data)) + 1):
        lead = data[-behind]
        if lead < 0x80:
            return b""
        if lead >= 0xC0:
            missing = (2 if lead < 0xE0 else 3 if lead < 0xF0 else 4) - behind
            second = bytes([_SECOND.get(lead, 0x80)]) if behind == 1 and missing > 0 else b""
            return second + b"\x80" * (missing - len(second))
    return b""


def count_begun(data: bytes) -> int:
    """Characters that begin in ``data``."""
    return sum(byte & 0xC0 != 0x80 for byte in data)


def without_characters(data: bytes, number: int) -> bytes:
    """``data`` without its first ``number`` characters."""
    return data.decode("utf-8", "ignore")[number:].encode()
