"""What the record tells of the matter of a telling, and when that speaks of another run or time."""

from __future__ import annotations

import re

from inspector.summary.audit.candidates import meant
from inspector.summary.audit.ending_words import Ending
from inspector.summary.audit.endings import marks
from inspector.summary.audit.lookup import Beside
from inspector.summary.audit.meant import Meant
from inspector.summary.audit.named import holds, signed
from inspector.summary.audit.tellings import Telling
from inspector.summary.audit.told import Told, outcome

_ORDINAL = re.compile(r"\b(?:second|third|fourth|fifth|next|again)\b|第[二三四五]次|再次", re.I)


def goes_with(beside: Beside, before: list[Telling], ending: Ending, contrary: Told) -> bool:
    """Whether the sentence has just told, of the run that the contrary one names, that it ended so: this is of that run."""
    if not before or outcome(before[-1]) != ending or not (names := signed(before[-1].text)):
        return False
    found = meant(beside.calls, before[-1], before[:-1])
    return (
        found is not None
        and any(run.ending == ending for run in found.runs)
        and holds(contrary.text.lower(), names[0].lower())
    )


def is_of_other_run(beside: Beside, found: Meant, told: Told) -> bool:
    """Whether it was told right after a run of the name that the time tells not to be meant."""
    if not (found.ordered and found.own):
        return False
    return any(run.piece + 1 == told.piece and run not in found.runs for run in found.all)


def is_of_another_time(telling: Telling, contrary: list[tuple[float, Told]]) -> bool:
    """Whether a second or third time is told of, and in the record one time only, without saying which."""
    return (
        _ORDINAL.search(telling.text) is not None
        and len({each.text for _, each in contrary}) == 1
        and not any(_ORDINAL.search(each.text) for _, each in contrary)
    )


def is_mixed(told: Told) -> bool:
    """Whether the sentence tells of one run both what went well in it and what did not."""
    return {mark.ending for mark in marks(told.text)} >= {"well", "badly"}


def said_of(beside: Beside, telling: Telling) -> list[tuple[float, Told]]:
    """What was told of the same matter; of a name with signs, where it was told of it."""
    said = beside.record.of(telling)
    names = signed(telling.text)
    return [each for each in said if names and holds(each[1].text.lower(), names[0])] or said
