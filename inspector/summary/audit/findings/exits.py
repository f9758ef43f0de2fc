"""Claims of how something ended that all of that name in the source contradicts: failed → passed, not checked → done."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspector.summary.audit.claims import Summary
from inspector.summary.audit.ended import Ended
from inspector.summary.audit.ending_words import Ending
from inspector.summary.audit.endings import codes, endings, uncoded, unreal
from inspector.summary.audit.lexis import stems
from inspector.summary.audit.runs import Runs, Shown, coded
from inspector.summary.audit.shapes import Finding, Range, Span
from inspector.summary.audit.source import Source, spoken
from inspector.summary.audit.units import Unit, hyphenated, units

CONTRARY: dict[Ending, Ending] = {"well": "badly", "badly": "well", "done": "open"}
KINDS = stems("test build check migration deploy benchmark training lint query upload plan")
"""Kinds of runs: a run of another kind is another run."""
GENERIC = KINDS | stems(
    "run job process package file command step task change code error result script program tool"
    " server service data attempt case suite page group table branch commit version update request report agent time"
    " line output log path first second"
)
"""Words that name many things: one of them alone tells not which run is meant."""
LEAST, HALF, ALIKE = 0.4, 0.35, 0.6
"""The share of a claim's words, by weight, that what contradicts it goes by; and of these, what supports it."""
QUOTED = 15
_PLANS = ("remaining", "next", "pending", "to do", "todo", "open")
_PAST = re.compile(
    r"\b(?:finished|completed|succeeded|passed|failed|crashed|killed|exit(?:ed)?|already|(?:has|have) been"
    r"|(?:is|are) \w+ed)\b|已经",
    re.I,
)
_MANY = re.compile(
    r"\b(?:tests|cases|specs|suites?|checks|builds|jobs|all|every|both|\d+|most|some)\b|个|都|全部", re.I
)
_WHOLE = re.compile(r"\b(?:suite|all|every\w*|whole|green)\b|全部|都", re.I)
_COMMAND = re.compile(r"`([^`\n]{4,200})`")
_SOME = re.compile(r"\bone of (?:the |our )?(?:\w+ )?(?:tests|cases|checks|specs)\b", re.I)
"""One of many may have failed whatever is said of all."""
_FAIL = re.compile(r"\bfail\b|\bfailing\b", re.I)
_TESTED = re.compile(r"\b(?:suites?|tests)\b|测试|用例", re.I)

OTHERWISE = "the source shows another outcome"
"""What is said of an ending that the likeness of words speaks against."""


def find(source: Source, summary: Summary) -> Iterator[Finding]:
    """Every part of a sentence whose ending the source shows otherwise, and nowhere so."""
    runs = source.keep("runs", lambda: Runs(source))
    for claim in summary.claims:
        if claim.fenced or claim.is_heading or claim.text.rstrip().endswith(("?", "？")):
            continue
        planned = claim.heading.lower().startswith(_PLANS)
        for unit in units(claim.text):
            place = Range(claim.start + unit.start, claim.start + unit.start + len(unit.text))
            if (
                unit.supposed
                or (planned and not _PAST.search(unit.text))
                or unreal(unit.text)
                or _quoted(source, summary, place, unit.text)
                or _so_coded(source, unit)
                or _SOME.search(unit.text)
            ):
                continue
            if (found := against(runs, unit)) is not None:
                where = (Span(source.pieces[found.piece].name, found.start, found.start + len(found.text)),)
                yield Finding("reversed status", OTHERWISE, place, where, certain=False)


def _so_coded(source: Source, unit: Unit) -> bool:
    """Whether a run failed with just the code that the unit tells of a failure, and shares a word with it."""
    named, told = codes(unit.text), endings(unit.text)
    if "well" in told or not any(named):
        return False
    runs = source.keep("ended", lambda: Ended(source))
    words = stems(uncoded(unit.text))
    return any(named & run.codes and words & (run.names | run.wide | run.said) for run in runs.all)


def _quoted(source: Source, summary: Summary, place: Range, text: str) -> bool:
    """Whether the source says just this, or the summary quotes it."""
    said = spoken(text).strip(" \"'.,;:-")
    return (len(said) >= QUOTED and said in source.spoken) or any(
        quote.span.start <= place.start + 1 and place.end <= quote.span.end + 2 for quote in summary.of("quotation")
    )


def against(runs: Runs, unit: Unit) -> Shown | None:
    """What contradicts a unit: all of its name, or all that ended with its exit code."""
    named = codes(unit.text)
    words = unit.own | coded(named) | {word for word in hyphenated(unit.text) if _is_called(runs, word)}
    if (exact := _exact(runs, unit.text)) and len(unit.endings) == 1:
        return _all_otherwise(exact, *unit.endings)
    for ending in sorted(unit.endings - {"open"}):
        if (found := _contrary(runs, unit, ending, words)) is not None:
            return found
    if _WHOLE.search(unit.text) and _TESTED.search(unit.text) and (found := _other_whole(runs, unit)):
        return found
    told = endings(uncoded(unit.text))
    if not told and not any(_is_called(runs, word) for word in unit.own):
        told = unit.before
    return _miscoded(runs, unit, named, told)


def _is_called(runs: Runs, word: str) -> bool:
    """Whether a run goes by the word."""
    return any(runs.all[at].kind == "run" and word in runs.all[at].names for at in runs.holding.get(word, ()))


