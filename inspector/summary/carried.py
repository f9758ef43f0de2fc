"""Earlier summaries: ours are read back and merged, texts from elsewhere are carried on line by line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from inspector.engine.summariser import SummaryPart
from inspector.summary.extract import Extract
from inspector.summary.sections import EARLIER, Entry, Parsed, Section, is_ours, parse
from inspector.summary.text import clean, clip, key, lines, windows

_BODY = re.compile(r"\n(?:Summary:|<summary>)[ \t]*\n")
"""Where the summary itself begins in a text that thinks aloud first."""
_NOISE = re.compile(
    r"(?:```\w*|</?(?:summary|analysis)>|This session is being continued from a previous .*|Continue the conversation from .*)$"
)
HEAD, TAIL = 24_000, 6_000
"""Characters of a summary from elsewhere that are looked at."""
LONGEST = 600


class Carried(NamedTuple):
    """What earlier summaries said: entries in order (oldest first), and the first block they speak of ("" when unsaid)."""

    entries: tuple[Entry, ...] = ()
    first: str = ""
    partial: frozenset[Section] = frozenset()
    """Sections that did not name everything already then."""

    @property
    def has_goal(self) -> bool:
        return any(entry.section in (Section.GOAL, Section.EARLIER) for entry in self.entries)


def collect(previous: str, parts: Sequence[SummaryPart], found: Sequence[Extract]) -> Carried:
    """Every earlier summary: the one that the request names, and those that lie in the record itself."""
    entries: list[Entry] = []
    first = ""
    partial: frozenset[Section] = frozenset()
    for text, source in _texts(previous, parts, found):
        if is_ours(text):
            parsed = parse(clean(text))
            restarted = _restarted(parsed, parts)
            entries.extend(_ours(parsed, restarted))
            first = first or ("" if restarted else parsed.first)
            partial |= parsed.partial
        else:
            entries.extend(_free(text, source))
    return Carried(_distinct(entries), first, partial)


def _texts(previous: str, parts: Sequence[SummaryPart], found: Sequence[Extract]) -> Iterator[tuple[str, str]]:
    if previous.strip():
        yield previous, EARLIER
    leading = True
    for part, extract in zip(parts, found, strict=True):
        if extract.carried and extract.carried.strip():
            yield extract.carried, part.name
        elif leading and part.role == "assistant" and part.source.kind == "text" and is_ours(part.text):
            # Only the first words of a conversation: later ones could repeat what a tool said.
            yield part.text, part.name
        if leading:
            leading = part.role in ("system", "developer")


def _restarted(parsed: Parsed, parts: Sequence[SummaryPart]) -> bool:
    """Whether the numbers began anew since: a harness sends the summary as a message and counts from it."""
    first = first_number(parts)
    return bool(parsed.last and first) and _number(first) <= _number(parsed.last)


def first_number(parts: Sequence[SummaryPart]) -> str:
    """The number of the first recorded block: an earlier summary that leads the parts has none."""
    return next((part.name for part in parts if part.name != EARLIER), "")


def _ours(parsed: Parsed, restarted: bool) -> list[Entry]:
    entries = [_marked(entry) if restarted else entry for entry in parsed.entries]
    return entries + [Entry(Section.EARLIER, EARLIER, clip(line, LONGEST)) for line in parsed.free]


def _marked(entry: Entry) -> Entry:
    """Mark a number as one of before the numbers began anew."""
    return entry if entry.source.startswith(("~", EARLIER)) else entry._replace(source="~" + entry.source)


def _number(name: str) -> tuple[int, ...]:
    return tuple(int(piece) for piece in name.split(".") if piece.isdigit())


def _free(text: str, source: str) -> Iterator[Entry]:
    start = _BODY.search(text[:HEAD])
    for window in windows(text[start.end() :] if start else text, HEAD, TAIL):
        for line in lines(window):
            if not _NOISE.match(line) and (quote := clip(line, LONGEST)):
                yield Entry(Section.EARLIER, source, quote)


def _distinct(entries: list[Entry]) -> tuple[Entry, ...]:
    seen: set[tuple[Section, str]] = set()
    kept = []
    for entry in entries:
        mark = (entry.section, key(entry.text))
        if mark not in seen:
            seen.add(mark)
            kept.append(entry)
    return tuple(kept)
