"""Short prompts with their contracts, for the real model: values to copy, numbers, choices, Chinese, blocked words."""

from __future__ import annotations

import logitrail as lt
from tests.contracts40 import B, I, N, S, closed

_TEXTS = {
    "person": (
        "Extract the person as JSON.\n\nAlice Johnson, aged 34, works as an engineer in Rotterdam.\n\nJSON:",
        closed(name=S, age={"type": "integer", "minimum": 0, "maximum": 150}, city=S),
    ),
    "invoice": (
        "Extract the invoice as JSON.\n\nInvoice INV-2024-00817 of 18 March amounts to 18450.75 EUR.\n\nJSON:",
        closed(number=S, total=N, currency={"enum": ["EUR", "USD", "GBP"]}),
    ),
    "flags": (
        "The machine is in stock and weighs 9.4 kilograms. Answer as JSON.\n\nJSON:",
        closed(in_stock=B, weight=N, colours={"type": "array", "items": {"enum": ["red", "blue"]}, "maxItems": 2}),
    ),
    "code": ("The reference is KLM-2041.\nReference:", None),
    "ranking": (
        "Rank the fruit apple, pear and plum as JSON.\n\nJSON:",
        {"type": "array", "items": {"type": "string", "maxLength": 12}, "minItems": 3, "maxItems": 3},
    ),
    "status": (
        "请把状态写成 JSON。订单 42 已完成。\n\nJSON:",
        closed(订单=I, 状态={"enum": ["已完成", "进行中", "未开始"]}),
    ),
    "blocked": (
        "Describe the weather in one short sentence as JSON.\n\nJSON:",
        closed(report={"type": "string", "maxLength": 40}),
    ),
}
_BLOCKED = {"blocked": ["the", "sun", "天气", "20", "rain"]}


def _contract(name: str) -> lt.Contract:
    schema = _TEXTS[name][1]
    made = lt.Contract.from_regex("[A-Z]{3}-[0-9]{4}") if schema is None else lt.Contract.from_schema(schema)
    return made.excluding(_BLOCKED[name]) if name in _BLOCKED else made


EXTRACTIONS: dict[str, tuple[str, lt.Contract]] = {name: (_TEXTS[name][0], _contract(name)) for name in _TEXTS}
"""Name → prompt and contract."""
