from __future__ import annotations

from pathlib import Path

import pytest

from logitrail.errors import OptionError, SourceError
from logitrail.pipeline import read_source
from logitrail.pipeline.reading import decode

TEXT = "营业收入3.2亿元。\r\nRevenue rose."


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_what_the_file_tells_itself(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "report.txt"
    path.write_bytes(TEXT.encode(encoding))
    source = read_source(path)
    assert source.text == TEXT
    assert (source.id, source.title, source.meta["path"]) == ("report.txt", "report.txt", str(path))


@pytest.mark.parametrize("encoding", ["gb18030", "gbk", "big5", "utf-16-le", "utf-16-be", "utf-8"])
def test_what_is_declared(encoding: str) -> None:
    text = "營業收入3.2億元。" if encoding == "big5" else TEXT
    assert decode(text.encode(encoding), "f", encoding) == text


def test_a_declaration_and_a_mark_that_agree() -> None:
    assert decode(b"\xef\xbb\xbf" + TEXT.encode(), "f", "utf-8") == TEXT
    assert decode(TEXT.encode("utf-16"), "f", "utf-16") == TEXT


def test_a_byte_that_does_not_belong() -> None:
    with pytest.raises(SourceError) as caught:
        decode("收入3元，".encode() + b"\xff\xfe\x01", "f.txt")
    assert caught.value.path == "f.txt"
    assert caught.value.message.startswith("expected utf-8, got the bytes ff fe 01 at offset 13")


def test_another_encoding_is_hinted_at_and_never_guessed() -> None:
    with pytest.raises(SourceError) as caught:
        decode("营业收入3.2亿元。".encode("gb18030"), "f.txt")
    assert "at offset 4" in caught.value.message
    assert caught.value.hint == "encoding: gb18030"


def test_the_wrong_declaration() -> None:
    with pytest.raises(SourceError, match="expected ascii, got the bytes e6") as caught:
        decode("收入".encode(), "f.txt", "ascii")
    assert caught.value.hint is None


def test_a_mark_that_speaks_against_the_declaration() -> None:
    with pytest.raises(SourceError, match="begins with the byte order mark of utf-16") as caught:
        decode(TEXT.encode("utf-16"), "f.txt", "gb18030")
    assert caught.value.hint == "encoding: utf-16"


@pytest.mark.parametrize("encoding", ["latin-99", "base64"])
def test_no_such_encoding(encoding: str) -> None:
    with pytest.raises(OptionError, match="encoding"):
        decode(b"a", "f.txt", encoding)


def test_half_a_character_at_the_end() -> None:
    with pytest.raises(SourceError, match="at offset 3"):
        decode("收入".encode()[:5], "f.txt")


def test_no_such_file(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="the file cannot be read: No such file"):
        read_source(tmp_path / "none.txt")


def test_five_megabytes(tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    path.write_bytes(("本节介绍公司治理的有关情况。\n" * 120_000).encode("gb18030"))
    assert path.stat().st_size > 3_000_000
    source = read_source(path, "gb18030")
    assert len(source.text) == 120_000 * 15
