"""Sources that are longer than a model's context: the passages that the question is about, as many as fit."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from logitrail.decoding.host import Host
from logitrail.errors import PromptError
from logitrail.pipeline.retrieval import BM25Retriever
from logitrail.types import Source

#: Characters per token: of whole sources, beyond which encoding would only take time; of passages, to begin with.
_MOST_CHARACTERS, _LIKELY_CHARACTERS = 8, 3
#: More would take a model's time and its attention: the best few hold the answer, or a retriever is called for.
_MOST_PASSAGES = 8
#: Passages are taken away until the prompt fits, at least this share each time.
_LESS = 0.9


def fitting(
    host: Host, question: str, sources: Sequence[Source], prompt_tokens: Callable[[Sequence[Source]], int], output: int
) -> list[Source]:
    """The sources, or the passages of them that a model can be shown.

    Args:
        host: The model.
        question: Ranks the passages.
        sources: Whole sources.
        prompt_tokens: Tokens of the prompt that shows some of them.
        output: Tokens that must be left for the output.

    Raises:
        PromptError: Not even one passage fits.
        MissingExtraError: The sources are too long, and bm25s is not installed.
    """
    if host.context_length is None:
        return list(sources)
    left = host.context_length - output
    characters = sum(len(source.text) for source in sources)
    if characters <= left * _MOST_CHARACTERS and prompt_tokens(sources) <= left:
        return list(sources)
    ranked = BM25Retriever(sources, size=min(1200, max(200, left // 2))).ranked(question)
    kept, total = [], 0
    for passage in ranked[:_MOST_PASSAGES]:
        total += len(passage.text)
        if total > left * _LIKELY_CHARACTERS:
            break
        kept.append(passage)
    while kept:
        needed = prompt_tokens(kept)
        if needed <= left:
            return kept
        most = int(len(kept) * _LESS * left / needed)
        kept = kept[: min(most, len(kept) - 1)]
    if not ranked:
        return []
    raise PromptError(
        f"the context of {host.name} holds {host.context_length} tokens: too few for a passage and {output} of output",
        path="sources",
        hint="a smaller max_tokens, or a model with a longer context",
    )
