from __future__ import annotations

import pytest

from logitrail.scan import quantities
from tests.scan.written import only, shape, value

IDS = {
    "第十条": ("#10", "条"),
    "第17条": ("#17", "条"),
    "第二项": ("#2", "项"),
    "CYZC-2024-0336": ("#CYZC20240336", None),
    "C-2024-001": ("#C2024001", None),
    "〔2024〕27号": ("#202427", None),
    "澄政办发〔2024〕18号": ("#澄政办发202418", None),
    "2型": ("#2", "型"),
    "PM2.5": ("#PM2.5", None),
    "COVID-19": ("#COVID19", None),
    "5G": ("#5G", None),
    "777F": ("#777F", None),
    "+1-222-2222-2222": ("#+122222222222", None),
    "(555) 123-4567": ("#5551234567", None),
    "13812345678": ("#13812345678", None),
    "010-62345678": ("#01062345678", None),
    "11010519491231002X": ("#11010519491231002X", None),
    "2.0.1": ("#2.0.1", None),
    "192.168.0.1": ("#192.168.0.1", None),
    "2024/31": ("#202431", None),
    "24/7": ("#247", None),
    "临三院〔2024〕27号": ("#临三院202427", None),
    "（2023）京01民终1234号": ("#2023京01民终1234", None),
    "第（二）项": ("#2", "项"),
    "#1": ("##1", "no"),
}
LABELLED = {
    "股票代码600519": ("#600519", "股票代码"),
    "（股份代号：04999）": ("#04999", "股份代号"),
    "邮编100080": ("#100080", "邮编"),
    "Section 2.11": ("#2.11", "section"),
    "SECTION 6.08": ("#6.08", "section"),
    "Article 10(2)": ("#10(2)", "article"),
    "§ 5": ("#5", "section"),
    "Ordinance 7-214": ("#7214", "ordinance"),
    "File 3-20991": ("#320991", "file"),
    "Case 3304117/2022": ("#33041172022", "case"),
    "heading 8712": ("#8712", "heading"),
    "Form 10-K": ("#10K", "form"),
    "Round three": ("#3", "round"),
    "version 2.1": ("#2.1", "version"),
}


@pytest.mark.parametrize(("text", "wanted"), IDS.items())
def test_an_identifier_is_never_a_number(text: str, wanted: tuple[str, str | None]) -> None:
    found = only(text)
    assert (found.text, *shape(found)) == (text, "id", value(wanted[0]), wanted[1])


@pytest.mark.parametrize(("text", "wanted"), LABELLED.items())
def test_a_label_before_it_makes_an_identifier(text: str, wanted: tuple[str, str]) -> None:
    assert shape(only(text)) == ("id", value(wanted[0]), wanted[1])


@pytest.mark.parametrize(
    ("text", "unit", "values"),
    [
        ("Sections 5 and 6", "section", ["5", "6"]),
        ("Items 1, 2 and 3", "item", ["1", "2", "3"]),
        ("第五至八条", "条", ["5", "8"]),
        ("第5-8条", "条", ["5", "8"]),
    ],
)
def test_a_label_holds_for_all_that_follow_it(text: str, unit: str, values: list[str]) -> None:
    assert [shape(found) for found in quantities(text)] == [("id", written, unit) for written in values]


def test_a_label_in_the_singular_holds_for_one() -> None:
    assert [found.kind for found in quantities("In Note 5 and 20 others")] == ["id", "number"]


def test_addresses_hold_no_quantity() -> None:
    text = "See https://example.com/a?q=30%25&id=12 or mail a1b2@example.com about 5 mg."
    assert [found.text for found in quantities(text)] == ["about 5 mg"]


def test_what_only_looks_like_an_identifier_is_a_number() -> None:
    assert shape(only("USD115.5"))[0] == "money"
    assert [found.kind for found in quantities("top-10, the under-16 group")] == ["number", "number"]
    assert shape(only("图3张")) == ("count", 3, "张")


@pytest.mark.parametrize(
    "text",
    [
        "1. 年费会员价格198元。2. 会员可在开通后7日内退款。",
        "一、价格198元。二、开通后7日。",
        "(1) 价格198元；(2) 开通后7日。",
        "1) Price 198元. 2) 7日",
        "（一）价格198元\n（二）开通后7日",
    ],
)
def test_the_marks_of_a_list_are_no_quantities(text: str) -> None:
    assert [found.text for found in quantities(text)] == ["198元", "7日"]


def test_an_enumeration_is_no_list() -> None:
    assert [found.value for found in quantities("起付线：一、二、三级医院")] == [1, 2, 3]


def test_the_number_of_a_section_is_an_identifier() -> None:
    found = quantities("5.2 Provider shall pay 5%. 8.1 Neither party may.")
    assert [(quantity.kind, quantity.value) for quantity in found] == [("id", "5.2"), ("percent", 5), ("id", "8.1")]
