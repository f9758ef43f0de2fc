"""How runs ended that a sentence names: contrary to all that the record shows of the runs of that name."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspector.summary.audit.claims import Claim, Summary
from inspector.summary.audit.ended import Ended, Run
from inspector.summary.audit.ending_words import Ending
from inspector.summary.audit.endings import codes, endings, marks, uncoded, unreal, without
from inspector.summary.audit.findings import named
from inspector.summary.audit.findings.exits import GENERIC
from inspector.summary.audit.lexis import stems
from inspector.summary.audit.meant import LAST, meant_by, quotes, weigh, words_of
from inspector.summary.audit.named import holds, signed
from inspector.summary.audit.shapes import Finding, Range, Span
from inspector.summary.audit.source import Source, spoken
from inspector.summary.audit.units import subject, tokens

SAID, NAMED = 0.5, 0.6
"""The share of a claim's words that what is said of the same matter holds; of the name, that another run of it has."""
QUOTED = 20
"""Letters from which on the very words of the source contradict nothing in it."""
SHOWN = 400
"""Characters of an output that are shown."""
_PART = re.compile(
    r"[;；。]\s*|，(?!\s*(?:exit|rc\b|退出码))|,? (?:but|because|although|while(?! \w+ing)|whereas|so)\s"
    r"|, (?:and|then|which) |, (?!exit|with exit|\d)"
)
_QUOTING = re.compile(r"^\W*\w+: (?=[\"'`])")
_LABEL = re.compile(r"[A-Z][a-z]+: |[\u4e00-\u9fff]{2,4}：")
_LATER = re.compile(r"\b(?:after(?! \d)|afterwards|now|again|then|later|second|third)\b|[以之修]后|后来|现在|再", re.I)
_HEAD = re.compile(r": |：|，| \(")
_SPEAKER = re.compile(
    r"\b(?:the )?(?:agent|assistant|user) (?:said|says|wrote|reported|noted|found|told)(?: that)?\b|助手说|用户说", re.I
)
_MANY = re.compile(
    r"\d ?(?:of|out of)\b|\d+ (?:\w+ )?$|\b(?:tests|cases|some|most|two|three|one|other)\b|个|其他", re.I
)
_PASSED = re.compile(r"pass|succe|green|success|works|通过|成功", re.I)
_OTHER = re.compile(
    r"\band\b.*\b(?:are|were|both)\b|reject|refuse|cancel|(?:没有?|未|不)(?:被|再)?(?:中断|杀|超时|崩溃)", re.I
)


def find(source: Source, summary: Summary) -> Iterator[Finding]:
    """Every part of a sentence that tells of a named run what none of that name did."""
    runs = source.keep("ended", lambda: Ended(source))
    for claim in summary.claims:
        if claim.fenced or claim.is_heading or claim.text.rstrip().endswith(("?", "？")) or not runs.all:
            continue
        for at, text in _parts(claim):
            if _verbatim(source, text) or named.OF_USE.search(text) or _printed(runs, text):
                continue
            if (found := _of_words(source, runs, text) or named.against(source, runs, text)) is not None:
                place = Range(claim.start + at, claim.start + at + len(text))
                where = Span(source.pieces[found.piece].name, 0, min(len(found.text), SHOWN))
                yield Finding("reversed status", "the run of that name ended otherwise", place, (where,))


def _printed(runs: Ended, text: str) -> bool:
    """Whether a line that was printed says of a name what is told of it: that it passed."""
    names = signed(text)
    return _told(text) == "well" and any(holds(run.passed, name) for run in runs.all for name in names)


def _of_words(source: Source, runs: Ended, text: str) -> Run | None:
    """A run that contradicts by its words, where no run that is named outright ended as it is told."""
    found = against(source, runs, text)
    return None if found is not None and named.agrees(runs, text) else found


def _parts(claim: Claim) -> Iterator[tuple[int, str]]:
    """The stretches of a sentence that speak of one run: each ends with the part that tells its ending."""
    text, at = claim.text, _label(claim.text)
    for joint in _PART.finditer(text):
        before = text[at : joint.start()]
        if joint[0][0] in ";；。" or (joint[0] != ", " and codes(before)) or endings(uncoded(before)):
            rest = _PART.split(text[joint.end() :], maxsplit=1)[0]
            if joint[0] != ", " or endings(uncoded(rest)) or (codes(before) and codes(rest)):
                yield at, before
                at = joint.end()
    yield at, text[at:]


def _label(text: str) -> int:
    found = _LABEL.match(text)
    return found.end() if found else 0


