"""The sources of one question: given, or retrieved."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Iterable, Sequence
from typing import Any

from logitrail.errors import OptionError
from logitrail.pipeline.retrieval import Retriever
from logitrail.types import Source

#: What a caller may give as sources.
Given = str | Source | Iterable[str | Source]


def gathered(question: str, given: Given | None, retriever: Retriever | None) -> list[Source]:
    """The sources, each once, without empty ones.

    Args:
        question: What the retriever is asked.
        given: Sources; ``None`` asks the retriever.
        retriever: A function of the question.

    Raises:
        OptionError: Neither sources nor retriever, a retriever that is asynchronous, or something that is no source.
    """
    if given is not None:
        return distinct(given)
    found = _asked(question, retriever)
    if inspect.isawaitable(found):
        if inspect.iscoroutine(found):
            found.close()
        raise OptionError("the retriever is asynchronous", path="retriever", hint="await pipeline.aanswer(question)")
    return distinct(found)


async def agathered(question: str, given: Given | None, retriever: Retriever | None) -> list[Source]:
    """:func:`gathered`, for event loops; the retriever may be asynchronous.

    Raises:
        OptionError: As for :func:`gathered`.
    """
    if given is not None:
        return distinct(given)
    found = _asked(question, retriever)
    return distinct(await found if inspect.isawaitable(found) else found)


def distinct(given: Any) -> list[Source]:
    """Sources from what people give: without empty texts, the same text under the same id once.

    Raises:
        OptionError: Not a text and no source, half a surrogate pair, or two different texts under one id.
    """
    if isinstance(given, str | Source):
        given = [given]
    if not isinstance(given, Iterable):
        raise OptionError(f"expected texts, got {type(given).__name__}", path="sources", hint='["text"]')
    found: dict[str, Source] = {}
    for i, one in enumerate(given):
        if not isinstance(one, str | Source):
            raise OptionError(f"expected a text or a Source, got {type(one).__name__}", path=f"sources[{i}]")
        source = Source(one) if isinstance(one, str) else one
        try:
            source.text.encode()
        except UnicodeEncodeError as error:
            message = f"character {error.start} is half of a surrogate pair: not valid Unicode"
            raise OptionError(message, path=f"sources[{i}]") from None
        if not source.text.strip():
            continue
        if found.setdefault(source.id, source).text != source.text:
            raise OptionError(
                f"two different sources have the id {source.id!r}", path=f"sources[{i}]", hint="Source(text, id=…)"
            )
    return list(found.values())


def _asked(question: str, retriever: Retriever | None) -> Sequence[Source | str] | Awaitable[Sequence[Source | str]]:
    if retriever is None:
        raise OptionError(
            "expected sources, or a retriever that finds them",
            path="sources",
            hint='Pipeline(…, retriever=BM25Retriever.from_folder("documents"))',
        )
    return retriever(question)
