"""Whether a free layout spares the mask work: ``python -m bench.layout``.

The same prompts and schemas, greedy, with blanks nowhere (``compact``), behind every separator (``spaced``), and left
to the model (``auto``): pressure (−ln α summed over the text) and overrides. Under ``auto`` the first separator
decides, before the first value: both layouts are allowed there, and the model's own mass picks.
"""

from __future__ import annotations

import argparse
import statistics

import logitrail as lt
from bench.prompts import CASES
from logitrail.contract.model import Layout

LAYOUTS: tuple[Layout, ...] = ("compact", "spaced", "auto")


def main() -> None:
    """Runs and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", default="smollm2")
    arguments = parser.parse_args()
    model = lt.load(arguments.model)
    print(f"{'pressure (overrides)':<24}" + "".join(f"{layout:>16}" for layout in LAYOUTS))
    pressures: dict[Layout, list[float]] = {layout: [] for layout in LAYOUTS}
    overrides: dict[Layout, list[int]] = {layout: [] for layout in LAYOUTS}
    for case in CASES:
        cells = []
        for layout in LAYOUTS:
            result = model.generate(case.prompt, lt.Contract.from_schema(case.schema, layout=layout), max_tokens=200)
            trace = result.trace
            assert trace is not None
            assert trace.pressure is not None
            pressures[layout].append(trace.pressure)
            overrides[layout].append(trace.overrides)
            cells.append(f"{trace.pressure:.1f} ({trace.overrides})")
        print(f"{case.name:<24}" + "".join(f"{cell:>16}" for cell in cells))
    means = (f"{statistics.mean(pressures[name]):.1f} ({statistics.mean(overrides[name]):.1f})" for name in LAYOUTS)
    print(f"{'mean':<24}" + "".join(f"{mean:>16}" for mean in means))


if __name__ == "__main__":
    main()
