"""The lists of files that go with a summary: those that were read, and those that were changed where they have a list."""

from __future__ import annotations

from bisect import bisect_left
from typing import NamedTuple

from inspector.engine.effects import remember
from inspector.engine.layers.dedupe import argument
from inspector.engine.layers.read_files import files_before
from inspector.engine.steps import CompactionState
from inspector.policy.model import RecentFiles, Summarise
from inspector.transcript.model import Transcript

MANY = 20
"""A longer list of files is not looked up call by call."""


class Files(NamedTuple):
    """Paths as they are listed; one that was changed is in the second list alone where there is one (pi, compaction)."""

    read: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()

    @property
    def all(self) -> tuple[str, ...]:
        """Both."""
        return (*self.read, *self.changed)


NO_FILES = Files()


def file_lists(transcript: Transcript, end: int, cut: int, rule: Summarise, state: CompactionState) -> Files:
    """The lists of a summary that is made before block `end` and stands for what lies before block `cut`."""
    if rule.recent_files is None and rule.changed_files is None:
        return NO_FILES
    changed = _list(transcript, end, cut, rule.changed_files, state.changed_files)
    read = _list(transcript, end, cut, rule.recent_files, tuple(p for p in state.recent_files if p not in changed))
    return Files(tuple(path for path in read if path not in changed), changed)


def listed(paths: tuple[str, ...]) -> str:
    """A line for each."""
    return "\n".join(f"- {path}" for path in paths)


def _list(
    transcript: Transcript, end: int, cut: int, rule: RecentFiles | None, earlier: tuple[str, ...]
) -> tuple[str, ...]:
    if rule is None:
        return ()
    found = recent_files(transcript, end if rule.of == "all" else cut, rule, earlier)
    return tuple(sorted(found)) if rule.order == "name" else found


def recent_files(transcript: Transcript, end: int, rule: RecentFiles, earlier: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The files read last before block `end`, oldest first; a re-read moves to the end, the oldest fall out (seed 002).

    Looked up in the whole record up to here, not in the view; behind it stands the list of the compaction before, which
    knows what a harness no longer holds. So it survives compactions and user turns.
    """
    if rule.max > MANY:
        found = [*files_before(transcript, end, rule)][::-1]
        found += [path for path in reversed(earlier) if path not in found]
        return tuple(reversed(found[: rule.max]))
    structure = transcript.structure
    paths: dict[int, str] = remember(transcript, ("paths", rule.tools, rule.arguments), dict)
    found = []
    for at in range(bisect_left(structure.calls, end) - 1, -1, -1):
        if len(found) >= rule.max:
            break
        call = structure.calls[at]
        if call not in paths:
            block = structure.blocks[call]
            paths[call] = argument(block.input, rule.arguments) if block.tool in rule.tools else ""
        if paths[call] and paths[call] not in found:
            found.append(paths[call])
    found += [path for path in reversed(earlier) if path not in found]
    return tuple(reversed(found[: rule.max]))
