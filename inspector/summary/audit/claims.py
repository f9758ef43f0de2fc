"""The claims of a summary: its sentences, and the clauses of each, with where they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property

from inspector.summary.audit.atoms import Atom, Atoms, atoms
from inspector.summary.audit.lexis import stems
from inspector.summary.audit.pieces import plain
from inspector.summary.audit.shapes import Range

_LINE = re.compile(r"[^\n]+")
_MARKS = re.compile(r"[ \t]*(?:[-*+•>][ \t]+|\(?\d{1,3}[.)][ \t]+|#{1,6}[ \t]+|\[[ xX]\][ \t]+)*")
_HEADING = re.compile(r"[ \t]{0,3}#{1,6}[ \t]")
_REFERENCE = re.compile(r"(?:[-*][ \t]+)?\[[~\w.]{1,20}\] ")
_END = re.compile(r"(?<=[.!?])[\"'”’)*_`]{0,3}[ \t]+(?=[^\s.,;:])|(?<=[。！？])")
_ABBREVIATION = ("e.g.", "i.e.", "vs.", "etc.", "cf.", "approx.", "no.", "No.", "al.", "Mr.", "Dr.")
_CLAUSE = re.compile(
    r"[;；，。]\s*|\s[—–-]\s|,\s+(?:but|and|so|while|whereas|which|although|though|because|yet|however|then)\s"
    r"|\s(?:but|while|whereas|although|though|however)\s|\s\(|\)\s|:\s"
)
_WRAPPER = re.compile(
    r"^(?:This session is being continued from a previous|If you need specific details from before compaction"
    r"|# Extractive summary$|Blocks ~?\d[\d.]*–[^\n]*Every line is a quote"
    r"|(?:Please )?[Cc]ontinue the conversation from (?:where|with))[^\n]*",
    re.M,
)
"""What a client puts about a summary: its own words, which no source has."""
READ = 200_000
"""Characters of a summary that are read: no summary is as long."""
LONGEST = 2_000
MOST = 4_000


class Claim:
    """One sentence of a summary."""

    def __init__(self, text: str, start: int, heading: str = "", fenced: bool = False) -> None:
        self.text, self.start = text, start
        self.heading, self.fenced = heading, fenced
        self.is_heading = False

    @property
    def span(self) -> Range:
        return Range(self.start, self.start + len(self.text))

    @cached_property
    def low(self) -> str:
        return self.text.lower().replace("’", "'")

    @cached_property
    def stems(self) -> frozenset[str]:
        return stems(self.text)

    @cached_property
    def clauses(self) -> tuple[Claim, ...]:
        """The parts that can be true or false by themselves."""
        return tuple(Claim(text, self.start + at, self.heading, self.fenced) for at, text in split(self.text))


def split(text: str) -> Iterator[tuple[int, str]]:
    """The clauses of a sentence, with where each starts."""
    at = 0
    for mark in _CLAUSE.finditer(text):
        if text[at : mark.start()].strip():
            yield at, text[at : mark.start()]
        at = mark.end()
    if text[at:].strip():
        yield at, text[at:]


class Summary:
    """A summary taken apart once, for all that looks at it."""

    def __init__(self, text: str) -> None:
        self.text = _WRAPPER.sub(lambda found: " " * len(found[0]), plain(text[:READ]))

    @cached_property
    def atoms(self) -> Atoms:
        return atoms(self.text)

    @cached_property
    def claims(self) -> tuple[Claim, ...]:
        return tuple(claim for claim, _ in zip(_claims(self.text), range(MOST), strict=False))

    def of(self, kind: str) -> list[Atom]:
        """The atoms of one kind."""
        return [atom for atom in self.atoms.found if atom.kind == kind]


def _claims(text: str) -> Iterator[Claim]:
    heading, fenced = "", False
    for line in _LINE.finditer(text):
        raw = line[0]
        if raw.lstrip().startswith(("```", "~~~")):
            fenced = not fenced
            continue
        begin = _begin(raw)
        body = raw[begin:].rstrip()
        if not body:
            continue
        is_heading = _is_heading(raw, body)
        heading = body.strip("*#: ") if is_heading else heading
        for at, sentence in sentences(body[:LONGEST]):
            claim = Claim(sentence, line.start() + begin + at, heading, fenced)
            claim.is_heading = is_heading
            yield claim


def _begin(raw: str) -> int:
    marks = _MARKS.match(raw)
    at = marks.end() if marks else 0
    found = _REFERENCE.match(raw, at)
    return found.end() if found else at


def _is_heading(raw: str, body: str) -> bool:
    if _HEADING.match(raw):
        return True
    return len(body) < 60 and body.rstrip("*").endswith(":") and body.count(" ") < 6


def sentences(line: str) -> Iterator[tuple[int, str]]:
    """The sentences of a line, with where each starts; abbreviations do not end one."""
    start = 0
    for mark in _END.finditer(line):
        if "`" in mark[0] and line[mark.end()].islower():
            continue  # `./...` is no end
        if line[start : mark.start()].count("`") % 2:
            continue  # `./...` is code
        if not line[start : mark.start()].endswith(_ABBREVIATION) and line[start : mark.end()].strip():
            yield start, line[start : mark.start()].rstrip() if mark.start() > start else line[start : mark.end()]
            start = mark.end()
    if line[start:].strip():
        yield start, line[start:]
