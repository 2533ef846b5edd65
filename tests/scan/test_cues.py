from __future__ import annotations

from itertools import pairwise
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logitrail.scan.cue_lexicon import chinese, english, opposites
from logitrail.scan.cues import CUE_KINDS, Cue, CueKind, cues, opposed


def said(text: str) -> list[str]:
    return [f"{cue.kind}.{cue.value}" for cue in cues(text)]


def listed(words: str) -> list[str]:
    """
    Examples divided by " | ".
    """
    return [" ".join(word.split()) for word in words.split("|")]


@pytest.mark.parametrize(
    "text",
    listed(
        """
        不仅覆盖华东 | 但不但 | 未来五年 | 无锡市 | 不动产登记 | 非常好 | 不断 | 除了 | 无人机 | 未成年人 |
        不锈钢 | 是否 | 否则 | 没收 | 无形资产 | 未分配利润 | 无条件开放 | 无理由退款 | 不良贷款 | 不确定性 |
        非洲 | 非上市公司 | 应收账款 | 适应症 | 可持续发展 | 许可证 | 智能 | 需求 | 有限公司 | 最高人民法院 |
        增值税 | 减值准备 | 升级 | 如下 | 例如 | 若干 | 恐怖 | 应邀 | 可是 | 反应 | 必要 | 供应商 |
        a notable fact | no doubt | not only here | nothing but praise | nonetheless | none other than he |
        knot | cannot but | May 14 is the day | in May | 14 May 2024 | up-to-date | set up a firm |
        down payment | double-blind | the fall season | cash provided by operations | is subject to duty |
        raised $5 million | profit and loss account | the supply | No. 5 of the list | Prime Minister May spoke |
        No 10 Downing Street
    """
    ),
)
def test_words_that_only_look_like_a_cue(text: str) -> None:
    assert [cue for cue in cues(text) if cue.kind not in ("comparison", "outcome")] == []


PARAPHRASES = {
    "modality.prohibited": """
        不得转让 | 禁止转让 | 严禁转让 | 不能转让 | 不可转让他人 | 不准转让 | 不許轉讓 | 禁止轉讓 |
        shall not assign | must not assign | may not assign | cannot assign | No person shall assign |
        Neither party may assign | is not permitted to assign | Assignment is prohibited |
        is barred from assigning | nobody may assign | may never assign | None of the parties may assign
    """,
    "modality.not_obliged": """
        无需申报 | 無須申報 | 不必申报 | 不需要申报 | need not file | is not required to file |
        does not have to file | no need to file | No one is required to file | needn't file |
        under no obligation to file
    """,
    "modality.obliged": """
        应当申报 | 應當申報 | 必须申报 | 须申报 | 应申报 | 有义务申报 | 不得不申报 | shall file | must file |
        has to file | is required to file | is obliged to file | needs to file
    """,
    "modality.permitted": """
        可以申报 | 可申报 | 有权申报 | 允许申报 | 甲方可以申报 | may file | is entitled to file |
        is allowed to file | can file | has the right to file | is not prohibited |
        The order does not bar any person | No person is barred
    """,
    "negation.not": """
        未上诉 | 没有上诉 | 並未上訴 | 尚未上诉 | 不上诉 | 从未上诉 | 未能上诉 | 无法上诉 | did not appeal |
        has not appealed | failed to appeal | never appealed | was unable to appeal | isn't appealed |
        No party appealed | None of them appealed | neither appealed nor paid | it is unpaid | it is debt-free
    """,
    "bound.<=": """
        不超过5% | 不得超过5% | 不高于5% | 最多5% | 至多5% | 没有超过5% | shall not exceed 5% | no more than 5% |
        at most 5% | up to 5% | does not exceed 5% | not greater than 5% | cannot be more than 5% |
        Neither fee shall exceed 5%
    """,
    "bound.>=": """
        不低于5% | 不少于5% | 至少5% | 5%以上 | 不得低于5% | at least 5% | not less than 5% |
        no fewer than 5 people | 5 or more | must not be less than 5
    """,
    "direction.up": """
        增长5% | 上升5% | 增至5亿元 | 上漲5% | 同比多了5% | 高于上年 | rose 5% | up 5% | was up |
        increased by 5% | 5% higher than in 2023 | goes up to $5
    """,
    "direction.down": """
        下降5% | 减少5% | 降至5亿元 | 下跌5% | 少了5% | 低于去年同期 | fell 5% | down 5% | decreased by 5% |
        5% lower than a year ago | shrank to 5 | came down from 6 to 5
    """,
    "direction.unchanged": """
        保持不变 | 没有变化 | 仍为5元 | 持平 | is unchanged | has not changed | stays at $5 | remained flat
    """,
    "exception.without": """
        未经甲方书面同意 | 未經許可 | without the lender's prior written consent | without a licence
    """,
    "condition.regardless": """
        无论金额大小 | 一律 | 没有任何例外 | no matter when it clears | under any circumstances |
        even if it is late
    """,
}


