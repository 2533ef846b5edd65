"""Takes choices away from a slot of a grounded contract."""

from __future__ import annotations

from collections.abc import Iterable

from logitrail.contract import Contract
from logitrail.contract.paths import pointer
from logitrail.grounding.reading import candidates_of, slots_of


def without_choices(contract: Contract, name: str, keys: Iterable[str]) -> Contract:
    """A contract under which a slot cannot be filled with some of its choices; null and the others stay.

    Args:
        contract: A grounded contract.
        name: Name of the slot.
        keys: The choices, as the model writes them; with the strategy "quote" the quotes.
    """
    gone = list(keys)
    grounding = contract.grounding
    if not gone or grounding is None:
        return contract
    staying: set[str] = set()
    if grounding.strategy == "choose":
        (slot,) = [one for one in slots_of(grounding) if one.name == name]
        staying = {one.key for one in candidates_of(grounding, slot)} - set(gone)
    # A blocked text is blocked inside a longer one, too: 5 mg in 2.5 mg.
    inside = sorted(key for key in staying if any(one in key for one in gone))
    return contract.excluding(gone, fields=[pointer((name,))], except_in=inside)
