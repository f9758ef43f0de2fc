"""summary-of-summary: summaries made of summaries. What the first one left out is gone for good, and each one leaves out more.

Measured elsewhere: all safety rules were lost in the third round of one summariser (field 3C, 18: repeated compaction of an
unchanged transcript erases durable facts and says that it worked). A chain that carries the earlier summary on word for word
(`previous: carry`) is none: nothing is said a second time. Nobody outside is asked: without words of the summaries only
their number is told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from inspector.analysis.cut import Cut
from inspector.analysis.diagnose.advice import starts
from inspector.analysis.diagnose.case import Case, Family
from inspector.analysis.diagnose.finding import Finding, Severity
from inspector.analysis.diagnose.phrases import counted
from inspector.analysis.recorded_cuts import SEALED, recorded_cuts
from inspector.analysis.why.facts import LONGEST, Fact
from inspector.analysis.why.lanes import state_at
from inspector.analysis.why.sightings import sightings
from inspector.policy.model import Summarise

if TYPE_CHECKING:
    from inspector.analysis.generations import Survival

# What reads summaries takes a while to load: it is asked for where there are two of them.

NAME = "summary-of-summary"
DEEP, READ = 3, 8
"""Summaries in each other from which on it is told whatever they hold, and how many of the newest are read."""
TYPED = ("goal", "constraint")
"""Kinds of things that a person typed."""


class _Lost(NamedTuple):
    """Something that one summary held and a later one does not, and the request before which that one is made."""

    survival: Survival
    request: int

    @property
    def typed(self) -> bool:
        return self.survival.item.kind in TYPED


def find(case: Case) -> list[Finding]:
    """One finding for the chain of the session, where it is deep or has lost something."""
    made = _made(case)
    if len(made) < 2:
        return []
    read = [cut for cut in case.cuts if cut.text and not cut.reason][-READ:]
    told = _survivals(read) if len(read) > 1 else ()
    lost = list(_lost(case, read, told))
    return [_finding(case, made, len(read), lost, len(told))] if lost or len(made) >= DEEP else []


def _survivals(read: list[Cut]) -> tuple[Survival, ...]:
    from inspector.analysis.generations import generations

    return generations(read).survivals


def _made(case: Case) -> tuple[int, ...]:
    """The requests before which a summary is made of an earlier one and more, the first of all among them."""
    replay = case.replay
    if replay.is_recorded:
        return tuple(cut.number for cut in recorded_cuts(replay))
    rules = {layer.id: layer.operation for layer in replay.policy.layers if isinstance(layer.operation, Summarise)}
    if replay.policy.state == "per_request" or all(rule.previous == "carry" for rule in rules.values()):
        return ()
    return tuple(row.request for row in case.rows if row.error is None and not rules.keys().isdisjoint(row.fired))


def _lost(case: Case, read: list[Cut], survivals: tuple[Survival, ...]) -> Iterator[_Lost]:
    """What is held no more, and not by the view in another place either."""
    for each in survivals:
        case.go_on()
        if each.lost is None:
            continue
        request = read[each.lost - 1].number
        if each.item.kind not in TYPED or not _held(case, each.item.text, request):
            yield _Lost(each, request)


def _held(case: Case, text: str, request: int) -> bool:
    """Whether the view still has it word for word: it was said again, or is pinned."""
    fact = Fact(text[:LONGEST])
    return state_at(case.replay, sightings(case.replay.transcript, fact), request).held


def _finding(case: Case, made: tuple[int, ...], read: int, lost: list[_Lost], held: int) -> Finding:
    typed = [each for each in lost if each.typed]
    deep = len(made) >= DEEP
    severity: Severity = "warning" if typed or (deep and lost) else "note"
    text = f"{len(made)} summaries made of each other ({_listed(made)})"
    if lost:
        text += f" lost {len(lost):,} of {held:,} things again"
        text += f", {counted(len(typed), 'one typed by a person', 'typed by a person')}" if typed else ""
    elif read < 2:
        text += f"; {_unread(case)}, so what they lose is not known"
    return Finding(
        NAME,
        severity,
        text,
        _change(case, typed),
        made,
        tuple(dict.fromkeys(_block(case, each.survival.item.source.block) for each in (*typed, *lost))),
        {
            "generations": len(made),
            "read": read,
            "held": held,
            "lost": len(lost),
            "typed_lost": len(typed),
            **{f"lost_{kind.replace(' ', '_')}": n for kind, n in Counter(e.survival.item.kind for e in lost).items()},
        },
    )


def _unread(case: Case) -> str:
    """Why the words of the summaries are not at hand."""
    if not case.replay.is_recorded:
        return "not written here"
    sealed = any(cut.reason == SEALED for cut in case.cuts)
    return "their words are encrypted" if sealed else "the record does not hold their words"


def _listed(requests: tuple[int, ...]) -> str:
    shown = [f"{each:,}" for each in requests[:3]]
    return "requests " + ", ".join(shown) + (f" … {requests[-1]:,}" if len(requests) > 3 else "")


def _block(case: Case, name: str) -> int:
    """The position of a block by its name."""
    message, _, block = name.partition(".")
    return case.replay.transcript.structure.first[int(message) - 1] + int(block) - 1


def _change(case: Case, typed: list[_Lost]) -> str:
    """Pin what a person typed; carry the earlier summary on; compact less often."""
    ways = ["pin what was typed as durable facts"] if typed else []
    if case.replay.is_recorded:
        return "; ".join([*ways, "keep the earlier summary word for word, or begin a new session"])
    policy = case.replay.policy
    layers = [layer.id for layer in policy.layers if isinstance(layer.operation, Summarise)]
    gates = dict.fromkeys(name for layer in layers for name in starts(policy, layer))
    ways.append("carry the earlier one on word for word (previous: carry)")
    if gates:
        ways.append(f"or raise {' or '.join(gates)}: fewer are made")
    return "; ".join(ways)


FAMILY = Family(NAME, "summaries made of summaries, and what was lost from one to the next", find)
