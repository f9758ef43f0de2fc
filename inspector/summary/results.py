"""What a tool result offers: the lines that report an error, quoted as data. Nothing else of it enters a summary by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspector.engine.summariser import SummaryPart
from inspector.summary.extract import Extract, Span
from inspector.summary.sections import OUTPUT, Section
from inspector.summary.text import clean, clip, lines, windows

HEAD, TAIL = 3_000, 3_000
"""Characters of a result whose lines are read one by one, from its start and from its end."""
SEARCHED = 256_000
"""Characters from the start of a result in which the words of an error are looked for."""
AROUND = 300
LONGEST = 300
MOST = 6

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
_ERROR = re.compile(
    r"(?P<name>\b[A-Z]\w{0,60}(?:Error|Exception|Fault)\b(?:: |$))"
    r"|(?P<level>\b(?:ERROR|FATAL|CRITICAL|FAILED|PANIC)\b|\bnpm ERR!|^E {3}\S)"
    r"|(?P<word>\b(?:error(?:\[\w{1,12}\])?|fatal|panic|failure|exception): \S|command not found|[Pp]ermission denied"
    r"|[Nn]o such file|[Ss]egmentation fault|\b[Tt]imed? ?out\b|[Cc]onnection refused|\b[1-9]\d{0,6} (?:failed|errors?)\b"
    r"|HTTP[ /\d.]{0,5} ?[45]\d\d\b|错误[:：]|异常[:：]|失败[:：]|エラー[:：])"
    r"|(?P<exit>\b[Ee]xit(?:ed)?(?: with)?(?: code| status)?[: ]{1,2}[1-9]\d{0,2}\b)"
)
_SCORES = {"name": 6, "exit": 5, "level": 4, "word": 4}
_CODE = re.compile(
    r"^\s*(?:\d+[→:|\t-]\s*)?(?:#|//|\*|/\*|import |from |raise |throw |except|catch|class |def |func |return |if |for |assert )"
    r"|[{};,(]\s*$|[\"'`]\s*[,)+]?\s*$|\b(?:raise|throw|throws|new|except|catch|return|Errorf|echo)\b|['\"`]\w*(?:Error|error|ERROR)"
)
_NOT_ONE = re.compile(r"\b(?:0|no|without) (?:\w+ )?(?:errors?|failures?|failed)\b", re.I)
_CREATED = re.compile(r"Task #(\d{1,9}) created")
_ANSWER = re.compile(r"the user said:\s*(\S[^\n]{0,400})", re.I)
_QUIET_TOOLS = re.compile(r"read|view|grep|glob|search|list|cat|open|fetch|^ls$|web|edit|write|todo", re.I)
_ASKING_TOOLS = re.compile(r"ask.?user|ask_followup|user.?question|request_user_input", re.I)


def read(part: SummaryPart) -> Extract:
    """What a result offers. `failed` is what the tool itself said: the `is_error` of the record."""
    failed = part.source.api.get("is_error") is True
    heard = tuple(_heard(part, failed))
    created = _CREATED.search(part.text[:200])
    return Extract(
        spans=heard or tuple(_errors(part.text, failed, _QUIET_TOOLS.search(part.tool) is not None)),
        created=created[1] if created else "",
        failed=failed,
    )


def _heard(part: SummaryPart, failed: bool) -> Iterator[Span]:
    """A person's words that came back through a tool: the answer to a question, the reason of a refusal."""
    if match := _ANSWER.search(part.text[:2_000]) if failed else None:
        yield Span(Section.ASKED, clean(match[1]).strip(), 4, mark=OUTPUT)
    elif _ASKING_TOOLS.search(part.tool) and (found := lines(clean(part.text[:2_000]))):
        yield Span(Section.ASKED, clip(found[0], LONGEST), 4, mark=OUTPUT)


def _errors(text: str, failed: bool, quiet: bool) -> Iterator[Span]:
    """The error lines of a result. A tool that shows files (`quiet`) shows code that speaks of errors: only reports count."""
    seen: set[str] = set()
    best: list[tuple[int, int, str, int]] = []
    for at, line in enumerate(_candidates(text)):
        score, anchor = _score(line, quiet and not failed)
        if score and line not in seen:
            seen.add(line)
            best.append((-score - (1 if failed else 0), at, line, anchor))
    if failed and not best and (first := next(iter(lines(windows(text, HEAD, TAIL)[0])), "")):
        best.append((-4, 0, clip(first, LONGEST), 0))
    for score, _, line, anchor in sorted(sorted(best)[:MOST], key=lambda found: found[1]):
        yield Span(Section.ERRORS, line, -score, anchor, OUTPUT)


def _candidates(text: str) -> Iterator[str]:
    """Lines of the start and the end; where a result is longer, also those around the words of an error in between."""
    ends = windows(text, HEAD, TAIL)
    for line in lines(ends[0]):
        yield clip(line, LONGEST)
    if len(ends) > 1:
        yield from _between(text)
        for line in lines(ends[1]):
            yield clip(line, LONGEST)


def _between(text: str) -> Iterator[str]:
    """The lines that hold the first and the last of each needle between head and tail; found without reading lines."""
    end = min(len(text) - TAIL, SEARCHED)
    hits = {
        at for needle in _NEEDLES for at in (text.find(needle, HEAD, end), text.rfind(needle, HEAD, end)) if at >= 0
    }
    for at in sorted(hits):
        start = max(text.rfind("\n", at - AROUND, at) + 1, at - AROUND)
        stop = text.find("\n", at, at + AROUND)
        yield from lines(clean(text[start : stop if stop >= 0 else at + AROUND]))[:1]


def _score(line: str, quiet: bool) -> tuple[int, int]:
    match = _ERROR.search(line)
    if match is None or _NOT_ONE.search(line) or _CODE.search(line):
        return 0, 0
    kind = str(match.lastgroup)
    if quiet and kind not in ("name", "level"):
        return 0, 0
    return _SCORES[kind], match.start()
