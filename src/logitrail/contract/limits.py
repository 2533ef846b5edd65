"""How much a contract may ask for. Beyond these numbers it is refused, or held less tightly by the grammar."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Numbers that keep every contract within seconds and some hundred megabytes.

    What is beyond the first group is refused. What is beyond the second is served: the grammar then lets more through,
    and each value is judged when it ends.

    Attributes:
        nesting: Levels of lists and dictionaries in a schema.
        evaluations: Schemas that one value has to be held against, by references, ``allOf``, ``anyOf`` and so on.
        least_items: Largest ``minItems``.
        least_properties: Largest ``minProperties``.
        least_characters: Largest ``minLength``.
        counted: Largest ``maxItems`` and ``maxLength`` that the grammar counts to.
        goals: Different kinds of places.
        rules: Rules and terminals of the grammar.
        alternatives: Alternatives of one kind of place, where several choices multiply.
        options: Alternatives of one kind of place, where there is one choice: as many as the schema writes.
        properties: Named properties of one object.
        containers: Objects and arrays listed in one ``enum``.
        pattern: Parts of one pattern.
    """

    nesting: int = 100
    evaluations: int = 50_000
    least_items: int = 100_000
    least_properties: int = 2_000
    least_characters: int = 100_000
    counted: int = 100_000
    goals: int = 4_000
    rules: int = 20_000
    alternatives: int = 256
    options: int = 2_000
    properties: int = 3_000
    containers: int = 1_000
    pattern: int = 5_000


_current = Limits()


def current_limits() -> Limits:
    """The limits in force."""
    return _current


def set_limits(limits: Limits) -> Limits:
    """Puts other limits in force, for contracts made from now on in this process.

    Returns:
        The limits that were in force before.
    """
    global _current
    before, _current = _current, limits
    return before
