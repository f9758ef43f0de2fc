"""What a tool result offers: the lines that report an error, quoted as data. Nothing else of it enters a summary by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from heapq import nlargest
from typing import NamedTuple

from inspector.engine.summariser import SummaryPart
from inspector.summary.extract import Extract, Span
from inspector.summary.reports import EXIT, Report, hints, report, rules
from inspector.summary.sections import OUTPUT, Section
from inspector.summary.text import clean, clip, lines, windows

HEAD, TAIL = 3_000, 3_000
"""Characters of a result whose lines are read one by one, from its start and from its end."""
SEARCHED = 256_000
"""Characters from the start of a result in which the words of an error are looked for."""
AROUND = 300
LONGEST = 300
MOST = 6
AFTER_EXIT = 2
"""Lines after a bare exit code that say what went wrong."""

_NEEDLES = (
    "Error: ",
    "ERROR",
    "Exception: ",
    "Traceback (",
    "FAILED",
    "error: ",
    "error[",
    "fatal: ",
    "panic: ",
    "FATAL",
)
_CODE_START = re.compile(
    r"\s*(?:\d+[→:|\t-]\s*)?[+-]?\s*"
    r"(?:#|//|\*|/\*|import |from |raise |throw |except|catch|class |def |func |return |if |for |assert )"
)
_CODE_END = re.compile(r"[\"'`]\s*[,)+]+\s*$")
_CODE_WORD = re.compile(r"\b(?:raise|throws?|new|except|catch|return|Errorf|echo)\b")
_CODE_WORDS = ("raise", "throw", "new", "except", "catch", "return", "Errorf", "echo")
_QUOTED = re.compile(r"['\"`]\w*(?:Error|error|ERROR)")
"""A name in quotes."""
_BARE_EXIT = re.compile(r"[Ee]xit code[: ]+[1-9]\d{0,2}")
_REFUSED = "<tool_use_error>"
"""A client's refusal of a malformed call: mended by the next call, so worth less."""
_NOT_ONE = re.compile(r"\b(?:0|no|without) (?:\w+ )?(?:errors?|failures?|failed)\b", re.I)
_CREATED = re.compile(r"Task #(\d{1,9}) created")
_ANSWER = re.compile(r"the user said:\s*(\S[^\n]{0,400})", re.I)
_QUIET_TOOLS = re.compile(r"read|view|grep|glob|search|list|cat|open|fetch|^ls$|web|edit|write|todo", re.I)
_ASKING_TOOLS = re.compile(r"ask.?user|ask_followup|user.?question|request_user_input", re.I)


class _Line(NamedTuple):
    """A line that reports an error: what it is worth, and where in it the report stands."""

    score: int
    text: str
    anchor: int


def read(part: SummaryPart) -> Extract:
    """What a result offers. `failed` is what the tool itself said: the `is_error` of the record."""
    failed = part.source.api.get("is_error") is True
    heard = tuple(_heard(part, failed))
    created = _CREATED.search(part.text[:200])
    return Extract(
        spans=heard or tuple(_errors(part.text, failed, _shows(part.tool))),
        created=created[1] if created else "",
        failed=failed,
    )


@lru_cache(maxsize=512)
def _shows(tool: str) -> bool:
    """Whether a tool shows files."""
    return _QUIET_TOOLS.search(tool) is not None


@lru_cache(maxsize=512)
def _asks(tool: str) -> bool:
    """Whether a tool asks a person."""
    return _ASKING_TOOLS.search(tool) is not None


def _heard(part: SummaryPart, failed: bool) -> Iterator[Span]:
    """A person's words that came back through a tool: the answer to a question, the reason of a refusal."""
    if match := _ANSWER.search(part.text[:2_000]) if failed else None:
        yield Span(Section.ASKED, clean(match[1]).strip(), 4, mark=OUTPUT)
    elif _asks(part.tool) and (found := lines(clean(part.text[:2_000]))):
        yield Span(Section.ASKED, clip(found[0], LONGEST), 4, mark=OUTPUT)


