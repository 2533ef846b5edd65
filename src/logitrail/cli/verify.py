"""``logitrail verify``: an answer against its sources."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from logitrail.cli.options import Debug, Encoding, Imports, Json, PolicyName, SourceFiles
from logitrail.cli.status import FINDINGS

if TYPE_CHECKING:
    from logitrail.types import Finding
    from logitrail.verification import Verdict

EXAMPLES = """\b
Examples:
  logitrail verify --source report.txt --text "Revenue rose 5% to $3.2 million."
  logitrail verify --source report.txt answer.json --json | jq .accepted
  cat answer.txt | logitrail verify -s a.txt -s b.txt --text -

\b
An answer file that ends in .json holds {"slot": {"value": ..., "quote": ...}}, {"claim": ..., "quote": ...} or a list
of these; any other is a text. Exit status: 0 accepted, 1 vetoed, 2 bad input."""


def verify(
    file: Annotated[str | None, typer.Argument(metavar="FILE", help="The answer, as text or JSON.")] = None,
    text: Annotated[
        str | None, typer.Option("--text", "-t", metavar="TEXT", help='The answer itself; "-" reads stdin.')
    ] = None,
    source: SourceFiles = None,
    encoding: Encoding = None,
    policy: PolicyName = "default",
    imports: Imports = None,
    check: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="A registered check to run, too; again for further ones.")
    ] = None,
    as_json: Json = False,
    debug: Debug = False,
) -> None:
    """Hold an answer against its sources, by code alone.

    Numbers, units, periods, directions, bounds, negation, quotes and formulas are compared; what cannot be decided is
    said to be so, and never vetoes. No model is loaded, and the same input gives the same findings.
    """
    from logitrail.cli.evidence import answer_of, import_modules, policy_of, sources_of
    from logitrail.cli.show import write_json
    from logitrail.verification import verify as verify_answer

    import_modules(imports)
    chosen = policy_of(policy, check)
    answer = answer_of(file, text)
    verdict = verify_answer(answer, sources_of(source, encoding), chosen)
    if as_json:
        write_json(verdict.to_dict())
    else:
        sys.stdout.write(_shown(verdict))
    if not verdict.accepted:
        raise typer.Exit(FINDINGS)


def _shown(verdict: Verdict) -> str:
    lines = [line for finding in verdict.findings for line in finding_lines(finding)]
    vetoes = len(verdict.vetoes)
    counts = ", ".join(f"{count} {status}" for status, count in verdict.counts.items() if count)
    lines.append(f"{'accepted' if verdict.accepted else f'rejected by {vetoes}'}: {counts or 'no findings'}")
    return "\n".join(lines) + "\n"


def finding_lines(finding: Finding) -> list[str]:
    """A finding as text: what it says, then where."""
    slot = f"{finding.slot}: " if finding.slot else ""
    lines = [f"{'veto' if finding.veto else 'note'}: {finding.status} {finding.code}: {slot}{finding.message}"]
    shown = finding.evidence[:2]
    return [*lines, *(f"  {span.source}[{span.start}:{span.end}] {_one_line(span.text)}" for span in shown)]


def _one_line(text: str) -> str:
    flat = json.dumps(" ".join(text.split()), ensure_ascii=False)
    return flat if len(flat) <= 120 else f'{flat[:118]}…"'
