"""Short strings of a tree."""

from __future__ import annotations

from logitrail.engine.lowering import charset
from logitrail.engine.lowering.charset import CharSet
from logitrail.engine.lowering.tree import Chars, Choice, Concat, Repeat, Tree


def sample(tree: Tree, variant: int = 0) -> str:
    """A short string of the tree; other variants are likely other strings."""
    match tree:
        case Chars(chars):
            return _character(chars, variant)
        case Concat(parts):
            return "".join(sample(part, variant) for part in parts)
        case Choice(options):
            return min((sample(option, variant // len(options)) for option in _rotated(options, variant)), key=len)
        case Repeat(part, fewest, most):
            count = fewest + (variant % 3 if most is None else min(variant % 3, most - fewest))
            return "".join(sample(part, variant) for _ in range(count))
    return ""


def _rotated(options: tuple[Tree, ...], variant: int) -> tuple[Tree, ...]:
    return (options[variant % len(options)],) if variant else options


_PREFERRED = charset.of((0x61, 0x7A), (0x30, 0x39), (0x41, 0x5A))


def _character(chars: CharSet, variant: int) -> str:
    pool = charset.intersection(chars, _PREFERRED) or charset.intersection(chars, charset.of((0x20, 0x7E))) or chars
    if not pool:
        return ""
    # Letters before digits: they sort behind them.
    pool = pool[::-1]
    low, high = pool[(variant // 26) % len(pool)]
    return chr(low + variant % (high - low + 1))
