"""Endings of one name that are told one after the other: they have to follow each other so in the record."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from inspector.summary.audit.ended import Run
from inspector.summary.audit.ending_words import Ending
from inspector.summary.audit.endings import marks
from inspector.summary.audit.tellings import Telling
from inspector.summary.audit.told import outcome

MOST = 6
"""Steps that are laid beside the runs."""
_NTH = (
    (0, re.compile(r"\bat first\b|\bthe first (?:time|run|attempt)\b|\binitially\b|第一次|起初|最初|一开始", re.I)),
    (1, re.compile(r"\bthe second (?:time|run|attempt)\b|\bsecond time\b|第二次", re.I)),
    (2, re.compile(r"\bthe third (?:time|run|attempt)\b|\bthird time\b|第三次", re.I)),
    (-1, re.compile(r"\bthe last (?:time|run|attempt)\b|\bin the end\b|\bfinally\b|最后一次|最终", re.I)),
)
_TIMES = (
    (2, re.compile(r"^ ?(?:twice|two times|了?两次)", re.I)),
    (3, re.compile(r"^ ?(?:three times|了?三次)", re.I)),
)
_AGAIN = re.compile(r"\b(?:again|still|also|too|both|always|every)\b|又|再次|仍|还是|也|都", re.I)
BACK = re.compile(
    r"\b(?:had|before|earlier|previous\w*|prior|once|without|now|passes|fails|works|if|when|until|even)\b|之前|以前|此前|先前|现在|改|换|不带",
    re.I,
)
"""What goes back in time, or tells a state and no run: no row goes on with it."""
_BARE = re.compile(
    r"[\s,;，；:.]*(?:(?:and|but|then|later|it|they|were|now|afterwards|again|finally|at first|initially|on|in the end|still|also"
    r"|has|had|(?:in |on |at )?the (?:first|second|third|next|last) (?:time|one|run|attempt)|later it|was)\b[\s,]*)*"
    r"(?:第[一二三]次|后来|现在|再次|然后|随后|之后|最后|最终|但|又|它|仍|还是|[,，\s])*",
    re.I,
)
_LATER = re.compile(
    r"\b(?:then|later|afterwards|after|again|now|next|since|once)\b|后来|然后|随后|[之以]后|再次|现在", re.I
)
_AFTER = re.compile(
    r"\W*(?:after|with|since|once|following)\b[^,;.]{1,60}?(?:, ?| (?=(?:it|they)\b))|\W*\S{1,14}[之以]?后[，,]?", re.I
)


class Step(NamedTuple):
    """One ending of a row. `nth` is which run it has to be, where that is said; `again` says that it is told as the same."""

    ending: Ending
    codes: frozenset[int]
    nth: int | None
    later: bool
    again: bool


def is_bare(said: str) -> bool:
    """Whether an ending is told without a name: with a pronoun or nothing before it, but for what was done before."""
    found = marks(said)
    begin = _AFTER.match(said)
    lead = _BARE.match(said, begin.end() if begin else 0)
    return bool(found and lead and lead.end() >= found[0].start)


def steps(telling: Telling, said: str) -> list[Step]:
    """What a telling says, as often as it says that it happened; `said` has the words before it too."""
    ending = outcome(telling)
    if ending is None:
        return []
    found = marks(said)
    times = next((count for count, form in _TIMES if found and form.search(said[found[-1].end :])), 1)
    nth = next((place for place, form in _NTH if form.search(said)), None) if times == 1 else None
    later = bool(_LATER.search(said)) or (nth or 0) != 0
    return [Step(ending, telling.codes, nth, later, bool(_AGAIN.search(said)))] * times


def happened(row: Sequence[Step], runs: Sequence[Run]) -> bool:
    """Whether runs ended so one after the other; how a run ended that the record does not show is any ending."""
    return _happened(tuple(row[:MOST]), runs, 0)


def _happened(row: tuple[Step, ...], runs: Sequence[Run], start: int) -> bool:
    if not row:
        return True
    step, places = row[0], range(start, len(runs))
    if step.nth is not None:
        place = step.nth if step.nth >= 0 else len(runs) + step.nth
        places = range(max(place, start), min(place + 1, len(runs)))
    return any(_is(step, runs[at]) and _happened(row[1:], runs, at + 1) for at in places)


def _is(step: Step, run: Run) -> bool:
    if step.codes and run.codes and not step.codes & run.codes:
        return False
    return run.ending is None or run.ending == step.ending


def is_no_contrast(row: Sequence[Step], runs: Sequence[Run]) -> bool:
    """Whether the first and a later run are told to have ended the same way, where the record has both endings."""
    both = {run.ending for run in runs} >= {"well", "badly"}
    pairs = pairwise(row)
    return both and any(
        one.nth == 0 and two.later and one.ending == two.ending and not (one.again or two.again) for one, two in pairs
    )
