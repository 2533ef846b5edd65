"""The online chain: answers that are verified before anyone reads them."""

from logitrail.pipeline.actions import Decision, Veto, register_action
from logitrail.pipeline.answer import Answer, Citation, StageEvent
from logitrail.pipeline.pipeline import Pipeline
from logitrail.pipeline.reading import read_source
from logitrail.pipeline.retrieval import BM25Retriever, Retriever

__all__ = [
    "Answer",
    "BM25Retriever",
    "Citation",
    "Decision",
    "Pipeline",
    "Retriever",
    "StageEvent",
    "Veto",
    "read_source",
    "register_action",
]
