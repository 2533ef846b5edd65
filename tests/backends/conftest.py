"""Small wheels that stand in for the published ones; the real pip downloads them from a folder."""

from __future__ import annotations

import base64
import hashlib
import subprocess
import zipfile
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NoReturn

import pytest

from logitrail.backends.embedded import conversion, registry
from logitrail.backends.embedded.registry import EmbeddedModel, Terms, Wheel

NOTICE = "# NOTICE\n\nThe toy model may be used for tests."


def build_wheel(folder: Path, package: str, members: dict[str, bytes]) -> Path:
    """Write a wheel that pip accepts."""
    stem = f"{package.replace('-', '_')}-1.0"
    info = f"{stem}.dist-info"
    files = members | {
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n".encode(),
        f"{info}/WHEEL": b"Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = f"{info}/RECORD"
    lines = []
    for name, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        lines.append(f"{name},sha256={digest},{len(data)}")
    files[record] = "\n".join([*lines, f"{record},,", ""]).encode()
    path = folder / f"{stem}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


def describe_wheel(path: Path, package: str, piece: str | None, documents: tuple[str, ...] = ()) -> Wheel:
    data = path.read_bytes()
    return Wheel(package, "1.0", hashlib.sha256(data).hexdigest(), len(data), piece, documents)


@dataclass
class Toy:
    """A published toy model and the cache that it goes to."""

    model: EmbeddedModel
    terms_model: EmbeddedModel
    index: Path
    cache: Path
    converted: list[bytes]

    @property
    def models(self) -> Path:
        return self.cache / "models"

    def leftovers(self) -> list[str]:
        """What lies in the models folder beside the models and their locks."""
        names = [path.name for path in self.models.iterdir()] if self.models.exists() else []
        return [name for name in names if name.startswith(".") and not name.endswith(".lock")]


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Toy:
    """Two models in two pieces, one of them with terms; only their conversion is replaced."""
    index, cache = tmp_path / "index", tmp_path / "cache"
    index.mkdir()
    pieces = (b"GGUF" + bytes(range(256)) * 400, b"the second piece" * 5000)
    one = describe_wheel(
        build_wheel(index, "toy-one", {"toy_one/model.part0": pieces[0], "toy_one/LICENSE": b"free"}),
        "toy-one",
        "toy_one/model.part0",
        ("toy_one/LICENSE",),
    )
    two = describe_wheel(
        build_wheel(index, "toy-two", {"toy_two/model.part1": pieces[1]}), "toy-two", "toy_two/model.part1"
    )
    documents = {"toy_terms/NOTICE.md": NOTICE.encode(), "toy_terms/TERMS.html": b"<p>all the terms</p>"}
    terms = describe_wheel(build_wheel(index, "toy-terms", documents), "toy-terms", None, tuple(documents))
    gguf_sha256 = hashlib.sha256(b"".join(pieces)).hexdigest()
    plain = EmbeddedModel("toy", "a toy", "MIT", (one, two), gguf_sha256, room=1_000_000, chat=True)
    bound = EmbeddedModel(
        "toy-bound",
        "a toy with terms",
        "LicenseRef-Toy",
        (terms, one, two),
        gguf_sha256,
        room=1_000_000,
        chat=False,
        terms=Terms("Toy Terms", terms, *documents),
    )
    converted: list[bytes] = []

    def convert(gguf: Path, folder: Path, *, chat: bool) -> None:
        converted.append(gguf.read_bytes())
        (folder / "config.json").write_text("{}")
        (folder / "model.safetensors").write_bytes(gguf.read_bytes() * 2)

    monkeypatch.setattr(conversion, "convert", convert)
    monkeypatch.setattr(conversion, "find_spec", lambda name: SimpleNamespace(name=name))
    monkeypatch.setattr(registry, "EMBEDDED", {"toy": plain, "toy-bound": bound})
    monkeypatch.setenv("LOGITRAIL_CACHE", str(cache))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(index))
    return Toy(plain, bound, index, cache, converted)


def forbid_pip(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> NoReturn:
        pytest.fail("a process was started")

    monkeypatch.setattr(subprocess, "Popen", refuse)
