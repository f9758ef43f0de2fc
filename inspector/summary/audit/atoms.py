"""What of a summary can be looked up: its paths, identifiers, code, quotations and numbers, with where they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Literal, NamedTuple

from inspector.summary.audit import names
from inspector.summary.audit.shapes import Range

AtomKind = Literal["path", "identifier", "command", "quotation", "url", "loose path"]

LONGEST = 300
"""Characters of a token; whatever is longer names nothing."""
MOST = 5_000


class Atom(NamedTuple):
    """A thing that can be looked up, as the summary writes it."""

    kind: AtomKind
    text: str
    span: Range
    code: bool = False
    """Stands in back quotes."""


_CODE = re.compile(r"(?<!`)`([^`\n]{1,400})`(?!`)")
SIGNS = r"(?<!\w)'[^\w\s']{1,3}'(?!\w)|\"[^\w\s\"]{0,3}\""
"""Signs between quotation marks, a mark itself among them: nobody's words, and no end of a quotation."""
_QUOTED = re.compile(
    rf"{SIGNS}|\"(?!\s)((?:'\"'|[^\"\n]){{2,600}})\"|“([^”\n]{{2,600}})”|「([^」\n]{{2,600}})」"
    r"|(?<![\w'])'(?!\s)([^'\n]{12,400})(?<!\s)'(?!\w)"
)
_TOKEN = re.compile(r"[A-Za-z0-9_~./\\@$#:+%=&?*\-…]+")
_EDGE_START, _EDGE_END = "*:+%=&?", "*.,:;?!+%=&…"
_PART = re.compile(r"[^:=]{2,}")
_REFERENCE = re.compile(r"\[~?\d{1,7}(?:\.\d{1,5})?(?:[-–]\d{1,7}(?:\.\d{1,5})?)?\]|\[earlier\]")
_COMMAND_LINE = re.compile(r"^[ \t]*(?:[-*] )?\$ ([^\n]{2,400})", re.M)


@dataclass(frozen=True, slots=True)
class Atoms:
    """Everything that was found, and what of the text is taken, so that a digit in a path is no number."""

    found: tuple[Atom, ...]
    taken: tuple[Range, ...]


def atoms(text: str) -> Atoms:
    """The atoms of a summary in the order in which they stand."""
    coded = list(islice(_coded(text), MOST))
    commands = Covered([atom.span for atom in coded if atom.kind == "command"])
    quoted = [atom for atom in islice(_quoted(text), MOST) if not commands.holds(atom.span.start)]
    inside = [Range(*found.span()) for found in _REFERENCE.finditer(text)]
    skip = inside + [atom.span for atom in coded if atom.kind == "command"]
    tokens = list(islice(_tokens(text, skip, [atom.span for atom in coded]), MOST))
    coded = [atom for atom in coded if atom.kind == "command"]
    found = sorted([*coded, *quoted, *tokens], key=lambda atom: atom.span)
    taken = inside + [atom.span for atom in found if atom.kind != "quotation"]
    return Atoms(tuple(found), tuple(sorted(taken)))


def _coded(text: str) -> Iterator[Atom]:
    """What stands in back quotes: a command where it has several words, else what its one token is."""
    for found in _CODE.finditer(text):
        inner = found[1]
        kind: AtomKind = "command" if names.is_command(inner) else "identifier"
        yield Atom(kind, inner, Range(*found.span(1)), True)
    for found in _COMMAND_LINE.finditer(text):
        yield Atom("command", found[1].strip(), Range(found.start(1), found.start(1) + len(found[1].rstrip())), True)


def _quoted(text: str) -> Iterator[Atom]:
    for found in _QUOTED.finditer(text):
        if group := found.lastindex:
            yield Atom("quotation", found[group], Range(*found.span(group)))


def _tokens(text: str, skip: list[Range], coded: list[Range]) -> Iterator[Atom]:
    skipped, code = Covered(skip), Covered(coded)
    for found in _TOKEN.finditer(text):
        token = found[0]
        if not coded and token.strip(".,:;").isalpha() and token[1:].islower():
            continue
        start = found.start() + len(token) - len(token.lstrip(_EDGE_START))
        token = token.strip(_EDGE_START)
        token = token.rstrip(_EDGE_END)
        if not 2 <= len(token) <= LONGEST or skipped.holds(start):
            continue
        yield from _token(token, start, code.holds(start))


def _token(token: str, start: int, code: bool) -> Iterator[Atom]:
    """What a token is; where it is nothing by itself, what the parts of it are that colons and equals signs join."""
    if kind := names.kind_of(token, code):
        yield Atom(kind, token, Range(start, start + len(token)), code)
        return
    for part in _PART.finditer(token):
        if part[0] != token and (kind := names.kind_of(part[0])):
            yield Atom(kind, part[0], Range(start + part.start(), start + part.end()), code)


class Covered:
    """Ranges in order, asked with positions that only grow."""

    def __init__(self, ranges: list[Range]) -> None:
        self.ranges = sorted(ranges)
        self.at = 0

    def holds(self, position: int) -> bool:
        while self.at < len(self.ranges) and self.ranges[self.at].end <= position:
            self.at += 1
        return self.at < len(self.ranges) and self.ranges[self.at].start <= position
