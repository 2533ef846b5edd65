from __future__ import annotations

from logitrail.verification.attribution.metrics import mentions, metric_of, related
from logitrail.verification.features import data_lines


def named(text: str) -> list[tuple[str, str]]:
    return [(text[m.start : m.end], m.metric) for m in mentions(text)]


def test_the_longest_name_is_read() -> None:
    assert named("归母净利润与营业成本") == [("归母净利润", "net_profit"), ("营业成本", "cost_of_revenue")]
    assert named("cost of revenues, net income and income") == [
        ("cost of revenues", "cost_of_revenue"), ("net income", "net_profit"), ("income", "profit"),
    ]  # fmt: skip
    assert named("incomeless") == []


def test_a_term_may_have_words_beside_it_that_tell_nothing() -> None:
    assert metric_of("公司营业收入金额") == "revenue"
    assert metric_of("Total general and administrative expenses") == "administrative_expenses"
    assert metric_of("income taxes") == "tax_expense"
    assert metric_of("overseas revenue") is None
    assert metric_of("blorps") is None


def test_own_words_are_found_too() -> None:
    found = mentions("blorp rate of net revenue", ("blorp rate",))
    assert [m.metric for m in found] == ["", "revenue"]


def test_a_wider_name_is_related_and_a_sister_is_not() -> None:
    assert related("net_profit", "profit")
    assert related("profit", "gross_profit")
    assert not related("net_profit", "gross_profit")


def test_the_table_names_each_term_once() -> None:
    terms = [term.strip() for line in data_lines("metrics.txt") for term in line.partition(":")[2].split(" = ")]
    assert len(terms) == len(set(terms))
    heads = [line.partition(":")[0] for line in data_lines("metrics.txt")]
    names = {head.partition("<")[0].strip() for head in heads}
    assert {wider for head in heads if (wider := head.partition("<")[2].strip())} <= names
