"""Writes docs/cli.md from the help of the program itself.

Run it as: python scripts/cli_reference.py
"""

from __future__ import annotations

from pathlib import Path

from typer.testing import CliRunner

from logitrail.cli.app import app, verbs

TARGET = Path(__file__).resolve().parent.parent / "docs" / "cli.md"

INTRODUCTION = """\
# Command line

<!-- Written by scripts/cli_reference.py; tests/cli/test_reference.py compares it with the program. -->

`logitrail VERB …`, or `python -m logitrail VERB …`.

- **Data goes to stdout, everything else to stderr.** Progress is shown only where stderr is a terminal.
- **`-` is stdin**, for any option or argument that takes a text. One line break at the end of stdin or of a prompt file
  is dropped.
- **`--json`** prints one JSON document a line (`generate -n 3` prints three lines).
- **`NO_COLOR`** turns colours off. Where there are none, figures take their place.
- **Errors** are `error: path: message` and `hint: …` on stderr. With `--json` they are a JSON document on stdout, so
  that there is always one to read: `{"error": {"type": …, "message": …, "path": …, "hint": …}}`, and stderr stays
  empty. The type is the name of the class in `logitrail.errors`. A traceback appears with `--debug` only, on stderr.

| exit status | meaning |
|---|---|
| 0 | clean |
| 1 | findings: a conflict in a contract, a text that violates it |
| 2 | usage or bad input: nothing was generated |
| 3 | a defect of logitrail: please report it, with what `--debug` shows |
| 130 | interrupted (Ctrl-C) |
| 141 | nobody reads stdout any more |
"""


def render() -> str:
    """The page."""
    runner = CliRunner()
    parts = [INTRODUCTION]
    for title, arguments in (("logitrail", []), *((f"logitrail {verb}", [verb]) for verb in verbs())):
        shown = runner.invoke(app, [*arguments, "--help"], prog_name="logitrail", env={"COLUMNS": "100"}).stdout
        lines = "\n".join(line.rstrip() for line in shown.strip().splitlines())
        parts.append(f"## {title}\n\n```text\n{lines}\n```\n")
    return "\n".join(parts)


if __name__ == "__main__":
    TARGET.write_text(render(), encoding="utf-8")
