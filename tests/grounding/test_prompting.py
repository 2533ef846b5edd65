from __future__ import annotations

from typing import Any

from logitrail.contract import Contract

TEXT = "营业收入46.2亿元，净利润5.1亿元。"
SLOTS: dict[str, Any] = {
    "revenue": {"type": "quantity", "unit": "money", "about": "营业收入", "period": "2024年"},
    "chair": {"type": "entity", "about": "董事长"},
}


def test_choices_are_listed() -> None:
    contract = Contract.grounded(SLOTS, TEXT)
    assert contract.instructions("zh").splitlines() == [
        "只回答一个写在一行内的JSON对象。字段依次为：",
        '- "revenue"：营业收入（2024年）的数值：以下之一："46.2亿元"、"5.1亿元"',
        '- "chair"：董事长的名称：null',
        "值必须与所列的写法完全一致。原文没有说的，写 null。",
    ]
    assert contract.instructions("en").splitlines()[1] == (
        '- "revenue": the figure of 营业收入 for 2024年: one of "46.2亿元", "5.1亿元"'
    )


def test_quoting_is_told_as_a_rule() -> None:
    lines = Contract.grounded(SLOTS, TEXT, "quote").instructions("en").splitlines()
    assert lines[1] == '- "revenue": the figure of 营业收入 for 2024年: {"quote": "…", "value": "…"}'
    assert "word for word" in lines[-1]
    assert "46.2" not in "\n".join(lines)


def test_what_is_blocked_is_not_listed() -> None:
    lines = Contract.grounded(SLOTS, TEXT).excluding(["5.1亿"]).instructions("zh").splitlines()
    assert lines[1].endswith('以下之一："46.2亿元"')
    assert "营业收入" not in Contract.grounded(SLOTS, TEXT).excluding(["营业收入"]).instructions("zh")


def test_long_lists_are_cut() -> None:
    text = "".join(f"第{i}项{i + 100}.5元。" for i in range(60))
    line = Contract.grounded({"fee": {"type": "quantity", "unit": "money"}}, text).instructions("en").splitlines()[1]
    assert line.count('.5元"') == 40
    assert line.endswith("and 20 more of this kind in the text")


def test_a_marker_is_told_first() -> None:
    lines = Contract.grounded(SLOTS, TEXT).after("答：").instructions("zh").splitlines()
    assert "答：" in lines[0]
    assert len(lines) == 5
