"""Exit statuses."""

from __future__ import annotations

FINDINGS = 1
"""A conflict, a violation: what was asked about is not in order."""
BAD_INPUT = 2
"""Usage, or an input that cannot be used."""
DEFECT = 3
"""This program failed for no fault of the input."""
UNREAD = 141
"""Nobody reads stdout any more; what a shell reports for a program that SIGPIPE ended."""
