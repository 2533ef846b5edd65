"""Figures of a claim against its evidence: what agrees, what does not, and why, in both languages."""

from __future__ import annotations

import pytest

from logitrail.types import Finding
from logitrail.verification import verify


def figure(claim: str, source: str, quoted: bool = False) -> Finding:
    """The finding on the last figure of a claim."""
    answer = {"claim": claim, "quote": source} if quoted else claim
    return [finding for finding in verify(answer, source).findings if finding.check == "numbers"][-1]


AGREES = [
    ("公司共有员工1.25万人。", "截至年底，公司共有员工12,500人。", "EQUAL"),
    ("营业收入为9.87亿元。", "营业收入９．８７亿元，同比增长２３．５％。", "EQUAL"),
    ("罚金为300,000元。", "法院判处罚金人民币三十万元。", "EQUAL"),
    ("每次服用0.02 g。", "每次服用20 mg，每日两次。", "CONVERTED"),
    ("试用期为168天。", "合同约定试用期为24周。", "CONVERTED"),
    ("毛利率提高了170个基点。", "毛利率提高1.7个百分点。", "CONVERTED"),
    ("违约金为每日0.1%。", "逾期按每日千分之一支付违约金。", "CONVERTED"),
    ("报销比例为八成。", "住院报销比例为80%。", "EQUAL"),
    ("净利润约1.0亿元。", "净利润1.04亿元。", "ROUNDED"),
    ("收入接近19.3亿元。", "全年收入19.28亿元。", "ROUNDED"),
    ("营收超过9亿元。", "全年营收9.87亿元。", "IN_BOUND"),
    ("头晕发生率不到5%。", "试验中头晕发生率为4.7%。", "IN_BOUND"),
    ("Net revenue was $184.3 million.", "Net revenue for the year was $184,306,000.", "ROUNDED"),
    ("The civil penalty is $1,250,000.", "It consented to a civil penalty of $1.25 million.", "EQUAL"),
    ("The initial term is 36 months.", "The initial term is three years.", "CONVERTED"),
    ("Community groups may claim nine-tenths of costs.", "Community groups may claim up to 90% of costs.", "EQUAL"),
    ("The fee is at least $5 million.", "The fee shall be not less than $5,000,000.", "EQUAL"),
    ("A 400-tonne shipment needs no licence.", "Licences are not needed for shipments under 500 tonnes.", "IN_BOUND"),
    ("Wheat output fell to about 8.7 million tonnes.", "Wheat output fell to 8.74 million tonnes.", "ROUNDED"),
]


@pytest.mark.parametrize(("claim", "source", "code"), AGREES)
@pytest.mark.parametrize("quoted", [False, True])
def test_what_agrees(claim: str, source: str, code: str, quoted: bool) -> None:
    found = figure(claim, source, quoted)
    assert (found.status, found.code, found.veto) == ("SUPPORTED", code, False)
    assert found.evidence[0].text in source


DIFFERS = [
    ("营业收入为9.78亿元。", "营业收入9.87亿元，同比增长23.5%。", "NUMBER_MISMATCH"),
    ("罚款合计1,086.4亿元。", "环境违法案件罚款1,086.4万元。", "MAGNITUDE_MISMATCH"),
    ("采购预算为386万美元。", "采购预算为人民币386万元。", "CURRENCY_MISMATCH"),
    ("报销比例降低15%。", "未备案的，报销比例降低15个百分点。", "RATIO_KIND_MISMATCH"),
    ("初始剂量为5 μg。", "初始剂量为每次5 mg。", "UNIT_MISMATCH"),
    ("置信区间为1.2%至3.6%。", "置信区间为1.2%至4.6%。", "RANGE_MISMATCH"),
    ("竞业限制期限不少于十二个月。", "竞业限制期限不超过十二个月。", "BOUND_FLIPPED"),
    ("全市浓度同比上升8.1%。", "全市浓度同比下降8.1%。", "DIRECTION_FLIPPED"),
    ("股东应占盈利为1.36亿元。", "股东应占亏损为1.36亿元。", "OPPOSITE_WORD"),
    ("血红蛋白较基线升高1.12%。", "血红蛋白较基线的变化为-1.12%。", "SIGN_MISMATCH"),
    ("The coupon is 3.785 per cent.", "The bonds carry a coupon of 3.875 per cent.", "NUMBER_MISMATCH"),
    ("Barley output was 3.05 billion tonnes.", "Barley output was 3.05 million tonnes.", "MAGNITUDE_MISMATCH"),
    ("The rate fell 0.3% on the year.", "The rate fell 0.3 percentage points on the year.", "RATIO_KIND_MISMATCH"),
    ("The fee is 2.75 basis points.", "The fee is 2.75%.", "RATIO_KIND_MISMATCH"),
    ("The fee is €145.", "The fee is $145.", "CURRENCY_MISMATCH"),
    ("Income above $32,000 qualifies.", "Income below $32,000 qualifies.", "BOUND_FLIPPED"),
    ("Wheat output rose 11% on the year.", "Wheat output fell 11% on the year.", "DIRECTION_FLIPPED"),
    ("Net revenue was not $12 million.", "Net revenue was $12 million.", "NEGATION_FLIPPED"),
]


