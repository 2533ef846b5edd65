"""Why a token may or may not come next: the likeliest tokens at one place, and the rule behind each masked one."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

import numpy as np

from logitrail.contract.explain import shown
from logitrail.decoding.expectation import Expectation, expect
from logitrail.decoding.host import Host, Logits
from logitrail.engine import CompiledContract, Verdict
from logitrail.engine import Sequence as Output
from logitrail.engine.mask import Words, count, flags_of, has_bit
from logitrail.engine.stepper import Stepper
from logitrail.errors import OptionError
from logitrail.trace import measure
from logitrail.trace.record import finite

#: "grammar": schema, pattern or grammar ask for something else. "blocklist": it would complete a blocked word.
#: "budget": every valid end behind it is beyond ``max_tokens``. "no end": the blocklist leaves no valid end behind it.
Rule = Literal["allowed", "grammar", "blocklist", "budget", "no end"]

_SHOWN_BEFORE, _SHOWN_BEHIND = 60, 20


@dataclass(frozen=True, slots=True)
class TokenRuling:
    """What the contract says of one token at one place.

    Attributes:
        id: Token id.
        bytes: What it adds to the text; ``b""`` for an end token and for special tokens.
        end: Whether it ends the text.
        rule: "allowed", or which kind of rule masks it.
        path: Place that the rule speaks of, ``$.level``.
        reason: The rule in words: expected against got.
        raw_probability: The model's own; ``None`` where the explanation has no probabilities.
        masked_probability: Among the allowed tokens: 0 where it is masked; ``None`` like the raw one.
        rank: 0 for the model's own first choice.
        asked: The text that was asked for, where it was; the token is the first of its canonical tokens.
        asked_tokens: How many tokens that text has.
    """

    id: int
    bytes: bytes
    end: bool
    rule: Rule
    path: str
    reason: str
    raw_probability: float | None
    masked_probability: float | None
    rank: int | None
    asked: str | None = None
    asked_tokens: int = 1

    @property
    def allowed(self) -> bool:
        """Whether it may come next."""
        return self.rule == "allowed"

    def to_dict(self) -> dict[str, Any]:
        r"""Plain data for JSON; bytes that are no text are escaped as ``\xNN``."""
        data = asdict(self)
        del data["bytes"]
        return {"id": self.id, "text": self.bytes.decode("utf-8", "backslashreplace"), "allowed": self.allowed, **data}


@dataclass(frozen=True, slots=True)
class Explanation:
    """What may come next behind a prefix.

    Attributes:
        prefix: The text so far.
        path: Place in the output, ``$.level``.
        expected: What the contract asks for there.
        may_stop: Whether the text is complete as it stands.
        determined: Text that must come next, whatever the model says; empty where there is a choice.
        allowed_tokens: Number of allowed tokens.
        allowed_mass: α, their raw probability; ``None`` without probabilities.
        entropy: Of the model's own distribution, in nats.
        unknown: Why there are no probabilities; ``None`` when there are.
        allowed: The allowed tokens with the most raw probability, likeliest first (by id without probabilities).
        masked: Those of the model's own likeliest tokens that are masked, likeliest first.
        asked: A ruling for each text that was asked for.
        warnings: What the caller should know of how the prompt was read.
    """

    prefix: str
    path: str
    expected: str
    may_stop: bool
    determined: str
    allowed_tokens: int
    allowed_mass: float | None
    entropy: float | None
    unknown: str | None
    allowed: tuple[TokenRuling, ...]
    masked: tuple[TokenRuling, ...]
    asked: tuple[TokenRuling, ...]
    warnings: tuple[str, ...] = ()

    @property
    def pressure(self) -> float | None:
        """−ln α in nats: how hard the contract pushes here."""
        if self.allowed_mass is None:
            return None
        return -math.log(self.allowed_mass) if self.allowed_mass > 0 else math.inf

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        plain = ("prefix", "path", "expected", "may_stop", "determined", "allowed_tokens", "allowed_mass")
        lists = ("allowed", "masked", "asked")
        return {
            **{name: getattr(self, name) for name in plain},
            "pressure": finite(self.pressure),
            "entropy": self.entropy,
            "unknown": self.unknown,
            **{name: [ruling.to_dict() for ruling in getattr(self, name)] for name in lists},
            "warnings": list(self.warnings),
        }


def explain_next(
    host: Host,
    prompt: Sequence[int],
    compiled: CompiledContract,
    *,
    prefix: str = "",
    tokens: Iterable[str] = (),
    k: int = 10,
    max_tokens: int | None = None,
) -> Explanation:
    """Explains the place behind ``prefix``; see :meth:`logitrail.Model.explain`.

    Args:
        host: The model.
        prompt: Its tokens; where neither prompt nor prefix has any, there are no probabilities.
        compiled: The contract.
        prefix: The output so far.
        tokens: Texts to rule on.
        k: How many of the likeliest tokens to look at.
        max_tokens: Budget of the whole output, the prefix included; ``None`` for no limit.
    """
    if k < 1:
        raise OptionError(f"expected 1 or more, got {k}", path="k")
    sequence, stepper = _read(compiled, prefix, max_tokens)
    context = [*prompt, *sequence.tokens]
    logits = _logits(host, context) if context else None
    judge = _Judge(sequence, stepper, logits)
    order = np.arange(compiled.vocabulary.size) if logits is None else np.lexsort((np.arange(len(logits)), -logits))
    allowed = judge.best_allowed(order, k)
    asked = [(text, judge.tokens_of(text)) for text in tokens]
    # What turned out to lead nowhere has left the mask by now, so that all numbers below speak of the same one.
    masked = [int(i) for i in order[:k] if not has_bit(judge.mask, int(i))] if logits is not None else []
    return Explanation(
        prefix=prefix,
        path=judge.expected.path,
        expected=judge.expected.rule,
        may_stop=sequence.may_stop,
        determined=sequence.determined().decode("utf-8", "ignore"),
        allowed_tokens=count(judge.mask),
        allowed_mass=judge.allowed_mass,
        entropy=judge.entropy,
        unknown=None if logits is not None else "neither prompt nor prefix: there is nothing to continue from",
        allowed=tuple(judge.rule(i) for i in allowed),
        masked=tuple(judge.rule(i) for i in masked),
        asked=tuple(judge.rule(ids[0], asked=text, asked_tokens=len(ids)) for text, ids in asked),
    )


def _read(compiled: CompiledContract, prefix: str, max_tokens: int | None) -> tuple[Output, Stepper]:
    """The sequence and the reader behind ``prefix``.

    Raises:
        OptionError: The prefix leaves the contract, or no valid end is known behind it.
    """
    stepper = Stepper(compiled)
    data = prefix.encode("utf-8", "surrogatepass")
    read = stepper.read(data)
    if read < len(data):
        raise _left(compiled, stepper, prefix, len(data[:read].decode("utf-8", "ignore")))
    sequence = Output(compiled, max_tokens)
    for token in compiled.vocabulary.tokenize(data):
        verdict = sequence.accept(token)
        if verdict is not Verdict.ACCEPTED:
            raise _no_end(verdict, max_tokens)
    return sequence, stepper


def _no_end(verdict: Verdict, max_tokens: int | None) -> OptionError:
    if verdict is Verdict.OVER_BUDGET:
        message, hint = f"max_tokens={max_tokens} leaves no room for a valid end behind it", "raise max_tokens"
    else:
        message, hint = "the blocklist leaves no valid end behind it", "take it back by a few characters"
    return OptionError(message, path="prefix", hint=hint)


def _left(compiled: CompiledContract, stepper: Stepper, prefix: str, offset: int) -> OptionError:
    before, behind = prefix[:offset], prefix[offset:]
    place, reason = _refusal(compiled, stepper, behind[:1])
    start = max(before.rfind("\n") + 1, offset - _SHOWN_BEFORE)
    line = before[start:]
    context = line + behind[:_SHOWN_BEHIND].split("\n")[0]
    wide = sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in line)
    return OptionError(
        f"leaves the contract at character {offset} (byte {len(before.encode('utf-8', 'surrogatepass'))}): "
        f"at {place}: {reason}\n  {context}\n  {' ' * wide}^",
        path="prefix",
        hint="give a prefix that generation under this contract could have written",
    )


def _refusal(compiled: CompiledContract, stepper: Stepper, got: str) -> tuple[str, str]:
    """Place and reason why what was offered last to ``stepper`` is not allowed."""
    expected = expect(compiled.contract, stepper)
    if stepper.blocked:
        if stepper.word is not None:
            return expected.path, f"it would complete the blocked word {shown(stepper.word)}"
        registered = any(rule.custom is not None for rule in compiled.contract.block_rules)
        or_rule = ", or break a registered rule" if registered else ""
        return expected.path, f"it would complete a blocked word{or_rule}"
    reason = f"expected {expected.rule}, got {shown(got)}"
    if compiled.is_json and got[:1].isspace():
        reason += " (blanks stand only where the layout of the contract has them)"
    return expected.path, reason


def _logits(host: Host, context: list[int]) -> Logits:
    session = host.open([context])
    try:
        return np.asarray(session.forward({0: context}, {0: 1})[0][-1])
    finally:
        session.close()


class _Judge:
    """Rules on tokens at one place."""

    def __init__(self, sequence: Output, stepper: Stepper, logits: Logits | None) -> None:
        self._sequence = sequence
        self._stepper = stepper
        self._logits = logits
        self._compiled = sequence.compiled
        self._verdicts: dict[int, Verdict] = {}
        self.expected: Expectation = expect(self._compiled.contract, stepper)
        self.mask: Words = sequence.allowed()

    @property
    def allowed_mass(self) -> float | None:
        """α, less what was found to lead nowhere."""
        if self._logits is None:
            return None
        return math.exp(float(measure(self._logits[None], [self.mask], [0]).log_allowed_mass[0]))

    @property
    def entropy(self) -> float | None:
        """Of the model's own distribution, in nats."""
        return None if self._logits is None else float(measure(self._logits[None], [None], [0]).entropy[0])

    def best_allowed(self, order: Sequence[int] | Any, k: int) -> list[int]:
        """The first ``k`` allowed tokens. Those that turn out to have no valid end behind them leave the mask."""
        found: list[int] = []
        allowed = flags_of(self.mask, self._compiled.vocabulary.size)
        for i in (int(i) for i in order if allowed[i]):
            if self._may_follow(i):
                found.append(i)
                if len(found) == k:
                    break
        return found

    def _may_follow(self, token: int) -> bool:
        """Whether a token of the mask has a valid end behind it; if not, it is banned, as in decoding."""
        if token in self._compiled.vocabulary.eos_ids:
            return True
        if token not in self._verdicts:
            self._verdicts[token] = self._sequence.fork().accept(token)
            if self._verdicts[token] is not Verdict.ACCEPTED:
                self._sequence.ban(token)
                self.mask = self._sequence.allowed()
        return self._verdicts[token] is Verdict.ACCEPTED

    def tokens_of(self, text: str) -> list[int]:
        """The canonical tokens of a text, the first of them judged; the empty text is the end."""
        vocabulary = self._compiled.vocabulary
        ids = vocabulary.tokenize(text.encode("utf-8", "surrogatepass")) if text else [vocabulary.eos_ids[0]]
        if has_bit(self.mask, ids[0]):
            self._may_follow(ids[0])
        return ids

    def rule(self, token: int, *, asked: str | None = None, asked_tokens: int = 1) -> TokenRuling:
        """The ruling on one token."""
        raw = self._compiled.vocabulary.token_bytes[token]
        rule, path, reason = self._rule(token, raw)
        raw_p, masked_p, rank = self._numbers(token)
        end = token in self._compiled.vocabulary.eos_ids
        return TokenRuling(token, raw, end, rule, path, reason, raw_p, masked_p, rank, asked, asked_tokens)

    def _rule(self, token: int, raw: bytes) -> tuple[Rule, str, str]:
        here = self.expected
        if has_bit(self.mask, token):
            return "allowed", here.path, here.rule
        if token in self._compiled.vocabulary.eos_ids:
            return "grammar", here.path, f"expected {here.rule}, got the end of the text"
        if not raw:
            return "grammar", here.path, f"expected {here.rule}, got a special token, which is no text"
        ahead = self._stepper.fork()
        read = ahead.read(raw)
        if read < len(raw):
            path, reason = _refusal(self._compiled, ahead, raw[read:].decode("utf-8", "backslashreplace"))
            if read and not ahead.blocked:
                reason += f" after {shown(raw[:read].decode('utf-8', 'backslashreplace'))}"
            return ("blocklist" if ahead.blocked else "grammar"), path, reason
        if self._verdicts.get(token) is Verdict.OVER_BUDGET:
            room = self._sequence.room
            return "budget", here.path, f"every valid end found behind it needs more than the {room} tokens left"
        return "no end", here.path, "no valid end was found behind it: the blocklist leaves none"

    def _numbers(self, token: int) -> tuple[float | None, float | None, int | None]:
        if self._logits is None:
            return None, None, None
        m = measure(self._logits[None], [self.mask], [token])
        return math.exp(float(m.raw_logprob[0])), math.exp(float(m.masked_logprob[0])), int(m.rank[0])
