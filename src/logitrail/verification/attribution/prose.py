"""Quantities in sentences: the words beside them, the headings above them, and the period of either."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from logitrail.types import Period, Quantity
from logitrail.verification.attribution.listed import JOINT, Entry, entries
from logitrail.verification.attribution.metrics import mentions
from logitrail.verification.attribution.model import Attribution
from logitrail.verification.attribution.words import is_before, is_change, is_share, naming

_BORDER = re.compile(r"[，。；;：:、！？!?（）()\[\]【】—|\n]|,(?!\d{3})|\.(?=\s|$)|\b(?:and|while|but|whereas)\b")
_GROUP = re.compile(r"[；;。]|\n|(?<=\S)\.(?=\s)")
_HEADING = re.compile(r"[：:】\]]")
_HEADED = re.compile(r"[：:]\s*$")
_POSTNOMINAL = re.compile(r"\s*(?:of|for|in|on|from|to|per|at|under|against|as)\b")
_VERB = re.compile(r"\s*(?:were|was|are|is|applies|apply|will|has|had|have)\b")
_PREPOSITION = re.compile(r"\b(?:of|for|in|on|from|to|at|under|against|as|with|per)\b")
_COMPARED = re.compile(
    r"(?:较|比|相比|compared (?:with|to)|versus|vs\.?|against|than|from|down from|up from|与|和)[^，。；,;]*$"
)
_TURN = re.compile(r"[，。；;！？!?]|\n|,(?!\d{3})|\.$|\b(?:and|while|but|whereas|compared|versus|up from|down from)\b")
#: Behind a value: a part of its unit.
_PER = re.compile(
    r"^\s*(?:per|a|an|each)\s+[a-z]+(?=\s|$)(?:\s+(?:gallons?|dollars?|people|persons?|units?|years?|shares?))?"
)
#: What a sum begins with: it is said of nothing that came before.
_SUM = re.compile(r"(?:合计|共计|总计|小计)|\b(?:in total|totall?ing|for a total of)\b")
#: Behind a value that is a condition: 低于30 mL/min者, 超过3次的.
_CONDITION = re.compile(r"\s*(?:者|的(?![\u4e00-\u9fff]{0,6}(?:费|额|率|款))|时(?!间))")
_BRACKETS = re.compile(r"\([^()\n]{0,200}\)|\[[^\[\]\n]{0,200}\]")


#: A sentence with more values is a list of figures, or no sentence.
_MOST_VALUES = 200


class Sentence:
    """One sentence.

    Args:
        folded: The whole text, folded: full-width brackets are plain ones.
        start, end: The sentence.
        values, times: Its quantities that are said of something, and its periods, in order.
        previous: The sentence before.
        base: The period that the text is about.
    """

    def __init__(
        self,
        folded: str,
        start: int,
        end: int,
        values: Sequence[Quantity],
        times: Sequence[Quantity],
        previous: Sentence | None,
        base: Period | None,
    ) -> None:
        self.folded, self.start, self.end = folded, start, end
        #: Words for what a value is said of: without periods and other values.
        self._worded = folded[start:end]
        self.values, self.times = values, times
        for quantity in (*self.values, *self.times):
            a, b = quantity.span.start - start, min(quantity.span.end, end) - start
            self._worded = self._worded[:a] + " " * (b - a) + self._worded[b:]
        self._subject_before = previous.subject if previous is not None else ""
        #: Periods that hold where the sentence itself names none.
        self._frame_before = previous.frame if previous is not None else (() if base is None else (base,))
        self.found: dict[int, Attribution] = {}
        self._brackets = [match.span() for match in _BRACKETS.finditer(folded, start, end)]
        self._conditions: set[int] = set()
        #: What stands before each value, or before the one whose beginning it shares.
        self._openings: dict[int, str] = {}

    def read(self) -> Mapping[int, Attribution]:
        """What the quantities of the sentence are said of; of a long list of figures, nothing."""
        if len(self.values) > _MOST_VALUES:
            return self.found
        listed = dict(entries(self.folded, self.start, self.end, self.values, self.times))
        for quantity in self.values:
            if _CONDITION.match(self.folded, quantity.span.end):
                self._conditions.add(quantity.span.start)
        kept: Period | None = None
        for i, quantity in enumerate(self.values):
            head, tail = quantity.span.start, quantity.span.end
            left, right, before = self._around(i)
            entry = listed.get(head)
            found = self._named(i, left, right, before, entry)
            if not found.carried:
                found = replace(found, sibling=self._sibling(i))
            ahead = self.folded[tail : self.end]
            gap = self.folded[left:head]
            listed_on = before is not None and JOINT.fullmatch(gap) is not None
            change = self.found[self.values[before].span.start].change if listed_on and before is not None else None
            found = replace(
                found,
                change=is_change(gap, ahead) if change is None else change,
                share=is_share(gap),
                before=is_before(gap, ahead),
            )
            periods, own, kept = self._periods(i, left, right, kept, entry)
            self.found[head] = replace(found, periods=periods, own_period=own)
        return self.found

    def _bracket(self, at: int) -> tuple[int, int] | None:
        return next(((a, b) for a, b in self._brackets if a < at < b), None)

    def _around(self, i: int) -> tuple[int, int, int | None]:
        """Where the words about a value begin and end, and which value stands before it on the same level."""
        at = self.values[i].span.start
        bracket = self._bracket(at)
        level = [k for k, q in enumerate(self.values) if self._bracket(q.span.start) == bracket]
        place = level.index(i)
        left = self.values[level[place - 1]].span.end if place else (bracket[0] + 1 if bracket else self.start)
        edge, after = at, place + 1
        while (
            after < len(level)
            and not self.folded[
                self.values[level[after - 1]].span.end : (edge := self.values[level[after]].span.start)
            ].strip()
        ):
            after += 1  # EUR 500,000,000 3.875 per cent Green Bonds: what follows is said of both
        right = edge if after < len(level) else (bracket[1] - 1 if bracket else self.end)
        return left, right, level[place - 1] if place else None

    def _without_brackets(self, start: int, end: int) -> str:
        """A stretch with blanks in place of brackets that open and close within it.

        What is said in one is left only where no value or period stands in it: (EBITDA).
        """
        text = self._worded[start - self.start : end - self.start]
        for a, b in self._brackets:
            if start <= a and b <= end:
                filled = any(a < q.span.start < b for q in (*self.values, *self.times))
                inside = " " * (b - a - 2) if filled else text[a - start + 1 : b - start - 1]
                text = f"{text[: a - start]} {inside} {text[b - start :]}"
        return text

    # what it is ----------------------------------------------------------------------------------------------------

    def _named(self, i: int, left: int, right: int, before: int | None, entry: Entry | None) -> Attribution:
        head, tail = self.values[i].span.start, self.values[i].span.end
        if entry is not None and (entry.name is not None or naming(entry.rest)):
            return Attribution(" ".join(part for part in (entry.name, entry.rest) if part), self._scope(head, ""))
        gap = self._without_brackets(left, head)
        segments = self._segments(gap, first=before is None)
        post = _PER.sub("", self._behind(self._without_brackets(tail, right), last=right == self.end))
        if _names(segments[-1]):
            near = segments[-1]
        elif len(segments) > 1 and _names(segments[-2]) and _HEADED.search(gap) is not None:
            near = segments[-2]  # "Excess: 250 for each claim"
        else:  # "… and ESPP and 46.4 million is related to RSUs": what follows is nearer than what came before
            near = next((part for part in segments[-2:-1] if _names(part) and not _names(post)), "")
        if near and is_share(near) and before is not None:
            return replace(self._earlier(i, before), carried=True, change=False, before=False)
        if near:
            self._openings[head] = near
        elif before is not None:
            self._openings[head] = self._openings.get(self.values[before].span.start, "")
        if near and self._goes_on(i, near, post, segments[-1]):
            # 150%的加班费: what comes last is what it is.
            both = f"{near} {post}" if not post.startswith("的") or mentions(near + post) else f"{near}{post}"
            return Attribution(both.strip(), self._scope(head, near))
        if near:
            return Attribution(near, self._scope(head, near))
        bracket = self._bracket(head)
        if bracket is not None and before is None:
            return self._of_bracket(i, bracket[0])
        if _names(post):
            # "… 1.2 in the treatment group and 0.3 in the placebo group": what is left out stands with the first.
            opening = self._openings.get(head, "")
            return Attribution(post, (*self._scope(head, ""), *([opening] if opening else [])))
        if (total := _SUM.search(gap)) is not None:
            return Attribution(total[0], self._scope(head, ""))
        if before is not None:
            return replace(self._earlier(i, before), carried=True, change=False, before=False)
        subject = self._subject_before
        return Attribution(subject, self._scope(head, ""), carried=bool(subject), distant=bool(subject))

    def _goes_on(self, i: int, near: str, post: str, last: str) -> bool:
        """Whether what stands behind a value belongs to what it is said of."""
        if not _names(post):
            return False
        if _POSTNOMINAL.match(post) or post.startswith("的") or not naming(last):
            return True
        # 在5台设备登录, 7日内申请退款: a count or a time says of what behind itself.
        return self.values[i].kind in ("count", "duration") or not mentions(near)

    def _earlier(self, i: int, before: int) -> Attribution:
        """What a value goes on from: the last of its kind that came to something, else the last."""
        for k in range(before, -1, -1):
            quantity = self.values[k]
            found = self.found.get(quantity.span.start)
            if found is None or _GROUP.search(self.folded, quantity.span.end, self.values[i].span.start):
                break
            if quantity.kind == self.values[i].kind and not found.change:
                return found
            if not (found.carried or found.change):
                break
        return self.found[self.values[before].span.start]

    def _sibling(self, i: int) -> str:
        """What the value of the same kind before, in the same group of clauses, is said of."""
        for k in range(i - 1, -1, -1):
            quantity = self.values[k]
            if _GROUP.search(self.folded, quantity.span.end, self.values[i].span.start):
                break
            if quantity.kind == self.values[i].kind and quantity.span.start in self.found:
                return self.found[quantity.span.start].near
        return ""

    def _of_bracket(self, i: int, opened: int) -> Attribution:
        """What a bracket is about: the words before it, or what the value before it is said of."""
        earlier = [q for q in self.values if q.span.end <= opened and q.span.start in self.found]
        kin = next((k for k in range(i - 1, -1, -1) if self.values[k].kind == self.values[i].kind), None)
        inner = [q for q in self.times if opened < q.span.start < self.values[i].span.start]
        if (
            inner
            and kin is not None
            and not mentions(self._worded[self.values[kin].span.end - self.start : opened - self.start])
        ):
            return replace(self._earlier(i, kin), carried=True, change=False, before=False)
        left = earlier[-1].span.end if earlier else self.start
        segments = self._segments(self._without_brackets(left, opened), first=not earlier)
        near = segments[-1] if _names(segments[-1]) else ""
        if near or not earlier:
            return Attribution(near, self._scope(opened, near))
        return replace(self.found[earlier[-1].span.start], carried=True, change=False, before=False)

    @staticmethod
    def _segments(gap: str, *, first: bool) -> list[str]:
        """The stretches before a value, without those that say more about the one before it."""
        parts = _BORDER.split(gap)
        if first:
            return parts or [""]
        if len(parts) > 1:
            return parts[1:]
        if _POSTNOMINAL.match(gap):
            # "2 per share of face value 10": the last phrase names the second.
            phrases = list(_PREPOSITION.finditer(gap))
            return [gap[phrases[-1].start() :]] if len(phrases) > 1 else [""]
        return parts or [""]

    @staticmethod
    def _behind(behind: str, *, last: bool) -> str:
        """What is said right behind a value, before the next one begins to be said."""
        parts = _TURN.split(behind, maxsplit=1)
        if len(parts) > 1 or last:
            return parts[0]
        if _VERB.match(behind):
            return behind.partition(":")[0]
        if _POSTNOMINAL.match(behind):
            phrases = list(_PREPOSITION.finditer(behind))
            return behind[: phrases[-1].start()] if len(phrases) > 1 else behind
        return ""

    def _scope(self, head: int, near: str) -> tuple[str, ...]:
        """Stretches before a value that hold for it, too: headings, and those without a value of their own."""
        out: list[str] = []
        group = max([self.start, *(match.end() for match in _GROUP.finditer(self.folded, self.start, head))])
        taken = [q for q in self.values if q.span.end <= head and not self._modifies(q, head)]
        begin = max([group, *(q.span.end for q in taken)])
        for start, end in ((begin, head), (group, head), (self.start, head)):
            text = self._worded[start - self.start : end - self.start]
            if start == begin:
                parts = _BORDER.split(text)
                parts = parts[1:] if taken and begin > group else parts
            else:
                parts = _HEADING.split(text)[:-1]
                parts = [re.split(r"[，。；;！？!?]|,\s", part)[-1] for part in parts]
            out += [part.strip() for part in parts if _names(part) and part not in (near, *out)]
        lead = self._worded[: self.values[0].span.start - self.start] if self.values else ""
        out += [
            part.strip()
            for part in _BORDER.split(lead)[:-2]
            if _names(part) and part.strip() not in (near.strip(), *out)
        ]
        return tuple(out)

    def _modifies(self, quantity: Quantity, head: int) -> bool:
        """Whether a value says more about another one: it is its condition, or counts what that is said of."""
        if quantity.span.start in self._conditions:
            return True
        return quantity.kind in ("count", "number") and _BORDER.search(self.folded, quantity.span.end, head) is None

    @property
    def subject(self) -> str:
        """What a sentence that follows goes on about, where it names nothing itself."""
        if self.found:
            return self.found[self.values[0].span.start].near
        opening = _BORDER.split(self.folded[self.start : self.end], maxsplit=1)[0]
        return opening if naming(opening) else ""

    # when ----------------------------------------------------------------------------------------------------------

    @property
    def frame(self) -> tuple[Period, ...]:
        """Periods that hold where a value or the next sentence names none."""
        own = [
            q.value
            for q in self.times
            if isinstance(q.value, Period)
            and self._bracket(q.span.start) is None
            and _COMPARED.search(self.folded, self.start, q.span.start) is None
        ]
        if own:
            return tuple(own[:1])
        return self._frame_before

    def _periods(
        self, i: int, left: int, right: int, kept: Period | None, entry: Entry | None
    ) -> tuple[tuple[Period, ...], bool, Period | None]:
        """The periods of a value, whether the first is its own, and the one that the next goes on with."""
        if entry is not None and entry.period is not None:
            return (entry.period,), True, kept
        head, tail = self.values[i].span.start, self.values[i].span.end
        bracket = self._bracket(head)
        start = (
            self._turn(left, head) if i and left != self.start and not (bracket and left == bracket[0] + 1) else left
        )
        pre = [q for q in self.times if start <= q.span.start < head and self._bracket(q.span.start) == bracket]
        post = [
            q
            for q in self.times
            if tail <= q.span.start < self._post_end(tail, right)
            and self._is_alone(self._bracket(q.span.start), bracket)
        ]
        said = [q.value for q in (*post[:1], *reversed(pre)) if isinstance(q.value, Period)]
        if not said:
            return ((kept,), False, kept) if kept is not None else (self.frame, False, kept)
        if pre and bracket is None and _COMPARED.search(self.folded, self.start, pre[-1].span.start) is None:
            kept = pre[-1].value if isinstance(pre[-1].value, Period) else kept
        return (said[0], *([kept] if kept is not None and kept not in said else self.frame)), True, kept

    def _is_alone(self, inner: tuple[int, int] | None, outer: tuple[int, int] | None) -> bool:
        """Whether a bracket holds a period and no value of its own."""
        return inner in (outer, None) or not any(inner[0] < q.span.start < inner[1] for q in self.values)

    def _turn(self, start: int, end: int) -> int:
        """Where the words between two values pass from the one to the other."""
        found = _TURN.search(self.folded, start, end)
        if found is None:
            return end if _POSTNOMINAL.match(self.folded, start) else start
        return found.start()

    def _post_end(self, tail: int, right: int) -> int:
        found = _TURN.search(self.folded, tail, right)
        if found is not None:
            return found.start()
        return right if right == self.end or _POSTNOMINAL.match(self.folded, tail) else tail


def _names(text: str) -> bool:
    return bool(naming(text)) or bool(mentions(text))
