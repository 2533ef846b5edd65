"""What a contract is made of: its shape, its blocked words, its accepted spellings.

Frozen value types; every other layer reads these and nothing else of a contract.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

#: How properties may be ordered: as the schema lists them, or in any order.
Order = Literal["schema", "any"]
#: Where blanks may stand: after every separator (``json.dumps``), nowhere, or either of the two throughout.
Layout = Literal["auto", "compact", "spaced"]

#: Blanks that may stand between a marker and a JSON value: what models write there.
GAPS = ("\n\n", "\n", " ")


@dataclass(frozen=True, slots=True)
class Prelude:
    """Free text before the shape.

    Attributes:
        marker: What ends it, where it first stands.
        max_length: Most characters before the marker; ``None`` for no limit but the token budget.
    """

    marker: str
    max_length: int | None = None


@dataclass(frozen=True, slots=True)
class JsonShape:
    """One JSON value that obeys a JSON Schema.

    Attributes:
        schema: The schema, as plain JSON data; never to be changed in place.
        registry: Other schemas that it may refer to, by their addresses.
    """

    schema: dict[str, Any] | bool
    registry: dict[str, dict[str, Any] | bool] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RegexShape:
    """A text that a regular expression matches from end to end.

    Attributes:
        pattern: Rust syntax: no look-around, no back-references.
    """

    pattern: str


@dataclass(frozen=True, slots=True)
class GrammarShape:
    """A text of a context-free language.

    Attributes:
        lark: Lark as llguidance reads it; the first rule is ``start``.
    """

    lark: str


Shape = JsonShape | RegexShape | GrammarShape


@dataclass(frozen=True, slots=True)
class Custom:
    """A registered rule (:mod:`logitrail.contract.custom`), by name.

    Attributes:
        name: Under which it is registered.
        options: Its arguments, as a JSON object with sorted keys.
    """

    name: str
    options: str


@dataclass(frozen=True, slots=True)
class BlockRule:
    """What must not occur in decoded values: words, or whatever a registered rule refuses.

    Attributes:
        words: Compared by substring after folding; with numbers, words that are numbers compare by value.
        fields: JSON pointers (``*`` stands for any key or index) of the values covered, with everything below them;
            ``None`` covers all values and all object keys.
        whole_word: Whether a word matches only where no letter or digit joins it to its neighbours.
        except_in: Longer phrases in which a word is let through.
        inserted: Whether a word is also found with blanks, punctuation and symbols between its characters.
        across_fields: Whether a word is also found when it goes on from one value into the next: the rule then holds
            for every run of string values that follow each other in its fields, read as one text.
        custom: A registered rule; it then stands in place of words.
    """

    words: tuple[str, ...]
    fields: tuple[str, ...] | None = None
    whole_word: bool = False
    except_in: tuple[str, ...] = ()
    inserted: bool = False
    across_fields: bool = False
    custom: Custom | None = None
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # Rules are looked up for every value, and may hold many thousand words.
        object.__setattr__(self, "_hash", hash(self._own()))

    def _own(self) -> tuple[Any, ...]:
        return (
            self.words, self.fields, self.whole_word, self.except_in, self.inserted, self.across_fields, self.custom
        )  # fmt: skip

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        return BlockRule, self._own()  # hashes of strings differ between processes


@dataclass(frozen=True, slots=True)
class Spelling:
    """An enumeration that is accepted in any letter case and read in its canonical one.

    Attributes:
        path: Keys from the root to the value (``*`` stands for any key or index).
        canonical: The members as the parsed value shows them.
    """

    path: tuple[str, ...]
    canonical: tuple[str, ...]
