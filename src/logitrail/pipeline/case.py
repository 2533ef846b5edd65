"""A question with everything that answers it, in one YAML or JSON file."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, get_args

from logitrail.contract import Contract
from logitrail.contract.document import Document, read_document
from logitrail.contract.keywords import closest
from logitrail.contract.paths import render
from logitrail.decoding.model import Model
from logitrail.errors import CaseError, LogitrailError, RuleError, SlotError, SourceError, TemplateError
from logitrail.pipeline.answer import Answer, AnswerStatus
from logitrail.pipeline.pipeline import Audit, Pipeline
from logitrail.pipeline.reading import read_source
from logitrail.pipeline.retrieval import BM25Retriever, Retriever
from logitrail.synthesis import Template
from logitrail.types import Source
from logitrail.verification import Policy

Place = tuple[str | int, ...]

#: Policies by name; each takes changes as keyword arguments.
POLICIES: dict[str, Callable[..., Policy]] = {
    "default": Policy,
    "strict": Policy.strict,
    "lenient": Policy.lenient,
}
_KEYS = (
    "model", "question", "sources", "retriever", "slots", "contract", "strategy", "template", "policy", "retries",
    "on_veto", "checks", "options", "expected",
)  # fmt: skip
_SOURCE_KEYS = ("text", "file", "encoding", "id", "title")
_RETRIEVER_KEYS = ("folder", "patterns", "encoding", "k", "size")


@dataclass(frozen=True)
class Case:
    """One case.

    Attributes:
        name: The file.
        model: What to load.
        question: What is asked.
        sources: What to answer from; ``None`` asks the retriever.
        contract: The slots, or a contract.
        template: The sentence.
        retriever: Finds sources, where none are given.
        policy: What vetoes.
        settings: Further arguments of :class:`Pipeline`.
        expected: Status and text that the answer should have; empty where nothing is expected.
    """

    name: str
    model: str
    question: str
    sources: list[Source] | None
    contract: Contract
    template: Template
    retriever: Retriever | None
    policy: Policy
    settings: dict[str, Any] = field(default_factory=dict)
    expected: dict[str, str] = field(default_factory=dict)

    def pipeline(self, model: Model, audit: Audit | None = None) -> Pipeline:
        """The pipeline that answers it.

        Raises:
            CaseError: An action, a check or an option that there is not.
        """
        try:
            return Pipeline(
                model, self.contract, self.template, self.retriever, self.policy, audit=audit, **self.settings
            )
        except TemplateError:
            raise
        except LogitrailError as error:
            place = f"{self.name}: {error.path}" if error.path else self.name
            raise CaseError(error.message, path=place, hint=error.hint) from None

    def unexpected(self, answer: Answer) -> list[str]:
        """What of the answer is not as expected, one sentence each."""
        got = {"status": answer.status, "text": answer.text, "reason": answer.reason}
        return [
            f"expected the {key} {wanted!r}, got {got[key]!r}"
            for key, wanted in self.expected.items()
            if got[key] != wanted
        ]


def read_case(path: str | os.PathLike[str]) -> Case:
    """Reads a case file. Its files and folders are named from the place where it lies.

    Raises:
        CaseError: It is no YAML or JSON, lacks a key, or has one that has no meaning (with line and column).
        TemplateError: The template cannot be read, or names a slot that there is not (with line and column).
        SourceError: A source cannot be read.
    """
    try:
        document = read_document(path)
    except RuleError as error:
        raise CaseError(error.message, path=error.path, hint=error.hint) from None
    return _Reader(document, Path(path)).case()


class _Reader:
    def __init__(self, document: Document, path: Path) -> None:
        self._document = document
        self._path = path

    def case(self) -> Case:
        data = self._mapping(self._document.value, (), _KEYS)
        for key in ("question", "template"):
            if key not in data:
                raise CaseError(f"expected the key {key!r}", path=str(self._path), hint=f"{key}: …")
        if ("slots" in data) == ("contract" in data):
            raise CaseError("expected either slots or a contract", path=str(self._path), hint="slots: {revenue: …}")
        if "sources" not in data and "retriever" not in data:
            raise CaseError("expected sources, or a retriever", path=str(self._path), hint='sources: ["…"]')
        contract = self._contract(data)
        return Case(
            str(self._path),
            self._text(data.get("model", "smollm2"), ("model",)),
            self._text(data["question"], ("question",)),
            [self._source(one, ("sources", i)) for i, one in enumerate(self._list(data, "sources"))]
            if "sources" in data
            else None,
            contract,
            self._template(data, contract),
            self._retriever(data["retriever"]) if "retriever" in data else None,
            self._policy(data.get("policy", "default")),
            self._settings(data),
            self._expected(data.get("expected", {})),
        )

    # --- parts ------------------------------------------------------------------------------------------------------

    def _contract(self, data: Mapping[str, Any]) -> Contract:
        if "contract" in data:
            file = self._path.parent / self._text(data["contract"], ("contract",))
            return Contract.from_file(file)
        slots = self._mapping(data["slots"], ("slots",))
        strategy = data.get("strategy", "choose")
        within = self._document.within("slots")
        try:
            # A source that says nothing: each question binds the slots to its own, and errors are told here and now.
            return Contract.grounded(slots, ["."], strategy)
        except SlotError as error:
            raise CaseError(error.message, path=within.where_rendered(error.path), hint=error.hint) from None
        except LogitrailError as error:
            raise CaseError(error.message, path=self._where(("strategy",)), hint=error.hint) from None

    def _template(self, data: Mapping[str, Any], contract: Contract) -> Template:
        text = self._text(data["template"], ("template",))
        try:
            template = Template(text, str(self._path))
            if contract.grounding is not None:
                template.require(contract.grounding.slots)
        except TemplateError as error:
            raise TemplateError(error.message, path=self._in_file(text, error.path), hint=error.hint) from None
        return template

    def _in_file(self, text: str, path: str | None) -> str:
        """The place of a template's error in the file: its line is looked for behind the key."""
        _, line, column = (path or "::").rsplit(":", 2)
        start = self._where(("template",)).rsplit(":", 2)
        wanted = text.split("\n")[int(line) - 1]
        lines = self._path.read_text(encoding="utf-8-sig").split("\n")
        for number in range(int(start[1]) - 1, len(lines)):
            at = lines[number].find(wanted)
            if at >= 0:
                return f"{self._path}:{number + 1}:{at + int(column)}"
        return ":".join(start)  # folded or escaped: its lines are not those of the file

    def _source(self, one: Any, place: Place) -> Source:
        if isinstance(one, str):
            return Source(one)
        entry = self._mapping(one, place, _SOURCE_KEYS)
        for key, value in entry.items():
            self._text(value, (*place, key))
        if ("text" in entry) == ("file" in entry):
            raise CaseError("expected either a text or a file", path=self._where(place), hint="file: report.txt")
        if "text" in entry:
            if "encoding" in entry:
                raise CaseError("a text has no encoding", path=self._where((*place, "encoding")), hint="file: …")
            return Source(entry["text"], entry.get("id", ""), entry.get("title"))
        file = self._path.parent / entry["file"]
        try:
            return read_source(file, entry.get("encoding"), id=entry.get("id"), title=entry.get("title"))
        except SourceError as error:
            raise SourceError(
                f"{error.message} (named at {self._where(place)})", path=error.path, hint=error.hint
            ) from None
        except LogitrailError as error:
            raise CaseError(error.message, path=self._where((*place, "encoding")), hint=error.hint) from None

    def _retriever(self, data: Any) -> Retriever:
        entry = dict(self._mapping(data, ("retriever",), _RETRIEVER_KEYS))
        if "folder" not in entry:
            raise CaseError("expected a folder", path=self._where(("retriever",)), hint="folder: documents")
        folder = self._path.parent / self._text(entry.pop("folder"), ("retriever", "folder"))
        try:
            return BM25Retriever.from_folder(folder, **entry)
        except TypeError as error:
            raise CaseError(str(error), path=self._where(("retriever",))) from None

    def _policy(self, data: Any) -> Policy:
        if isinstance(data, str):
            if data not in POLICIES:
                raise self._unknown("a policy", data, POLICIES, ("policy",))
            return POLICIES[data]()
        entry = dict(self._mapping(data, ("policy",), ("base", *(one.name for one in fields(Policy)))))
        base = entry.pop("base", "default")
        if base not in POLICIES:
            raise self._unknown("a policy", base, POLICIES, ("policy", "base"))
        for key in ("veto", "roundings", "checks"):
            if key in entry:
                entry[key] = (frozenset if key == "veto" else tuple)(self._list(entry, key, ("policy",)))
        try:
            changed = POLICIES[base](**entry)
        except LogitrailError as error:
            raise CaseError(
                error.message, path=self._document.within("policy").where_rendered(error.path), hint=error.hint
            ) from None
        return changed

    def _settings(self, data: Mapping[str, Any]) -> dict[str, Any]:
        settings: dict[str, Any] = dict(self._mapping(data.get("options", {}), ("options",)))
        for key, kind in (("retries", int), ("on_veto", str)):
            if key in data:
                if not isinstance(data[key], kind) or isinstance(data[key], bool):
                    raise CaseError(
                        f"expected {'a whole number' if kind is int else 'a name'}, got {data[key]!r:.80}",
                        path=self._where((key,)),
                    )
                settings[key] = data[key]
        if "checks" in data:
            settings["checks"] = [self._text(one, ("checks", i)) for i, one in enumerate(self._list(data, "checks"))]
        return settings

    def _expected(self, data: Any) -> dict[str, str]:
        entry = self._mapping(data, ("expected",), ("status", "text", "reason"))
        expected = {key: self._text(value, ("expected", key)) for key, value in entry.items()}
        if expected.get("status", "accepted") not in get_args(AnswerStatus):
            raise self._unknown("a status", expected["status"], get_args(AnswerStatus), ("expected", "status"))
        return expected

    # --- kinds of values --------------------------------------------------------------------------------------------

    def _mapping(self, value: Any, place: Place, keys: Iterable[str] | None = None) -> Mapping[str, Any]:
        if not isinstance(value, Mapping):
            raise CaseError(f"expected keys with values, got {value!r:.80}", path=self._where(place))
        known = None if keys is None else tuple(keys)
        for key in value:
            if known is not None and key not in known:
                raise self._unknown("a key", str(key), known, (*place, key), key=True)
        return value

    def _list(self, data: Mapping[str, Any], key: str, place: Place = ()) -> list[Any]:
        value = data[key]
        if not isinstance(value, list):
            raise CaseError(f"expected a list, got {value!r:.80}", path=self._where((*place, key)))
        return value

    def _text(self, value: Any, place: Place) -> str:
        if not isinstance(value, str) or not value.strip():
            hint = f'{place[-1]}: "{value}"' if isinstance(value, int | float) else None
            raise CaseError(f"expected a text, got {value!r:.80}", path=self._where(place), hint=hint)
        return value

    def _where(self, place: Place, *, key: bool = False) -> str:
        return self._document.where(place, key=key)

    def _unknown(self, what: str, got: str, known: Iterable[str], place: Place, *, key: bool = False) -> CaseError:
        names = list(known)
        meant = closest(got, names)
        return CaseError(
            f"there is no such {what.split()[-1]} {got!r}, expected one of {', '.join(names)}",
            path=self._where(place, key=key) if self._document.name else render(place),
            hint=f"{meant}" if meant else None,
        )
