from __future__ import annotations

import json
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logitrail.errors import OptionError
from logitrail.scan import quantities
from logitrail.scan.cues import cues
from logitrail.scan.period_relations import same
from logitrail.types import Period
from logitrail.verification.corrupt import OPERATIONS, Corruption, corrupt
from logitrail.verification.corrupt.flips import _flips

DATA = Path(os.environ.get("LOGITRAIL_DATA", Path(__file__).resolve().parents[3] / "shared" / "data"))
PAIRS = DATA / "claims" / "adjudicated.jsonl"

CHINESE = (
    "2024年上半年公司营业收入1,234.5万元，同比增长23.5%；毛利率提高1.7个百分点，"
    "每日剂量不得超过20 mg，乙方不得转让，30日内付款。"
)
ENGLISH = (
    "Revenue rose 7.2% to $184.3 million in 2024; the Tenant shall not assign the lease and must give at least 30 "
    "days' notice."
)
OTHER = (
    "2023年上半年营业收入987.6万元，增长5.5%。In 2023 revenue was $171.9 million, up 3.1%, and 45 days' notice was "
    "given."
)


def source_of(claim: str) -> str:
    """A source that says what the claim says, and other things."""
    return f"{claim}\n{OTHER}"


def made(claim: str, op: str, seed: int = 0) -> Corruption:
    found = corrupt(claim, source_of(claim), op=op, seed=seed)
    assert found is not None
    return found


def test_the_operations() -> None:
    assert OPERATIONS == (
        "digit_edit", "digit_insert", "digit_drop", "decimal_shift", "wan_yi", "million_billion", "currency_swap",
        "percent_points", "unit_swap", "negation_flip", "direction_flip", "bound_flip", "borrowed_number",
        "period_swap",
    )  # fmt: skip


def test_an_unknown_operation_is_refused_with_the_known_ones() -> None:
    with pytest.raises(OptionError, match="no operation 'typo'") as error:
        corrupt("1 kg", "", op="typo", seed=0)
    assert "digit_edit" in str(error.value.hint)


@pytest.mark.parametrize("op", OPERATIONS)
@pytest.mark.parametrize("claim", [CHINESE, ENGLISH])
def test_it_says_what_it_changed(claim: str, op: str) -> None:
    found = corrupt(claim, source_of(claim), op=op, seed=3)
    if found is None:
        assert (claim, op) in {(CHINESE, "million_billion"), (ENGLISH, "wan_yi")}
        return
    before, after = found.before, found.after
    assert found.op == op
    assert found.text != claim
    assert claim[before.start : before.end] == before.text
    assert found.text[after.start : after.end] == after.text
    assert found.text == claim[: before.start] + after.text + claim[before.end :]


@pytest.mark.parametrize("op", OPERATIONS)
def test_nothing_to_corrupt(op: str) -> None:
    assert corrupt("无锡的未来非常美好", OTHER, op=op, seed=0) is None
    assert corrupt("A notable city", OTHER, op=op, seed=0) is None
    assert corrupt("", "", op=op, seed=0) is None


NUMERIC = ("digit_edit", "digit_insert", "digit_drop", "decimal_shift", "wan_yi", "million_billion", "borrowed_number")


@pytest.mark.parametrize("op", NUMERIC)
@pytest.mark.parametrize("claim", [CHINESE, ENGLISH])
@pytest.mark.parametrize("seed", range(8))
def test_a_number_becomes_another_of_the_same_kind(claim: str, op: str, seed: int) -> None:
    found = corrupt(claim, source_of(claim), op=op, seed=seed)
    if found is None:
        return
    old, new = quantities(claim), quantities(found.text)
    assert [(q.kind, q.unit) for q in old] == [(q.kind, q.unit) for q in new]
    changed = [(a.value, b.value) for a, b in zip(old, new, strict=True) if a.value != b.value]
    assert len(changed) == 1
    if op in ("wan_yi", "million_billion"):
        was, now = (Fraction(value) for value in changed[0])  # type: ignore[arg-type]
        factor = 10_000 if op == "wan_yi" else 1_000
        assert now / was in (factor, Fraction(1, factor))


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("超过370万元", "超过370万元"),
        ("不得超过20 mg", "不得超过20 mg"),
        ("at least 30 days", "at least 30 days"),
        ("less than $150", "less than $150"),
    ],
)
@pytest.mark.parametrize("op", ["digit_edit", "decimal_shift"])
@pytest.mark.parametrize("seed", range(5))
def test_a_bound_is_moved_to_where_it_no_longer_follows(claim: str, text: str, op: str, seed: int) -> None:
    found = corrupt(claim, text, op=op, seed=seed)
    if found is None:
        return
    (old,), (new,) = quantities(claim), quantities(found.text)
    assert old.bound == new.bound is not None
    assert isinstance(old.value, type(new.value))
    grown = Fraction(new.value) > Fraction(old.value)  # type: ignore[arg-type]
    assert grown is (old.bound in (">", ">="))


