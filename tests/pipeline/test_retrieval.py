from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logitrail.errors import OptionError, SourceError
from logitrail.pipeline import BM25Retriever
from logitrail.pipeline.passages import in_whole, passages
from logitrail.types import Source, Span

SOURCES = [
    Source("公司2024年营业收入为3.2亿元，同比增长5%。", "report"),
    Source("董事会由九名董事组成，其中独立董事三名。", "board"),
    Source("The daily doses must not exceed 20 mg.", "label"),
    Source("Refunds are paid within 14 days.", "terms"),
]


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("营业收入是多少？", "report"),
        ("有几名独立董事？", "board"),
        ("What is the highest daily dose?", "label"),
        ("When is a refund paid?", "terms"),
        ("2024", "report"),
    ],
)
def test_the_best_passage_first(question: str, first: str) -> None:
    found = BM25Retriever(SOURCES)(question)
    assert found[0].meta["whole"] == first


def test_nothing_is_found_where_nothing_is_shared() -> None:
    assert BM25Retriever(SOURCES)("天气怎么样？") == []
    assert BM25Retriever([])("营业收入") == []
    assert BM25Retriever([Source("。。。", "marks")])("营业收入") == []


def test_at_most_k_and_always_in_the_same_order() -> None:
    same = [Source("营业收入", str(i)) for i in range(10)]
    found = BM25Retriever(same, k=3)("营业收入")
    assert [one.meta["whole"] for one in found] == ["0", "1", "2"]


@pytest.mark.parametrize("name", ["k", "size"])
def test_bad_options(name: str) -> None:
    with pytest.raises(OptionError, match="expected 1 or more"):
        BM25Retriever(SOURCES, **{name: 0})


def test_a_folder_with_files_of_several_encodings(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "a.txt").write_bytes("营业收入3.2亿元".encode("gb18030"))
    (tmp_path / "inner" / "b.md").write_bytes("营业收入3.5亿元".encode("utf-16"))
    (tmp_path / "c.txt").write_bytes("营业收入3.6亿元".encode())
    (tmp_path / "d.pdf").write_bytes(b"%PDF")
    found = BM25Retriever.from_folder(tmp_path, encoding="gb18030")("营业收入")
    assert {one.meta["whole"]: one.text for one in found} == {
        "a.txt": "营业收入3.2亿元",
        "inner/b.md": "营业收入3.5亿元",
        "c.txt": "营业收入3.6亿元",
    }
    with pytest.raises(SourceError) as caught:
        BM25Retriever.from_folder(tmp_path)
    assert caught.value.path == str(tmp_path / "a.txt")


def test_folders_that_cannot_be_searched(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="expected a folder"):
        BM25Retriever.from_folder(tmp_path / "none")
    with pytest.raises(SourceError, match=r"expected files named \*\.txt or \*\.md, got none"):
        BM25Retriever.from_folder(tmp_path)


# passages


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet="营业收入增长。，.\n ab1", max_size=300), st.integers(5, 60))
def test_passages_cover_their_source(text: str, size: int) -> None:
    source = Source(text, "s")
    parts = passages(source, size)
    assert all(len(part.text) <= size for part in parts)
    assert all(text[part.meta["start"] :].startswith(part.text) for part in parts)
    assert "".join(part.text for part in parts).split() == text.split() or "".join(
        "".join(part.text.split()) for part in parts
    ) == "".join(text.split())


def test_a_span_of_a_passage_is_one_of_its_source() -> None:
    source = Source("第一段。\n\n第二段有3.2亿元。", "s")
    (_, second) = passages(source, 12)
    at = second.text.index("3.2亿元")
    moved = in_whole(second.span(at, at + 5), {second.id: second})
    assert (moved.source, source.text[moved.start : moved.end]) == ("s", "3.2亿元")
    assert in_whole(Span(0, 1, "第", "s"), {"s": source}) == Span(0, 1, "第", "s")
