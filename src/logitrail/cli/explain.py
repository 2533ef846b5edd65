"""``logitrail explain``: what may come next, and which rule masks what may not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from logitrail.cli.options import (
    ContractFile,
    Debug,
    Device,
    Dtype,
    Json,
    Messages,
    ModelName,
    PromptFile,
    PromptText,
    Revision,
)

if TYPE_CHECKING:
    from rich.console import Console

    from logitrail.decoding.explain import Explanation, TokenRuling

EXAMPLES = """\b
Examples:
  logitrail explain ticket.yaml --message user="..." --prefix '{"status": "'
  logitrail explain ticket.yaml -p "..." --prefix '{"status": "active", "level": 1' --token 1 --token 0
  logitrail explain ticket.yaml -p "..." --token ''        (may the output end here?)"""


def explain(
    file: ContractFile,
    prompt: PromptText = None,
    prompt_file: PromptFile = None,
    message: Messages = None,
    prefix: Annotated[str, typer.Option(metavar="TEXT", help='The output so far; "-" reads stdin.')] = "",
    token: Annotated[
        list[str] | None,
        typer.Option(metavar="TEXT", help="Rule on this one; again for further ones. '' is the end of the output."),
    ] = None,
    k: Annotated[int, typer.Option("-k", metavar="N", help="How many of the likeliest tokens to look at.")] = 10,
    max_tokens: Annotated[
        int | None, typer.Option(metavar="N", help="Budget of the whole output. [default: no limit]")
    ] = None,
    model: ModelName = "smollm2",
    device: Device = None,
    dtype: Dtype = None,
    revision: Revision = None,
    as_json: Json = False,
    debug: Debug = False,
) -> None:
    """Explain which tokens may come next, and why others may not.

    Shows the allowed tokens with the most raw probability, those of the model's own first choices that are masked, and
    a ruling on every --token: grammar, blocklist, budget, or allowed. A text of several tokens is ruled on by its first
    one. Without a prompt the model continues the prefix alone.
    """
    from logitrail.cli.inputs import Inputs
    from logitrail.cli.loading import load_model
    from logitrail.cli.show import console, write_json, write_warnings
    from logitrail.contract import Contract

    contract = Contract.from_file(file)
    inputs = Inputs()
    question = inputs.prompt(prompt, prompt_file, message)
    begun = inputs.text(prefix, "--prefix")
    found = load_model(model, device, dtype, revision).explain(
        question, contract, prefix=begun, tokens=token or (), k=k, max_tokens=max_tokens
    )
    if as_json:
        write_json({"model": model, **found.to_dict()})
        return
    _write(console(), found)
    write_warnings(found.warnings)


def _write(out: Console, found: Explanation) -> None:
    from logitrail.cli.show import nats, percent

    out.print(f"at {found.path}: {found.expected}", soft_wrap=True)
    if found.determined:
        out.print(f"determined: {found.determined!r} comes next, whatever the model says", soft_wrap=True)
    numbers = f"{found.allowed_tokens} tokens allowed"
    if found.unknown is None:
        mass, pressure = percent(found.allowed_mass), nats(found.pressure)
        numbers += f", allowed mass {mass} (pressure {pressure} nats), entropy {nats(found.entropy)} nats"
    else:
        numbers += f"; no probabilities: {found.unknown}"
    out.print(f"{numbers}; the output may {'' if found.may_stop else 'not '}end here", soft_wrap=True)
    _write_rulings(out, "allowed", found.allowed, found, reasons=False)
    _write_rulings(out, "first choices that are masked", found.masked, found, reasons=True)
    _write_rulings(out, "asked for", found.asked, found, reasons=True)


def _write_rulings(
    out: Console, title: str, rulings: tuple[TokenRuling, ...], found: Explanation, *, reasons: bool
) -> None:
    from logitrail.cli.show import percent, table, write_table

    if not rulings:
        return
    head = [title, "raw probability", "masked probability", *(["ruling", ""] if reasons else [])]
    rows = [
        [
            _name(one),
            percent(one.raw_probability),
            percent(one.masked_probability),
            *([one.rule, _reason(one, found)] if reasons else []),
        ]
        for one in rulings
    ]
    out.print()
    write_table(out, table(head, rows, numbers=(1, 2)))


def _name(ruling: TokenRuling) -> str:
    from logitrail.cli.show import visible

    name = visible(ruling.bytes) or ("(the end)" if ruling.end else f"(special token {ruling.id})")
    if ruling.asked_tokens == 1 or ruling.asked is None:
        return name
    return f"{name} (the first of {ruling.asked_tokens} tokens of {ruling.asked!r})"


def _reason(ruling: TokenRuling, found: Explanation) -> str:
    """The reason, less what stands above the tables already."""
    if ruling.allowed:
        return ""
    expected = f"expected {found.expected}, "
    if ruling.path == found.path and ruling.reason.startswith(expected):
        return ruling.reason.removeprefix(expected)
    return f"at {ruling.path}: {ruling.reason}"
