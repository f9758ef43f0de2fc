"""How a Codex rollout is known.

It lies in `$CODEX_HOME/sessions/YYYY/MM/DD/rollout-<time>-<thread id>.jsonl` (or `archived_sessions/`), compressed as
`.jsonl.zst` by newer versions. Versions from 0.2x (bare items, no usage) to 0.147 were seen. Recorded: the system prompt (from
0.9x on), dynamic tools alone, usage, and of the summaries those made locally; the provider's own are encrypted. Where
formats.md and the files differ: `token_count` comes after the outputs of a reply's calls, so it may follow a result.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import BinaryIO

from inspector.transcript.formats.choice import Choice
from inspector.transcript.formats.codex.nodes import Node
from inspector.transcript.formats.codex.records import Taker, blocks_of_record
from inspector.transcript.formats.codex.shown import FORMAT, shown
from inspector.transcript.formats.codex.threads import Threads
from inspector.transcript.formats.format import Format, Record, Records, Source
from inspector.transcript.formats.gathering import Gathering
from inspector.transcript.lines import read_lines
from inspector.transcript.model import Transcript
from inspector.transcript.problems import Problems
from inspector.transcript.store import store_for
from inspector.transcript.unpack import unpacked

_TYPES = ("session_meta", "turn_context", "response_item", "event_msg", "compacted", "world_state")


def _test(record: Record) -> bool:
    if "payload" in record:
        return record.get("type") in _TYPES
    return record.get("record_type") == "state" or ("git" in record and "id" in record and "instructions" in record)


def _lines(problems: Problems, source: Source) -> Gathering[Node]:
    threads = Threads(source.path, _read)

    def show(nodes: Sequence[Node], found: Problems, choice: Choice) -> Transcript:
        if choice.sidechain:
            return threads.load(nodes, choice.sidechain)
        return shown(nodes, found, choice.leaf, threads.listed(nodes))

    return Gathering(problems, Taker(store_for(source.file, source.path, blocks_of_record)).take, show)


def _read(file: BinaryIO, path: str) -> Transcript:
    """A subagent's rollout, packed or not."""
    with unpacked(file) as opened:
        reader = _lines(Problems(), Source(opened, path))
        reader.read(read_lines(opened, reader.problems))
        return reader.transcript()


CODEX = Format(
    FORMAT,
    "a Codex rollout",
    _test,
    lines=_lines,
    chooses=frozenset({"leaf", "sidechain"}),
    records=Records("from 0.9x on", "dynamic ones", summaries="local ones; others are encrypted", usage="yes"),
)
FORMATS = (CODEX,)
