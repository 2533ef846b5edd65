"""A genuine value in the wrong slot."""

from __future__ import annotations

from typing import Any

import pytest

from logitrail.errors import OptionError
from logitrail.types import Source
from logitrail.verification import verify

TEXT = (
    "海岳公布截至2024年3月31日止年度业绩：收益为港币46.2亿元，较上一财年的港币51.8亿元减少10.8%；"
    "股东应占亏损为港币1.36亿元。"
)
TABLE = (
    "Three months ended September 30, | 2024 | 2023\nNet revenue | 184,306 | 171,950\nNet income | 15,284 | 10,332\n"
)


def codes(source: str, value: str, quote: str | None, **asked: Any) -> list[str]:
    slot: dict[str, Any] = {"value": value, **asked}
    if quote is not None:
        slot["quote"] = quote
    return [f.code for f in verify({"it": slot}, Source(source)).findings if f.check == "binding" and f.veto]


@pytest.mark.parametrize(
    ("value", "quote", "asked", "expected"),
    [
        ("港币46.2亿元", "收益为港币46.2亿元", {"about": "营业收入"}, []),
        ("港币46.2亿元", "收益为港币46.2亿元", {"about": "营业收入", "period": "2024年"}, []),
        ("港币1.36亿元", "股东应占亏损为港币1.36亿元", {"about": "营业收入"}, ["METRIC_MISMATCH"]),
        ("港币46.2亿元", "收益为港币46.2亿元", {"about": "net loss"}, ["METRIC_MISMATCH"]),
        (
            "港币51.8亿元",
            "较上一财年的港币51.8亿元减少10.8%",
            {"about": "收益", "period": "2024年"},
            ["PERIOD_MISMATCH"],
        ),
        ("港币51.8亿元", "较上一财年的港币51.8亿元减少10.8%", {"about": "收益", "period": "2023年"}, []),
        ("港币46.2亿元", "收益为港币46.2亿元", {"about": "品牌数目"}, []),
        ("港币46.2亿元", "收益为港币46.2亿元", {}, []),
    ],
)
def test_prose(value: str, quote: str, asked: dict[str, str], expected: list[str]) -> None:
    assert codes(TEXT, value, quote, **asked) == expected


@pytest.mark.parametrize(
    ("value", "quote", "asked", "expected"),
    [
        ("184,306", "Net revenue | 184,306 | 171,950", {"about": "revenue", "period": "2024"}, []),
        ("171,950", "Net revenue | 184,306 | 171,950", {"about": "revenue", "period": "2024"}, ["PERIOD_MISMATCH"]),
        ("15,284", "Net income | 15,284 | 10,332", {"about": "revenue", "period": "2024"}, ["METRIC_MISMATCH"]),
    ],
)
def test_tables(value: str, quote: str, asked: dict[str, str], expected: list[str]) -> None:
    assert codes(TABLE, value, quote, **asked) == expected


def test_without_a_quote_one_place_that_belongs_is_enough() -> None:
    text = "收益5亿元。股东应占亏损5亿元。"
    assert codes(text, "5亿元", None, about="收益") == []
    assert codes(text, "5亿元", "股东应占亏损5亿元", about="收益") == ["METRIC_MISMATCH"]


def test_any_of_several_names_is_enough() -> None:
    text = "合同总值8亿元，订单额5亿元。"
    assert codes(text, "5亿元", "订单额5亿元", about="合同总值") == ["METRIC_MISMATCH"]
    assert codes(text, "5亿元", "订单额5亿元", about=["合同总值", "订单额"]) == []
    with pytest.raises(OptionError, match="a list of texts"):
        codes(text, "5亿元", "订单额5亿元", about=[5])


def test_the_finding_shows_both_places() -> None:
    slot = {"value": "港币1.36亿元", "quote": "股东应占亏损为港币1.36亿元", "about": "收益"}
    verdict = verify({"it": slot}, Source(TEXT, "report"))
    finding = next(f for f in verdict.findings if f.code == "METRIC_MISMATCH")
    assert not verdict.accepted
    assert (finding.status, finding.slot) == ("CONTRADICTED", "/it")
    assert [span.text for span in finding.evidence] == ["股东应占亏损为港币1.36亿元", "收益为港币46.2亿元"]
    assert {span.source for span in finding.evidence} == {"report"}
    assert "属于另一项" in finding.message
