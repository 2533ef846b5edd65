"""One output in progress: what it feeds to the model next, and what it makes of the logits that come back."""

from __future__ import annotations

from dataclasses import dataclass

from logitrail.decoding.draft import Drafter
from logitrail.decoding.free import FreeSequence
from logitrail.decoding.host import Host, Logits
from logitrail.decoding.loop_guard import LoopGuard
from logitrail.decoding.options import Options
from logitrail.decoding.result import FinishReason
from logitrail.decoding.sampler import Sampler
from logitrail.engine import CompiledContract, Sequence, Verdict
from logitrail.engine.mask import Words, count, members
from logitrail.errors import ModelError
from logitrail.trace import Measures, measure

#: Tokens that turned out to lead nowhere before the witness is followed instead.
_REDRAWS = 32


@dataclass(slots=True)
class Step:
    """One token of the output and how it came about."""

    token: int
    mask: Words | None
    forced: bool
    closed: bool
    drafted: bool = False
    measures: Measures | None = None
    index: int = 0  # row of ``measures``


class Row:
    """Decodes one output.

    Args:
        host: The model.
        prompt: Its tokens.
        compiled: The contract, or ``None`` for free text.
        options: How to decode.
        sample: Number of this sample among ``n``.
    """

    def __init__(
        self, host: Host, prompt: list[int], compiled: CompiledContract | None, options: Options, sample: int = 0
    ) -> None:
        self.prompt = prompt
        self.options = options
        self.vocabulary = host.vocabulary
        budget = options.max_tokens
        self.sequence: Sequence | FreeSequence = (
            Sequence(compiled, budget) if compiled is not None else FreeSequence(host.vocabulary, budget)
        )
        self.steps: list[Step] = []
        self.warnings: list[str] = []
        self.finish: FinishReason | None = None
        self.stopped_at: int | None = None  # byte offset of a stop text, without a contract
        self.passes = 0
        self.drafted = 0
        self.accepted_drafts = 0
        self._sampler = Sampler(options, host, prompt, sample)
        self._pending = list(prompt)
        self._unmeasured: list[Step] = []
        self._draft: list[int] = []
        self._drafter = Drafter(host.vocabulary, prompt) if options.draft and not options.processors else None
        self._tail = b""
        self._loop_guard = LoopGuard() if options.loop_guard and compiled is not None else None
        self._looped = False
        if options.force:
            self._append_forced()

    # --- one pass through the model ---------------------------------------------------------------------------------

    def feed(self) -> tuple[list[int], int]:
        """The tokens to append to the cache, and after how many of the last ones logits are wanted."""
        measured = len(self._unmeasured) if self.options.trace != "off" else 0
        if self.finish is not None:  # the text ends in a forced run: what remains is to measure it
            return self._pending[:-1], measured
        return self._pending + self._draft, measured + 1 + len(self._draft)

    @property
    def done(self) -> bool:
        """Whether the text is complete and every token of it measured."""
        return self.finish is not None and (self.options.trace == "off" or not self._unmeasured)

    def digest(self, logits: Logits) -> int:
        """Takes the logits of a pass and decides.

        Returns:
            How many tokens of the feed must be taken out of the cache again.
        """
        self.passes += 1
        at = 0
        measured: list[Step] = []
        if self.options.trace != "off":
            measured += self._unmeasured
            at = len(self._unmeasured)
        self._unmeasured = []
        self._pending = []
        draft, self._draft = self._draft, []
        self.drafted += len(draft)
        accepted = 0
        while self.finish is None:
            step = self._choose(logits[at])
            if step is None:
                break
            measured.append(step)
            at += 1
            if self.finish is not None:
                break
            if accepted < len(draft) and draft[accepted] == step.token:
                step.drafted = True
                accepted += 1
                continue
            self._pending = [step.token]
            break
        self.accepted_drafts += accepted
        if self._drafter is not None:
            self._drafter.learn(len(draft), accepted)
        if self.options.trace != "off":
            self._measure(measured, logits)
        if not self._ended():
            if self.options.force:
                self._append_forced()
            if self.finish is None and self._drafter is not None and isinstance(self.sequence, Sequence):
                self._draft = self._drafter.propose(self.sequence)
        return len(draft) - accepted

    def _measure(self, steps: list[Step], logits: Logits) -> None:
        if not steps:
            return
        measures = measure(
            logits[: len(steps)], [s.mask for s in steps], [s.token for s in steps], top_k=self.options.top_tokens
        )
        for i, step in enumerate(steps):
            step.measures, step.index = measures, i

    # --- decisions --------------------------------------------------------------------------------------------------

    def _append_forced(self) -> None:
        """Appends what is determined, to be fed and measured with the next pass."""
        while self.finish is None and not self._ended():
            step = self._forced(need_mask=self.options.trace != "off")
            if step is None:
                return
            self._pending.append(step.token)
            self._unmeasured.append(step)

    def _forced(self, *, need_mask: bool) -> Step | None:
        """Accepts the token that must come next, if one must."""
        sequence = self.sequence
        if isinstance(sequence, FreeSequence):
            return None
        token = sequence.forced()
        mask = sequence.allowed() if need_mask or token is None else None
        if token is None:
            assert mask is not None
            if count(mask) != 1 or sequence.may_stop:
                return None
            token = int(members(mask)[0])
        if sequence.accept(token) is not Verdict.ACCEPTED:
            # A run spelled canonically may be longer than the witness has room for; then the witness is followed.
            if sequence.closing:
                raise AssertionError("the witness was refused: it is proven before each token")
            sequence.close()
            return self._forced(need_mask=need_mask)
        return self._accepted(Step(token, mask, forced=True, closed=sequence.closing))

    def _choose(self, logits: Logits) -> Step | None:
        """The next token, or ``None`` when the text ends here."""
        if self._ended():
            return None
        forced = self._forced(need_mask=self.options.trace != "off")
        if forced is not None:
            return forced
        sequence, position = self.sequence, len(self.sequence.tokens)
        scores = self._sampler.scores(logits, sequence.tokens)
        for _ in range(_REDRAWS):
            mask = sequence.allowed()
            token = self._sampler.draw(scores, mask, position)
            if token is None and scores is not logits:
                self._warn("the processors left no allowed token at some step: there, the model's own logits decided")
                scores = logits
                continue
            if token is None:
                self._no_number()
                break
            if token in self.vocabulary.eos_ids:
                self.finish = "stop"
                return self._record(Step(token, mask, forced=False, closed=False))
            verdict = sequence.accept(token)
            if verdict is Verdict.ACCEPTED:
                return self._accepted(Step(token, mask, forced=False, closed=False))
            if verdict is Verdict.OVER_BUDGET:
                break
            assert isinstance(sequence, Sequence)
            sequence.ban(token)
        assert isinstance(sequence, Sequence)
        sequence.close()
        if self._ended():
            return None
        return self._forced(need_mask=True)

    def _no_number(self) -> None:
        """No allowed token has a logit above −inf."""
        if isinstance(self.sequence, FreeSequence):
            raise ModelError(
                f"the model gave no finite logit for token {len(self.sequence.tokens)} of the output",
                hint='dtype="float32": half precision may overflow',
            )
        if count(self.sequence.allowed()):
            self._warn("the model gave no finite logit for any allowed token at some step: the text was closed validly")

    def _ended(self) -> bool:
        sequence = self.sequence
        if self.finish is not None or not sequence.must_stop:
            return self.finish is not None
        if isinstance(sequence, FreeSequence):
            self.finish = "length"
        else:
            self.finish = "loop" if self._looped else "closed" if sequence.closing or not sequence.finished else "stop"
        return True

    def _accepted(self, step: Step) -> Step:
        if self.options.stop:
            self._look_for_stop(self.vocabulary.token_bytes[step.token])
        if self._loop_guard is not None and isinstance(self.sequence, Sequence) and not self.sequence.closing:
            self._looped = self._loop_guard.repeats(step.token) and not self.sequence.finished
            if self._looped:
                self.sequence.close()
        return self._record(step)

    def _record(self, step: Step) -> Step:
        self.steps.append(step)
        return step

    def _warn(self, warning: str) -> None:
        if warning not in self.warnings:
            self.warnings.append(warning)

    def _look_for_stop(self, raw: bytes) -> None:
        window = self._tail + raw
        stops = [stop.encode() for stop in self.options.stop]
        found = [(at, stop) for stop in stops if (at := window.find(stop)) >= 0]
        longest = max(map(len, stops))
        self._tail = window[-(longest - 1) :] if longest > 1 else b""
        if not found or self.sequence.closing:
            return
        at, stop = min(found)
        if isinstance(self.sequence, FreeSequence):
            end = sum(len(self.vocabulary.token_bytes[t]) for t in self.sequence.tokens)
            self.finish, self.stopped_at = "stop", end - len(window) + at
        elif self.sequence.may_stop:
            self.finish = "stop"
        else:
            self._warn(f"the stop text {stop.decode()!r} came before the text was complete: it was closed validly")
            self.sequence.close()
