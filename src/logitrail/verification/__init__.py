"""Facts checked by code against their source: claims in, findings with reasons out, no model as a judge."""

from __future__ import annotations

from logitrail.verification.codes import CODES
from logitrail.verification.custom import register_check
from logitrail.verification.policy import Policy
from logitrail.verification.subject import Subject
from logitrail.verification.verdict import Verdict
from logitrail.verification.verifier import verify

__all__ = ["CODES", "Policy", "Subject", "Verdict", "register_check", "verify"]
