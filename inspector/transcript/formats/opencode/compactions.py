"""What opencode compacted, as its own messages and parts say (formats.md §7.3; `compaction.ts`, `message-v2.ts`).

* A marker (a user message with a `compaction` part) and the summary that names it as its parent. The summary counts when it
  is finished and has no error (anomalyco/opencode#42283). Before there were markers the summary alone took the place of
  what was before it.
* `tail_start_id`: what is kept begins there. It stood before the marker as in the record; since May 2026 it follows the
  summary (anomalyco/opencode#25851, merged on 5 May). A record does not say which build made a request, so kept messages
  are doubtful.
* `state.time.compacted`: the result was cleared, for every request that began later.
"""

from __future__ import annotations

from bisect import bisect_left

from inspector.transcript.formats.blocks import words_of
from inspector.transcript.formats.opencode.messages import Gathered
from inspector.transcript.formats.opencode.objects import Entry, Record, within
from inspector.transcript.formats.sqlite_values import number_of
from inspector.transcript.model import Compaction

CLEARED = "[Old tool result content cleared]"

REORDERED = 1_777_939_200_000
"""5 May 2026, in milliseconds: since then the summary comes before what is kept."""

_FIRST = "the kept messages were sent {here} the summary, as builds of the time did; others sent them {there} it, or not at all"
_LOST = "the first kept message is not in the record; nothing before the summary is shown as kept"


def compactions(entries: list[Entry], gathered: Gathered) -> tuple[Compaction, ...]:
    """All compactions in the order in which they took effect."""
    by_id = {entry.id: entry for entry in reversed(entries)}
    full = [made for entry in entries if (made := _full(entry, by_id, gathered)) is not None]
    return tuple(sorted([*full, *_pruned(gathered)], key=lambda each: (each.since, each.kind == "micro")))


def is_marker(entry: Entry) -> bool:
    """Whether a message asks for a compaction."""
    return _marker_part(entry) is not None


def _marker_part(entry: Entry | None) -> Record | None:
    if entry is None or entry.info.get("role") != "user":
        return None
    return next((part for part in entry.parts if part.get("type") == "compaction"), None)


def _full(entry: Entry, by_id: dict[str, Entry], gathered: Gathered) -> Compaction | None:
    info, summary = entry.info, gathered.places.get(entry.id)
    if info.get("role") != "assistant" or info.get("summary") is not True or info.get("error") or summary is None:
        return None
    marker = by_id.get(words_of(info.get("parentID")))
    part = _marker_part(marker)
    start = gathered.places.get(marker.id) if marker is not None else None
    if part is None or start is None or start >= summary:
        done = within(info, "time", "completed") or info.get("finish")
        return _alone(summary, entry.number, gathered) if done and part is None else None
    return _marked(entry, part, start, summary, gathered) if info.get("finish") else None


def _alone(summary: int, line: int, gathered: Gathered) -> Compaction:
    """A summary without a marker: the prompt goes on from it."""
    return Compaction("full", summary, line=line, summary=summary, order=(*_head(gathered), summary))


def _head(gathered: Gathered) -> tuple[int, ...]:
    """The system prompt, where it is recorded."""
    return (0,) if gathered.messages[0].role == "system" else ()


def _marked(entry: Entry, part: Record, start: int, summary: int, gathered: Gathered) -> Compaction:
    wanted = words_of(part.get("tail_start_id"))
    kept = gathered.places.get(wanted, start) if wanted else start
    tail, brought = tuple(range(kept, start)), tuple(range(start, summary + 1))
    first = number_of(within(entry.info, "time", "created")) < REORDERED
    here, there = ("before", "after") if first else ("after", "before")
    doubt = _FIRST.format(here=here, there=there) if tail else _LOST if wanted and wanted not in gathered.places else ""
    return Compaction(
        "full",
        start,
        trigger=_trigger(part),
        line=entry.number,
        summary=summary,
        order=(*_head(gathered), *((*tail, *brought) if first else (*brought, *tail))),
        doubtful=frozenset(tail),
        doubt=doubt,
    )


def _trigger(part: Record) -> str:
    if part.get("overflow") is True:
        return "overflow"
    return {True: "auto", False: "manual"}.get(part["auto"], "") if isinstance(part.get("auto"), bool) else ""


def _pruned(gathered: Gathered) -> list[Compaction]:
    """Results that were cleared, by the first request that began after that."""
    found: dict[int, dict[str, str]] = {}
    begun = [time for time, _ in gathered.started]
    times = sorted(begun) if begun != sorted(begun) else begun
    for time, call in gathered.cleared:
        at = bisect_left(times, time)
        before = gathered.started[at][1] if at < len(times) else len(gathered.messages)
        found.setdefault(before, {})[call] = CLEARED
    return [Compaction("micro", before, trigger="prune", replaced=calls) for before, calls in sorted(found.items())]
