"""Numbers in brackets and at the heads of entries: which are marks, which negative amounts, which are said again."""

from __future__ import annotations

import re

from logitrail.scan.atoms import Atom
from logitrail.scan.numeral import negated
from logitrail.scan.preceding import currency_before

_ENDS = frozenset("\n。；;！？!?.)】」』|")
_LOSS = re.compile(
    r"(?:\bloss(?:es)?|\bdeficit|\bdecrease|\boutflows?|\bused in|亏损|净流出|损失|减少)(?: of)?[^\w\n]{0,4}$",
    re.IGNORECASE,
)
_SECTION = re.compile(r"[0-9]{1,2}\.[0-9]{1,2}")
_MORE = frozenset("0123456789一二三四五六七八九十两")
_MOST_MARK = 3  # digits of a mark


def is_mark(text: str, atom: Atom) -> bool:
    """Whether the number only counts the entries of a list: "1. ", "(1) ", 一、, （一）."""
    start, end = atom.numeral.start, atom.numeral.end
    if atom.start != start or atom.end != end or end - start > _MOST_MARK or atom.kind != "number":
        return False
    before, after = text[start - 1 : start], text[end : end + 1]
    if after in ("\ufe0f", "\u20e3"):
        return True  # 3️⃣
    if before == "(" and after == ")" and text[end + 1 : end + 4].lstrip(" ").startswith("|"):
        return text[max(0, start - 3) : start - 1].rstrip(" ")[-1:].isalpha()  # a footnote behind the label of a row
    if before == "(" and after == ")":
        return _begins(text, start - 1, start) and _goes_on(text, end + 1)
    if after == "、" and text[end + 1 : end + 2] in _MORE and text[end + 1 : end + 2]:
        return False  # 一、二、三级: an enumeration
    if after == "、" or (after == ")" and text.rfind("(", max(0, start - 40), start) < 0):
        return _begins(text, start, start) and _goes_on(text, end + 1)
    if after == "." and text[start:end].isdigit():
        following = text[end + 1 : end + 2]
        return following != "" and following in " \t" and _begins(text, start, start) and _goes_on(text, end + 1)
    return False


def read_heading(text: str, atom: Atom) -> None:
    """Makes an identifier of the number of a section: "5.2 Provider shall …"."""
    start, end = atom.start, atom.end
    if atom.kind != "number" or end != atom.numeral.end or not _SECTION.fullmatch(text, start, end):
        return
    following = text[end : end + 3]
    titled = following[:1] == " " and (following[1:2].isupper() or "\u4e00" <= following[1:2] <= "\u9fff")
    if titled and _begins(text, start, start) and (following[1:2].isupper() or text[start - 1 : start] in ("", "\n")):
        atom.kind, atom.value, atom.step, atom.closed = "id", text[start:end], None, True


def _begins(text: str, pos: int, number: int) -> bool:
    """Whether an entry may begin at ``pos``: at the start, on a new line, behind the end of a sentence.

    Behind a colon only the first entry may, the one whose number, which begins at ``number``, is a one.
    """
    while pos > 0 and text[pos - 1] in " \t":
        pos -= 1
    return pos == 0 or text[pos - 1] in _ENDS or (text[pos - 1] in "：:" and text[number] in "1一")


def _goes_on(text: str, pos: int) -> bool:
    following = text[pos : pos + 8].lstrip(" \t")
    return following != "" and not following.startswith(("\n", "|", ")", "%"))


def read_accounting(text: str, lowered: str, atom: Atom) -> None:
    """Reads "(2,713)", "$(62)", "(6)%" as negative in a table, alone, and behind a word of loss, and nowhere else."""
    start, end = atom.start, atom.end
    if text[start - 1 : start] != "(" or text[end : end + 1] != ")" or atom.kind not in ("number", "money", "percent"):
        return
    if atom.value is None or isinstance(atom.value, str) or atom.approx or atom.bound:
        return
    percent = text[end + 1 : end + 2] == "%" and atom.kind == "number"
    line = text[max(text.rfind("\n", max(0, start - 200), start), start - 200, 0) : start - 1]
    if (
        not percent
        and not _in_row(text, start, end)
        and ("|" in line or atom.kind != "number" or not (_alone(text, start, end) or _LOSS.search(line[-24:])))
    ):
        return
    atom.value = negated(atom.value)
    atom.start, atom.end, atom.closed = start - 1, end + 1, True
    currency, begin = currency_before(text, lowered, atom.start, max(0, atom.start - 6))
    if currency is not None and atom.kind == "number":
        atom.kind, atom.unit, atom.start, atom.signed, atom.currency = "money", currency.name, begin, True, currency
    elif percent:
        atom.kind, atom.unit, atom.end = "percent", "%", atom.end + 1
    atom.inner = (atom.start, atom.end)


def _in_row(text: str, start: int, end: int) -> bool:
    """Whether the bracket is a cell: divided from its neighbours by | or tabs, or by two blanks."""
    left = text[max(0, start - 5) : start - 1].rstrip("$£€¥")
    right = text[end + 1 : end + 4].lstrip("%")
    return ("|" in left or "\t" in left or left.endswith("  ")) and (
        right.strip(" ") == "" or right.lstrip(" ")[:1] in ("|", "\t", "\n") or right.startswith("  ")
    )


def _alone(text: str, start: int, end: int) -> bool:
    return not text[max(0, start - 3) : start - 1].strip() and start < 4 and not text[end + 1 : end + 4].strip()


def says_again(text: str, one: Atom, other: Atom) -> bool:
    """Whether ``other`` is the bracket of "twelve (12) months"."""
    gap = text[one.end : other.start]
    return (
        gap in ("(", " (")
        and text[other.end : other.end + 1] == ")"
        and one.kind == other.kind == "number"
        and one.end == one.numeral.end
        and one.numeral.script != other.numeral.script
    )
