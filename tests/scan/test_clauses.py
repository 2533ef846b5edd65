from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logitrail.scan.clauses import clause_at, clauses, sentences
from logitrail.scan.words import word_list


def texts(spans: list) -> list[str]:
    return [span.text for span in spans]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("收益为46.2亿元。董事会不建议派息！", ["收益为46.2亿元。", "董事会不建议派息！"]),
        ("He paid 3.14 pounds. She paid none.", ["He paid 3.14 pounds.", "She paid none."]),
        ("营业收入９．８７亿元。净利润１．０４亿元。", ["营业收入９．８７亿元。", "净利润１．０４亿元。"]),
        ("Dr. Smith of Acme Inc. met Mr. Jones at No. 10.", ["Dr. Smith of Acme Inc. met Mr. Jones at No. 10."]),
        ("It was sold to Acme Inc. The price was low.", ["It was sold to Acme Inc.", "The price was low."]),
        ("Use it, e.g. Monday. Then stop.", ["Use it, e.g. Monday.", "Then stop."]),
        ("They live in the U.S. and Canada.", ["They live in the U.S. and Canada."]),
        (
            "A hearing is held at 6:30 p.m. in Council Chamber B.",
            ["A hearing is held at 6:30 p.m. in Council Chamber B."],
        ),
        (
            "The bonds were priced at 99.4 per cent. of par to yield 3.9 per cent. Settlement is expected soon.",
            ["The bonds were priced at 99.4 per cent. of par to yield 3.9 per cent.", "Settlement is expected soon."],
        ),
        (
            "SECTION 2.11. The Borrower may prepay. It shall pay.",
            ["SECTION 2.11. The Borrower may prepay.", "It shall pay."],
        ),
        ("Q2. I spent it. A. No. It is free.", ["Q2. I spent it.", "A. No.", "It is free."]),
        ("1. 年费198元。2. 会员可退款。", ["1. 年费198元。", "2. 会员可退款。"]),
        ("协议（2024年版）：1. 年费198元。", ["协议（2024年版）：1. 年费198元。"]),
        ("《你好。世界》很好（真的。好）。完。", ["《你好。世界》很好（真的。好）。", "完。"]),
        ("他说：“今天不行。”然后走了。", ["他说：“今天不行。”", "然后走了。"]),
        ("He said “No.” Then he left.", ["He said “No.”", "Then he left."]),
        (
            "It grew in the 19th century.First for Women came later.",
            ["It grew in the 19th century.", "First for Women came later."],
        ),
        ("Is it? Yes! Really.", ["Is it?", "Yes!", "Really."]),
        ("Orders reached 126k. Wheat fell.", ["Orders reached 126k.", "Wheat fell."]),
        ("标题\n正文第一句。正文第二句。", ["标题", "正文第一句。", "正文第二句。"]),
        ("Item | 2024 | 2023\nNo. of shops | 1.5 | 2.5", ["Item | 2024 | 2023", "No. of shops | 1.5 | 2.5"]),
        ("", []),
        (" \n\n ", []),
    ],
)
def test_sentences(text: str, expected: list[str]) -> None:
    assert texts(sentences(text)) == expected


def test_a_line_that_is_broken_in_mid_sentence_goes_on() -> None:
    wrapped = (
        "The Borrower may at any time prepay any Borrowing in whole or\nin part, on notice. It shall pay interest."
    )
    assert texts(sentences(wrapped)) == [
        "The Borrower may at any time prepay any Borrowing in whole or\nin part, on notice.",
        "It shall pay interest.",
    ]
    assert len(sentences("Short heading\nthen text.")) == 2


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("收益为46.2亿元，减少10.8%；毛利率25.1%。", ["收益为46.2亿元", "减少10.8%", "毛利率25.1%"]),
        ("共1，234人，其中5人缺席。", ["共1，234人", "其中5人缺席"]),
        ("公布业绩：收益为46亿元。", ["公布业绩", "收益为46亿元"]),
        ("营业收入：46亿元。", ["营业收入：46亿元"]),
        ("优良（Ⅰ，Ⅱ类；Ⅲ类）断面35个，占92%。", ["优良（Ⅰ，Ⅱ类；Ⅲ类）断面35个", "占92%"]),
        ("Revenue rose to $1,482.3 thousand, and costs fell.", ["Revenue rose to $1,482.3 thousand", "and costs fell"]),
        ("It may inspect goods and shall decide in 10 days.", ["It may inspect goods", "and shall decide in 10 days"]),
        ("Shops, offices and homes were let.", ["Shops, offices and homes were let"]),
        ("It paid, unless it was late; then it did not.", ["It paid", "unless it was late", "then it did not"]),
        (
            "Waiting list: 42,907, down from 45,360 a year earlier.",
            ["Waiting list: 42,907, down from 45,360 a year earlier"],
        ),
        ("Net income | 15,284 | 10,332", ["Net income | 15,284 | 10,332"]),
        ("甲方不得解除合同,乙方可以.", ["甲方不得解除合同", "乙方可以"]),
    ],
)
def test_clauses(text: str, expected: list[str]) -> None:
    assert texts(clauses(text)) == expected


def test_clause_at_finds_the_clause_of_a_position() -> None:
    text = "收益增加，亏损减少。"
    spans = clauses(text)
    assert clause_at(spans, 0) == spans[0]
    assert clause_at(spans, 6) == spans[1]
    assert clause_at(spans, text.index("，")) is None
    assert clause_at([], 0) is None


def test_an_abbreviation_stands_in_one_list() -> None:
    assert word_list("abbreviations.txt") & word_list("abbreviations_inside.txt") == frozenset()


_WORDS = [
    *"收益增加 不得 3.5 1,234 Inc. The_cost _rose ._ ,_and_ _|_ e.g._ No._ —— _".split(),
    *"。，；()（）“”！？?…：\n\t",
]
_PIECES = st.lists(st.sampled_from(_WORDS), max_size=30).map(lambda words: "".join(words).replace("_", " "))


@given(_PIECES)
def test_spans_are_exact_ordered_and_complete(text: str) -> None:
    whole = sentences(text)
    for spans in (whole, clauses(text)):
        assert all(text[span.start : span.end] == span.text and span.text.strip() == span.text for span in spans)
        assert all(one.end <= other.start for one, other in pairwise(spans))
    covered = {at for span in whole for at in range(span.start, span.end)}
    assert all(at in covered for at, char in enumerate(text) if not char.isspace())
    assert all(any(s.start <= part.start and part.end <= s.end for s in whole) for part in clauses(text))


@given(_PIECES)
def test_a_letter_or_digit_outside_a_clause_is_no_loss(text: str) -> None:
    covered = {at for span in clauses(text) for at in range(span.start, span.end)}
    assert all(at in covered for at, char in enumerate(text) if char.isalnum())
