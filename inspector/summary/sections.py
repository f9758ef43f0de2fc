"""The written form of a summary: its sections, its lines, and how the text is read back."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

HEADER = "# Extractive summary"
_BEGINNING = HEADER + "\n"


class Section(StrEnum):
    """The sections of a summary, in the order in which they are written."""

    GOAL = "Goal"
    LATEST = "Latest request"
    CONSTRAINTS = "Constraints"
    OPEN = "Open items"
    TODO = "To-do list"
    REPLY = "Last reply"
    FOCUS = "On the focus"
    FINDINGS = "Decisions and findings"
    CHANGED = "Files changed"
    READ = "Files read"
    NAMES = "Names"
    ERRORS = "Errors in tool output"
    COMMANDS = "Commands"
    CALLS = "Other tool calls"
    ASKED = "Asked in between"
    OUTPUT = "Tool output"
    EARLIER = "Earlier summary"


class Entry(NamedTuple):
    """One line of a summary: a quote and its source, `3.1`, or `earlier` where a text from elsewhere is carried on.

    A line of names quotes each of them alone; its source are the messages they were met in, `3` or `3-9`.
    `mark` says what kind of quote it is and is no part of it: `output: ` for tool output, `$ ` for a command.
    """

    section: Section
    source: str
    text: str
    mark: str = ""

    @property
    def line(self) -> str:
        return self.framed(self.text)

    def framed(self, text: str) -> str:
        """The line with this text in the place of the quote."""
        if self.mark.endswith(OUTPUT):
            return f'- [{self.source}] {self.mark}"{text}"'
        return f"- [{self.source}] {self.mark}{text}"


OUTPUT = "output: "
"""Marks a quote of what a tool said: data, whatever it says."""
COMMAND = "$ "
FAILED = "(failed) "
EARLIER = "earlier"

COUNTED = (Section.CONSTRAINTS, Section.OPEN, Section.TODO, Section.CHANGED)
"""Sections that would be taken for complete if they did not say that they are not."""
PARTIAL = " (not all)"
NOTHING = "Nothing found."
"""What a required section says that has nothing in it."""
_HEADINGS = {f"## {section.value}": section for section in Section}
_ENTRY = re.compile(r"- \[(~?\d{1,9}(?:\.\d{1,9}|-\d{1,9})?|earlier)\] (\S.*)")
_RANGE = re.compile(r"Blocks (\d{1,9}(?:\.\d{1,9})?)–(\d{1,9}(?:\.\d{1,9})?)")
_MARK = re.compile(r"(?:\(failed\) )?(?:output: |\$ )|[\w.-]{1,64}: |#\d{1,9} (?:in_progress: )?|in_progress: ")
_LEGEND = ("Blocks ", "Focus: ", "Input left out: ")


class Parsed(NamedTuple):
    """A summary read back: its entries, the lines that are not ours, and the blocks it speaks of ("" when unsaid)."""

    entries: tuple[Entry, ...]
    free: tuple[str, ...]
    first: str = ""
    last: str = ""
    partial: frozenset[Section] = frozenset()


def heading(section: Section, partial: bool = False) -> str:
    return f"## {section.value}{PARTIAL if partial and section in COUNTED else ''}"


def render(
    entries: Iterable[Entry], legend: Iterable[str] = (), header: bool = True, partial: Container[Section] = ()
) -> str:
    """The text of a summary; `partial` sections say that they are.

    Entries come in section order. Every quote is on one line, so none can pass for a heading.
    """
    out = [HEADER] if header else []
    out.extend(legend)
    section: Section | None = None
    for entry in entries:
        if entry.section is not section:
            section = entry.section
            out.append(heading(section, section in partial))
        out.append(entry.line)
    return "\n".join(out)


def is_ours(text: str) -> bool:
    """Whether a text holds a summary in this form: our header among its first lines, or a heading of ours as the first."""
    if text.startswith(_BEGINNING):
        return True
    first = [line.rstrip() for line in text[:4_000].split("\n") if line.strip()][:8]
    if HEADER in first:
        return True
    return len(first) > 1 and first[0].removesuffix(PARTIAL) in _HEADINGS and _ENTRY.fullmatch(first[1]) is not None


def parse(text: str) -> Parsed:
    """Read a summary back. Lines that are not in our form (a wrapper, a list of files put below it) come back as `free`."""
    entries: list[Entry] = []
    free: list[str] = []
    section: Section | None = None
    bounds = ("", "")
    legend = False
    partial: set[Section] = set()
    found = text.split("\n")
    for at, raw in enumerate(found):
        line = raw.rstrip()
        if line.startswith("# ") and (line == HEADER or _introduces(found[at + 1 : at + 2])):
            section, legend = None, False
        elif section is not None and line.startswith("- [") and (entry := _entry(section, line)):
            entries.append(entry)
        elif (name := line.removesuffix(PARTIAL)) in _HEADINGS:
            section, legend = _HEADINGS[name], False
            partial.update([section] if name != line else [])
        elif section is None and line.startswith(_LEGEND):
            if stated := _bounds(line):
                bounds, legend = (bounds[0] or stated[0], stated[1]), True
        elif legend:  # what a policy says of omitted input, in its own words
            continue
        elif line.strip() and line != NOTHING:
            section = None if section is not None else section
            free.append(line.strip())
    return Parsed(tuple(entries), tuple(free), *bounds, frozenset(partial))


def _introduces(following: list[str]) -> bool:
    """Whether a heading is one that a policy requires: sections of ours stand below it, or that there is nothing."""
    return any(line.rstrip().removesuffix(PARTIAL) in _HEADINGS or line.rstrip() == NOTHING for line in following)


def _bounds(line: str) -> tuple[str, str] | None:
    match = _RANGE.match(line)
    return (match[1], match[2]) if match else None


@lru_cache(maxsize=16_384)
def _entry(section: Section, line: str) -> Entry | None:
    """The entry of a line in our form. Remembered, as most lines of a summary stand in the next one, too."""
    match = _ENTRY.fullmatch(line)
    if match is None:
        return None
    mark, text = split_mark(section, match[2])
    return Entry(section, match[1], text, mark)


def split_mark(section: Section, body: str) -> tuple[str, str]:
    """The mark and the quote of a line's body. Only sections that use marks have any."""
    output = body.find(OUTPUT + '"')
    if 0 <= output <= len(FAILED) and body.endswith('"') and len(body) > output + len(OUTPUT) + 1:
        return body[: output + len(OUTPUT)], body[output + len(OUTPUT) + 1 : -1]
    if section in (Section.COMMANDS, Section.CALLS, Section.TODO) and (match := _MARK.match(body)):
        return match[0], body[match.end() :]
    return "", body
