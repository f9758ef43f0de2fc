"""Checkpoints: the summary and the retained tail that a compaction leaves behind, and how a session goes on from them.

A folder holds one numbered file for each compaction; the newest is the one that counts (seed 004). A file is only ever added:
after a crash there is the old checkpoint or the new one. One that was damaged is an error that says so, never passed over.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from inspector.engine.checkpoint_json import CheckpointDamaged, pack, unpack
from inspector.engine.steps import CompactionState
from inspector.engine.whole_file import DISK, PART, Disk, NotWritten, chunks, write_new

__all__ = ["Checkpoint", "CheckpointDamaged", "load_checkpoint", "resume", "write_checkpoint"]

Messages = tuple[dict[str, Any], ...]

LARGEST = 1 << 30
"""Bytes of a checkpoint at the most: it has to be in memory at once."""

_NAME = re.compile(r"checkpoint-([0-9]{6,12})\.json")
_PART = re.compile(r"\.checkpoint-([0-9]{6,12})\.json\.[0-9-]+" + re.escape(PART))


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What a compaction leaves behind. Messages are in the form in which the harness gave them, as plain JSON.

    `lead` is what stands before the summary (a system message), `summarised` the summary as it is sent (an acknowledgement
    with it), `summary` its words alone. `covers` are the numbers, from 1, of the messages that the summary stands for, among
    the `given` ones that were compacted; where `dump` names a file, they are its lines. `created_at` is the caller's.
    `sha256` is the digest of all the rest: what the file was checked against.
    """

    policy: str
    knobs: Mapping[str, int]
    summary: str
    summarised: Messages
    retained_tail: Messages
    covers: tuple[int, ...]
    given: int
    lead: Messages = ()
    count: int = 1
    recent_files: tuple[str, ...] = ()
    changed_files: tuple[str, ...] = ()
    created_at: str = ""
    dump: str = ""
    sha256: str = field(default="", compare=False)

    @property
    def state(self) -> CompactionState:
        """What the next call of `compact()` must know of this compaction."""
        return CompactionState(self.count, self.summary, self.recent_files, self.changed_files)


def write_checkpoint(folder: str | os.PathLike[str], checkpoint: Checkpoint, disk: Disk = DISK) -> Path:
    """Add a checkpoint to a folder and read it back; it is on the disk when this returns.

    Raises `NotWritten` when it is not, also when another process added one meanwhile: its history is another one.
    """
    home = Path(folder)
    try:
        numbers = _numbers(home, _NAME)
        target = home / f"checkpoint-{max(numbers, default=0) + 1:06d}.json"
        write_new(target, pack(checkpoint), disk)
    except FileExistsError:
        raise NotWritten(f"{target}: not written: another checkpoint was written meanwhile") from None
    except NotWritten:
        raise
    except OSError as error:
        raise NotWritten(f"{home}: no checkpoint was written: {error.strerror or error}") from error
    _tidy(home, disk)
    return target


def load_checkpoint(folder: str | os.PathLike[str]) -> Checkpoint | None:
    """The newest checkpoint of a folder; None where none was ever written.

    Raises `CheckpointDamaged`, naming the file and what is wrong with it: an older one never takes its place.
    """
    home = Path(folder)
    try:
        numbers = _numbers(home, _NAME)
    except OSError as error:
        raise CheckpointDamaged(home, f"the folder cannot be read: {error.strerror or error}") from error
    if not numbers:
        return None
    newest = home / numbers[max(numbers)]
    return unpack(newest, _read(newest))


def resume(checkpoint: Checkpoint, new_messages: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The messages to go on with: latest summary, retained tail, and what came after (seed 004). Copies, free to change.

    Give `checkpoint.state` to the next `compact()`: then the next summary carries this one on, and takes its place.
    """
    kept = (*checkpoint.lead, *checkpoint.summarised, *checkpoint.retained_tail)
    return [deepcopy(dict(message)) for message in (*kept, *new_messages)]


def _numbers(folder: Path, pattern: re.Pattern[str]) -> dict[int, str]:
    """Number → file name, of the files with such a name."""
    try:
        names = os.listdir(folder)
    except FileNotFoundError:
        return {}
    return {int(match[1]): name for name in sorted(names) if (match := pattern.fullmatch(name))}


def _read(path: Path) -> bytes:
    found = bytearray()
    try:
        for chunk in chunks(path):
            found += chunk
            if len(found) > LARGEST:
                raise CheckpointDamaged(path, f"it has more than {LARGEST:,} bytes")
    except OSError as error:
        raise CheckpointDamaged(path, f"it cannot be read: {error.strerror or error}") from error
    return bytes(found)


def _tidy(folder: Path, disk: Disk) -> None:
    """Remove what killed processes left behind: beginnings of checkpoints that have been written since."""
    with contextlib.suppress(OSError):
        newest = max(_numbers(folder, _NAME), default=0)
        for name in os.listdir(folder):
            match = _PART.fullmatch(name)
            if match and int(match[1]) <= newest:
                disk.remove(folder / name)
