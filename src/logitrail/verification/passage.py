"""One sentence, read: its segments, its quantities, and what each quantity is the figure of.

A segment is the stretch between two marks or joints ("and", 而); what a segment says beside its quantities is their
label. A cell of a table has its row's name and its column's heading for a label.
"""

from __future__ import annotations

import itertools
import re
from bisect import bisect_right
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache, cached_property

from logitrail.scan import quantities
from logitrail.scan.clauses import clauses
from logitrail.scan.cues import Cue, cues
from logitrail.types import Period, Quantity, Span
from logitrail.verification.aliases import MARK
from logitrail.verification.clauses import Clause
from logitrail.verification.document import Document
from logitrail.verification.features import Token, data_lines, tokens, words
from logitrail.verification.mention import VALUE_KINDS, Mention, is_class, value_feature

_MARK = re.compile(r"[，,;；:：。．.!！?？()（）［］\[\]【】〔〕{}|、\n\t—–…“”\"]|(?<=[\s\d%])-(?=\s)")
_JOINT_ZH = re.compile("而|但|以及|其中|并(?!购|列|非|不|未)")
#: How a segment begins that says more of the figure before it: 同比增长, "up 5%", "reduced by".
_GOES_ON = re.compile(
    r"[\s，,]*(?:同比|环比|较|比|按|增|减|升|降|上升|上涨|下降|下跌|提高|降低|提升|扩大|缩小|延长|缩短|调|涨|跌|占|达|约|即|其中|仅|共|为|合|折|"
    r"(?:then|also|now|thus|or|i\.e\.|up|down|rising|falling|compared|versus|against|from|to|of|by|which|that|at|with|a\s+(?:rise|fall|"
    r"drop|decline|decrease|increase|gain|reduction)|an\s+(?:increase|improvement)|[a-z]+(?:ed|ing)|higher|lower|more|less|over|"
    r"about|approximately|nearly|almost|equal|equivalent|representing|or)\b)"
)
#: What stands right before a figure that something came from, and before one that it came to.
_FROM = re.compile(r"(?:由|从|自|\bfrom)\s*(?:(?:the|about|上年的?|原来的?|人民币|港币|约)\s*)*$")
_MOVES = "升降增减涨跌高低长短大小加少扩缩"
_TO = re.compile(
    rf"(?:[{_MOVES}调整到]至|[{_MOVES}]到|调整为|(?<!up )(?<!subject )\bto)\s*(?:(?:about|人民币|港币|约)\s*)*$"
)
#: Negations that can deny a figure: "was not $5", 不是三倍; "exempt from the $5" does not.
_NOT = re.compile(r"(?i)(?:.*\bnot|.*n't|(?:并|绝|决)?不是|并非|绝非|不为|没有?)")
#: The most characters between a negation and the figure that it denies.
_REACH = 16
_STRONG = frozenset("；;。！？!?\n")


