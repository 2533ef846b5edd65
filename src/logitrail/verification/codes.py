"""The reason codes of findings: what each means for the claim, and whether it can reject an answer."""

from __future__ import annotations

from logitrail.types import Status

_BY_STATUS: dict[Status, str] = {
    "SUPPORTED": """
        VERBATIM EQUAL CONVERTED ROUNDED IN_BOUND STATED QUOTE_FOUND FORMULA_HOLDS PERIOD_FOUND IDENTIFIER_FOUND
        """,
    "CONTRADICTED": """
        NUMBER_MISMATCH MAGNITUDE_MISMATCH UNIT_MISMATCH CURRENCY_MISMATCH RATIO_KIND_MISMATCH SIGN_MISMATCH
        RANGE_MISMATCH DIRECTION_FLIPPED BOUND_FLIPPED PERIOD_MISMATCH METRIC_MISMATCH NEGATION_FLIPPED
        MODALITY_CHANGED CONDITION_DROPPED OPPOSITE_WORD ROLES_SWAPPED FORMULA_WRONG CAPITALS_MISMATCH KIND_MISMATCH
        CONTRADICTED_BY_OTHER_SOURCE ENTITY_MISMATCH
        """,
    "NOT_FOUND": """
        QUOTE_NOT_IN_SOURCE CITATION_MISSING NUMBER_NOT_FOUND PERIOD_NOT_FOUND IDENTIFIER_NOT_FOUND OPERAND_NOT_FOUND
        VALUE_NOT_IN_QUOTE
        """,
    "NOT_CHECKABLE": """
        DERIVED SELF_COUNT NO_SUBJECT NOTHING_TO_CHECK QUESTION AMBIGUOUS ABSTAINED
        """,
}

#: Every code, with the status that it goes with.
CODES: dict[str, Status] = {code: status for status, codes in _BY_STATUS.items() for code in codes.split()}

#: Codes that can reject an answer: contradictions, and what is not found.
GRAVE = frozenset(code for code, status in CODES.items() if status in ("CONTRADICTED", "NOT_FOUND"))

#: Those that do unless a policy says otherwise. Sources that disagree are shown, not judged: two years may differ.
VETOING = GRAVE - {"CONTRADICTED_BY_OTHER_SOURCE"}

#: Codes of the status NOT_FOUND: what the evidence does not say.
NOT_FOUND = frozenset(code for code, status in CODES.items() if status == "NOT_FOUND")
