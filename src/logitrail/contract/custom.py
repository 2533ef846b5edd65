"""Rules of one's own: a registered class that follows each decoded text and says how far it may go.

A contract carries such a rule by its name and its options, so that it can be saved; the class must be registered
wherever the contract is used. Its state is a value, never changed in place: the decoder tries many continuations from
one state.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Mapping
from functools import lru_cache
from typing import Any, Protocol, TypeVar

from logitrail.contract.keywords import closest
from logitrail.contract.model import BlockRule, Custom
from logitrail.contract.paths import Path
from logitrail.errors import ContractError, OptionError


class Rule(Protocol):
    """What a registered class offers. Its constructor takes the options as keyword arguments."""

    def begin(self, path: Path, is_key: bool) -> Hashable | None:
        """The state before a text.

        Args:
            path: Keys and indices from the root to the string; for an object key, to the object.
            is_key: Whether the text is an object key.

        Returns:
            A state, or ``None`` where the rule has nothing to say about the text.
        """

    def feed(self, state: Any, text: str) -> Hashable | None:
        """The state after more of the text; reading it in pieces must come to the same as reading it at once.

        Args:
            state: What ``begin`` or ``feed`` gave.
            text: One or more decoded characters.

        Returns:
            A state, or ``None``: whatever follows, the rule is broken.
        """

    def may_end(self, state: Any) -> bool:
        """Whether the text may end in this state."""


_Class = TypeVar("_Class", bound=type)
_REGISTERED: dict[str, Callable[..., Rule]] = {}


def register_rule(name: str) -> Callable[[_Class], _Class]:
    """A class decorator: makes a rule known under a name, for ``Contract.obeying``.

    Raises:
        OptionError: The name is empty or taken, or the class lacks a method of :class:`Rule`.
    """
    if not isinstance(name, str) or not name:
        raise OptionError(f"expected a name, got {name!r}", path="name", hint='@register_rule("no_shouting")')

    def register(cls: _Class) -> _Class:
        missing = [method for method in ("begin", "feed", "may_end") if not callable(getattr(cls, method, None))]
        if missing:
            raise OptionError(
                f"{cls.__name__} lacks {', '.join(missing)}", path=name, hint=f"def {missing[0]}(self, …)"
            )
        known = _REGISTERED.get(name)
        if known is not None and _origin(known) != _origin(cls):  # a module may be loaded again
            raise OptionError(f"the rule {name!r} is registered already, by {_origin(known)}", path=name)
        _REGISTERED[name] = cls
        instance_of.cache_clear()
        return cls

    return register


def _origin(cls: Any) -> str:
    return f"{cls.__module__}.{cls.__qualname__}"


def custom_of(name: Any, options: Mapping[str, Any]) -> Custom:
    """A registered rule by name and options, tried out.

    Raises:
        ContractError: No such rule is registered, the options are no JSON data, or the class does not take them.
    """
    plain = "give strings, numbers, lists and dictionaries"
    try:
        text = json.dumps(dict(options), sort_keys=True, ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise ContractError(f"the options of rule {name!r} cannot be saved: {error}", hint=plain) from None
    if json.loads(text) != dict(options):
        raise ContractError(
            f"the options of rule {name!r} do not come back from JSON as they are",
            hint="give lists for tuples, and strings as keys",
        )
    custom = Custom(name, text)
    instance_of(custom)
    return custom


@lru_cache(maxsize=256)
def instance_of(custom: Custom) -> Rule:
    """The rule itself: one object for all texts, since its state is kept outside.

    Raises:
        ContractError: No such rule is registered, or the class does not take the options.
    """
    made = _REGISTERED.get(custom.name)
    if made is None:
        meant = closest(str(custom.name), _REGISTERED)
        hint = (
            f"did you mean {meant!r}?" if meant else "import the module that registers it before the contract is made"
        )
        raise ContractError(f"no rule {custom.name!r} is registered", hint=hint)
    try:
        return made(**json.loads(custom.options))
    except TypeError as error:
        raise ContractError(f"rule {custom.name!r} does not take these options: {error}") from None


def breaks(text: str, rule: BlockRule, path: Path, *, is_key: bool = False) -> bool:
    """Whether a whole text breaks the registered rule that ``rule`` carries; false where it carries none."""
    if rule.custom is None:
        return False
    custom = instance_of(rule.custom)
    state = custom.begin(path, is_key)
    if state is not None and text:
        state = custom.feed(state, text)
        if state is None:
            return True
    return state is not None and not custom.may_end(state)
