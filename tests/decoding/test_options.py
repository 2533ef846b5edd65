from __future__ import annotations

from typing import Any

import pytest

from logitrail.decoding.options import Options, read_options
from logitrail.errors import OptionError


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("max_tokens", 0),
        ("max_tokens", -5),
        ("temperature", -0.1),
        ("temperature", float("inf")),
        ("temperature", float("nan")),
        ("top_p", 0.0),
        ("top_p", 1.01),
        ("top_k", -1),
        ("min_p", -0.1),
        ("min_p", 1.1),
        ("repetition_penalty", 0.0),
        ("repetition_penalty", float("inf")),
        ("seed", -1),
        ("stop", ""),
        ("stop", ["a", ""]),
        ("trace", "on"),
        ("temperature", "0.5"),
        ("temperature", None),
        ("temperature", True),
        ("max_tokens", 2.5),
        ("max_tokens", "20"),
        ("seed", None),
        ("top_k", 1.5),
        ("force", 1),
        ("instruct", "yes"),
        ("stop", 3),
        ("stop", [3]),
        ("processors", 3),
        ("processors", ["no callable"]),
    ],
)
def test_values_out_of_range(name: str, value: Any) -> None:
    with pytest.raises(OptionError) as caught:
        read_options({name: value})  # type: ignore[misc]
    assert caught.value.path == name
    assert "expected" in caught.value.message


@pytest.mark.parametrize(
    ("name", "value"),
    [("max_tokens", 1), ("temperature", 0), ("top_p", 1), ("min_p", 1), ("top_k", 0), ("seed", 2**100)],
)
def test_values_at_the_edge(name: str, value: Any) -> None:
    assert getattr(read_options({name: value}), name) == value  # type: ignore[misc]


def test_an_unknown_option_names_a_near_one() -> None:
    with pytest.raises(OptionError) as caught:
        read_options({"temprature": 1})  # type: ignore[typeddict-unknown-key]
    assert caught.value.path == "temprature"
    assert caught.value.hint == "temperature=…"


def test_one_stop_text_or_several() -> None:
    assert read_options({"stop": "ab"}).stop == ("ab",)
    assert read_options({"stop": ["a", "b"]}).stop == ("a", "b")
    assert read_options({}) == Options()
