"""``logitrail run``: case files through the online chain."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from logitrail.cli.options import Debug, Device, Dtype, Imports, Json
from logitrail.cli.status import FINDINGS

if TYPE_CHECKING:
    from logitrail.decoding.model import Model
    from logitrail.pipeline import Answer

EXAMPLES = """\b
Examples:
  logitrail run examples/earnings.en.yaml
  logitrail run examples/*.yaml --json | jq '{status, text}'
  logitrail run case.yaml --question "What was the net profit?" --audit audit.jsonl

\b
A case file holds a question, sources (or a retriever over a folder), slots and a template; docs/online-chain.md shows
one. Exit status: 0 accepted, or as the case expects; 1 vetoed, abstained, or not as expected; 2 bad input."""


def run(
    files: Annotated[list[str], typer.Argument(metavar="FILE", help="Case files, YAML or JSON.")],
    question: Annotated[
        str | None, typer.Option("--question", "-q", metavar="TEXT", help="Ask this instead; nothing is expected then.")
    ] = None,
    model: Annotated[
        str | None, typer.Option("--model", "-m", metavar="NAME", help="Use this model instead of the case's own.")
    ] = None,
    device: Device = None,
    dtype: Dtype = None,
    audit: Annotated[
        str | None, typer.Option(metavar="FILE", help="Append one audit record per case, as lines of JSON.")
    ] = None,
    stages: Annotated[bool, typer.Option("--stages", help="With --json: one document per stage, as it ends.")] = False,
    imports: Imports = None,
    as_json: Json = False,
    debug: Debug = False,
) -> None:
    """Answer the questions of case files from their sources.

    Drafted under a contract, verified by code, written from verified slots; or no answer, with the reasons. The answer
    and its citations go to stdout.
    """
    from logitrail.cli.evidence import import_modules
    from logitrail.cli.loading import load_model
    from logitrail.cli.show import busy, write_json
    from logitrail.errors import OptionError
    from logitrail.pipeline.case import read_case

    if stages and not as_json:
        raise OptionError("stages are shown as JSON", path="--stages", hint="--json --stages")
    import_modules(imports)
    cases = [read_case(file) for file in files]
    if question is not None:
        cases = [replace(case, question=question, expected={}) for case in cases]
    loaded: dict[str, Model] = {}
    failed = False
    for case in cases:
        name = model or case.model
        if name not in loaded:
            loaded[name] = load_model(name, device, dtype)
        answer: Answer | None = None
        with busy(f"{case.name}: {case.question}"):
            for event in case.pipeline(loaded[name], audit).stream(case.question, case.sources):
                answer = event.answer or answer
                if stages and event.answer is None:
                    write_json({"file": case.name, **event.to_dict()})
        assert answer is not None
        unexpected = case.unexpected(answer)
        if as_json:
            write_json(_document(case.name, name, answer, unexpected))
        else:
            sys.stdout.write(_shown(case.name if len(cases) > 1 else None, answer, unexpected))
        failed |= bool(unexpected) if case.expected else answer.status != "accepted"
    if failed:
        raise typer.Exit(FINDINGS)


def _document(file: str, model: str, answer: Answer, unexpected: list[str]) -> dict[str, Any]:
    return {"file": file, "model": model, **answer.to_dict(), "unexpected": unexpected}


def _shown(name: str | None, answer: Answer, unexpected: list[str]) -> str:
    from logitrail.cli.verify import finding_lines

    lines = [f"{name}:"] if name is not None else []
    lines.append(answer.text)
    for citation in answer.citations:
        title = citation.title or citation.quote.source
        against = "" if citation.agrees else " (says otherwise)"
        quote = " ".join(citation.quote.text.split())
        lines.append(f"  [{citation.slot}] {title}{against}: {quote}")
    if answer.status != "accepted":
        lines.append(f"  {answer.status} ({answer.reason})")
        for finding in answer.findings:
            if finding.veto:
                lines += [f"  {line}" for line in finding_lines(finding)]
    lines += [f"  not as expected: {reason}" for reason in unexpected]
    return "\n".join(lines) + "\n"
