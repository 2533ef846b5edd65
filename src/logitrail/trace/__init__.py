"""The honest record: per token and per field, what the model itself gave, beside what the mask made of it."""

from logitrail.trace.fields import FieldTrace, trace_fields
from logitrail.trace.measure import Measures, measure
from logitrail.trace.record import TokenTrace, Trace

__all__ = ["FieldTrace", "Measures", "TokenTrace", "Trace", "measure", "trace_fields"]