@pytest.mark.parametrize(
    ("claim", "op", "expected"),
    [
        ("收入5%。", "percent_points", "收入5个百分点。"),
        ("提高1.7个百分点", "percent_points", "提高1.7%"),
        ("up 7.2% on the year", "percent_points", "up 7.2 percentage points on the year"),
        ("收入3万元", "wan_yi", "收入3亿元"),
        ("收入３億元", "wan_yi", "收入３萬元"),
        ("It cost $5 million", "million_billion", "It cost $5 billion"),
        ("It cost £2bn", "million_billion", "It cost £2mn"),
        ("It cost ₹3.2 crore", "million_billion", "It cost ₹3.2 lakh"),
        ("公司由盈转亏", "direction_flip", "公司扭亏为盈"),
        ("净利润同比增长5%", "direction_flip", "净利润同比下降5%"),
        ("Sales rose 5%", "direction_flip", "Sales fell 5%"),
        ("Sales were down from $5", "direction_flip", "Sales were up from $5"),
        ("Wheat is a third lower than a year ago", "direction_flip", "Wheat is a third higher than a year ago"),
        ("不低于5%", "bound_flip", "不高于5%"),
        ("18岁以上", "bound_flip", "18岁以下"),
        ("at least 5 days", "bound_flip", "at most 5 days"),
        ("the lesser of £5 or 1%", "bound_flip", "the greater of £5 or 1%"),
        ("4月30日前付清", "bound_flip", "4月30日后付清"),
        ("Goods shipped before 15 December 2024", "bound_flip", "Goods shipped after 15 December 2024"),
        ("董事会不建议派息", "negation_flip", "董事会建议派息"),
        ("甲方不得转让", "negation_flip", "甲方可以转让"),
        ("无需申报", "negation_flip", "必须申报"),
        ("被告未上诉", "negation_flip", "被告已上诉"),
        ("Cover does not apply", "negation_flip", "Cover does apply"),
        ("No person shall smoke", "negation_flip", "Any person may smoke"),
        ("Neither party may assign", "negation_flip", "Either party may assign"),
        ("It is unpaid", "negation_flip", "It is paid"),
        ("It won't be sold", "negation_flip", "It will be sold"),
        ("The rent is $5", "negation_flip", "The rent is not $5"),
        ("第1条是定义", "negation_flip", "第1条不是定义"),
        ("Provider may act without consent", "negation_flip", None),
    ],
)
def test_examples(claim: str, op: str, expected: str | None) -> None:
    text = made(claim, op).text
    assert (
        text == expected
        if expected is not None
        else text in {"Provider may not act without consent", "Provider may act with consent"}
    )


def test_units_stay_of_their_kind() -> None:
    texts = {made("每次5 mg", "unit_swap", seed).text for seed in range(20)}
    assert texts <= {"每次5 g", "每次5 μg", "每次5 kg"}
    assert len(texts) > 1
    days = {made("within 30 days", "unit_swap", seed).text for seed in range(20)}
    assert days <= {f"within 30 {unit}" for unit in ("weeks", "months", "hours", "minutes", "years")}


@pytest.mark.parametrize("seed", range(6))
def test_another_currency_and_the_same_amount(seed: int) -> None:
    for claim in (
        "收入3.5亿元",
        "收入港币3.5亿元",
        "It cost $5.2 million",
        "It cost 3 million euros",
        "收入3亿港元",
        "耗资5万英镑",
    ):
        (old,), (new,) = quantities(claim), quantities(made(claim, "currency_swap", seed).text)
        assert new.kind == "money"
        assert new.value == old.value
        assert new.unit not in (None, old.unit)


def test_a_digit_that_only_made_the_number_finer_is_not_dropped() -> None:
    assert {made("It grew 2.51%", "digit_drop", seed).text for seed in range(10)} == {"It grew 2.1%"}


def test_a_borrowed_number_stands_in_the_source_and_not_in_the_claim() -> None:
    found = made("Revenue was $184.3 million", "borrowed_number")
    assert found.after.text == "$171.9 million"
    assert corrupt("Revenue was $171.9 million", "It was $171.9 million.", op="borrowed_number", seed=0) is None
    # 12.3 is 12.34, rounded: that is no other value.
    assert corrupt("It grew 12.3%", "It grew 12.34%.", op="borrowed_number", seed=0) is None


