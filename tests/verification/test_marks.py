"""Periods, identifiers, swapped words, tables, and the words for every code."""

from __future__ import annotations

import pytest

from logitrail.verification import CODES, verify
from logitrail.verification.messages import message


def found(claim: str, source: str, check: str, quoted: bool = False) -> tuple[str, bool]:
    answer = {"claim": claim, "quote": source} if quoted else claim
    finding = next(finding for finding in verify(answer, source).findings if finding.check == check)
    return finding.code, finding.veto


@pytest.mark.parametrize(
    ("claim", "source", "code", "veto"),
    [
        (
            "本措施有效期至2026年12月31日。",
            "本措施自2024年6月1日起施行，有效期至2025年12月31日。",
            "PERIOD_MISMATCH",
            True,
        ),
        ("本措施自6月1日起施行。", "本措施自2024年6月1日起施行。", "PERIOD_FOUND", False),
        ("截至2024年3月底，收益增长。", "截至2024年3月31日止年度，收益增长。", "PERIOD_FOUND", False),
        ("公告于2021年发布。", "公告发布，未注明日期。", "PERIOD_NOT_FOUND", False),
        (
            "Applications close on 15 October 2024.",
            "Applications close at noon on 25 October 2024.",
            "PERIOD_MISMATCH",
            True,
        ),
        (
            "The hearing is on 14 May 2024 at 18:30.",
            "A hearing will be held on May 14, 2024 at 6:30 p.m.",
            "PERIOD_FOUND",
            False,
        ),
        (
            "Goods shipped on 1 December 2024 are exempt.",
            "Goods shipped before 15 December 2024 are exempt.",
            "IN_BOUND",
            False,
        ),
    ],
)
def test_periods(claim: str, source: str, code: str, veto: bool) -> None:
    assert found(claim, source, "periods") == (code, veto)


def test_a_period_need_not_stand_in_the_quote() -> None:
    source = "Results for the year ended 31 December 2023. Revenue was $5 million."
    claim = {"claim": "Revenue was $5 million in 2023.", "quote": "Revenue was $5 million"}
    assert verify(claim, source).accepted
    assert not verify({**claim, "claim": "Revenue was $5 million in 2022."}, source).accepted


def test_a_figure_of_another_period() -> None:
    source = "Performance report 2023/24. Emergency attendances: 118,640 (2022/23: 109,215)."
    assert verify("Emergency attendances in 2023/24 were 118,640.", source).accepted
    codes = {finding.code for finding in verify("Emergency attendances in 2023/24 were 109,215.", source).vetoes}
    assert codes == {"PERIOD_MISMATCH"}


@pytest.mark.parametrize(
    ("claim", "source", "code", "veto"),
    [
        ("编号CYZC-2024-0336的项目已完成。", "项目编号：CYZC-2024-0336，已完成。", "IDENTIFIER_FOUND", False),
        ("编号CYZC-2024-0363的项目已完成。", "项目编号：CYZC-2024-0336，已完成。", "IDENTIFIER_NOT_FOUND", True),
        ("Section 6.08 bars payments.", "SECTION 6.08. No payment shall be made.", "IDENTIFIER_FOUND", False),
    ],
)
@pytest.mark.parametrize("quoted", [False, True])
def test_identifiers(claim: str, source: str, code: str, veto: bool, quoted: bool) -> None:
    assert found(claim, source, "identifiers", quoted) == (code, veto)


def test_roles_that_are_swapped() -> None:
    source = "经调查，交警认定甲负主要责任，乙负次要责任。"
    assert [f.code for f in verify("经调查，交警认定乙负主要责任，甲负次要责任。", source).vetoes] == ["ROLES_SWAPPED"]
    assert verify("经调查，乙和甲均负有相应的责任。", "经调查，甲和乙均负有相应的责任。").accepted


def test_every_code_has_its_words() -> None:
    for code in CODES:
        for language in ("zh", "en"):
            text = message(code, language, "claim", "evidence", "detail")
            assert text
            assert "{" not in text


def test_a_spoken_number_is_derived() -> None:
    source = "Marketing: And you have to keep it under twelve Euros and fifty , so ."
    assert verify("The cost must stay under 12.50 Euros.", source).accepted
