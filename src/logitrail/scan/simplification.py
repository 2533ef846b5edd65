"""Traditional Chinese characters and their simplified forms, one for one."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def simplified() -> dict[str, str]:
    """Traditional characters and their simplified forms (the character table of OpenCC)."""
    lines = (files("logitrail.scan") / "simplified.txt").read_text("utf-8").splitlines()
    rows = [line for line in lines if not line.startswith("#")]
    return {t: s for above, below in zip(rows[::2], rows[1::2], strict=True) for t, s in zip(above, below, strict=True)}
