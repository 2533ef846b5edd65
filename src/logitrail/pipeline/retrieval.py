"""Finds the passages that a question is about: BM25 over a folder or over sources at hand, Chinese included."""

from __future__ import annotations

import os
import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from logitrail.errors import MissingExtraError, OptionError, SourceError
from logitrail.pipeline.passages import passages
from logitrail.pipeline.reading import decode
from logitrail.types import Source
from logitrail.verification.features import tokens

#: A question → what to answer it from, best first; none when nothing was found. It may be asynchronous.
Retriever = Callable[[str], Sequence[Source | str] | Awaitable[Sequence[Source | str]]]

EXTRA = "retrieve"
_FIGURE = re.compile(r"\d+(?:[.,]\d+)*")
_SINGLE_HAN = re.compile(r"(?<![\u3400-\u9fff])[\u3400-\u9fff](?![\u3400-\u9fff])")


class BM25Retriever:
    """Ranks passages by BM25: English by word stems, Chinese by pairs of characters, numbers as they are written.

    Args:
        sources: What is searched.
        k: Most passages that a question is answered from.
        size: Most characters of a passage.

    Raises:
        MissingExtraError: bm25s is not installed.
        OptionError: ``k`` or ``size`` is below 1.
    """

    def __init__(self, sources: Iterable[Source], *, k: int = 4, size: int = 1200) -> None:
        for name, value in (("k", k), ("size", size)):
            if value < 1:
                raise OptionError(f"expected 1 or more, got {value}", path=name)
        try:
            bm25s: Any = import_module("bm25s")
        except ImportError:
            raise MissingExtraError("ranking passages by BM25", EXTRA) from None
        self.k = k
        self.passages = [passage for source in sources for passage in passages(source, size)]
        terms = [_terms(passage.text) for passage in self.passages]
        self._known = {term for passage_terms in terms for term in passage_terms}
        # The library cannot index a collection without a single term; nothing will be found in it anyway.
        self._index = None
        if self._known:
            self._index = bm25s.BM25()
            self._index.index(terms, show_progress=False)

    @classmethod
    def from_folder(
        cls,
        folder: str | os.PathLike[str],
        *,
        patterns: Sequence[str] = ("*.txt", "*.md"),
        encoding: str | None = None,
        k: int = 4,
        size: int = 1200,
    ) -> BM25Retriever:
        """Reads the text files of a folder and its folders.

        Args:
            folder: The folder.
            patterns: Names of the files that are read.
            encoding: Of the files that have no byte order mark and are not UTF-8; ``None``: there are none such.
            k: Most passages that a question is answered from.
            size: Most characters of a passage.

        Raises:
            SourceError: There is no such folder or no such file in it, or a file cannot be decoded.
            MissingExtraError: bm25s is not installed.
        """
        root = Path(folder)
        if not root.is_dir():
            raise SourceError("expected a folder", path=str(folder))
        files = sorted({file for pattern in patterns for file in root.rglob(pattern) if file.is_file()})
        if not files:
            raise SourceError(f"expected files named {' or '.join(patterns)}, got none", path=str(folder))
        sources = []
        for file in files:
            name = file.relative_to(root).as_posix()
            try:
                data = file.read_bytes()
            except OSError as error:
                raise SourceError(f"the file cannot be read: {error.strerror}", path=str(file)) from None
            sources.append(Source(_decoded(data, str(file), encoding), name, name, {"path": str(file)}))
        return cls(sources, k=k, size=size)

    def __call__(self, question: str) -> list[Source]:
        """The passages that share a term with the question, best first, at most ``k``."""
        return self.ranked(question)[: self.k]

    def ranked(self, question: str) -> list[Source]:
        """All passages that share a term with the question, best first; equals in the order of the sources."""
        asked = [term for term in _terms(question) if term in self._known]
        if self._index is None or not asked:
            return []
        scores = self._index.get_scores(asked)
        order = sorted(range(len(self.passages)), key=lambda i: (-float(scores[i]), i))
        return [self.passages[i] for i in order if scores[i] > 0]


def _decoded(data: bytes, name: str, fallback: str | None) -> str:
    if fallback is None:
        return decode(data, name)
    try:
        return decode(data, name)
    except SourceError:
        return decode(data, name, fallback)


def _terms(text: str) -> list[str]:
    terms = [term for term, _, _ in tokens(text)]
    return [*terms, *_FIGURE.findall(text), *_SINGLE_HAN.findall(text)]
