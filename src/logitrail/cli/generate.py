"""``logitrail generate``: an answer under a contract."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from logitrail.cli.options import Debug, Device, Dtype, Json, Messages, ModelName, PromptFile, PromptText, Revision

if TYPE_CHECKING:
    from logitrail.decoding.result import Result

EXAMPLES = """\b
Examples:
  logitrail generate -c ticket.yaml --message user="Turn it into a record: ..."
  logitrail generate -c invoice.json --prompt-file prompt.txt --json | jq .value
  cat prompt.txt | logitrail generate --prompt - --max-tokens 64
  logitrail generate -c ticket.yaml -p "..." --temperature 0.8 --seed 7 -n 3

\b
The contract is a YAML or JSON file: rules, {"schema": ...}, or a saved contract; `logitrail check` reads the same."""


def generate(
    contract: Annotated[
        str | None,
        typer.Option("--contract", "-c", metavar="FILE", help="What the output must obey. [default: free text]"),
    ] = None,
    prompt: PromptText = None,
    prompt_file: PromptFile = None,
    message: Messages = None,
    model: ModelName = "smollm2",
    max_tokens: Annotated[int, typer.Option(metavar="N", help="Most tokens of output.")] = 256,
    temperature: Annotated[float, typer.Option(metavar="T", help="0 takes the likeliest token.")] = 0.0,
    top_p: Annotated[float, typer.Option(metavar="P", help="Keep the likeliest tokens up to this mass.")] = 1.0,
    top_k: Annotated[int, typer.Option(metavar="K", help="Keep this many likeliest tokens; 0 for all.")] = 0,
    min_p: Annotated[
        float, typer.Option(metavar="P", help="Keep tokens this probable relative to the likeliest.")
    ] = 0.0,
    seed: Annotated[int, typer.Option(metavar="N", help="Of the draws.")] = 0,
    n: Annotated[int, typer.Option("-n", metavar="N", help="Number of samples, one a line.")] = 1,
    stop: Annotated[
        list[str] | None,
        typer.Option(metavar="TEXT", help="End the output here; under a contract it is then completed validly."),
    ] = None,
    repetition_penalty: Annotated[float, typer.Option(metavar="X", help="1 is off.")] = 1.0,
    instruct: Annotated[
        bool, typer.Option("--instruct", help="Put the contract into the prompt, too, in words.")
    ] = False,
    after: Annotated[
        str | None,
        typer.Option(metavar="MARKER", help='Free text up to this, such as "</think>", then the contract.'),
    ] = None,
    trace: Annotated[
        str, typer.Option(metavar="off|summary|full", help="full adds the likeliest tokens of each step.")
    ] = "summary",
    table: Annotated[
        bool | None,
        typer.Option(
            "--table/--no-table", help="The table of fields, on stderr. [default: where stderr is a terminal]"
        ),
    ] = None,
    device: Device = None,
    dtype: Dtype = None,
    revision: Revision = None,
    as_json: Json = False,
    debug: Debug = False,
) -> None:
    """Generate text that obeys a contract.

    The text goes to stdout; a table of its fields, with how sure the model itself was, to stderr. With a contract the
    output is complete and valid, or there is an error before the first token.
    """
    from logitrail.cli.inputs import Inputs
    from logitrail.cli.loading import load_model
    from logitrail.cli.show import busy, write_json, write_warnings
    from logitrail.contract import Contract
    from logitrail.decoding.options import Options
    from logitrail.errors import OptionError

    options: dict[str, Any] = {
        "max_tokens": max_tokens,
        "temperature": temperature,
        "top_p": top_p,
        "top_k": top_k,
        "min_p": min_p,
        "seed": seed,
        "stop": tuple(stop or ()),
        "repetition_penalty": repetition_penalty,
        "trace": trace,
        "instruct": instruct,
    }
    Options(**options)  # what is wrong is said before a model is loaded
    if table and (trace == "off" or contract is None):
        raise OptionError("the table needs a contract and a trace", path="--table", hint="--trace summary")
    bound = Contract.from_file(contract) if contract is not None else None
    if after is not None:
        if bound is None:
            raise OptionError("there is no contract to come after a marker", path="--after", hint="-c contract.yaml")
        bound = bound.after(after)
    question = Inputs().required_prompt(prompt, prompt_file, message)
    loaded = load_model(model, device, dtype, revision)
    with busy("generating"):
        made = loaded.generate(question, bound, n=n, **options)
    results: list[Result] = made if isinstance(made, list) else [made]
    for result in results:
        if as_json:
            write_json({"model": model, **result.to_dict()})
        else:
            sys.stdout.write(result.text + "\n")
    if not as_json:
        _write_tables(results, table)
        write_warnings(list(dict.fromkeys(warning for result in results for warning in result.warnings)))


def _write_tables(results: list[Result], wanted: bool | None) -> None:
    from logitrail.cli.show import console, field_table, write_table

    if not (sys.stderr.isatty() if wanted is None else wanted):
        return
    out = console(stderr=True)
    for result in results:
        if result.trace is not None and result.trace.fields:
            out.print()
            write_table(out, field_table(result.trace))
