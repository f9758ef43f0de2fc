"""Claims of how something ended that all of that name in the source contradicts: failed → passed, not checked → done."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspector.summary.audit.claims import Claim, Summary
from inspector.summary.audit.endings import Ending, codes, endings, uncoded, unreal
from inspector.summary.audit.lexis import stems
from inspector.summary.audit.runs import Runs, Shown, coded
from inspector.summary.audit.shapes import Finding, Range, Span
from inspector.summary.audit.source import Source, spoken
from inspector.summary.audit.units import Unit, units

CONTRARY: dict[Ending, Ending] = {"well": "badly", "badly": "well", "done": "open"}
KINDS = stems("test build check migration deploy benchmark training lint query upload plan")
"""Kinds of runs: a run of another kind is another run."""
GENERIC = KINDS | stems(
    "run job process package file command step task change code error result script program tool"
    " server service data attempt case suite page group table branch commit version update request report agent time"
    " line output log first second"
)
"""Words that name many things: one of them alone tells not which run is meant."""
LEAST, HALF = 0.5, 0.5
"""The share of a claim's words, by weight, that what contradicts it goes by; and of these, what supports it."""
QUOTED = 15
_PLANS = ("remaining", "next", "pending", "to do", "todo", "open")
_PAST = re.compile(
    r"\b(?:finished|completed|succeeded|passed|failed|crashed|killed|exit(?:ed)?|already|(?:has|have) been|(?:is|are) \w+ed)\b|已经", re.I
)
_FIRST = re.compile(r"\b(?:at first|first|initial(?:ly)?)\b|起初|第一次|最初|先", re.I)


def find(source: Source, summary: Summary) -> Iterator[Finding]:
    """Every part of a sentence whose ending the source shows otherwise, and nowhere so."""
    runs = source.keep("runs", lambda: Runs(source))
    for claim in summary.claims:
        if claim.fenced or claim.is_heading or claim.text.rstrip().endswith(("?", "？")):
            continue
        planned = claim.heading.lower().startswith(_PLANS)
        for unit in units(claim.text):
            place = Range(claim.start + unit.start, claim.start + unit.start + len(unit.text))
            if unit.supposed or (planned and not _PAST.search(unit.text)) or unreal(unit.text) or _quoted(source, summary, place, unit.text):
                continue
            if (found := against(runs, unit)) is not None:
                where = (Span(source.pieces[found.piece].name, found.start, found.start + len(found.text)),)
                yield Finding("reversed status", "the source shows another outcome", place, where)


def _quoted(source: Source, summary: Summary, place: Range, text: str) -> bool:
    """Whether the source says just this, or the summary quotes it."""
    said = spoken(text).strip(" \"'.,;:-")
    return (len(said) >= QUOTED and said in source.spoken) or any(
        quote.span.start <= place.start + 1 and place.end <= quote.span.end + 2 for quote in summary.of("quotation")
    )


def against(runs: Runs, unit: Unit) -> Shown | None:
    """What contradicts a unit: all of its name, or all that ended with its exit code."""
    named = codes(unit.text)
    words = unit.own | coded(named)
    for ending in sorted(unit.endings - {"open"}):
        if (found := _contrary(runs, unit, ending, words)) is not None:
            return found
    return _miscoded(runs, unit, named, endings(uncoded(unit.text)))


def _miscoded(runs: Runs, unit: Unit, named: frozenset[int], told: frozenset[Ending]) -> Shown | None:
    """A run of the code that ended otherwise, where none of the code ended as it is told."""
    if len(named) != 1 or len(told) != 1:
        return None
    (code,), (ending,) = named, told
    if ending not in ("well", "badly") or (code == 0) == (ending == "well"):
        return None
    same = [each for each in runs.all if each.kind == "run" and each.codes == named]
    if any(ending in each.endings and _tells(unit.own & (each.names | each.wide)) for each in same):
        return None
    return next((each for each in runs.all if each.kind == "run" and ending in each.endings), None)


def _contrary(runs: Runs, unit: Unit, ending: Ending, words: frozenset[str]) -> Shown | None:
    """What goes by most of the words and ended otherwise, where nothing that may be meant as well ended so."""
    weights = {word: runs.weight(word) if word in runs.holding else runs.unknown for word in sorted(words)}
    share, top = max(
        (
            (sum(weights[word] for word in words & each.names), number)
            for number, each in enumerate(runs.all)
            if CONTRARY[ending] in each.endings
            and ending not in each.endings
            and not (each.looks and ending == "badly")
            and _same_deed(unit, each)
        ),
        default=(0.0, 0),
    )
    named = words & runs.all[top].names if share else frozenset[str]()
    if share < LEAST * sum(weights.values()) or not _tells(named):
        return None
    if any(_supports(each, ending, words, named, weights, share) for each in runs.all):
        return None
    if ending == "well" and not _FIRST.search(unit.text) and _healed(runs, top):
        return None
    return runs.all[top]


def _supports(
    each: Shown, ending: Ending, words: frozenset[str], named: frozenset[str], weights: dict[str, float], share: float
) -> bool:
    if ending not in each.endings and not (ending == "done" and "well" in each.endings):
        return False
    mixed = each.kind == "run" and len(each.endings) > 1
    held = words & (each.names if mixed else each.names | each.wide)
    if named <= held or (not mixed and any(word[0] == "#" for word in held)):
        return True
    return _tells(held) and words & KINDS & named <= held and sum(weights[word] for word in held) >= HALF * share


def _tells(named: frozenset[str]) -> bool:
    """Whether the words tell which run is meant."""
    return len({word for word in named if word[0] != "#"}) > 1 or not named <= GENERIC


def _same_deed(unit: Unit, shown: Shown) -> bool:
    """Whether what is done and what is open is one deed; what was not even looked into is not mended either."""
    return not unit.deeds or bool(unit.deeds & shown.deeds) or (2 in unit.deeds and 1 in shown.deeds)


def _healed(runs: Runs, number: int) -> bool:
    """Whether tests ended well after these failed: an output does not name all that passes."""
    piece = runs.all[number].piece
    if not any(each.piece == piece and each.kind == "run" and "test" in each.names for each in runs.all):
        return False
    return any(e.piece > piece and e.kind == "run" and "test" in e.names and "badly" not in e.endings for e in runs.all)
