"""What a text is about, as a bag of features: stems in English, pairs of characters in Chinese.

Features are compared between an answer and a source; they never decide anything alone. Numbers and units are left to
the scanner. Everything here is a table or an arithmetic rule, so that the same text always gives the same features.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files

#: One feature and where it stands.
Token = tuple[str, int, int]

_HAN = "\u3400-\u4dbf\u4e00-\u9fff"
_PIECE = re.compile(rf"[{_HAN}]+|[A-Za-zÀ-ÿ]+(?:['’][A-Za-zÀ-ÿ]+)*")
_WORD = re.compile(r"[A-Za-zÀ-ÿ]+(?:['’-][A-Za-zÀ-ÿ]+)*|\d+(?:[.,]\d+)*|[^\s\w]|[^\W\dA-Za-z_]")
#: Verbs and nouns that go with anything.
_EMPTY_PAIRS = frozenset("使用 进行 予以 给予 作出 属于 具有 存在 有关 相关 其他 情况 方面 同样 没有".split())
_FUNCTION_CHARACTERS = frozenset(
    "的了是在为和与及等其之而并也将被由于以至达较比该此本各均都就还又再已把对向从到即则所且或按给让"
)


def data_lines(name: str) -> list[str]:
    """The entries of a data file of this package, without comments and blank lines."""
    text = (files("logitrail.verification") / "data" / name).read_text("utf-8")
    return [entry for line in text.splitlines() if (entry := line.partition("#")[0].strip())]


@cache
def _stop_words() -> frozenset[str]:
    return frozenset(word for line in data_lines("stopwords_en.txt") for word in line.split())


@cache
def _irregular() -> dict[str, str]:
    forms = {}
    for line in data_lines("irregular_en.txt"):
        stem, *others = line.split()
        forms.update(dict.fromkeys([stem, *others], stem))
    return forms


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """The stem of an English word in lower case: a light suffix stripper, the same for all inflections of a word."""
    word = re.sub(r"['’](?:s|re|ve|ll|d|m|t)?$", "", word)
    word = _irregular().get(word, word)
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-3] + "y" if word.endswith("ies") and len(word) > 4 else word[:-1]
        if word.endswith(("sse", "xe", "che", "she", "zze")):
            word = word[:-1]
    for suffix in ("ing", "ed"):
        if word.endswith(suffix) and len(word) > len(suffix) + 2 and re.search("[aeiouy]", word[: -len(suffix)]):
            word = word[: -len(suffix)]
            if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "lsz":
                word = word[:-1]
            break
    if len(word) > 4 and word.endswith("ly"):
        word = word[:-2]
    if len(word) > 3 and word.endswith("e"):
        word = word[:-1]
    return word[:-1] + "i" if len(word) > 3 and word.endswith("y") else word


@cache
def _forms() -> dict[str, tuple[str, ...]]:
    forms: dict[str, list[str]] = {}
    for form, base in _irregular().items():
        forms.setdefault(stem(base), []).append(form)
    return {base: tuple(known) for base, known in forms.items()}


def surface_forms(feature: str) -> tuple[str, ...]:
    """What words with this stem begin with: its irregular forms, and the stem without the letter that may change."""
    regular = feature[:-1] if len(feature) > 3 else feature
    return (*(form for form in _forms().get(feature, ()) if not form.startswith(regular)), regular)


def tokens(text: str, start: int = 0, end: int | None = None) -> Iterator[Token]:
    """The features of ``text[start:end]``, in order, with their positions in ``text``."""
    stop = _stop_words()
    for match in _PIECE.finditer(text, start, len(text) if end is None else end):
        piece, at = match[0], match.start()
        if piece[0] >= "\u3400":
            for index in range(len(piece) - 1):
                pair = piece[index : index + 2]
                if pair[0] in _FUNCTION_CHARACTERS or pair[1] in _FUNCTION_CHARACTERS or pair in _EMPTY_PAIRS:
                    continue
                yield pair, at + index, at + index + 2
        elif (word := piece.lower()) not in stop:
            yield stem(word), at, match.end()


def words(text: str, start: int = 0, end: int | None = None) -> list[re.Match[str]]:
    """The words of ``text[start:end]``: words of letters, numbers, single Chinese characters and marks."""
    return list(_WORD.finditer(text, start, len(text) if end is None else end))


def akin(one: str, other: str) -> bool:
    """Whether two English stems look like forms of one word: comparabl and compar, submission and submit."""
    if one == other:
        return True
    if not (one.isascii() and other.isascii()):
        return False
    shared = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        shared += 1
    return shared >= 5 and shared >= 0.5 * max(len(one), len(other))


def features(text: str) -> frozenset[str]:
    """The features of a text, without order."""
    return frozenset(token for token, _, _ in tokens(text))


def language(text: str) -> str:
    """``"zh"`` where a text holds Chinese characters, else ``"en"``."""
    return "zh" if re.search(f"[{_HAN}]", text) else "en"