def against(source: Source, runs: Ended, text: str) -> Run | None:
    """A run that contradicts what is told of its name, where all of its name do."""
    told, named = _told(text), codes(text)
    if not (told or named) or unreal(_SPEAKER.sub(" ", _head(text))):
        return None
    meant = meant_by(runs, text)
    if not meant:
        return None
    if len(named) == 1 and _miscoded(runs, meant, min(named), told):
        return meant[-1]
    if told and all(_otherwise(run, told, text) for run in meant) and not _supported(source, runs, text, told, meant):
        return meant[-1]
    return None


def _verbatim(source: Source, text: str) -> bool:
    """Whether the source has the very words, behind a label or in quotation marks."""
    bare = spoken(_QUOTING.sub("", text)).strip(" .,;:\"'`")
    return len(bare) >= QUOTED and bare in source.spoken


def _miscoded(runs: Ended, meant: list[Run], code: int, told: Ending | None) -> bool:
    """Whether none of the runs that are meant had the code, or every one that had it ended otherwise than is told."""
    if told == "well" and code > 1:
        coded = [run for run in runs.all if code in run.codes]
        if coded and all(run.ending == "badly" for run in coded):
            return True
    if code > 1 and any(code in run.codes for run in runs.all):
        return False
    as_told = [run for run in meant if told is None or run.ending != named.CONTRARY[told]] or meant
    return all(run.codes and code not in run.codes and not _prints(run, code) for run in as_told)


def _prints(run: Run, code: int) -> bool:
    return re.search(rf"(?:exit|code|status|rc)\W{{0,12}}{code}(?!\d)", run.printed) is not None


def _supported(source: Source, runs: Ended, text: str, told: Ending, meant: list[Run]) -> bool:
    """Whether something that is said of the same matter, or another run of the name, ended as it is told."""
    said = stems(without(text, marks(text)))
    if any(told in endings(match.statement.text) for match in source.statements.matches(said, SAID)):
        return True
    if printed := [quote for quote in quotes(text) if any(quote in run.printed for run in meant)]:
        return any(
            run.ending != named.CONTRARY[told] for run in runs.all if any(quote in run.printed for quote in printed)
        )
    if LAST.search(text):
        return False
    if told == "well" and _healed(runs, meant, text):
        return True
    return _another(runs, words_of(text), told, meant)


def _another(runs: Ended, words: frozenset[str], told: Ending, meant: list[Run]) -> bool:
    """Whether another run of the name did not end otherwise; what failed is named more loosely than what passed."""
    plain = frozenset(word for word in words if word[0] != "#") - GENERIC
    if told == "badly" and any(run.ending == "badly" and plain & run.names for run in runs.all if run not in meant):
        return True
    best = max(weigh(runs, words & run.names) for run in meant)
    others = (run for run in runs.all if run not in meant and run.ending != named.CONTRARY[told])
    return any(
        weigh(runs, words & (run.names | run.wide if told == "badly" else run.names)) >= NAMED * best for run in others
    )


def _head(text: str) -> str:
    """A text as far as it tells an ending: what follows a colon is an output."""
    end = 0
    for joint in _HEAD.finditer(text):
        end = joint.start()
        if endings(uncoded(text[:end])):
            return text[:end]
    return text


def _told(text: str) -> Ending | None:
    """The one ending that a text tells."""
    if _OTHER.search(text):
        return None
    found = endings(uncoded(_head(text))) - {"done"}
    return next(iter(found)) if len(found) == 1 and found <= named.CONTRARY.keys() else None


def _otherwise(run: Run, told: Ending, text: str) -> bool:
    if run.ending != named.CONTRARY[told]:
        return False
    if told == "well" and not (run.killed or _PASSED.search(text)):
        return False
    if told == "badly" and not words_of(text) & run.heads - GENERIC:
        return False
    return told == "badly" or not (run.passed and (_MANY.search(_head(text)) or _parted(run, text)))


def _parted(run: Run, text: str) -> bool:
    """Whether a line of the output says of something that the text names, and the command does not, that it went well."""
    printed = [quote for quote in quotes(text) if quote in run.printed]
    if printed:
        return any(quote in run.passed for quote in printed)
    named = words_of(text) & (subject(run.passed) | tokens(run.passed))
    return any(not word.isdigit() for word in named - run.names - GENERIC)


def _healed(runs: Ended, meant: list[Run], text: str) -> bool:
    """Whether a later time is spoken of, and something of the like did end well later."""
    later = [run for run in runs.all if run.piece > meant[-1].piece and run.ending != "badly"]
    return _LATER.search(text) is not None and any((run.names & meant[-1].names) - GENERIC for run in later)