class Passage:
    """A stretch of a document, read when it is asked.

    Attributes:
        document: Where it stands.
        start, end: Where in it.
        row: The row of a table that it is; ``None`` where it is none.
    """

    def __init__(
        self, document: Document, start: int, end: int, found: list[Quantity] | None = None, row: Row | None = None
    ) -> None:
        self.document, self.start, self.end, self.row = document, start, end, row
        self._given = found

    @cached_property
    def found(self) -> list[Quantity]:
        """Its quantities, with positions in the document."""
        return scanned(self.document.text, self.start, self.end) if self._given is None else self._given

    @cached_property
    def clauses(self) -> list[Clause]:
        """Its clauses; a row of a table is one."""
        text = self.document.text[self.start : self.end]
        found = [_moved(cue, self.start) for cue in cues(text)]
        read = []
        for span in [Span(0, len(text), text)] if self.row else clauses(text):
            a, b = span.start + self.start, span.end + self.start
            inside = tuple(cue for cue in found if a <= cue.span.start < b)
            read.append(Clause(a, b, tuple(token for token in self.tokens if a <= token[1] < b), inside))
        return read

    @property
    def text(self) -> str:
        """The passage as written."""
        return self.document.text[self.start : self.end]

    @cached_property
    def plain(self) -> str:
        """The passage in plain characters."""
        return self.document.plain[self.start : self.end]

    @cached_property
    def words(self) -> list[re.Match[str]]:
        """Its words and marks, in lower case."""
        return words(self.document.lower, self.start, self.end)

    @property
    def is_row(self) -> bool:
        """Whether it is set as a row of a table."""
        return self.row is not None or self.document.text.count("|", self.start, self.end) > 1

    @cached_property
    def tokens(self) -> list[Token]:
        """Features with their positions, outside quantities; a known name counts once, as its group."""
        text, document = self.document.lower, self.document
        taken = [
            (quantity.span.start, quantity.span.end)
            for quantity in self.found
            if quantity.kind not in ("id", "ordinal") and not is_class(quantity)
        ]
        named = document.aliases.find(text, self.start, self.end)
        named = [item for item in named if not _within(item, taken)]
        blocked = sorted([*taken, *((start, end) for _, start, end in named)])
        plain = [token for token in tokens(text, self.start, self.end) if not _within(token, blocked)]
        counted = [
            (f"#{quantity.value}{quantity.unit or ''}", quantity.span.start, quantity.span.end)
            for quantity in self.found
            if quantity.value is not None and (quantity.kind in ("ordinal", "id") or is_class(quantity))
        ]
        return sorted([*plain, *named, *counted], key=lambda token: token[1:])

    @cached_property
    def features(self) -> frozenset[str]:
        """What the passage is about."""
        return frozenset(token for token, _, _ in self.tokens)

    @cached_property
    def about(self) -> frozenset[str]:
        """What its clauses are about, without the words that are cues."""
        return frozenset[str]().union(*(clause.about for clause in self.clauses))

    @cached_property
    def segments(self) -> list[tuple[int, int]]:
        """Start and end of each segment."""
        if self.row is not None:
            return self.row.cells
        text = self.document.plain
        inside = [(quantity.span.start, quantity.span.end) for quantity in self.found]
        inside += [(start, end) for token, start, end in self.tokens if token[0] == MARK]
        cuts = [self.start]
        for match in re.finditer(_cuts(), text[self.start : self.end]):
            start, end = self.start + match.start(), self.start + match.end()
            if not any(a < end and start < b for a, b in inside):
                cuts += [start if text[start:end].strip().isalpha() else end]
        cuts.append(self.end)
        return [(a, b) for a, b in itertools.pairwise(cuts) if a < b]

    @cached_property
    def _ends(self) -> list[int]:
        return [end for _, end in self.segments]

    def segment_at(self, position: int) -> int:
        """The number of the segment that holds a position."""
        return min(bisect_right(self._ends, position), max(len(self._ends) - 1, 0))

    @cached_property
    def segment_features(self) -> list[frozenset[str]]:
        """The features of each segment."""
        parts: list[set[str]] = [set() for _ in self.segments]
        for token, start, _ in self.tokens:
            parts[self.segment_at(start)].add(token)
        return [frozenset(part) for part in parts]

    @cached_property
    def mentions(self) -> list[Mention]:
        """The quantities with their labels, in order."""
        return [self._mention(quantity) for quantity in self.found]

    def around(self, mention: Mention) -> tuple[Clause | None, Clause | None]:
        """The words around a quantity: those of its segment, if a cue is among them, and those of its clause."""
        clause = next((c for c in self.clauses if c.start <= mention.start < c.end), None)
        if clause is None:
            return None, None
        start, end = self.segments[mention.segment]
        cues = tuple(cue for cue in clause.cues if start <= cue.span.start < end)
        segment = Clause(start, end, clause.tokens, cues) if cues else None
        return segment, clause

    def _mention(self, quantity: Quantity) -> Mention:
        start, end = quantity.span.start, quantity.span.end
        index = self.segment_at(start)
        if self.row is not None:
            name = self.segment_features[0]
            label = name | self.row.headings[index]
            head = self.row.periods[index]
            heads = () if head is None else (head,)
            return Mention(quantity, start, end, label, name, label, frozenset(), heads, index, name, self.start)
        first = index
        while first and not self.parts_before(first):
            first -= 1
        last = index
        while not self.segment_features[last] and last > first:
            last -= 1
        scope = self._scope(first, last)
        return Mention(
            quantity,
            start,
            end,
            self.segment_features[last],
            self._near(start, end, index, last),
            scope,
            self._beside(quantity, index, first),
            self._periods(quantity, index, first),
            index,
            self._head(last),
            self.start,
        )

    def _scope(self, first: int, last: int) -> frozenset[str]:
        """What was said before a segment and still holds for it: what leads up to it, and what it goes on from."""
        scope: set[str] = set()
        at = last
        while at > first:
            goes_on = _GOES_ON.match(self.document.lower, self.segments[at][0], self.segments[at][1]) is not None
            at -= 1
            if self._figures[at] and not goes_on:
                break
            scope |= self.segment_features[at]
        else:
            return frozenset(scope)
        for index in range(first, at):
            # A heading: 住院起付标准：
            if self.document.plain[self.segments[index][1] - 1] in ":：":
                scope |= self.segment_features[index]
        return frozenset(scope)

    @cached_property
    def _figures(self) -> list[bool]:
        """Whether each segment has a figure."""
        return [
            any(quantity.kind in VALUE_KINDS and not is_class(quantity) for quantity in self._in_segment(index))
            for index in range(len(self.segments))
        ]

    def _head(self, index: int) -> frozenset[str]:
        start, end = self.segments[index]
        return frozenset(next(((token,) for token, at, _ in self.tokens if start <= at < end), ()))

    def denied(self, mention: Mention) -> bool:
        """Whether a negation stands right before a quantity, with nothing between that it could deny instead."""
        clause = next((c for c in self.clauses if c.start <= mention.start < c.end), None)
        if clause is None:
            return False
        return any(
            _NOT.fullmatch(cue.span.text)
            and 0 <= mention.start - cue.span.end <= _REACH
            and not any(cue.span.end <= at < mention.start for _, at, _ in self.tokens)
            for cue in clause.negations
        )

    def change_end(self, mention: Mention) -> str | None:
        """Whether a figure is what something came from or what it came to; ``None`` where nothing says so."""
        before = self.document.lower[max(self.start, mention.start - _REACH) : mention.start]
        if _FROM.search(before):
            return "from"
        return "to" if _TO.search(before) else None

    def contradicts_itself(self, mention: Mention) -> bool:
        """Whether it is said to rise to a smaller number, or to fall to a larger one."""
        if self.change_end(mention) != "to":
            return False
        first = next((m for m in reversed(self.mentions) if m.end <= mention.start and m.is_value), None)
        if first is None or first.segment < mention.segment - 1 or self.change_end(first) != "from":
            return False
        one, other = first.quantity, mention.quantity
        if one.unit != other.unit or not isinstance(one.value, Decimal) or not isinstance(other.value, Decimal):
            return False
        words = {
            cue.value
            for clause in self.clauses
            for cue in clause.cues
            if cue.kind == "direction" and first.end <= cue.span.start < mention.start
        }
        return (words == {"up"} and other.value < one.value) or (words == {"down"} and other.value > one.value)

    def parts_before(self, index: int) -> bool:
        """Whether a mark before a segment ends what was said before."""
        at = self.segments[index][0] - 1
        return at >= self.start and self.document.plain[at] in _STRONG

    def _in_segment(self, index: int) -> list[Quantity]:
        a, b = self.segments[index]
        return [quantity for quantity in self.found if a <= quantity.span.start < b]

    def _beside(self, quantity: Quantity, index: int, first: int) -> frozenset[str]:
        others = [other for other in self._in_segment(index) if other is not quantity and other.kind != "period"]
        if not others and index > first and not self.segment_features[index]:
            others = [other for other in self._in_segment(index - 1) if other.kind != "period"]
        return frozenset(value_feature(other) for other in others)

    def _near(self, start: int, end: int, index: int, last: int) -> frozenset[str]:
        a, b = self.segments[last][0], self.segments[index][1]
        before = [token for token in self.tokens if a <= token[1] and token[2] <= start]
        if before:
            edge = before[-1][2]
            return frozenset(token for token, _, stop in before if stop >= edge - 1)
        after = [token for token in self.tokens if end <= token[1] < b]
        return frozenset((after[0][0],)) if after else frozenset()

    def _periods(self, quantity: Quantity, index: int, first: int) -> tuple[Period, ...]:
        """The periods that stand with a quantity, the nearest before it first: back to the figure before it."""
        found: list[Period] = []
        for at in range(index, first - 1, -1):
            if at < index and self._figures[at]:
                break
            near = [other for other in self._in_segment(at) if isinstance(other.value, Period)]
            before = [other for other in near if other.span.start < quantity.span.start]
            after = [other for other in near if other.span.start >= quantity.span.start]
            found += [other.value for other in (*reversed(before), *after) if isinstance(other.value, Period)]
        return tuple(found)


