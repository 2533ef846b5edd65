"""The tables of the scanner: outside specifications and corpora, each held against its own past."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from tests.suite.cases import Tally
from tests.suite.recognizers import MODELS, RECOGNIZERS, recognizers
from tests.suite.scan_opinions import DUCKLING, JIONLP, duckling, jionlp_money

RATCHET = Path(__file__).with_name("scan_ratchet.json")

#: What must be reached, in percent of the inputs that the list of exceptions leaves.
TARGETS = {
    "zh_NumberModel": 98.0,
    "zh_PercentModel": 98.0,
    "zh_CurrencyModel": 95.0,
    "en_NumberModel": 93.0,
    "en_CurrencyModel": 85.0,
}
_DIMENSIONS = ("AmountOfMoney", "Distance", "Duration", "Numeral", "Ordinal", "Quantity", "Temperature", "Volume")


def tables() -> dict[str, tuple[Path, Callable[[], dict[str, Tally]]]]:
    """Each table: where its data lie, and what measures it."""
    return {
        "recognizers": (RECOGNIZERS, lambda: {name: recognizers(name) for name in MODELS}),
        "duckling": (
            DUCKLING,
            lambda: {f"{name}_{lang}": duckling(f"{name}_{lang}") for name in _DIMENSIONS for lang in ("EN", "ZH")
                     if (DUCKLING / f"{name}_{lang}.json").exists()},
        ),
        "jionlp": (JIONLP, lambda: {"money": jionlp_money()}),
    }  # fmt: skip


def worse_than_before(table: str, tallies: dict[str, Tally]) -> list[str]:
    """What is worse than the numbers that were checked in, or below its target."""
    before = json.loads(RATCHET.read_text(encoding="utf-8"))[table]
    problems = []
    for name, found in tallies.items():
        share = 100 * found.right / found.cases
        if found.right / found.cases < before[name]["right"] / before[name]["cases"]:
            problems.append(
                f"{table} {name}: {found.right} of {found.cases} right, before {before[name]['right']} of "
                f"{before[name]['cases']}\n" + "\n".join(found.wrong[:20])
            )
        if share < TARGETS.get(name, 0.0):
            problems.append(f"{table} {name}: {share:.2f} %, wanted {TARGETS[name]} %")
    return problems
