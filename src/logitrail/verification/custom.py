"""Checks of one's own, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from logitrail.errors import OptionError
from logitrail.types import Finding
from logitrail.verification.subject import Subject

#: A custom check: one claim in, findings out. It must be pure: the same claim gives the same findings.
CustomCheck = Callable[[Subject], Iterable[Finding]]

_REGISTERED: dict[str, CustomCheck] = {}


def register_check(name: str) -> Callable[[CustomCheck], CustomCheck]:
    """Registers a function as a check, to be named in ``Policy(checks=(name,))``.

    The function is given a :class:`Subject` and yields findings, made with ``subject.finding(name, code, ...)``.

    Raises:
        OptionError: The name is taken by another function.
    """

    def register(check: CustomCheck) -> CustomCheck:
        known = _REGISTERED.get(name)
        if known is not None and (known.__module__, known.__qualname__) != (check.__module__, check.__qualname__):
            raise OptionError(f"a check named {name!r} is registered already", hint="choose another name")
        _REGISTERED[name] = check
        return check

    return register


def registered(name: str) -> CustomCheck:
    """The check of a name.

    Raises:
        OptionError: None was registered under it.
    """
    if name not in _REGISTERED:
        known = ", ".join(sorted(_REGISTERED)) or "none"
        raise OptionError(
            f"no check named {name!r}; registered: {known}",
            path="$.checks",
            hint="import the module that registers it first",
        )
    return _REGISTERED[name]
