"""Texts that are made to be slow to read."""

from __future__ import annotations

import time

import pytest

from logitrail.scan import quantities

PIECES = (
    "1;零;一;十;万;,;(;);();1,;1 ;1.;1-;1/;1e;1%;1万;1、;|1;1到;第一;百分之;一分之;"
    "一点;half ;one ;a ;hundred and ;1 to ;"
    "in thousands ;(in thousands)\n1|;单位：万元\n;http://;a@b;〔2024〕;x1;A-;约;$;½;数百;5 ft ;section 1 "
).split(";")


def seconds(text: str) -> float:
    """The time that reading takes: the best of three, since the machine may be busy."""
    times = []
    for _ in range(3):
        start = time.process_time()
        quantities(text)
        times.append(time.process_time() - start)
    return min(times)


@pytest.mark.parametrize("piece", PIECES)
def test_sixteen_times_the_text_takes_about_sixteen_times_as_long(piece: str) -> None:
    short, long = (seconds(piece * (length // len(piece))) for length in (1_500, 24_000))
    assert long < 0.2 or long < 100 * short  # a square would be 256 times as long


@pytest.mark.parametrize("piece", ["1", "零", ",", "(", "（"])
def test_a_million_characters_are_read(piece: str) -> None:
    start = time.process_time()
    found = quantities(piece * 1_000_000)
    assert time.process_time() - start < 60
    assert all(quantity.value is None or quantity.kind == "id" for quantity in found if len(quantity.text) > 200)
