"""Hard format, honest confidence, deterministic truth for what a language model writes."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from logitrail import errors
    from logitrail.backends.load import load
    from logitrail.backends.logits_processor import LogitsProcessor
    from logitrail.contract import Contract
    from logitrail.decoding.model import Model
    from logitrail.decoding.result import Result
    from logitrail.pipeline import Pipeline
    from logitrail.synthesis import synthesize
    from logitrail.trace import Trace
    from logitrail.types import Source
    from logitrail.verification import Policy, verify

__version__ = "0.1.0"

#: Public name → the module that defines it; ``None`` for a module of its own. Loaded when first used.
_HOME: dict[str, str | None] = {
    "Contract": "logitrail.contract",
    "LogitsProcessor": "logitrail.backends.logits_processor",
    "Model": "logitrail.decoding.model",
    "Pipeline": "logitrail.pipeline",
    "Policy": "logitrail.verification",
    "Result": "logitrail.decoding.result",
    "Source": "logitrail.types",
    "Trace": "logitrail.trace",
    "errors": None,
    "load": "logitrail.backends.load",
    "synthesize": "logitrail.synthesis",
    "verify": "logitrail.verification",
}

__all__ = [
    "Contract",
    "LogitsProcessor",
    "Model",
    "Pipeline",
    "Policy",
    "Result",
    "Source",
    "Trace",
    "errors",
    "load",
    "synthesize",
    "verify",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'logitrail' has no attribute {name!r}")
    home = _HOME[name]
    value = import_module(f"logitrail.{name}") if home is None else getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
