"""A comparison in sentences: who wins, what has to be known of the numbers, what is not held alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from inspector.analysis.compare.compare import Comparison
from inspector.analysis.compare.differing import Differing, Group
from inspector.analysis.compare.measures import comparable
from inspector.analysis.compare.ranking import pool, ranked, winner
from inspector.analysis.compare.shapes import Run
from inspector.analysis.sendable.breach import unasked
from inspector.engine.view import SIGNS
from inspector.phrases import counted


def verdict(found: Comparison) -> str:
    """Who wins, in a sentence: one that is best in something and behind nobody, or nobody."""
    runs = found.runs
    if len(runs) < 2:
        return "there is nothing to compare with: name a policy"
    if not found.requests:
        return "the transcript holds no request: there is nothing to compare"
    rows = ranked(runs)
    at = winner(runs, rows)
    left_out = [each.letter for place, each in enumerate(runs) if place not in pool(runs)]
    if at is not None:
        said = f"{runs[at].letter} {runs[at].contender.title}: best where they differ, behind nowhere"
    elif all(each.best is None for each in rows) and not left_out:
        said = "no clear winner: no contender is alone the best in anything that can be compared"
    else:
        said = "no clear winner: none is best in one thing and behind in none"
    sent = "refuses requests that others send" if len(left_out) == 1 else "refuse requests that others send"
    return f"{said}; {', '.join(left_out)} {sent}" if left_out else said


def notes(found: Comparison) -> Iterator[str]:
    """What has to be known of the numbers."""
    if not comparable(found.runs):
        yield "sizes in a policy's own meter are not held against those in another"
    bounded = [each.letter for each in found.runs if each.totals.certificate.kind == "bounded"]
    if bounded:
        are = "is" if len(bounded) == 1 else "are"
        yield (
            f"{', '.join(bounded)} {are} bounded: from that request on the numbers are of this policy applied to replies "
            "that another view produced"
        )
    if why := unasked(found.runs[0].replay.transcript):
        yield f"not sendable: not checked, {why}"
    if rules := dict.fromkeys(rule for each in found.runs for rule in each.totals.unsendable.rules):
        provider = found.runs[0].totals.unsendable.provider
        yield f"not sendable: refused by the provider ({provider}) for {', '.join(rules)}; 'inspector check' tells more"
    bases = dict.fromkeys(each.totals.spending.basis for each in found.runs)
    if found.requests:
        timed = "" if found.runs[0].totals.spending.timed else ", and without times nothing in the cache expires"
        sizes = f"{', '.join(bases)} sizes{timed}"
        quoted = "summaries that are quoted or filled in count as if a model wrote them"
        yield f"cost is predicted from where views begin to differ ({sizes}); {quoted}"
    if any(each.totals.own.approximate for each in found.runs):
        yield "≈ a summary is not written yet: the size that it may take at the most"


def group_words(group: Group, runs: Sequence[Run], name: Callable[[int], str], layers: bool = True) -> str:
    """`181 blocks (first 17.1, 2 typed): R = · A ╌ prune · B Σ summary`; without `layers` the signs alone."""
    typed = f", {group.typed:,} typed" if group.typed else ""
    first = "first " if group.blocks > 1 else ""
    fates = " · ".join(
        f"{run.letter} {SIGNS[state.fate]}{' ' + state.layer if layers and state.layer else ''}"
        for run, state in zip(runs, group.states, strict=True)
    )
    return f"{counted(group.blocks, 'block')} ({first}{name(group.first)}{typed}): {fates}"


def differing_words(one: Differing) -> str:
    """`514 blocks not held alike, 7 typed texts among them`."""
    blocks = f"{counted(one.blocks, 'block')} not held alike"
    typed = f", {counted(one.typed, 'typed text')} among them" if one.typed else ""
    return blocks + typed if one.blocks else "the same blocks"
