from __future__ import annotations

from pathlib import Path

import pytest

from logitrail.contract.document import Document, read_document
from logitrail.contract.yamltext import YamlTextError, read_yaml
from logitrail.errors import RuleError


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("[yes, no, on, off, y, n, Yes]", ["yes", "no", "on", "off", "y", "n", "Yes"]),
        ("[true, False, TRUE]", [True, False, True]),
        ("[12:30, 2024-01-01, 1_000]", ["12:30", "2024-01-01", "1_000"]),
        ("[7, -7, +7, 0o17, 0x1F, 1.5, 1e3, .5]", [7, -7, 7, 15, 31, 1.5, 1000.0, 0.5]),
        ("[~, null, Null, '', 'null']", [None, None, None, "", "null"]),
        ("['007', \"no\", !!str 5]", ["007", "no", "5"]),
        ("404: x\nyes: y\ntrue: z", {"404": "x", "yes": "y", "true": "z"}),
        ("状态: 😀", {"状态": "😀"}),
        ("a: &x [1]\nb: *x", {"a": [1], "b": [1]}),
        ("", None),
    ],
)
def test_yaml_is_read_by_the_core_schema(text: str, value: object) -> None:
    assert read_yaml(text).value == value


@pytest.mark.parametrize(
    ("text", "reason", "line", "column"),
    [
        ("a: 007", "octal number in YAML 1.1", 1, 4),
        ("a: 1\nb: !!python/object:os.system x", "has no meaning here", 2, 4),
        ("a: !!int '3'", "has no meaning here", 1, 4),
        ("a: &a [*a]", "contains itself", 1, 4),
        ("a: 1\na: 2", "occurs twice", 2, 1),
        ("<<: {a: 1}", "merge keys", 1, 1),
        ("a: .inf", "not a JSON number", 1, 4),
        ("a: 1e999", "out of range", 1, 4),
        ("? [a]\n: b", "as key", 1, 3),
        ("a: b: c", "mapping values", 1, 5),
        ("--- a\n--- b", "another document", 2, 1),
        ("\ta: 1", "cannot start any token", 1, 1),
        ("[" * 5000, "nested too deeply", 1, 1),
    ],
)
def test_yaml_that_has_no_meaning_is_refused_with_its_place(text: str, reason: str, line: int, column: int) -> None:
    with pytest.raises(YamlTextError, match=reason) as caught:
        read_yaml(text)
    assert (caught.value.line, caught.value.column) == (line, column)


def test_aliases_cannot_blow_up() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]" for i in range(1, 12)]
    with pytest.raises(YamlTextError, match="more than 100000 values"):
        read_yaml("\n".join(lines))


@pytest.mark.parametrize("suffix", [".yaml", ".json"])
def test_places_are_file_line_and_column(tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"rules{suffix}"
    file.write_text('{"状态":\n  {"type": "text",\n   "max": [1, 2]}}', encoding="utf-8")
    document = read_document(file)
    assert document.value == {"状态": {"type": "text", "max": [1, 2]}}
    assert document.where(("状态", "max")) == f"{file}:3:11"
    assert document.where(("状态", "max"), key=True) == f"{file}:3:4"
    assert document.where(("状态", "max", 1)) == f"{file}:3:15"
    assert document.where(("状态", "missing")) == f"{file}:2:3"
    assert document.within("状态").where(("type",)) == f"{file}:2:12"
    assert document.where_rendered("$.状态.max[1]") == f"{file}:3:15"
    assert document.where_rendered("$.elsewhere") == str(file)


def test_places_without_a_file_are_paths() -> None:
    document = Document({"a": 1})
    assert document.where(("a", "b c", 0)) == '$.a["b c"][0]'
    assert document.where_rendered("$.a") == "$.a"


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("missing.yaml", None, "cannot be read: No such file"),
        ("rules.txt", b"a: 1", "ends in .yaml, .yml or .json, got '.txt'"),
        ("rules.json", b'{"a": }', "not JSON: expecting value"),
        ("rules.json", b'{"a": 1,\n"a": 2}', "the key 'a' occurs twice"),
        ("rules.yaml", b"a: \xff", "expected UTF-8, got the byte 0xff"),
        ("rules.yaml", b"a: [", "expected the node content"),
    ],
)
def test_files_that_cannot_be_read(tmp_path: Path, name: str, content: bytes | None, message: str) -> None:
    file = tmp_path / name
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(RuleError, match=message) as caught:
        read_document(file)
    assert caught.value.path is not None
    assert caught.value.path.startswith(str(file))


def test_a_repeated_json_key_has_line_and_column(tmp_path: Path) -> None:
    file = tmp_path / "rules.json"
    file.write_text('{"a": 1,\n  "a": 2}', encoding="utf-8")
    with pytest.raises(RuleError) as caught:
        read_document(file)
    assert caught.value.path == f"{file}:2:3"


def test_a_byte_order_mark_is_no_content(tmp_path: Path) -> None:
    file = tmp_path / "rules.json"
    file.write_bytes(b"\xef\xbb\xbf{}")
    assert read_document(file).value == {}