@pytest.mark.parametrize(("claim", "source", "code"), DIFFERS)
@pytest.mark.parametrize("quoted", [False, True])
def test_what_differs(claim: str, source: str, code: str, quoted: bool) -> None:
    found = figure(claim, source, quoted)
    assert (found.status, found.code, found.veto) == ("CONTRADICTED", code, True)


BELONGS_ELSEWHERE = [
    ("一级医院起付标准为500元。", "住院起付标准：一级医院200元，二级医院500元，三级医院900元。"),
    ("案发后退赃200万元。", "案发后退赃120万元，余款200万元未追回。"),
    (
        "第1包中标金额168.45万元。",
        "第1包中标人为博雅公司，中标金额192.8万元；第2包中标人为启明公司，中标金额168.45万元。",
    ),
    ("The basic award is £21,350.", "The basic award is £8,704 and the compensatory award £21,350."),
    (
        "The excess is £1,000 for each claim and £250 for subsidence.",
        "Excess: £250 for each claim, rising to £1,000 for subsidence.",
    ),
    (
        "General expense was $36.5 million.",
        (
            "Item | 2024 | 2023\n"
            "Research expense | $36.5 million | $33.1 million\n"
            "General expense | $21.9 million | $24.7 million"
        ),
    ),
]


@pytest.mark.parametrize(("claim", "source"), BELONGS_ELSEWHERE)
def test_a_number_of_something_else(claim: str, source: str) -> None:
    assert any(finding.code == "METRIC_MISMATCH" and finding.veto for finding in verify(claim, source).findings)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("二级医院起付标准为500元。", "住院起付标准：一级医院200元，二级医院500元，三级医院900元。"),
        ("赚了1.04亿元。", "公司2024年营收9.87亿元，归母净利润1.04亿元。"),
        (
            "Profit was 21.6 million after tax of 7.3 million.",
            "Tax expense: 7.3 million; profit after tax: 21.6 million.",
        ),
        ("一、二级医院报销比例依次为90%、80%。", "报销比例：一级医院90%，二级医院80%。"),
    ],
)
def test_a_number_in_its_place_in_other_words(claim: str, source: str) -> None:
    assert verify(claim, source).accepted


def test_a_strong_figure_that_is_nowhere_vetoes_and_a_weak_one_does_not() -> None:
    source = "医院门诊大楼共12层。"
    strong, weak = figure("本院投资2,000万元。", source), figure("本院有三个院区。", source)
    assert (strong.code, strong.veto) == ("NUMBER_NOT_FOUND", True)
    assert not weak.veto


def test_a_weak_figure_vetoes_where_it_was_quoted() -> None:
    found = figure("职工食堂有七个窗口。", "医院门诊大楼共12层。", quoted=True)
    assert (found.status, found.code, found.veto) == ("NOT_FOUND", "NUMBER_NOT_FOUND", True)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("两项合计361.25万元。", "第1包中标金额192.8万元；第2包中标金额168.45万元。"),
        ("Total sales rose by 10.0%.", "Total sales were £48.3m (2023: £43.9m)."),
        ("Invalid ballots numbered 4,447.", "Ballots cast: 287,551. Valid votes: 283,104."),
        ("The rent works out at £30 per square foot.", "Premises: 2,150 square feet. Rent: £64,500 per annum."),
    ],
)
def test_a_derived_figure_is_never_vetoed_and_never_supported(claim: str, source: str) -> None:
    found = figure(claim, source)
    assert (found.status, found.code, found.veto) == ("NOT_CHECKABLE", "DERIVED", False)


def test_a_bare_value_says_nothing_that_could_be_checked() -> None:
    assert figure("49872 thousand", "Inventories: 289,928 and 240,056.").code == "NO_SUBJECT"


def test_numbers_have_boundaries() -> None:
    assert figure("The fee is $70.", "The fee is $170 or $705.").veto


def test_a_table_gives_scale_period_and_row() -> None:
    source = (
        "(in thousands of U.S. dollars)\nYear | 2024 | 2023\n"
        "Net income | 15,284 | 10,332\nNet revenue | 184,306 | 171,950"
    )
    assert verify("Net income was $15.3 million in 2024.", source).accepted
    wrong = {f.code for f in verify("Net income was $10.3 million in 2024.", source).findings if f.veto}
    assert wrong == {"PERIOD_MISMATCH"}
    assert not verify("Net income was $15.3 billion in 2024.", source).accepted


def test_messages_are_in_the_language_of_the_claim() -> None:
    assert "原文是" in figure("收入为2.5亿元。", "收入为3.5亿元。").message
    assert "the source says" in figure("Revenue was $2.5 million.", "Revenue was $3.5 million.").message
