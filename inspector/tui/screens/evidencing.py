"""Keeping the durable state: the file that it is saved to, and the question before it is left unsaved."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from inspector.policy.model import Policy
from inspector.tui.evidence_file import suggested, write
from inspector.tui.screens.pinning import Pinning
from inspector.tui.screens.save_durable import SaveDurable
from inspector.tui.screens.unsaved import Leaving, Unsaved


class Evidencing(Pinning):
    """Everything about the durable state on the main screen."""

    def load(self, path: str, policy: Policy | str | None) -> None:
        """Open another file, once what is not saved here has been decided upon."""
        self.leave("open the other session", lambda: super(Evidencing, self).load(path, policy))

    def action_save_durable(self) -> None:
        """Write the state: to its own file at once, else where the person says."""
        self.save_evidence(lambda: None)

    def save_evidence(self, then: Callable[[], None]) -> None:
        """Write the state, then go on; not, when the person gives up."""
        session, evidence = self.session, self.evidence
        if session is None or evidence is None:
            return
        if not evidence.unsaved and not evidence.shown:
            self.say("nothing durable to save yet: P pins the block under the cursor")
        elif evidence.path is not None and evidence.owns(evidence.path):
            if trouble := write(evidence, evidence.path):
                self.say(trouble, bad=True)
            else:
                self._saved(evidence.path, then)
        else:
            dialog = SaveDurable(evidence, suggested(evidence, session.transcript))
            self.app.push_screen(dialog, lambda path: self._saved(path, then))

    def _saved(self, path: Path | None, then: Callable[[], None]) -> None:
        if path is not None:
            self.say(f"written: {path}")
            self.show_evidence()
            then()

    def leave(self, going: str, then: Callable[[], None]) -> None:
        """Go on, after asking once what is to become of changes that are not saved."""
        if self.evidence is None or not self.evidence.unsaved or self._asked_to_leave:
            then()
            return
        self._asked_to_leave = True
        self.app.push_screen(Unsaved(going), lambda answer: self._leaving(answer, then))

    def _leaving(self, answer: Leaving | None, then: Callable[[], None]) -> None:
        self._asked_to_leave = False
        if answer == "save":
            self.save_evidence(then)
        elif answer == "discard":
            then()
