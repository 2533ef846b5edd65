from __future__ import annotations

from pathlib import Path

from logitrail.contract.classes import CLASSES, keyword_table
from logitrail.contract.keywords import known_keywords

DOCS = Path(__file__).resolve().parents[2] / "docs" / "json-schema.md"


def test_every_keyword_of_every_draft_has_a_class() -> None:
    drafts = ("draft-04", "draft-06", "draft-07", "2019-09", "2020-12")
    words = {word for draft in drafts for word in known_keywords(draft)}
    assert words - set(CLASSES) == {"$schema", "$comment", "id"}
    assert set(CLASSES) - words == set()


def test_the_published_table_is_this_one() -> None:
    assert "\n".join(keyword_table()) in DOCS.read_text(encoding="utf-8")
