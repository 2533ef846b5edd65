"""Fills a template: which arms are written, and with what pieces."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from logitrail.errors import SynthesisError
from logitrail.scan import quantities
from logitrail.synthesis.declarations import decimals
from logitrail.synthesis.hygiene import refuse_unsafe, unwrapped
from logitrail.synthesis.nodes import Branch, Conditional, Field, Literally, Node
from logitrail.synthesis.piece import Piece
from logitrail.synthesis.rendering import in_unit, number_alone, without_sign
from logitrail.synthesis.slot import Filling, Fillings, Missing, Slot, items_of
from logitrail.synthesis.template import Template
from logitrail.synthesis.wording import agreeing, direction_word
from logitrail.types import Quantity

_JOINTS = {"zh": ("、", "和"), "en": (", ", " and ")}


class Filler:
    """One filling of one template.

    Args:
        template: What is filled.
        slots: With what.
        language: ``zh`` or ``en``: of words that the template leaves to the slots.
    """

    def __init__(self, template: Template, slots: Fillings, language: str) -> None:
        self._template = template
        self._slots = slots
        self._language = language
        self._spoken: frozenset[str] = frozenset()

    def pieces(self) -> list[Piece]:
        """The sentence, in pieces that are not empty; neighbouring words of the template are one piece.

        Raises:
            SynthesisError: A slot that is needed is missing or not verified, or cannot be written as declared.
        """
        written = list(self._chosen(self._template.nodes))
        # Where a word says the direction, the number goes without its sign: "下降-5%" would say it twice.
        self._spoken = frozenset(node.slot for node in written if isinstance(node, Field) and node.part == "direction")
        return _merged(piece for node in written for piece in self._written(node))

    def missing(self) -> list[str]:
        """The slots that would be written and have no value.

        Raises:
            SynthesisError: Whether a slot has one is not known, or one is not verified.
        """
        needed = dict.fromkeys(node.slot for node in self._chosen(self._template.nodes) if isinstance(node, Field))
        return [name for name in needed if not self._filled(name)]

    # --- which arms -------------------------------------------------------------------------------------------------

    def _chosen(self, nodes: Iterable[Node]) -> Iterable[Literally | Field]:
        for node in nodes:
            if isinstance(node, Conditional):
                for branch in node.branches:
                    if self._holds(branch):
                        yield from self._chosen(branch.body)
                        break
            else:
                yield node

    def _holds(self, branch: Branch) -> bool:
        held = [self._filled(one.slot) != one.negated for one in branch.conditions]
        return any(held) if branch.any_of else all(held)

    def _filled(self, name: str) -> bool:
        filling = self._slots[name]
        if isinstance(filling, Missing) and not filling.known:
            raise SynthesisError(
                "whether the sources say it is not known: the output ended before this slot",
                slot=name,
                path=name,
                hint="a larger max_tokens",
            )
        return bool(self._items(name, filling))

    # --- with what --------------------------------------------------------------------------------------------------

    def _written(self, node: Literally | Field) -> Iterable[Piece]:
        if isinstance(node, Literally):
            yield Piece(node.text)
            return
        filling = self._slots[node.slot]
        if node.part == "list":
            yield from self._listed(node, filling)
            return
        slot = self._one(node, filling)
        match node.part:
            case "direction":
                word = direction_word(node.slot, slot, node.arguments, self._language)
                yield self._piece(node, replace(slot, text=word), word, ())
            case "number":
                if slot.quantity is None:
                    raise self._error(node, f"{slot.text!r} is not a quantity: it has no number")
                text = number_alone(node.slot, slot.quantity)
                yield replace(self._piece(node, slot, text, (slot.quantity,)), continued=True)
            case "plural":
                word = agreeing(node.slot, slot, node.arguments)
                yield self._piece(node, slot, word, ())
            case _:
                yield self._value(node, slot)

    def _value(self, node: Field, slot: Slot) -> Piece:
        if node.arguments:
            if slot.quantity is None:
                raise self._error(node, f"{slot.text!r} is not a quantity: it is only written as in its source")
            quantity = slot.quantity
            if node.slot in self._spoken:
                quantity = replace(without_sign(node.slot, quantity)[1], precision=quantity.precision)
            text, expected = in_unit(node.slot, quantity, node.arguments[0].text, decimals(node), self._language)
            return self._piece(node, slot, text, (expected,))
        if slot.quantity is not None:
            text, expected = slot.text, slot.quantity
            if node.slot in self._spoken:
                text, expected = without_sign(node.slot, slot.quantity)
            return self._piece(node, slot, text, (expected,))
        contained = slot.contained
        return self._piece(
            node, slot, slot.text, tuple(quantities(unwrapped(slot.text))) if contained is None else contained
        )

    def _listed(self, node: Field, filling: Filling) -> Iterable[Piece]:
        items = self._items(node.slot, filling)
        if not items:
            raise self._missing(node)
        between, last = ([one.text for one in node.arguments] + list(_JOINTS[self._language])[len(node.arguments) :])[
            :2
        ]
        single = replace(node, part="", arguments=())
        for i, item in enumerate(items):
            if i:
                yield Piece(last if i == len(items) - 1 else between)
            yield self._value(single, item)

    def _one(self, node: Field, filling: Filling) -> Slot:
        items = self._items(node.slot, filling)
        if not items:
            raise self._missing(node)
        if len(items) > 1:
            raise self._error(node, f"the slot holds {len(items)} values", f"{{{node.slot}.list}}")
        return items[0]

    def _items(self, name: str, filling: Filling) -> list[Slot]:
        """The values of a slot, each of them supported."""
        items = items_of(filling)
        for item in items:
            if item.status != "SUPPORTED":
                raise SynthesisError(
                    f"{item.text!r} is {item.status}: only what its source supports is written", slot=name, path=name
                )
        return items

    def _piece(self, node: Field, slot: Slot, text: str, expected: Sequence[Quantity]) -> Piece:
        clean = unwrapped(text)
        refuse_unsafe(node.slot, clean)
        return Piece(clean, node, slot, tuple(expected))

    def _missing(self, node: Field) -> SynthesisError:
        return self._error(
            node,
            "the slot has no value",
            f"{{if {node.slot}}}…{{{node.slot}}}…{{end}} leaves it out where it is missing",
        )

    def _error(self, node: Field, message: str, hint: str | None = None) -> SynthesisError:
        place = self._template.where(node.slot_at)
        return SynthesisError(f"{node.slot}: {message}", slot=node.slot, path=place, hint=hint)


def _merged(pieces: Iterable[Piece]) -> list[Piece]:
    out: list[Piece] = []
    for piece in pieces:
        if not piece.text:
            continue
        if out and piece.field is None and out[-1].field is None:
            out[-1] = Piece(out[-1].text + piece.text)
        else:
            out.append(piece)
    return out
