"""``logitrail synthesize``: a sentence from slots that are verified first."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from logitrail.cli.options import Debug, Encoding, Imports, Json, PolicyName, SourceFiles
from logitrail.cli.status import FINDINGS

EXAMPLES = """\b
Examples:
  logitrail synthesize -T "Revenue was {revenue:million,1}." --slots slots.json --source report.txt
  logitrail synthesize template.txt --slots slots.json -s a.txt -s b.txt --json | jq .spans

\b
The slots are JSON: {"revenue": {"value": "$3.2 million", "quote": "revenue of $3.2 million"}}; null abstains.
Exit status: 0 written, 1 a slot is vetoed or the sentence would say something else, 2 bad input."""


def synthesize(
    file: Annotated[str | None, typer.Argument(metavar="FILE", help="The template.")] = None,
    template: Annotated[
        str | None, typer.Option("--template", "-T", metavar="TEXT", help="The template itself.")
    ] = None,
    slots: Annotated[
        str, typer.Option("--slots", metavar="FILE", help='The slots with their quotes, as JSON; "-" is stdin.')
    ] = "-",
    source: SourceFiles = None,
    encoding: Encoding = None,
    policy: PolicyName = "default",
    imports: Imports = None,
    as_json: Json = False,
    debug: Debug = False,
) -> None:
    """Write a sentence from slots that the sources support.

    The slots are verified first, written in the words of their sources, and the sentence is read again: what would say
    anything else is not written. No model is loaded.
    """
    from logitrail.cli.evidence import import_modules, json_of, policy_of, sources_of
    from logitrail.cli.inputs import Inputs
    from logitrail.cli.show import write_json
    from logitrail.cli.verify import finding_lines
    from logitrail.errors import OptionError, SynthesisError
    from logitrail.synthesis import Template, verified_slots
    from logitrail.synthesis import synthesize as synthesize_sentence
    from logitrail.verification import verify

    import_modules(imports)
    inputs = Inputs()
    if (file is None) == (template is None):
        got = "none" if file is None else "both a file and --template"
        raise OptionError(f"expected one template, got {got}", hint='template.txt, or -T "…"')
    made = Template(inputs.file(file, "FILE"), file) if file is not None else Template(template or "")
    data = json_of(inputs.file(slots, "--slots"), slots)
    if not isinstance(data, dict):
        raise OptionError("expected an object of slots", path=slots, hint='{"revenue": {"value": "…", "quote": "…"}}')
    made.require(data)
    read = sources_of(source, encoding)
    verdict = verify(data, read, policy_of(policy))
    vetoes = verdict.vetoes
    error: SynthesisError | None = None
    if not vetoes:
        try:
            written = synthesize_sentence(made, verified_slots(verdict, read))
        except SynthesisError as caught:
            error = caught
        else:
            if as_json:
                write_json({**written.to_dict(), "findings": [finding.to_dict() for finding in verdict.findings]})
            else:
                sys.stdout.write(written.text + "\n")
            return
    if as_json:
        told = None if error is None else {"slot": error.slot, "message": error.message, "path": error.path}
        write_json({"text": None, "error": told, "findings": [finding.to_dict() for finding in verdict.findings]})
    for finding in vetoes:
        sys.stderr.write("\n".join(finding_lines(finding)) + "\n")
    if error is not None:
        sys.stderr.write(f"not written: {error}\n")
    raise typer.Exit(FINDINGS)
