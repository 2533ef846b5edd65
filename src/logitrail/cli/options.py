"""Options that several verbs share."""

from __future__ import annotations

from typing import Annotated

import typer

Json = Annotated[bool, typer.Option("--json", help="Print JSON, one document a line; errors, too.")]
Debug = Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")]

ContractFile = Annotated[
    str, typer.Argument(metavar="FILE", help='A YAML or JSON file: rules, {"schema": ...}, or a saved contract.')
]
ModelName = Annotated[
    str,
    typer.Option(
        "--model",
        "-m",
        metavar="NAME",
        help="smollm2 or gemma3-270m (fetched once), transformers:ID_OR_FOLDER, a Hugging Face id, or a folder.",
    ),
]
Device = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="Such as cpu or cuda:0. [default: the first accelerator, else the CPU]"),
]
Dtype = Annotated[str | None, typer.Option(metavar="NAME", help="Such as bfloat16. [default: as the model is stored]")]
Revision = Annotated[str | None, typer.Option(metavar="NAME", help="Branch, tag or commit of a Hugging Face id.")]

PromptText = Annotated[
    str | None, typer.Option("--prompt", "-p", metavar="TEXT", help='The prompt, taken as it is; "-" reads stdin.')
]
PromptFile = Annotated[
    str | None,
    typer.Option("--prompt-file", metavar="FILE", help="A file with the prompt; the line break at its end is dropped."),
]
Messages = Annotated[
    list[str] | None,
    typer.Option(
        "--message",
        metavar="ROLE=TEXT",
        help="A chat message, put through the model's chat template; again for each further one.",
    ),
]

SourceFiles = Annotated[
    list[str] | None,
    typer.Option("--source", "-s", metavar="FILE", help="What the answer must agree with; again for further ones."),
]
Encoding = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="Of the sources, such as gb18030. [default: by byte order mark, else UTF-8]"),
]
PolicyName = Annotated[
    str, typer.Option(metavar="default|strict|lenient", help="What vetoes; strict wants a quote for every claim.")
]
Imports = Annotated[
    list[str] | None,
    typer.Option("--import", metavar="MODULE", help="A Python module that registers checks or actions."),
]
