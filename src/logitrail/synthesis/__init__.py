"""Sentences from verified slots only: typed templates, filled in the sources' own words and read again."""

from logitrail.synthesis.piece import OutputSpan
from logitrail.synthesis.sentence import Synthesis, missing_slots, synthesize
from logitrail.synthesis.slot import Direction, Filling, Fillings, Missing, Slot
from logitrail.synthesis.sourcing import slot_at
from logitrail.synthesis.template import Template
from logitrail.synthesis.verified import verified_slots

__all__ = [
    "Direction",
    "Filling",
    "Fillings",
    "Missing",
    "OutputSpan",
    "Slot",
    "Synthesis",
    "Template",
    "missing_slots",
    "slot_at",
    "synthesize",
    "verified_slots",
]
