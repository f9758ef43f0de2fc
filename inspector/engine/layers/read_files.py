"""The files that were read by some point of a session: a long list of them, without reading the session anew each time."""

from __future__ import annotations

from bisect import bisect_left
from typing import NamedTuple

from inspector.engine.effects import remember
from inspector.engine.layers.dedupe import argument
from inspector.policy.model import RecentFiles
from inspector.transcript.model import Transcript

_EVERY = 128
"""Calls between two lists that are kept."""


class Reads(NamedTuple):
    """Calls that read a file: their blocks and paths, and every so many of them the paths read by then, oldest first."""

    calls: list[int]
    paths: list[str]
    lists: list[tuple[str, ...]]


def files_before(transcript: Transcript, end: int, rule: RecentFiles) -> tuple[str, ...]:
    """All paths that were read before block `end`, by when they were read last."""
    key = ("reads", rule.tools, rule.arguments)
    reads = remember(transcript, key, lambda: _reads(transcript, rule))
    stop = bisect_left(reads.calls, end)
    known = stop // _EVERY
    return _moved(reads.lists[known], reads.paths[known * _EVERY : stop])


def _moved(known: tuple[str, ...], read: list[str]) -> tuple[str, ...]:
    """The list after more files were read: a re-read moves to the end."""
    last = tuple(dict.fromkeys(reversed(read)))
    new = set(last)
    return (*(path for path in known if path not in new), *reversed(last))


def _reads(transcript: Transcript, rule: RecentFiles) -> Reads:
    structure = transcript.structure
    calls: list[int] = []
    paths: list[str] = []
    lists: list[tuple[str, ...]] = [()]
    for call in structure.calls:
        block = structure.blocks[call]
        path = argument(block.input, rule.arguments) if block.tool in rule.tools else ""
        if path:
            calls.append(call)
            paths.append(path)
            if len(calls) % _EVERY == 0:
                lists.append(_moved(lists[-1], paths[-_EVERY:]))
    return Reads(calls, paths, lists)
