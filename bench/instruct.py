"""Whether instructions spare the mask work: ``python -m bench.instruct``.

The same prompts and contracts, greedy, with the contract in the prompt and without: pressure (−ln α summed over the text),
overrides (steps at which the model's own first choice was not allowed) and how many values agree between the two.
"""

from __future__ import annotations

import argparse
import statistics
from typing import Any

import logitrail as lt
from bench.prompts import CASES, Case


def main() -> None:
    """Runs and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", default="smollm2")
    parser.add_argument("--cases", type=int, default=6)
    parser.add_argument("--layout", default="auto", choices=("auto", "compact", "spaced"))
    parser.add_argument("--show", action="store_true", help="print the outputs, too")
    arguments = parser.parse_args()
    model = lt.load(arguments.model)
    rows = []
    print(f"{'case':<22}{'pressure without':>18}{'with':>9}{'overrides without':>20}{'with':>6}{'prompt tokens':>16}")
    for case in CASES[: arguments.cases]:
        without, given = (_run(model, case, arguments.layout, instruct=instruct) for instruct in (False, True))
        rows.append((without, given))
        print(
            f"{case.name:<22}{without['pressure']:>18.1f}{given['pressure']:>9.1f}{without['overrides']:>20}"
            f"{given['overrides']:>6}{without['prompt']:>10} +{given['prompt'] - without['prompt']:>4}"
        )
        if arguments.show:
            print(f"  without: {without['text']}\n  with:    {given['text']}")
    for name in ("pressure", "overrides"):
        before = statistics.fmean(row[0][name] for row in rows)
        after = statistics.fmean(row[1][name] for row in rows)
        lower = sum(row[1][name] < row[0][name] for row in rows)
        print(f"{name}: mean {before:.1f} without, {after:.1f} with ({after / before:.2f} times); lower in {lower} of {len(rows)}")


def _run(model: Any, case: Case, layout: str, *, instruct: bool) -> dict[str, Any]:
    contract = lt.Contract.from_schema(case.schema, layout=layout)
    result = model.generate(case.messages, contract, instruct=instruct, max_tokens=256)
    return {
        "pressure": result.trace.pressure,
        "overrides": result.trace.overrides,
        "prompt": result.usage.prompt_tokens,
        "text": result.text,
    }


if __name__ == "__main__":
    main()
