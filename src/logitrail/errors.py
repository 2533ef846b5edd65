"""Every error that logitrail raises on purpose.

The tree::

    LogitrailError
    ├── ContractError            the contract itself
    │   ├── SchemaError          not a JSON Schema, or a keyword that cannot be enforced
    │   ├── RuleError            a rule dictionary or file that cannot be read
    │   ├── SlotError            a slot of a grounded contract that cannot be
    │   └── ConflictError        rules that contradict each other: nothing could ever be said
    ├── BudgetError              max_tokens is below the shortest valid output
    ├── PromptError              empty, or longer than the context of the model
    ├── OptionError              an argument out of its range
    ├── ModelError               loading or running a model
    │   ├── UnknownModelError    no such model id or folder
    │   ├── DownloadError        the package index could not be reached, or has no such file
    │   ├── IntegrityError       what was downloaded is not what was published (hash)
    │   ├── CacheError           the cache folder cannot be written (disk full, permissions)
    │   ├── LicenseError         the model's terms have not been accepted
    │   └── TokenizerError       no fast tokenizer, or its bytes cannot be trusted
    ├── SourceError              a source or a folder of sources that cannot be read
    ├── TemplateError            a template that cannot be read, or that names a slot which there is not
    ├── SynthesisError           a sentence that cannot be written from what was verified
    ├── CaseError                a case file that cannot be read
    ├── MissingExtraError        an optional dependency is not installed
    └── BrokenContractError      a host forced a token that the contract forbids

Each carries ``message`` (what, expected against got), ``path`` (where: ``$.a.b`` or ``file:line:col``) and ``hint``
(one line that can be pasted).
"""

from __future__ import annotations


class LogitrailError(Exception):
    """Base of all errors of this library.

    Args:
        message: What went wrong: expected against got.
        path: Where: a JSON path (``$.a.b``) or ``file:line:col``; ``None`` where there is no place.
        hint: One line that helps and can be pasted.
    """

    def __init__(self, message: str, *, path: str | None = None, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.path = path
        self.hint = hint

    def __str__(self) -> str:
        text = f"{self.path}: {self.message}" if self.path else self.message
        return f"{text}\n  hint: {self.hint}" if self.hint else text


class ContractError(LogitrailError):
    """The contract cannot be used."""


class SchemaError(ContractError):
    """The schema is not a JSON Schema, or holds a keyword that cannot be enforced."""


class RuleError(ContractError):
    """A rule dictionary or rule file cannot be read."""


class SlotError(ContractError):
    """What a slot of a grounded contract asks for cannot be."""


class ConflictError(ContractError):
    """The rules contradict each other: no text obeys them all."""


class BudgetError(LogitrailError):
    """``max_tokens`` is below the shortest valid output.

    Attributes:
        needed: The number of tokens of the shortest valid output that was found.
    """

    def __init__(self, message: str, *, needed: int, path: str | None = None, hint: str | None = None) -> None:
        super().__init__(message, path=path, hint=hint)
        self.needed = needed


class PromptError(LogitrailError):
    """The prompt is empty, or does not fit the context of the model."""


class OptionError(LogitrailError):
    """An argument is out of its range."""


class ModelError(LogitrailError):
    """A model could not be loaded or run."""


class UnknownModelError(ModelError):
    """No model has this id."""


class DownloadError(ModelError):
    """A model's package could not be fetched."""


class IntegrityError(ModelError):
    """A downloaded file does not have the published hash."""


class CacheError(ModelError):
    """The cache folder cannot be written."""


class LicenseError(ModelError):
    """The terms of a model have not been accepted."""


class TokenizerError(ModelError):
    """A tokenizer has no fast form, or its token bytes cannot be trusted."""


class SourceError(LogitrailError):
    """A source cannot be read: no such file, or bytes that are not of its encoding."""


class TemplateError(LogitrailError):
    """A template cannot be read, or names a slot that there is not."""


class SynthesisError(LogitrailError):
    """A sentence cannot be written from what was verified: it would say something else, or nothing would be said.

    Attributes:
        slot: The name of the slot that stands in the way; ``None`` where it is the template's own words.
    """

    def __init__(
        self, message: str, *, slot: str | None = None, path: str | None = None, hint: str | None = None
    ) -> None:
        super().__init__(message, path=path, hint=hint)
        self.slot = slot


class CaseError(LogitrailError):
    """A case file cannot be read, or a key in it has no meaning."""


class MissingExtraError(LogitrailError):
    """An optional dependency is not installed.

    Attributes:
        extra: The name of the extra that brings it.
    """

    def __init__(self, feature: str, extra: str) -> None:
        super().__init__(
            f"{feature} needs an optional dependency that is not installed",
            hint=f"pip install 'logitrail[{extra}]'",
        )
        self.extra = extra


class BrokenContractError(LogitrailError):
    """The host of a logits processor chose a token that the contract forbids."""
