"""Decoding side by side: ``python -m bench.decode``.

One model, the same prompts and schemas, greedy; ours against ``generate()`` with other libraries' masks. Times are
medians of several runs that take turns; only their ratios mean anything on another machine. Forward passes are counted
on the model itself.
"""

from __future__ import annotations

import argparse
import statistics
import time
import warnings
from collections.abc import Callable
from typing import Any

import logitrail as lt
from bench.peers import peers
from bench.prompts import CASES, Case
from logitrail.decoding.row import Row

OURS = "logitrail"
FORCED = "forced runs alone"


def main() -> None:
    """Runs and prints the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", default="smollm2")
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--cases", type=int, default=len(CASES))
    parser.add_argument("--plain", action="store_true", help="leave the linear layers of the model as they are")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")  # of the peers
    model = _load(arguments.model, plain=arguments.plain)
    passes = _count_passes(model.model)
    others = peers(model.model, model.tokenizer)
    rows = []
    print(_head(list(others)))
    for case in CASES[: arguments.cases]:
        rows.append(_measure(model, case, others, passes, arguments.repeat))
        print(_line(rows[-1], list(others)), flush=True)
    _print_ratios(rows, list(others))
    _print_trace_share(model, arguments.repeat)


def _load(name: str, *, plain: bool) -> Any:
    model = lt.load(name)
    if plain:
        for module in model.model.modules():  # type: ignore[attr-defined]
            module.__dict__.pop("forward", None)
    return model


def _count_passes(model: Any) -> list[int]:
    counter = [0]

    def count(*_: Any) -> None:
        counter[0] += 1

    model.register_forward_hook(count)
    return counter


def _measure(
    model: Any, case: Case, others: dict[str, Callable[..., str]], passes: list[int], repeat: int
) -> dict[str, Any]:
    contract = lt.Contract.from_schema(case.schema)
    ids = model.host.encode(case.messages).ids
    runs: dict[str, Callable[[], Any]] = {
        OURS: lambda: model.generate(ids, contract),
        # The others keep no trace either.
        FORCED: lambda: model.generate(ids, contract, draft=False, trace="off"),
        **{name: (lambda peer=peer: peer(ids, case.schema)) for name, peer in others.items()},
    }
    seconds: dict[str, list[float]] = {name: [] for name in runs}
    counts: dict[str, int] = {}
    for turn in range(repeat + 1):
        for name, run in runs.items():
            before, start = passes[0], time.perf_counter()
            result = run()
            if turn:  # the first turn compiles and warms up
                seconds[name].append(time.perf_counter() - start)
            counts[name] = passes[0] - before
            if name == OURS:
                tokens = result.usage.completion_tokens
    return {
        "case": case.name,
        "tokens": tokens,
        "seconds": {name: statistics.median(times) for name, times in seconds.items()},
        "passes": counts,
    }


def _head(others: list[str]) -> str:
    return f"{'case':<22}{'tokens':>7}  " + "".join(f"{name:>24}" for name in (OURS, FORCED, *others))


def _line(row: dict[str, Any], others: list[str]) -> str:
    names = [OURS, FORCED, *others]
    cells = "".join(f"{row['seconds'][name]:>13.2f} s {row['passes'][name]:>4} fwd" for name in names)
    return f"{row['case']:<22}{row['tokens']:>7}  {cells}"


def _print_ratios(rows: list[dict[str, Any]], others: list[str]) -> None:
    print()
    ratios: dict[str, list[float]] = {OURS: [], FORCED: []}
    for row in rows:
        best = min(others, key=lambda name: row["seconds"][name])
        for mine in ratios:
            ratios[mine].append(row["seconds"][best] / row["seconds"][mine])
        print(
            f"{row['case']:<22} best peer: {best:<16} ours {ratios[OURS][-1]:.2f} times as fast; "
            f"from forced runs alone {ratios[FORCED][-1]:.2f}; tokens a pass {row['tokens'] / row['passes'][OURS]:.2f}"
        )
    print(
        f"geometric means: {statistics.geometric_mean(ratios[OURS]):.2f} times the best peer with drafts, "
        f"{statistics.geometric_mean(ratios[FORCED]):.2f} without; "
        f"{statistics.geometric_mean([row['tokens'] / row['passes'][OURS] for row in rows]):.2f} tokens a pass"
    )


def _print_trace_share(model: Any, repeat: int) -> None:
    """Time of the summary trace inside the step, as a share of the whole generation."""
    shares = []
    contract = lt.Contract.from_schema(CASES[0].schema)
    ids = model.host.encode(CASES[0].messages).ids
    spent = [0.0]
    measured = Row._measure

    def timed(self: Row, *arguments: Any) -> None:
        start = time.perf_counter()
        measured(self, *arguments)
        spent[0] += time.perf_counter() - start

    Row._measure = timed  # type: ignore[method-assign]
    try:
        for _ in range(repeat):
            spent[0], start = 0.0, time.perf_counter()
            model.generate(ids, contract)
            shares.append(spent[0] / (time.perf_counter() - start))
    finally:
        Row._measure = measured  # type: ignore[method-assign]
    print(f"time spent in tracing (summary): {statistics.median(shares):.1%} of the generation")


if __name__ == "__main__":
    main()