@pytest.mark.parametrize("seed", range(6))
def test_a_swapped_period_is_another_one(seed: int) -> None:
    for claim in ("2024年3月31日的余额", "Q3 2024 revenue", "in the year ended 31 March 2024", "FY2024 sales"):
        found = made(claim, "period_swap", seed)
        was, now = (next(q.value for q in quantities(text) if q.kind == "period") for text in (claim, found.text))
        assert isinstance(was, Period)
        assert isinstance(now, Period)
        assert not same(was, now)
    found = corrupt("上半年收入在2024年", "2024年、2023年", op="period_swap", seed=seed)
    assert found is not None
    assert found.text == "上半年收入在2023年"


@pytest.mark.parametrize("op", ["digit_edit", "decimal_shift", "unit_swap", "borrowed_number"])
def test_a_number_that_the_source_does_not_state_is_left_alone(op: str) -> None:
    source = "Shipments under 500 tonnes need no licence; 600 tonnes do."
    assert corrupt("A shipment of 400 tonnes needs no licence", source, op=op, seed=0) is None


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("You may claim if you have not moved.", {"You may not claim if you have not moved."}),
        ("未按规定备案的，比例为5%", set()),
        ("a breach that is not cured", set()),
    ],
)
def test_a_denial_inside_a_condition_is_left_alone(claim: str, expected: set[str]) -> None:
    found = [corrupt(claim, "", op="negation_flip", seed=seed) for seed in range(5)]
    assert {corruption.text for corruption in found if corruption is not None} == expected


def test_a_flip_is_made_on_a_cue_and_not_on_what_looks_like_one() -> None:
    claim = "公司不仅在无锡，未来也不派息"
    assert made(claim, "negation_flip").text == "公司不仅在无锡，未来也派息"
    assert corrupt("Not only sales: in May, no doubt.", "", op="negation_flip", seed=0) is None


def test_the_draw_depends_on_seed_operation_and_claim_alone() -> None:
    program = (
        "import json,sys; from logitrail.verification.corrupt import *; claim, source = json.load(sys.stdin); "
        "print(json.dumps([getattr(corrupt(claim, source, op=op, seed=7), 'text', None) for op in OPERATIONS]))"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            input=json.dumps([CHINESE, source_of(CHINESE)]),
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hash_seed in ("0", "1")
    }
    assert len(outputs) == 1
    assert json.loads(outputs.pop()) == [
        found and found.text for op in OPERATIONS for found in [corrupt(CHINESE, source_of(CHINESE), op=op, seed=7)]
    ]
    assert len({made(CHINESE, "digit_edit", seed).text for seed in range(10)}) > 3


def test_every_word_of_the_tables_is_a_cue() -> None:
    kinds = {
        "direction_flip": {"direction", "bound"},
        "bound_flip": {"bound"},
        "negation_flip": {"negation", "modality", "exception"},
    }
    wrong = []
    for op, allowed in kinds.items():
        for word in _flips(op):
            samples = (
                word,
                f"收入{word}5%",
                f"5%{word}",
                f"it {word} 5 days",
                f"5 {word} than a year ago",
                f"it was {word} 5%",
            )
            if not any(cue.span.text == word and cue.kind in allowed for sample in samples for cue in cues(sample)):
                wrong.append((op, word))
    assert wrong == []


@pytest.mark.skipif(not PAIRS.exists(), reason=f"no claims at {PAIRS}: set LOGITRAIL_DATA")
def test_supported_claims_of_the_data_set() -> None:
    pairs = [json.loads(line) for line in PAIRS.read_text("utf-8").splitlines()]
    supported = [pair for pair in pairs if pair["label"] == "supported"]
    made_of = dict.fromkeys(OPERATIONS, 0)
    for pair in supported:
        for op in OPERATIONS:
            found = corrupt(pair["claim"], pair["source"], op=op, seed=1)
            if found is not None:
                assert found.text != pair["claim"]
                assert found.before.text != found.after.text
                made_of[op] += 1
    assert all(count >= 10 for count in made_of.values()), made_of


@given(st.sampled_from([CHINESE, ENGLISH]), st.sampled_from(OPERATIONS), st.integers(0, 10_000))
def test_a_corruption_is_always_another_text(claim: str, op: str, seed: int) -> None:
    found = corrupt(claim, source_of(claim), op=op, seed=seed)
    assert found is None or (found.text != claim and found == corrupt(claim, source_of(claim), op=op, seed=seed))
