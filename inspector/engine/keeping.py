"""What a compaction inside a harness leaves on the disk: artifacts, the dump before a summary, the checkpoint after it."""

from __future__ import annotations

import os
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from inspector.engine.as_given import as_given
from inspector.engine.carry import carried
from inspector.engine.checkpoint import Checkpoint, Messages, write_checkpoint
from inspector.engine.dump import Dumping
from inspector.engine.externalise import Shelf, check, write_artifacts
from inspector.engine.faithful_json import plain_copy
from inspector.engine.ledger import Ledger
from inspector.engine.materialise import view_messages
from inspector.engine.steps import CompactionState, Steps
from inspector.engine.summariser import Summariser
from inspector.engine.view import Made, ViewMessage
from inspector.engine.whole_file import NotWritten
from inspector.policy.model import Policy

Folder = str | PathLike[str] | None


def _check_folder(name: str, folder: Folder) -> None:
    """Raises `ValueError` for an empty name (an unset variable, not the working folder) and for what no file system takes."""
    if folder is None:
        return
    try:
        text = os.fspath(folder)
        os.fsencode(text)
    except (TypeError, UnicodeError):
        raise ValueError(f"{name}: {folder!r} is no path") from None
    if not text or "\0" in text:
        raise ValueError(f"{name}: {text!r} is no folder's name")


class Keeping:
    """The folders of one `compact()`; without any, nothing is looked at and nothing is written.

    Raises `ValueError` for a policy that externalises without a folder to do so, and for what is no folder's name.
    """

    def __init__(
        self,
        policy: Policy,
        given: list[dict[str, Any]],
        artifacts: Folder = None,
        dump: Folder = None,
        checkpoints: Folder = None,
        created_at: str = "",
    ) -> None:
        for name, folder in (("artifacts", artifacts), ("dump", dump), ("checkpoints", checkpoints)):
            _check_folder(name, folder)
        self._policy, self._given, self._created_at = policy, given, created_at
        self._shelf = None if artifacts is None else Shelf(artifacts)
        self._dump, self._checkpoints = dump, checkpoints
        self._dumping: Dumping | None = None
        check(policy, self._shelf)

    def named(self, ledger: Ledger) -> Ledger:
        """The ledger, its artifacts named as the folder allows."""
        if self._shelf is not None:
            for effect in ledger.effects.values():
                effect.naming = self._shelf.name
        return ledger

    def asking(self, summariser: Summariser | None) -> Summariser | None:
        """The summariser, preceded by the dump where one is wanted."""
        if summariser is None or self._dump is None:
            return summariser
        self._dumping = Dumping(summariser, self._dump, self._given)
        return self._dumping

    def check_dump(self) -> None:
        """Raises `NotWritten` when the dump failed. The summariser was not asked then."""
        if self._dumping is not None and self._dumping.failure is not None:
            raise self._dumping.failure

    @property
    def dumped(self) -> Path | None:
        return self._dumping.path if self._dumping is not None else None

    def write_artifacts(self, steps: Steps) -> tuple[Path, ...]:
        """Write what the layers put aside. Raises `NotWritten`."""
        return () if self._shelf is None else write_artifacts(self._shelf, self._policy, steps.outcomes)

    def write_checkpoint(self, steps: Steps, earlier: CompactionState) -> Path | None:
        """Write the checkpoint of the summary that was made; without one, none. Raises `NotWritten`."""
        if self._checkpoints is None or steps.state.count <= earlier.count:
            return None
        try:
            checkpoint = self._checkpoint(steps)
        except (TypeError, ValueError) as error:
            raise NotWritten(f"{fspath(self._checkpoints)}: no checkpoint was written: {error}") from error
        return None if checkpoint is None else write_checkpoint(self._checkpoints, checkpoint)

    def _checkpoint(self, steps: Steps) -> Checkpoint | None:
        """The history that the next request starts from, parted at the summary: under `overlay` the tail is as recorded."""
        plan = carried(self._policy, steps) or steps.after
        view = view_messages(plan)
        at = next((i for i, message in enumerate(view) if _is_summary(message)), None)
        if at is None:
            return None
        after = next((i for i in range(at, len(view)) if view[i].made is None), len(view))
        summary = next(made for made in reversed(plan.made) if made.kind == "summary")
        return Checkpoint(
            policy=self._policy.name,
            knobs=dict(self._policy.values),
            summary=steps.state.last_summary,
            summarised=self._plain(view[at:after], steps),
            retained_tail=self._plain(view[after:], steps),
            covers=_covered(summary, steps),
            given=len(self._given),
            lead=self._plain(view[:at], steps),
            count=steps.state.count,
            recent_files=steps.state.recent_files,
            changed_files=steps.state.changed_files,
            created_at=self._created_at,
            dump=self.dumped.name if self.dumped else "",
        )

    def _plain(self, messages: list[ViewMessage], steps: Steps) -> Messages:
        transcript = steps.after.ledger.transcript
        return tuple(plain_copy(sent) for one in messages for sent in as_given(one, transcript, self._given))


def _is_summary(message: ViewMessage) -> bool:
    return message.made is not None and message.made.kind == "summary" and not message.made.approximate


def _covered(summary: Made, steps: Steps) -> tuple[int, ...]:
    """Numbers of the messages that the summary stands for."""
    owner = steps.after.ledger.structure.owner
    return tuple(sorted({owner[block] + 1 for block in summary.origin}))
