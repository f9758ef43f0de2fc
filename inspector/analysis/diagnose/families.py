"""The families, in the order in which they are told.

A new one is a file with its rule and a `FAMILY = Family(name, about, find)` at its end, and one line in `FAMILIES` (with the
import above it). `find(case)` returns findings; nothing has to be registered elsewhere: `inspector check`, its JSON, `--fail-on`
and the screen read this list. Its tests are `tests/analysis/diagnose/test_NAME.py`.
"""

from __future__ import annotations

from inspector.analysis.diagnose import (
    broken_pairs,
    configured,
    summary_of_summary,
)
from inspector.analysis.diagnose.case import Family

FAMILIES: tuple[Family, ...] = (
    broken_pairs.FAMILY,
    summary_of_summary.FAMILY,
    configured.FAMILY,
)

NAMES: tuple[str, ...] = tuple(family.name for family in FAMILIES)
"""The names that `--fail-on` and `only` know."""
