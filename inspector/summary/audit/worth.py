"""The items of a source: what somebody typed as goal or constraint, what was decided, what is open, what was worked on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from inspector.summary import cues
from inspector.summary.audit.atoms import atoms
from inspector.summary.audit.claims import sentences
from inspector.summary.audit.pieces import Piece
from inspector.summary.audit.shapes import ItemKind, Span
from inspector.summary.audit.source import Source

MOST = {"decision": 80, "open item": 40, "path": 150, "command": 60, "identifier": 120, "number": 60}
"""Items of a kind that are listed; the newest are."""
LONGEST_TYPED = 12_000
LONGEST_SAID = 6_000
LEAST_GOAL = 8


class Worth(NamedTuple):
    """Something that a summary should hold."""

    kind: ItemKind
    text: str
    span: Span


def worth(source: Source) -> tuple[Worth, ...]:
    """The items of a source in its order, none twice; worked out once."""
    return source.keep("worth", lambda: tuple(_bounded(_distinct(_found(source)))))


def _bounded(found: list[Worth]) -> Iterator[Worth]:
    """The items without the oldest of those kinds of which there are too many."""
    over = {kind: sum(each.kind == kind for each in found) - most for kind, most in MOST.items()}
    for each in found:
        if over.get(each.kind, 0) > 0:
            over[each.kind] -= 1
        else:
            yield each


def _distinct(found: Iterator[Worth]) -> list[Worth]:
    seen: dict[tuple[str, str], Worth] = {}
    for each in found:
        seen.setdefault((each.kind, each.text.casefold()), each)
    return list(seen.values())


def _found(source: Source) -> Iterator[Worth]:
    first = True
    for piece in source.pieces:
        if piece.voice == "person":
            yield from _typed(piece, first)
            first = False
        elif piece.voice == "model":
            yield from _said(piece)
        elif piece.voice == "call":
            yield from _called(piece)
        if piece.voice in ("person", "model"):
            yield from _named(piece)


def _sentences(piece: Piece, most: int) -> Iterator[tuple[str, int]]:
    at = 0
    for line in piece.text[:most].split("\n"):
        indent = len(line) - len(line.lstrip(" \t-*#>"))
        for start, text in sentences(line[indent:]):
            yield text.strip(), at + indent + start
        at += len(line) + 1


def _typed(piece: Piece, first: bool) -> Iterator[Worth]:
    """What a person typed: constraints where it binds; the first words that bind nothing are the goal."""
    goal = False
    for text, at in _sentences(piece, LONGEST_TYPED):
        for start, part in _parts(text):
            span = Span(piece.name, at + start, at + start + len(part))
            if cues.constraint(cues.Sentence(part)).score:
                yield Worth("constraint", part, span)
            elif not goal and (first or _asks(part)) and len(part) >= LEAST_GOAL - 4 * (part > "\u2e80"):
                goal = True
                yield Worth("goal", part, span)


def _asks(text: str) -> bool:
    return len(text) >= 25 or (text > "\u2e80" and len(text) >= 6)


def _parts(text: str) -> Iterator[tuple[int, str]]:
    """A sentence of a script without spaces is taken at its commas: goal and rule stand in one sentence there."""
    if not any(mark in text for mark in "，；"):
        yield 0, text
        return
    at = 0
    for part in text.replace("；", "，").split("，"):
        if part.strip():
            yield at, part
        at += len(part) + 1


def _said(piece: Piece) -> Iterator[Worth]:
    """What the model states as decided or found, and as open."""
    for text, at in _sentences(piece, LONGEST_SAID):
        if len(text) < 6 or not cues.telling(text):
            continue
        sentence, span = cues.Sentence(text), Span(piece.name, at, at + len(text))
        if cues.unfinished(sentence).score >= cues.VAGUE:
            yield Worth("open item", text, span)
        elif cues.finding(sentence).score >= 5:
            yield Worth("decision", text, span)


def _called(piece: Piece) -> Iterator[Worth]:
    """The files that calls name, and the commands that they run."""
    at = 0
    for line in piece.text.split("\n"):
        name, _, value = line.partition(": ")
        span = Span(piece.name, at + len(line) - len(value), at + len(line))
        if (
            name in ("path", "file_path", "filename", "file", "filePath", "notebook_path", "target_file")
            and 1 < len(value) < 300
        ):
            yield Worth("path", value, span)
        elif name in ("command", "cmd") and 1 < len(value) < 300:
            yield Worth("command", value, span)
        at += len(line) + 1


def _named(piece: Piece) -> Iterator[Worth]:
    """The paths, identifiers and numbers that a person or the model wrote."""
    text = piece.text[:LONGEST_SAID]
    for atom in atoms(text).found:
        span = Span(piece.name, *atom.span)
        if atom.kind == "path":
            yield Worth("path", atom.text, span)
        elif atom.kind in ("identifier", "url"):
            yield Worth("identifier", atom.text, span)
