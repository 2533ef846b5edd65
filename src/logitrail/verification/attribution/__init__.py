"""What a quantity is said of, and for when: its metric and its period, read from the words and headings around it."""

from logitrail.verification.attribution.deciding import Decision, decide, decide_each
from logitrail.verification.attribution.fitting import Fit, fit
from logitrail.verification.attribution.model import Attribution
from logitrail.verification.attribution.reading import Reading, is_value, reading
from logitrail.verification.attribution.timing import read_period

__all__ = [
    "Attribution",
    "Decision",
    "Fit",
    "Reading",
    "decide",
    "decide_each",
    "fit",
    "is_value",
    "read_period",
    "reading",
]
