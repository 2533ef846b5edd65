from __future__ import annotations

import os
from pathlib import Path

# Before any import of a hub library, which reads it once: a test that asks a model hub is wrong, and fails at once.
os.environ["HF_HUB_OFFLINE"] = "1"

import pytest

from logitrail.backends.embedded import pull
from logitrail.backends.load import load
from logitrail.decoding.model import Model


@pytest.fixture(scope="session")
def smollm2_dir() -> Path:
    """The converted SmolLM2, in the cache of the user: fetched by the first run only."""
    return pull("smollm2")


@pytest.fixture(scope="session")
def gemma_dir() -> Path:
    """The converted Gemma 3 270M, in the cache of the user: fetched by the first run only."""
    return pull("gemma3-270m", accept_license=True)


@pytest.fixture(scope="session")
def smollm2(smollm2_dir: Path) -> Model:
    """SmolLM2, loaded once for all tests."""
    return load("smollm2")


@pytest.fixture(scope="session")
def gemma(gemma_dir: Path) -> Model:
    """Gemma 3 270M, loaded once: SentencePiece with byte fallback, and layers that look back 512 tokens."""
    return load(str(gemma_dir))
