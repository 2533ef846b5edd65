from __future__ import annotations

import pytest

from tests.suite.cases import MASKBENCH, maskbench, total, worse_than_before


@pytest.mark.skipif(not MASKBENCH.exists(), reason=f"no MaskBench sample at {MASKBENCH}: set LOGITRAIL_DATA")
def test_maskbench_is_not_worse_than_before() -> None:
    found = total(maskbench())
    assert worse_than_before("maskbench", found) == []
    assert found.right / found.cases >= 0.99
    assert found.wrongly_accepted == 0
