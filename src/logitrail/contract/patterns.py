"""Whether a regular expression can be enforced, asked before it becomes part of anything."""

from __future__ import annotations

from logitrail.errors import ContractError


def pattern_problem(pattern: str) -> ContractError | None:
    """Why strings cannot be held to a pattern while decoding; ``None`` when they can."""
    from logitrail.contract.contract import Contract
    from logitrail.contract.model import JsonShape
    from logitrail.contract.schema import check_schema
    from logitrail.engine import textual

    try:
        schema = check_schema({"type": "string", "pattern": pattern})
    except ContractError as error:
        return error
    return textual.compile_problem(Contract(JsonShape(schema)))
