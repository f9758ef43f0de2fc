"""What is told of a later time, and of which a later run of the same program speaks: the earlier one says nothing against it."""

from __future__ import annotations

import re

from inspector.summary.audit.called import Calls
from inspector.summary.audit.claims import Claim, Summary
from inspector.summary.audit.ended import Ended, Run
from inspector.summary.audit.ending_words import Ending
from inspector.summary.audit.lexis import stems
from inspector.summary.audit.named import kinds, signed, starts
from inspector.summary.audit.shapes import Finding, Range
from inspector.summary.audit.source import Source
from inspector.summary.audit.stated import masked
from inspector.summary.audit.supported import score, words
from inspector.summary.audit.tellings import Telling, tellings
from inspector.summary.audit.told import outcome

_LATER = re.compile(
    r"\b(?:later|afterwards|after|again|finally|then|eventually)\b|\bin (?:the|a) (?!first|end|same)\w+|\bin the end\b"
    r"|[之以]后|后来|再|随后|然后|最后",
    re.I,
)
_GOES_ON = re.compile(r"\W*(?:and )?(?:then|next|now|然后|随后|接着)\b", re.I)
"""At its beginning it only goes on with the telling."""


def is_of_later_run(source: Source, summary: Summary, finding: Finding) -> bool:
    """Whether a finding lies in what is told of a later time only, and a later run of the program ended as it is told."""
    runs = source.keep("ended", lambda: Ended(source))
    claim = next((each for each in summary.claims if _overlap(each.span, finding.span)), None)
    failed = _failed(source, runs, finding)
    if claim is None or failed is None:
        return False
    told = [each for each in tellings(claim.text) if _overlap(_span(claim, each), finding.span)]
    return bool(told) and all(_is_later(source, runs, each, failed, claim) for each in told)


def _overlap(one: Range, two: Range) -> bool:
    return one.start < two.end and two.start < one.end


def _span(claim: Claim, telling: Telling) -> Range:
    return Range(claim.start + telling.start, claim.start + telling.end)


def _failed(source: Source, runs: Ended, finding: Finding) -> Run | None:
    """The run that a finding goes by: the piece itself, or the one of which a message tells."""
    names = {span.block for span in finding.sources}
    place = next((at for at, piece in enumerate(source.pieces) if piece.name in names), None)
    before = [run for run in runs.all if place is not None and run.piece <= place]
    return before[-1] if before else None


def _is_later(source: Source, runs: Ended, telling: Telling, failed: Run, claim: Claim) -> bool:
    ending = outcome(telling)
    text = masked(claim.text[: telling.start] + telling.text)
    if ending is None or _GOES_ON.match(text):
        return False
    if ending == "badly" or telling.codes - {0}:
        return False
    calls = source.keep("calls", lambda: Calls(source, runs))
    later = [run for run in runs.all if run.piece > failed.piece and _is_same(run, failed, telling)]
    if not _LATER.search(text) and not (text.strip() == claim.text.strip() and _is_plain(telling, failed, later)):
        return False
    given = words(telling, signed(telling.text))
    least = score(calls.evidence(failed), given)
    return any(_ended(run, ending) and score(calls.evidence(run), given) >= least for run in later)


def _is_plain(telling: Telling, failed: Run, later: list[Run]) -> bool:
    """Whether it is told of a command and nothing more, and the very command was run again: either run may be meant."""
    told = all(word in failed.called for word in words(telling, ()))
    return told and telling.order is None and not telling.codes and any(run.called == failed.called for run in later)


def _is_same(run: Run, failed: Run, telling: Telling) -> bool:
    """Whether both run one program, and the later one is called by what the telling calls the earlier one by."""
    shared = kinds(run.called) & kinds(failed.called) or any(each in run.called for each in starts(failed.called))
    return bool(shared) and stems(telling.text) & failed.heads <= run.names


def _ended(run: Run, ending: Ending) -> bool:
    return run.ending == ending or (ending == "well" and run.ending is None and run.codes <= {0})
