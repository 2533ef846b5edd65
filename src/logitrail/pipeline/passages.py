"""Long sources in passages: whole paragraphs, each no longer than a model can be shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from logitrail.scan.clauses import sentences
from logitrail.types import Source, Span

#: Where in its source a passage begins, as a key of ``Source.meta``.
START = "start"
#: Characters from which a source is read in sections, and how long they are.
LONG, SECTION = 200_000, 40_000
#: The ``Source.id`` of the whole, as a key of ``Source.meta``.
WHOLE = "whole"


def passages(source: Source, size: int = 1200) -> list[Source]:
    """A source in passages, each a source with its place in ``meta`` (``whole``, ``start``).

    Args:
        source: The whole.
        size: Most characters of a passage. Paragraphs are kept together up to it; a longer one is divided between
            sentences, a longer sentence wherever the size ends.
    """
    out = []
    for start, end in _joined(list(_paragraphs(source.text)), size):
        for begin, stop in _divided(source.text, start, end, size):
            text = source.text[begin:stop]
            if text.strip():
                meta = {**source.meta, WHOLE: source.id, START: begin}
                out.append(Source(text, f"{source.id}#{begin}", source.title, meta))
    return out


def sections(source: Source) -> list[Source]:
    """A source in sections that are read one by one, where it is too long to be read as a whole; else itself."""
    return [source] if len(source.text) <= LONG else passages(source, SECTION)


def whole_of(source: Source) -> str:
    """The id of the source that a passage or section is from; its own where it is whole."""
    return str(source.meta.get(WHOLE, source.id))


def in_whole(span: Span, sources: Mapping[str, Source]) -> Span:
    """A span of a passage as a span of the source that the passage is from.

    Args:
        span: Of a passage or of a whole source.
        sources: The passages by id.
    """
    passage = sources.get(span.source or "")
    if passage is None or WHOLE not in passage.meta:
        return span
    offset = passage.meta[START]
    return replace(span, start=span.start + offset, end=span.end + offset, source=passage.meta[WHOLE])


def _paragraphs(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for line in text.splitlines(keepends=True):
        yield start, start + len(line)
        start += len(line)


def _joined(parts: list[tuple[int, int]], size: int) -> Iterator[tuple[int, int]]:
    """Neighbouring parts, as many as fit."""
    at = 0
    while at < len(parts):
        start, end = parts[at]
        at += 1
        while at < len(parts) and parts[at][1] - start <= size:
            end = parts[at][1]
            at += 1
        yield start, end


def _divided(text: str, start: int, end: int, size: int) -> Iterator[tuple[int, int]]:
    if end - start <= size:
        yield start, end
        return
    bounds = [start + span.end for span in sentences(text[start:end])]
    parts, begin = [], start
    for bound in [*bounds, end]:
        while bound - begin > size:
            parts.append((begin, begin + size))
            begin += size
        if bound > begin:
            parts.append((begin, bound))
            begin = bound
    yield from _joined(parts, size)
