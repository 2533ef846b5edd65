"""What a claim affirms, denies, allows, demands and conditions, against what its evidence does."""

from __future__ import annotations

import pytest

from logitrail.verification import verify

FLIPPED = [
    ("董事会建议派发末期股息。", "董事会不建议派发末期股息。", "NEGATION_FLIPPED"),
    ("妊娠期妇女可以使用本品。", "对本品过敏者禁用；妊娠期妇女禁用。", "MODALITY_CHANGED"),
    ("女职工在孕期的，甲方可以解除合同。", "女职工在孕期的，甲方不得解除合同。", "MODALITY_CHANGED"),
    ("甲方可以自行决定是否支付加班费。", "甲方应当支付加班费。", "MODALITY_CHANGED"),
    ("数据提供单位无需作出答复。", "数据提供单位应当作出答复。", "MODALITY_CHANGED"),
    (
        "The old passport can still be used after submission.",
        "The old passport cannot be used after submission.",
        "MODALITY_CHANGED",
    ),
    (
        "Net proceeds will be used to refinance debt.",
        "Net proceeds will not be used to refinance debt.",
        "NEGATION_FLIPPED",
    ),
    (
        "The Clerk must waive the fee for historic properties.",
        "The Clerk may waive the fee for historic properties.",
        "MODALITY_CHANGED",
    ),
    (
        "The Tenant may assign part of the Premises.",
        "The Tenant must not assign part of the Premises.",
        "MODALITY_CHANGED",
    ),
    (
        "The tribunal found that the dismissal was fair.",
        "The tribunal found that the dismissal was unfair.",
        "OPPOSITE_WORD",
    ),
    (
        "The minimum is the lesser of £5 or 1% of the balance.",
        "The minimum is the greater of £5 or 1% of the balance.",
        "BOUND_FLIPPED",
    ),
    ("专家门诊预约周期缩短。", "专家门诊预约周期延长。", "DIRECTION_FLIPPED"),
]


@pytest.mark.parametrize(("claim", "source", "code"), FLIPPED)
@pytest.mark.parametrize("quoted", [False, True])
def test_the_contrary(claim: str, source: str, code: str, quoted: bool) -> None:
    verdict = verify({"claim": claim, "quote": source} if quoted else claim, source)
    assert not verdict.accepted
    assert code in {finding.code for finding in verdict.vetoes}


KEPT = [
    ("董事会并不建议派末期股息。", "董事会不建议派发末期股息。"),
    ("轻度肾功能受损的患者不需要调整剂量。", "肾功能轻度受损者无需调整剂量。"),
    (
        "集团不仅布局华东，还进入华南，年内在无锡和未来科技城开店。",
        "年内在无锡及未来科技城新设门店，不仅覆盖华东，还进入华南市场。",
    ),
    ("第17条禁止任何单位和个人利用开放数据危害国家安全。", "第十七条 任何单位和个人不得利用开放数据危害国家安全。"),
    ("主任医师挂号费没有变，还是25元。", "主任医师挂号费仍为25元。"),
    ("平台没有提醒的，用户可以要求退款。", "未提醒的，用户有权要求退款。"),
    ("使用权益不超过3次的会员，可申请退款。", "会员可申请退款，但已使用权益超过3次的除外。"),
    ("None of the net proceeds will go to refinancing debt.", "Net proceeds will not be used to refinance debt."),
    (
        "Provider needs Customer's prior consent to subcontract.",
        "Provider shall not subcontract without Customer's prior consent.",
    ),
    (
        "With the Landlord's consent, the Tenant may assign the whole.",
        "The Tenant must not assign the whole without the Landlord's consent.",
    ),
    ("The Group has no debt.", "The Group remains debt-free."),
    ("Anyone operating a rental needs a licence.", "No person shall operate a rental without a licence."),
    (
        "A home left empty for more than 60 days is not covered.",
        "Cover does not apply if the home is left empty for more than 60 days.",
    ),
    ("There is no doubt that sales rose.", "Sales rose."),
]


@pytest.mark.parametrize(("claim", "source"), KEPT)
@pytest.mark.parametrize("quoted", [False, True])
def test_the_same_in_other_words(claim: str, source: str, quoted: bool) -> None:
    verdict = verify({"claim": claim, "quote": source} if quoted else claim, source)
    assert [finding.message for finding in verdict.vetoes] == []


CONDITIONS = [
    ("涉及个人隐私的数据一律不予开放，没有任何例外。", "涉及个人隐私的数据不予开放，但经权利人书面同意的除外。"),
    ("在非定点医疗机构发生的费用一律不予支付。", "除急诊抢救外，在非定点医疗机构发生的费用不予支付。"),
    (
        "No rental may be let for more than 120 nights, even if the owner lives there.",
        "A rental may be let for no more than 120 nights, unless the owner lives there.",
    ),
    (
        "The Borrower may not make a Restricted Payment under any circumstances.",
        "The Borrower shall not make any Restricted Payment, unless no Default is continuing.",
    ),
]


@pytest.mark.parametrize(("claim", "source"), CONDITIONS)
def test_a_condition_that_is_denied(claim: str, source: str) -> None:
    assert "CONDITION_DROPPED" in {finding.code for finding in verify(claim, source).vetoes}


def test_a_condition_left_out_vetoes_a_quoted_rule_only() -> None:
    rule = "Provider shall not subcontract the processing of personal data without Customer's prior written consent."
    claim = "Provider shall not subcontract the processing of personal data."
    assert verify(claim, rule).accepted
    quoted = verify({"claim": claim, "quote": rule}, rule)
    assert [finding.code for finding in quoted.vetoes] == ["CONDITION_DROPPED"]


def test_a_condition_may_follow_in_a_sentence_of_its_own() -> None:
    rule = "会员可在开通后7日内申请退款，但已使用权益超过3次的除外。"
    claim = {"claim": "会员可在开通后7日内申请退款。已使用权益超过3次的除外。", "quote": rule}
    assert verify(claim, rule).accepted
    assert not verify({**claim, "claim": "会员可在开通后7日内申请退款。"}, rule).accepted


def test_one_word_changed_in_a_long_sentence() -> None:
    sentence = "规划提出到2020年省级保护品种有效保护率达到80%以上，确保重要资源不丢失、种质特性不改变、经济性状不降低。"
    changed = sentence.replace("性状不降低", "性状降低")
    found = verify({"claim": changed, "quote": sentence}, sentence).vetoes
    assert [(finding.check, finding.code) for finding in found] == [("wording", "NEGATION_FLIPPED")]
    assert "经济性状" in found[0].span.text


@pytest.mark.parametrize(
    ("said", "there"), [("二级组织", "一级组织"), ("去年", "今年"), ("有望回落", "有望回升"), ("五批案件", "一批案件")]
)
def test_a_class_a_year_and_a_direction_changed_in_a_long_sentence(said: str, there: str) -> None:
    sentence = f"据介绍，{there}的相关工作由市级主管部门会同有关单位统一组织实施并向社会公布结果。"
    verdict = verify({"claim": sentence.replace(there, said), "quote": sentence}, sentence)
    assert not verdict.accepted


def test_the_contrary_elsewhere_in_the_source_is_no_contradiction() -> None:
    source = "甲方可以转让股权。乙方不得转让股权。"
    assert verify("甲方可以转让股权。", source).accepted
    assert verify("乙方不得转让股权。", source).accepted


def test_a_question_is_no_claim_unless_it_is_quoted() -> None:
    finding = verify("What was the revenue in 1999?", "Revenue was $5 million.").findings[0]
    assert (finding.status, finding.code) == ("NOT_CHECKABLE", "QUESTION")
