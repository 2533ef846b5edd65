"""The contract: everything that an output must obey."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, get_args

from logitrail.contract import build, serial
from logitrail.contract.conflicts import ConflictReport, find_conflicts
from logitrail.contract.dropping import without_killed
from logitrail.contract.exclusion import block_rule, custom_rule
from logitrail.contract.grounding import Borders, Grounding, Strategy
from logitrail.contract.instructions import instructions
from logitrail.contract.model import BlockRule, Layout, Order, Prelude, Shape, Spelling
from logitrail.contract.phrases import Language
from logitrail.contract.violations import Violation, find_violations
from logitrail.errors import OptionError
from logitrail.types import Source

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
        prelude: Free text before the shape; ``None`` when the shape holds from the first character.
        grounding: The slots and the sources that fill them; ``None`` where values need not come out of sources.
        adapter: Reads the finished value into the Python type that the contract came from; ``None`` without one.
    """

    shape: Shape
    block_rules: tuple[BlockRule, ...] = ()
    spellings: tuple[Spelling, ...] = ()
    order: Order = "schema"
    layout: Layout = "auto"
    notes: tuple[str, ...] = ()
    prelude: Prelude | None = None
    grounding: Grounding | None = None
    adapter: TypeAdapter[Any] | None = field(default=None, repr=False)
    _remembered: dict[str, str] = field(default_factory=dict, init=False, repr=False)

    @classmethod
    def from_schema(
        cls,
        schema: Any,
        order: Order = "schema",
        layout: Layout = "auto",
        closed: bool | None = None,
        *,
        registry: Mapping[str, Any] | None = None,
    ) -> Contract:
        """A contract for one JSON value.

        Args:
            schema: A JSON Schema as dictionary (or boolean) or as JSON text, or a Pydantic model class.
            order: ``"schema"``: properties are written in the order of the schema. ``"any"``: in any order.
            layout: ``"compact"`` (no blanks), ``"spaced"`` (as ``json.dumps`` writes), ``"auto"`` (either).
            closed: ``True`` forbids properties that no object schema names, wherever the schema leaves that open;
                ``False`` leaves the schema as it is. ``None`` does so for a schema, and closes a model class, whose
                fields are all there are (unless its ``extra="allow"`` says otherwise).
            registry: Other schemas that it may refer to, by absolute address. Nothing is ever fetched.

        Raises:
            SchemaError: Not JSON (with line and column), not a valid schema, or a keyword that cannot be enforced.
            OptionError: An unknown order or layout.
        """
        parts = build.from_schema(schema, order=order, layout=layout, closed=closed, registry=registry)
        return build.compilable(cls(**parts))

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
    def grounded(
        cls,
        slots: Mapping[str, Any],
        sources: str | Source | Iterable[str | Source],
        strategy: Strategy = "choose",
        *,
        borders: Borders = "clause",
        bound: bool = False,
        layout: Layout = "auto",
    ) -> Contract:
        """A contract whose values come out of sources: what they do not say cannot be written.

        Each slot is filled or null. :func:`logitrail.grounding.read` gives the values typed, with source, span and
        quote.

        Args:
            slots: For each slot, what it asks for: ``{"type": "quantity", "unit": "money", "about": "营业收入",
                "period": "2024年"}``; other types are ``"entity"``, ``"clause"``, ``"date"`` and ``"period"``.
            sources: Texts, or :class:`logitrail.types.Source` where they have names.
            strategy: ``"choose"``: what can fill a slot is searched in the sources, and the model picks from it; the
                code supplies the quote. ``"quote"``: the model writes ``{"quote": …, "value": …}``, the quote a
                verbatim span of a source and the value one of those found in that quote, or null.
            borders: Where quotes begin and end: at those of clauses or of sentences.
            bound: Leave out figures which the sources, as far as code can tell, say of something else than ``about``,
                or for another period: the verifier would veto them in any case.
            layout: As for :meth:`from_schema`.

        Raises:
            SlotError: A slot that cannot be, with its place.
            OptionError: No sources, or an unknown strategy, border or layout.
        """
        from logitrail.grounding.building import parts_of

        return build.compilable(
            cls(**parts_of(slots, sources, strategy=strategy, borders=borders, bound=bound, layout=layout))
        )

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

        A word is found however it is spelled: in any letter case, in full or half width, traditional or simplified,
        escaped, with invisible characters between. It matches as a substring; one that begins or ends with a digit not
        inside a longer run of digits. Numbers are compared by value.

        Args:
            words: The words.
            fields: JSON pointers (``/status``, ``/items/*/name``) of the values covered, with everything below; all
                values and object keys by default.
            whole_word: Match only where no letter or digit joins the word to its neighbours. Characters of scripts
                without blanks (Chinese, Japanese, Thai …) join nothing.
            except_in: Longer phrases in which a word is let through.
            inserted: Match words also with blanks, punctuation and symbols between their characters, whatever stands
                between those of the word as given.
            across_fields: Match words also where they go on from one value into the next: the words are looked for in
                every run of string values that follow each other in the fields covered, read as one text. Keys and
                numbers in between count for nothing.
            on_conflict: What becomes of enumerated values that the words kill. ``"error"``: ``check`` notes some, and
                reports all of an enumeration as a conflict, under which generation is refused before the first token.
                ``"drop"``: they are taken out of the schema where others remain, and ``check`` says which.

        Raises:
            ContractError: A word of which nothing counts (blanks; with ``inserted`` punctuation, too), a pointer that
                leads nowhere, or fields where there are none.
            OptionError: An option is of the wrong type or unknown.
        """
        build.one_of("on_conflict", on_conflict, ("error", "drop"))
        flags = {"whole_word": whole_word, "inserted": inserted, "across_fields": across_fields}
        rule = block_rule(self.shape, words, fields, except_in=except_in, **flags)
        made = replace(self, block_rules=(*self.block_rules, rule))
        return replace(made, **without_killed(made, rule)) if on_conflict == "drop" else made

    def obeying(self, rule: str, *, fields: Iterable[str] | None = None, **options: Any) -> Contract:
        """A contract under which, besides, decoded texts obey a rule of your own.

        Args:
            rule: The name under which its class was registered with :func:`logitrail.contract.register_rule`.
            fields: JSON pointers of the values covered, with everything below; all values and object keys by default.
            **options: Arguments of the class: JSON data, since the contract carries the rule by name and options.

        Raises:
            ContractError: No such rule is registered, it does not take the options, or a pointer leads nowhere.
        """
        return replace(self, block_rules=(*self.block_rules, custom_rule(self.shape, rule, fields, options)))

    def after(self, marker: str, *, max_length: int | None = None) -> Contract:
        """A contract for free text (prose, reasoning) up to ``marker``, and this contract from there on.

        The first place where the marker stands ends the free text; one or two line breaks or a blank may stand between
        it and a JSON value. Words that are blocked everywhere are blocked in the free text, too, marker included.
        ``Result.value``, ``violations`` and the fields of the trace are about what comes behind.

        Args:
            marker: ``"</think>"``, ``"Answer:"``.
            max_length: Most characters before the marker, so that the free text leaves room for the answer: with a
                token budget alone, a model that goes on and on has its answer written by the witness.

        Raises:
            ContractError: The marker is empty or no Unicode, or there is one already.
            OptionError: ``max_length`` is no count of characters.
        """
        return replace(self, prelude=build.prelude(self, marker, max_length))

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

    def instructions(self, lang: Language = "en") -> str:
        """The contract as short text for a prompt: fields, allowed values, ranges, and one example that obeys it.

        What a prompt can say needs no mask. The blocklist is never part of it.

        Args:
            lang: ``"en"`` or ``"zh"``.

        Raises:
            OptionError: Another language.
            ContractError: The grammar engine cannot hold the contract.
        """
        build.one_of("lang", lang, get_args(Language))
        return self._remember(f"instructions in {lang}", lambda contract: instructions(contract, lang))

    def grounded_values(self, output: Any) -> dict[str, Any]:
        """The values of an output under a grounded contract, by slot: see :func:`logitrail.grounding.read`.

        Raises:
            OptionError: The contract is not grounded, or a text does not obey it.
        """
        from logitrail.grounding import read

        return read(self, output)

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
