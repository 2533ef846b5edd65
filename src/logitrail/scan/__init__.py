"""Finds quantities, periods, negation and clauses in a text; positions are those of the text."""

from logitrail.scan.quantities import numerals, quantities

__all__ = ["numerals", "quantities"]