@pytest.mark.parametrize(
    ("value", "text"), [(value, text) for value, texts in PARAPHRASES.items() for text in listed(texts)]
)
def test_paraphrases_have_one_value(value: str, text: str) -> None:
    kind = value.partition(".")[0]
    assert [found for found in said(text) if found.startswith(kind)] == [value]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("如未按时付款", ["condition.if", "negation.not"]),
        ("除急诊抢救外，费用不予支付", ["exception.except", "negation.not"]),
        ("急诊抢救以外，费用不能支付", ["exception.except", "modality.prohibited"]),
        ("除现金外，还可以刷卡", ["modality.permitted"]),
        ("同意的除外", ["outcome.approved", "exception.except"]),
        ("unless notice is given", ["exception.except"]),
        ("provided no claim has been made", ["condition.if", "negation.not"]),
        ("同比由盈转亏", ["comparison.year", "direction.to_loss"]),
        ("the lesser of £5 or 1%", ["bound.min"]),
        ("It may cause harm", ["modality.possible"]),
        ("翻了一番", ["direction.doubled"]),
        ("Online orders trebled", ["direction.tripled"]),
        ("本次发行尚未取得批准", ["negation.not", "outcome.approved"]),
        ("未取得许可的，不得开工", ["exception.without", "modality.prohibited"]),
        ("甲方可以依据第十条解除合同", ["modality.permitted"]),
        ("It did not fall", ["negation.not", "direction.down"]),
    ],
)
def test_sentences(text: str, expected: list[str]) -> None:
    assert said(text) == expected


def scopes(text: str, kind: str) -> list[str | None]:
    return [cue.scope.text if cue.scope else None for cue in cues(text) if cue.kind == kind]


def test_scope_is_what_a_cue_governs_in_its_clause() -> None:
    assert scopes("董事会不建议派息，收益增加", "negation") == ["建议派息"]
    assert scopes("The dismissal was unfair but not discriminatory.", "negation") == ["discriminatory"]
    assert scopes("The Tenant shall not assign the lease unless the Landlord agrees.", "modality") == [
        "assign the lease"
    ]
    assert scopes("Except where it rains, the game is on.", "exception") == ["it rains"]
    assert scopes("除急诊抢救外，费用不予支付", "exception") == ["急诊抢救"]
    assert scopes("但权利人书面同意的除外", "exception") == ["权利人书面同意"]
    assert scopes("It is debt-free.", "negation") == ["debt"]


def test_a_scope_has_an_end_where_the_text_has_no_marks() -> None:
    found = cues("不" * 5000)
    assert len(found) == 5000
    assert max(len(cue.scope.text) for cue in found if cue.scope is not None) == 300


def test_a_prefix_or_suffix_is_affixed_and_a_word_is_not() -> None:
    assert [cue.affixed for cue in cues("unpaid")] == [True]
    assert scopes("unvaccinated travellers, non-smokers", "negation") == ["vaccinated", "smokers"]
    assert cues("the United States unveiled non-performing loans") == []
    assert [cue.affixed for cue in cues("tax-free")] == [True]
    assert [cue.affixed for cue in cues("not paid")] == [False]


def test_negative_cues_turn_what_they_govern_round() -> None:
    negative = {
        f"{cue.kind}.{cue.value}"
        for text in ("不付", "不得付", "无需付", "几乎不付", "可以付")
        for cue in cues(text)
        if cue.negative
    }
    assert negative == {"negation.not", "modality.prohibited", "modality.not_obliged", "negation.hardly"}


def cue(text: str) -> Cue:
    (found,) = cues(text)
    return found


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("增长5%", "fell 5%", True),
        ("增长5%", "rose 5%", False),
        ("可以申报", "must file", True),
        ("可以申报", "may file", False),
        ("不得申报", "may file", True),
        ("必须申报", "need not file", True),
        ("不低于5%", "at most 5%", True),
        ("不低于5%", "more than 5%", False),
        ("盈利", "loss", True),
        ("持平", "rose 5%", True),
        ("不付", "增长5%", False),
    ],
)
def test_opposed(one: str, other: str, expected: bool) -> None:
    assert opposed(cue(one), cue(other)) is expected
    assert opposed(cue(other), cue(one)) is expected


def test_the_data_files_name_known_kinds_only() -> None:
    senses = [sense for lexicon in (chinese(), english()) for sense in lexicon.senses.values() if sense is not None]
    assert {kind for kind, _ in senses} == set(CUE_KINDS) | {"affixed"}
    assert get_args(CueKind) == CUE_KINDS
    values = {f"{kind}.{value}" for kind, value in senses if kind != "affixed"}
    assert {value for pair in opposites() for value in pair} <= values
    assert all(len(pair) == 2 for pair in opposites())


def test_every_word_of_the_lists_is_found_as_it_stands() -> None:
    for lexicon in (chinese(), english()):
        wrong = {
            word: list(lexicon.found(word))
            for word, sense in lexicon.senses.items()
            if list(lexicon.found(word)) != [(0, len(word), sense)]
        }
        assert wrong == {}


def test_traditional_and_full_width_text_is_read_alike() -> None:
    assert said("應當在５日內申報，不得轉讓，無須批准") == said("应当在5日内申报，不得转让，无须批准")


@given(
    st.lists(
        st.sampled_from(
            "不 未 得 超过 5% 增长 无锡 除 外 ， 。 not shall exceed may no person 5 up from unless if the".split()
        ),
        max_size=14,
    )
)
def test_spans_are_exact_and_in_order(words: list[str]) -> None:
    text = " ".join(words)
    found = cues(text)
    for item in found:
        assert text[item.span.start : item.span.end] == item.span.text
        assert item.scope is None or text[item.scope.start : item.scope.end] == item.scope.text != ""
    assert all(one.span.start <= other.span.start for one, other in pairwise(found))
