"""What an audit notices, certain or not: the kinds of its findings and of its hints."""

from __future__ import annotations

from inspector.summary.audit import Source, audit
from inspector.summary.audit.shapes import FindingKind


def noticed(source: Source, text: str) -> set[FindingKind]:
    """The kinds of all that is said against a summary."""
    return {each.kind for each in audit(source, text).remarks}
