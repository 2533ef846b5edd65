"""Contracts whose values come out of sources: what the sources do not say cannot be written."""

from logitrail.grounding.candidates import Candidate
from logitrail.grounding.reading import GroundedValue, read
from logitrail.grounding.slots import Slot

__all__ = ["Candidate", "GroundedValue", "Slot", "read"]
