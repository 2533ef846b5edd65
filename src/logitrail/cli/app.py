"""The program: its verbs, and how its errors are told.

Exit status: 0 clean, 1 findings (a conflict, a violation), 2 usage or bad input, 3 a defect of this program,
130 interrupted (Ctrl-C), 141 nobody reads stdout any more.

Errors go to stderr as ``error: path: message`` and ``hint: …``. With ``--json`` an error is, like every other answer,
one JSON document on stdout: ``{"error": {"type", "message", "path", "hint"}}``. A traceback is shown with ``--debug``
only, on stderr.
"""

from __future__ import annotations

import json
import os
import sys
import traceback
from collections.abc import Sequence
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from logitrail import __version__
from logitrail.cli import check, demo, explain, generate, pull, run, score, synthesize, verify
from logitrail.cli.hints import spoken
from logitrail.cli.options import Debug
from logitrail.cli.status import BAD_INPUT, DEFECT, UNREAD
from logitrail.errors import LogitrailError

# Typer has moved its class of usage errors between releases; what BadParameter is one of has always been it.
_UsageError: type[Exception] = typer.BadParameter.__mro__[1]


class Program(TyperGroup):
    """Runs a verb, and turns whatever it raises into a message and an exit status."""

    def main(  # type: ignore[override]
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Runs the program; exits with its status, or returns it where ``standalone_mode`` is false."""
        arguments = list(sys.argv[1:] if args is None else args)
        flags = arguments[: arguments.index("--")] if "--" in arguments else arguments
        try:
            status = super().main(arguments, prog_name, complete_var, standalone_mode=False, **extra) or 0
        except Exception as error:
            status = _tell(error, as_json="--json" in flags, debug="--debug" in flags)
        if standalone_mode:
            sys.exit(status)
        return status

    def invoke(self, ctx: Any) -> Any:
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            # Python flushes stdout once more when it exits, and would complain there.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(UNREAD) from None
        return result


def _tell(error: Exception, *, as_json: bool, debug: bool) -> int:
    """Says what went wrong; returns the exit status."""
    status, kind, path = BAD_INPUT, type(error).__name__, None
    if isinstance(error, LogitrailError):
        message, path, hint = error.message, error.path, spoken(error.hint)
    elif isinstance(error, _UsageError):
        context = getattr(error, "ctx", None)
        message = error.format_message()  # type: ignore[attr-defined]
        hint = f"{context.command_path if context else 'logitrail'} --help"
    else:
        status = DEFECT
        message = f"{kind}: {error} (a defect of logitrail)"
        hint = "run it again with --debug, and report what it says"
    if debug:
        traceback.print_exception(error)
    if as_json:
        told = {"type": kind, "message": message, "path": path, "hint": hint}
        sys.stdout.write(json.dumps({"error": told}, ensure_ascii=False) + "\n")
        return status
    sys.stderr.write(f"error: {path}: {message}\n" if path else f"error: {message}\n")
    if hint:
        sys.stderr.write(f"hint: {hint}\n")
    return status


def _show_version(wanted: bool) -> None:
    if wanted:
        sys.stdout.write(f"logitrail {__version__}\n")
        raise typer.Exit


app = typer.Typer(
    cls=Program,
    invoke_without_command=True,
    # Plain help: the same in a terminal, a pipe and the docs, and drawn in a few milliseconds.
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="""\b
Exit status: 0 clean, 1 findings (a conflict, a violation), 2 usage or bad input.
Data goes to stdout, everything else to stderr; "-" is stdin. NO_COLOR is honoured.

\b
Start here:
  logitrail demo
  logitrail generate --help""",
)


@app.callback()
def root(
    ctx: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version and exit.")
    ] = False,
    debug: Debug = False,
) -> None:
    """Hard format and honest confidence for what a language model writes.

    A contract (schema, rules, regex, grammar, blocked words) binds the output; the trace tells, for every token and
    field, what the model itself thought of it.
    """
    if ctx.invoked_subcommand is None:
        typer.echo(ctx.get_help(), err=True)
        raise typer.Exit(BAD_INPUT)


_VERBS = {
    "demo": demo,
    "generate": generate,
    "check": check,
    "explain": explain,
    "score": score,
    "verify": verify,
    "synthesize": synthesize,
    "run": run,
    "pull": pull,
}

for _name, _module in _VERBS.items():
    app.command(_name, epilog=_module.EXAMPLES)(getattr(_module, _name))


def verbs() -> list[str]:
    """The names of the verbs, in the order of the help."""
    return list(_VERBS)