def _errors(text: str, failed: bool, quiet: bool) -> Iterator[Span]:
    """The error lines of a result. A tool that shows files (`quiet`) shows code that speaks of errors: only reports count."""
    found = _scored(text, failed, quiet and not failed)
    if failed and not found and (first := next(iter(lines(windows(text, HEAD, TAIL)[0])), "")):
        found = [_Line(4, clip(first, LONGEST), 0)]
    if len(found) > 1:
        found = [line for line in found if not _BARE_EXIT.fullmatch(line.text)] or found[:1]
    kept = set(nlargest(MOST, range(len(found)), key=lambda at: (found[at].score, -at)))
    for at in sorted(kept):
        yield Span(Section.ERRORS, found[at].text, found[at].score, found[at].anchor, OUTPUT)


def _scored(text: str, failed: bool, quiet: bool) -> list[_Line]:
    """The lines that report an error, each once, in order; after a bare exit code what follows it counts, too."""
    found: dict[str, _Line] = {}
    for piece, longest in _pieces(text):
        after_bare = 0
        for line, seen in _read_lines(piece, longest, failed, quiet):
            score, anchor = _score(line, seen, quiet) if seen else (0, 0)
            if _BARE_EXIT.fullmatch(line):
                score, after_bare = 3, AFTER_EXIT
            elif after_bare:
                score, after_bare = max(score, 4), after_bare - 1
            if score:
                worth = score + (1 if failed else 0) - (3 if _REFUSED in line else 0)
                found.setdefault(line, _Line(worth, line, anchor))
    return list(found.values())


def _pieces(text: str) -> Iterator[tuple[str, int]]:
    """The start and the end of a result; where it is longer, also the lines with the words of an error in between.

    With each piece the characters that are read of a line of it: in between, a line was cut about those words already."""
    ends = windows(text, HEAD, TAIL)
    yield ends[0], LONGEST
    if len(ends) > 1:
        yield from ((line, 2 * AROUND) for line in _between(text))
        yield ends[1], LONGEST


def _read_lines(piece: str, longest: int, every: bool, quiet: bool) -> list[tuple[str, Report | None]]:
    """The lines of a piece, each with the report it holds; none where no line can be one, unless `every` is wanted."""
    hinted = hints(piece, quiet)
    if not hinted and not every:
        return []
    shown = [line if len(line) <= longest else clip(line, longest) for line in lines(piece)]
    asked = rules("\n".join(shown), hinted)
    if not asked and not every and EXIT not in hinted:
        return []
    return [(line, report(line, asked)) for line in shown]


def _between(text: str) -> Iterator[str]:
    """The lines that hold the first and the last of each needle between head and tail; found without reading lines."""
    end = min(len(text) - TAIL, SEARCHED)
    firsts = {needle: at for needle in _NEEDLES if (at := text.find(needle, HEAD, end)) >= 0}
    hits = {*firsts.values(), *(text.rfind(needle, at, end) for needle, at in firsts.items())}
    for at in sorted(hits):
        start = max(text.rfind("\n", at - AROUND, at) + 1, at - AROUND)
        stop = text.find("\n", at, at + AROUND)
        yield from lines(clean(text[start : stop if stop >= 0 else at + AROUND]))[:1]


def _score(line: str, found: Report, quiet: bool) -> tuple[int, int]:
    if (quiet and not found.plain) or _NOT_ONE.search(line) or _is_code(line):
        return 0, 0
    return found.score, found.start


def _is_code(line: str) -> bool:
    """Whether a stripped line that speaks of an error is a line of a program. Most need no pattern to say no."""
    return (
        line.endswith(("{", "}", ";", ",", "("))
        or _CODE_START.match(line) is not None
        or (any(map(line.__contains__, _CODE_WORDS)) and _CODE_WORD.search(line) is not None)
        or (line.endswith((")", "+")) and _CODE_END.search(line) is not None)
        or _QUOTED.search(line) is not None
    )