def _exact(runs: Runs, text: str) -> list[Shown]:
    """The runs whose command the text gives word for word."""
    commands = [found for found in _COMMAND.findall(text) if " " in found]
    return [each for each in runs.all if each.kind == "run" and any(command in each.called for command in commands)]


def _all_otherwise(runs: list[Shown], ending: Ending) -> Shown | None:
    """The last of the runs that prove it, where all ended otherwise."""
    certain = [each for each in runs if not each.weak]
    return certain[-1] if certain and all(each.endings == {CONTRARY.get(ending)} for each in runs) else None


def _miscoded(runs: Runs, unit: Unit, named: frozenset[int], told: frozenset[Ending]) -> Shown | None:
    """A run that the unit names, where none of its name ended with its exit code, or none with the code as it is told."""
    if len(named) != 1:
        return None
    coded = [each for each in runs.all if each.kind == "run" and each.codes]
    if told == {"well"} and 0 not in named and not _MANY.search(uncoded(unit.text)):
        return next((each for each in coded if named <= each.codes), None)
    if told == {"badly"} and 0 in named:
        known = (each for each in coded if 0 in each.codes and _tells(unit.own & (each.names | each.wide)))
        return None if any("badly" in each.endings for each in known) else next(iter(coded), None)
    return _of_other_code(runs, unit.own, coded, named)


def _of_other_code(runs: Runs, words: frozenset[str], coded: list[Shown], named: frozenset[int]) -> Shown | None:
    """The run that goes by most of the words, where nothing that goes by half as many ended with the code."""
    share, number = max(
        ((sum(map(runs.weight, words & each.names)), at) for at, each in enumerate(coded)), default=(0.0, 0)
    )
    weight = sum(map(runs.weight, words & frozenset(runs.holding)))
    if not share or not _tells(words & coded[number].names) or share < LEAST * weight:
        return None
    alike = (each for each in coded if sum(map(runs.weight, words & each.names)) >= ALIKE * share)
    return None if any(named <= each.codes for each in alike) else coded[number]


def _other_whole(runs: Runs, unit: Unit) -> Shown | None:
    """The last run of tests: where in every one some failed and all are said to pass; where none did and all fail today."""
    tests = [each for each in runs.all if each.kind == "run" and "test" in each.names and not each.weak]
    failed = ["badly" in each.endings for each in tests]
    if unit.endings == {"well"}:
        return tests[-1] if tests and all(failed) else None
    fails = unit.endings == {"badly"} and _FAIL.search(unit.text)
    return tests[-1] if tests and fails and not failed[-1] else None


def _contrary(runs: Runs, unit: Unit, ending: Ending, words: frozenset[str]) -> Shown | None:
    """What goes by most of the words and ended otherwise, where nothing that may be meant as well ended so."""
    weights = {word: runs.weight(word) if word in runs.holding else runs.unknown for word in sorted(words)}
    about = [(number, runs.all[number]) for number in sorted({n for word in words for n in runs.holding.get(word, ())})]
    share, top = max(
        (
            (sum(weights[word] for word in words & _goes_by(each, ending)), number)
            for number, each in about
            if CONTRARY[ending] in each.endings
            and ending not in each.endings
            and not (each.weak and ending == "badly")
            and _same_deed(unit, each)
        ),
        default=(0.0, 0),
    )
    named = words & _goes_by(runs.all[top], ending) if share else frozenset[str]()
    if share < LEAST * sum(weights.values()) or not _tells(named) or (runs.all[top].kind == "line" and _loose(named)):
        return None
    parts = ending != "well" or _MANY.search(unit.text) is not None
    others = (each for _, each in about if parts or not each.mixed)
    if any(_supports(each, ending, words, named, weights, share) for each in others):
        return None
    if ending == "well" and not unit.first and _healed(runs, top):
        return None
    return runs.all[top]


def _goes_by(shown: Shown, ending: Ending) -> frozenset[str]:
    """The words that something goes by; what is open, by all of its sentence."""
    return shown.names | shown.wide if ending == "done" else shown.names


def _supports(
    each: Shown, ending: Ending, words: frozenset[str], named: frozenset[str], weights: dict[str, float], share: float
) -> bool:
    if ending not in each.endings and not (ending == "done" and "well" in each.endings):
        return False
    held = words & (each.names if each.mixed else each.names | each.wide)
    whole = {word for word in named if word[0] == "#"}
    if whole and not whole & held:
        return False
    if named <= held or (not each.mixed and any(word[0] == "#" for word in held)):
        return True
    return _tells(held) and words & KINDS & named <= held and sum(weights[word] for word in held) >= HALF * share


def _tells(named: frozenset[str]) -> bool:
    """Whether the words tell which run is meant."""
    return len({word for word in named if word[0] != "#"}) > 1 or not named <= GENERIC


def _loose(named: frozenset[str]) -> bool:
    """Whether a line of an output holds too little of a name: no whole name, and not two words."""
    return len(named - GENERIC) < 2 and not any(word[0] == "#" for word in named)


def _same_deed(unit: Unit, shown: Shown) -> bool:
    """Whether what is done and what is open is one deed; what was not even looked into is not mended either."""
    return not unit.deeds or bool(unit.deeds & shown.deeds) or (2 in unit.deeds and 1 in shown.deeds)


def _healed(runs: Runs, number: int) -> bool:
    """Whether tests ended well after these failed: an output does not name all that passes."""
    piece = runs.all[number].piece
    if not any(each.piece == piece and each.kind == "run" and "test" in each.names for each in runs.all):
        return False
    return any(e.piece > piece and e.kind == "run" and "test" in e.names and "badly" not in e.endings for e in runs.all)
