"""Hints for Python, as they read on the command line."""

from __future__ import annotations

import re

_MODEL = re.compile(r"""lt\.load\(["']([^"']+)["']\)""")
#: Arguments of Python that are options here.
_OPTION = re.compile(
    r"\b(max_tokens|temperature|top_p|top_k|min_p|seed|stop|repetition_penalty|trace|device|dtype|revision)=([^\s,]+)"
)
_FLAG = re.compile(r"\binstruct=True\b")
_AFTER = re.compile(r"""contract\.after\((["'][^"']*["'])\)""")


def spoken(text: str | None) -> str | None:
    """The hint, or warning, with options in place of arguments."""
    if text is None:
        return None
    text = _MODEL.sub(lambda found: f"--model {found[1]}", text)
    text = _AFTER.sub(lambda found: f"--after {found[1]}", text)
    text = _OPTION.sub(lambda found: f"--{found[1].replace('_', '-')} {found[2]}", text)
    return _FLAG.sub("--instruct", text)
