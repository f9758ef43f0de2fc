"""A summary checked against what it replaces: deterministic, offline, with places on both sides."""

from inspector.summary.audit.run import audit
from inspector.summary.audit.shapes import Audit, Finding, Item, Range, Span
from inspector.summary.audit.source import Source

__all__ = ["Audit", "Finding", "Item", "Range", "Source", "Span", "audit"]
