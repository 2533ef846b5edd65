"""Anchors taken out of a tree: what they let stand before and behind is spelled out."""

from __future__ import annotations

from logitrail.engine.lowering.tree import (
    ANY_TEXT,
    NOTHING,
    Anchor,
    Choice,
    Concat,
    IrregularError,
    Repeat,
    Tree,
    optional,
)


def _has_anchor(tree: Tree, begin: bool) -> bool:
    match tree:
        case Anchor():
            return tree.begin == begin
        case Concat(parts) | Choice(parts):
            return any(_has_anchor(part, begin) for part in parts)
        case Repeat(part):
            return _has_anchor(part, begin)
    return False


def begin_anchored(tree: Tree) -> Tree:
    """The tree with what may come before it spelled out, and without ``^``."""
    return _joined(_split(tree, begin=True), begin=True)


def end_anchored(tree: Tree) -> Tree:
    """The tree with what may come behind it spelled out, and without ``$``."""
    return _joined(_split(tree, begin=False), begin=False)


def _joined(split: tuple[Tree | None, Tree | None], *, begin: bool) -> Tree:
    bound, free = split
    options: list[Tree] = []
    if bound is not None:
        options.append(bound)
    if free is not None:
        options.append(Concat((ANY_TEXT, free) if begin else (free, ANY_TEXT)))
    return options[0] if len(options) == 1 else Choice(tuple(options))


def _split(tree: Tree, *, begin: bool) -> tuple[Tree | None, Tree | None]:
    """A tree as what holds at an end of the string only, and what holds anywhere."""
    if not _has_anchor(tree, begin):
        return None, tree
    match tree:
        case Anchor():
            return NOTHING, None
        case Choice(options):
            split = [_split(option, begin=begin) for option in options]
            return _choice_of([b for b, _ in split]), _choice_of([f for _, f in split])
        case Concat(parts):
            edge, rest = (parts[0], parts[1:]) if begin else (parts[-1], parts[:-1])
            inner = Concat(rest)
            if isinstance(edge, Anchor):
                bound, free = _split(inner, begin=begin)
                return _choice_of([bound, free]), None
            if any(_has_anchor(part, begin) for part in rest):
                if not _nullable(edge):
                    raise IrregularError("an anchor in the middle")
                # Only by leaving the edge out can the anchor behind it hold.
                bound, _ = _split(inner, begin=begin)
                kept = Concat((edge, *rest)) if begin else Concat((*rest, edge))
                return bound, None if _always_anchored(inner, begin) else _raise(kept)
            bound, free = _split(edge, begin=begin)

            def beside(part: Tree) -> Tree:
                return Concat((part, *rest)) if begin else Concat((*rest, part))

            return (None if bound is None else beside(bound)), (None if free is None else beside(free))
        case Repeat(part, fewest, most) if most == 1 and fewest == 0:
            return _split(optional(part), begin=begin)
        case Repeat(part, 1, 1):
            return _split(part, begin=begin)
    raise IrregularError("an anchor that is repeated")


def _raise(_tree: Tree) -> Tree:
    raise IrregularError("an anchor in the middle")


def _always_anchored(tree: Tree, begin: bool) -> bool:
    return _split(tree, begin=begin)[1] is None


def _choice_of(options: list[Tree | None]) -> Tree | None:
    kept = tuple(option for option in options if option is not None)
    if not kept:
        return None
    return kept[0] if len(kept) == 1 else Choice(kept)


def _nullable(tree: Tree) -> bool:
    match tree:
        case Concat(parts):
            return all(_nullable(part) for part in parts)
        case Choice(options):
            return any(_nullable(option) for option in options)
        case Repeat(part, fewest, _):
            return fewest == 0 or _nullable(part)
    return isinstance(tree, Anchor)
