from __future__ import annotations

from pathlib import Path

import pytest

from logitrail.errors import CaseError, LogitrailError, SourceError, TemplateError
from logitrail.pipeline.case import read_case
from tests.pipeline.models import wishful

CASE = """
model: gemma3-270m
question: 公司的营业收入是多少？
sources:
  - text: 公司2024年营业收入为3.2亿元。
    id: report
    title: 年度报告
  - file: notes.txt
    encoding: gb18030
slots:
  revenue: {type: quantity, unit: money, about: 营业收入}
template: 营业收入为{revenue}。
policy: {base: strict, tolerance: 0.01}
retries: 2
on_veto: abstain
options: {max_tokens: 64}
expected:
  status: accepted
  text: 营业收入为3.2亿元。
"""
SHORT = """question: q
sources: [营业收入为3.2亿元]
slots:
  revenue: {type: quantity, unit: money}
template: 营业收入为{revenue}。
"""


def written(folder: Path, text: str, name: str = "case.yaml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    (folder / "notes.txt").write_bytes("附注".encode("gb18030"))
    return path


def test_a_case(tmp_path: Path) -> None:
    case = read_case(written(tmp_path, CASE))
    assert (case.model, case.question) == ("gemma3-270m", "公司的营业收入是多少？")
    assert case.sources is not None
    assert [(one.id, one.title, one.text) for one in case.sources] == [
        ("report", "年度报告", "公司2024年营业收入为3.2亿元。"),
        ("notes.txt", "notes.txt", "附注"),
    ]
    assert (case.policy.require_citation, case.policy.tolerance) == (True, 0.01)
    assert case.settings == {"max_tokens": 64, "retries": 2, "on_veto": "abstain"}
    answer = case.pipeline(wishful('{"revenue":"3.2亿元"}')).answer(case.question, case.sources)
    assert case.unexpected(answer) == []


def test_what_is_not_as_expected(tmp_path: Path) -> None:
    case = read_case(written(tmp_path, CASE))
    answer = case.pipeline(wishful('{"revenue":null}')).answer(case.question, case.sources)
    assert case.unexpected(answer)[0] == "expected the status 'accepted', got 'abstained'"
    assert len(case.unexpected(answer)) == 2


def test_a_retriever_over_a_folder(tmp_path: Path) -> None:
    (tmp_path / "documents").mkdir()
    (tmp_path / "documents" / "a.txt").write_text("营业收入为3.2亿元。", encoding="utf-8")
    text = SHORT.replace("sources: [营业收入为3.2亿元]", "retriever: {folder: documents, k: 2}")
    case = read_case(written(tmp_path, text.replace("question: q", "question: 营业收入？")))
    assert case.sources is None
    answer = case.pipeline(wishful('{"revenue":"3.2亿元"}')).answer(case.question)
    assert answer.text == "营业收入为3.2亿元。"


def test_a_contract_file(tmp_path: Path) -> None:
    (tmp_path / "contract.yaml").write_text("revenue: {type: text, max_length: 20}", encoding="utf-8")
    text = SHORT.replace("slots:\n  revenue: {type: quantity, unit: money}", "contract: contract.yaml")
    case = read_case(written(tmp_path, text))
    answer = case.pipeline(wishful('{"revenue":"3.2亿元"}')).answer("收入？", case.sources)
    assert answer.text == "营业收入为3.2亿元。"


@pytest.mark.parametrize(
    ("old", "new", "place", "message"),
    [
        ("question: q\n", "", "", "expected the key 'question'"),
        ("question: q", "question: 7", ":1:11", "expected a text, got 7"),
        ("question: q", "queston: q\nquestion: q", ":1:1", "there is no such key 'queston'"),
        ("sources: [营业收入为3.2亿元]\n", "", "", "expected sources, or a retriever"),
        ("[营业收入为3.2亿元]", "营业收入", ":2:10", "expected a list"),
        ("[营业收入为3.2亿元]", "[{txt: a}]", ":2:12", "there is no such key 'txt'"),
        ("[营业收入为3.2亿元]", "[{text: a, file: b}]", ":2:11", "expected either a text or a file"),
        ("[营业收入为3.2亿元]", "[{text: a, encoding: gbk}]", ":2:31", "a text has no encoding"),
        ("[营业收入为3.2亿元]", "[{file: notes.txt, encoding: nope}]", ":2:39", "there is no encoding 'nope'"),
        ("type: quantity", "type: quantiy", ":4:19", "expected one of quantity"),
        ("unit: money", "unit: monny", ":4:35", "is neither a unit"),
        ("template:", "policy: harsh\ntemplate:", ":5:9", "there is no such policy 'harsh'"),
        ("template:", "policy: {veto: [NOPE]}\ntemplate:", ":5:16", "NOPE"),
        ("template:", "policy: {tolerence: 1}\ntemplate:", ":5:10", "there is no such key 'tolerence'"),
        ("template:", "retries: often\ntemplate:", ":5:10", "expected a whole number"),
        ("template:", "strategy: guess\ntemplate:", ":5:11", "expected"),
        ("template:", "expected: {status: fine}\ntemplate:", ":5:20", "there is no such status 'fine'"),
        ("template:", "contract: a.yaml\ntemplate:", "", "expected either slots or a contract"),
        ("question: q", "question: [", ":3:1", ""),
    ],
)
def test_what_is_wrong_and_where(tmp_path: Path, old: str, new: str, place: str, message: str) -> None:
    assert old in SHORT
    path = written(tmp_path, SHORT.replace(old, new))
    with pytest.raises(CaseError) as caught:
        read_case(path)
    assert caught.value.path == f"{path}{place}"
    assert message in caught.value.message


@pytest.mark.parametrize(
    ("template", "line", "column", "message"),
    [
        ("template: 收入{revenu}。", 5, 14, "there is no slot 'revenu'"),
        ('template: "收入{revenue"', 5, 14, "this brace is not closed"),
        ("template: |\n  第一行。\n  收入{revenue:亿圈}。", 7, 14, "is no scale or unit"),
        ("template: >-\n  收入\n  为{revenu}。", 5, 11, "there is no slot 'revenu'"),
    ],
)
def test_errors_of_the_template_have_a_place_in_the_file(
    tmp_path: Path, template: str, line: int, column: int, message: str
) -> None:
    path = written(tmp_path, SHORT.replace("template: 营业收入为{revenue}。", template))
    with pytest.raises(TemplateError) as caught:
        read_case(path)
    assert caught.value.path == f"{path}:{line}:{column}"
    assert message in caught.value.message


def test_a_source_that_cannot_be_decoded(tmp_path: Path) -> None:
    path = written(tmp_path, SHORT.replace("[营业收入为3.2亿元]", "[{file: notes.txt}]"))
    with pytest.raises(SourceError) as caught:
        read_case(path)
    assert caught.value.path == str(tmp_path / "notes.txt")
    assert f"(named at {path}:2:11)" in caught.value.message
    assert caught.value.hint == "encoding: gb18030"


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ("on_veto: page_me", "there is no action 'page_me'"),
        ("checks: [none_such]", "no check named 'none_such'"),
        ("options: {max_tokens: 0}", "expected a whole number"),
        ("options: {max_token: 9}", "there is no such option"),
    ],
)
def test_what_only_the_pipeline_can_tell(tmp_path: Path, more: str, message: str) -> None:
    case = read_case(written(tmp_path, f"{SHORT}{more}\n"))
    with pytest.raises(LogitrailError) as caught:
        case.pipeline(wishful("{}"))
    assert message in caught.value.message
    assert (caught.value.path or "").startswith(case.name)
