from __future__ import annotations

import pytest

from logitrail.errors import SynthesisError
from logitrail.synthesis import Slot, synthesize
from logitrail.synthesis.hygiene import unwrapped


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("<b>甲</b>", "an HTML tag"),
        ("甲</script>", "an HTML tag"),
        ("甲<!-- -->", "an HTML tag"),
        ("甲&lt;乙", "an HTML character reference"),
        ("甲&#x3c;", "an HTML character reference"),
        ("[甲](https://example.com)", "a Markdown link"),
        ("![甲](x)", "a Markdown link"),
        ("`甲`", "Markdown code"),
        ("**甲**", "Markdown emphasis"),
        ("# 甲", "a Markdown heading"),
        ("{revenue}", "template syntax"),
        ("甲}", "template syntax"),
        ("\\textbf 甲", "a TeX command"),
        ("甲\x07", "a control character (U+0007)"),
        ("甲\x1b[31m", "a control character (U+001B)"),
        ("甲\t乙", "a control character (U+0009)"),
        ("甲\u202e乙", "an invisible or reordering character (U+202E)"),
        ("甲\u2066乙", "an invisible or reordering character (U+2066)"),
        ("甲\u200b乙", "an invisible or reordering character (U+200B)"),
        ("甲\U000e0041", "an invisible or reordering character (U+E0041)"),
        ("甲\ud800", "half a surrogate pair"),
        ("甲\ue000", "a private-use character"),
        ("a" + "\u0301" * 4, "more than 3 combining marks"),
        ("   ", "blanks only"),
    ],
)
def test_what_no_slot_brings_in(text: str, what: str) -> None:
    with pytest.raises(SynthesisError) as caught:
        synthesize("由{name}提供", {"name": Slot(text)})
    assert caught.value.slot == "name"
    assert what in caught.value.message


@pytest.mark.parametrize(
    "text", ["P<0.001", "A & B plc", "AT&T", "5 < 6", "甲 [注]", "a*b", "第1条", "C:\\1", "e\u0301", "“甲”", "x # y"]
)
def test_what_is_not_markup(text: str) -> None:
    assert synthesize("据{name}所述", {"name": Slot(text)}).text == f"据{text}所述"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("one\ntwo", "one two"),
        ("one  \r\n  two", "one two"),
        ("一\n二", "一二"),
        ("一\ntwo", "一two"),
        ("one\u2028two", "one two"),
        ("one\n", "one"),
        ("one two", "one two"),
    ],
)
def test_a_broken_line_goes_on(text: str, expected: str) -> None:
    assert unwrapped(text) == expected
