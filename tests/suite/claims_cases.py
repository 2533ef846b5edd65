"""Claims against sources from outside the project, and claims made false on purpose: what the verifier says of them."""

from __future__ import annotations

import gzip
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from logitrail.types import Source
from logitrail.verification import verify
from logitrail.verification.aliases import aliases
from logitrail.verification.align import ranked
from logitrail.verification.corrupt import OPERATIONS, corrupt
from logitrail.verification.document import Document
from logitrail.verification.index import Index, index
from logitrail.verification.passage import Passage
from tests.suite.cases import DATA

CLAIMS = DATA / "claims"
RATCHET = Path(__file__).with_name("claims_ratchet.json")

#: Labels of claims that must not be vetoed, and of those that should be.
GOOD, BAD = ("supported", "not_checkable"), ("contradicted", "unsupported", "not_found")
SETS = ("adjudicated", "uhgeval", "halueval_qa", "summedits", "tatqa_dev")
#: The sets whose supported claims are corrupted, against the sentence that they come from.
CORRUPTED = ("adjudicated", "uhgeval")
SEED = 1
#: The share of a claim's weight that a sentence must have to be taken for its source.
_ALIGNED = 0.5
_ALIASES = aliases({})


@dataclass
class Outcome:
    """What became of the claims of one kind.

    Attributes:
        claims: All of them.
        vetoed: Those that were vetoed.
        undecided: Findings that decide nothing, of all findings.
        findings: All findings.
        wrong: Claims that were vetoed and should not have been, in words.
        seconds: For all.
    """

    claims: int = 0
    vetoed: int = 0
    undecided: int = 0
    findings: int = 0
    wrong: list[str] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def share(self) -> float:
        """The share that was vetoed, in percent."""
        return 100 * self.vetoed / self.claims if self.claims else 0.0


def rows(name: str) -> Iterator[dict[str, Any]]:
    """The claims of a set."""
    plain = CLAIMS / f"{name}.jsonl"
    text = plain.read_text("utf-8") if plain.exists() else gzip.decompress(Path(f"{plain}.gz").read_bytes()).decode()
    yield from map(json.loads, text.splitlines())


def measured(name: str) -> dict[str, Outcome]:
    """Outcomes of a set by label, and by mode where it has modes."""
    outcomes: dict[str, Outcome] = {}
    for row in rows(name):
        quote = row.get("quote")
        answer = row["claim"] if quote is None else {"claim": row["claim"], "quote": quote}
        key = " ".join(part for part in (row["label"], row.get("mode")) if part)
        outcome = outcomes.setdefault(key, Outcome())
        start = time.perf_counter()
        verdict = verify(answer, row.get("source") or row["context"])
        outcome.seconds += time.perf_counter() - start
        outcome.claims += 1
        outcome.vetoed += not verdict.accepted
        outcome.undecided += verdict.counts["NOT_CHECKABLE"]
        outcome.findings += len(verdict.findings)
        if not verdict.accepted and row["label"] in GOOD:
            outcome.wrong.append(f"{row['id']}: {verdict.vetoes[0].code}: {row['claim'][:100]}")
    return dict(sorted(outcomes.items()))


def corrupted() -> tuple[Outcome, dict[str, Outcome]]:
    """Supported claims with the sentence that they come from as their quote, as they are and made false.

    Returns:
        The outcome of the claims as they are, and that of each operation on those that passed.
    """
    untouched, outcomes = Outcome(), {op: Outcome() for op in OPERATIONS}
    for row in (row for name in CORRUPTED for row in rows(name)):
        if row["label"] != "supported":
            continue
        source = Source(row.get("source") or row["context"])
        quote = row.get("quote") or aligned(row["claim"], source)
        if quote is None:
            continue
        untouched.claims += 1
        if not verify({"claim": row["claim"], "quote": quote}, source).accepted:
            untouched.vetoed += 1
            untouched.wrong.append(f"{row['id']}: {row['claim'][:100]}")
            continue
        for op, outcome in outcomes.items():
            made = corrupt(row["claim"], source.text, op=op, seed=SEED)
            if made is None:
                continue
            outcome.claims += 1
            if verify({"claim": made.text, "quote": quote}, source).accepted:
                outcome.wrong.append(f"{row['id']}: {made.before.text!r} → {made.after.text!r}")
            else:
                outcome.vetoed += 1
    return untouched, outcomes


def aligned(claim: str, source: Source) -> str | None:
    """The sentence of a source that a claim comes from: where it stands word for word, else the closest one."""
    text, read = claim.strip(), index(source, _ALIASES)
    at = read.text.find(text)
    if at >= 0:
        return _sentences(read, at, at + len(text))
    document = Document(text, _ALIASES)
    best = ranked(read, Passage(document, 0, len(text)).features, 1)
    if not best or best[0][0] < _ALIGNED:
        return None
    return read.text[slice(*read.bounds[best[0][1]])]


def _sentences(read: Index, start: int, end: int) -> str:
    numbers = read.sentences_between(start, end)
    return read.text[read.bounds[numbers[0]][0] : read.bounds[numbers[-1]][1]]


def worse_than_before(name: str, outcomes: dict[str, Outcome]) -> list[str]:
    """What is worse than the shares that were checked in, in words."""
    before = json.loads(RATCHET.read_text(encoding="utf-8")).get(name, {})
    problems = []
    for key, outcome in outcomes.items():
        known = before.get(key)
        if known is None:
            continue
        good = key.startswith(GOOD)
        share = round(outcome.share, 2)
        if share > known if good else share < known:
            problems.append(f"{name}, {key}: {share:.2f} % vetoed, before {known:.2f} %")
            problems += [f"  {wrong}" for wrong in outcome.wrong[:20]]
    return problems
