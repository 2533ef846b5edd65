"""The drop-in for ``model.generate(logits_processor=[…])``: the same contract, forced tokens, budget and trace.

``generate`` draws by itself and takes nothing back, so what our own loop finds out after a draw must be known before
it: under a budget or a blocklist the likeliest tokens are tried first, and only those stay that leave a valid end in
reach.
"""

from __future__ import annotations

import weakref
from dataclasses import replace
from typing import Any

import numpy as np

from logitrail.backends.hf_tokenizer import end_ids, shared_tokenizer
from logitrail.contract import Contract
from logitrail.decoding.host import Logits
from logitrail.decoding.reading import read_fields
from logitrail.decoding.row import Step
from logitrail.decoding.token_traces import raw_trace
from logitrail.engine import CompiledContract, Sequence, Verdict, compile_contract, require_contract
from logitrail.engine.mask import Words, count, flags_of, has_bit, members
from logitrail.errors import BrokenContractError, OptionError
from logitrail.trace import Trace, measure, trace_fields

_NO_MODEL = (
    "the processor sees scores that others may have changed; give it model= so that it reads the model's own logits"
)
#: Tokens tried before a draw: until so little of the mass is left untried, or so many were. ``generate`` itself draws
#: among 50 unless told otherwise.
_UNTRIED_MASS = 1e-4
_MOST_TRIED = 64


class _Node:
    """One prefix of the output: tokens, not row, decide what may follow."""

    __slots__ = ("children", "dead", "ended", "logits", "mask", "parent", "sequence", "step")

    def __init__(self, sequence: Sequence | None, parent: _Node | None = None, step: Step | None = None) -> None:
        self.sequence = sequence
        self.parent = parent
        self.step = step  # the token that led here
        self.children: dict[int, _Node] = {}
        self.mask: Words | None = None
        self.logits: Logits | None = None
        self.ended = False
        self.dead = False


