"""Slots with their right values in texts from outside the project, and what becomes of them when values change places.

``python -m tests.grounding.binding_cases`` prints the table. Four kinds of slots:

- written by hand for the sources of the adjudicated claims (``slots.jsonl``: the source by its hash, what is asked
  about, the period and where the right value stands);
- written by hand with their paragraphs (``paragraphs.jsonl``), in the manner of those sources;
- read off questions of TAT-QA by their form alone: "What was X in 2019?", "What were X in 2019 and 2018 respectively?";
- read off derivations of TAT-QA: "change in X from 2018 to 2019" with ``(a - b) / b`` says X in 2019 and X in 2018.

A right value that is vetoed is one too many. A swap gives a slot the value of another slot of the same source and kind,
where that is a different one; it is to be vetoed.
"""

from __future__ import annotations

import gzip
import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from logitrail.types import Quantity
from logitrail.verification.attribution import decide, is_value, read_period, reading
from tests.suite.cases import DATA

CLAIMS = DATA / "claims"
SLOTS = Path(__file__).with_name("slots.jsonl")
PARAGRAPHS = Path(__file__).with_name("paragraphs.jsonl")

_WHEN = r"(?:[A-Z][a-z]+ \d{1,2}, |\d{1,2} [A-Z][a-z]+ |FY ?)?20\d\d|FY\d\d|F\d\d"
_IN = r"(?:in|for|as of|at|during|on|as at)"
_YEARS = r"(?:the )?(?:fiscal |financial )?(?:years? )?(?:ended |ending |end of )?"
_ONE = re.compile(
    rf"(?i)^(?:what|how much) (?:is|was|were|are) the (?P<about>.+?),? {_IN}?\s*{_YEARS}(?P<a>{_WHEN})\s*\??\s*$"
)
_TWO = re.compile(
    rf"(?i)^(?:what|how much) (?:is|was|were|are) (?:the )?(?:respective )?(?P<about>.+?),? {_IN}\s*{_YEARS}"
    rf"(?P<a>{_WHEN}),? and (?P<b>{_WHEN}),?\s*respectively\s*\??\s*$"
)
_CHANGE = re.compile(
    r"(?i)(?:change|increase|decrease|growth) in (?:the )?(?:amount of |company's )?(?P<about>.+?) "
    r"(?:between|from|in|for|during|over) "
    r"(?:fiscal |financial |the |year |years |ended |[A-Z][a-z]+ \d{1,2}, |\d{1,2} [A-Z][a-z]+ )*"
    r"(?P<a>20\d\d)\b.*?(?P<b>20\d\d)"
)
_DERIVED = re.compile(r"^\(\s*\$?([\d,.]+)\s*-\s*\$?([\d,.]+)\s*\)\s*/\s*\$?([\d,.]+)")
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")


@dataclass(frozen=True)
class Asked:
    """A slot: what is asked about, for when, where the right value stands, and with what it can change places."""

    about: str
    period: str | None
    start: int
    kind: str = ""


@dataclass
class Tally:
    """What became of right values and of swapped ones.

    Attributes:
        right, vetoed: Right values, and those of them that were vetoed.
        swaps, caught: Swapped values, and those that were vetoed.
        lost: Right values that the scanner does not find.
        wrong: What went wrong, in words.
    """

    right: int = 0
    vetoed: int = 0
    swaps: int = 0
    caught: int = 0
    lost: int = 0
    wrong: list[str] = field(default_factory=list)

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.right + other.right,
            self.vetoed + other.vetoed,
            self.swaps + other.swaps,
            self.caught + other.caught,
            self.lost + other.lost,
            self.wrong + other.wrong,
        )


def adjudicated() -> dict[str, list[Asked]]:
    """Slots by source, as written by hand."""
    texts = {
        sha256(source.encode()).hexdigest()[:12]: source
        for line in (CLAIMS / "adjudicated.jsonl").read_text("utf-8").splitlines()
        for source in (json.loads(line)["source"],)
    }
    out: dict[str, list[Asked]] = defaultdict(list)
    for line in SLOTS.read_text("utf-8").splitlines():
        slot = json.loads(line)
        text = texts[slot["source"]]
        assert text.startswith(slot["value"], slot["start"]), slot
        out[text].append(Asked(slot["about"], slot["period"], slot["start"], slot["kind"]))
    return out


def paragraphs() -> dict[str, list[Asked]]:
    """Slots by paragraph, as written by hand."""
    return {
        row["text"]: [Asked(slot["about"], slot["period"], slot["start"], slot["kind"]) for slot in row["slots"]]
        for line in PARAGRAPHS.read_text("utf-8").splitlines()
        for row in (json.loads(line),)
    }


def tatqa_spans() -> dict[str, list[Asked]]:
    """Slots by source: questions for one figure."""
    out: dict[str, list[Asked]] = defaultdict(list)
    for row in _tatqa("tatqa_dev_span"):
        match = _ONE.match(row["question"].strip())
        number = _NUMBER.search(row["claim"])
        if (
            match is None
            or number is None
            or re.search(r"(?i)\b(change|difference|increase|decrease|percentage)\b", match["about"])
        ):
            continue
        _add(out, row, match["about"], {match["a"]: number[0]})
    return out


