"""``logitrail check``: does a contract contradict itself, and does a text obey it."""

from __future__ import annotations

import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from logitrail.cli.options import ContractFile, Debug, Json
from logitrail.cli.status import FINDINGS

if TYPE_CHECKING:
    from logitrail.contract import ConflictReport, Violation

EXAMPLES = """\b
Examples:
  logitrail check ticket.yaml
  logitrail check ticket.yaml --text '{"status": "active", "level": 3}'
  cat answer.json | logitrail check ticket.yaml --text - --json

\b
Exit status: 0 in order, 1 a conflict or a violation, 2 the file is no contract."""


def check(
    file: ContractFile,
    text: Annotated[
        str | None, typer.Option("--text", "-t", metavar="TEXT", help='A text to hold against it; "-" reads stdin.')
    ] = None,
    as_json: Json = False,
    debug: Debug = False,
) -> None:
    """Find rules of a contract that contradict each other.

    Also tells what the contract cannot enforce. No model is loaded. With --text also: whether generation under the
    contract could have produced exactly this text, and which rules it breaks.
    """
    from logitrail.cli.inputs import Inputs
    from logitrail.cli.show import write_json
    from logitrail.contract import Contract

    contract = Contract.from_file(file)
    candidate = None if text is None else Inputs().text(text, "--text")
    report = contract.check()
    violations = None if candidate is None else contract.violations(candidate)
    if as_json:
        answer = {
            "file": file,
            "fingerprint": contract.fingerprint,
            "ok": report.ok,
            "conflicts": [asdict(conflict) for conflict in report.conflicts],
            "notes": list(report.notes),
        }
        if violations is not None:
            answer |= {"accepted": not violations, "violations": [asdict(violation) for violation in violations]}
        write_json(answer)
    else:
        _write(file, report, violations)
    if violations or not report.ok:
        raise typer.Exit(FINDINGS)


def _write(file: str, report: ConflictReport, violations: list[Violation] | None) -> None:
    lines = [f"{file}: no conflicts"] if report.ok else []
    for conflict in report.conflicts:
        lines.append(f"conflict at {conflict.path}: {conflict.message}")
        lines += [f"  rule: {rule}" for rule in conflict.rules]
        if conflict.hint:
            lines.append(f"  hint: {conflict.hint}")
    lines += [f"note: {note}" for note in report.notes]
    if violations is not None and not violations:
        lines.append("text: accepted")
    lines += [f"violation at {one.path}: {one.reason} ({one.rule})" for one in violations or ()]
    sys.stdout.write("\n".join(lines) + "\n")