class LogitsProcessor:
    """Holds a contract while ``model.generate`` decodes: batches, left padding, beams, several samples.

    ``generate`` cannot be asked to draw again. Where the mask is not enough (a token budget, a blocklist, keywords that
    no grammar holds) tokens are tried, likeliest first, before the draw: 64 of them, or until 1e-4 of the mass is left;
    tokens beyond are masked. ``Model.generate`` draws and tries, and leaves none out.

    State follows the tokens of a row. An output that was cut off (no ``max_new_tokens``) and is given as a prompt looks
    like a continuation; ``reset()`` in between makes it a prompt.

    Args:
        contract: What each output must obey.
        tokenizer: The model's fast tokenizer.
        max_new_tokens: The same number that ``generate`` is given. With it each output is complete within it; without
            it an output may be cut off by ``generate``: there is no budget to close by (see ``warnings``).
        model: The model that generates. Its logits are read before any processor, which makes the raw track honest.
            Without it no probability is known, and the traces say so.

    Raises:
        BudgetError: ``max_new_tokens`` is below the shortest valid output.
        TokenizerError: The tokenizer cannot be trusted.

    Attributes:
        warnings: What the processor cannot guarantee as it was set up, and what others did to it since.
    """

    def __init__(
        self, contract: Contract, tokenizer: Any, *, max_new_tokens: int | None = None, model: Any = None
    ) -> None:
        require_contract(contract)
        if max_new_tokens is not None and max_new_tokens < 1:
            raise OptionError(f"expected 1 or more, got {max_new_tokens}", path="max_new_tokens")
        self._contract = contract
        self._tokenizer = tokenizer
        self._budget = max_new_tokens
        self._compiled: CompiledContract | None = None
        self._raw: Any = None
        self._has_model = model is not None
        self._eos_ids = end_ids(model) if model is not None else []
        self.warnings: tuple[str, ...] = ()
        if max_new_tokens is None:
            self.warnings += ("no max_new_tokens: closing is void, generate() may cut an output off",)
        if model is None:
            self.warnings += (f"no model: {_NO_MODEL}",)
        else:
            self._hook(model)
            self._compile(int(model.get_output_embeddings().weight.shape[0]))
        self.reset()

    def reset(self) -> None:
        """Forgets all outputs; the next call starts afresh (as a new ``generate`` does by itself)."""
        self._roots: dict[bytes, _Node] = {}
        self._latest: dict[bytes, _Node] = {}
        self._prompt_length = 0
        self._length = -1

    def __call__(self, input_ids: Any, scores: Any) -> Any:
        """Masks the scores of one step.

        Args:
            input_ids: Prompt and output so far, shape ``(rows, length)``.
            scores: Shape ``(rows, vocabulary)``.

        Returns:
            The scores with −inf wherever the contract, the blocklist or the budget forbids.

        Raises:
            BrokenContractError: In every row of some prompt, something else than this processor chose a token that it
                had forbidden.
        """
        import torch

        rows = np.ascontiguousarray(input_ids.detach().cpu().numpy().astype(np.int64))
        self._compile(int(scores.shape[-1]))
        nodes = self._advance(rows)
        raw = self._raw_rows(rows)
        seen = scores.detach().float().cpu().numpy()
        # A mask per distinct prefix: beams and samples share many.
        keeps: dict[int, np.ndarray] = {}
        keep = np.empty(seen.shape, dtype=bool)
        for i, node in enumerate(nodes):
            if node.logits is None and raw is not None:
                node.logits = raw[i]
            if id(node) not in keeps:
                keeps[id(node)] = self._keep(node, seen[i])
            keep[i] = keeps[id(node)]
        own = [i for i in range(len(rows)) if not (seen[i][keep[i]] > -np.inf).any()]
        if own:
            self._warn("other processors left no allowed token at some step: there, the model's own logits decided")
        kept = torch.from_numpy(keep).to(scores.device)
        out = scores.masked_fill(~kept, float("-inf"))
        for i in own:
            logits = nodes[i].logits
            instead = np.zeros(len(seen[i]), dtype=np.float32) if logits is None else logits
            out[i] = torch.from_numpy(instead).to(out).masked_fill(~kept[i], float("-inf"))
        return out

    def traces(self, output_ids: Any) -> list[Trace]:
        """Traces of what ``generate`` returned, the last tokens included, which no processor ever sees.

        Args:
            output_ids: Shape ``(rows, length)``, prompts included.
        """
        rows = np.ascontiguousarray(output_ids.detach().cpu().numpy().astype(np.int64))
        return [self._trace(row) for row in rows]

    # --- states -----------------------------------------------------------------------------------------------------

    def _compile(self, width: int) -> CompiledContract:
        if self._compiled is None:
            vocabulary = shared_tokenizer(self._tokenizer, width, self._eos_ids).vocabulary
            self._compiled = compile_contract(self._contract, vocabulary)
            Sequence(self._compiled, self._budget)  # a budget that cannot be met is an error before the first token
        return self._compiled

    def _advance(self, rows: np.ndarray) -> list[_Node]:
        """The node of each row; starts afresh unless every row continues what was seen last."""
        length = rows.shape[1]
        nodes = self._continued(rows)
        if nodes is None:
            self.reset()
            self._prompt_length = length
            nodes = []
            for row in rows:
                root = self._roots.get(row.tobytes())
                if root is None:
                    root = self._roots[row.tobytes()] = _Node(Sequence(self._compile(0), self._budget))
                nodes.append(root)
        elif length != self._length:
            self._check_alive(rows, nodes)
            for node in self._latest.values():
                self._settle(node)
        self._length = length
        self._latest = {row.tobytes(): node for row, node in zip(rows, nodes, strict=True)}
        return nodes

    def _continued(self, rows: np.ndarray) -> list[_Node] | None:
        """The node of each row, or ``None`` where this is a new call of ``generate``."""
        length = rows.shape[1]
        grown = length - self._prompt_length
        if not self._roots or grown < 1 or length > self._length + 1:
            return None
        if self._budget is not None and grown >= self._budget:
            return None  # after the last token no processor is called: the prompt is a former output
        if any(row[: self._prompt_length].tobytes() not in self._roots for row in rows):
            return None
        nodes = [self._find(row) for row in rows]
        return None if all(node.ended for node in nodes) else nodes  # generate() stops when all have ended

    def _check_alive(self, rows: np.ndarray, nodes: list[_Node]) -> None:
        """Beam search runs through dead rows, too, but all beams of a prompt are dead only if one could have ended."""
        prompts = [row[: self._prompt_length].tobytes() for row in rows]
        for prompt in set(prompts):
            own = [node for key, node in zip(prompts, nodes, strict=True) if key == prompt]
            if not any(node.dead for node in own) or not all(node.dead or node.ended for node in own):
                continue
            before = [node for key, node in self._latest.items() if key.startswith(prompt)]
            if not any(node.sequence is not None and node.sequence.may_stop for node in before):
                raise BrokenContractError(
                    "every row of a prompt holds a token that the contract forbids",
                    hint="put this processor last in logits_processor",
                )

    def _settle(self, node: _Node) -> None:
        """Frees the logits of a past step. A beam that ended there is not seen again: its end is measured now."""
        if node.logits is not None and node.mask is not None and not node.ended:
            for i in self._compile(0).vocabulary.eos_ids:
                if has_bit(node.mask, i):
                    self._child(node, i)
        node.logits = None

    def _find(self, row: np.ndarray) -> _Node:
        """The node of a row: a child of the one seen last, else replayed from the prompt."""
        known = self._latest.get(row.tobytes())
        if known is not None:
            return known
        parent = self._latest.get(row[:-1].tobytes())
        if parent is not None:
            return self._child(parent, int(row[-1]))
        node = self._roots[row[: self._prompt_length].tobytes()]
        for token in row[self._prompt_length :]:
            node = self._child(node, int(token))
        return node

    def _child(self, node: _Node, token: int) -> _Node:
        child = node.children.get(token)
        if child is not None:
            return child
        before = node.sequence
        step = Step(token, node.mask, forced=False, closed=before is not None and before.closing)
        child = node.children[token] = _Node(None, node, step)
        if node.ended or node.dead or before is None:
            child.ended, child.dead = node.ended, node.dead
            return child
        if node.logits is not None:
            step.measures = measure(node.logits[None], [node.mask], [token])
        if token in self._compile(0).vocabulary.eos_ids:
            child.ended, child.dead = True, not before.may_stop
            child.sequence = before
            return child
        step.forced = before.forced() == token or (node.mask is not None and count(node.mask) == 1)
        sequence = before.fork()
        if sequence.accept(token) is Verdict.ACCEPTED:
            child.sequence = sequence
        else:
            child.dead = True
        return child

    def _warn(self, warning: str) -> None:
        if warning not in self.warnings:
            self.warnings += (warning,)

    # --- masks ------------------------------------------------------------------------------------------------------

    def _keep(self, node: _Node, scores: Logits) -> np.ndarray:
        """Which tokens may be drawn after ``node``: flags of shape ``(vocabulary,)``."""
        vocabulary = self._compile(0).vocabulary
        keep = np.zeros(len(scores), dtype=bool)
        sequence = node.sequence
        if node.ended or node.dead or sequence is None or sequence.must_stop:
            keep[list(vocabulary.eos_ids)] = True
            if sequence is not None and not node.ended and not node.dead:
                node.mask = sequence.allowed()
            return keep
        node.mask = mask = sequence.allowed()
        forced = sequence.forced()
        if forced is None and count(mask) == 1:
            forced = int(members(mask)[0])
        if forced is not None and self._leads_on(sequence, forced) is Verdict.ACCEPTED:
            keep[forced] = True
        elif forced is not None or sequence.mask_suffices:
            if forced is not None:
                self._close(sequence, keep)
            else:
                keep[:] = flags_of(mask, len(scores))
        else:
            self._try_out(sequence, mask, scores, keep)
        return keep

    def _try_out(self, sequence: Sequence, mask: Words, scores: Logits, keep: np.ndarray) -> None:
        """Keeps the likeliest allowed tokens behind which a valid end is in reach."""
        ids = members(mask)
        own = scores[ids].astype(np.float64)
        peak = own.max()
        if not np.isfinite(peak):
            own, peak = np.zeros(len(ids)), 0.0  # others left nothing: any allowed token is as good
        weights = np.exp(own - peak)
        order = np.argsort(-weights, kind="stable")
        left = weights.sum()
        untried = left * _UNTRIED_MASS
        for tried, at in enumerate(order):
            token = int(ids[at])
            end = token in self._compile(0).vocabulary.eos_ids
            verdict = Verdict.ACCEPTED if end else self._leads_on(sequence, token)
            if verdict is Verdict.ACCEPTED:
                keep[token] = True
            elif verdict is Verdict.OVER_BUDGET and not keep.any():
                break  # the likeliest way out leads beyond the budget: as in our own loop, the witness is followed
            left -= weights[at]
            if keep.any() and (left <= untried or tried >= _MOST_TRIED):
                return
        if not keep.any():
            self._close(sequence, keep)

    @staticmethod
    def _leads_on(sequence: Sequence, token: int) -> Verdict:
        return sequence.fork().accept(token)

    def _close(self, sequence: Sequence, keep: np.ndarray) -> None:
        sequence.close()
        following = sequence.forced()
        keep[[following] if following is not None else list(self._compile(0).vocabulary.eos_ids)] = True

    # --- the model's own logits -------------------------------------------------------------------------------------

    def _hook(self, model: Any) -> None:
        me = weakref.ref(self)

        def read(_module: Any, _args: Any, output: Any) -> None:
            processor = me()
            if processor is not None and getattr(output, "logits", None) is not None:
                processor._raw = output.logits.detach()

        weakref.finalize(self, model.register_forward_hook(read).remove)

    def _raw_rows(self, rows: np.ndarray) -> Logits | None:
        """The model's logits of this step, shape ``(rows, vocabulary)``; ``None`` where they belong to no one step."""
        raw, self._raw = self._raw, None
        # One step, or all of them: other widths belong to several candidates at once (assisted generation).
        if raw is None or raw.shape[0] != len(rows) or raw.shape[1] not in (1, rows.shape[1]):
            return None
        return np.array(raw[:, -1].float().cpu().numpy(), dtype=np.float32)

    # --- traces -----------------------------------------------------------------------------------------------------

    def _trace(self, row: np.ndarray) -> Trace:
        root = self._roots.get(row[: self._prompt_length].tobytes())
        if root is None:
            raise OptionError(
                "expected the output of the last generate(), prompts included: a row begins with another prompt",
                path="output_ids",
            )
        steps: list[Step] = []
        node = root
        for token in row[self._prompt_length :]:
            node = self._child(node, int(token))
            if node.dead or node.step is None:
                return Trace("unknown", "the row holds a token that the contract forbids (a dead beam)", ())
            steps.append(node.step)
            if node.ended:
                break
        vocabulary = self._compile(0).vocabulary
        trace = raw_trace(steps, vocabulary.token_bytes)
        if not self._has_model or any(step.measures is None for step in steps):
            unknown = "the logits of some step were not seen" if self._has_model else _NO_MODEL
            trace = replace(trace, track="unknown", unknown=unknown)
        sequence = node.sequence
        assert sequence is not None
        data = vocabulary.decode(sequence.tokens)
        spans, value_of = read_fields(sequence, data)
        fields = trace_fields(spans, trace.tokens, data, value_of, closed_from=sequence.closed_from)
        if not node.ended and not sequence.may_stop:
            self._warn("an output was cut off: generate() was given fewer max_new_tokens than this processor")
        return replace(trace, fields=fields)
