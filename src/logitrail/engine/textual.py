"""Questions about a contract that need no tokenizer: they are asked byte by byte."""

from __future__ import annotations

from typing import TYPE_CHECKING

from logitrail.engine.compiled import CompiledContract, compile_contract
from logitrail.engine.grammar import refusal
from logitrail.engine.stepper import Stepper
from logitrail.engine.vocabulary import byte_vocabulary
from logitrail.errors import ConflictError, ContractError

if TYPE_CHECKING:
    from logitrail.contract import Contract


def accepts(contract: Contract, text: str) -> bool:
    """Whether generation under the contract could have produced exactly this text.

    Raises:
        ContractError: The contract cannot be compiled.
    """
    return rejected_at(contract, text) is None


def rejected_at(contract: Contract, text: str) -> int | None:
    """Where the text leaves the contract: an offset into its UTF-8 bytes.

    Returns:
        The offset of the first byte that is not allowed; the length when the text is a beginning that lacks its end;
        ``None`` when the text is accepted.
    """
    data = text.encode("utf-8", "surrogatepass")
    try:
        # Blocked words may leave nothing to say; of the schema by itself the grammar tells.
        stepper = Stepper(compile_contract(contract, byte_vocabulary(), prove=bool(contract.block_rules)))
    except ConflictError:
        return 0
    read = stepper.read(data)
    return None if read == len(data) and stepper.may_stop else read


def shortest(contract: Contract) -> bytes | None:
    """The shortest valid text found, or ``None`` when nothing obeys the contract.

    Raises:
        ContractError: The contract cannot be compiled.
    """
    try:
        compiled: CompiledContract = compile_contract(contract, byte_vocabulary())
    except ConflictError:
        return None
    return byte_vocabulary().decode(compiled.shortest)


def compile_problem(contract: Contract) -> ContractError | None:
    """Why the grammar engine cannot hold the contract, with path and keyword; ``None`` when it can."""
    return refusal(contract)
