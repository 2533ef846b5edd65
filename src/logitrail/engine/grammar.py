"""Lowers a contract to the text of a grammar for llguidance, and reads its refusals back as places."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from llguidance import LLMatcher, LLParserLimits, regex_to_lark

from logitrail.contract.model import GAPS, GrammarShape, JsonShape, RegexShape
from logitrail.engine.lowering.plan import plan_of
from logitrail.engine.lowering.text import OPTIONS, engine_limits
from logitrail.errors import ContractError, SchemaError

if TYPE_CHECKING:
    from logitrail.contract import Contract


def lower(contract: Contract) -> str:
    """The contract's shape as Lark text with llguidance's extensions (the blocklist is not part of it)."""
    shape = contract.shape
    if isinstance(shape, JsonShape):
        return plan_of(contract, shape).lark
    if isinstance(shape, RegexShape):
        return f"{OPTIONS}start: /{regex_to_lark(shape.pattern, 'd')}/\n"
    return OPTIONS + shape.lark


def grammar_of(contract: Contract) -> str:
    """The whole grammar, as llguidance takes it: the shape, behind free text where the contract has a prelude."""
    lark = lower(contract)
    prelude = contract.prelude
    if prelude is None:
        return LLMatcher.grammar_from_lark(lark)
    gap = f"({' | '.join(json.dumps(gap) for gap in GAPS)})? " if isinstance(contract.shape, JsonShape) else ""
    marker = json.dumps(prelude.marker, ensure_ascii=False)
    length = "*" if prelude.max_length is None else f"{{0,{prelude.max_length}}}"
    outer = f"{OPTIONS}start: free {gap}@value\nfree[suffix={marker}]: /(?s:.{length})/\n"
    return json.dumps({"grammars": [{"lark_grammar": outer}, {"name": "value", "lark_grammar": lark}]})


def limits() -> LLParserLimits:
    """Resources of the grammar engine."""
    return engine_limits()


def refusal(contract: Contract) -> ContractError | None:
    """Why the grammar engine cannot hold the contract's shape, or ``None`` when it can."""
    shape = contract.shape
    if isinstance(shape, JsonShape):
        try:
            plan = plan_of(contract, shape)
        except SchemaError as error:
            return error
        if not plan.matcher.is_error():
            return None
        reason = _short(plan.matcher.get_error())
        return SchemaError(f"the grammar engine refuses the schema: {reason}", path="$")
    problem, messages = LLMatcher.validate_grammar_with_warnings(
        LLMatcher.grammar_from_lark(lower(contract)), limits=limits()
    )
    if not problem:
        return None
    reason = _short(messages[0])
    if isinstance(shape, RegexShape):
        told = [line for line in messages[0].splitlines() if line.strip().startswith("error: ")]
        reason = told[-1].strip().removeprefix("error: ") if told else reason
        irregular = "look-around" in messages[0] or "backreferences" in messages[0]
        return ContractError(
            f"the pattern {shape.pattern!r} cannot be compiled: {reason}",
            path="$",
            hint="look-around and back-references are not regular; spell the alternatives out"
            if irregular
            else "brackets must be closed and a literal one escaped: \\( \\[ \\{",
        )
    assert isinstance(shape, GrammarShape)
    place = re.search(r"\b(\d+)\((\d+)\)", reason)
    return ContractError(
        f"the grammar cannot be compiled: {reason}",
        path=f"grammar:{max(int(place[1]) - OPTIONS.count(chr(10)), 1)}:{place[2]}" if place else "grammar",
        hint="the syntax is Lark as llguidance reads it; a grammar needs a rule named start",
    )


def _short(message: str) -> str:
    lines = [line for line in message.strip().splitlines() if line.strip()]
    return lines[0].strip()[:300] if lines else "no reason given"
