from __future__ import annotations

import pytest

from logitrail.grounding.entities import names


def found(text: str) -> set[tuple[str, str | None]]:
    return {(text[name.start : name.end], name.kind) for name in names(text)}


@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        ("中国银行股份有限公司与北京市第一中级人民法院签署协议", "中国银行股份有限公司", "organisation"),
        ("中国银行股份有限公司与北京市第一中级人民法院签署协议", "北京市第一中级人民法院", "organisation"),
        ("公司法定代表人为李小明", "李小明", "person"),
        ("总经理张伟先生表示", "张伟", "person"),
        ("董事长“王明”表示", "王明", "person"),
        ("被告人何某某未上诉", "何某某", "person"),
        ("根据《会计法》第三条", "《会计法》", "title"),
        ("以下简称“本公司”。", "本公司", "term"),
        ("位于浙江省杭州市", "浙江省", "place"),
        ("Dr. Jane Smith, chief executive of Bank of Esk plc, spoke", "Jane Smith", "person"),
        ("Dr. Jane Smith, chief executive of Bank of Esk plc, spoke", "Bank of Esk plc", "organisation"),
        ("It told Acme Corp. that it would", "Acme Corp.", "organisation"),
        ("by the Ministry of Trade and Industry", "Ministry of Trade and Industry", "organisation"),
        ("near Marlow Heights yesterday", "Marlow Heights", "place"),
        ("called “the Platform” below", "the Platform", "term"),
    ],
)
def test_names_are_found(text: str, name: str, kind: str | None) -> None:
    assert (name, kind) in found(text)


@pytest.mark.parametrize(
    ("text", "not_a_name"),
    [
        ("Revenue rose. The net margin fell.", "Revenue"),
        ("Cash: 5\nTax: 6", "Tax"),
        ("进入华南市场", "进入华南市"),
        ("港币盈利", "港"),
    ],
)
def test_words_that_only_look_like_names_are_not(text: str, not_a_name: str) -> None:
    assert not_a_name not in {name for name, _ in found(text)}


def test_a_longer_name_does_not_hide_a_shorter_one_in_it() -> None:
    assert {"中国银行股份有限公司", "中国银行"} <= {name for name, _ in found("中国银行股份有限公司")}


def test_names_come_in_order_each_once() -> None:
    text = "《甲法》与《乙法》。Acme Corp. and Bank of Esk plc"
    at = [(name.start, -name.end) for name in names(text)]
    assert at == sorted(set(at))
