"""Which keywords the grammar does not hold exactly."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import unquote

from logitrail.contract.model import JsonShape
from logitrail.contract.paths import render
from logitrail.engine.lowering.plan import plan_of

if TYPE_CHECKING:
    from logitrail.contract import Contract


@dataclass(frozen=True, slots=True)
class Watched:
    """A keyword that the grammar does not hold exactly: values are judged as they end.

    Attributes:
        path: Where it stands in the schema: ``$.properties.tags``.
        keyword: The keyword.
    """

    path: str
    keyword: str


def unenforceable(contract: Contract) -> tuple[Watched, ...]:
    """What a host cannot be held to that takes a token mask and no token back; empty where the mask is enough.

    A host that offers each token before it draws it, or can take one back, is held to everything.

    Raises:
        ContractError: The contract cannot be compiled.
    """
    shape = contract.shape
    if not isinstance(shape, JsonShape):
        return ()
    found: dict[Watched, None] = {}
    for goal, entries in plan_of(contract, shape).lowered.loose.items():
        for address, keyword in entries:
            pointer = address.partition("#")[2] if address else goal[0].pointer if goal else ""
            steps = [step.replace("~1", "/").replace("~0", "~") for step in unquote(pointer).split("/")[1:]]
            found[Watched(render([int(step) if step.isdigit() else step for step in steps]), keyword)] = None
    return tuple(sorted(found, key=lambda watched: (watched.path, watched.keyword)))
