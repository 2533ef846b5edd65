"""Compiling side by side with the grammar engine alone: ``python -m bench.compile``.

The MaskBench sample, over bytes: ours (lowering, grammar and what is watched) against llguidance's own JSON Schema, in
turn on each schema that both compile. A compiled contract is kept by content, so that a schema costs this once.
"""

from __future__ import annotations

import gzip
import json
import time
from statistics import median
from typing import Any

from llguidance import LLMatcher, LLParserLimits

from logitrail.contract import Contract
from logitrail.contract.model import JsonShape, Layout
from logitrail.contract.schema import check_schema
from logitrail.engine import CompiledContract, byte_vocabulary
from tests.suite.cases import MASKBENCH

_REPEAT = 3


def main() -> None:
    """Runs and prints the table."""
    with gzip.open(MASKBENCH, "rt", encoding="utf-8") as lines:
        schemas = [json.loads(line)["schema"] for line in lines]
    print(f"{'layout':<10}{'schemas':>9}{'engine p50':>12}{'ours p50':>10}{'of p50s':>9}{'p50 of ratios':>15}")
    for layout in ("compact", "auto"):
        engine: list[float] = []
        ours: list[float] = []
        for schema in schemas:
            alone = min(_engine(schema) for _ in range(_REPEAT))
            if alone == float("inf"):
                continue
            engine.append(alone)
            ours.append(min(_ours(schema, layout) for _ in range(_REPEAT)))
        ratios = [mine / alone for mine, alone in zip(ours, engine, strict=True)]
        print(
            f"{layout:<10}{len(engine):>9}{1e3 * median(engine):>9.2f} ms{1e3 * median(ours):>7.2f} ms"
            f"{median(ours) / median(engine):>9.2f}{median(ratios):>15.2f}"
        )


def _engine(schema: Any) -> float:
    """Seconds; infinite where the engine refuses."""
    text = json.dumps({**schema, "x-guidance": {"whitespace_flexible": False}})
    start = time.perf_counter()
    grammar = LLMatcher.grammar_from_json_schema(text)
    matcher = LLMatcher(byte_vocabulary().ll, grammar, log_level=0, limits=LLParserLimits(verbose_errors=False))
    taken = time.perf_counter() - start
    return float("inf") if matcher.is_error() else taken


def _ours(schema: Any, layout: Layout) -> float:
    # A new copy each time: plans are kept by the schema they were made for.
    contract = Contract(JsonShape(check_schema(schema)), layout=layout)
    start = time.perf_counter()
    CompiledContract(contract, byte_vocabulary())
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
