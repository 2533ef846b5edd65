"""A loaded model, whatever its host: generate, generate in batches, stream, score."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Literal, overload

from logitrail.contract import Contract
from logitrail.decoding.events import Event, Streamer
from logitrail.decoding.host import Encoded, Host, Processor, Prompt
from logitrail.decoding.loop import decode, result_of
from logitrail.decoding.options import Options, TraceLevel, stop_texts
from logitrail.decoding.result import Result
from logitrail.decoding.row import Row
from logitrail.decoding.scoring import score_tokens
from logitrail.engine import CompiledContract, compile_contract
from logitrail.errors import ConflictError, OptionError, PromptError
from logitrail.trace import Trace


class Model:
    """A model that answers under contracts and tells how sure it was.

    Args:
        host: The machine that computes logits.
    """

    def __init__(self, host: Host) -> None:
        self.host = host

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.host.name!r})"

    @overload
    def generate(self, prompt: Prompt, contract: Contract | None = ..., *, n: Literal[1] = 1, **options: Any) -> Result: ...

    @overload
    def generate(self, prompt: Prompt, contract: Contract | None = ..., *, n: int, **options: Any) -> list[Result]: ...

    def generate(
        self,
        prompt: Prompt,
        contract: Contract | None = None,
        *,
        max_tokens: int = 256,
        temperature: float = 0.0,
        top_p: float = 1.0,
        top_k: int = 0,
        min_p: float = 0.0,
        seed: int = 0,
        n: int = 1,
        stop: str | Sequence[str] = (),
        repetition_penalty: float = 1.0,
        processors: Sequence[Processor] = (),
        trace: TraceLevel = "summary",
        force: bool = True,
        draft: bool = True,
    ) -> Result | list[Result]:
        """Answers a prompt.

        Args:
            prompt: A text (taken as it is; special tokens spelled in it stay text), a list of chat messages
                ``{"role", "content"}`` (put through the model's chat template), or a list of token ids.
            contract: What the output must obey; ``None`` for free text.
            n: Number of samples; a list of that many results when more than one.
            max_tokens, temperature, top_p, top_k, min_p, seed, stop, repetition_penalty, processors, trace, force, draft:
                See :class:`Options`.

        Raises:
            BudgetError: ``max_tokens`` is below the shortest valid output; nothing has been generated.
            ConflictError: No text obeys the contract.
            ContractError: The contract cannot be compiled.
            PromptError: The prompt is empty or longer than the context.
            OptionError: An option is out of its range.
        """
        if n < 1:
            raise OptionError(f"expected 1 or more, got {n}", path="n")
        options = Options(
            max_tokens=max_tokens,
            temperature=temperature,
            top_p=top_p,
            top_k=top_k,
            min_p=min_p,
            seed=seed,
            stop=stop_texts(stop),
            repetition_penalty=repetition_penalty,
            processors=tuple(processors),
            trace=trace,
            force=force,
            draft=draft,
        )
        results = self._run([(prompt, contract)] * n, options)
        return results[0] if n == 1 else results

    def generate_batch(self, requests: Sequence[tuple[Prompt, Contract | None]], **options: Any) -> list[Result]:
        """Answers several prompts in one batch; each may have its own contract.

        Args:
            requests: (prompt, contract) pairs.
            options: As for :meth:`generate`, for all of them; sample ``i`` draws as sample ``i`` of ``n`` would.

        Returns:
            One result per request, in order.
        """
        options["stop"] = stop_texts(options.get("stop", ()))
        options["processors"] = tuple(options.get("processors", ()))
        return self._run(list(requests), Options(**options))

    async def agenerate(self, prompt: Prompt, contract: Contract | None = None, **options: Any) -> Any:
        """:meth:`generate` in a worker thread, for event loops."""
        return await asyncio.to_thread(lambda: self.generate(prompt, contract, **options))

    def stream(self, prompt: Prompt, contract: Contract | None = None, **options: Any) -> Iterator[Event]:
        """:meth:`generate` as it comes: ``text`` events with bytes that are final, ``field`` events with (path, value)
        as each value completes, and one ``done`` event with the :class:`Result`."""
        options["stop"] = stop_texts(options.get("stop", ()))
        options["processors"] = tuple(options.get("processors", ()))
        row, warnings = self._open(prompt, contract, Options(**options), 0)
        streamer = Streamer(row, contract)
        for _ in decode(self.host, [row]):
            yield from streamer.news()
        yield from streamer.news()
        yield Event("done", result=result_of(row, contract, warnings))

    def score(self, prompt: Prompt, output: str | Sequence[int] | Result) -> Trace:
        """The raw trace of a given output, by teacher forcing.

        Args:
            prompt: What the output answers.
            output: A result or its token ids (exactly those tokens are scored), or a text (tokenised canonically,
                which need not be how a model would have spelled it).
        """
        encoded = self._encode(prompt)
        if isinstance(output, Result):
            ids: list[int] = [token.id for token in output.trace.tokens] if output.trace else list(output.token_ids)
        elif isinstance(output, str):
            ids = self.host.vocabulary.tokenize(output.encode())
        else:
            ids = [int(i) for i in output]
        if not ids:
            raise PromptError("there is nothing to score: the output is empty", path="output")
        self._fits(encoded, len(ids))
        return score_tokens(self.host, encoded.ids, ids)

    # --- preparation ------------------------------------------------------------------------------------------------

    def _run(self, requests: list[tuple[Prompt, Contract | None]], options: Options) -> list[Result]:
        if not requests:
            return []
        opened = [self._open(prompt, contract, options, i) for i, (prompt, contract) in enumerate(requests)]
        for _ in decode(self.host, [row for row, _ in opened]):
            pass
        return [
            result_of(row, contract, warnings)
            for (row, warnings), (_, contract) in zip(opened, requests, strict=True)
        ]

    def _open(
        self, prompt: Prompt, contract: Contract | None, options: Options, sample: int
    ) -> tuple[Row, tuple[str, ...]]:
        encoded = self._encode(prompt)
        compiled = self._compile(contract) if contract is not None else None
        warnings = encoded.warnings
        left = self._fits(encoded, len(compiled.shortest) if compiled is not None else 1)
        if options.max_tokens > left:
            warnings = (*warnings, f"the context leaves {left} tokens: max_tokens is {left}, not {options.max_tokens}")
            options = replace(options, max_tokens=int(left))
        return Row(self.host, encoded.ids, compiled, options, sample), warnings

    def _encode(self, prompt: Prompt) -> Encoded:
        encoded = self.host.encode(prompt)
        if not encoded.ids:
            raise PromptError("the prompt is empty: there is no token to continue from", path="prompt")
        return encoded

    def _fits(self, encoded: Encoded, output: int) -> float:
        """Tokens that the context leaves for output."""
        context = self.host.context_length
        left = math.inf if context is None else context - len(encoded.ids)
        if left < output:
            raise PromptError(
                f"the prompt has {len(encoded.ids)} tokens and the output needs at least {output}, "
                f"but the context of {self.host.name} holds {context}",
                path="prompt",
                hint="shorten the prompt, or use a model with a longer context",
            )
        return left

    def _compile(self, contract: Contract) -> CompiledContract:
        try:
            return compile_contract(contract, self.host.vocabulary)
        except ConflictError as error:
            conflicts = contract.check().conflicts
            if not conflicts:
                raise
            more = f" (and {len(conflicts) - 1} more)" if len(conflicts) > 1 else ""
            first = conflicts[0]
            raise ConflictError(first.message + more, path=first.path, hint=first.hint or error.hint) from None
