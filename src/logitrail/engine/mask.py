"""Token masks: one bit per token id, packed into 32-bit words as the grammar engine writes them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

#: One bit per id, shape ``(ceil(vocabulary / 32),)``.
Words = npt.NDArray[np.int32]
#: One flag per id.
Flags = npt.NDArray[np.bool_]


def pack(flags: Flags) -> Words:
    """A token mask from one flag per id."""
    bits = np.packbits(flags, bitorder="little")
    padded = np.zeros(-(-len(bits) // 4) * 4, dtype=np.uint8)
    padded[: len(bits)] = bits
    return padded.view(np.int32)


def members(mask: Words) -> npt.NDArray[np.int64]:
    """Ids whose bit is set, ascending."""
    words = np.flatnonzero(mask)
    if len(words) * 4 > len(mask):
        return np.flatnonzero(np.unpackbits(mask.view(np.uint8), bitorder="little"))
    # Few words hold all the bits: only those are unpacked.
    bits = np.unpackbits(mask[words].view(np.uint8).reshape(-1, 4), axis=1, bitorder="little")
    row, column = np.nonzero(bits)
    return np.asarray(words[row] * 32 + column, dtype=np.int64)


def set_bit(mask: Words, i: int, value: bool) -> None:
    """Sets or clears the bit of one id, in place."""
    bit = np.int32(np.uint32(1 << (i & 31)).view(np.int32))
    if value:
        mask[i >> 5] |= bit
    else:
        mask[i >> 5] &= ~bit


def set_bits(mask: Words, ids: npt.NDArray[np.int64]) -> None:
    """Sets the bits of several ids, in place."""
    np.bitwise_or.at(mask.view(np.uint32), ids >> 5, np.uint32(1) << (ids & 31).astype(np.uint32))


def has_bit(mask: Words, i: int) -> bool:
    """Whether the bit of one id is set."""
    return bool((int(mask[i >> 5]) >> (i & 31)) & 1)


def flags_of(mask: Words, size: int) -> Flags:
    """One flag per id, shape ``(size,)``."""
    return np.unpackbits(mask.view(np.uint8), count=size, bitorder="little").view(np.bool_)


def count(mask: Words) -> int:
    """Number of ids whose bit is set."""
    return int(np.bitwise_count(mask.view(np.uint32)).sum())
