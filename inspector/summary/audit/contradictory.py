"""A telling that cannot be: its ending, its exit code and what explains it speak against each other."""

from __future__ import annotations

import re

from inspector.summary.audit.explained import is_fault
from inspector.summary.audit.tellings import Telling
from inspector.summary.audit.told import outcome

KILLED = 124
"""From this exit code on a run was ended by something else."""
PASSED = re.compile(r"pass|succe|green|success|works|exit code 0|normally|in time|通过|成功|顺利|正常", re.I)


def is_contradictory(telling: Telling) -> bool:
    """Whether the ending, the exit code beside it and what explains it cannot all be."""
    sure = PASSED.search(telling.text) or telling.why.startswith(('"', "“", "「"))
    if outcome(telling) == "well" and sure and is_fault(telling.why):
        return True
    if len(telling.codes) != 1:
        return False
    code = min(telling.codes)
    if telling.told == "badly" and code == 0:
        return True
    return telling.told == "well" and (code >= KILLED or (code > 0 and PASSED.search(telling.text) is not None))
