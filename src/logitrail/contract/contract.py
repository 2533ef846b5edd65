"""The contract: everything that an output must obey."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from logitrail.contract import build, serial
from logitrail.contract.conflicts import ConflictReport, find_conflicts
from logitrail.contract.model import BlockRule, Layout, Order, Shape, Spelling
from logitrail.contract.violations import Violation, find_violations
from logitrail.errors import OptionError

if TYPE_CHECKING:
    from pydantic import TypeAdapter


@dataclass(frozen=True, slots=True, eq=False)
class Contract:
    """What may be said: a shape (schema, regex or grammar) and words that must not occur.

    Made by the ``from_…`` constructors; never changed afterwards. Two contracts are equal when the same may be said
    under both.

    Attributes:
        shape: JSON Schema, regular expression or grammar.
        block_rules: Words that must not occur, each rule with where it applies. They outrank the shape.
        spellings: Enumerations that are accepted in any letter case.
        order: Whether properties come in the order of the schema or in any.
        layout: Where blanks stand in JSON.
        notes: What ``check`` reports of where the contract came from.
        adapter: Reads the finished value into the Python type that the contract came from; ``None`` without one.
    """

    shape: Shape
    block_rules: tuple[BlockRule, ...] = ()
    spellings: tuple[Spelling, ...] = ()
    order: Order = "schema"
    layout: Layout = "auto"
    notes: tuple[str, ...] = ()
    adapter: TypeAdapter[Any] | None = field(default=None, repr=False)
    _remembered: dict[str, str] = field(default_factory=dict, init=False, repr=False)

    @classmethod
    def from_schema(
        cls, schema: Any, order: Order = "schema", layout: Layout = "auto", closed: bool | None = None
    ) -> Contract:
        """A contract for one JSON value.

        Args:
            schema: A JSON Schema as dictionary (or boolean) or as JSON text, or a Pydantic model class.
            order: ``"schema"``: properties are written in the order of the schema. ``"any"`` is refused where there
                could be more than one order.
            layout: ``"compact"`` (no blanks), ``"spaced"`` (as ``json.dumps`` writes), ``"auto"`` (either).
            closed: ``True`` forbids properties that no object schema names, wherever the schema leaves that open.
                ``False`` and ``None`` leave the schema as it is.

        Raises:
            SchemaError: Not JSON (with line and column), not a valid schema, or a keyword that cannot be enforced.
            ContractError: An order that cannot be honoured.
            OptionError: An unknown order or layout.
        """
        return build.compilable(cls(**build.from_schema(schema, order=order, layout=layout, closed=closed)))

    @classmethod
    def from_type(cls, python_type: Any) -> Contract:
        """A contract for the JSON form of a Python type: ``Literal``, ``Enum``, dataclass, ``TypedDict``, ``list[…]`` …

        Raises:
            SchemaError: The type has no JSON Schema, or one with a keyword that cannot be enforced.
        """
        return build.compilable(cls(**build.from_type(python_type)))

    @classmethod
    def from_rules(cls, rules: Mapping[str, Any] | str | os.PathLike[str]) -> Contract:
        """A contract from one rule for each field: a dictionary, or the path of a YAML or JSON file.

        Raises:
            RuleError: An unknown type or key, or a value that cannot be; with ``$.level.mni`` or ``file:line:col``.
        """
        return build.compilable(cls(**build.from_rules(rules)))

    @classmethod
    def from_regex(cls, pattern: str) -> Contract:
        r"""A contract for a text that a regular expression matches from end to end (``[A-Z]{3}-\d{4}``).

        Raises:
            ContractError: Not a regular expression, or one with look-around or back-references.
        """
        return build.compilable(cls(**build.from_regex(pattern)))

    @classmethod
    def from_grammar(cls, lark: str) -> Contract:
        """A contract for a text of a grammar, in Lark as llguidance reads it; its first rule is ``start``.

        Raises:
            ContractError: The grammar cannot be read; with ``grammar:line:col`` where that is known.
        """
        return build.compilable(cls(**build.from_grammar(lark)))

    @classmethod
    def from_file(cls, path: str | os.PathLike[str]) -> Contract:
        """A contract from a YAML or JSON file.

        What the file holds is told by its top level: with the key ``contract`` it is what ``to_dict`` gave; with
        ``schema``, and beside it nothing but ``order``, ``layout`` and ``closed``, it is a JSON Schema; all else are
        rules, as ``from_rules`` reads them.

        Raises:
            ContractError: As the other constructors do; places in the file are ``file:line:col``.
        """
        return build.compilable(cls(**build.from_file(path)))

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Contract:
        """The contract that ``to_dict`` gave.

        Raises:
            ContractError: Another version, an unknown key, or parts that make no contract.
        """
        return build.compilable(cls(**build.from_dict(data)))

    def to_dict(self) -> dict[str, Any]:
        """The contract as JSON data, for ``from_dict``; a Python type cannot be part of it, and a note says so."""
        return serial.to_dict(self)

    def excluding(
        self,
        words: Iterable[str],
        *,
        fields: Iterable[str] | None = None,
        whole_word: bool = False,
        except_in: Iterable[str] = (),
        inserted: bool = False,
        across_fields: bool = False,
        on_conflict: Literal["error", "drop"] = "error",
    ) -> Contract:
        """A contract under which, besides, words must not occur in decoded values.

        A word matches as a substring, ASCII letters in any case. One that begins or ends with a digit does not match
        inside a longer run of digits. Numbers are compared by value.

        Args:
            words: The words.
            fields: JSON pointers (``/status``, ``/items/*/name``) of the values covered, with everything below; all
                values and object keys by default.
            whole_word: Match whole words only. Not enforced yet: refused.
            except_in: Longer words in which a word may occur. Not enforced yet: refused.
            inserted: Match words with characters put in between. Not enforced yet: refused.
            across_fields: Match words that begin in one value and end in the next. Not enforced yet: refused.
            on_conflict: ``"error"``: where words leave nothing to say, ``check`` reports it, and generation is refused
                before the first token. ``"drop"`` is not enforced yet: refused.

        Raises:
            ContractError: A word that is empty or blank, a pointer that leads nowhere, or an option that is refused.
        """
        rule = build.block_rule(
            self.shape,
            words,
            fields,
            {
                "whole_word": (whole_word, False),
                "except_in": (tuple(except_in), ()),
                "inserted": (inserted, False),
                "across_fields": (across_fields, False),
                "on_conflict": (on_conflict, "error"),
            },
        )
        return replace(self, block_rules=(*self.block_rules, rule))

    def __and__(self, other: Contract) -> Contract:
        """A contract under which both hold.

        Raises:
            ContractError: One of the two is a regex or grammar, their layouts or drafts differ, or the grammar engine
                cannot hold both schemas at once.
            ConflictError: Nothing obeys both.
        """
        if not isinstance(other, Contract):
            return NotImplemented
        return build.together(Contract(**build.both(self, other)))

    def check(self) -> ConflictReport:
        """Which rules contradict each other, and what is not enforced.

        Raises:
            ContractError: The grammar engine cannot hold the contract.
        """
        return find_conflicts(self)

    def accepts(self, text: str) -> bool:
        """Whether generation under this contract could have produced exactly this text.

        Raises:
            OptionError: ``text`` is not a string.
            ContractError: The grammar engine cannot hold the contract.
        """
        return next(find_violations(self, _text(text)), None) is None

    def violations(self, text: str) -> list[Violation]:
        """Every rule that a text breaks, with the place; empty exactly when ``accepts`` is true.

        Raises:
            OptionError: ``text`` is not a string.
            ContractError: The grammar engine cannot hold the contract.
        """
        return list(find_violations(self, _text(text)))

    @property
    def fingerprint(self) -> str:
        """SHA-256, in hexadecimal, of what may be said: equal in every process, whatever the order of keys."""
        return self._remember("fingerprint", serial.fingerprint)

    @property
    def shape_fingerprint(self) -> str:
        """Like the fingerprint, without the texts of sources."""
        return self._remember("shape", serial.shape_fingerprint)

    def _remember(self, name: str, make: Any) -> str:
        if name not in self._remembered:
            self._remembered[name] = make(self)
        return self._remembered[name]

    def __eq__(self, other: object) -> bool:
        return self.fingerprint == other.fingerprint if isinstance(other, Contract) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.fingerprint)


def _text(text: Any) -> str:
    if not isinstance(text, str):
        raise OptionError(
            f"expected a string, got {type(text).__name__}", hint="json.dumps(value) makes text of a value"
        )
    return text
