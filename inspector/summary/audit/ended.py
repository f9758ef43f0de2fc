"""The commands that were run: what each is known by, what it printed, and how it certainly ended."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from inspector.summary.audit.ending_words import Ending
from inspector.summary.audit.endings import bare, codes, endings
from inspector.summary.audit.lexis import stems
from inspector.summary.audit.pieces import Piece
from inspector.summary.audit.runs import command, is_run
from inspector.summary.audit.source import Source, spoken
from inspector.summary.audit.statements import Index
from inspector.summary.audit.units import subject, tokens
from inspector.transcript.shell import chained, looks_only

READ, TAIL, SAID = 1_000, 200, 1_000
"""Characters that are read: of an output at both ends, of its end where the exit code stands, and of what is said of it."""
_FAULT = re.compile(
    r"fail|error|fatal|exception|traceback|panic|abort|killed|terminated|timed? ?out|denied|refused|invalid"
    r"|[✗✘✕❌]|失败|错误|超时|cannot|can't|could not|not found|unable|missing|mismatch",
    re.I,
)
_NO_FAULT = re.compile(
    r"\b0 (?:\w+ )?(?:fail\w*|errors?|missing|mismatch\w*|invalid)"
    r"|(?:fail\w*|errors?|missing|mismatch\w*|invalid)(?: \w+)?\W{1,3}0\b"
    r"|\bno (?:\w+ )?(?:errors?|fail\w*|mismatch\w*)|0 ?个?(?:失败|错误)",
    re.I,
)
_KILLED = re.compile(r"^(?:Killed|Terminated|signal: \w+)|deadline exceeded|被杀", re.I | re.M)
HEAD = 3
"""Words at the start of a command that name it."""
TIMEOUT, SIGNAL = 124, 128
"""Exit codes of what was ended by `timeout` or, above, by a signal."""
_PASS = re.compile(r"\bpass(?! \d)|\bok\b|\bdone\b|[✓✔]|succe|finished|complete|通过|成功|完成", re.I)
_LEFT_OUT = re.compile(r"'?![\w.*]+'?|--?(?:skip|exclude|ignore|deselect|no)\b\S*[ =]\S+")
_RECORDS = re.compile(r"\s*(?:git (?:-C \S+ )?(?:commit|add|checkout|switch|tag|stash|mv)|echo)\b")


class Run(NamedTuple):
    """A command with its output. `names` are the words of the command, `wide` those of the output, `said` what was said of it."""

    piece: int
    text: str
    printed: str
    """The output in small letters, for quotations."""
    names: frozenset[str]
    heads: frozenset[str]
    """Those of the program and what it is first told to do."""
    wide: frozenset[str]
    said: frozenset[str]
    codes: frozenset[int]
    ending: Ending | None
    """`well` or `badly` where nothing speaks for the other, else nothing."""
    killed: bool
    """It did not come to its end."""
    passed: str
    """The lines of its output that say of something that it went well, in small letters."""
    called: str
    """The command in small letters, without what it leaves out; nothing where it only looks at something and found it."""


class Ended(Index[Run]):
    """All commands that were run, found by the words of a claim."""

    def __init__(self, source: Source) -> None:
        super().__init__()
        for place, piece in enumerate(source.pieces):
            if piece.voice == "tool" and is_run(piece):
                run = _run(source.pieces, place, piece)
                self.add(run, run.names | run.wide | run.said)
        self.close()


def _run(pieces: Sequence[Piece], place: int, piece: Piece) -> Run:
    ends = piece.text if len(piece.text) <= 2 * READ else piece.text[:READ] + "\n" + piece.text[-READ:]
    found, by = codes(ends[-TAIL:]), called(command(piece))
    ending = _ending(piece, ends, found)
    return Run(
        place,
        ends,
        spoken(ends),
        names=_words(by),
        heads=_heads(by),
        wide=_words(ends),
        said=frozenset() if looks_only(command(piece)) else _said(pieces, place),
        codes=found,
        ending=ending,
        killed=_killed(ends, found),
        passed=_passed(ends),
        called=_LEFT_OUT.sub(" ", by).lower() if ending == "badly" or not looks_only(by) else "",
    )


def _words(text: str) -> frozenset[str]:
    return stems(bare(text)) | tokens(text)


def called(given: str) -> str:
    """A command without what only records it: the message of a commit names other things."""
    parts = [part for part in chained(given) if not _RECORDS.match(part)]
    return " && ".join(parts)


def _heads(called: str) -> frozenset[str]:
    """The words at the start of each part of a command, without its flags."""
    parts = (re.sub(r"\s-\S+", " ", part).split()[:HEAD] for part in chained(called) if not part.startswith("cd "))
    heads = " ".join(word for part in parts for word in part)
    return _words(heads)


def _ending(piece: Piece, ends: str, found: frozenset[int]) -> Ending | None:
    """A command that only looks at something tells by its exit code whether it found it."""
    looks = looks_only(command(piece))
    if max(found, default=0) > 1 or (not looks and (piece.failed or any(found))):
        return "badly"
    faulty = _FAULT.search(_NO_FAULT.sub(" ", ends))
    return "well" if found <= {0} and not (looks or faulty or piece.failed) else None


def _passed(ends: str) -> str:
    lines = _NO_FAULT.sub(" ", ends).split("\n")
    return spoken("\n".join(line for line in lines if _PASS.search(line) and not any(codes(line))))


def _killed(ends: str, found: frozenset[int]) -> bool:
    return any(code == TIMEOUT or code > SIGNAL for code in found) or _KILLED.search(ends[-TAIL:]) is not None


def _said(pieces: Sequence[Piece], place: int) -> frozenset[str]:
    """The words in which the model told right afterwards how it ended."""
    after = pieces[place + 1] if place + 1 < len(pieces) else None
    if after is None or after.voice != "model":
        return frozenset()
    told = [part for part in re.split(r"(?<=[.;。；\n])", after.text[:SAID]) if endings(part) & {"well", "badly"}]
    return frozenset[str]().union(*(subject(part) | tokens(part) for part in told))
