from __future__ import annotations

import pytest

from tests.suite.cases import SUITE, official_suite, total, worse_than_before


@pytest.mark.skipif(not SUITE.exists(), reason=f"no JSON Schema test suite at {SUITE}: set LOGITRAIL_DATA")
def test_the_official_suite_is_not_worse_than_before() -> None:
    found = total(official_suite())
    assert worse_than_before("draft2020-12", found) == []
    assert found.right / found.cases >= 0.985
    assert found.wrongly_accepted == 0
