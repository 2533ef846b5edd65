"""The command line. One file for each verb; ``app`` puts them together."""

from __future__ import annotations


def main() -> None:
    """Runs the command line with the arguments of the process, and exits with its status."""
    import sys

    from logitrail.cli.app import app

    # Data on stdout is UTF-8 whatever the locale says: JSON is.
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8")
    app(prog_name="logitrail")
