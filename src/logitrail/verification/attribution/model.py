"""What is known of a quantity besides its value."""

from __future__ import annotations

from dataclasses import dataclass

from logitrail.types import Period


@dataclass(frozen=True, slots=True)
class Attribution:
    """What one quantity is said of.

    All texts are folded: one plain character for each of the source, ASCII letters in lower case.

    Attributes:
        near: The words beside the quantity that name it; in a table, the name of its row. Empty where it goes on from
            what came before, and that says nothing either.
        scope: Words that hold for more than this quantity: headings, the beginning of the sentence, captions.
        sibling: What the value of the same kind before it is said of: 经济舱行李额为20公斤，公务舱为30公斤 leaves out
            what is the same for both.
        column: In a table, the heads of its column, periods left out.
        carried: Whether ``near`` are words of an earlier quantity, which this one goes on from.
        distant: Whether they are words of another sentence: they may tell what it is, but not what it is not.
        cell: Whether it stands in a table.
        change: Whether it is by how much something changed, and not what it came to.
        share: Whether it is which part it is of something else (占营收的18.3%).
        before: Whether it is the value before a change ("from 5 to 7", 由5升至7).
        periods: What it is said for, the nearest first.
        own_period: Whether the first of them stands beside it, or at the head of its column.
    """

    near: str
    scope: tuple[str, ...] = ()
    sibling: str = ""
    column: str = ""
    carried: bool = False
    distant: bool = False
    cell: bool = False
    change: bool = False
    share: bool = False
    before: bool = False
    periods: tuple[Period, ...] = ()
    own_period: bool = False

    @property
    def words(self) -> str:
        """What names it, for people: without brackets at the ends and without blanks around."""
        return " ".join(f"{self.near} {self.column}".split()).strip(" ,，、:：;；()（）-–—")
