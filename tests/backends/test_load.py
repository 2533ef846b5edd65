from __future__ import annotations

import builtins
from pathlib import Path
from typing import Any

import pytest

import logitrail as lt
from logitrail.errors import MissingExtraError, ModelError, OptionError, UnknownModelError


@pytest.mark.parametrize(
    "more",
    [{}, {"name": "smollm2", "model": object(), "tokenizer": object()}, {"model": object()}, {"tokenizer": object()}],
)
def test_a_name_or_both_objects(more: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match="expected a name, or model= and tokenizer=") as caught:
        lt.load(**more)
    assert caught.value.hint == 'lt.load("smollm2")'


def test_an_unknown_id() -> None:
    with pytest.raises(UnknownModelError) as caught:
        lt.load("smolm2")
    assert caught.value.path == "smolm2"
    assert caught.value.hint == 'lt.load("smollm2"), or lt.load("transformers:smolm2") for an id of the hub'


@pytest.mark.parametrize("name", ["./nowhere", "/nowhere/at/all", "~/nowhere", "transformers:./nowhere"])
def test_a_folder_that_is_not_there(name: str) -> None:
    with pytest.raises(UnknownModelError, match="there is no folder"):
        lt.load(name)


def test_a_folder_without_a_model(tmp_path: Path) -> None:
    with pytest.raises(ModelError):
        lt.load(str(tmp_path))
    (tmp_path / "config.json").write_text("{}")
    with pytest.raises(ModelError):
        lt.load(str(tmp_path))


def test_an_unknown_scheme() -> None:
    with pytest.raises(UnknownModelError, match="got 'nobody:x'"):
        lt.load("nobody:x")


@pytest.mark.parametrize("missing", ["torch", "transformers"])
def test_a_missing_extra_names_its_install_command(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = builtins.__import__

    def without(name: str, *args: Any, **kwargs: Any) -> Any:
        if name.split(".")[0] == missing:
            raise ImportError(name)
        return plain(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without)
    for more in ({"name": "smollm2"}, {"model": object(), "tokenizer": object()}):
        with pytest.raises(MissingExtraError) as caught:
            lt.load(**more)
        assert caught.value.hint == "pip install 'logitrail[transformers]'"
        assert caught.value.extra == "transformers"


@pytest.mark.model
def test_a_device_that_is_not_there(smollm2_dir: Path) -> None:
    with pytest.raises(OptionError) as caught:
        lt.load(str(smollm2_dir), device="cuda:77")
    assert caught.value.path == "device"
    assert caught.value.hint == 'device="cpu"'
