"""Contract × tokenizer: the grammar mask, the shadow reader, the blocklist automaton and the witness."""

from logitrail.engine.compiled import CompiledContract, compile_contract, require_contract
from logitrail.engine.sequence import Sequence, Verdict
from logitrail.engine.vocabulary import Vocabulary, byte_vocabulary
from logitrail.engine.watched import Watched, unenforceable

__all__ = [
    "CompiledContract",
    "Sequence",
    "Verdict",
    "Vocabulary",
    "Watched",
    "byte_vocabulary",
    "compile_contract",
    "require_contract",
    "unenforceable",
]
