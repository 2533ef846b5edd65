"""The audit record of one request: hashes of what went in, where each word of the answer comes from, versions."""

from __future__ import annotations

import json
import platform
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from logitrail import __version__
from logitrail.types import Source

#: Number of the layout of a record; it grows when a key changes its meaning.
LAYOUT = 1
_PACKAGES = ("llguidance", "torch", "transformers", "bm25s")


def digest(data: Any) -> str:
    """SHA-256 of a text, or of JSON data in one canonical spelling."""
    text = data if isinstance(data, str) else json.dumps(data, ensure_ascii=False, sort_keys=True)
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def versions() -> dict[str, str]:
    """Versions of this library, of Python, and of what decides about tokens and passages, where installed."""
    found = {"logitrail": __version__, "python": platform.python_version()}
    for package in _PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found


def sources_record(sources: Iterable[Source]) -> list[dict[str, Any]]:
    """Id, title, length and hash of each source."""
    return [
        {"id": source.id, "title": source.title, "characters": len(source.text), "sha256": digest(source.text)}
        for source in sources
    ]


def audit_record(
    *,
    question: str,
    model: str,
    contract: str,
    template: str | None,
    policy: Mapping[str, Any],
    options: Mapping[str, Any],
    sources: Iterable[Source],
    attempts: list[dict[str, Any]],
    outcome: dict[str, Any],
    timings: Mapping[str, float],
) -> dict[str, Any]:
    """One record, as JSON data.

    ``fingerprint`` is the hash of everything in it but the time and the timings: the same request with the same outcome
    has the same one.

    Args:
        question: What was asked; only its hash is kept.
        model: What the model is called.
        contract: Fingerprint of the contract, sources left out.
        template: Text of the template; ``None`` without one.
        policy: What vetoes, as JSON data.
        options: Of the generation, as JSON data.
        sources: What it was answered from.
        attempts: What was drafted, found and decided each time.
        outcome: Status, text, spans and citations.
        timings: Seconds per stage.
    """
    inputs = {
        "question": digest(question),
        "model": model,
        "contract": contract,
        "template": None if template is None else digest(template),
        "policy": digest(policy),
        "options": dict(options),
        "sources": sources_record(sources),
    }
    stable = {"layout": LAYOUT, "inputs": inputs, "attempts": attempts, "outcome": outcome, "versions": versions()}
    return {
        "fingerprint": digest(stable),
        "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
        **stable,
        "timings": {stage: round(seconds, 6) for stage, seconds in timings.items()},
    }