@dataclass(frozen=True)
class Row:
    """A row of a table: where its cells are, and what heads each of them."""

    cells: list[tuple[int, int]]
    headings: list[frozenset[str]]
    periods: list[Period | None]


def scanned(text: str, start: int, end: int) -> list[Quantity]:
    """The quantities of a stretch, with positions in the whole text."""
    found = quantities(text[start:end])
    if not start:
        return found
    return [
        replace(quantity, span=Span(quantity.span.start + start, quantity.span.end + start, quantity.span.text))
        for quantity in found
    ]


def _moved(cue: Cue, by: int) -> Cue:
    span = Span(cue.span.start + by, cue.span.end + by, cue.span.text)
    scope = cue.scope and Span(cue.scope.start + by, cue.scope.end + by, cue.scope.text)
    return replace(cue, span=span, scope=scope)


def _within(token: Token, stretches: list[tuple[int, int]]) -> bool:
    return any(start < token[2] and token[1] < end for start, end in stretches)


@cache
def _cuts() -> re.Pattern[str]:
    words = sorted(
        (word for line in data_lines("joints.txt") for word in line.split()), key=lambda word: (-len(word), word)
    )
    joints = "|".join(words)
    return re.compile(f"{_MARK.pattern}|{_JOINT_ZH.pattern}|(?i:(?<![A-Za-z])(?:{joints})(?![A-Za-z]))")
