"""What happens after a veto: the built-in actions, and registered ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, get_args

from logitrail.contract.keywords import closest
from logitrail.errors import OptionError
from logitrail.types import Finding

#: Ask again with the findings, as long as there are retries left; end with no answer, saying that it was vetoed; or
#: end with no answer, as if the sources did not say.
Decision = Literal["retry", "veto", "abstain"]


@dataclass(frozen=True, slots=True)
class Veto:
    """What an action is told.

    Attributes:
        question: What was asked.
        attempt: The attempt that was vetoed, from 1.
        retries_left: How many more there may be.
        values: Slot → the drafted value, as JSON data.
        findings: All findings of the attempt.
    """

    question: str
    attempt: int
    retries_left: int
    values: dict[str, Any]
    findings: tuple[Finding, ...]


Action = Callable[[Veto], Decision]
_REGISTERED: dict[str, Action] = {}


def register_action(name: str) -> Callable[[Action], Action]:
    """A decorator: makes a function known under a name, for ``Pipeline(on_veto=…)`` and case files.

    The function is told of a veto and returns ``"retry"``, ``"veto"`` or ``"abstain"``. It may do something besides:
    notify a person, count.

    Raises:
        OptionError: The name is empty, taken, or that of a built-in action.
    """
    if not isinstance(name, str) or not name or name in get_args(Decision):
        raise OptionError(f"expected a name of its own, got {name!r}", path="name", hint='@register_action("page_me")')

    def register(action: Action) -> Action:
        known = _REGISTERED.get(name)
        if known is not None and _origin(known) != _origin(action):  # a module may be loaded again
            raise OptionError(f"the action {name!r} is registered already, by {_origin(known)}", path=name)
        _REGISTERED[name] = action
        return action

    return register


def action_of(given: str | Action) -> Action:
    """The action that was asked for.

    Raises:
        OptionError: No action has this name.
    """
    if not isinstance(given, str):
        return given
    if given in get_args(Decision):
        return lambda veto: given  # type: ignore[return-value]
    if given not in _REGISTERED:
        names = [*get_args(Decision), *sorted(_REGISTERED)]
        close = closest(given, names)
        raise OptionError(
            f"there is no action {given!r}, expected one of {', '.join(names)}",
            path="on_veto",
            hint=f"on_veto: {close}" if close else None,
        )
    return _REGISTERED[given]


def decided(action: Action, veto: Veto) -> Decision:
    """What an action decides.

    Raises:
        OptionError: It returned something else.
    """
    decision = action(veto)
    if decision not in get_args(Decision):
        raise OptionError(
            f"expected the action to return {', '.join(get_args(Decision))}, got {decision!r}", path="on_veto"
        )
    return decision


def _origin(action: Any) -> str:
    return f"{getattr(action, '__module__', '?')}.{getattr(action, '__qualname__', repr(action))}"