def tatqa_pairs() -> dict[str, list[Asked]]:
    """Slots by source: questions for one figure in two years."""
    out: dict[str, list[Asked]] = defaultdict(list)
    for row in _tatqa("tatqa_dev_multi-span"):
        match = _TWO.match(row["question"].strip())
        numbers = [_NUMBER.search(part) for part in row["claim"].split(" ; ")]
        if match is not None and len(numbers) == 2 and all(numbers):
            _add(out, row, match["about"], {match["a"]: numbers[0][0], match["b"]: numbers[1][0]})  # type: ignore[index]
    return out


def tatqa_changes() -> dict[str, list[Asked]]:
    """Slots by source: the two figures that a change is computed from."""
    out: dict[str, list[Asked]] = defaultdict(list)
    for row in _tatqa("tatqa_dev_arithmetic"):
        match, derived = _CHANGE.search(row["question"]), _DERIVED.match(row["derivation"].strip())
        if match is None or derived is None or derived[2] != derived[3] or match["a"] == match["b"]:
            continue
        if re.search(r"(?i)percentage|between|average|20\d\d", match["about"]):
            continue
        new, old = sorted((match["a"], match["b"]), reverse=True)
        _add(out, row, match["about"], {new: derived[1], old: derived[2]})
    return out


def _tatqa(name: str) -> Iterator[dict[str, Any]]:
    with gzip.open(CLAIMS / "tatqa_dev.jsonl.gz", "rt", encoding="utf-8") as lines:
        yield from (row for line in lines if (row := json.loads(line))["src"] == name)


def _add(out: dict[str, list[Asked]], row: Mapping[str, Any], about: str, values: Mapping[str, str]) -> None:
    """Adds slots whose value stands in one place of the source."""
    bare = re.sub(r"(?i)^(?:total )?(?:amount|value|number|balance)s? (?:of|for) (?:the )?", "", about.strip()).strip()
    for period, value in values.items():
        places = [m.start() for m in re.finditer(rf"(?<![\d.,]){re.escape(value)}(?!\d|[.,]\d)", row["context"])]
        if len(places) == 1:
            out[row["context"]].append(Asked(bare, period, places[0]))


def measure(sources: Mapping[str, list[Asked]]) -> Tally:
    """Gives each slot its own value, and those of the others."""
    return sum((_measured(text, slots) for text, slots in sources.items()), Tally())


def _measured(text: str, slots: list[Asked]) -> Tally:
    read = reading(text)
    values = [q for q in read.quantities if is_value(text, q)]
    tally = Tally()

    def vetoed(slot: Asked, value: Quantity) -> bool:
        rivals = [
            read.said[q.span.start]
            for q in values
            if q.value != value.value
            and (q.kind == value.kind or "number" in (q.kind, value.kind))
            and q.span.start in read.said
        ]
        period = None if slot.period is None else read_period(slot.period)
        assert slot.period is None or period is not None, slot
        decision = decide([slot.about], period, read.said.get(value.span.start), rivals, read.base)
        return "other" in (decision.metric, decision.period)

    found = {
        slot: next(
            (
                q
                for q in values
                if q.span.start <= slot.start < q.span.end or slot.start <= q.span.start < slot.start + 2
            ),
            None,
        )
        for slot in slots
    }
    for slot, value in found.items():
        if value is None:
            tally.lost += 1
            continue
        tally.right += 1
        if vetoed(slot, value):
            tally.vetoed += 1
            tally.wrong.append(f"vetoed, and right: {slot.about} {slot.period}: {value.text}")
        for other, swapped in found.items():
            if swapped is None or swapped.value == value.value or other.kind != slot.kind:
                continue
            if slot.kind == "count" and swapped.unit != value.unit:
                continue  # the slot's unit tells them apart
            if (other.about.lower(), other.period) == (slot.about.lower(), slot.period):
                continue
            tally.swaps += 1
            if vetoed(slot, swapped):
                tally.caught += 1
            else:
                tally.wrong.append(f"not caught: {slot.about} {slot.period}: {swapped.text} ({other.about})")
    return tally


SETS: dict[str, Callable[[], dict[str, list[Asked]]]] = {
    "paragraphs": paragraphs,
    "adjudicated": adjudicated,
    "tatqa spans": tatqa_spans,
    "tatqa pairs": tatqa_pairs,
    "tatqa changes": tatqa_changes,
}


def main() -> None:
    """Prints the table."""
    tallies = {name: measure(load()) for name, load in SETS.items()}
    print(f"{'':16}{'right':>7}{'vetoed':>8}{'swaps':>8}{'caught':>8}{'':>9}{'lost':>6}")  # noqa: T201
    for name, tally in [*tallies.items(), ("all", sum(tallies.values(), Tally()))]:
        share = f"{100 * tally.caught / max(tally.swaps, 1):.2f} %"
        print(f"{name:16}{tally.right:7}{tally.vetoed:8}{tally.swaps:8}{tally.caught:8}{share:>9}{tally.lost:6}")  # noqa: T201
    for tally in tallies.values():
        print("\n".join(tally.wrong))  # noqa: T201


if __name__ == "__main__":
    main()
