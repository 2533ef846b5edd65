"""``logitrail score``: how probable a given output is to the model itself."""

from __future__ import annotations

import math
from typing import Annotated

import typer

from logitrail.cli.options import Debug, Device, Dtype, Json, Messages, ModelName, PromptFile, PromptText, Revision

EXAMPLES = """\b
Examples:
  logitrail score --prompt "The capital of France is" --output " Paris"
  logitrail score --message user="Is 7 prime?" --output - --json < answer.txt"""


def score(
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="TEXT", help='The output to score; "-" reads stdin.')
    ],
    prompt: PromptText = None,
    prompt_file: PromptFile = None,
    message: Messages = None,
    model: ModelName = "smollm2",
    device: Device = None,
    dtype: Dtype = None,
    revision: Revision = None,
    as_json: Json = False,
    debug: Debug = False,
) -> None:
    """Score a given output by the model's own logprobs.

    The output is fed to the model (teacher forcing): nothing is generated and nothing is masked. It is tokenised
    canonically, which need not be how a model would have spelled it. Logprobs are natural, entropies in nats; rank 0 is
    the model's own first choice.
    """
    from logitrail.cli.inputs import Inputs
    from logitrail.cli.loading import load_model
    from logitrail.cli.show import console, nats, percent, table, visible, write_json, write_table
    from logitrail.trace.record import finite

    inputs = Inputs()
    question = inputs.required_prompt(prompt, prompt_file, message)
    text = inputs.text(output, "--output")
    trace = load_model(model, device, dtype, revision).score(question, text)
    total = finite(trace.raw_logprob)
    perplexity = None if total is None else _perplexity(total, len(trace.tokens))
    if as_json:
        write_json({"model": model, "raw_logprob": total, "perplexity": perplexity, **trace.to_dict()})
        return
    rows = [
        [visible(one.bytes), percent(math.exp(logprob)), nats(logprob), str(one.rank), nats(one.entropy)]
        for one in trace.tokens
        if (logprob := one.raw_logprob) is not None
    ]
    out = console()
    head = ["token", "raw probability", "raw logprob", "rank", "entropy (nats)"]
    write_table(out, table(head, rows, numbers=(1, 2, 3, 4)))
    known = "unknown" if perplexity is None else f"{perplexity:.3f}"
    out.print(f"\n{len(trace.tokens)} tokens, raw logprob {nats(total)}, perplexity {known}")


def _perplexity(logprob: float, tokens: int) -> float | None:
    """exp(−ℓ / tokens); ``None`` beyond what a float holds."""
    try:
        return math.exp(-logprob / tokens)
    except OverflowError:
        return None
