"""Why nothing can be said under a contract, where neither the schema nor the words show it by themselves.

The grammar engine is asked what could be said with fewer rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from logitrail.contract.blocklist import covers, find_across
from logitrail.contract.constraints import Constraint, common_path, constraints_of, without
from logitrail.contract.explain import shown
from logitrail.contract.jsontext import read_json
from logitrail.contract.killed import Cause, cause_against, cause_in, causes_of, remedy
from logitrail.contract.model import GrammarShape, JsonShape, Prelude, RegexShape
from logitrail.contract.paths import render
from logitrail.contract.smallest import smallest
from logitrail.contract.survey import Conflict
from logitrail.errors import ContractError

if TYPE_CHECKING:
    from logitrail.contract.contract import Contract

#: Texts tried to find the words that matter.
_MOST_TEXTS = 60
#: Keywords of a schema among which the guilty ones are looked for.
_MOST_KEYWORDS = 400
_MOST_NAMED = 20


def nothing_can_be_said(contract: Contract) -> bool:
    """Whether no text obeys the contract.

    Raises:
        ContractError: The grammar engine cannot hold the contract.
    """
    return _shortest(contract) is None


def unsaid(contract: Contract) -> Conflict:
    """The conflict of a contract under which nothing can be said: the smallest set of rules that the engine finds."""
    causes = _guilty_words(contract)
    bare = replace(contract, block_rules=tuple(cause.alone for cause in causes))
    shape = contract.shape
    if isinstance(shape, RegexShape):
        return _conflict((f"the pattern {shape.pattern}",), "$", causes)
    if isinstance(shape, GrammarShape):
        return _conflict(("the grammar",), "$", causes)
    assert isinstance(shape, JsonShape)
    keywords = _guilty_keywords(bare, shape)
    path = common_path(shape.schema, keywords) if keywords else ()
    return _conflict(tuple(keyword.text for keyword in keywords) or ("the schema",), render(path), causes)


def blocked_marker(contract: Contract, prelude: Prelude) -> Iterator[Conflict]:
    """Conflicts of the end of free text with the words that are blocked in it."""
    marker = prelude.marker
    rules = [rule for rule in contract.block_rules if rule.fields is None]
    cause = cause_in(marker, rules, ())
    if cause is not None:
        yield _conflict((f"the marker {shown(marker)}",), "$", [cause])


def _conflict(said: tuple[str, ...], path: str, causes: Sequence[Cause]) -> Conflict:
    named = [str(cause) for cause in causes[:_MOST_NAMED]]
    if len(causes) > _MOST_NAMED:
        named.append(f"and {len(causes) - _MOST_NAMED} more blocked words")
    subject = " and ".join(said[:3]) + (f" and {len(said) - 3} more" if len(said) > 3 else "")
    message = f"no text obeys {subject}" + (" and the blocked words" if causes else "")
    if len(causes) == 1:
        message = f"whatever obeys {subject} {'breaks' if causes[0].rule.custom else 'holds the'} {causes[0].brief}"
    hint = remedy(causes) if causes else "take keywords out there one by one until check() finds no conflict"
    return Conflict(path, (*said, *named), message, hint)


def _shortest(contract: Contract) -> bytes | None:
    from logitrail.engine import textual

    return textual.shortest(contract)


def _guilty_words(contract: Contract) -> list[Cause]:
    """Words and registered rules of which none can be spared.

    Rules are added as texts break them, so that of many thousand words only those are looked at that matter.
    """
    chosen: list[Cause] = []
    while len(chosen) < _MOST_TEXTS:
        text = _shortest(replace(contract, block_rules=tuple(cause.alone for cause in chosen)))
        if text is None:
            break
        broken = next((cause for cause in _causes_in(contract, text.decode()) if cause not in chosen), None)
        if broken is None:  # the text obeys the blocklist: the search for a text under all of it gave up
            return causes_of(contract.block_rules)
        chosen.append(broken)
    else:
        chosen = causes_of(contract.block_rules)

    def fails(causes: Sequence[Cause]) -> bool:
        return _shortest(replace(contract, block_rules=tuple(cause.alone for cause in causes))) is None

    order = {cause: i for i, cause in enumerate(causes_of(contract.block_rules))}
    return smallest(sorted(chosen, key=order.__getitem__), fails)


def _causes_in(contract: Contract, text: str) -> Iterator[Cause]:
    """What of the blocklist a text breaks."""
    rules = contract.block_rules
    if not isinstance(contract.shape, JsonShape):
        found = [cause_in(text, (rule,), ()) for rule in rules]
        yield from (cause for cause in found if cause is not None)
        return
    parts = read_json(text).parts
    for part in parts:
        for rule in rules:
            cause = (
                cause_in(part.value, (rule,), part.path[:-1], is_key=True)
                if part.kind == "key"
                else cause_against(part.value, (rule,), part.path)
                if part.kind in ("string", "number")
                else None
            )
            if cause is not None:
                yield cause
    for rule in rules:
        if rule.across_fields:
            said = [part.value for part in parts if part.kind == "string" and covers(rule, part.path)]
            yield from (Cause(rule, hit.word) for hit in find_across(said, rule))


def _guilty_keywords(contract: Contract, shape: JsonShape) -> list[Constraint]:
    """Keywords of which none can be spared; none where there are too many to try."""
    keywords = constraints_of(shape.schema)
    if len(keywords) > _MOST_KEYWORDS:
        return []

    def fails(kept: Sequence[Constraint]) -> bool:
        dropped = [keyword for keyword in keywords if keyword not in kept]
        relaxed = replace(contract, shape=JsonShape(without(shape.schema, dropped), shape.registry), spellings=())
        try:
            return _shortest(relaxed) is None
        except ContractError:  # the grammar engine holds the schema only with what was taken out
            return False

    found = smallest(keywords, fails) if keywords else []
    # Under "oneOf" a keyword less may leave less to say; what was found must still be a reason.
    return found if len(found) == len(keywords) or fails(found) else []
