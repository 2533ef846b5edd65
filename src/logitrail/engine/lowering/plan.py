"""The plan of a contract for JSON: its grammar, and what is watched beside it. Made once for each schema."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING

from logitrail.engine.lowering.conjunction import Expander
from logitrail.engine.lowering.documents import Documents
from logitrail.engine.lowering.lower import Lowered, lower_schema
from logitrail.engine.lowering.text import OPTIONS, compiled
from logitrail.engine.monitors import WatchBook
from logitrail.engine.proposals import Proposals
from logitrail.errors import SchemaError

if TYPE_CHECKING:
    from logitrail.contract import Contract
    from logitrail.contract.model import JsonShape

_KEPT = 64


class Plan:
    """How a schema is held.

    Attributes:
        lark: The grammar.
        lowered: The goals behind it.
        book: What is watched.
        watched: Whether the grammar does not hold everything.
        proposals: Ends of texts.
        matcher: A matcher over bytes, at the start; to be copied.
    """

    def __init__(self, shape: JsonShape, order: str, layout: str) -> None:
        layouts = ["compact", "spaced"] if layout == "auto" else [layout]
        documents = Documents(shape.schema, shape.registry)
        any_order = order == "any"
        try:
            self.lowered: Lowered = lower_schema(Expander(documents), any_order=any_order, layouts=layouts)
        except RecursionError:
            raise SchemaError(
                "references lead too deep: one schema refers to the next some hundred times",
                path="$",
                hint="refer to the last schema of the chain",
            ) from None
        self.matcher = compiled(self.lowered.lark)
        if self.matcher.is_error():
            self.lowered = lower_schema(Expander(documents, few=True), any_order=any_order, layouts=layouts)
            self.matcher = compiled(self.lowered.lark)
        if self.matcher.is_error():
            # A grammar that the engine does not hold: any value may stand there, and all of it is watched.
            self.lowered = lower_schema(Expander(documents), any_order=any_order, layouts=layouts, coarse=True)
            self.matcher = compiled(self.lowered.lark)
        self.book = WatchBook(self.lowered)
        self.watched = bool(self.lowered.loose)
        self.proposals = Proposals(self.lowered)

    @property
    def lark(self) -> str:
        return OPTIONS + self.lowered.lark


_plans: OrderedDict[tuple[int, int, str, str], tuple[JsonShape, Plan]] = OrderedDict()
_lock = threading.Lock()


def plan_of(contract: Contract, shape: JsonShape) -> Plan:
    """The plan of a contract; contracts that differ in their blocked words share one.

    Raises:
        SchemaError: The schema has no meaning, or asks for what no text could be.
    """
    key = (id(shape.schema), id(shape.registry), contract.order, contract.layout)
    with _lock:
        if key in _plans:
            _plans.move_to_end(key)
            return _plans[key][1]
    plan = Plan(shape, contract.order, contract.layout)
    with _lock:
        _plans[key] = (shape, plan)  # the shape is kept, so that its ids are not given to another
        while len(_plans) > _KEPT:
            _plans.popitem(last=False)
    return plan
