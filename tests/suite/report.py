"""Prints what contracts make of outside schemas, and the scanner of outside texts: ``python -m tests.suite.report``."""

from __future__ import annotations

import sys
from statistics import median

from tests.suite import scan_tables
from tests.suite.cases import MASKBENCH, SUITE, Tally, maskbench, official_suite, total, worse_than_before


def main() -> int:
    """Prints all tables.

    Returns:
        1 when a number is worse than the one that was checked in, else 0.
    """
    problems: list[str] = []
    for name, file, measure in (("maskbench", MASKBENCH, maskbench), ("draft2020-12", SUITE, official_suite)):
        if not file.exists():
            print(f"{name}: nothing at {file}; LOGITRAIL_DATA names another folder\n")  # noqa: T201
            continue
        tallies = measure()
        show(name, tallies)
        problems += worse_than_before(name, total(tallies))
    for name, (folder, measure) in scan_tables.tables().items():
        if not folder.exists():
            print(f"{name}: nothing at {folder}; LOGITRAIL_DATA names another folder\n")  # noqa: T201
            continue
        tallies = measure()
        show(name, tallies)
        problems += scan_tables.worse_than_before(name, tallies)
    for problem in problems:
        print(f"worse than before: {problem}", file=sys.stderr)  # noqa: T201
    return 1 if problems else 0


def show(name: str, tallies: dict[str, Tally]) -> None:
    """One table: a line for each part, and the sum."""
    lines = [f"{name:26} {'right':>7} {'of':>6} {'':>8} {'wrongly accepted':>17} {'p50 ms':>7}"]
    for part, tally in [*tallies.items(), ("all", total(tallies))]:
        share = 100 * tally.right / tally.cases if tally.cases else 100.0
        speed = f"{1000 * median(tally.seconds):7.1f}" if tally.seconds else f"{'-':>7}"
        lines.append(f"{part:26} {tally.right:7} {tally.cases:6} {share:7.2f}% {tally.wrongly_accepted:17} {speed}")
    lines += [f"  {wrong}" for tally in tallies.values() for wrong in tally.wrong]
    print("\n".join(lines), end="\n\n")  # noqa: T201


if __name__ == "__main__":
    sys.exit(main())
