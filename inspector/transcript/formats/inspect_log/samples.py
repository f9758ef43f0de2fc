"""Which samples a log has: by the names of a zip's entries, or by the list in a document."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from inspector.transcript.errors import TranscriptError
from inspector.transcript.formats.choice import Choice
from inspector.transcript.formats.inspect_log.archive import Archive
from inspector.transcript.model import Part
from inspector.transcript.problems import Problems
from inspector.transcript.repair import parse_whole

_NAME = re.compile(r"samples/(.+_epoch_\d+)\.json\Z", re.DOTALL)
_SUMMARY = re.compile(r"(?:_journal/summaries/\d+|summaries)\.json\Z")
_TITLE = 80

Record = dict[str, Any]


def named(archive: Archive) -> dict[str, str]:
    """Sample → its entry, in the order of ids and epochs."""
    found = {match[1]: name for name in archive.names if (match := _NAME.match(name))}
    return {each: found[each] for each in sorted(found, key=_natural)}


def identity(sample: Record) -> str:
    """What a sample is called: `<id>_epoch_<n>`."""
    epoch = sample.get("epoch")
    name = sample.get("id")
    words = str(name) if isinstance(name, (str, int)) and name != "" else "sample"
    return f"{words}_epoch_{epoch if type(epoch) is int else 1}"


def parts_of(samples: Iterable[str], summaries: Mapping[str, Record]) -> tuple[Part, ...]:
    """The samples as parts, with what the summaries tell of them."""
    return tuple(_part(each, summaries.get(each, {})) for each in samples)


def summaries_of(archive: Archive) -> dict[str, Record]:
    """The summaries, also those in the journal of a log that is still being written; none where they cannot be read."""
    found: dict[str, Record] = {}
    for name in archive.names:
        if _SUMMARY.match(name):
            try:
                listed = parse_whole(archive.read(name), Problems())
            except TranscriptError:
                continue
            rows = listed if isinstance(listed, list) else []
            found |= {identity(each): each for each in rows if isinstance(each, dict)}
    return found


def chosen(choice: Choice, samples: Sequence[str]) -> str:
    """The sample that was named, by its whole name or by its id; else the first. Raises `TranscriptError`."""
    if choice.part is None:
        return samples[0]
    found = [each for each in samples if each == choice.part]
    found = found or [each for each in samples if each.rpartition("_epoch_")[0] == choice.part]
    if not found:
        raise TranscriptError(f"the log has no sample {choice.part[:80]!r}")
    return found[0]


def title_of(sample: Record) -> str:
    """What was asked, in its first line."""
    asked = sample.get("input")
    if isinstance(asked, list):
        texts = [each.get("content") for each in asked if isinstance(each, dict) and each.get("role") == "user"]
        asked = texts[0] if texts else ""
    lines = asked.strip().splitlines() if isinstance(asked, str) else []
    return lines[0][:_TITLE] if lines else ""


def _part(name: str, summary: Record) -> Part:
    count, time = summary.get("message_count"), summary.get("completed_at")
    return Part(name, title_of(summary), count if type(count) is int else None, time if isinstance(time, str) else "")


def _natural(name: str) -> list[tuple[int, int, str]]:
    """2 before 10."""
    pieces = re.split(r"(\d{1,18})", name)
    return [(0, int(each), "") if at % 2 else (1, 0, each) for at, each in enumerate(pieces)]
