"""What opencode compacted, as its own messages and parts say (formats.md §7.3; `compaction.ts`, `message-v2.ts`).

* A marker (a user message with a `compaction` part) and the summary that names it as its parent; a summary that names no
  marker answers the newest one before it that nobody names. The summary counts when it is finished and has no error
  (anomalyco/opencode#42283). Before there were markers the summary alone took the place of what was before it.
* `tail_start_id`: what is kept begins there; where it was put is told by the version of the session (`tails`).
* `state.time.compacted`: the result was cleared, for every request that began later.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import Any

from inspector.transcript.formats.blocks import words_of
from inspector.transcript.formats.opencode.messages import Gathered
from inspector.transcript.formats.opencode.objects import Entry, Record, within
from inspector.transcript.formats.opencode.tails import tail_of
from inspector.transcript.formats.sqlite_values import number_of
from inspector.transcript.model import Compaction

CLEARED = "[Old tool result content cleared]"

_LOST = "the first kept message is not in the record; nothing before the summary is shown as kept"


def compactions(gathered: Gathered, version: Any = None) -> tuple[Compaction, ...]:
    """All compactions in the order in which they took effect. `version`: of opencode, when the session began."""
    entries = gathered.turning
    markers = _markers(entries)
    full = [made for entry in entries if (made := _full(entry, markers, gathered, version)) is not None]
    return tuple(sorted([*full, *_pruned(gathered)], key=lambda each: (each.since, each.kind == "micro")))


def _markers(entries: list[Entry]) -> dict[int, Entry]:
    """Number of each summary → the marker that it answers."""
    by_id = {entry.id: entry for entry in reversed(entries) if is_marker(entry)}
    named = {words_of(entry.info.get("parentID")) for entry in entries if _is_summary(entry)}
    found: dict[int, Entry] = {}
    waiting: Entry | None = None
    for entry in entries:
        if is_marker(entry):
            waiting = None if entry.id in named else entry
        elif _is_summary(entry):
            marker = by_id.get(words_of(entry.info.get("parentID"))) or waiting
            if marker is not None:
                found[entry.number] = marker
                waiting = None if marker is waiting and entry.info.get("finish") else waiting
    return found


def _is_summary(entry: Entry) -> bool:
    info = entry.info
    return info.get("role") == "assistant" and info.get("summary") is True and not info.get("error")


def is_marker(entry: Entry) -> bool:
    """Whether a message asks for a compaction."""
    return _marker_part(entry) is not None


def _marker_part(entry: Entry | None) -> Record | None:
    if entry is None or entry.info.get("role") != "user":
        return None
    for part in entry.parts:
        if part.get("type") == "compaction":
            return part
    return None


def _full(entry: Entry, markers: dict[int, Entry], gathered: Gathered, version: Any) -> Compaction | None:
    info, summary = entry.info, gathered.places.get(entry.id)
    if not _is_summary(entry) or summary is None:
        return None
    marker = markers.get(entry.number)
    part = _marker_part(marker)
    start = gathered.places.get(marker.id) if marker is not None else None
    if part is None or start is None or start >= summary:
        done = within(info, "time", "completed") or info.get("finish")
        return _alone(summary, entry.number, gathered) if done and part is None else None
    return _marked(entry, part, (start, summary), gathered, version) if info.get("finish") else None


def _alone(summary: int, line: int, gathered: Gathered) -> Compaction:
    """A summary without a marker: the prompt goes on from it."""
    return Compaction("full", summary, line=line, summary=summary, order=(*_head(gathered), summary))


def _head(gathered: Gathered) -> tuple[int, ...]:
    """The system prompt, where it is recorded."""
    return (0,) if gathered.messages[0].role == "system" else ()


def _marked(entry: Entry, part: Record, at: tuple[int, int], gathered: Gathered, version: Any) -> Compaction:
    """`at`: where the marker and the summary are."""
    start, summary = at
    wanted = words_of(part.get("tail_start_id"))
    kept = gathered.places.get(wanted, start) if wanted else start
    tail, brought = tuple(range(kept, start)), tuple(range(start, summary + 1))
    first, doubt = tail_of(version, number_of(within(entry.info, "time", "created")))
    if not tail:
        doubt = _LOST if wanted and wanted not in gathered.places else ""
    return Compaction(
        "full",
        start,
        trigger=_trigger(part),
        line=entry.number,
        summary=summary,
        order=(*_head(gathered), *((*tail, *brought) if first else (*brought, *tail))),
        doubtful=frozenset(tail if doubt else ()),
        doubt=doubt,
    )


def _trigger(part: Record) -> str:
    if part.get("overflow") is True:
        return "overflow"
    return {True: "auto", False: "manual"}.get(part["auto"], "") if isinstance(part.get("auto"), bool) else ""


def _pruned(gathered: Gathered) -> list[Compaction]:
    """Results that were cleared, by the first request that began after that."""
    found: dict[int, dict[str, str]] = {}
    if not gathered.cleared:
        return []
    begun = [time for time, _ in gathered.started]
    times = sorted(begun) if begun != sorted(begun) else begun
    for time, call in gathered.cleared:
        at = bisect_left(times, time)
        before = gathered.started[at][1] if at < len(times) else len(gathered.messages)
        found.setdefault(before, {})[call] = CLEARED
    return [Compaction("micro", before, trigger="prune", replaced=calls) for before, calls in sorted(found.items())]
