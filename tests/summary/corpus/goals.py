"""What the findings of an audit are to tell at least, and how seldom they may speak against a true summary."""

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
"""The least share of corruptions of a kind that findings tell in summaries that keep the record's words.

So by the label of whoever wrote them, and so where the audit takes them for such, which is all that a program can know.
"""

NAMED: frozenset[Kind] = frozenset({"path", "number", "identifier", "quotation"})
"""The kinds of which the same holds whatever the writing."""

FLAGGED = 0.03
"""The largest share of true summaries in prose against which a finding speaks; hints are told without a goal."""
