"""The fixed sentences that stand where there is no answer. They tell apart what the reader can do about it."""

from __future__ import annotations

from typing import Literal

from logitrail.contract.phrases import Language
from logitrail.decoding.instructing import language_of

#: Why there is no answer.
Reason = Literal["not_retrieved", "not_said", "unfinished", "vetoed"]

SENTENCES: dict[Reason, dict[Language, str]] = {
    "not_retrieved": {
        "zh": "没有检索到与这个问题有关的资料，因此不作回答。",
        "en": "No source on this question was retrieved, so there is no answer.",
    },
    "not_said": {
        "zh": "所给的资料没有说明这一点，因此不作回答。",
        "en": "The sources do not say this, so there is no answer.",
    },
    "unfinished": {
        "zh": "回答没有在限定的长度内完成，因此不作回答。",
        "en": "The answer did not end within its length limit, so there is no answer.",
    },
    "vetoed": {
        "zh": "拟出的回答与资料不符，因此不予给出。",
        "en": "The drafted answer is not borne out by the sources, so it is not given.",
    },
}


def abstention(reason: Reason, question: str) -> str:
    """The sentence for a reason, in the language of the question."""
    return SENTENCES[reason][language_of(question)]
