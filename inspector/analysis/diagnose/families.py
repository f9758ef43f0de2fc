"""The families, in the order in which they are told.

A new one is a file with its rule and a `FAMILY = Family(name, about, find)` at its end, and one line in `FAMILIES` (with the
import above it). `find(case)` returns findings; nothing has to be registered elsewhere: `inspector check`, its JSON, `--fail-on`
and the screen read this list. Its tests are `tests/analysis/diagnose/test_NAME.py`.
"""

from __future__ import annotations

from inspector.analysis.diagnose import (
    broken_pairs,
    cache_broken,
    configured,
    fixed_input,
    load_bearing,
    stale_meter,
    summary_of_summary,
    summary_too_big,
    tail,
    thrash,
)
from inspector.analysis.diagnose.case import Family

FAMILIES: tuple[Family, ...] = (
    broken_pairs.FAMILY,
    fixed_input.FAMILY,
    tail.FAMILY,
    stale_meter.FAMILY,
    summary_too_big.FAMILY,
    thrash.FAMILY,
    load_bearing.FAMILY,
    summary_of_summary.FAMILY,
    configured.FAMILY,
    cache_broken.FAMILY,
)

NAMES: tuple[str, ...] = tuple(family.name for family in FAMILIES)
"""The names that `--fail-on` and `only` know."""
