"""The table of metrics: names that mean the same, and where they stand in a text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from logitrail.scan.characters import lower, plain
from logitrail.verification.features import data_lines

_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]")
_TOKEN = re.compile(r"[a-z0-9]+(?:[.&'][a-z0-9]+)*|[,/]")
_GAP = re.compile(r"[\s\-'’]*")
#: Words beside the name of a metric that do not make it another one.
_FILLING = re.compile(
    r"\b(?:the|a|an|of|its|total|amounts?|expenses?|costs?|figure|value|in|for|reported|company's|group's|rate"
    r"|per share|growth|increase|decrease|change|yoy)\b|增速|增长率|增幅|降幅|减幅|涨幅|跌幅|同比|环比|增长|下降"
    r"|金额|总额|数额|数值|数据|标准|水平|情况|公司|本期|每股|的"
)


@dataclass(frozen=True, slots=True)
class Mention:
    """A metric named in a text.

    Attributes:
        start, end: Where.
        metric: Its name in the table; for words that are asked about and stand in no group, ``""``.
    """

    start: int
    end: int
    metric: str


def folded(text: str) -> str:
    """One plain character for each, ASCII letters in lower case."""
    return lower(plain(text))


class _Terms:
    """Names of metrics, to be found in texts: Chinese ones by characters, English ones by words in any number."""

    def __init__(self, terms: Mapping[str, str]) -> None:
        self._by_character: dict[str, list[tuple[str, str]]] = {}
        self._by_words: dict[tuple[str, ...], str] = {}
        for term in sorted(terms, key=lambda term: (-len(term), term)):
            if _HAN.search(term):
                self._by_character.setdefault(term[0], []).append((term, terms[term]))
            else:
                self._by_words[_words(term)] = terms[term]
        self._longest = max(map(len, self._by_words), default=0)

    def find(self, text: str) -> list[Mention]:
        """Everything that may be a name; they may overlap."""
        found = [
            Mention(i, i + len(term), metric)
            for i, char in enumerate(text)
            for term, metric in self._by_character.get(char, ())
            if text.startswith(term, i)
        ]
        tokens = list(_TOKEN.finditer(text)) if self._longest else []
        for i, first in enumerate(tokens):
            words: list[str] = []
            end = first.start()
            for token in tokens[i : i + self._longest]:
                if words and _GAP.fullmatch(text, end, token.start()) is None:
                    break
                words.append(token[0])
                end = token.end()
                metric = self._metric(tuple(words))
                if metric is not None:
                    found.append(Mention(first.start(), end, metric))
        return found

    def _metric(self, words: tuple[str, ...]) -> str | None:
        last = words[-1]
        forms = (last, last.removesuffix("s"), last.removesuffix("es"), last.removesuffix("ies") + "y")
        return next((self._by_words[key] for form in forms if (key := (*words[:-1], form)) in self._by_words), None)


def _words(term: str) -> tuple[str, ...]:
    return tuple(_TOKEN.findall(term))


@cache
def _wider() -> dict[str, str]:
    """Metric → the wider one."""
    heads = (line.partition(":")[0].partition("<") for line in data_lines("metrics.txt"))
    return {name.strip(): above.strip() for name, _, above in heads if above}


@cache
def _table() -> _Terms:
    terms: dict[str, str] = {}
    for line in data_lines("metrics.txt"):
        head, _, body = line.partition(":")
        for term in body.split(" = "):
            terms.setdefault(folded(term.strip()), head.partition("<")[0].strip())
    return _Terms(terms)


@lru_cache(maxsize=8192)
def _in_table(text: str) -> tuple[Mention, ...]:
    return tuple(_table().find(text))


@lru_cache(maxsize=256)
def _asked(own: tuple[str, ...]) -> _Terms:
    return _Terms({term: metric_of(term) or "" for word in own if (term := folded(word.strip()))})


def mentions(text: str, own: Iterable[str] = ()) -> list[Mention]:
    """The metrics that a folded text names, in order; where one name holds another, the longer.

    Args:
        text: Folded.
        own: Further terms; their metric is the one that they name by themselves, or ``""``.
    """
    asked = tuple(own)
    found = [*(_asked(asked).find(text) if asked else ()), *_in_table(text)]
    out: list[Mention] = []
    for mention in sorted(found, key=lambda mention: (mention.start, -mention.end)):
        if not out or mention.start >= out[-1].end:
            out.append(mention)
    return out


@lru_cache(maxsize=1024)
def metric_of(term: str) -> str | None:
    """The metric that a term names, with nothing beside it that matters; ``None`` where the table does not have it."""
    spelled = " ".join(folded(term).split())
    named = mentions(spelled)
    if len(named) != 1:
        return None
    rest = spelled[: named[0].start] + " " + spelled[named[0].end :]
    return named[0].metric if not _FILLING.sub("", rest).strip(" ()（）") else None


def related(one: str, other: str) -> bool:
    """Whether two metrics are one, or one is also called by the other's name."""
    wider = _wider()
    return one == other or wider.get(one) == other or wider.get(other) == one
