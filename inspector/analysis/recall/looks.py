"""Calls that look at something: which of them may show the same, and which part of one answer stands in another."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from inspector.analysis.deeds import Deed, same_file
from inspector.analysis.why.sightings import said
from inspector.transcript.call_words import argument_lines
from inspector.transcript.model import Block

SEARCHES = re.compile(
    r"[Gg]rep|[Gg]lob|[Ss]earch|[Ff]ind|[Ll]ist|[Qq]uery|[Ss]ql|SQL|[Ss]elect|[Dd]escribe|[Ff]etch|[Ll]ookup|\b(?:ls|LS)\b"
)
"""Tools that look something up without naming a file to read."""
HEAD = 500
"""Characters in which a numbered line must be, where lines are numbered."""
_REMARK = re.compile(r"<system-reminder>.*?(?:</system-reminder>|\Z)", re.S)
"""What a harness says below an answer: no part of it."""
_NUMBER = r"\s*\d+(?:→|\t|[:|]\s?)"
_NUMBERED = re.compile("^" + _NUMBER, re.M)
_ERROR = re.compile(
    r"\W*(?:<\w*error>"
    r"|(?:[\w.]*(?:error|exception)|failure|failed|fatal|errno \d+)\b\s*(?:[:(!\[]|code|while|reading|opening|$)"
    r"|(?:failed|unable) to\b|(?:cannot|can't|could not|couldn't) \w+|permission denied|access denied|no such file"
    r"|(?:file|path|it) (?:\S+ )?(?:is locked|does not exist|not found|was not found))"
    r"|(?:[\w./ -]{1,200}: ){1,3}(?:line \d+: )?.{0,200}"
    r"(?:no such file or directory|permission denied|is a directory|command not found|resource busy)",
    re.I,
)
SHORT = 400
"""Characters above which an answer is none of an error alone."""
_LINE = re.compile(rf"^(?:{_NUMBER})?[^\S\n]*(.*)$", re.M)


@dataclass(frozen=True, slots=True)
class Look:
    """A call that looks at something, with its answer (positions of blocks). `same`: what makes another call the same one."""

    call: int
    result: int
    deed: Deed
    same: tuple[str, ...]


def looks(block: Block, done: Deed) -> bool:
    """Whether a call only looks something up, or runs something that may be run again."""
    return done.kind in ("read", "run") or SEARCHES.search(block.tool) is not None


def failed(result: Block) -> bool:
    """Whether an answer is an error: it is marked as one, or says so and little else."""
    if result.api.get("is_error") is True:
        return True
    text = said(result)
    return len(text) <= SHORT and _ERROR.match(text) is not None


def sameness(block: Block) -> tuple[str, ...]:
    """A call without what is only said about it."""
    told = (line for line in argument_lines(block.input) if not line.startswith("description: "))
    return (block.tool, *told)


def alike(one: Look, other: Look) -> bool:
    """Whether both may show the same: the same words, or the same file."""
    if one.same == other.same:
        return True
    return one.deed.kind == "read" and other.deed.kind == "read" and _same_files(one.deed.paths, other.deed.paths)


def _same_files(one: Sequence[str], other: Sequence[str]) -> bool:
    return len(one) == len(other) and all(same_file(a, b) for a, b in zip(one, other, strict=True))


def touches(done: Deed, look: Look) -> bool:
    """Whether a deed may have changed what a call shows: its file, or for a command and a search anything that is written."""
    if look.deed.kind == "read" and look.deed.paths:
        return any(done.touches(path) for path in look.deed.paths)
    return done.kind == "write" or done.touches("")


def bare_lines(text: str) -> list[str]:
    """The lines of an answer without blanks and without numbers before them."""
    bare = _NUMBERED.sub("", text) if _NUMBERED.search(text, 0, HEAD) else text
    bare = _REMARK.sub("", bare) if "<system-reminder>" in bare else bare
    return [line for raw in bare.split("\n") if (line := raw.strip())]


def stretch(had: str, text: str) -> tuple[int, int]:
    """Where an earlier answer says what a later one says: from the first line that both have to the last; all of it for none."""
    at = had.find(text)
    if at >= 0:
        return at, at + len(text)
    wanted = set(bare_lines(text))
    places = [found.span() for found in _LINE.finditer(had) if found[1].strip() in wanted]
    return (places[0][0], places[-1][1]) if places else (0, len(had))


def file_name(path: str) -> str:
    """The last part of a path."""
    return path.rsplit("/", 1)[-1]
