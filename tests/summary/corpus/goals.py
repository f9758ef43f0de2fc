"""What the audit is to find at least, and how seldom it may speak against a true summary: in each half."""

from __future__ import annotations

from collections.abc import Mapping

from tests.summary.corpus.corrupt import Kind

FOUND: Mapping[Kind, float] = {
    "path": 0.95,
    "number": 0.95,
    "identifier": 0.95,
    "quotation": 0.95,
    "attribution": 0.95,
    "exit status": 0.95,
    "negation": 0.8,
}
"""The least share of corruptions of a kind; the other kinds are told without a goal."""

FLAGGED = 0.03
"""The largest share of true summaries in prose."""
