"""What holds for every template and every slot, whatever stands in them."""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from logitrail.errors import SynthesisError, TemplateError
from logitrail.scan import quantities
from logitrail.scan.cues import cues
from logitrail.synthesis import Slot, Synthesis, Template, synthesize
from logitrail.synthesis.hygiene import unwrapped
from logitrail.synthesis.meaning import meaning

# fmt: off
_FRAGMENTS = st.sampled_from((
    "3.2亿元", "5.3%", "20 mg", "$184.3 million", "1,234", "三十", "2024年", "第三季度", "约", "超过", "不", "得",
    "不得", "未", "增长", "下降", "rose ", "not ", "must ", "shall ", "at least ", "about ", "one ", "half ",
    " million", "万", "亿", "元", "个百分点", "%", ".", ",", "，", "。", "-", "(", ")", "1", "0", "十", "成", "倍",
    "公司", "revenue", " ", "\n", "/", "至", "以上", "除", "外", "{", "<", "\u202e", "No. ",
))
_SYNTAX = st.sampled_from((
    *"{}:,.\"\\ \n-", "if ", "else", "end", "elif ", "and ", "not ", "a", "营", "1",
))
# fmt: on
_TEXTS = st.one_of(st.lists(_FRAGMENTS, max_size=6).map("".join), st.text(max_size=12))
_UNITS = st.sampled_from(("万元", "亿元", "million", "mg", "g", "%", "bp", "家", "元"))


@st.composite
def templates(draw: st.DrawFn) -> str:
    parts = []
    for _ in range(draw(st.integers(1, 5))):
        kind = draw(st.sampled_from(("words", "a", "b", "b.number", "b.direction", "b:unit", "a.list", "if")))
        if kind == "words":
            parts.append(draw(_TEXTS).replace("{", "{{").replace("}", "}}"))
        elif kind == "b:unit":
            parts.append(f"{{b:{draw(_UNITS)},{draw(st.integers(0, 3))}}}")
        elif kind == "if":
            parts.append("{if a and not b}{a}{elif b}{b}{end}")
        else:
            parts.append(f"{{{kind}}}")
    return "".join(parts)


@st.composite
def fillings(draw: st.DrawFn) -> dict[str, Any]:
    texts = draw(st.lists(_TEXTS, max_size=3))
    number = draw(_TEXTS)
    found = quantities(number)
    one: Slot | None = Slot(number)
    if found and draw(st.booleans()):
        chosen = draw(st.sampled_from(found))
        one = Slot(chosen.text, quantity=chosen, direction=draw(st.sampled_from(("up", "down", None))))
    return {"a": [Slot(text) for text in texts], "b": draw(st.sampled_from((one, one, None)))}


def written(template: str, slots: dict[str, Any]) -> Synthesis | None:
    try:
        return synthesize(template, slots)
    except (SynthesisError, TemplateError):
        return None


@settings(max_examples=150, deadline=None)
@given(templates(), fillings())
def test_every_character_has_one_author(template: str, slots: dict[str, Any]) -> None:
    made = written(template, slots)
    if made is None:
        return
    assert "".join(span.text for span in made.spans) == made.text
    ends = [0, *(span.end for span in made.spans)]
    assert [span.start for span in made.spans] == ends[:-1]
    assert ends[-1] == len(made.text)
    assert {span.slot for span in made.spans if span.origin == "slot"} <= {"a", "b"}
    assert all(span.slot is None for span in made.spans if span.origin == "template")


@settings(max_examples=200, deadline=None)
@given(_TEXTS, _TEXTS, _TEXTS)
def test_a_text_is_read_back_or_nothing_is_written(before: str, text: str, behind: str) -> None:
    braced = [part.replace("{", "{{").replace("}", "}}") for part in (before, behind)]
    made = written(f"{braced[0]}{{a}}{braced[1]}", {"a": Slot(text)})
    if made is None:
        return
    (span,) = [one for one in made.spans if one.origin == "slot"]
    assert span.text == unwrapped(text)
    # The full stop behind a slot may count as that of an abbreviation.
    end = span.end + made.text.startswith(".", span.end)
    inside = [one for one in quantities(made.text) if span.start <= one.span.start and one.span.end <= end]
    assert [meaning(one) for one in inside] == [meaning(one) for one in quantities(span.text)]


@settings(max_examples=200, deadline=None)
@given(templates(), fillings())
def test_no_quantity_that_nothing_stands_for(template: str, slots: dict[str, Any]) -> None:
    made = written(template, slots)
    if made is None:
        return
    known = [meaning(one) for span in made.spans if span.origin == "template" for one in quantities(span.text)]
    for filling in slots.values():
        for slot in filling if isinstance(filling, list) else [filling] if filling else []:
            known += [meaning(one) for one in quantities(unwrapped(slot.text))]
    rendered = [meaning(one) for span in made.spans if span.slot == "b" for one in quantities(span.text)]
    for one in quantities(made.text):
        assert meaning(one) in known or meaning(one) in rendered or "b.number" in template


@settings(max_examples=200, deadline=None)
@given(_TEXTS, _TEXTS)
def test_no_negation_grows_at_a_seam(before: str, text: str) -> None:
    made = written(f"{before.replace('{', '{{').replace('}', '}}')}{{a}}", {"a": Slot(text)})
    if made is None:
        return
    seam = made.spans[-1].start
    across = [one for one in cues(made.text) if one.span.start < seam < one.span.end and one.kind != "comparison"]
    assert [one.span.text for one in across if one.kind in ("negation", "modality", "bound")] == []


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.sampled_from([*'{}:,."\\ \n-', "if ", "else", "end", "elif ", "and ", "not ", "a", "营", "1"])).map(
        "".join
    )
)
def test_any_text_is_a_template_or_an_error_with_a_place(text: str) -> None:
    try:
        template = Template(text)
    except TemplateError as error:
        found = re.fullmatch(r"template:(\d+):(\d+)", error.path or "")
        assert found is not None
        lines = text.split("\n")
        assert 1 <= int(found[1]) <= len(lines)
        assert 1 <= int(found[2]) <= len(lines[int(found[1]) - 1]) + 1
        return
    assert len(set(template.slots)) == len(template.slots)


@settings(max_examples=200, deadline=None)
@given(
    st.decimals(min_value="0.01", max_value="999999999", allow_nan=False, places=2),
    st.sampled_from(("元", "万元", "亿元")),
    st.sampled_from(("元", "万元", "亿元", "million yuan", "billion yuan")),
    st.integers(0, 4),
)
def test_a_rendering_is_the_value_rounded_half_up_to_what_it_says(
    number: Decimal, unit: str, target: str, digits: int
) -> None:
    (source,) = quantities(f"{number}{unit}")
    made = written(f"{{b:{target},{digits}}}", {"a": None, "b": Slot(source.text, quantity=source)})
    if made is None:
        return
    (read,) = quantities(made.text)
    assert isinstance(source.value, Decimal)
    assert isinstance(read.value, Decimal)
    scale = {"元": 1, "万元": 10**4, "亿元": 10**8, "million yuan": 10**6, "billion yuan": 10**9}[target]
    shown = made.text.replace(",", "").split(" ")[0].rstrip("元万亿")
    decimals = len(shown.partition(".")[2])
    assert decimals <= digits
    exact = source.value / scale
    assert Decimal(shown) == exact.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)
    assert read.value == Decimal(shown) * scale
    if decimals < digits:
        # Fewer digits than allowed only where the source has no more.
        assert source.precision is not None
        assert Decimal(source.precision) / scale >= Decimal(1).scaleb(-decimals)
