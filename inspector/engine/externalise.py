"""Externalising, in `compact()` only: the whole text of a result that a layer cut becomes a file.

A replay names an artifact by its block (`6.1.txt`) and looks at no folder. Inside a harness message 6 is another one after every
rewrite: there a name that is taken by another text gets the digest (`6.1-0123456789ab.txt`).
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from pathlib import Path

from inspector.engine.artifact_names import encoded
from inspector.engine.steps import Outcome
from inspector.engine.whole_file import DISK, Disk, NotWritten, holds, write_new
from inspector.policy.model import Layer, Policy, Truncate
from inspector.transcript.artifacts import session_name
from inspector.transcript.model import Transcript


def externalises(layer: Layer) -> bool:
    """Whether a layer puts whole texts aside."""
    return layer.enabled and isinstance(layer.operation, Truncate) and layer.operation.externalise


class Shelf:
    """The folder that `compact()` writes artifacts to: names that are free there, and the writing."""

    def __init__(self, folder: str | os.PathLike[str], disk: Disk = DISK) -> None:
        self.folder = Path(folder)
        self._disk = disk
        self._names: dict[tuple[str, str, bytes], str] = {}

    def name(self, session: str, data: bytes, block: str) -> str:
        """A name that is free, or is held by this very text. Raises `NotWritten` when every one is taken by another."""
        digest = hashlib.sha256(data)
        key = (session, block, digest.digest())
        if key not in self._names:
            self._names[key] = self._free(session, data, block, digest.hexdigest())
        return self._names[key]

    def _free(self, session: str, data: bytes, block: str, digest: str) -> str:
        for file in (f"{block}.txt", f"{block}-{digest[:12]}.txt", f"{block}-{digest}.txt"):
            target = self.folder / session / file
            if not os.path.lexists(target) or self._same(target, data):
                return file
        raise NotWritten(f"{target}: not written: there is another file of that name")

    def put(self, transcript: Transcript, block: int) -> Path:
        """Write a block's whole text under its name; an identical file is kept as it is. Raises `NotWritten`."""
        data = encoded(transcript.structure.blocks[block].text)
        session = session_name(transcript)
        target = self.folder / session / self.name(session, data, transcript.structure.name(block))
        if target.parent.is_symlink():
            raise NotWritten(f"{target.parent}: not written: a link is not followed")
        try:
            write_new(target, data, self._disk)
        except FileExistsError:
            if not self._same(target, data):
                raise NotWritten(f"{target}: not written: another file of that name appeared meanwhile") from None
        return target

    def _same(self, target: Path, data: bytes) -> bool:
        try:
            return holds(target, data)
        except OSError:
            return False


def check(policy: Policy, shelf: Shelf | None) -> None:
    """Raises `ValueError` where a policy externalises and nobody said where to: its pointers would lead to nothing."""
    names = [layer.id for layer in policy.layers if externalises(layer)]
    if names and shelf is None:
        raise ValueError(f"the layer {names[0]} externalises: say where to with artifacts=FOLDER")


def write_artifacts(shelf: Shelf, policy: Policy, outcomes: Iterable[Outcome]) -> tuple[Path, ...]:
    """Write every text that a layer put aside at this request, those too that a later summary stands for."""
    written = []
    for outcome in outcomes:
        if outcome.index >= 0 and externalises(policy.layers[outcome.index]):
            transcript = outcome.plan_after.ledger.transcript
            for block in outcome.changed:
                if outcome.plan_after.state(block).layer == outcome.id:
                    written.append(shelf.put(transcript, block))
    return tuple(written)
