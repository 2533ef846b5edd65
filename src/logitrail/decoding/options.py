"""Options of one generation, checked once."""

from __future__ import annotations

import difflib
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from numbers import Integral, Real
from typing import Any, Literal, TypedDict

from logitrail.decoding.host import Processor
from logitrail.errors import OptionError

TraceLevel = Literal["off", "summary", "full"]


@dataclass(frozen=True, slots=True)
class Options:
    """How to decode. The names and the defaults are those of ``Model.generate``.

    Attributes:
        max_tokens: Most tokens of output, the end token not counted; ≥ 1.
        temperature: 0 takes the likeliest token; else logits are divided by it.
        top_p: Keeps the smallest set of likeliest tokens whose mass reaches it; in (0, 1].
        top_k: Keeps this many likeliest tokens; 0 for all.
        min_p: Keeps tokens at least this probable relative to the likeliest; in [0, 1].
        seed: Of the draws; each position draws by itself, so that drafts, batches and forced runs change nothing.
        stop: Texts that end the output. Under a contract the text is then completed validly.
        repetition_penalty: Divides positive and multiplies negative logits of tokens seen in prompt and output; > 0.
        processors: Foreign logits processors, called before the mask.
        trace: "off", "summary" or "full" (with the likeliest tokens of each step).
        force: Whether forced runs are appended in one pass; the output is the same without.
        draft: Whether tokens are guessed from the prompt and checked in the same pass; the output is the same without.
        loop_guard: Whether an output under a contract that repeats itself is ended validly.
        instruct: Whether the contract is also put into the prompt, in words (:meth:`Model.instructed`).
    """

    max_tokens: int = 256
    temperature: float = 0.0
    top_p: float = 1.0
    top_k: int = 0
    min_p: float = 0.0
    seed: int = 0
    stop: tuple[str, ...] = ()
    repetition_penalty: float = 1.0
    processors: tuple[Processor, ...] = ()
    trace: TraceLevel = "summary"
    force: bool = True
    draft: bool = True
    loop_guard: bool = True
    instruct: bool = False

    def __post_init__(self) -> None:
        for name, kind in _KINDS.items():
            value = getattr(self, name)
            # A bool is an int to Python, but a seed of True is a slip.
            _check(name, value, isinstance(value, kind) and (kind is bool or not isinstance(value, bool)), _NAMES[kind])
        _check("max_tokens", self.max_tokens, self.max_tokens >= 1, "a whole number, 1 or more")
        _check("temperature", self.temperature, 0 <= self.temperature < math.inf, "0 or more")
        _check("top_p", self.top_p, 0 < self.top_p <= 1, "more than 0, at most 1")
        _check("top_k", self.top_k, self.top_k >= 0, "0 (off) or more")
        _check("min_p", self.min_p, 0 <= self.min_p <= 1, "between 0 and 1")
        _check(
            "repetition_penalty",
            self.repetition_penalty,
            0 < self.repetition_penalty < math.inf,
            "more than 0 (1 is off)",
        )
        _check("seed", self.seed, self.seed >= 0, "0 or more")
        _check("stop", self.stop, all(isinstance(s, str) and s for s in self.stop), "texts that are not empty")
        _check("processors", self.processors, all(map(callable, self.processors)), "callables")
        _check("trace", self.trace, self.trace in ("off", "summary", "full"), '"off", "summary" or "full"')

    @property
    def top_tokens(self) -> int:
        """Likeliest tokens kept per step."""
        return 20 if self.trace == "full" else 0


_KINDS: dict[str, Any] = {
    "max_tokens": Integral, "temperature": Real, "top_p": Real, "top_k": Integral, "min_p": Real, "seed": Integral,
    "repetition_penalty": Real, "force": bool, "draft": bool, "loop_guard": bool, "instruct": bool,
}  # fmt: skip
_NAMES = {Integral: "a whole number", Real: "a number", bool: "True or False"}


def _check(name: str, value: object, good: bool, expected: str) -> None:
    if not good:
        raise OptionError(f"expected {expected}, got {value!r}", path=name)


class DecodeOptions(TypedDict, total=False):
    """The keyword arguments of the generating methods: the fields of :class:`Options`."""

    max_tokens: int
    temperature: float
    top_p: float
    top_k: int
    min_p: float
    seed: int
    stop: str | Sequence[str]
    repetition_penalty: float
    processors: Sequence[Processor]
    trace: TraceLevel
    force: bool
    draft: bool
    loop_guard: bool
    instruct: bool


def read_options(given: DecodeOptions) -> Options:
    """Keyword arguments as checked options.

    Raises:
        OptionError: A name is unknown or a value out of its range.
    """
    names = [field.name for field in fields(Options)]
    for name in given:
        if name not in names:
            close = difflib.get_close_matches(name, names, n=1)
            raise OptionError(
                f"there is no such option, expected one of {', '.join(names)}",
                path=name,
                hint=f"{close[0]}=…" if close else None,
            )
    stop, processors = given.get("stop", ()), given.get("processors", ())
    return Options(
        **{  # type: ignore[arg-type]
            **given,
            "stop": (stop,) if isinstance(stop, str) else _listed("stop", stop, "a text or a list of texts"),
            "processors": _listed("processors", processors, "a list of callables"),
        }
    )


def _listed(name: str, values: Any, expected: str) -> tuple[Any, ...]:
    _check(name, values, isinstance(values, Iterable), expected)
    return tuple(values)
