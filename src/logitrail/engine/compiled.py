"""A contract compiled for one vocabulary: what every sequence under it shares."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from llguidance import LLMatcher

from logitrail.contract.model import JsonShape
from logitrail.engine import witness
from logitrail.engine.abstention import abstaining
from logitrail.engine.blocker import Blocker
from logitrail.engine.donors import Donors
from logitrail.engine.grammar import grammar_of, limits, refusal
from logitrail.engine.guard import Guard, WatchTable
from logitrail.engine.lowering.plan import plan_of
from logitrail.engine.monitors import Monitor, WatchBook
from logitrail.engine.prelude import PreludeReader
from logitrail.engine.proposals import Proposals
from logitrail.engine.reader import JsonReader, Reader, TextReader
from logitrail.engine.vocabulary import Vocabulary, byte_vocabulary
from logitrail.engine.watched import unenforceable
from logitrail.errors import ConflictError, ContractError, OptionError, SchemaError

if TYPE_CHECKING:
    from logitrail.contract import Contract


class CompiledContract:
    """A contract over a vocabulary.

    Raises:
        ContractError: The grammar engine cannot hold the shape; the error carries the path and the keyword.
        ConflictError: No text obeys the contract.
    """

    def __init__(self, contract: Contract, vocabulary: Vocabulary) -> None:
        self.contract = contract
        self.vocabulary = vocabulary
        self.is_json = isinstance(contract.shape, JsonShape)
        #: Whether some object takes keys that the schema does not name: the grammar would take one of them twice.
        self.may_repeat_keys = False
        #: Whether null may stand anywhere.
        self.nullable = False
        #: Whether something is asked that the grammar does not hold.
        self.watched = False
        #: What each place asks for; ``None`` where the search of witnesses needs no help.
        self.book: WatchBook | None = None
        #: Ends of texts to try.
        self.proposals: Proposals | None = None
        known: LLMatcher | None = None
        if isinstance(contract.shape, JsonShape):
            plan = plan_of(contract, contract.shape)
            known = plan.matcher if contract.prelude is None else None
            if not plan.lowered.satisfiable:
                raise _conflict()
            self.nullable = plan.lowered.nullable
            self.may_repeat_keys, self.watched = plan.lowered.open, plan.watched
            self.book = plan.book if plan.watched or plan.lowered.open else None
            self.proposals = plan.proposals
        #: Ends of known texts; from the first proof on.
        self.donors: Donors | None = None
        #: The same with null wherever null is allowed.
        self.abstaining_donors: Donors | None = None
        self.hints: witness.Hints = {}  # for searches of witnesses
        grammar = grammar_of(contract)
        self._byte_matcher = _matcher(contract, byte_vocabulary(), grammar) if known is None else known.deep_copy()
        in_bytes = vocabulary is byte_vocabulary()
        self._matcher = self._byte_matcher.deep_copy() if in_bytes else _matcher(contract, vocabulary, grammar)
        self._table = WatchTable(contract.block_rules) if contract.block_rules else None
        self.blocker: Blocker | None = None
        if self._table is not None:
            key = f"blocker:{self.is_json}"
            self.blocker = vocabulary.remember(key, lambda: Blocker(vocabulary, escapes=self.is_json))

    def matcher(self) -> LLMatcher:
        """A fresh grammar matcher over the vocabulary."""
        return self._matcher.deep_copy()

    def byte_matcher(self) -> LLMatcher:
        """A fresh grammar matcher over bytes."""
        return self._byte_matcher.deep_copy()

    def reader(self) -> Reader:
        """A fresh shadow reader."""
        value = (
            JsonReader(self._guard(), Monitor(self.book) if self.book is not None else None)
            if self.is_json
            else TextReader(self._guard())
        )
        prelude = self.contract.prelude
        return value if prelude is None else PreludeReader(prelude.marker.encode(), self._guard(), value)

    def _guard(self) -> Guard | None:
        return Guard(self._table) if self._table is not None else None

    @cached_property
    def shortest(self) -> list[int]:
        """Tokens of the shortest valid text found: the first witness of every sequence.

        Raises:
            ConflictError: None was found.
        """
        if self.contract.block_rules:
            self._refuse_what_is_seen()
        end = self.vocabulary.eos_ids[0]
        found: list[list[int]] = []
        texts: list[bytes] = []
        for spaced in (False, True):
            for text in witness.starts(self._byte_matcher, self.reader(), self.hints, self.proposals, spaced=spaced):
                tokens = self.vocabulary.tokenize(text)
                # A tokenizer may spell a text in a way that the grammar engine does not follow: that is no proof.
                if self._matcher.validate_tokens([*tokens, end]) == len(tokens) + 1:
                    found.append(tokens)
                    texts.append(text)
        if not found:
            raise _conflict(proved=not self.watched)
        if self.is_json:
            self.donors = Donors([text.removeprefix(self._marker) for text in sorted(texts, key=len)])
        return min(found, key=len)

    def _refuse_what_is_seen(self) -> None:
        """Conflicts of schema and words that show without a search, which would take long to find nothing."""
        from logitrail.contract.conflicts import visible_conflicts

        conflict = next((one for one in visible_conflicts(self.contract) if not one.spared), None)
        if conflict is not None:
            raise ConflictError(conflict.message, path=conflict.path, hint=conflict.hint)

    @cached_property
    def abstaining(self) -> list[int]:
        """Tokens of the first witness where the budget lets: the shortest text, with null wherever null is allowed."""
        shortest = self.shortest
        self.abstaining_donors = self.donors
        if self.donors is None or not self.nullable:
            return shortest
        begin = len(self._marker)
        texts = [self._abstaining(self._marker + text)[begin:] for text in self.donors.texts]
        self.abstaining_donors = Donors(texts)
        made = [self.vocabulary.tokenize(self._marker + text) for text in texts]
        end = self.vocabulary.eos_ids[0]
        fit = [tokens for tokens in made if self._matcher.validate_tokens([*tokens, end]) == len(tokens) + 1]
        return min(fit, key=len, default=shortest)

    def _abstaining(self, text: bytes) -> bytes:
        reader = self.reader()
        reader.feed(text)
        reader.finish()
        return abstaining(text, 0, reader.settled.fields, self._obeys)

    def _obeys(self, text: bytes) -> bool:
        matcher, reader = self._byte_matcher.deep_copy(), self.reader()
        if matcher.try_consume_tokens(list(text)) != len(text) or not matcher.is_accepting():
            return False
        reader.feed(text)
        return reader.may_finish() and not reader.broken

    @property
    def _marker(self) -> bytes:
        return self.contract.prelude.marker.encode() if self.contract.prelude is not None else b""


def _conflict(*, proved: bool = True) -> ConflictError:
    return ConflictError(
        "nothing that can be said obeys every rule of the contract"
        if proved
        else "nothing was found that obeys every rule of the contract",
        path="$",
        hint="run `logitrail check` on the contract: it names the rules that contradict each other",
    )


def _matcher(contract: Contract, vocabulary: Vocabulary, grammar: str) -> LLMatcher:
    matcher = LLMatcher(vocabulary.ll, grammar, log_level=0, limits=limits())
    if matcher.is_error():
        problem = refusal(contract)
        raise (
            problem
            if problem is not None
            else ContractError(
                f"the grammar engine refuses the contract: {matcher.get_error().splitlines()[0]}", path="$"
            )
        )
    return matcher


#: How a host takes a contract. ``"tokens"``: each token is offered before it enters the text, as our own loop and our
#: logits processors do; ``"mask"``: it takes one bit for each token, and keeps what it drew.
Host = Literal["tokens", "mask"]


def compile_contract(
    contract: Contract, vocabulary: Vocabulary, *, prove: bool = True, host: Host = "tokens"
) -> CompiledContract:
    """``contract`` compiled for ``vocabulary``; kept by content, so that equal contracts are compiled once.

    Args:
        contract: The contract.
        vocabulary: The tokens.
        prove: Whether a text that obeys is found at once. Whether a given text obeys can be told without.
        host: What decodes. A host that takes masks alone is refused what no mask holds: monitored keywords, and a
            blocklist, under which a mask may lead to where nothing may be said.

    Raises:
        ContractError: The grammar engine cannot hold the shape, or the host cannot be held to the contract (with the
            path and the keyword).
        ConflictError: No text obeys the contract.
    """
    require_contract(contract)
    if host == "mask":
        _refuse_what_no_mask_holds(contract)
    compiled: CompiledContract = vocabulary.remember(
        contract.fingerprint, lambda: CompiledContract(contract, vocabulary)
    )
    if prove:
        _ = compiled.shortest
    return compiled


def require_contract(given: Any) -> None:
    """Refuses what is no contract.

    Raises:
        OptionError: A schema, rules or a type that no contract was made of, or something else.
    """
    from logitrail.contract import Contract

    if isinstance(given, Contract):
        return
    made = "from_schema" if isinstance(given, dict | bool) or hasattr(given, "model_json_schema") else "from_type"
    if isinstance(given, str):
        made = "from_schema" if given.lstrip()[:1] == "{" else "from_file"
    raise OptionError(
        f"expected a Contract, got {given!r:.80}", path="contract", hint=f"Contract.{made}(…) makes a contract of it"
    )


def _refuse_what_no_mask_holds(contract: Contract) -> None:
    watched = unenforceable(contract)
    if watched:
        more = f" (and {len(watched) - 1} more)" if len(watched) > 1 else ""
        raise SchemaError(
            f"a host that takes a mask and never offers a token cannot be held to {watched[0].keyword!r}{more}",
            path=watched[0].path,
            hint='compile for host="tokens", and offer each token with Sequence.accept before it is kept',
        )
    if contract.block_rules:
        raise ContractError(
            "a host that takes a mask and never offers a token may be led to where the blocklist leaves nothing to say",
            path="$",
            hint='compile for host="tokens", and offer each token with Sequence.accept before it is kept',
        )
