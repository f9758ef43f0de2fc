"""The list from which a session is picked: its sections, what a filter leaves of them, and how a line of it reads.

No Textual here.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from inspector.phrases import bytes_of
from inspector.terminal_text import pad, sanitise
from inspector.transcript.discover import Details, Found, agent_of

RECENT, HERE, FOLDER, SAMPLES = "recent files", "sessions on this machine", "in this folder", "samples"
NOTHING = Details()


class Entry(NamedTuple):
    """A session that can be picked. `title` and `about` are those of a sample."""

    found: Found
    title: str = ""
    about: str = ""
    named: bool = False
    """People know the file by its name, which is shown."""

    @property
    def path(self) -> str:
        return self.found.path

    def agent(self, details: Details) -> str:
        """Whose file it is."""
        if self.title:
            return "sample"
        return agent_of(self.found.agent).name if self.found.agent else details.format

    def readable(self, details: Details) -> bool:
        """Whether the program can load it, as far as is known."""
        if self.found.agent and details is NOTHING:
            return agent_of(self.found.agent).readable
        return details.readable


Listed = Entry | str
"""A line of the list: an entry, or the heading of a section."""


@dataclass
class Shelf:
    """Sections of entries in the order of their headings, and what is known of the files."""

    sections: dict[str, list[Entry]] = field(default_factory=dict)
    known: dict[str, Details] = field(default_factory=dict)
    _texts: dict[str, str] = field(default_factory=dict)
    """What the filter looks at, by path."""

    def put(self, heading: str, entries: Iterable[Entry]) -> None:
        """Entries more; sessions are kept newest first, samples in their own order."""
        section = self.sections.setdefault(heading, [])
        section.extend(entries)
        if heading in (HERE, FOLDER):
            section.sort(key=lambda entry: -entry.found.modified)

    def details(self, entry: Entry) -> Details:
        """What is known of a file by now."""
        return self.known.get(entry.path, NOTHING)

    def learn(self, path: str, details: Details) -> None:
        """More is known of a file."""
        self.known[path] = details
        self._texts.pop(path, None)

    def told(self, entry: Entry) -> bool:
        """Whether the file was looked into."""
        return entry.path in self.known

    def lines(self, wanted: str = "") -> list[Listed]:
        """Headings and entries that hold every word of the filter. A section without any is left out."""
        words = wanted.lower().split()
        found: list[Listed] = []
        for heading in (FOLDER, RECENT, HERE, SAMPLES):
            entries = [each for each in self.sections.get(heading, ()) if not words or self._holds(each, words)]
            if entries:
                found += [_heading(heading, len(entries), len(self.sections[heading])), *entries]
        return found

    def entries(self) -> Iterable[Entry]:
        """All of them, as they are listed."""
        for heading in (FOLDER, RECENT, HERE, SAMPLES):
            yield from self.sections.get(heading, ())

    def _holds(self, entry: Entry, words: list[str]) -> bool:
        text = self._texts.get(entry.path)
        if text is None:
            details = self.details(entry)
            parts = (entry.path, entry.title, entry.about, *details[:2], details.project, entry.agent(details))
            text = self._texts[entry.path] = "\n".join(parts).lower()
        return all(word in text for word in words)


def _heading(name: str, shown: int, of: int) -> str:
    if name in (RECENT, SAMPLES, FOLDER):
        return name
    return f"{name} · {of:,}" if shown == of else f"{name} · {shown:,} of {of:,}"


class Columns(NamedTuple):
    """Cells of each column at some width; 0: there is no room for it."""

    when: int
    size: int
    title: int
    model: int
    compactions: int
    agent: int
    project: int


def columns(width: int) -> Columns:
    """The columns of a list of that width; the title takes what is left."""
    model = 26 if width >= 150 else 20 if width >= 118 else 0
    compactions = 12 if width >= 104 else 0
    agent = 12 if width >= 64 else 0
    project = min(30, width // 5) if width >= 88 else 0
    gaps = sum(2 for each in (model, compactions, agent, project) if each) + 4
    title = max(8, width - 8 - 8 - model - compactions - agent - project - gaps)
    return Columns(8, 8, title, model, compactions, agent, project)


def header(place: Columns) -> str:
    """The names of the columns."""
    return _joined(place, ("changed", "size", "first prompt", "model", "compactions", "agent", "project"))


def line(entry: Entry, details: Details, told: bool, place: Columns, now: float) -> str:
    """One entry as a line: safe text, each column cut to its width."""
    found = entry.found
    waiting = "" if told or entry.title else "…"
    texts = (
        "" if entry.title else ago(found.modified, now),
        "" if found.told and not found.size else bytes_of(found.size),
        entry.title or _title(entry, details.title or waiting),
        details.model,
        _count(details),
        entry.agent(details),
        _tail(details.project or found.project, place.project),
    )
    return _joined(place, texts)


def _joined(place: Columns, texts: tuple[str, ...]) -> str:
    parts = [
        pad(sanitise(text[:1_000]), width, right=at == 1)
        for at, (text, width) in enumerate(zip(texts, place, strict=True))
        if width
    ]
    return "  ".join(parts)


def _count(details: Details) -> str:
    if not details.compactions:
        return ""
    return f"{details.compactions}{' or more' if details.more else ''}"


def _title(entry: Entry, prompt: str) -> str:
    name = _name(entry.path)
    return f"{name}  {prompt}" if entry.named else prompt or name


def _name(path: str) -> str:
    return path.replace("\\", "/").rsplit("/", 1)[-1]


def _tail(text: str, width: int) -> str:
    """The end of a path says more than its beginning."""
    text = sanitise(text[-500:])
    return text if len(text) <= width or width < 2 else f"…{text[-(width - 1) :]}"


def ago(moment: float, now: float) -> str:
    """How long ago, in one unit; a date from a month on."""
    seconds = now - moment
    if seconds < 5 * 60:
        return "just now" if seconds < 60 else f"{seconds // 60:.0f} min"
    for unit, length, most in (("min", 60, 60), ("h", 3600, 48), ("d", 86400, 30)):
        if seconds < length * most:
            return f"{seconds // length:.0f} {unit}"
    when = time.localtime(moment)
    same = when.tm_year == time.localtime(now).tm_year
    return time.strftime("%d %b" if same else "%b %Y", when)


def about(entry: Entry, details: Details) -> str:
    """What the foot of the list says of an entry, below its path."""
    if entry.about:
        return entry.about
    if not entry.readable(details):
        what = entry.agent(details) or "such"
        return f"{what}: this format is not read yet; it is only listed"
    return details.title
