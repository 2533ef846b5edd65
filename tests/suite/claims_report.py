"""Prints what the verifier makes of claims from outside: ``python -m tests.suite.claims_report``.

With ``--ratchet`` the shares are checked in as the ones to beat.
"""

from __future__ import annotations

import json
import sys

from tests.suite.claims_cases import (
    CLAIMS,
    RATCHET,
    SETS,
    Outcome,
    corrupted,
    measured,
    worse_than_before,
)


def main() -> int:
    """Prints a table for each set, and one of the corruptions.

    Returns:
        1 when a share is worse than the one that was checked in, else 0.
    """
    if not CLAIMS.exists():
        print(f"claims: nothing at {CLAIMS}; LOGITRAIL_DATA names another folder\n")  # noqa: T201
        return 0
    tables = {name: measured(name) for name in SETS}
    untouched, changed = corrupted()
    tables["corrupted"] = {"supported as it is": untouched, **changed}
    for name, outcomes in tables.items():
        show(name, outcomes)
    if "--ratchet" in sys.argv:
        shares = {name: {key: round(o.share, 2) for key, o in outcomes.items()} for name, outcomes in tables.items()}
        RATCHET.write_text(json.dumps(shares, indent=2) + "\n", encoding="utf-8")
    problems = [problem for name, outcomes in tables.items() for problem in worse_than_before(name, outcomes)]
    for problem in problems:
        print(f"worse than before: {problem}", file=sys.stderr)  # noqa: T201
    return 1 if problems else 0


def show(name: str, outcomes: dict[str, Outcome]) -> None:
    """One table: a line for each label or operation, then the claims that were wrongly vetoed."""
    lines = [f"{name:26} {'vetoed':>7} {'of':>6} {'':>8} {'undecided':>10} {'ms each':>8}"]
    for key, outcome in outcomes.items():
        undecided = f"{100 * outcome.undecided / outcome.findings:9.1f}%" if outcome.findings else f"{'-':>10}"
        each = f"{1000 * outcome.seconds / outcome.claims:8.2f}" if outcome.seconds else f"{'-':>8}"
        lines.append(f"  {key:24} {outcome.vetoed:7} {outcome.claims:6} {outcome.share:7.2f}% {undecided} {each}")
    lines += [f"    {wrong}" for outcome in outcomes.values() for wrong in outcome.wrong[:12]]
    print("\n".join(lines), end="\n\n")  # noqa: T201


if __name__ == "__main__":
    sys.exit(main())
