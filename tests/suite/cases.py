"""Schemas with labelled instances from outside the project, and what contracts made of them say."""

from __future__ import annotations

import gzip
import json
import os
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from logitrail.contract import Contract
from logitrail.errors import LogitrailError

ROOT = Path(__file__).resolve().parents[2]
DATA = Path(os.environ.get("LOGITRAIL_DATA", ROOT.parent / "shared" / "data"))
MASKBENCH = DATA / "maskbench" / "sample.jsonl.gz"
SUITE = DATA / "json-schema-test-suite"
RATCHET = Path(__file__).with_name("ratchet.json")

#: Tests that ask for ``format`` to be an annotation: it is asserted here, in every draft.
FORMAT_AS_ANNOTATION = "is only an annotation by default"
_REMOTES = "http://localhost:1234/"


@dataclass
class Tally:
    """What became of the cases of one kind.

    Attributes:
        right: Cases that are right: all instances of a schema (MaskBench), or one instance (the official suite).
        cases: All cases.
        wrongly_accepted: Instances that were accepted although they are not valid.
        wrong: What is not right, in words.
        seconds: Time from schema to contract, for each schema.
    """

    right: int = 0
    cases: int = 0
    wrongly_accepted: int = 0
    wrong: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.right + other.right,
            self.cases + other.cases,
            self.wrongly_accepted + other.wrongly_accepted,
            self.wrong + other.wrong,
            self.seconds + other.seconds,
        )


def run(schema: Any, tests: list[dict[str, Any]], name: str, registry: dict[str, Any] | None = None) -> Tally:
    """Asks a contract about each instance; one case for each."""
    tally = Tally(cases=len(tests))
    start = time.perf_counter()
    try:
        contract = Contract.from_schema(schema, order="any", registry=registry)
    except LogitrailError as error:
        tally.wrong.append(f"{name}: refused: {error}")
        return tally
    tally.seconds.append(time.perf_counter() - start)
    for test in tests:
        accepted = contract.accepts(json.dumps(test["data"], ensure_ascii=False))
        if accepted == test["valid"]:
            tally.right += 1
            continue
        tally.wrongly_accepted += accepted
        tally.wrong.append(f"{name}: {test['description']}: {'accepted' if accepted else 'not accepted'}")
    return tally


def maskbench() -> dict[str, Tally]:
    """Tallies by split; a schema is right when all its instances are."""
    tallies: dict[str, Tally] = {}
    with gzip.open(MASKBENCH, "rt", encoding="utf-8") as lines:
        for line in lines:
            case = json.loads(line)
            found = run(case["schema"], case["tests"], case["id"])
            found.right, found.cases = int(found.right == found.cases and not found.wrong), 1
            tallies[case["split"]] = tallies.get(case["split"], Tally()) + found
    return tallies


def official_suite() -> dict[str, Tally]:
    """Tallies by file of the required tests of draft 2020-12."""
    registry = dict(_remotes())
    tallies: dict[str, Tally] = {}
    for file in sorted((SUITE / "draft2020-12").glob("*.json")):
        tallies[file.stem] = Tally()
        for group in json.loads(file.read_text(encoding="utf-8")):
            tests = [test for test in group["tests"] if not test["description"].endswith(FORMAT_AS_ANNOTATION)]
            tallies[file.stem] += run(group["schema"], tests, f"{file.stem}: {group['description']}", registry)
    return tallies


def _remotes() -> Iterator[tuple[str, Any]]:
    folder = SUITE / "remotes"
    older = Counter(("draft3", "draft4", "draft6", "draft7", "v1"))
    for file in sorted(folder.rglob("*.json")):
        place = file.relative_to(folder)
        if place.parts[0] not in older:
            yield _REMOTES + place.as_posix(), json.loads(file.read_text(encoding="utf-8"))


def total(tallies: dict[str, Tally]) -> Tally:
    """All tallies as one."""
    return sum(tallies.values(), Tally())


def worse_than_before(name: str, found: Tally) -> list[str]:
    """What is worse than the numbers that were checked in; nothing may be."""
    before = json.loads(RATCHET.read_text(encoding="utf-8"))[name]
    problems = []
    if found.right / found.cases < before["right"] / before["cases"]:
        problems.append(f"{name}: {found.right} of {found.cases} right, before {before['right']} of {before['cases']}")
    if found.wrongly_accepted > before["wrongly_accepted"]:
        problems.append(f"{name}: {found.wrongly_accepted} instances accepted that are not valid")
    return [f"{problem}\n" + "\n".join(found.wrong[:20]) for problem in problems]
