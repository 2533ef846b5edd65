"""A loaded model, whatever its host: generate, generate in batches, stream, score."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal, Unpack, overload

from logitrail.contract import Contract
from logitrail.decoding.events import Event, Streamer
from logitrail.decoding.explain import Explanation, explain_next
from logitrail.decoding.host import Encoded, Host, Prompt
from logitrail.decoding.instructing import instructed
from logitrail.decoding.loop import decode, result_of
from logitrail.decoding.options import DecodeOptions, Options, read_options
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

    @overload  # a literal 1 is an int too, but the first signature that fits is taken
    def generate(  # type: ignore[overload-overlap]
        self, prompt: Prompt, contract: Contract | None = ..., *, n: Literal[1] = 1, **options: Unpack[DecodeOptions]
    ) -> Result: ...

    @overload
    def generate(
        self, prompt: Prompt, contract: Contract | None = ..., *, n: int, **options: Unpack[DecodeOptions]
    ) -> list[Result]: ...

    def generate(
        self, prompt: Prompt, contract: Contract | None = None, *, n: int = 1, **options: Unpack[DecodeOptions]
    ) -> Result | list[Result]:
        """Answers a prompt.

        Args:
            prompt: A text (taken as it is; special tokens spelled in it stay text), a list of chat messages
                ``{"role", "content"}`` (put through the model's chat template), or a list of token ids.
            contract: What the output must obey; ``None`` for free text.
            n: Number of samples; a list of that many results when more than one.
            **options: ``max_tokens=256, temperature=0.0, top_p=1.0, top_k=0, min_p=0.0, seed=0, stop=(),
                repetition_penalty=1.0, processors=(), trace="summary", force=True, draft=True,
                loop_guard=True, instruct=False``: see :class:`Options`.

        Raises:
            BudgetError: ``max_tokens`` is below the shortest valid output; nothing has been generated.
            ConflictError: No text obeys the contract.
            ContractError: The contract cannot be compiled.
            PromptError: The prompt is empty or longer than the context.
            OptionError: An option is unknown or out of its range.
        """
        if n < 1:
            raise OptionError(f"expected 1 or more, got {n}", path="n")
        results = self._run([(prompt, contract)] * n, read_options(options))
        return results[0] if n == 1 else results

    def generate_batch(
        self, requests: Sequence[tuple[Prompt, Contract | None]], **options: Unpack[DecodeOptions]
    ) -> list[Result]:
        """Answers several prompts in one batch; each may have its own contract.

        Args:
            requests: (prompt, contract) pairs.
            **options: As for :meth:`generate`, for all of them; row ``i`` draws as sample ``i`` of ``n`` would.

        Returns:
            One result per request, in order.
        """
        pairs = list(requests)
        for i, pair in enumerate(pairs):
            if not isinstance(pair, tuple | list) or len(pair) != 2:
                raise OptionError(
                    f"expected a pair of prompt and contract, got {pair!r:.60}",
                    path=f"requests[{i}]",
                    hint="generate_batch([(prompt, contract), …]); None is no contract",
                )
        return self._run([(prompt, contract) for prompt, contract in pairs], read_options(options))

    async def agenerate(
        self, prompt: Prompt, contract: Contract | None = None, **options: Unpack[DecodeOptions]
    ) -> Result:
        """:meth:`generate` in a worker thread, for event loops; one sample."""
        return await asyncio.to_thread(lambda: self.generate(prompt, contract, **options))

    def stream(
        self, prompt: Prompt, contract: Contract | None = None, **options: Unpack[DecodeOptions]
    ) -> Iterator[Event]:
        """:meth:`generate` as it comes; its errors are raised at once.

        Returns:
            ``text`` events with characters that are final, ``field`` events with (path, value) as each value completes,
            and one ``done`` event with the :class:`Result`.
        """
        row, warnings = self._open(prompt, contract, read_options(options), 0)
        return self._events(row, contract, warnings)

    def _events(self, row: Row, contract: Contract | None, warnings: tuple[str, ...]) -> Iterator[Event]:
        streamer = Streamer(row, contract)
        for _ in decode(self.host, [row]):
            yield from streamer.news()
        yield from streamer.news()
        yield Event("done", result=result_of(row, contract, warnings))

    def instructed(self, prompt: Prompt, contract: Contract) -> Prompt:
        """The prompt that ``instruct=True`` gives to the model: with the contract in words, in the prompt's language.

        Args:
            prompt: A text (the instructions stand before it) or messages (they are the system message, or the end of
                the one there is; where the chat template has no place for one, they begin the user's last message).
            contract: What the output must obey.

        Raises:
            OptionError: The prompt is a list of token ids.
            PromptError: There is no message of the user to put them into.
        """
        return instructed(self.host, prompt, contract)

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

    def explain(
        self,
        prompt: Prompt | None,
        contract: Contract,
        *,
        prefix: str = "",
        tokens: Sequence[str] = (),
        k: int = 10,
        max_tokens: int | None = None,
    ) -> Explanation:
        """What may come next at one place of an output, and which rule masks what may not.

        Args:
            prompt: As for :meth:`generate`. ``None`` has the model continue the prefix alone; where that is empty, too,
                there are no probabilities.
            contract: What the output must obey.
            prefix: The output so far.
            tokens: Texts to rule on: the first canonical token of each. ``""`` stands for the end of the output.
            k: How many of the likeliest tokens are looked at.
            max_tokens: Budget of the whole output, the prefix included; ``None`` for no limit.

        Raises:
            OptionError: The prefix leaves the contract (with the place), or an option is out of its range.
            BudgetError: ``max_tokens`` is below the shortest valid output.
            ContractError: The contract cannot be compiled, or nothing obeys it.
            PromptError: The prompt is empty or longer than the context.
        """
        encoded = self._encode(prompt) if prompt is not None else Encoded([])
        compiled = self._compile(contract)
        self._fits(encoded, len(self.host.vocabulary.tokenize(prefix.encode("utf-8", "surrogatepass"))))
        found = explain_next(self.host, encoded.ids, compiled, prefix=prefix, tokens=tokens, k=k, max_tokens=max_tokens)
        return replace(found, warnings=encoded.warnings)

    # --- preparation ------------------------------------------------------------------------------------------------

    def _run(self, requests: list[tuple[Prompt, Contract | None]], options: Options) -> list[Result]:
        if not requests:
            return []
        opened = [self._open(prompt, contract, options, i) for i, (prompt, contract) in enumerate(requests)]
        for _ in decode(self.host, [row for row, _ in opened]):
            pass
        return [
            result_of(row, contract, warnings) for (row, warnings), (_, contract) in zip(opened, requests, strict=True)
        ]

    def _open(
        self, prompt: Prompt, contract: Contract | None, options: Options, sample: int
    ) -> tuple[Row, tuple[str, ...]]:
        if options.instruct and contract is None:
            raise OptionError(
                "there is no contract to put into words", path="instruct", hint="instruct=True needs a contract"
            )
        compiled = self._compile(contract) if contract is not None else None
        asked = instructed(self.host, prompt, contract) if options.instruct and contract is not None else prompt
        encoded = self._encode(asked)
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
